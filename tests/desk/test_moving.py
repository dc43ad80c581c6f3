from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from memtui.desk.desk import Desk
from memtui.desk.moving import going, move
from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Draft
from memtui.facts.keeping import Keep
from memtui.store.memory import Memory
from memtui.store.progress import STOPPABLE, Doing, Stopped

NOW = datetime(2026, 10, 20, 9, 31, 4, tzinfo=UTC)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    Memory.open(tmp_path, "work", make=True).close()
    desk = Desk.open(tmp_path, "team", make=True, clock=lambda: NOW)
    drafts = (
        Draft("Ana", "role", "Ana leads the data team.", said=date(2026, 9, 1), tags=("x",)),
        Draft("Ana", "role", "Ana works in research.", said=date(2026, 10, 12)),
        Draft("Bruno", "city", "Bruno lives in Recife.", said=date(2026, 10, 12)),
    )
    desk.memory.apply(Keep(drafts, "b_71f20000"))
    yield desk
    desk.close()


def told(memory: Memory) -> list[str]:
    return [
        f"{row.fact} {row.until or ''} {row.tags}".rstrip() for row in memory.rows(history=True)
    ]


def at(home: Path, name: str) -> list[str]:
    memory = Memory.open(home, name)
    try:
        memory.refresh()
        return told(memory)
    finally:
        memory.close()


ROLE = ["Ana works in research.", "Ana leads the data team. 2026-10-12 x"]


def id_of(desk: Desk, fact: str) -> str:
    return next(row.id for row in desk.memory.rows() if row.fact == fact)


def test_a_fact_goes_with_what_held_before_and_comes_back_by_undo(
    desk: Desk, tmp_path: Path
) -> None:
    facts = going(desk, [id_of(desk, "Ana works in research.")], history=True)
    moved = move(desk, facts, tmp_path, "work")
    assert (moved.moved, moved.known) == (2, 0)
    assert told(desk.memory) == ["Bruno lives in Recife."]
    assert at(tmp_path, "work") == ROLE
    desk.undo()
    assert told(desk.memory) == [*ROLE, "Bruno lives in Recife."]


def test_alone_its_history_stays_and_has_ended(desk: Desk, tmp_path: Path) -> None:
    facts = going(desk, [id_of(desk, "Ana works in research.")], history=False)
    move(desk, facts, tmp_path, "work")
    assert at(tmp_path, "work") == ["Ana works in research."]
    assert told(desk.memory)[0] == "Ana leads the data team. 2026-10-12 x"


def test_after_a_crash_in_between_it_is_in_both_and_moving_again_finishes(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = going(desk, [id_of(desk, "Ana works in research.")], history=True)
    before = told(desk.memory)
    with monkeypatch.context() as patch:
        patch.setattr(Desk, "apply", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            move(desk, facts, tmp_path, "work")
    assert told(desk.memory) == before
    assert at(tmp_path, "work") == ROLE
    moved = move(desk, facts, tmp_path, "work")
    assert (moved.moved, moved.known) == (2, 2)
    assert told(desk.memory) == ["Bruno lives in Recife."]
    assert at(tmp_path, "work") == ROLE


def test_it_can_be_stopped_until_the_facts_are_there_and_is_finished_from_then_on(
    desk: Desk, tmp_path: Path
) -> None:
    facts = going(desk, [id_of(desk, "Ana works in research.")], history=True)
    before = told(desk.memory)
    begun: list[Doing] = []

    def stop(doing: Doing, done: int, of: int) -> None:
        begun.append(doing)
        if doing in STOPPABLE and (wanted == "at once" or Doing.INDEXING in begun):
            raise Stopped

    wanted = "at once"
    with pytest.raises(Stopped):
        move(desk, facts, tmp_path, "work", progress=stop)
    assert (told(desk.memory), at(tmp_path, "work")) == (before, [])
    wanted = "late"
    move(desk, facts, tmp_path, "work", progress=stop)
    assert (told(desk.memory), at(tmp_path, "work")) == (["Bruno lives in Recife."], ROLE)


def test_where_it_cannot_be_written_nothing_is_forgotten(desk: Desk, tmp_path: Path) -> None:
    facts = going(desk, [id_of(desk, "Bruno lives in Recife.")], history=True)
    before = told(desk.memory)
    for name, code in (("nowhere", Code.MEMORY_UNKNOWN), ("TEAM", Code.NAME_UNUSABLE)):
        with pytest.raises(MemtuiError) as raised:
            move(desk, facts, tmp_path, name)
        assert raised.value.code is code
    assert told(desk.memory) == before


def test_sources_are_listed_with_their_facts(desk: Desk) -> None:
    (source,) = desk.memory.sources()
    assert (source.name, source.count, source.kept) == ("added by hand", 3, NOW)
