"""Settings from a document: what is refused, and how it is told."""

import pytest

from memtui.errors import Code, MemtuiError
from memtui.settings import Writes, settings_from


def test_a_time_is_a_number_above_nothing() -> None:
    assert settings_from({"extractor": {"timeout": 30}})[0].extractor.timeout == 30.0
    for value in (0, -5, float("inf"), float("nan"), True, "30"):
        with pytest.raises(MemtuiError) as refused:
            settings_from({"extractor": {"timeout": value}})
        assert refused.value.code is Code.SETTINGS_UNREADABLE
        assert "`extractor.timeout` should be a number above 0" in refused.value.message


def test_a_word_of_a_few_is_one_of_them() -> None:
    assert settings_from({"serve": {"writes": "direct"}})[0].serve.writes is Writes.DIRECT
    odd: list[object] = ["Direct", "", True, 1, ["direct"], {}]
    for value in odd:
        with pytest.raises(MemtuiError) as refused:
            settings_from({"serve": {"writes": value}})
        assert "`serve.writes` should be `propose` or `direct`" in refused.value.message
