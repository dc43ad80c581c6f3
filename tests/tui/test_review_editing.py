"""Editing a proposal in the review, and what is typed there."""

from pathlib import Path

import pytest

from memtui.desk.desk import Desk
from memtui.review.review import Review
from memtui.tui.screens.edit_proposal import EditProposal
from memtui.tui.screens.review import ReviewScreen
from tests.tui.open_review import (
    TASK,
    make_desk,
    make_review,
    press,
    showing,
    shown,
)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return make_desk(tmp_path)


def saved(desk: Desk) -> Review:
    (review,) = desk.reviews()
    return review


# Editing


async def test_editing_shows_live_what_it_would_do(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "e")
        assert isinstance(pilot.app.screen, EditProposal)
        assert "replaces: Ana leads the data team." in shown(pilot)
        await press(pilot, "shift+tab", "text: now")
        assert "new: nothing holds about this yet" in shown(pilot)
        await press(pilot, "enter")
        assert screen.review.items[0].draft.attribute == "role now"
        assert "[x]✓ new" in shown(pilot)


async def test_every_part_can_be_edited(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk, [TASK]))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "e", "shift+tab", "shift+tab")
        for text in (" B", "s", " Daily.", "", " (edited)"):
            await press(pilot, "end", f"text:{text}", "tab")
        await press(
            pilot, "shift+tab", "shift+tab", *["backspace"] * 10, "text:2026-10-01", "enter"
        )
        draft = screen.review.items[0].draft
        assert (draft.subject, draft.attribute) == ("Bruno B", "tasks")
        assert draft.fact == "Bruno takes the dashboards. Daily."
        assert draft.source == "conversation: standup.json (edited)"
        assert (str(draft.said), draft.time) == ("2026-10-01", None)


async def test_a_secret_is_refused_and_what_was_typed_stays(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk, [TASK]))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "e", "text: password: hunter2", "enter")
        dialog = pilot.app.screen
        assert isinstance(dialog, EditProposal)
        assert "looks like a secret" in shown(pilot)
        assert dialog.typed("fact").endswith("password: hunter2")


async def test_a_day_that_is_none_is_refused(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk, [TASK]))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "e", "tab", "text:x", "enter")
        assert isinstance(pilot.app.screen, EditProposal)
        assert "is not a day" in shown(pilot)


async def test_leaving_the_dialog_needs_a_second_press_and_restores(
    desk: Desk, tmp_path: Path
) -> None:
    screen = ReviewScreen(desk, make_review(desk, [TASK]))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "e", "text:zzz", "escape")
        assert isinstance(pilot.app.screen, EditProposal)
        await press(pilot, "escape")
        assert screen.is_current
        assert screen.review.items[0].draft.fact == TASK.fact
        assert saved(desk).items[0].draft.fact == TASK.fact


async def test_what_is_being_typed_survives_the_end_of_the_app(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk, [TASK]))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "e", "text: Yes")
        pilot.app.exit()
    assert saved(desk).items[0].draft.fact == TASK.fact + " Yes"


# Leaving and coming back
