from datetime import date

import pytest

from memtui.errors import MemtuiError
from memtui.facts.days import read_day, read_first_day, read_last_day, typed_day

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


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2024", date(2024, 1, 1), date(2024, 12, 31)),
        ("2024-02", date(2024, 2, 1), date(2024, 2, 29)),
        (" 2026-10-03 ", date(2026, 10, 3), date(2026, 10, 3)),
        ("today", TODAY, TODAY),
    ],
)
def test_a_year_or_month_alone_is_all_its_days(text: str, first: date, last: date) -> None:
    assert (read_first_day(text).on(TODAY), read_last_day(text).on(TODAY)) == (first, last)


@pytest.mark.parametrize("text", ["", "2026-13", "2026-00", "0000", "20261", "soon", "٢٠٢٦"])
def test_what_is_no_stretch_of_days_is_refused(text: str) -> None:
    for read in (read_first_day, read_last_day):
        with pytest.raises(MemtuiError) as refused:
            read(text)
        assert refused.value.code == "DATE_UNREADABLE"
        assert "2026-10 or 2026" in refused.value.hint
