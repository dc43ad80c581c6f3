"""What LoCoMo's constants are worth on conversations that they were not chosen on.

`python -m benchmarks.search.tuning PATH [--in FOLDER]`. Each question's candidates are gathered
once and scored with many constants. The best of them for all conversations are compared with
those that are best for all but the one on which they are measured.
"""

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import product
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

from benchmarks.search.locomo import KNOWN, MAIN, Question, Result, Talk, read, result
from benchmarks.search.memories import meaning_of, placed
from benchmarks.search.page import table, where, write_part
from memtui.search.fusion import fused
from memtui.search.ranking import Asked, Ranking
from memtui.search.scoring import MEASURED, Weights, scored

_WORDS = (0.05, 0.1, 0.15)
_SUBJECT = (0.0, 0.5, 1.0)
_SAID_THEN = (0.0, 0.3, 0.6)
_TOGETHER = (0.0, 0.25, 0.4)


@dataclass(frozen=True, slots=True)
class Chosen:
    """One choice of all constants; `words` is what a whole match counts beside a cosine."""

    words: float
    weights: Weights

    def __str__(self) -> str:
        each = self.weights
        return f"{self.words} {each.subject} {each.said_then} {each.together}"


NOW = Chosen(0.1, MEASURED)
NONE = Chosen(0.1, Weights(0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
CHOICES = [
    Chosen(words, replace(MEASURED, subject=subject, said_then=then, together=together))
    for words, subject, then, together in product(_WORDS, _SUBJECT, _SAID_THEN, _TOGETHER)
]


@dataclass(frozen=True, slots=True)
class Case:
    """A question of a conversation with its candidates."""

    talk: Talk
    question: Question
    ranking: Ranking

    def result(self, choice: Chosen) -> Result:
        """How it goes with these constants."""
        ranking = self.ranking
        found = replace(
            ranking.found,
            weight=choice.words,
            scores={
                each.id: each.score
                for each in fused(ranking.found.cosines, ranking.found.words, choice.words)
            },
        )
        scores = scored(
            found, ranking.then, ranking.facts, ranking.time, ranking.named, choice.weights
        )
        order = replace(ranking, found=found, scores=scores).holding()
        return result(self.talk, self.question, [fact.id for fact in order])


def cases(talk: Talk, home: Path) -> list[Case]:
    """The main questions of a conversation with their candidates."""
    memory = placed(home, talk.name, talk.facts, talk.end, {"attributes.many": ["note"]})
    meaning = meaning_of(memory)
    found = [
        Case(talk, question, Ranking.of(memory, Asked(question.text, 50), meaning))
        for question in talk.questions
        if question.category in MAIN
    ]
    meaning.close()
    memory.close()
    return found


def figures(results: Iterable[Result]) -> tuple[float, float, float]:
    """Recall@5, recall@10, MRR."""
    results = list(results)
    return (
        mean(each.at_5 for each in results),
        mean(each.at_10 for each in results),
        mean(each.first for each in results),
    )


def best(results: Mapping[Chosen, Sequence[Result]], without: str = "") -> Chosen:
    """The best choice, leaving one conversation out."""
    return max(
        results,
        key=lambda choice: sum(
            figures(each for each in results[choice] if each.conversation != without)
        ),
    )


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search.tuning", description=__doc__)
    parser.add_argument("path", type=Path, help="the data")
    parser.add_argument("--in", dest="folder", type=Path, help="where to make, or find, memories")
    parser.add_argument("--print", action="store_true", help="write nothing")
    given = parser.parse_args()
    data = given.path.read_bytes()
    hash_ = sha256(data).hexdigest()
    talks = read(data)
    with TemporaryDirectory() as folder:
        every = [case for talk in talks for case in cases(talk, given.folder or Path(folder))]
        results = {
            choice: [case.result(choice) for case in every]
            for choice in dict.fromkeys((NOW, NONE, *CHOICES))
        }
    left_out = {talk.name: best(results, talk.name) for talk in talks}
    crossed = [
        each
        for name, choice in left_out.items()
        for each in results[choice]
        if each.conversation == name
    ]
    lines = [
        ("words and meaning alone", str(NONE), results[NONE]),
        ("as memtui has them", str(NOW), results[NOW]),
        ("best for all five", str(best(results)), results[best(results)]),
        ("best for the other four", "; ".join(sorted({*map(str, left_out.values())})), crossed),
    ]
    rows = [
        [name, which, *(f"{value:.3f}" for value in figures(some))] for name, which, some in lines
    ]
    spread = sorted(sum(figures(some)) / 3 for some in results.values())
    text = table(["", "constants", "recall@5", "recall@10", "MRR"], rows)
    text += (
        f"\n\nConstants: weight of words, subject named, said then, said together. Over all "
        f"{len(results)} choices the mean of the three figures is {spread[0]:.3f} to "
        f"{spread[-1]:.3f}, half of them are within "
        f"{spread[len(spread) * 3 // 4] - spread[len(spread) // 4]:.3f} of each other."
    )
    print(text)
    if not given.print:
        command = "python -m benchmarks.search.tuning PATH"
        data_is = f"LoCoMo, {KNOWN.get(hash_, 'other data')}, SHA-256 `{hash_[:16]}…`"
        write_part("tuning", f"### Constants\n\n{where(command, data_is)}\n\n{text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
