"""Questions that name a part of a year, and times of several words. Today is 30 November 2026."""

from datetime import date

import pytest

from memtui.search.days import Kind
from memtui.search.when import asked_time
from tests.search.test_when import asked, days


@pytest.mark.parametrize(
    ("question", "interval"),
    [
        # Where summer is in December, one summer lies in two years: the year is what is sure.
        ("where did Ana live in the summer of 2023", "2023-01-01..2024-01-01"),
        ("summer 2023", "2023-01-01..2024-01-01"),
        ("Wo wohnte Ana im Sommer 2023?", "2023-01-01..2024-01-01"),
        ("à l'été 2023", "2023-01-01..2024-01-01"),
        ("no verão de 2023", "2023-01-01..2024-01-01"),
        ("en el verano de 2023", "2023-01-01..2024-01-01"),
        ("nell'estate del 2023", "2023-01-01..2024-01-01"),
        ("летом 2023 года", "2023-01-01..2024-01-01"),
        ("where did Ana live in early 2024", "2024-01-01..2024-05-01"),
        ("at the beginning of 2024", "2024-01-01..2024-05-01"),
        ("Anfang 2024", "2024-01-01..2024-05-01"),
        ("début 2024", "2024-01-01..2024-05-01"),
        ("no início de 2024", "2024-01-01..2024-05-01"),
        ("a principios de 2024", "2024-01-01..2024-05-01"),
        ("в начале 2024 года", "2024-01-01..2024-05-01"),
        ("in mid-2024", "2024-05-01..2024-09-01"),
        ("Mitte 2024", "2024-05-01..2024-09-01"),
        ("à la mi-2024", "2024-05-01..2024-09-01"),
        ("em meados de 2024", "2024-05-01..2024-09-01"),
        ("late 2024", "2024-09-01..2025-01-01"),
        ("at the end of 2024", "2024-09-01..2025-01-01"),
        ("Ende 2024", "2024-09-01..2025-01-01"),
        ("fin 2024", "2024-09-01..2025-01-01"),
        ("no fim de 2024", "2024-09-01..2025-01-01"),
        ("a finales de 2024", "2024-09-01..2025-01-01"),
        ("alla fine del 2024", "2024-09-01..2025-01-01"),
        ("в конце 2024 года", "2024-09-01..2025-01-01"),
        ("in the first quarter of 2024", "2024-01-01..2024-04-01"),
        ("im 2. Quartal 2024", "2024-04-01..2024-07-01"),
        ("au troisième trimestre 2024", "2024-07-01..2024-10-01"),
        ("in the second half of 2024", "2024-07-01..2025-01-01"),
        ("im ersten Halbjahr 2024", "2024-01-01..2024-07-01"),
        ("no primeiro semestre de 2024", "2024-01-01..2024-07-01"),
        # Whichever summer was the last one, it lies in these days.
        ("where was Ana last summer", "2025-11-30..2026-12-01"),
        ("no verão passado", "2025-11-30..2026-12-01"),
        ("l'été dernier", "2025-11-30..2026-12-01"),
        ("letzten Sommer", "2025-11-30..2026-12-01"),
        ("прошлым летом", "2025-11-30..2026-12-01"),
        ("the year before last", "2024-01-01..2025-01-01"),
        ("vorletztes Jahr", "2024-01-01..2025-01-01"),
        ("no ano retrasado", "2024-01-01..2025-01-01"),
        ("el año antepasado", "2024-01-01..2025-01-01"),
        ("antes de ayer", "2026-11-28..2026-11-29"),
        ("antes de ontem", "2026-11-28..2026-11-29"),
        ("em 03/2024", "2024-03-01..2024-04-01"),
        ("三年前住在哪里", "2023-01-01..2024-01-01"),
        ("3年前はどこに住んでいましたか", "2023-01-01..2024-01-01"),
        ("两个月前", "2026-09-01..2026-10-01"),
        ("2ヶ月前", "2026-09-01..2026-10-01"),
        ("10天前", "2026-11-20..2026-11-21"),
        ("三週間前", "2026-11-09..2026-11-16"),
        ("三月份住在哪里", "2026-03-01..2026-04-01"),
        ("2024年十二月", "2024-12-01..2025-01-01"),
        ("这个月", "2026-11-01..2026-12-01"),
        ("今月", "2026-11-01..2026-12-01"),
    ],
)
def test_a_part_of_a_year_is_read(question: str, interval: str) -> None:
    span = asked(question)
    assert span is not None
    assert (span.kind, (span.first, span.end)) == (Kind.IN, days(interval))
    assert question[span.start :].startswith(span.words)


@pytest.mark.parametrize(
    ("question", "kind", "interval"),
    [
        ("before the end of 2024", Kind.BEFORE, "..2024-09-01"),
        ("until the end of 2024", Kind.BEFORE, "..2025-01-01"),
        ("since the beginning of 2025", Kind.AFTER, "2025-01-01.."),
        ("seit Anfang 2025", Kind.AFTER, "2025-01-01.."),
        ("from early 2024 to mid 2025", Kind.IN, "2024-01-01..2025-09-01"),
    ],
)
def test_a_part_of_a_year_may_be_a_bound(question: str, kind: Kind, interval: str) -> None:
    span = asked(question)
    assert span is not None
    assert (span.kind, (span.first, span.end)) == (kind, days(interval))


@pytest.mark.parametrize(
    "question",
    [
        *("in summer", "im Sommer", "early", "the end of the project", "Ende", "late 20245"),
        *("the first half of the match", "first quarter", "the fall", "Summer's role", "end 2024"),
        *("a fine 2024", "the estate 2024", "fifth quarter of 2024", "third half of 2024", "3/20"),
        *(
            "who came before last",
            "13/2024",
            "00/2024",
            "三个月",
            "三月底的",
            "半年",
            "年前",
            "mi 2024",
            "mi",
        ),
    ],
)
def test_what_only_looks_like_a_part_of_a_year_is_none(question: str) -> None:
    assert asked(question) is None, asked(question)


def test_a_subject_with_the_name_of_a_season_is_no_season() -> None:
    assert asked("Autumn 2024") is not None
    assert asked("Autumn 2024", "Autumn") is None


def test_no_part_fails_at_the_ends_of_the_calendar() -> None:
    for question in ("end of 2199", "early 1900", "last summer", "99年前", "the year before last"):
        asked_time(question, date(1901, 1, 1))
        asked_time(question, date(2199, 12, 31))
