"""Times told from the day of the question: "3 May last year", "half a year ago", "on Monday".

Today is a Monday, 30 November 2026.
"""

import pytest

from memtui.search.days import Kind
from tests.search.test_when import asked, days


@pytest.mark.parametrize(
    ("question", "interval"),
    [
        # A day or a month of a year that is told from today.
        ("where was Ana on October 10 last year", "2025-10-10"),
        ("3 May last year", "2025-05-03"),
        ("last year on May 3", "2025-05-03"),
        ("last year in October", "2025-10"),
        ("October two years ago", "2024-10"),
        ("on 3 May the year before last", "2024-05-03"),
        ("le 3 mai de l'année dernière", "2025-05-03"),
        ("en octobre l'an passé", "2025-10"),
        ("l'année dernière, en octobre", "2025-10"),
        ("am 3. Mai letztes Jahr", "2025-05-03"),
        ("am 3. Mai des letzten Jahres", "2025-05-03"),
        ("letztes Jahr im Oktober", "2025-10"),
        ("im Oktober vorletzten Jahres", "2024-10"),
        ("vor zwei Jahren im Oktober", "2024-10"),
        ("im März des Vorjahres", "2025-03"),
        ("em 3 de maio do ano passado", "2025-05-03"),
        ("no ano passado, em outubro", "2025-10"),
        ("el 3 de mayo del año pasado", "2025-05-03"),
        ("el año pasado en octubre", "2025-10"),
        ("il 3 maggio dell'anno scorso", "2025-05-03"),
        ("l'anno scorso a ottobre", "2025-10"),
        ("in early March last year", "2025-03-01..2025-03-11"),
        ("last year's October", "2025-10"),
        ("in October 2 years ago", "2024-10"),
        ("il 3 maggio dello scorso anno", "2025-05-03"),
        ("in March next year", "2027-03"),
        ("next year in March", "2027-03"),
        ("em março do próximo ano", "2027-03"),
        ("em março do ano que vem", "2027-03"),
        ("en mars de l'année prochaine", "2027-03"),
        ("im März nächsten Jahres", "2027-03"),
        ("en marzo del año que viene", "2027-03"),
        ("a marzo dell'anno prossimo", "2027-03"),
        # A year of two digits.
        ("October '25", "2025-10"),
        ("in Oct ’25", "2025-10"),
        ("on 3 May '25", "2025-05-03"),
        ("in '24", "2024"),
        ("en octobre '25", "2025-10"),
        ("summer '98", "1998"),
        # Halves of what is counted.
        ("half a year ago", "2026-05"),
        ("a half year ago", "2026-05"),
        ("vor einem halben Jahr", "2026-05"),
        ("il y a une demi-année", "2026-05"),
        ("il y a six mois", "2026-05"),
        ("há meio ano", "2026-05"),
        ("faz meio ano", "2026-05"),
        ("hace medio año", "2026-05"),
        ("mezzo anno fa", "2026-05"),
        ("a year and a half ago", "2025-05"),
        ("one and a half years ago", "2025-05"),
        ("vor anderthalb Jahren", "2025-05"),
        ("vor zweieinhalb Jahren", "2024-05"),
        ("há um ano e meio", "2025-05"),
        ("il y a un an et demi", "2025-05"),
        ("hace un año y medio", "2025-05"),
        ("un anno e mezzo fa", "2025-05"),
        ("half a month ago", "2026-11-16..2026-11-23"),
        ("a decade ago", "2016"),
        ("vor zwei Jahrzehnten", "2006"),
        # So long ago, in words.
        ("twelve months ago", "2025-11"),
        ("eleven days ago", "2026-11-19"),
        ("vor zwölf Monaten", "2025-11"),
        ("il y a douze mois", "2025-11"),
        ("há doze meses", "2025-11"),
        ("hace doce meses", "2025-11"),
        ("dodici mesi fa", "2025-11"),
        ("faz três meses", "2026-08"),
        ("hace tres meses", "2026-08"),
        ("tre mesi fa", "2026-08"),
        ("ça fait trois mois", "2026-08"),
        ("a couple of years ago", "2024"),
        ("hace un par de años", "2024"),
        # Yesterday, the day before, and what is today.
        ("l'altro ieri", "2026-11-28"),
        ("l'altroieri", "2026-11-28"),
        ("vorvorgestern", "2026-11-27"),
        ("avant-hier", "2026-11-28"),
        ("anteayer", "2026-11-28"),
        ("the day before yesterday", "2026-11-28"),
        ("this morning", "2026-11-30"),
        ("what did I say tonight", "2026-11-30"),
        ("last night", "2026-11-29"),
        ("heute Morgen", "2026-11-30"),
        ("gestern Abend", "2026-11-29"),
        ("ce matin", "2026-11-30"),
        ("hoje de manhã", "2026-11-30"),
        ("esta noche", "2026-11-30"),
        ("anoche", "2026-11-29"),
        ("stamattina", "2026-11-30"),
        # A day of the week is the last one that has begun.
        ("what did I say on Monday", "2026-11-30"),
        ("what did I say on Friday?", "2026-11-27"),
        ("what did I say on Friday last week", "2026-11-27"),
        ("Tuesday last week", "2026-11-24"),
        ("am Dienstag letzter Woche", "2026-11-24"),
        ("on Friday morning", "2026-11-27"),
        ("was habe ich am Freitag gesagt", "2026-11-27"),
        ("qu'est-ce que j'ai dit vendredi ?", "2026-11-27"),
        ("o que eu disse na sexta-feira", "2026-11-27"),
        ("o que eu disse na segunda?", "2026-11-30"),
        ("qué dije el viernes", "2026-11-27"),
        ("che cosa ho detto venerdì", "2026-11-27"),
        # Christmas.
        ("where was Ana last Christmas", "2025-12-24..2025-12-27"),
        ("at Christmas", "2025-12-24..2025-12-27"),
        ("Christmas 2024", "2024-12-24..2024-12-27"),
        ("letztes Weihnachten", "2025-12-24..2025-12-27"),
        ("an Weihnachten", "2025-12-24..2025-12-27"),
        ("à Noël dernier", "2025-12-24..2025-12-27"),
        ("no Natal passado", "2025-12-24..2025-12-27"),
        ("la Navidad pasada", "2025-12-24..2025-12-27"),
        ("a Natale", "2025-12-24..2025-12-27"),
        ("last year at Christmas", "2025-12-24..2025-12-27"),
    ],
)  # fmt: skip
def test_a_time_told_from_today_is_read(question: str, interval: str) -> None:
    span = asked(question)
    assert span is not None
    assert (span.kind, (span.first, span.end)) == (Kind.IN, days(interval))
    assert question[span.start :].startswith(span.words)


