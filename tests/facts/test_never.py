"""What the person never wants kept."""

import pytest

from memtui.errors import Code, MemtuiError
from memtui.facts.never import check_never, never_in, topics

RULES = ("health", "home address", r"/\b\d{3} ?kg\b/", "健康", "  ")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Ana's Health is good.", "health"),
        ("Ana is healthy.", None),
        ("Her home\u200b  ADDRESS is secret.", "home address"),
        ("Ana weighs 105 KG.", r"/\b\d{3} ?kg\b/"),
        ("她的健康很好。", "健康"),
        ("Ana works in research.", None),
    ],
)
def test_words_and_patterns_are_found(text: str, rule: str | None) -> None:
    assert never_in(RULES, text) == rule


def test_what_is_spread_over_subject_and_fact_is_found_too() -> None:
    assert never_in(("ana lima",), "Ana", "Lima") == "ana lima"


def test_a_model_is_told_of_topics_not_of_patterns() -> None:
    assert topics(RULES) == ("health", "home address", "健康")


def test_a_broken_pattern_is_named() -> None:
    with pytest.raises(MemtuiError) as refused:
        check_never(("/(/",), "memory.toml")
    assert refused.value.code is Code.SETTINGS_UNREADABLE
    assert "/(/" in refused.value.message
