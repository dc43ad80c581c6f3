"""The parts a review is drawn from: lines, columns, and the words in their place."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from textual.geometry import Region
from textual.screen import Screen

from memtui.conversations.conversation import Role, Turn
from memtui.tui.commands import offers
from memtui.tui.screens.ask import AskScreen
from memtui.tui.screens.edit_proposal import EditProposal
from memtui.tui.screens.open import OpenScreen
from memtui.tui.screens.pick import PickScreen
from memtui.tui.screens.preview import NamesScreen, PreviewScreen
from memtui.tui.screens.reading import ReadingScreen
from memtui.tui.screens.review import ReviewScreen
from memtui.tui.widgets.review_lines import short_day
from memtui.tui.widgets.review_list import ReviewList
from memtui.tui.widgets.words import Words, clean_text, find_quote, speaker_line, wrapped
from tests.tui.open_review import (
    ROLE,
    at,
    make_desk,
    make_review,
    press,
    proposed,
    settled,
    showing,
    shown,
)


@pytest.mark.parametrize(
    ("text", "quote", "found"),
    [
        ("I moved to research.", "moved to", "moved to"),
        ("I Moved\n  to research.", "moved to research", "Moved\n  to research"),
        ("a (b) [c] .*", "(b) [c] .*", "(b) [c] .*"),
        ("I moved.", "", None),
        ("I moved.", "she moved", None),
    ],
)
def test_words_are_found_whatever_the_spaces_and_case(
    text: str, quote: str, found: str | None
) -> None:
    span = find_quote(text, quote)
    assert (text[slice(*span)] if span else None) == found


def test_a_quote_goes_on_over_the_lines_it_is_wrapped_to() -> None:
    lines = wrapped("one two three four five", 9, (4, 18))
    assert [[part for part in line if part[1] == "quote"] for line in lines] == [
        [("two", "quote")],
        [("three", "quote")],
        [("four", "quote")],
    ]


def test_a_turns_lines_stay_lines_and_what_is_invisible_goes() -> None:
    assert clean_text("one\u202e\n\n  two\u200b\tthree") == "one\ntwo three"


def test_who_spoke_when_is_said_as_far_as_it_is_known() -> None:
    day = date(2026, 10, 12)
    assert speaker_line(Turn("Ana", Role.PERSON, "", at(9, 12), day)) == "Ana, 12 Oct 2026 09:12"
    assert speaker_line(Turn("Ana", Role.PERSON, "", None, day)) == "Ana, 12 Oct 2026"
    assert speaker_line(Turn("", Role.MODEL, "")) == "assistant"


def test_the_year_is_left_out_of_days_of_this_year() -> None:
    today = date(2026, 10, 12)
    assert short_day(date(2026, 9, 1), today) == "1 Sep"
    assert short_day(date(2025, 9, 1), today) == "1 Sep 2025"
    assert short_day(None, today) == ""


def watched(the_list: ReviewList, monkeypatch: pytest.MonkeyPatch) -> list[Region]:
    """What of the list is drawn anew from now on."""
    drawn: list[Region] = []
    refresh = the_list.refresh

    def refreshed(*regions: Region, **more: bool) -> object:
        drawn.extend(regions or [the_list.size.region])
        return refresh(*regions, **more)

    monkeypatch.setattr(the_list, "refresh", refreshed)
    return drawn


async def test_a_step_draws_two_lines_anew_and_scrolls_only_at_the_edge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = make_desk(tmp_path)
    many = [proposed("Ana", f"pet {n}", f"Ana has pet {n}.") for n in range(50)]
    screen = ReviewScreen(desk, make_review(desk, many))
    async with showing(desk, tmp_path, screen, (60, 15)) as pilot:
        the_list = screen.query_one(ReviewList)
        drawn = watched(the_list, monkeypatch)
        await press(pilot, "j")
        assert sorted(region.y for region in drawn) == [1, 3], "two lines each, with the words"
        assert all(region.height == 1 for region in drawn)
        assert the_list.scroll_offset.y == 0
        await press(pilot, "G")
        assert the_list.scroll_offset.y == the_list.max_scroll_y - 1, "what was left out follows"


async def test_a_tick_draws_its_own_lines_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = make_desk(tmp_path)
    many = [proposed("Ana", f"pet {n}", f"Ana has pet {n}.") for n in range(50)]
    screen = ReviewScreen(desk, make_review(desk, many))
    async with showing(desk, tmp_path, screen, (60, 15)) as pilot:
        the_list = screen.query_one(ReviewList)
        drawn = watched(the_list, monkeypatch)
        await press(pilot, "space")
        assert {region.y for region in drawn} == {0, 1, 3}, "and the heading with its count"


async def test_a_long_conversation_is_shown_around_the_words(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    turns = tuple(Turn("Ana", Role.PERSON, f"Turn {n} " + "word " * 2_000) for n in range(300))
    words = Words(turns)
    review = make_review(desk, [ROLE])
    screen = ReviewScreen(desk, review)
    async with showing(desk, tmp_path, screen, (120, 40)) as pilot:
        await screen.mount(words)
        await settled(pilot)
        words.show_words(replace(ROLE, turn=150, quote="Turn 150"), around=True)
        texts = ["".join(text for text, _ in line.parts) for line in words.lines]
        assert texts[0] == "⋯ 138 earlier turns"
        assert texts[-1] == "⋯ 125 later turns"
        assert len(words.lines) < 37 * 250


@pytest.mark.parametrize(
    "screen",
    [
        OpenScreen,
        PickScreen,
        PreviewScreen,
        NamesScreen,
        ReadingScreen,
        ReviewScreen,
        EditProposal,
        AskScreen,
    ],
)
def test_every_command_is_answered_and_has_keys_of_its_own(screen: type[Screen[Any]]) -> None:
    commands = offers(screen)
    keys = [key for command in commands for key in command.keys.split(",")]
    assert len(keys) == len(set(keys))
    for command in commands:
        assert hasattr(screen, f"action_{command.does.partition('(')[0]}")
        assert command.keys != "escape", "a terminal may swallow it"


async def test_what_is_kept_beside_is_not_said_to_replace_while_it_is_not_ticked(
    tmp_path: Path,
) -> None:
    desk = make_desk(tmp_path)
    screen = ReviewScreen(desk, make_review(desk, [ROLE]))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "b", "space")
        text = shown(pilot)
        assert "[ ]✓ new" in text
        assert "kept beside what is there" in text
        assert "replaces" not in text
    desk.close()
