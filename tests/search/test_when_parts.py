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
        # Parts of a month, of a year told from today.
        ("early March", "2026-03-01..2026-03-11"),
        ("in mid-March", "2026-03-11..2026-03-21"),
        ("late March 2025", "2025-03-21..2025-04-01"),
        ("at the end of March", "2026-03-21..2026-04-01"),
        ("at the beginning of march 2025", "2025-03-01..2025-03-11"),
        ("in early may", "2026-05-01..2026-05-11"),
        ("late December", "2025-12-21..2026-01-01"),
        ("Anfang März", "2026-03-01..2026-03-11"),
        ("Mitte März", "2026-03-11..2026-03-21"),
        ("Ende Oktober", "2026-10-21..2026-11-01"),
        ("début mars", "2026-03-01..2026-03-11"),
        ("mi-mars", "2026-03-11..2026-03-21"),
        ("fin mars 2025", "2025-03-21..2025-04-01"),
        ("à la fin du mois de mars", "2026-03-21..2026-04-01"),
        ("au début de l'année 2024", "2024-01-01..2024-05-01"),
        ("no início do ano de 2024", "2024-01-01..2024-05-01"),
        ("Ende letzten Monats", "2026-10-21..2026-11-01"),
        ("fin de marzo", "2026-03-21..2026-04-01"),
        ("a principios de marzo", "2026-03-01..2026-03-11"),
        ("a mediados de marzo", "2026-03-11..2026-03-21"),
        ("a inizio marzo", "2026-03-01..2026-03-11"),
        ("a metà marzo", "2026-03-11..2026-03-21"),
        ("a fine marzo", "2026-03-21..2026-04-01"),
        ("no início de março", "2026-03-01..2026-03-11"),
        ("em meados de março", "2026-03-11..2026-03-21"),
        ("no fim de março", "2026-03-21..2026-04-01"),
        ("early last year", "2025-01-01..2025-05-01"),
        ("at the end of last year", "2025-09-01..2026-01-01"),
        ("Anfang letzten Jahres", "2025-01-01..2025-05-01"),
        ("à la fin de l'année dernière", "2025-09-01..2026-01-01"),
        ("no início do ano passado", "2025-01-01..2025-05-01"),
        ("a finales del año pasado", "2025-09-01..2026-01-01"),
        ("alla fine dell'anno scorso", "2025-09-01..2026-01-01"),
        ("at the end of last month", "2026-10-21..2026-11-01"),
        ("in the summer of last year", "2025-01-01..2026-01-01"),
        # Halves and quarters.
        ("in the first half of 2024", "2024-01-01..2024-07-01"),
        ("in the first half of March", "2026-03-01..2026-03-16"),
        ("in der zweiten Hälfte des März", "2026-03-16..2026-04-01"),
        ("na primeira metade de 2024", "2024-01-01..2024-07-01"),
        ("in der ersten Hälfte 2024", "2024-01-01..2024-07-01"),
        ("2. Halbjahr 2024", "2024-07-01..2025-01-01"),
        ("au premier semestre 2024", "2024-01-01..2024-07-01"),
        ("dans la deuxième moitié de 2024", "2024-07-01..2025-01-01"),
        ("en el segundo semestre de 2024", "2024-07-01..2025-01-01"),
        ("en la primera mitad de 2024", "2024-01-01..2024-07-01"),
        ("nel primo semestre del 2024", "2024-01-01..2024-07-01"),
        ("nella seconda metà del 2024", "2024-07-01..2025-01-01"),
        ("H2 2024", "2024-07-01..2025-01-01"),
        ("in H1 of 2024", "2024-01-01..2024-07-01"),
        ("in the second half of last year", "2025-07-01..2026-01-01"),
        ("no primeiro semestre", "2026-01-01..2026-07-01"),
        ("im zweiten Halbjahr", "2026-07-01..2027-01-01"),
        ("in the second quarter", "2026-04-01..2026-07-01"),
        ("im zweiten Quartal", "2026-04-01..2026-07-01"),
        ("no segundo trimestre de 2024", "2024-04-01..2024-07-01"),
        ("no segundo trimestre", "2026-04-01..2026-07-01"),
        ("au deuxième trimestre", "2026-04-01..2026-07-01"),
        ("en el segundo trimestre de 2024", "2024-04-01..2024-07-01"),
        ("nel secondo trimestre del 2024", "2024-04-01..2024-07-01"),
        ("in the second quarter of last year", "2025-04-01..2025-07-01"),
        ("Q2 last year", "2025-04-01..2025-07-01"),
        ("in Q3'25", "2025-07-01..2025-10-01"),
        ("Q3/2025", "2025-07-01..2025-10-01"),
        ("2025 Q3", "2025-07-01..2025-10-01"),
        ("in 2025-Q3", "2025-07-01..2025-10-01"),
        ("last quarter", "2026-07-01..2026-10-01"),
        ("im letzten Quartal", "2026-07-01..2026-10-01"),
        ("no trimestre passado", "2026-07-01..2026-10-01"),
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
        *("the late April Smith", "late may be fine", "an early march", "fine March", "a fine May"),
        *("the second quarter of the match", "first half", "in the first half", "in T2", "in h1"),
        *("fin", "a mid", "last quarter of the field", "end March"),
        *("early in the project", "H2 database", "the H1 tag", "a half", "Q2"),
        *(
            "who came before last",
            "13/2024",
            "00/2024",
            "三个月",
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