@pytest.mark.parametrize(
    ("question", "kind", "interval"),
    [
        ("since Friday", Kind.AFTER, "2026-11-27.."),
        ("before Friday", Kind.BEFORE, "..2026-11-27"),
        ("seit Freitag", Kind.AFTER, "2026-11-27.."),
        ("desde el viernes", Kind.AFTER, "2026-11-27.."),
        ("since half a year ago", Kind.AFTER, "2026-05-01.."),
        ("before last Christmas", Kind.BEFORE, "..2025-12-24"),
        ("vor Weihnachten", Kind.BEFORE, "..2025-12-24"),
        ("avant Noël", Kind.BEFORE, "..2025-12-24"),
        ("since October '25", Kind.AFTER, "2025-10-01.."),
        ("before 3 May last year", Kind.BEFORE, "..2025-05-03"),
    ],
)
def test_a_time_told_from_today_may_be_a_bound(question: str, kind: Kind, interval: str) -> None:
    span = asked(question)
    assert span is not None
    assert (span.kind, (span.first, span.end)) == (kind, days(interval))


@pytest.mark.parametrize(
    "question",
    [
        *("on Monday Ana works from home", "what does Ana do on Monday", "on Mondays", "Friday"),
        *("works from Monday to Friday", "every Friday", "next Friday", "am Freitag und Montag"),
        *("vendredi prochain", "el viernes que viene", "il primo sabato di settembre"),
        *("le premier samedi de septembre", "el próximo viernes", "am nächsten Freitag"),
        *("ouvert le lundi", "il lunedì", "los lunes", "el Domingo", "na segunda vez", "Lundi"),
        *("na quinta da Ana", "de lunes a viernes", "de lundi à vendredi", "Vendredi"),
        *("the Christmas party", "Noël", "who is Natal", "mora em Natal", "Navidad", "Natale"),
        *("a half brother", "half a year", "half the team", "I have half a mind", "meio dia"),
        *("a year and a half", "anderthalb Jahre", "a couple of years", "twelve months", "once"),
        *("next year", "el próximo año", "nächstes Jahr", "ano que vem", "faz sentido"),
        *("morning", "night", "guten Abend", "la noche", "matin", "Abend", "the night before"),
        *("what is in '22'", "size '25'", "5'10", "the 25", "rock 'n' roll"),
    ],
)  # fmt: skip
def test_what_only_looks_told_from_today_is_none(question: str) -> None:
    assert asked(question) is None, asked(question)
