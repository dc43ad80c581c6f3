"""Reviewing proposals: every key, and that nothing is ever lost."""

from pathlib import Path

import pytest

from memtui.desk.desk import Desk
from memtui.errors import Code, MemtuiError
from memtui.extract.proposal import Mark
from memtui.facts.fact import Draft
from memtui.facts.keeping import Keep
from memtui.review.review import Review
from memtui.tui.screens.main import MainScreen
from memtui.tui.screens.review import ReviewScreen
from memtui.tui.widgets.review_list import ReviewList
from memtui.tui.widgets.words import Words
from tests.tui.open_review import (
    PROPOSALS,
    TASK,
    make_desk,
    make_review,
    notices,
    press,
    proposed,
    settled,
    showing,
    shown,
)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return make_desk(tmp_path)


def ticks(screen: ReviewScreen) -> str:
    return "".join("x" if item.ticked else "." for item in screen.review.items)


def cursor(screen: ReviewScreen) -> int | None:
    return screen.query_one(ReviewList).cursor


def saved(desk: Desk) -> Review:
    (review,) = desk.reviews()
    return review


async def test_it_shows_what_each_proposal_would_do(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        seen = shown(pilot)
        assert "Remember from standup.json" in seen
        assert "0 of 5 decided · 3 ticked · 1/5" in seen
        assert "[x]  replaces role    12 Oct  Ana works in research." in seen
        assert "replaces: Ana leads the data team.  (1 Sep)" in seen
        assert "[ ]  known    city            Ana lives in Recife." in seen
        assert "! only the assistant said so" in seen
        assert "left out: a fact about Bruno looked like a password" in seen
        assert "enter  Remember 3 facts · 2 replace an older one" in seen
        assert "I moved to research this week, so Bruno takes the dashboards." in seen


async def test_space_ticks_and_goes_on(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        assert ticks(screen) == "x.xx."
        await press(pilot, "space")
        assert (ticks(screen), cursor(screen)) == ("..xx.", 1)
        assert "Remember 2 facts · 1 replaces an older one" in shown(pilot)


async def test_a_n_and_i_tick_all_none_and_the_others(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "a")
        assert ticks(screen) == "x.xxx", "what is known already is left alone"
        await press(pilot, "n")
        assert ticks(screen) == "....."
        assert "nothing is ticked" in shown(pilot)
        await press(pilot, "space", "i")
        assert ticks(screen) == ".xxxx"


async def test_enter_without_a_tick_says_so_and_keeps_nothing(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "n", "enter")
        assert "Nothing is ticked" in shown(pilot)
        assert pilot.app.screen is screen
        assert desk.memory.counts().current == 3


async def test_enter_keeps_what_is_ticked_and_goes_back_to_the_list(
    desk: Desk, tmp_path: Path
) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, MainScreen)
        assert "kept 3; 2 replaced an older fact · u takes all of it back" in notices(pilot)
        kept = {fact.fact for fact in desk.memory.facts()}
        assert "Ana works in research." in kept
        assert "Ana leads the data team." not in kept
        assert "Carla owns the launch." not in kept
        assert desk.reviews() == []


async def test_u_takes_all_of_it_back(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "enter", "u")
        assert {fact.fact for fact in desk.memory.facts()} == {
            "Ana leads the data team.",
            "Ana lives in Recife.",
            "The launch is on 9 October.",
        }
        assert len(saved(desk).items) == 5


async def test_b_keeps_beside_instead_of_replacing(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "b")
        assert "kept beside what is there" in shown(pilot)
        assert "replaces: Ana leads the data team." not in shown(pilot)
        await press(pilot, "enter")
        assert {"Ana leads the data team.", "Ana works in research."} <= {
            fact.fact for fact in desk.memory.facts()
        }


async def test_b_twice_replaces_after_all(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "b", "b")
        assert "replaces: Ana leads the data team." in shown(pilot)


async def test_b_where_nothing_is_replaced_says_so(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "j", "j", "b")
        assert "It replaces nothing" in shown(pilot)
        assert not screen.review.items[2].beside


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        (["j", "down"], 2),
        (["j", "j", "k", "up"], 0),
        (["G"], 4),
        (["end", "g"], 0),
        (["end", "home"], 0),
        (["pagedown"], 4),
        (["G", "pageup"], 0),
        (["right_square_bracket"], 2),
        (["right_square_bracket", "right_square_bracket", "right_square_bracket"], 3),
        (["G", "left_square_bracket"], 3),
        (["G", "left_square_bracket", "left_square_bracket"], 2),
    ],
)
async def test_keys_go_about(desk: Desk, tmp_path: Path, keys: list[str], place: int) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, *keys)
        assert cursor(screen) == place


