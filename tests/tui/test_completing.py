"""The end of a filter, suggested from the values that facts have."""

from collections.abc import Callable

import pytest

from memtui.desk.desk import Desk
from memtui.facts.keeping import Tag
from memtui.tui.app import MemtuiApp
from memtui.tui.completing import completed
from tests.tui.seen import main, shown
from tests.tui.settling import press, settle, type_text

Kept = Callable[..., str]
VALUES = {
    "subject": ["Ana", "Ana Lima", "Bruno"],
    "tag": ["data team", "later"],
    "source": ['chat "old" two'],
}


@pytest.mark.parametrize(
    ("typed", "becomes"),
    [
        ("subject:a", "subject:ana"),
        ("work -subject:B", "work -subject:Bruno"),
        ('subject:"ana l', 'subject:"ana lima"'),
        ("tag:", "tag:data"),
        ('tag:"', 'tag:"data team"'),
        ('source:"ch', 'source:"chat "'),
        ("SUBJECT:bru", "SUBJECT:bruno"),
        ("subject:ana", None),
        ("subject:zebra", None),
        ("subject:ana ", None),
        ("said:20", None),
        ("ana", None),
    ],
)
def test_a_value_is_completed_from_those_there_are(typed: str, becomes: str | None) -> None:
    assert completed(typed, lambda name: VALUES.get(name, [])) == becomes


async def test_what_is_suggested_is_taken_over_by_the_right_arrow(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    desk.apply(Tag((team["city"],), ("home",)))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "slash")
        await type_text(pilot, "attribute:dea")
        await press(pilot, "right", "enter")
        assert main(app).filter_field.value == "attribute:deadline"
        await press(pilot, "slash", "ctrl+u")
        await type_text(pilot, "tag:h")
        await press(pilot, "right", "enter")
        assert main(app).filter_field.value == "tag:home"
        assert "Ana lives in Recife." in "\n".join(shown(app))
