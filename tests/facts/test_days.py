from datetime import date

import pytest

from memtui.errors import MemtuiError
from memtui.facts.days import read_day, typed_day

TODAY = date(2026, 10, 12)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-09-01", date(2026, 9, 1)),
        ("today", TODAY),
        (" Yesterday ", date(2026, 10, 11)),
    ],
)
def test_a_day_is_a_date_or_today_or_yesterday(text: str, day: date) -> None:
    assert read_day(text).on(TODAY) == day


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-13-01",
        "2026-02-30",
        "12.10.2026",
        "20261012",
        "last week",
        "2026-W01-1",
        "٢٠٢٦-٠٩-٠١",
        "2026-09-01T10:00",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(MemtuiError) as refused:
        read_day(text)
    assert refused.value.code == "DATE_UNREADABLE"


def test_nothing_typed_is_no_day() -> None:
    assert typed_day(" ", TODAY) is None
    assert typed_day("yesterday", TODAY) == date(2026, 10, 11)
