"""Currency: does the answer begin with what holds now, and is what held then found as of its day?

`python -m benchmarks.search.currency [--things N] [--meaning]`. A generated memory: things with 1
to 20 versions, subjects and values that look alike, questions in other words than the facts.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.search.memories import meaning_of, placed
from benchmarks.search.page import digest, table, where, write_part
from memtui.facts.fact import Fact, Saying
from memtui.search.gathering import MeaningSide
from memtui.search.ranking import search
from memtui.store.memory import Memory
from memtui.store.synonyms import meanings, meanings_in
from memtui.store.words import words_of

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SEED = 20261130


class Kind(NamedTuple):
    """One attribute: what its facts say, what they may say of it, and how people ask.

    The first question names the attribute; the others do not, but suit no other attribute.
    """

    attribute: str
    facts: tuple[str, ...]
    values: tuple[str, ...]
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A question, the fact that holds now, and one that held before with a day on which it did."""

    question: str
    names_both: bool
    now: str
    before: str | None
    day: date | None


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _pairs(first: str, last: str, form: str = "{} {}") -> tuple[str, ...]:
    return tuple(form.format(one, two) for one in first.split() for two in last.split())


_CITIES = _words(
    """Lisbon Porto Braga Faro Lyon Lille Nantes Rennes Cork Galway Leeds York Bremen Leipzig Graz
    Linz Turin Parma Bergen Malmö Tartu Riga Gdańsk Brno"""
)
KINDS = (
    Kind(
        "employer",
        ("{s} works for {v}.", "{s} has started at {v}.", "{s} is employed by {v} now."),
        _pairs(
            "Nordwind Altamar Quintal Silvanus Heron Basalt Tamarind Kestrel",
            "Labs Foods Motors",
        ),
        ("Who is {s}'s employer?", "Which company does {s} work for?", "{s} company"),
    ),
    Kind(
        "city",
        ("{s} lives in {v}.", "{s} moved to {v}.", "{s} has settled in {v}."),
        _CITIES,
        ("What city is {s} in?", "Where does {s} live these days?", "which town is {s}'s home now"),
    ),
    Kind(
        "birthplace",
        ("{s} was born in {v}.", "{s} comes from {v}.", "{s} is a native of {v}."),
        _CITIES,
        ("What is {s}'s birthplace?", "Where was {s} born?", "where does {s} come from originally"),
    ),
    Kind(
        "phone",
        ("The phone number of {s} ends in {v}.", "{s} can be reached on the line ending {v}."),
        tuple(str(number) for number in range(101, 125)),
        ("What is {s}'s phone?", "How do I call {s}?", "number to ring {s}"),
    ),
    Kind(
        "role",
        ("{s} is the {v}.", "{s} took over as {v}.", "{s} was made {v}."),
        _pairs(
            "lead deputy acting",
            "designer engineer analyst editor buyer planner chemist archivist",
        ),
        (
            "What is {s}'s role?",
            "What is the job title of {s}?",
            "in which position does {s} serve",
        ),
    ),
    Kind(
        "favourite drink",
        ("{s} likes {v} best.", "{s} orders {v} every time.", "{s} drinks {v} now."),
        _pairs(
            "green iced strong sweet",
            "tea coffee cocoa lemonade cider mate",
        ),
        ("What is {s}'s favourite drink?", "What should I offer {s} to drink?", "{s} beverage"),
    ),
    Kind(
        "deadline",
        ("{s} has to hand in the report by {v}.", "The report of {s} is now due on {v}."),
        tuple(
            f"the {day}th of {month}"
            for month in ("the month", "next month")
            for day in range(5, 17)
        ),
        ("What is the deadline of {s}?", "When is the report of {s} due?", "{s} report due date"),
    ),
    Kind(
        "SSH port",
        ("The server of {s} listens for SSH on {v}.", "{s} moved SSH to {v}."),
        tuple(str(number) for number in range(40122, 40146)),
        (
            "What is the SSH port of {s}?",
            "Which port do I use to log in to {s}'s machine?",
            "{s} ssh",
        ),
    ),
    Kind(
        "diet",
        ("{s} eats {v} food only.", "{s} switched to {v} meals.", "{s} cooks {v} now."),
        _pairs(
            "vegan raw salt-free gluten-free",
            "organic local spicy cold simple seasonal",
            "{} and {}",
        ),
        ("What is {s}'s diet?", "What can I cook when {s} comes to dinner?", "what does {s} eat"),
    ),
    Kind(
        "team",
        (
            "{s} belongs to the {v} team.",
            "{s} joined the {v} team.",
            "{s} was moved to the {v} crew.",
        ),
        _pairs(
            "red blue grey amber",
            "otter finch badger pike lynx crane",
        ),
        ("Which team is {s} on?", "Which group does {s} belong to?", "{s} crew colour and animal"),
    ),
)
_FIRST = _words("Ana Bruno Carla Diego Elif Farid Greta Hugo Ines Jonas")
_LAST = _words("Lima Lopes Lemos Moreira Moreno Novak Nowak Weber Webster Wagner")


