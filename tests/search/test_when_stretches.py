"""Times with two ends or none, and decades. Today is 30 November 2026."""

import pytest

from memtui.search.days import Kind
from tests.search.test_when import asked, days


@pytest.mark.parametrize(
    ("question", "interval"),
    [
        # Several times are one stretch over all of them.
        ("in January and February", "2026-01-01..2026-03-01"),
        ("in January, February and March", "2026-01-01..2026-04-01"),
        ("in January and February 2025", "2025-01-01..2025-03-01"),
        ("in October and November last year", "2025-10-01..2025-12-01"),
        ("in December and January", "2025-12-01..2026-02-01"),
        ("em janeiro e fevereiro", "2026-01-01..2026-03-01"),
        ("en janvier et février", "2026-01-01..2026-03-01"),
        ("im Januar und Februar", "2026-01-01..2026-03-01"),
        ("en enero y febrero", "2026-01-01..2026-03-01"),
        ("a gennaio e febbraio 2025", "2025-01-01..2025-03-01"),
        ("in 2023 and 2024", "2023-01-01..2025-01-01"),
        ("in July or August 2024", "2024-07-01..2024-09-01"),
        ("im März oder April 2024", "2024-03-01..2024-05-01"),
        ("em março ou abril de 2024", "2024-03-01..2024-05-01"),
        ("Q1 and Q2 2024", "2024-01-01..2024-07-01"),
        ("January and February 2025", "2025-01-01..2025-03-01"),
        ("in 2019-21", "2019-01-01..2022-01-01"),
        ("in March-May 2025", "2025-03-01..2025-06-01"),
        ("in March to May 2025", "2025-03-01..2025-06-01"),
        ("between the end of 2023 and the middle of 2024", "2023-09-01..2024-09-01"),
        ("tra il 2019 e il 2021", "2019-01-01..2022-01-01"),
        ("desde 2019 hasta 2021", "2019-01-01..2022-01-01"),
        ("ab 2019 bis 2021", "2019-01-01..2022-01-01"),
        # Days of one month.
        ("between 3 May and 10 May last year", "2025-05-03..2025-05-11"),
        ("on 3 May and 4 May 2025", "2025-05-03..2025-05-05"),
        ("3-5 May 2025", "2025-05-03..2025-05-06"),
        ("3–5 May 2025", "2025-05-03..2025-05-06"),
        ("May 3-5, 2025", "2025-05-03..2025-05-06"),
        ("from 10 to 12 May 2025", "2025-05-10..2025-05-13"),
        ("between 10 and 12 May", "2026-05-10..2026-05-13"),
        ("vom 10. bis 12. Mai 2025", "2025-05-10..2025-05-13"),
        ("du 10 au 12 mai 2025", "2025-05-10..2025-05-13"),
        ("de 10 a 12 de maio de 2025", "2025-05-10..2025-05-13"),
        # Years with a dash.
        ("where did Ana work 2019-2021", "2019-01-01..2022-01-01"),
        ("2019–2021", "2019-01-01..2022-01-01"),
        ("in 2019 - 2021", "2019-01-01..2022-01-01"),
        ("2019 to 2021", "2019-01-01..2022-01-01"),
        ("2019 bis 2021", "2019-01-01..2022-01-01"),
        ("2019/2020", "2019-01-01..2021-01-01"),
        # About a year.
        ("where did Ana live around 2022", "2022"),
        ("um 2022", "2022"),
        ("vers 2022", "2022"),
        ("por volta de 2022", "2022"),
        ("alrededor de 2022", "2022"),
        ("intorno al 2022", "2022"),
        ("um das Jahr 2022", "2022"),
        ("en torno a 2022", "2022"),
        ("around March", "2026-03"),
        ("por volta de março", "2026-03"),
        # Decades.
        ("in the 1990s", "1990-01-01..2000-01-01"),
        ("in the 90s", "1990-01-01..2000-01-01"),
        ("in the '90s", "1990-01-01..2000-01-01"),
        ("in the nineties", "1990-01-01..2000-01-01"),
        ("in the 2010s", "2010-01-01..2020-01-01"),
        ("in den 90er Jahren", "1990-01-01..2000-01-01"),
        ("in den neunziger Jahren", "1990-01-01..2000-01-01"),
        ("in den 1990ern", "1990-01-01..2000-01-01"),
        ("dans les années 90", "1990-01-01..2000-01-01"),
        ("nos anos 1990", "1990-01-01..2000-01-01"),
        ("na década de 90", "1990-01-01..2000-01-01"),
        ("en los años noventa", "1990-01-01..2000-01-01"),
        ("en la década de 1990", "1990-01-01..2000-01-01"),
        ("negli anni '90", "1990-01-01..2000-01-01"),
        ("negli anni Novanta", "1990-01-01..2000-01-01"),
        ("en los 90", "1990-01-01..2000-01-01"),
        ("in den frühen 90ern", "1990-01-01..1993-05-01"),
        ("in the early 1990s", "1990-01-01..1993-05-01"),
        ("Anfang der 90er Jahre", "1990-01-01..1993-05-01"),
        ("no início dos anos 90", "1990-01-01..1993-05-01"),
    ],
)
def test_a_stretch_is_read(question: str, interval: str) -> None:
    span = asked(question)
    assert span is not None
    assert (span.kind, (span.first, span.end)) == (Kind.IN, days(interval))
    assert question[span.start :].startswith(span.words)