async def test_the_words_follow_the_cursor(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "G")
        assert "Shall I note that Carla owns the launch now?" in shown(pilot)
        quoted = [
            text
            for line in screen.query_one(Words).lines
            for text, look in line.parts
            if look == "quote"
        ]
        assert quoted == ["Carla owns the launch"]


async def test_beside_the_list_the_whole_conversation_stands(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen, (120, 40)) as pilot:
        seen = shown(pilot)
        assert "Shall I note that Carla" in seen
        assert "The launch moved to 16 October." in seen
        await press(pilot, "tab")
        assert screen.query_one(Words).has_focus
        await press(pilot, "j", "k", "pagedown", "pageup", "g", "G", "escape")
        assert screen.query_one(ReviewList).has_focus
        assert pilot.app.screen is screen


async def test_words_that_are_not_in_the_conversation_are_told_apart(
    desk: Desk, tmp_path: Path
) -> None:
    odd = proposed("Ana", "pet", "Ana has a cat.", "my cat", turn=None, marks=[Mark.UNSUPPORTED])
    screen = ReviewScreen(desk, make_review(desk, [odd]))
    async with showing(desk, tmp_path, screen) as pilot:
        assert "not found in the conversation" in shown(pilot)
        assert "“my cat”" in shown(pilot)


# What cannot be kept


@pytest.mark.parametrize(
    ("attribute", "fact", "reason"),
    [
        ("", "Ana has a cat.", "The attribute is empty."),
        ("pet", "x" * 2_001, "2,001 characters"),
        ("login", "Ana's password is hunter2.", "looks like a secret"),
    ],
)
async def test_what_cannot_be_kept_says_why_and_is_not_ticked(
    desk: Desk, tmp_path: Path, attribute: str, fact: str, reason: str
) -> None:
    screen = ReviewScreen(desk, make_review(desk, [proposed("Ana", attribute, fact), TASK]))
    async with showing(desk, tmp_path, screen) as pilot:
        assert reason in shown(pilot)
        await press(pilot, "space", "a", "i", "a")
        assert ticks(screen) == ".x"
        await press(pilot, "enter")
        assert "kept 1" in notices(pilot)


async def test_edited_it_can_be_ticked(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk, [proposed("Ana", "", "Ana has a cat.")]))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "e", "text:pet", "enter")
        assert pilot.app.screen is screen
        assert ticks(screen) == "x"
        await press(pilot, "enter")
        assert desk.memory.timeline("Ana", "pet")[0].fact == "Ana has a cat."


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_leaving_keeps_the_review_as_it_is(desk: Desk, tmp_path: Path, key: str) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "space", key)
        assert isinstance(pilot.app.screen, MainScreen)
        assert [item.ticked for item in saved(desk).items] == [False, False, True, True, False]
        await press(pilot, "r")
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert ticks(pilot.app.screen) == "..xx."


async def test_every_change_is_written_down_at_once(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "space")
        assert not saved(desk).items[0].ticked
        await press(pilot, "k", "b")
        assert saved(desk).items[0].beside