def subjects(count: int) -> list[str]:
    """Names that look alike: every first name with every last name, some first names alone."""
    names = [*_FIRST, *(f"{first} {last}" for last in _LAST for first in _FIRST)]
    return names[:count]


def generated(things: int) -> tuple[list[Fact], list[Case]]:
    """The facts of so many things, and two questions about each: its key named, and not.

    Raises:
        ValueError: A question fits more than one of them, so that no answer would be right.
    """
    if unclear := ambiguous(KINDS, subjects(-(-things // len(KINDS)))):
        raise ValueError("; ".join(unclear))
    random = Random(SEED)
    facts: list[Fact] = []
    cases = []
    for number, subject in enumerate(subjects(-(-things // len(KINDS)))):
        for kind in KINDS[: things - number * len(KINDS)]:
            timeline = _timeline(random, subject, kind, 1 + random.randrange(20))
            facts += timeline
            before = random.choice(timeline[:-1]) if len(timeline) > 1 else None
            day = None
            if before and before.until:
                span = (before.until - before.said).days
                day = before.said + timedelta(days=random.randrange(span))
            cases += [
                Case(
                    question.format(s=subject),
                    which == 0,
                    timeline[-1].id,
                    before.id if before else None,
                    day,
                )
                for which, question in enumerate(
                    (kind.questions[0], random.choice(kind.questions[1:]))
                )
            ]
    return facts, cases


def ambiguous(kinds: Sequence[Kind], names: Sequence[str]) -> list[str]:
    """What about the questions fits more than one thing, one line each.

    A question must be asked for one attribute only, name one subject, and say no word for another
    attribute without one for its own.
    """
    found = []
    forms = [(kind, question) for kind in kinds for question in kind.questions]
    asked = Counter(question.casefold() for _, question in forms)
    for kind, question in forms:
        if asked[question.casefold()] > 1:
            found.append(f"{question!r} is asked for several attributes")
        if question.count("{s}") != 1:
            found.append(f"{question!r} names no subject, or two")
        own = _named(question, kind)
        others = [each.attribute for each in kinds if each != kind and _named(question, each)]
        if others and not own:
            found.append(f"{question!r} names {', '.join(others)}, not {kind.attribute}")
    by_words = Counter(tuple(words_of(name)) for name in names)
    found += [f"{' '.join(words)!r} are two subjects" for words, n in by_words.items() if n > 1]
    return found


def _named(question: str, kind: Kind) -> bool:
    """Whether a question has an attribute's own words, or another usual name for it."""
    words = words_of(question.replace("{s}", ""))
    usual = meanings_in(words, ("english",)) & meanings(kind.attribute)
    return set(words_of(kind.attribute)) <= set(words) or bool(usual)


def _timeline(random: Random, subject: str, kind: Kind, length: int) -> list[Fact]:
    days = sorted(
        date(2016, 1, 1) + timedelta(days=day) for day in random.sample(range(3900), length)
    )
    values = random.sample(kind.values, length)
    ids = [f"f_{random.getrandbits(64):016x}" for _ in days]
    return [
        Fact(
            ids[at],
            subject,
            kind.attribute,
            random.choice(kind.facts).format(s=subject, v=values[at]),
            Saying(day, source=f"conversation: {day:%Y-%m}.txt", place=at),
            until=days[at + 1] if at + 1 < length else None,
            replaces=(ids[at - 1],) if at else (),
            replaced_by=ids[at + 1] if at + 1 < length else None,
        )
        for at, day in enumerate(days)
    ]


@dataclass(frozen=True, slots=True)
class Score:
    """How one question went."""

    names_both: bool
    stale_first: bool
    first: bool
    at_5: bool
    then: bool | None


def scored(memory: Memory, cases: Sequence[Case], meaning: MeaningSide | None) -> Iterator[Score]:
    """How each question goes."""
    for case in cases:
        hits = [hit.fact for hit in search(memory, case.question, k=5, meaning=meaning)]
        ids = [fact.id for fact in hits]
        then = None
        if case.day:
            past = search(memory, case.question, k=5, as_of=case.day, meaning=meaning)
            then = bool(past) and past[0].fact.id == case.before
        yield Score(
            case.names_both,
            bool(hits) and not hits[0].current,
            ids[:1] == [case.now],
            case.now in ids,
            then,
        )


def rows(name: str, scores: Sequence[Score]) -> Iterator[list[str]]:
    """Lines of the table: all questions, and those that name subject and attribute."""
    for which, some in (
        ("all", scores),
        ("subject and attribute named", [each for each in scores if each.names_both]),
        ("in other words", [each for each in scores if not each.names_both]),
    ):
        past = [each.then for each in some if each.then is not None]
        yield [
            name,
            which,
            str(len(some)),
            *(
                f"{mean(values):.3f}"
                for values in (
                    [each.stale_first for each in some],
                    [each.first for each in some],
                    [each.at_5 for each in some],
                    past,
                )
            ),
        ]


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.search.currency", description=__doc__
    )
    parser.add_argument("--things", type=int, default=1000)
    parser.add_argument("--in", dest="folder", type=Path, help="where to make, or find, the memory")
    parser.add_argument("--words-only", action="store_true", help="leave meaning out")
    parser.add_argument("--print", action="store_true", help="write nothing")
    parser.add_argument("--show", type=int, default=0, help="print so many questions that failed")
    given = parser.parse_args()
    facts, cases = generated(given.things)
    with TemporaryDirectory() as folder:
        memory = placed(given.folder or Path(folder), f"currency-{given.things}", facts, NOW)
        ways: dict[str, MeaningSide | None] = {"words": None}
        if not given.words_only:
            ways["fused"] = meaning_of(memory)
        lines: list[list[str]] = []
        for name, meaning in ways.items():
            scores = list(scored(memory, cases, meaning))
            lines += rows(name, scores)
            failed = [case for case, score in zip(cases, scores, strict=True) if not score.first]
            for case in failed[: given.show]:
                top = [hit.fact.fact for hit in search(memory, case.question, k=3, meaning=meaning)]
                print(name, case.question, top)
        memory.close()
    heads = ["", "questions", "", "stale first", "current first", "recall@5", "as of its day"]
    text = table(heads, lines)
    print(text)
    if not given.print:
        data = f"{len(facts)} facts, {digest(repr(facts).encode())}"
        command = "python -m benchmarks.search.currency"
        told = (
            f"{given.things:,} things with 1 to 20 versions each, asked about twice. Goals where "
            "subject and attribute are named: stale first 0.000, current first 1.000, as of its "
            "day 1.000."
        )
        write_part("currency", f"## Currency\n\n{where(command, data)} {told}\n\n{text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
