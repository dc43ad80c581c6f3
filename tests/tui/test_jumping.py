"""Going to a subject by its name, from the palette."""

import pytest

from memtui.tui.app import MemtuiApp
from memtui.tui.jumping import subjects_like
from tests.tui.rows import row
from tests.tui.seen import main, under_cursor
from tests.tui.settling import press, settle, type_text


def test_subjects_are_found_by_their_letters_those_that_begin_so_first() -> None:
    names = ("Lab of Ana", "Ana", "Zoë", "ana lima", "Ana")
    rows = [row(f"f{n}", name, "city", "X.", "2026-01-01") for n, name in enumerate(names)]
    assert [each.id for each in subjects_like(rows, "ANA")] == ["f1", "f3", "f0"]
    assert [each.id for each in subjects_like(rows, "zoe")] == ["f2"]
    assert [each.id for each in subjects_like(rows, "go to  ANA")] == ["f1", "f3", "f0"]
    assert [each.id for each in subjects_like(rows, "Go to")] == ["f0", "f1", "f2", "f3"]
    assert subjects_like(rows, "go toz") == []
    assert subjects_like(rows, "  ") == []


@pytest.mark.parametrize("typed", ["bru", "go to br"])
async def test_the_palette_goes_to_a_subject_that_is_shown(
    app: MemtuiApp, team: dict[str, str], typed: str
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "G")
        assert under_cursor(app) == "The launch is on Friday 16 October."
        await press(pilot, "g", "ctrl+p")
        await type_text(pilot, typed)
        await press(pilot, "enter")
        assert under_cursor(app) == "Bruno lives in São Paulo."
        assert main(app).facts.has_focus
