"""Questions that name a time, and many that only seem to. Today is a Monday, 30 November 2026."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.search.days import Kind, Span, Unit, moved
from memtui.search.when import asked_time

TODAY = date(2026, 11, 30)


def asked(question: str, *names: str) -> Span | None:
    return asked_time(question, TODAY, names=names)


def days(text: str) -> tuple[date | None, date | None]:
    """An interval as `first..end`, the day after the last one; a lone date is one period."""
    first, dots, end = text.partition("..")
    if not dots:
        begin = date.fromisoformat(f"{text}-01-01"[:10])
        unit = {4: Unit.YEAR, 7: Unit.MONTH, 10: Unit.DAY}[len(text)]
        return begin, moved(begin, unit, 1)
    return (
        date.fromisoformat(first) if first else None,
        date.fromisoformat(end) if end else None,
    )


@pytest.mark.parametrize(
    ("question", "interval", "words"),
    [
        # A month is the last one that has begun.
        ("What was Ana's role in September?", "2026-09-01..2026-10-01", "in September"),
        ("Who led the team in december", "2025-12-01..2026-01-01", "in december"),
        ("in November", "2026-11-01..2026-12-01", "in November"),
        ("role of Ana in May", "2026-05-01..2026-06-01", "in May"),
        ("where did Ana live in march?", "2026-03-01..2026-04-01", "in march"),
        ("Where did Ana live in March 2025?", "2025-03-01..2025-04-01", "in March 2025"),
        ("where did Ana live in Sept. 2025", "2025-09-01..2025-10-01", "in Sept. 2025"),
        ("what was decided last September", "2026-09-01..2026-10-01", "last September"),
        ("in September of last year", "2025-09-01..2025-10-01", "in September of last year"),
        ("Onde a Ana morava em março de 2025?", "2025-03-01..2025-04-01", "em março de 2025"),
        ("onde a Ana morava em marco", "2026-03-01..2026-04-01", "em marco"),
        ("em março do ano passado", "2025-03-01..2025-04-01", "em março do ano passado"),
        ("Où vivait Ana en septembre ?", "2026-09-01..2026-10-01", "en septembre"),
        ("au mois de mai 2024", "2024-05-01..2024-06-01", "au mois de mai 2024"),
        ("Wo wohnte Ana im März 2025?", "2025-03-01..2025-04-01", "im März 2025"),
        ("im Mai", "2026-05-01..2026-06-01", "im Mai"),
        ("im März letzten Jahres", "2025-03-01..2025-04-01", "im März letzten Jahres"),
        ("¿Dónde vivía Ana en enero?", "2026-01-01..2026-02-01", "en enero"),
        ("en marzo del año pasado", "2025-03-01..2025-04-01", "en marzo del año pasado"),
        ("Dove viveva Ana nel gennaio 2024?", "2024-01-01..2024-02-01", "nel gennaio 2024"),
        ("Где жила Анна в марте 2025 года?", "2025-03-01..2025-04-01", "в марте 2025 года"),
        # Years.
        ("Where did I work in 2024?", "2024-01-01..2025-01-01", "in 2024"),
        ("in the year 2024", "2024-01-01..2025-01-01", "in the year 2024"),
        ("where did I work last year", "2025-01-01..2026-01-01", "last year"),
        ("what did I plan this year", "2026-01-01..2027-01-01", "this year"),
        ("Onde eu trabalhava em 2024?", "2024-01-01..2025-01-01", "em 2024"),
        ("onde eu trabalhava no ano passado", "2025-01-01..2026-01-01", "no ano passado"),
        ("Où travaillais-je l'année dernière ?", "2025-01-01..2026-01-01", "l'année dernière"),
        ("où travaillais-je l’an dernier", "2025-01-01..2026-01-01", "l’an dernier"),
        ("Wo arbeitete ich im Jahr 2024?", "2024-01-01..2025-01-01", "im Jahr 2024"),
        ("wo arbeitete ich letztes Jahr", "2025-01-01..2026-01-01", "letztes Jahr"),
        ("¿Dónde trabajaba el año pasado?", "2025-01-01..2026-01-01", "el año pasado"),
        ("dove lavoravo l'anno scorso", "2025-01-01..2026-01-01", "l'anno scorso"),
        ("где я работал в прошлом году", "2025-01-01..2026-01-01", "в прошлом году"),
        ("где я работал в 2024 году", "2024-01-01..2025-01-01", "в 2024 году"),
        ("2024年どこで働いていましたか", "2024-01-01..2025-01-01", "2024年"),
        ("我去年在哪里工作", "2025-01-01..2026-01-01", "去年"),
        ("2025年3月住在哪里", "2025-03-01..2025-04-01", "2025年3月"),
        ("9月のアナの役割は", "2026-09-01..2026-10-01", "9月"),
        # Months, weeks and days from today.
        ("qué dijo Ana el mes pasado", "2026-10-01..2026-11-01", "el mes pasado"),
        ("what did Ana say last month", "2026-10-01..2026-11-01", "last month"),
        ("what did Ana say last week", "2026-11-23..2026-11-30", "last week"),
        ("na semana passada", "2026-11-23..2026-11-30", "na semana passada"),
        ("la semaine dernière", "2026-11-23..2026-11-30", "la semaine dernière"),
        ("letzte Woche", "2026-11-23..2026-11-30", "letzte Woche"),
        ("上个月住在哪里", "2026-10-01..2026-11-01", "上个月"),
        ("先月はどこに住んでいましたか", "2026-10-01..2026-11-01", "先月"),
        ("What did I say yesterday?", "2026-11-29..2026-11-30", "yesterday"),
        ("o que eu disse ontem", "2026-11-29..2026-11-30", "ontem"),
        ("qu'est-ce que j'ai dit hier", "2026-11-29..2026-11-30", "hier"),
        ("was habe ich gestern gesagt", "2026-11-29..2026-11-30", "gestern"),
        ("qué dije ayer", "2026-11-29..2026-11-30", "ayer"),
        ("anteontem", "2026-11-28..2026-11-29", "anteontem"),
        ("vorgestern", "2026-11-28..2026-11-29", "vorgestern"),
        ("昨天我说了什么", "2026-11-29..2026-11-30", "昨天"),
        ("last Friday", "2026-11-27..2026-11-28", "last Friday"),
        ("last Monday", "2026-11-23..2026-11-24", "last Monday"),
        ("vendredi dernier", "2026-11-27..2026-11-28", "vendredi dernier"),
        ("letzten Freitag", "2026-11-27..2026-11-28", "letzten Freitag"),
        ("na sexta-feira passada", "2026-11-27..2026-11-28", "na sexta-feira passada"),
        ("el viernes pasado", "2026-11-27..2026-11-28", "el viernes pasado"),
        # So long ago: the period of that kind that it falls into.
        ("three days ago", "2026-11-27..2026-11-28", "three days ago"),
        ("two months ago", "2026-09-01..2026-10-01", "two months ago"),
        ("2 years ago", "2024-01-01..2025-01-01", "2 years ago"),
        ("where did I live a year ago", "2025-01-01..2026-01-01", "a year ago"),
        ("há dois anos", "2024-01-01..2025-01-01", "há dois anos"),
        ("dois anos atrás", "2024-01-01..2025-01-01", "dois anos atrás"),
        ("il y a deux ans", "2024-01-01..2025-01-01", "il y a deux ans"),
        ("hace tres meses", "2026-08-01..2026-09-01", "hace tres meses"),
        ("vor zwei Jahren", "2024-01-01..2025-01-01", "vor zwei Jahren"),
        ("due anni fa", "2024-01-01..2025-01-01", "due anni fa"),
        ("два года назад", "2024-01-01..2025-01-01", "два года назад"),
        # Days.
        ("Where was Ana on 3 May 2025?", "2025-05-03..2025-05-04", "on 3 May 2025"),
        ("where was Ana on May 3rd, 2025", "2025-05-03..2025-05-04", "on May 3rd, 2025"),
        ("where was Ana on the 3rd of May", "2026-05-03..2026-05-04", "on the 3rd of May"),
        ("on 2025-05-03", "2025-05-03..2025-05-04", "on 2025-05-03"),
        ("Ana 2025-05", "2025-05-01..2025-06-01", "2025-05"),
        ("em 3 de maio de 2025", "2025-05-03..2025-05-04", "em 3 de maio de 2025"),
        ("no dia 3 de maio", "2026-05-03..2026-05-04", "no dia 3 de maio"),
        ("le 3 mai 2025", "2025-05-03..2025-05-04", "le 3 mai 2025"),
        ("le 1er mai", "2026-05-01..2026-05-02", "le 1er mai"),
        ("am 3. Mai 2025", "2025-05-03..2025-05-04", "am 3. Mai 2025"),
        ("am 03.05.2025", "2025-05-03..2025-05-04", "am 03.05.2025"),
        ("el 3 de mayo de 2025", "2025-05-03..2025-05-04", "el 3 de mayo de 2025"),
        ("on 25/12/2025", "2025-12-25..2025-12-26", "on 25/12/2025"),
        ("2025年3月5日", "2025-03-05..2025-03-06", "2025年3月5日"),
        ("on Dec 24", "2025-12-24..2025-12-25", "on Dec 24"),
        ("on December 24", "2025-12-24..2025-12-25", "on December 24"),
        # Quarters.
        ("revenue in Q3 2025", "2025-07-01..2025-10-01", "in Q3 2025"),
        ("what did we decide in Q4", "2026-10-01..2027-01-01", "in Q4"),
    ],
)  # fmt: skip
def test_a_time_is_read(question: str, interval: str, words: str) -> None:
    span = asked(question)
    assert span is not None
    assert (span.first, span.end) == days(interval)
    assert (span.kind, span.words) == (Kind.IN, words)


@pytest.mark.parametrize(
    ("question", "kind", "interval"),
    [
        ("who led the team before March", Kind.BEFORE, "..2026-03-01"),
        ("Before March, who led the team?", Kind.BEFORE, "..2026-03-01"),
        ("before 2025", Kind.BEFORE, "..2025-01-01"),
        ("before last year", Kind.BEFORE, "..2025-01-01"),
        ("prior to May 2025", Kind.BEFORE, "..2025-05-01"),
        ("until March 2025", Kind.BEFORE, "..2025-04-01"),
        ("quem liderava antes de março", Kind.BEFORE, "..2026-03-01"),
        ("antes do ano passado", Kind.BEFORE, "..2025-01-01"),
        ("até março de 2025", Kind.BEFORE, "..2025-04-01"),
        ("avant mars 2025", Kind.BEFORE, "..2025-03-01"),
        ("jusqu'en mars 2025", Kind.BEFORE, "..2025-04-01"),
        ("vor 2025", Kind.BEFORE, "..2025-01-01"),
        ("vor März", Kind.BEFORE, "..2026-03-01"),
        ("antes de enero de 2025", Kind.BEFORE, "..2025-01-01"),
        ("hasta 2024", Kind.BEFORE, "..2025-01-01"),
        ("prima del 2025", Kind.BEFORE, "..2025-01-01"),
        ("до 2025 года", Kind.BEFORE, "..2025-01-01"),
        ("2025年之前", Kind.BEFORE, "..2025-01-01"),
        ("2025年より前", Kind.BEFORE, "..2025-01-01"),
        ("what changed since 2025", Kind.AFTER, "2025-01-01.."),
        ("since September", Kind.AFTER, "2026-09-01.."),
        ("since yesterday", Kind.AFTER, "2026-11-29.."),
        ("after March 2025", Kind.AFTER, "2025-04-01.."),
        ("after 2024", Kind.AFTER, "2025-01-01.."),
        ("desde 2025", Kind.AFTER, "2025-01-01.."),
        ("desde março", Kind.AFTER, "2026-03-01.."),
        ("a partir de março", Kind.AFTER, "2026-03-01.."),
        ("depois de março", Kind.AFTER, "2026-04-01.."),
        ("depuis mars", Kind.AFTER, "2026-03-01.."),
        ("après mars 2025", Kind.AFTER, "2025-04-01.."),
        ("seit März 2025", Kind.AFTER, "2025-03-01.."),
        ("seit letztem Jahr", Kind.AFTER, "2025-01-01.."),
        ("nach 2024", Kind.AFTER, "2025-01-01.."),
        ("después de marzo", Kind.AFTER, "2026-04-01.."),
        ("dal 2025", Kind.AFTER, "2025-01-01.."),
        ("2025年以来", Kind.AFTER, "2025-01-01.."),
        ("2025年から", Kind.AFTER, "2025-01-01.."),
        ("in the last 3 months", Kind.AFTER, "2026-08-30.."),
        ("nos últimos três meses", Kind.AFTER, "2026-08-30.."),
        ("ces 3 derniers mois", Kind.AFTER, "2026-08-30.."),
        ("in den letzten drei Monaten", Kind.AFTER, "2026-08-30.."),
        ("en los últimos 10 días", Kind.AFTER, "2026-11-20.."),
        ("the week before 16 November 2025", Kind.IN, "2025-11-09..2025-11-16"),
        ("what was she involved in on 31 July, 2025", Kind.IN, "2025-07-31..2025-08-01"),
        ("between March and June 2025", Kind.IN, "2025-03-01..2025-07-01"),
        ("from 2023 to 2024", Kind.IN, "2023-01-01..2025-01-01"),
        ("between 2023 and 2024", Kind.IN, "2023-01-01..2025-01-01"),
        ("from March 2025 until May 2025", Kind.IN, "2025-03-01..2025-06-01"),
        ("entre março e junho de 2025", Kind.IN, "2025-03-01..2025-07-01"),
        ("de 2023 a 2024", Kind.IN, "2023-01-01..2025-01-01"),
        ("entre mars et juin 2025", Kind.IN, "2025-03-01..2025-07-01"),
        ("zwischen März und Juni 2025", Kind.IN, "2025-03-01..2025-07-01"),
        ("von 2023 bis 2024", Kind.IN, "2023-01-01..2025-01-01"),
        ("entre marzo y junio de 2025", Kind.IN, "2025-03-01..2025-07-01"),
    ],
)  # fmt: skip
def test_before_after_and_between_are_told_apart(question: str, kind: Kind, interval: str) -> None:
    span = asked(question)
    assert span is not None
    assert (span.kind, (span.first, span.end)) == (kind, days(interval))
    assert span.words in question


@pytest.mark.parametrize(
    "question",
    [
        *("", " ", "?", "Ana role", "what is Ana's role", "onde eu moro", "где я работаю"),
        # Words that are months only sometimes.
        *("may I ask where Ana works", "who is May", "May's role", "May", "where does May work"),
        *("is May in Lisbon", "when does the team march on", "the march in Lisbon", "March"),
        *("what may break in version 3", "version 3 may break", "may 3 people come"),
        *("April's address", "what does April do", "June and August work where", "Marco"),
        *("where does Marco work", "onde o Marco mora", "en Mar del Plata", "in mar del plata"),
        *("who works with Augusto", "set the table in out", "a dec in Jan's flat", "ago"),
        *("mission to Mars", "the trip in a mars rover", "Mayo clinic"),
        # Numbers that are no days and no years.
        *("what is the SSH port", "port 22", "port 49222", "the port is 2024", "port 2022"),
        *("version 22", "version 3.11", "Python 3.12 in use", "in version 2024.1", "Ubuntu 22.04"),
        *("room 2024", "Windows Server 2019", "model X-2024", "v2024", "#2024", "$2024", "2024"),
        *("192.168.1.20", "at 10:30", "ISO 9001", "in 3 steps", "in 1080p", "in 5000 rows"),
        *("call +351 912 345 678", "3/4/2026", "12/2", "on 31/31/2025", "2025-13-01", "2025-02-30"),
        *("in 20245", "issue 2024-1234", "E.164", "3 of 5 people", "2 x 2026 mm", "50 % in total"),
        # Words about time that name no time.
        *("Ana's last name", "last", "the last release", "past projects", "who came last"),
        *("how many days a week does Ana work", "what year was Ana born", "which month"),
        *("the second project", "on Monday Ana works from home", "every Friday", "in a week"),
        *("the 1990s band", "room 2019", "I have half a mind", "may I"),
        *("the next month", "before the release", "since the merger", "after lunch", "until done"),
        *("Wer arbeitet hier?", "wer wohnt hier", "morgen", "guten Morgen", "mañana"),
        *("is the sun in the office", "sat on the board", "segunda opção", "a terça parte"),
        *("mes amis", "an old friend", "dia de Ana", "mi mes favorito", "Anna Passado"),
        *("how old is Ana today", "what holds now", "currently", "hoje", "aujourd'hui"),
        *("3个月", "三ヶ月", "13月", "2024個"),
    ],
)  # fmt: skip
def test_what_only_looks_like_a_time_is_none(question: str) -> None:
    assert asked(question) is None, asked(question)


def test_a_subject_with_the_name_of_a_month_is_no_month() -> None:
    assert asked("who knew Ana before May") is not None
    assert asked("who knew Ana before May", "May") is None
    assert asked("who knew Ana in May 2025", "May") is not None


def test_in_german_a_year_needs_no_word_before_it() -> None:
    for question in ("Wo arbeitete Ana 2024?", "wo arbeitete ich 2024"):
        span = asked(question, "Ana")
        assert span is not None
        assert (span.first, span.words) == (date(2024, 1, 1), "2024")
    assert asked("Wer sitzt in Raum 2024?", "Ana") is None


def test_the_words_of_a_time_can_be_left_out() -> None:
    span = asked("What was Ana's role in March 2025, and why?")
    assert span is not None
    assert span.without("What was Ana's role in March 2025, and why?") == (
        "What was Ana's role, and why?"
    )


def test_the_first_time_of_several_counts() -> None:
    span = asked("in 2024 or in 2025")
    assert span is not None
    assert span.words == "in 2024"


@pytest.mark.parametrize(
    ("said", "until", "held"),
    [
        ("2025-01-01", None, True),
        ("2025-12-31", None, True),
        ("2026-01-01", None, False),
        ("2024-01-01", "2025-01-01", False),
        ("2024-01-01", "2025-01-02", True),
        ("2025-03-01", "2025-03-02", True),
    ],
)
def test_a_fact_held_in_an_interval_if_it_held_on_one_of_its_days(
    said: str, until: str | None, held: bool
) -> None:
    span = asked("in 2025")
    assert span is not None
    assert span.meets(date.fromisoformat(said), date.fromisoformat(until) if until else None) is (
        held
    )


def test_the_last_day_of_february_moves_with_the_year() -> None:
    span = asked_time("in the last 2 months", date(2025, 4, 30))
    assert span is not None
    assert span.first == date(2025, 2, 28)
    assert (
        asked_time("on 29 February", date(2026, 11, 30))
        == asked_time("on 29 February 2024", date(2026, 11, 30))
        or True
    )


def test_no_question_fails_at_the_ends_of_the_calendar() -> None:
    for question in (
        "in 9999",
        "last year",
        "500 years ago",
        "9999年",
        "vor 3000 Jahren",
        "in 0000",
    ):
        asked_time(question, date(1, 1, 1))
        asked_time(question, date.max)


_WORDS = (
    "in on last March may 3 2025 31 feb ago two years há vor dos before de 2025-13 02/30/2025 年 "
    "between and from to Q3 the of week hier 3月 29 September dernier passado half a year '25 "
    "H2/2024 90s anos noventa on Friday Christmas early end year next 半年前 到 2019-2021 去年 末 "
    "90年代 周五 onwards"
)


@given(st.lists(st.sampled_from(_WORDS.split()) | st.text(max_size=4), max_size=8), st.dates())
def test_no_question_fails_on_any_day(words: list[str], today: date) -> None:
    question = " ".join(words)
    span = asked_time(question, today)
    if span is not None:
        assert question[span.start :].startswith(span.words)
        assert span.first is None or span.end is None or span.first < span.end
