"""Languages: is a fact found by a question in its own language, in another, in a mixed memory?

`python -m benchmarks.search.languages`. The pairs are ours, in `languages.txt`: 24 scenes, each
told and asked for in eight languages, so that every question can be put to every language.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory

from benchmarks.search.memories import meaning_of, placed
from benchmarks.search.page import digest, table, where, write_part
from memtui.facts.fact import Fact, Saying
from memtui.search.meaning import Meaning
from memtui.search.ranking import search
from memtui.store.memory import Memory

DATA = Path(__file__).with_name("languages.txt")
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SEED = 20261130
# One draw of languages alone lets recall@1 in a mixed memory vary by 0.02.
DRAWS = 12

Ranked = Callable[[str], list[str]]


@dataclass(frozen=True, slots=True)
class Scene:
    """One thing: its fact and the question for it, by language; the fact has one id in all."""

    facts: Mapping[str, Fact]
    questions: Mapping[str, str]

    @property
    def id(self) -> str:
        """The fact's id."""
        return next(iter(self.facts.values())).id


@dataclass(frozen=True, slots=True)
class Result:
    """Which languages met, and the fact's place among five; 0 = it is not there."""

    asked: str
    told: str
    place: int


def read(text: str) -> list[Scene]:
    """The scenes of a file."""
    blocks = [block.splitlines() for block in text.split("\n\n")]
    return [
        _scene(f"f_{number:016x}", block)
        for number, block in enumerate(blocks)
        if not block[0].startswith("#")
    ]


def _scene(id_: str, block: Sequence[str]) -> Scene:
    subject, day = block[0].rsplit(", ", 1)
    facts, questions = {}, {}
    for line in block[1:]:
        language, attribute, fact, question = line.split(" | ")
        first = Saying(date.fromisoformat(day), source="conversation: notes.txt")
        facts[language] = Fact(id_, subject, attribute, fact, first)
        questions[language] = question
    return Scene(facts, questions)


def by_search(memory: Memory, meaning: Meaning | None, question: str) -> list[str]:
    """As memtui answers."""
    return [hit.fact.id for hit in search(memory, question, k=5, meaning=meaning)]


def by_meaning(meaning: Meaning, question: str) -> list[str]:
    """Vectors alone."""
    cosines = meaning.search(question, count=5).cosines
    return sorted(cosines, key=lambda id_: (-cosines[id_], id_))[:5]


def results(scenes: Iterable[Scene], told: Mapping[str, str], ranked: Ranked) -> list[Result]:
    """How each question of each scene goes, when `told` says in which language its fact is."""
    found = []
    for scene in scenes:
        for language, question in scene.questions.items():
            ids = ranked(question)
            place = ids.index(scene.id) + 1 if scene.id in ids else 0
            found.append(Result(language, told[scene.id], place))
    return found


def measured(
    home: Path, name: str, scenes: Sequence[Scene], told: Mapping[str, str]
) -> dict[str, list[Result]]:
    """The results of each way to search one memory."""
    facts = [scene.facts[told[scene.id]] for scene in scenes]
    memory = placed(home, name, facts, NOW)
    meaning = meaning_of(memory)
    ways: dict[str, Ranked] = {
        "words": partial(by_search, memory, None),
        "meaning": partial(by_meaning, meaning),
        "fused": partial(by_search, memory, meaning),
    }
    found = {way: results(scenes, told, ranked) for way, ranked in ways.items()}
    meaning.close()
    memory.close()
    return found


def recall(some: Iterable[Result], k: int) -> str:
    """The share of facts that are among the first k."""
    return f"{mean(0 < each.place <= k for each in some):.3f}"


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.search.languages", description=__doc__
    )
    parser.add_argument("--in", dest="folder", type=Path, help="where to make, or find, memories")
    parser.add_argument("--print", action="store_true", help="write nothing")
    given = parser.parse_args()
    scenes = read(DATA.read_text(encoding="utf-8"))
    languages = list(scenes[0].facts)
    random = Random(SEED)
    draws = [{scene.id: random.choice(languages) for scene in scenes} for _ in range(DRAWS)]
    with TemporaryDirectory() as folder:
        home = given.folder or Path(folder)
        each = {
            language: measured(home, language, scenes, dict.fromkeys(draws[0], language))
            for language in languages
        }
        mixed: dict[str, list[Result]] = {}
        for number, draw in enumerate(draws):
            for way, found in measured(home, f"mixed-{number}", scenes, draw).items():
                mixed.setdefault(way, []).extend(found)
    rows = []
    for way in mixed:
        every = [one for found in each.values() for one in found[way]]
        within = [one for one in every if one.asked == one.told]
        across = [one for one in every if one.asked != one.told]
        rows.append(
            [way, *(recall(some, k) for some in (within, across, mixed[way]) for k in (1, 5))]
        )
    heads = ["", *(f"{name} @{k}" for name in ("within", "across", "mixed") for k in (1, 5))]
    pairs = [
        [
            asked,
            *(
                recall([one for one in found["fused"] if one.asked == asked], 1)[:4]
                for found in each.values()
            ),
        ]
        for asked in languages
    ]
    text = table(heads, rows)
    by_pair = table(["asked in", *languages], pairs)
    print(text, by_pair, sep="\n\n")
    if not given.print:
        data = f"{len(scenes) * len(languages)} pairs, {digest(DATA.read_bytes())}"
        command = "python -m benchmarks.search.languages"
        write_part(
            "languages",
            f"## Languages\n\n{where(command, data)} Recall of the one right fact, in memories of "
            f"{len(scenes)} facts: all in the question's language, all in another, each in a "
            f"language drawn by lot, {DRAWS} times. Goals: within @1 0.97, across @1 0.83, mixed "
            "@5 0.98."
            f"\n\n{text}\n\nRecall@1 by language of the question and of the "
            f"facts, fused:\n\n{by_pair}",
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
