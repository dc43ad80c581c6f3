"""A review of many proposals by keys alone: decisions, names, several at once, what comes later."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import count
from pathlib import Path

import pytest

from memtui.desk.desk import Desk
from memtui.extract.proposal import Mark, Proposal
from memtui.tui.screens.ask import AskScreen
from memtui.tui.screens.edit_proposal import EditProposal
from memtui.tui.screens.review import ReviewScreen
from memtui.tui.widgets.review_list import ReviewList
from memtui.tui.widgets.words import Words
from tests.tui.open_review import (
    CITY,
    NOW,
    OWNER,
    ROLE,
    TASK,
    make_desk,
    make_review,
    press,
    proposed,
    settled,
    showing,
    shown,
)

POSITION = replace(ROLE, attribute="position")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = make_desk(tmp_path)
    yield desk
    desk.close()


def pets(many: int, subject: str = "Ana") -> list[Proposal]:
    return [
        proposed(subject, f"pet {n}", f"{subject} has pet {n}.", "I moved") for n in range(many)
    ]


def ticks(screen: ReviewScreen) -> str:
    return "".join("x" if item.ticked else "." for item in screen.review.items)


def cursor(screen: ReviewScreen) -> int | None:
    return screen.query_one(ReviewList).cursor


# Deciding


async def test_y_and_x_decide_and_go_on_to_what_is_not_decided(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk, pets(4)))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "j", "space", "g", "y")
        assert (ticks(screen), cursor(screen)) == ("x.xx", 2)
        await press(pilot, "x")
        assert (ticks(screen), cursor(screen)) == ("x..x", 3)
        assert "3 of 4 decided · 2 ticked" in shown(pilot)
        await press(pilot, "y", "full_stop")
        assert "All are decided" in shown(pilot)


async def test_u_takes_the_last_decision_back(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk, pets(3)))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "n")
        assert ticks(screen) == "..."
        await press(pilot, "u")
        assert ticks(screen) == "xxx"
        assert desk.reviews()[0].ticked == 3
        await press(pilot, "u")
        assert "Nothing was decided here yet." in shown(pilot)


async def test_a_whole_subject_is_ticked_or_left_out_at_once(desk: Desk, tmp_path: Path) -> None:
    both = [*pets(2), *pets(2, "Bruno"), *pets(1, "Carla")]
    screen = ReviewScreen(desk, make_review(desk, both))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "X")
        assert (ticks(screen), cursor(screen)) == ("..xxx", 2)
        assert "Ana  0/2" in shown(pilot)
        await press(pilot, "j", "X", "k", "k", "k", "A")
        assert ticks(screen) == "xx..x"
        assert screen.review.decided == 4


async def test_two_hundred_proposals_by_keys_alone(desk: Desk, tmp_path: Path) -> None:
    many = [each for n in range(20) for each in pets(10, f"Person{n}")]
    screen = ReviewScreen(desk, make_review(desk, many))
    async with showing(desk, tmp_path, screen, (120, 40)) as pilot:
        await press(pilot, *["y", "x"] * 3, *["A", "X"] * 9, "enter")
        kept = desk.memory.facts(source="conversation: standup.json")
        assert len(kept) == 9 * 10 + 20
        assert desk.reviews() == []


async def test_the_heading_of_a_subject_stays_in_sight(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk, [*pets(30), *pets(30, "Bruno")]))
    async with showing(desk, tmp_path, screen) as pilot:
        the_list = screen.query_one(ReviewList)
        await press(pilot, *["j"] * 25)
        assert the_list.scroll_offset.y > 1
        top = shown(pilot).splitlines()[2]
        assert top.strip().startswith("Ana  30/30")
        for _ in range(12):
            await press(pilot, "k")
        assert "▸" in shown(pilot), "the cursor is never hidden behind the heading"
        await press(pilot, "G")
        assert shown(pilot).splitlines()[2].strip().startswith("Bruno")


async def test_what_comes_later_moves_neither_cursor_nor_view(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk, [*pets(3), *pets(30, "Bruno")]))
    async with showing(desk, tmp_path, screen) as pilot:
        the_list = screen.query_one(ReviewList)
        await press(pilot, "G", "k", "k")
        before = cursor(screen), _row_of_cursor(pilot)
        more = [replace(each, attribute=f"more {n}") for n, each in enumerate(pets(4))]
        screen.safe.review = desk.add_to_review(screen.review, more)
        screen.take_in()
        await settled(pilot)
        assert (cursor(screen), _row_of_cursor(pilot)) == before
        assert len(the_list.items) == 37
        assert "of 37 decided" in shown(pilot)
        await press(pilot, "space")
        assert len(screen.review.items) == 37


def _row_of_cursor(pilot: object) -> int:
    lines = shown(pilot).splitlines()  # type: ignore[arg-type]
    return next(y for y, line in enumerate(lines) if "▸" in line)


async def test_what_comes_while_one_is_edited_is_not_lost(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk, [TASK]))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "e", "text: Yes")
        screen.safe.review = desk.add_to_review(screen.review, [ROLE])
        await press(pilot, "enter")
        facts = [item.draft.fact for item in screen.review.items]
        assert facts == ["Bruno takes the dashboards. Yes", "Ana works in research."]
        assert "of 2 decided" in shown(pilot)


# Names


async def test_a_thing_known_under_another_name_is_suggested_and_taken_by_one_key(
    desk: Desk, tmp_path: Path
) -> None:
    screen = ReviewScreen(desk, make_review(desk, [POSITION]))
    async with showing(desk, tmp_path, screen) as pilot:
        assert "same as Ana — role? (another word for it) s: yes" in shown(pilot)
        assert "replaces:" not in shown(pilot)
        await press(pilot, "s")
        assert "replaces: Ana leads the data team." in shown(pilot)
        assert screen.review.items[0].draft.attribute == "role"
        assert "same as" not in shown(pilot)
        assert not desk.memory.settings.attributes.aliases
        await press(pilot, "S")
        assert dict(desk.memory.settings.attributes.aliases) == {"position": "role"}
        assert "“position” now means role. It stands in memory.toml." in shown(pilot)
        await press(pilot, "enter")
        assert [fact.fact for fact in desk.memory.timeline("Ana", "position")] == [
            "Ana leads the data team.",
            "Ana works in research.",
        ]


async def test_a_longer_name_can_be_remembered_at_once(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk, [replace(ROLE, subject="Ana Lima")]))
    async with showing(desk, tmp_path, screen) as pilot:
        assert "same as Ana — role?" in shown(pilot)
        await press(pilot, "S")
        assert dict(desk.memory.settings.subjects.aliases) == {"Ana Lima": "Ana"}
        assert "replaces: Ana leads the data team." in shown(pilot)


async def test_a_name_that_would_join_facts_that_are_kept_is_asked_about(
    tmp_path: Path,
) -> None:
    kept = [
        ("Ana", "role", "Ana leads.", date(2026, 9, 1)),
        ("Bruno", "role", "Bruno leads.", date(2026, 9, 1)),
        ("Bruno", "position", "Bruno is a judge.", date(2026, 9, 2)),
    ]
    desk = make_desk(tmp_path, kept)
    screen = ReviewScreen(desk, make_review(desk, [POSITION]))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "S")
        assert isinstance(pilot.app.screen, AskScreen)
        assert "facts that the memory has would change" in " ".join(shown(pilot).split())
        await press(pilot, "n")
        assert not desk.memory.settings.attributes.aliases
    desk.close()


async def test_an_attribute_can_be_remembered_as_holding_many_values(
    desk: Desk, tmp_path: Path
) -> None:
    screen = ReviewScreen(desk, make_review(desk, [ROLE]))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "b")
        assert "m remembers that role always holds many values." in shown(pilot)
        await press(pilot, "m")
        assert desk.memory.settings.attributes.many == ("role",)
        assert "replaces:" not in shown(pilot)
        await press(pilot, "m")
        assert "role holds many values already." in shown(pilot)


async def test_what_was_declined_can_be_cleared(desk: Desk, tmp_path: Path) -> None:
    desk.declined.add([make_review(desk, [TASK]).items[0].draft])
    screen = ReviewScreen(desk, make_review(desk, [TASK]))
    async with showing(desk, tmp_path, screen) as pilot:
        assert "you left this out before" in shown(pilot)
        screen.action_declined()
        await settled(pilot)
        assert "1 fact left out before may be proposed again." in shown(pilot)
        assert len(desk.declined) == 0


# What has to be looked at


@pytest.mark.parametrize(
    "fact", ["I work in research.", "She works in research.", "Ana leaves next month."]
)
async def test_what_does_not_stand_alone_is_edited_before_it_is_ticked(
    desk: Desk, tmp_path: Path, fact: str
) -> None:
    marks = {
        "I": Mark.PRONOUN,
        "S": Mark.UNNAMED,
        "A": Mark.RELATIVE,
    }
    odd = proposed("Ana", "role", fact, "I moved", marks=[marks[fact[0]]])
    screen = ReviewScreen(desk, make_review(desk, [odd]))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "space")
        dialog = pilot.app.screen
        assert isinstance(dialog, EditProposal)
        assert "Ana: “I moved”" in shown(pilot)
        await press(pilot, *["backspace"] * len(fact), "text:Ana works here.", "enter")
        assert ticks(screen) == "x"
        assert "! " not in shown(pilot)


async def test_a_correction_in_one_conversation_is_shown_with_what_it_corrects(
    desk: Desk, tmp_path: Path
) -> None:
    first = proposed("Offsite", "place", "The offsite is in Ghent.", "I moved", turn=0)
    second = proposed("Offsite", "place", "The offsite is in Antwerp.", "The launch", turn=2)
    seconds = count()
    desk.clock = lambda: NOW + timedelta(seconds=next(seconds))
    screen = ReviewScreen(desk, make_review(desk, [TASK, second, OWNER, first]))
    async with showing(desk, tmp_path, screen) as pilot:
        lines = shown(pilot).splitlines()
        (at,) = [y for y, line in enumerate(lines) if "Ghent." in line and "corrects" not in line]
        assert "└ then" in lines[at + 1]
        assert "The offsite is in Antwerp." in lines[at + 1]
        assert "corrects: The offsite is in Ghent.  (said before it)" in lines[at + 2]
        await press(pilot, "g", "x", "G", "y", "enter")
        assert [fact.fact for fact in desk.memory.timeline("Offsite", "place")] == [
            "The offsite is in Ghent.",
            "The offsite is in Antwerp.",
        ]


async def test_a_day_to_come_is_told_while_it_is_typed(desk: Desk, tmp_path: Path) -> None:
    screen = ReviewScreen(desk, make_review(desk, [TASK]))
    async with showing(desk, tmp_path, screen) as pilot:
        await press(pilot, "e")
        assert "27/2,000" in shown(pilot)
        await press(pilot, "tab", *["backspace"] * 10, "text:2027-01-01")
        assert "that day is still to come: it counts as said today" in shown(pilot)


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (120, 40), (40, 10)])
async def test_no_size_shows_a_statement_without_its_words(
    desk: Desk, tmp_path: Path, size: tuple[int, int]
) -> None:
    screen = ReviewScreen(desk, make_review(desk, [CITY, TASK]))
    async with showing(desk, tmp_path, screen, size) as pilot:
        for quote in ("I still live in Recife", "Bruno takes the dashboards"):
            words = " ".join(shown(pilot).replace("│", " ").split())
            assert screen.query_one(Words).display or f"Ana: “{quote[:10]}" in words
            if size[1] > 10:
                await press(pilot, "e")
                assert "Ana: “" in shown(pilot)
                await press(pilot, "escape")
            await press(pilot, "j")
