"""Words that mean a day as seen from another, in seven languages, and which days they may mean."""

from datetime import date

import pytest

from memtui.extract.relative import meant_days

MONDAY = date(2026, 10, 12)


def told(text: str) -> list[str]:
    """What each group of words may mean: a day, or the first and last of a stretch."""
    return [
        "|".join(str(first) if first == last else f"{first}..{last}" for first, last in meant.days)
        for meant in meant_days(text, MONDAY)
    ]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("The audit starts tomorrow.", ["2026-10-13"]),
        ("It was the day before yesterday.", ["2026-10-10"]),
        ("She left two days ago, and returns in three weeks.", ["2026-10-10",
                                                                "2026-11-02..2026-11-08"]),
        ("next month", ["2026-11-01..2026-11-30"]),
        ("A festa é amanhã.", ["2026-10-13"]),
        ("depois de amanhã", ["2026-10-14"]),
        ("A revisão é daqui a três dias.", ["2026-10-15"]),
        ("mês passado", ["2026-09-01..2026-09-30"]),
        ("Ana llega mañana.", ["2026-10-13"]),
        ("Se fue hace dos semanas.", ["2026-09-28..2026-10-04"]),
        ("el año que viene", ["2027-01-01..2027-12-31"]),
        ("La réunion est la semaine prochaine.", ["2026-10-19..2026-10-25"]),
        ("après-demain", ["2026-10-14"]),
        ("il y a trois jours", ["2026-10-09"]),
        ("Uwe kommt übermorgen.", ["2026-10-14"]),
        ("vor zwei Wochen", ["2026-09-28..2026-10-04"]),
        ("nächstes Jahr", ["2027-01-01..2027-12-31"]),
        ("会議は明後日です", ["2026-10-14"]),
        ("三日後", ["2026-10-15"]),
        ("下周开会", ["2026-10-19..2026-10-25"]),
        ("三天后", ["2026-10-15"]),
    ],
)  # fmt: skip
def test_words_mean_a_day_seen_from_the_day_they_were_said(text: str, days: list[str]) -> None:
    assert told(text) == days


@pytest.mark.parametrize(
    "text",
    ["next Friday", "na próxima sexta", "el viernes que viene", "vendredi prochain",
     "nächsten Freitag"],
)  # fmt: skip
def test_next_friday_is_the_coming_one_or_that_of_next_week(text: str) -> None:
    assert told(text) == ["2026-10-16|2026-10-23"]


@pytest.mark.parametrize("text", ["来週の金曜日", "下周五"])
def test_a_weekday_of_a_named_week_is_one_day(text: str) -> None:
    assert told(text) == ["2026-10-23"]


@pytest.mark.parametrize(
    "text",
    [
        "por la mañana",
        "Am Morgen kommt Uwe.",
        "Bruno met May in the sun.",
        "The budget is 12,500 euros and version 3.12 is out.",
        "They sat there all day.",
    ],
)
def test_what_only_looks_like_a_day_means_none(text: str) -> None:
    assert told(text) == []


def test_without_the_day_on_which_it_was_said_nothing_can_be_worked_out() -> None:
    (meant,) = meant_days("tomorrow", None)
    assert (meant.words, meant.days, meant.day) == ("tomorrow", (), None)


def test_a_phrase_that_is_written_out_already_is_left_alone() -> None:
    assert meant_days("Bruno arrives tomorrow (2026-10-13).", MONDAY) == []


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("The launch is on the 30th.", "2026-10-30"),
        ("We will meet on the 3rd at noon.", "2026-11-03"),
        ("Ana left on the 30th.", "2026-09-30"),
        ("The rent is due by the 1st.", "2026-11-01"),
        ("Ana moved in on the 12th.", "2026-10-12"),
        # Nothing tells whether it is past or to come.
        ("Ana, lunch on the 30th?", "2026-09-30|2026-10-30"),
        ("It was planned, but it will be on the 30th.", "2026-09-30|2026-10-30"),
        ("A festa é dia 30.", "2026-10-30"),
        ("A Ana mudou no dia 3.", "2026-10-03"),
        ("La boda será el día 30.", "2026-10-30"),
        ("Ana llegó el día 3.", "2026-10-03"),
        ("La réunion sera le 30.", "2026-10-30"),
        ("Ana est partie le 3.", "2026-10-03"),
        ("Das Fest wird am 30. sein.", "2026-10-30"),
        ("Das Fest war am 3. in Bonn.", "2026-10-03"),
        ("会議は30日です。", "2026-10-30"),
        ("3日に引っ越しました。", "2026-10-03"),
        ("我们3号搬家了。", "2026-10-03"),
        ("我们30号要开会。", "2026-10-30"),
    ],
)
def test_a_day_named_by_its_number_is_past_or_to_come_as_the_sentence_says(
    text: str, days: str
) -> None:
    assert told(text) == [days]


def test_a_month_without_that_day_is_passed_over() -> None:
    (meant,) = meant_days("It is due on the 31st.", date(2026, 11, 2))
    assert meant.day == date(2026, 12, 31)


@pytest.mark.parametrize(
    "text",
    ["the 30th floor is on the 30th floor", "by the 2nd attempt", "on the 30th of October",
     "on the 30th October", "dia 30 de outubro", "dia 30/10", "el día 30 de octubre", "le 30 mai",
     "le 5 étoiles", "am 30. Oktober", "am 30.10.", "10月30日", "30日間", "30号楼", "on the 40th."],
)  # fmt: skip
def test_other_numbers_are_no_days(text: str) -> None:
    assert told(text) == []
