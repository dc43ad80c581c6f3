"""Settings from a document: what is refused, and how it is told."""

import pytest

from memtui.errors import Code, MemtuiError
from memtui.settings import settings_from


def test_a_time_is_a_number_above_nothing() -> None:
    assert settings_from({"extractor": {"timeout": 30}})[0].extractor.timeout == 30.0
    for value in (0, -5, float("inf"), float("nan"), True, "30"):
        with pytest.raises(MemtuiError) as refused:
            settings_from({"extractor": {"timeout": value}})
        assert refused.value.code is Code.SETTINGS_UNREADABLE
        assert "`extractor.timeout` should be a number above 0" in refused.value.message
