"""Which turns of a branching conversation were shown last."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.conversations.trees import shown_path


@pytest.mark.parametrize(
    ("parents", "leaf", "path"),
    [
        ({}, None, ""),
        ({"a": None, "b": "a", "c": "b"}, "c", "abc"),
        ({"a": None, "b": "a", "c": "a", "d": "c"}, "b", "ab"),
        # Without a pointer, or with one to nowhere, the newest leaf counts.
        ({"a": None, "b": "a", "c": "a", "d": "c", "e": "b"}, None, "abe"),
        ({"a": None, "b": "a", "c": "a", "d": "c", "e": "b"}, "x", "abe"),
        ({"a": None, "b": "a", "c": "a"}, ["b"], "ac"),
        # A child may stand above its parent.
        ({"c": "b", "b": "a", "a": None}, "c", "abc"),
        # A parent that is not in the file is the record before.
        ({"a": None, "b": "gone", "c": "b"}, "c", "abc"),
        ({"a": "gone", "b": "a", "c": "lost"}, "c", "abc"),
        # Without any parents the file's order counts.
        ({"a": None, "b": None, "c": None}, "b", "abc"),
        ({"a": "", "b": "", "c": ""}, None, "abc"),
        ({"a": 7, "b": [], "c": {}}, None, "abc"),
        # A root is a root, and so is one below the id that means nothing.
        ({"a": None, "b": None, "c": "b"}, "c", "bc"),
        ({"a": "00000000-0000-4000-8000-000000000000", "b": "a"}, "b", "ab"),
        # Round in a circle.
        ({"a": "a", "b": "a"}, "b", "ab"),
        ({"r": None, "a": "b", "b": "a"}, "b", "rab"),
        ({"a": "c", "b": "a", "c": "b"}, None, "abc"),
    ],
)
def test_the_path_is_walked_up_from_the_leaf(
    parents: dict[str, object], leaf: object, path: str
) -> None:
    assert "".join(shown_path(parents, leaf)) == path


def test_the_newest_of_two_leaves_is_shown_wherever_it_stands() -> None:
    times = {"b": datetime(2026, 3, 2, tzinfo=UTC), "c": datetime(2026, 3, 1, tzinfo=UTC)}
    parents: dict[str, object] = {"a": None, "b": "a", "c": "a"}
    assert shown_path(parents, None, times.get) == ["a", "b"]
    assert shown_path(parents, None, lambda each: times["b"]) == ["a", "c"]


def test_a_leaf_without_a_time_is_as_new_as_what_stands_before_it() -> None:
    times = {each: datetime(2026, 3, day, tzinfo=UTC) for each, day in (("a", 1), ("b", 3))}
    # The answer b was given up, and nothing after c says when it was.
    parents: dict[str, object] = {"a": None, "b": "a", "c": "a", "d": "c"}
    assert shown_path(parents, None, times.get) == ["a", "c", "d"]


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.none() | st.sampled_from("abcdefx")),
    st.sampled_from("abcdefx"),
)
def test_no_tree_goes_on_for_ever_or_shows_a_turn_twice(
    parents: dict[str, object], leaf: str
) -> None:
    path = shown_path(parents, leaf)
    assert len(path) == len(set(path))
    assert bool(path) == bool(parents)
