"""A review that is open here while another app decides on it, finishes it, or the memory goes."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from memtui.desk.desk import Desk
from memtui.desk.safekeeping import Safekeeping
from memtui.facts.keeping import Forget
from memtui.review import review as reviewing
from memtui.tui.screens.main import MainScreen
from memtui.tui.screens.review import ReviewScreen
from memtui.tui.widgets.review_list import ReviewList
from memtui.tui.widgets.words import Words
from tests.tui.open_review import (
    NOW,
    make_desk,
    make_review,
    notices,
    press,
    proposed,
    settled,
    showing,
    shown,
)


class Other:
    """Another app with the same review open."""

    def __init__(self, home: Path) -> None:
        self.desk = Desk.open(home, "team", clock=lambda: NOW)

    def decide(self, place: int, value: bool) -> None:
        """Tick or untick, as a person does there."""
        (review,) = self.desk.reviews()
        safe = Safekeeping(self.desk, review)
        safe.review = reviewing.tick(review, place, value)
        safe.write_now()

    def keep(self) -> None:
        """Press enter there."""
        (review,) = self.desk.reviews()
        Safekeeping(self.desk, review).keep(self.desk.verdicts(review))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = make_desk(tmp_path)
    yield desk
    desk.close()


@pytest.fixture
def other(desk: Desk, tmp_path: Path) -> Iterator[Other]:
    other = Other(tmp_path)
    yield other
    other.desk.close()


def ticks(screen: ReviewScreen) -> str:
    return "".join("x" if item.ticked else "." for item in screen.review.items)


def facts(desk: Desk) -> set[str]:
    return {fact.fact for fact in desk.memory.facts()}


async def look(pilot: Pilot[None], screen: ReviewScreen) -> None:
    """What happens by itself each second."""
    screen.look()
    await settled(pilot)


async def test_what_is_decided_elsewhere_is_shown_and_said(
    desk: Desk, other: Other, tmp_path: Path
) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        other.decide(0, False)
        other.decide(2, False)
        await look(pilot, screen)
        assert "Taken over from elsewhere: 2 decisions." in shown(pilot)
        assert "2 of 5 decided · 1 ticked" in shown(pilot)
        await press(pilot, "j", "j", "j", "x")
        assert [item.decided for item in other.desk.reviews()[0].items] == [
            *(True, False, True, True, False)
        ]


async def test_what_is_left_out_elsewhere_is_not_kept_by_enter(
    desk: Desk, other: Other, tmp_path: Path
) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        before = facts(desk)
        other.decide(0, False)
        await press(pilot, "enter")
        assert pilot.app.screen is screen
        assert "Nothing was kept yet" in shown(pilot)
        assert facts(desk) == before
        await press(pilot, "enter")
        assert "kept 2" in notices(pilot)
        assert "Ana works in research." not in facts(desk)


@pytest.mark.parametrize("seen", [True, False])
async def test_what_is_finished_elsewhere_is_told_and_nothing_more_is_kept(
    desk: Desk, other: Other, tmp_path: Path, seen: bool
) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        other.decide(0, False)
        other.keep()
        after = facts(other.desk)
        if seen:
            await look(pilot, screen)
            assert "reviewed elsewhere: kept 2, left out 3" in shown(pilot)
            await press(pilot, "space", "a", "y")
            assert "reviewed elsewhere: kept 2, left out 3" in shown(pilot)
            assert "enter  Back; nothing more is kept here" in shown(pilot)
            assert ticks(screen) == "x.xx."
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, MainScreen)
        assert "reviewed elsewhere: kept 2, left out 3" in notices(pilot)
        desk.refresh()
        assert facts(desk) == after
        assert desk.reviews() == []


@pytest.mark.parametrize("keys", [["q"], ["D"], ["x", "q"]])
async def test_what_is_finished_elsewhere_is_left_by_any_way_out(
    desk: Desk, other: Other, tmp_path: Path, keys: list[str]
) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        other.keep()
        await look(pilot, screen)
        await press(pilot, *keys)
        assert isinstance(pilot.app.screen, MainScreen)
        assert desk.reviews() == []


async def test_taking_back_leaves_alone_what_was_decided_elsewhere(
    desk: Desk, other: Other, tmp_path: Path
) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "x")
        other.decide(2, False)
        await look(pilot, screen)
        assert ticks(screen) == "...x."
        await press(pilot, "u")
        assert ticks(screen) == "x..x."
        assert ticks(screen) == "".join(
            "x" if item.ticked else "." for item in other.desk.reviews()[0].items
        )


async def test_the_cursor_stays_on_its_item_when_another_is_forgotten_elsewhere(
    desk: Desk, other: Other, tmp_path: Path
) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "j", "j")
        (city,) = other.desk.memory.timeline("Ana", "city")
        other.desk.apply(Forget((city.id,)))
        await look(pilot, screen)
        assert len(screen.review.items) == 4
        cursor = screen.query_one(ReviewList).cursor
        assert cursor is not None
        assert screen.review.items[cursor].draft.fact == "Bruno takes the dashboards."
        assert "1 proposal went" in shown(pilot)


async def test_what_is_typed_goes_to_its_item_though_others_decide(
    desk: Desk, other: Other, tmp_path: Path
) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "j", "j", "e")
        other.decide(3, False)
        (city,) = other.desk.memory.timeline("Ana", "city")
        other.desk.apply(Forget((city.id,)))
        await look(pilot, screen)
        await press(pilot, "tab", "tab", "end", "text: Really", "ctrl+s")
        edited = [item.draft.fact for item in screen.review.items if item.decided]
        assert any("Bruno takes the dashboards." in fact for fact in edited)
        assert len(screen.review.items) == 4


# A memory that is gone


@pytest.mark.parametrize("leave", ["q", "escape"])
async def test_a_review_of_a_deleted_memory_can_be_left(
    desk: Desk, tmp_path: Path, leave: str
) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        shutil.rmtree(desk.memory.folder)
        await press(pilot, "j", "x")
        assert "The memory team was deleted or moved" in shown(pilot)
        assert "Make room" not in shown(pilot)
        await press(pilot, leave)
        assert "What was decided here last is lost by leaving" in " ".join(shown(pilot).split())
        await press(pilot, "n")
        assert pilot.app.screen is screen
        await press(pilot, leave, "y")
        assert isinstance(pilot.app.screen, MainScreen)
    assert not desk.memory.folder.exists()


async def test_a_review_of_a_deleted_memory_can_be_discarded(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        shutil.rmtree(desk.memory.folder)
        await press(pilot, "D", "y")
        assert isinstance(pilot.app.screen, MainScreen)


async def test_a_review_of_a_deleted_memory_keeps_nothing(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        shutil.rmtree(desk.memory.folder)
        await press(pilot, "enter")
        assert pilot.app.screen is screen
        assert "The memory team was deleted or moved" in shown(pilot)
    assert not desk.memory.folder.exists()


# The conversation, and going on


async def test_tab_shows_the_conversation_where_there_is_no_room_beside(
    desk: Desk, tmp_path: Path
) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        assert "tab words" in shown(pilot)
        assert "Shall I note" not in shown(pilot)
        await press(pilot, "tab")
        seen = shown(pilot)
        assert "Shall I note that Carla owns the launch now?" in seen
        assert "Ana works in research." in seen
        assert "tab leads back" in seen
        await press(pilot, "tab")
        assert screen.query_one(ReviewList).has_focus
        assert "Shall I note" not in shown(pilot)


@pytest.mark.parametrize("size", [(80, 24), (60, 15), (80, 12)])
async def test_j_and_k_go_through_the_conversation(
    desk: Desk, tmp_path: Path, size: tuple[int, int]
) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen, size) as pilot:
        words = screen.query_one(Words)
        words.turns = tuple(words.turns) * 10
        await press(pilot, "tab")
        start = words.scroll_offset.y
        await press(pilot, "j", "j")
        assert words.scroll_offset.y == start + 2
        await press(pilot, "k")
        assert words.scroll_offset.y == start + 1
        assert screen.query_one(ReviewList).cursor == 0
        await press(pilot, "escape", "j")
        assert screen.query_one(ReviewList).cursor == 1


async def test_a_review_is_gone_on_with_where_nothing_is_decided_yet(
    desk: Desk, tmp_path: Path
) -> None:
    many = [proposed(f"P{n}", "role", f"P{n} cooks.", turn=None) for n in range(200)]
    review = make_review(desk, many)
    desk.save_review(reviewing.decide(review, dict.fromkeys(range(120), True)))
    screen = ReviewScreen(desk, desk.reviews()[0])
    async with showing(desk, tmp_path, screen) as pilot:
        assert "121/200" in shown(pilot)
