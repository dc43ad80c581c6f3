"""A conversation is cut into parts that fit, and none of it is lost on the way."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.conversations.conversation import Role, Turn
from memtui.extract.growing import Growing
from memtui.extract.window import (
    CHARACTERS,
    Part,
    calibrated,
    characters_of,
    cut,
    halved,
    joined,
    last_part,
    tokens,
    window_of,
)

texts = st.lists(st.text("aé東 ", min_size=1, max_size=60), min_size=1, max_size=9)


def said(*each: str) -> list[Turn]:
    return [Turn("user", Role.PERSON, text) for text in each]


def read(parts: list[Part], turns: list[Turn]) -> str:
    """What the parts read, without what is shown again, spaces aside."""
    words = ""
    for part in parts:
        shown = window_of(part, turns).turns
        words += "".join(turn.text for turn in shown[0 if part.span else part.overlap :])
    return "".join(words.split())


@given(texts, st.integers(60, 300))
def test_parts_hold_every_character_once_and_stay_within_bounds(
    each: list[str], limit: int
) -> None:
    turns = said(*each)
    parts = cut([Part(0, len(turns))], turns, limit)
    assert read(parts, turns) == "".join("".join(each).split())
    for part in parts:
        assert sum(tokens(turn.text) for turn in window_of(part, turns).turns) <= limit


@given(texts)
def test_a_part_cut_in_two_is_the_same_part(each: list[str]) -> None:
    turns = said(*(text * 50 for text in each))
    part = Part(0, len(turns))
    pieces = halved(part, turns)
    assert len(pieces) in (0, 2)
    assert not pieces or read(pieces, turns) == read([part], turns)


def test_a_turn_is_shown_again_before_the_part_that_follows_it() -> None:
    turns = said(*(f"Turn {place}. " + "x" * 300 for place in range(12)))
    first, second, *_ = cut([Part(0, 12)], turns, 800)
    assert (first.overlap, second.overlap) == (0, 1)
    assert window_of(second, turns).turns[0] == turns[first.end - 1]
    assert characters_of(second, turns) == sum(
        len(turn.text) for turn in turns[second.first : second.end]
    )


def test_the_last_part_is_not_a_crumb() -> None:
    turns = said(*("x" * 1000 for _ in range(25)))
    sizes = [part.end - part.first for part in cut([Part(0, 25)], turns, 100_000)]
    assert sizes == [14, 11]


def test_the_last_turns_are_taken_whole() -> None:
    turns = said(*("x" * 7_000 for _ in range(5)))
    assert last_part(turns) == (Part(2, 5),)


def test_of_a_last_turn_that_is_too_long_the_end_is_taken_from_a_word_on() -> None:
    turns = said("begin " + "word " * 6_000)
    (part,) = last_part(turns)
    assert part.span
    assert CHARACTERS - 90 < part.span[1] - part.span[0] <= CHARACTERS
    assert window_of(part, turns).turns[0].text.startswith("word ")


def test_neighbours_that_wait_are_cut_anew_as_one() -> None:
    waiting = [Part(2, 4, 1), Part(4, 7, 1), Part(8, 9, 1), Part(9, 10, span=(0, 5))]
    assert joined(waiting) == [Part(2, 7, 1), Part(8, 9, 1), Part(9, 10, span=(0, 5))]


@pytest.mark.parametrize(
    ("sent", "size", "most"), [(2_400, 10_000, 0.27), (0, 10_000, 0.4), (99_999, 10, 1.5)]
)
def test_the_servers_count_says_how_long_its_tokens_are(sent: int, size: int, most: float) -> None:
    assert calibrated(sent, size) <= most


entries = st.lists(
    st.dictionaries(
        st.sampled_from(["fact", "quote"]), st.text('a"\\{}[]é\n', max_size=9), min_size=1
    ),
    max_size=5,
)


@given(entries, st.lists(st.integers(0, 200), max_size=9), st.sampled_from(["", " ", "```json\n"]))
def test_facts_are_complete_however_the_answer_is_cut(
    each: list[dict[str, str]], cuts: list[int], before: str
) -> None:
    text = before + json.dumps({"facts": each}, ensure_ascii=False)
    places = [0, *sorted(min(place, len(text)) for place in cuts), len(text)]
    growing = Growing()
    found: list[Any] = []
    for start, end in pairwise(places):
        found += growing.take(text[start:end])
        assert found == each[: len(found)]
    assert found == each
    assert growing.closed


@pytest.mark.parametrize(
    "text", ['Hm, {"facts": [{"a": "b"}]} ' * 9, '{"facts": {"a": {}}}', '{"a": [{}]}', "[{}]"]
)
def test_an_answer_that_begins_otherwise_waits_until_it_is_whole(text: str) -> None:
    growing = Growing()
    assert list(growing.take(text)) == []
    assert not growing.closed


def test_a_fact_that_is_said_over_and_over_is_a_loop() -> None:
    growing = Growing()
    list(growing.take('{"facts": [' + '{"fact": "x"}, ' * 4))
    assert growing.loops