async def test_the_end_of_the_app_loses_no_tick(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await pilot.press("space")
        pilot.app.exit()
    assert not saved(desk).items[0].ticked


async def test_d_asks_before_it_discards(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "D")
        assert "Discard" in shown(pilot)
        await press(pilot, "escape")
        assert pilot.app.screen is screen
        assert desk.reviews()
        await press(pilot, "D", "y")
        assert isinstance(pilot.app.screen, MainScreen)
        assert desk.reviews() == []


async def test_when_the_memory_changed_nothing_is_kept_and_nothing_lost(
    desk: Desk, tmp_path: Path
) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        desk.apply(Keep((Draft("Ana", "role", "Ana is on leave.", said=PROPOSALS[0].said),), "b_2"))
        before = {fact.fact for fact in desk.memory.facts()}
        await press(pilot, "enter")
        assert pilot.app.screen is screen
        assert "MEMORY_CHANGED" in shown(pilot)
        assert "replaces: Ana is on leave." in shown(pilot)
        assert {fact.fact for fact in desk.memory.facts()} == before
        assert ticks(screen) == "x.xx."
        await press(pilot, "enter")
        assert "kept 3" in notices(pilot)


async def test_a_memory_that_cannot_be_written_is_told(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(review: Review) -> None:
        raise MemtuiError(Code.MEMORY_READONLY, "The memory cannot be written.", "Look at it.")

    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        monkeypatch.setattr(desk, "save_review", refuse)
        await press(pilot, "space")
        assert "MEMORY_READONLY" in shown(pilot)
        assert ticks(screen) == "..xx."


async def test_what_was_left_out_once_is_labelled_the_next_time(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk, [TASK, PROPOSALS[0]]))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "space", "enter")
        again = ReviewScreen(desk, make_review(desk, [TASK]))
        await pilot.app.push_screen(again)
        await settled(pilot)
        assert ticks(again) == "."
        assert "you left this out before" in shown(pilot)


# Sizes and texts

HOSTILE = (
    proposed("[/bold] 東京", "next trip [/", "東京への旅行は十月です。👩‍👩‍👧 [/b][b + c", "[/ not"),
    proposed("عنا", "مدينة", "تعيش عنا في القاهرة.", "עברית"),
    proposed("Ana\u202e\u200b", "x\ny", "One\u202e line\nor two.\x1b[31m", "q"),
    proposed("Long", "length", "word " * 399 + "last.", "Bruno takes the dashboards"),
)


@pytest.mark.parametrize("size", [(80, 24), (60, 15), (120, 40), (20, 6)])
async def test_any_text_is_shown_as_text(desk: Desk, tmp_path: Path, size: tuple[int, int]) -> None:
    screen = ReviewScreen(desk, make_review(desk, HOSTILE))
    async with showing(desk, tmp_path, screen, size) as pilot:
        for key in ("j", "j", "j", "j", "space", "a", "n", "e", "escape", "b", "G", "g"):
            await press(pilot, key)
            assert "\x1b" not in shown(pilot)
            assert "\u202e" not in shown(pilot)
        assert pilot.app.screen is screen


@pytest.mark.parametrize("size", [(1, 1), (3, 40), (200, 2)])
async def test_a_terminal_may_become_tiny_and_come_back(
    desk: Desk, tmp_path: Path, size: tuple[int, int]
) -> None:
    screen = ReviewScreen(desk, make_review(desk, [*PROPOSALS, *HOSTILE]))
    async with showing(desk, tmp_path, screen) as pilot:
        await pilot.resize_terminal(*size)
        await press(pilot, "pagedown", "j", "space", "pageup", "G", "e", "escape")
        await pilot.resize_terminal(120, 40)
        await settled(pilot)
        assert "decided" in shown(pilot)


async def test_every_key_works_where_only_the_list_has_room(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen, (60, 15)) as pilot:
        assert not screen.query_one(Words).display
        await press(pilot, "space", "a", "i", "n", "G", "b", "e", "escape", "g", "space", "enter")
        assert "kept 1" in notices(pilot)


async def test_a_click_on_a_box_ticks_it(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        await pilot.click(ReviewList, offset=(3, 1))
        await settled(pilot)
        assert ticks(screen) == "..xx."
        await pilot.click(ReviewList, offset=(30, 3))
        await settled(pilot)
        assert (ticks(screen), cursor(screen)) == ("..xx.", 1)
