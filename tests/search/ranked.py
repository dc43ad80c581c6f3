"""Facts to rank, and stand-ins for search by meaning, for the tests of ranking."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Draft
from memtui.facts.keeping import Keep
from memtui.search.ranking import Hit
from memtui.store.memory import Memory


def keep(memory: Memory, *facts: tuple[str, str, str, str]) -> None:
    drafts = [
        Draft(subject, attribute, fact, source=f"added {said}", said=date.fromisoformat(said))
        for subject, attribute, fact, said in facts
    ]
    memory.apply(Keep(tuple(drafts), "b_00000000"))


def found(hits: Iterable[Hit]) -> list[str]:
    return [hit.fact.fact for hit in hits]


@dataclass(frozen=True)
class Meant:
    cosines: dict[str, float]
    weight: float = 0.1


@dataclass
class FakeMeaning:
    """Knows how near some facts are, by their sentence."""

    memory: Memory
    near: dict[str, float]
    asked: list[str] = field(default_factory=list)

    def search(self, query: str, *, count: int = 50, also: Iterable[str] = ()) -> Meant:
        self.asked.append(query)
        cosines = {
            fact.id: self.near.get(fact.fact, 0.1) for fact in self.memory.facts(history=True)
        }
        best = sorted(cosines, key=lambda id_: (-cosines[id_], id_))[:count]
        return Meant({id_: cosines[id_] for id_ in {*best, *also}})


class NoMeaning:
    def search(self, query: str, *, count: int = 50, also: Iterable[str] = ()) -> Meant:
        raise MemtuiError(Code.INDEX_UNAVAILABLE, "The vectors are broken.", "Reindex.")
