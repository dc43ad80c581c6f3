"""LoCoMo: which facts of a conversation are found by questions about it.

`python -m benchmarks.search.locomo PATH [--in FOLDER]`. The data (CC BY-NC 4.0) is not part of
memtui: its path is given and its SHA-256 checked. Each conversation is a memory of its own, its
observations are the facts, each said in its session, with the turns it rests on as evidence.
"""

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

import orjson

from benchmarks.search.memories import meaning_of, placed
from benchmarks.search.page import table, where, write_part
from memtui.facts.fact import Evidence, Fact, Saying
from memtui.search.meaning import Meaning
from memtui.search.ranking import search
from memtui.store.memory import Memory

KNOWN = {
    "f060adb597204d2c1e47fbc708b0c8765af10d9fa63e5fcbca34e7be5853818c": "the tuned half (5 of 10)",
}
CATEGORIES = {1: "multi", 2: "temporal", 3: "open", 4: "single", 5: "adversarial"}
MAIN = (1, 2, 3, 4)
_TURN = re.compile(r"D:?(\d+):(\d+)")

Ranked = Callable[[str], list[str]]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the turns that answer it, and its kind."""

    text: str
    turns: frozenset[str]
    category: int


@dataclass(frozen=True, slots=True)
class Result:
    """How well one question was answered: shares of its turns found, and the first one's place."""

    conversation: str
    category: int
    at_5: float
    at_10: float
    first: float


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation: its facts, the turns each rests on, and its questions."""

    name: str
    facts: tuple[Fact, ...]
    turns: Mapping[str, frozenset[str]]
    questions: tuple[Question, ...]

    @property
    def end(self) -> datetime:
        """The day after the last session: when the questions are asked."""
        last = max(fact.said for fact in self.facts) + timedelta(days=1)
        return datetime(last.year, last.month, last.day, 12, tzinfo=UTC)


def read(data: bytes, *, quotes: bool = True) -> list[Talk]:
    """The conversations of a file."""
    return [_talk(each, quotes=quotes) for each in orjson.loads(data)]


def _talk(entry: Mapping[str, Any], *, quotes: bool) -> Talk:
    name, conversation = entry["sample_id"], entry["conversation"]
    said = {
        turn["dia_id"]: turn["text"]
        for part in conversation.values()
        if isinstance(part, list)
        for turn in part
    }
    facts: list[Fact] = []
    rests: dict[str, frozenset[str]] = {}
    for session, by_speaker in entry["observation"].items():
        number = re.sub(r"\D", "", session)
        day = _day(conversation[f"session_{number}_date_time"])
        for speaker, observations in by_speaker.items():
            for text, evidence in observations:
                turns = _turns(evidence)
                quote = " ".join(said[turn] for turn in sorted(turns) if turn in said)
                id_ = f"f_{sha256(f'{name} {len(facts)}'.encode()).hexdigest()[:16]}"
                first = Saying(
                    said=day,
                    source=f"conversation: session {number}",
                    place=len(facts),
                    evidence=Evidence(quote, speaker) if quotes and quote else None,
                )
                facts.append(Fact(id_, speaker, "note", text, first))
                rests[id_] = turns
    questions = tuple(
        Question(each["question"], _turns(each["evidence"]), each["category"])
        for each in entry["qa"]
        if _turns(each["evidence"])
    )
    return Talk(name, tuple(facts), rests, questions)


def _turns(evidence: object) -> frozenset[str]:
    return frozenset(f"D{session}:{turn}" for session, turn in _TURN.findall(str(evidence)))


def _day(text: str) -> date:
    found = re.search(r"on (\d+) (\w+), (\d+)", text)
    if found is None:
        raise ValueError(f"no day in {text!r}")
    return datetime.strptime(" ".join(found.groups()), "%d %B %Y").date()


def by_grep(talk: Talk) -> Ranked:
    """The floor: facts by how many words of the question they contain, in the order of notes."""

    def ranked(question: str) -> list[str]:
        words = set(re.findall(r"\w+", question.casefold()))
        have = {
            fact.id: len(words & set(re.findall(r"\w+", fact.fact.casefold())))
            for fact in talk.facts
        }
        return sorted((id_ for id_ in have if have[id_]), key=lambda id_: -have[id_])

    return ranked


def by_search(memory: Memory, meaning: Meaning | None, question: str) -> list[str]:
    """As memtui answers."""
    return [hit.fact.id for hit in search(memory, question, k=50, meaning=meaning)]


def by_meaning(meaning: Meaning, question: str) -> list[str]:
    """Vectors alone."""
    cosines = meaning.search(question, count=50).cosines
    return sorted(cosines, key=lambda id_: (-cosines[id_], id_))


def results(talk: Talk, ranked: Ranked) -> Iterable[Result]:
    """How well each question is answered."""
    for question in talk.questions:
        yield result(talk, question, ranked(question.text))


def result(talk: Talk, question: Question, ids: Iterable[str]) -> Result:
    """How well a question is answered by facts in this order."""
    found = [talk.turns[id_] & question.turns for id_ in ids]
    shares = [len(frozenset().union(*found[:k])) / len(question.turns) for k in (5, 10)]
    first = next((1 / place for place, turns in enumerate(found, 1) if turns), 0.0)
    return Result(talk.name, question.category, shares[0], shares[1], first)


def line(name: str, some: Iterable[Result]) -> list[str]:
    """A row: recall@5, recall@10, MRR over all main questions, then recall@10 by category."""
    some = list(some)
    whole = [each for each in some if each.category in MAIN]
    parts = defaultdict(list)
    for each in some:
        parts[each.category].append(each.at_10)
    return [
        name,
        f"{mean(each.at_5 for each in whole):.3f}",
        f"{mean(each.at_10 for each in whole):.3f}",
        f"{mean(each.first for each in whole):.3f}",
        *(f"{mean(parts[number]):.2f}" for number in CATEGORIES),
    ]


def measured(talks: Iterable[Talk], home: Path) -> dict[str, list[Result]]:
    """The results of each way to search."""
    every: dict[str, list[Result]] = defaultdict(list)
    for talk in talks:
        memory = placed(home, talk.name, talk.facts, talk.end, {"attributes.many": ["note"]})
        meaning = meaning_of(memory)
        ways: dict[str, Ranked] = {
            "grep": by_grep(talk),
            "words": partial(by_search, memory, None),
            "meaning": partial(by_meaning, meaning),
            "fused": partial(by_search, memory, meaning),
        }
        for name, ranked in ways.items():
            every[name] += results(talk, ranked)
        meaning.close()
        memory.close()
    return every


def ceiling(talks: Iterable[Talk]) -> float:
    """The share of turns asked for that any fact rests on."""
    shares = []
    for talk in talks:
        covered = frozenset().union(*talk.turns.values())
        shares += [
            len(each.turns & covered) / len(each.turns)
            for each in talk.questions
            if each.category in MAIN
        ]
    return mean(shares)


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search.locomo", description=__doc__)
    parser.add_argument("path", type=Path, help="the data")
    parser.add_argument("--in", dest="folder", type=Path, help="where to make, or find, memories")
    parser.add_argument("--without-quotes", action="store_true", help="leave the evidence out")
    parser.add_argument("--print", action="store_true", help="write nothing")
    given = parser.parse_args()
    data = given.path.read_bytes()
    hash_ = sha256(data).hexdigest()
    print(f"{hash_}: {KNOWN.get(hash_, 'data that this was not tuned on')}")
    talks = read(data, quotes=not given.without_quotes)
    with TemporaryDirectory() as folder:
        every = measured(talks, given.folder or Path(folder))
    heads = ["", "recall@5", "recall@10", "MRR", *CATEGORIES.values()]
    rows = [line(name, some) for name, some in every.items()]
    text = table(heads, rows)
    print(text, f"\nceiling {ceiling(talks):.3f}", sep="\n")
    if not given.print:
        facts = sum(len(talk.facts) for talk in talks)
        command = "python -m benchmarks.search.locomo PATH"
        data_is = f"LoCoMo, {KNOWN.get(hash_, 'other data')}, SHA-256 `{hash_[:16]}…`"
        write_part(
            "locomo",
            f"## LoCoMo\n\n{where(command, data_is)} {facts} facts, "
            f"{len(every['fused'])} questions; recall counts the turns of categories 1–4 that the "
            f"facts found rest on, the ceiling is {ceiling(talks):.3f}. The last columns are "
            f"recall@10 by category. Goals: 0.64, 0.70, 0.60.\n\n{text}",
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