@pytest.mark.parametrize(
    ("question", "kind", "interval"),
    [
        ("from 2019 on", Kind.AFTER, "2019-01-01.."),
        ("from 2019 onwards, where did Ana live", Kind.AFTER, "2019-01-01.."),
        ("from 2019 on she lived in Lisbon", Kind.AFTER, "2019-01-01.."),
        ("from March on", Kind.AFTER, "2026-03-01.."),
        ("2019 onward", Kind.AFTER, "2019-01-01.."),
        ("from 2019 to today", Kind.AFTER, "2019-01-01.."),
        ("von 2019 bis heute", Kind.AFTER, "2019-01-01.."),
        ("de 2019 até hoje", Kind.AFTER, "2019-01-01.."),
        ("von 2019 an", Kind.AFTER, "2019-01-01.."),
        ("ab 2019", Kind.AFTER, "2019-01-01.."),
        ("de 2019 em diante", Kind.AFTER, "2019-01-01.."),
        ("de 2019 en adelante", Kind.AFTER, "2019-01-01.."),
        ("à partir de 2019", Kind.AFTER, "2019-01-01.."),
        ("dal 2019 in poi", Kind.AFTER, "2019-01-01.."),
        ("by 2022", Kind.BEFORE, "..2023-01-01"),
        ("by the end of March", Kind.BEFORE, "..2026-04-01"),
        ("d'ici 2022", Kind.BEFORE, "..2023-01-01"),
        ("entro il 2022", Kind.BEFORE, "..2023-01-01"),
        ("no later than 2022", Kind.BEFORE, "..2023-01-01"),
        ("by May 3rd", Kind.BEFORE, "..2026-05-04"),
        ("desde os anos 90", Kind.AFTER, "1990-01-01.."),
        ("antes dos anos 90", Kind.BEFORE, "..1990-01-01"),
        ("antes de los años 90", Kind.BEFORE, "..1990-01-01"),
        ("vor den 90er Jahren", Kind.BEFORE, "..1990-01-01"),
        ("prima degli anni 90", Kind.BEFORE, "..1990-01-01"),
        ("in the last half year", Kind.AFTER, "2026-05-30.."),
        ("im letzten halben Jahr", Kind.AFTER, "2026-05-30.."),
        ("in the last two decades", Kind.AFTER, "2006-11-30.."),
        ("in the last decade", Kind.AFTER, "2016-11-30.."),
        ("since the 1990s", Kind.AFTER, "1990-01-01.."),
        ("before the 90s", Kind.BEFORE, "..1990-01-01"),
        ("seit den 90er Jahren", Kind.AFTER, "1990-01-01.."),
        ("depuis les années 90", Kind.AFTER, "1990-01-01.."),
    ],
)
def test_an_open_stretch_is_read(question: str, kind: Kind, interval: str) -> None:
    span = asked(question)
    assert span is not None
    assert (span.kind, (span.first, span.end)) == (kind, days(interval))
    assert question[span.start :].startswith(span.words)


@pytest.mark.parametrize(
    "question",
    [
        *("the 1990s band", "who plays in the 1990s band", "1990s", "in his 90s", "90s"),
        *("anos 90", "tem 90 anos", "die Neunziger Gruppe", "in 1995s"),
        *("ports 2019-2021", "room 2019-2021", "issue 2024-1234", "2021-2019", "#2019-2021"),
        *("around 2000 people", "um 2022 Euro", "a song by May", "by June", "by April"),
        *("the book by August", "2019 and on", "2019 on", "around 12"),
        *("around May", "rooms 3-5", "3-5 people"),
    ],
)  # fmt: skip
def test_what_only_looks_like_a_stretch_is_none(question: str) -> None:
    assert asked(question) is None, asked(question)


@pytest.mark.parametrize(
    ("question", "interval"),
    [
        ("not before 2023", "2023-01-01.."),
        ("nicht vor 2023", "2023-01-01.."),
        ("não antes de 2023", "2023-01-01.."),
        ("pas avant 2023", "2023-01-01.."),
        ("no earlier than 2023", "2023-01-01.."),
        ("not after 2023", "..2024-01-01"),
        ("nicht nach 2023", "..2024-01-01"),
        ("did she not work before 2020", "..2020-01-01"),
    ],
)
def test_not_before_a_time_is_since_it(question: str, interval: str) -> None:
    span = asked(question)
    assert span is not None
    assert (span.first, span.end) == days(interval)
