"""Two scores become one order."""

from hypothesis import given
from hypothesis import strategies as st

from memtui.search.fusion import fused

SCORES = st.dictionaries(st.sampled_from("abcdefgh"), st.floats(-1, 1.5), max_size=8)


def order(cosines: dict[str, float], words: dict[str, float], weight: float = 0.1) -> list[str]:
    return [each.id for each in fused(cosines, words, weight)]


def test_words_decide_between_facts_of_equal_meaning() -> None:
    assert order({"a": 0.8, "b": 0.8}, {"b": 1.0}) == ["b", "a"]


def test_a_question_in_another_language_is_left_to_meaning() -> None:
    # Of its ten words one is known by chance: a tenth of what a full match has.
    assert order({"a": 0.86, "b": 0.84}, {"b": 0.1}) == ["a", "b"]


def test_a_fact_without_a_vector_is_found_by_its_words() -> None:
    found = fused({"a": 0.8, "b": 0.7}, {"new": 1.0}, 0.2)
    assert [each.id for each in found] == ["new", "a", "b"]
    assert found[0].cosine is None
    assert found[1].lex is None


def test_words_alone_keep_their_order() -> None:
    assert order({}, {"a": 0.3, "b": 0.9}) == ["b", "a"]
    assert order({}, {}) == []


def test_equals_are_ordered_by_id() -> None:
    assert order({"b": 0.5, "a": 0.5, "c": 0.5 + 1e-9}, {}) == ["a", "b", "c"]


@given(SCORES, SCORES, st.floats(0, 1))
def test_every_candidate_of_either_side_comes_once(
    cosines: dict[str, float], words: dict[str, float], weight: float
) -> None:
    found = order(cosines, words, weight)
    assert sorted(found) == sorted(cosines.keys() | words.keys())
    assert found == order(dict(reversed(cosines.items())), dict(reversed(words.items())), weight)
