from datetime import date

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from memtui.tui.widgets.timeline import scale

TODAY = date(2026, 10, 20)
THREE = [
    (date(2026, 9, 1), date(2026, 9, 20)),
    (date(2026, 9, 20), date(2026, 10, 12)),
    (date(2026, 10, 12), None),
]


def test_each_fact_begins_at_its_day() -> None:
    drawn = scale(THREE, TODAY, 40)
    assert drawn is not None
    line, days = drawn
    assert line.strip() == "○─────────────○────────────────●─────▶"
    assert days.startswith(" 1 Sep 2026")
    assert days.endswith("now")


def test_nothing_is_drawn_while_nothing_held() -> None:
    spans = [(date(2025, 1, 1), date(2025, 6, 1)), (date(2026, 1, 1), None)]
    drawn = scale(spans, TODAY, 40)
    assert drawn is not None
    assert "┤ " in drawn[0]
    ended = scale([(date(2025, 1, 1), date(2025, 6, 1))], TODAY, 40)
    assert ended is not None
    assert "▶" not in ended[0]


def test_one_fact_that_holds_needs_no_line() -> None:
    assert scale([(date(2025, 1, 1), None)], TODAY, 40) is None


@given(width=st.integers(0, 60), number=st.integers(1, 40))
def test_it_fits_or_is_left_out(width: int, number: int) -> None:
    spans: list[tuple[date, date | None]] = [(date(2026, 10, 1), date(2026, 10, 1))] * number
    drawn = scale([*spans, (date(2026, 10, 1), None)], TODAY, width)
    if drawn is not None:
        assert all(cell_len(line) <= width for line in drawn)
        assert drawn[0].count("○") == number
