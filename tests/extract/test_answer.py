"""An answer of any shape is candidates, or a failure that says what came."""

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.errors import Code, MemtuiError
from memtui.extract.answer import candidates_in, runaway
from memtui.extract.lines import Lines

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["facts", "fact", "subject", "quote"]), inner, max_size=3)
    ),
    max_leaves=9,
)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60) | values.map(json.dumps) | values.map(lambda each: f"<think>{each}"))
def test_any_answer_is_candidates_or_unreadable(content: str) -> None:
    try:
        found, strange = candidates_in(content, "m")
    except MemtuiError as problem:
        assert problem.code is Code.EXTRACTOR_UNREADABLE
    else:
        assert strange >= 0
        assert all(isinstance(each.fact, str) for each in found)


@pytest.mark.parametrize("content", ["{}", '{"facts": null}', '{"fact": "x"}', "[1]", "42", '"x"'])
def test_what_is_not_a_list_of_facts_is_no_answer(content: str) -> None:
    with pytest.raises(MemtuiError):
        candidates_in(content, "m")


@given(st.binary(max_size=80), st.lists(st.integers(0, 80), max_size=6))
def test_lines_are_the_same_however_the_stream_is_cut(data: bytes, cuts: list[int]) -> None:
    places = [0, *sorted(cuts), len(data)]
    lines = Lines()
    found = [line for start, end in pairwise(places) for line in lines.take(data[start:end])]
    found += lines.rest()
    assert found == [each.strip() for each in data.split(b"\n") if each.strip()]


def test_an_honest_answer_does_not_run_away() -> None:
    facts = [{"quote": "q" * 50, "fact": f"Fact number {place}."} for place in range(60)]
    assert runaway(json.dumps({"facts": facts}, indent=2)) is None
