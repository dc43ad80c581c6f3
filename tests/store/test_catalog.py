import shutil
import sqlite3
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Draft, Evidence
from memtui.facts.keeping import Correct, End, Forget, Keep
from memtui.store import cataloguing
from memtui.store.memory import Memory
from tests.store.making import edit, keep, kept, place_note

ROOT = Path(__file__).parents[2]


def fill(memory: Memory) -> None:
    keep(memory, "bea", "Bea sings.", said="2024-01-01")
    keep(memory, "Ana", "Ana works in research.", said="2024-01-01")
    keep(memory, "Ana", "Ana leads research.", said="2024-06-01")
    keep(memory, "Ana", "Ana lives in Faro.", attribute="home", said="2024-03-01")


def test_lists_go_by_thing_and_newest_first(memory: Memory) -> None:
    fill(memory)
    assert [row.fact for row in memory.rows()] == [
        "Ana lives in Faro.",
        "Ana leads research.",
        "Bea sings.",
    ]
    assert [row.fact for row in memory.rows(history=True)] == [
        "Ana lives in Faro.",
        "Ana leads research.",
        "Ana works in research.",
        "Bea sings.",
    ]
    assert len(memory.rows(limit=2)) == 2
    assert memory.rows(history=True)[2].until == "2024-06-01"
    counts = memory.counts()
    assert (counts.current, counts.history, counts.subjects, counts.notes) == (3, 1, 2, 4)
    assert memory.names() == {"Ana": ["home", "role"], "bea": ["role"]}


def test_facts_by_what_is_asked(memory: Memory) -> None:
    fill(memory)

    def found(**asked: object) -> list[str]:
        return [fact.fact for fact in memory.facts(**asked)]  # type: ignore[arg-type]

    assert found(subject="ANA", attribute=" Role ") == ["Ana leads research."]
    assert found(subject="An") == []
    assert found(attribute="home") == ["Ana lives in Faro."]
    assert found(subject="ana", as_of=date(2024, 2, 1)) == ["Ana works in research."]
    assert found(as_of=date(2024, 6, 1)) == found()
    assert found(as_of=date(2023, 6, 1)) == []
    assert len(found(history=True, source="added by hand")) == 4
    assert found(source="added") == []
    assert len(found(history=True, batch="b_0000000a")) == 4
    assert found(ids=[]) == []
    assert [fact.fact for fact in memory.timeline("ana", "role")] == [
        "Ana works in research.",
        "Ana leads research.",
    ]
    assert len(memory.facts_of([("Ana", "role"), ("bea", "role")])) == 3
    (batch,) = memory.batches()
    assert (batch.id, batch.count, batch.source) == ("b_0000000a", 4, "added by hand")


def test_the_catalogue_tells_of_a_fact_what_its_note_does(memory: Memory) -> None:
    draft = Draft(
        "Ana",
        "role",
        "Ana sings.",
        said=date(2024, 1, 2),
        evidence=Evidence("I\nsing", "Ana"),
        tags=("music", "a, b"),
    )
    id_ = kept(memory.apply(Keep((draft,)))).id
    memory.apply(Correct(id_, fact="Ana sings well."))
    memory.apply(End(id_, date(2024, 2, 1)))
    (fact,) = memory.facts(history=True, ids=[id_])
    assert fact == memory.fact(id_)
    assert memory.fact(id_).carried[0].encode() == memory.path(id_).read_bytes()


def test_a_fact_is_found_by_the_start_of_its_id(memory: Memory) -> None:
    place_note(memory, "f_00000000000000aa", "Ana", "Ana sings.")
    place_note(memory, "f_00000000000000ab", "Bea", "Bea sings.")
    memory.refresh()
    for text in ("f_00000000000000aa", "[f_00000000000000aa]", " f_00000000000000aa "):
        assert memory.fact(text).subject == "Ana"
    with pytest.raises(MemtuiError, match="More than one"):
        memory.fact("f_0000")
    with pytest.raises(MemtuiError, match="FACT_UNKNOWN"):
        memory.fact("f_1")
    with pytest.raises(MemtuiError, match="FACT_UNKNOWN"):
        memory.fact("f_0")


def ruin(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[:100] = b"x" * 100
    path.write_bytes(data)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def replace_by_another(path: Path) -> None:
    path.unlink()
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE meta (name, value)")
    db.execute("INSERT INTO meta VALUES ('format', '0')")
    db.commit()
    db.close()


def scramble(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:] = bytes(len(data) - 4096)
    path.write_bytes(data)


@pytest.mark.parametrize("damage", [ruin, cut, empty, replace_by_another, scramble, Path.unlink])
def test_a_broken_index_is_made_anew_by_itself(memory: Memory, home: Path, damage: object) -> None:
    fill(memory)
    rows = memory.rows(history=True)
    memory.close()
    assert callable(damage)
    damage(memory.folder / "index" / "catalog.db")
    again = Memory.open(home, "team")
    again.refresh()
    assert again.rows(history=True) == rows
    assert [hit.id for hit in again.words("Faro")] == [rows[0].id]
    assert again.doctor().faults == ()
    keep(again, "Cy", "Cy swims.")
    again.close()


def test_an_index_deleted_under_an_open_memory_is_made_anew(memory: Memory) -> None:
    fill(memory)
    rows = memory.rows(history=True)
    shutil.rmtree(memory.folder / "index")
    memory.refresh()
    assert memory.rows(history=True) == rows
    assert (memory.folder / "index" / "catalog.db").exists()
    shutil.rmtree(memory.folder / "index")
    keep(memory, "Cy", "Cy swims.")
    assert len(memory.rows()) == 4


def test_a_memory_deleted_while_it_is_open_is_said_to_be_gone(memory: Memory) -> None:
    fill(memory)
    shutil.rmtree(memory.folder)
    for ask in (memory.refresh, memory.names, lambda: memory.preview(End("f_0000000000000001"))):
        with pytest.raises(MemtuiError) as failure:
            ask()
        assert failure.value.code == Code.MEMORY_UNKNOWN
        assert f"{memory.folder} is gone" in failure.value.message
    assert not memory.folder.exists()


def test_a_memory_moved_away_and_back_while_it_is_open_is_as_before(memory: Memory) -> None:
    fill(memory)
    rows = memory.rows(history=True)
    away = memory.folder.with_name("away")
    memory.folder.rename(away)
    with pytest.raises(MemtuiError):
        memory.preview(End(rows[0].id))
    with pytest.raises(MemtuiError):
        memory.refresh()
    assert not memory.folder.exists()
    away.rename(memory.folder)
    memory.refresh()
    assert memory.rows(history=True) == rows


def test_an_index_broken_while_it_is_open_is_made_anew(memory: Memory) -> None:
    fill(memory)
    rows = memory.rows(history=True)
    db = sqlite3.connect(memory.folder / "index" / "catalog.db", isolation_level=None)
    db.execute("DROP TABLE facts")
    db.close()
    assert memory.rows(history=True) == rows
    db = sqlite3.connect(memory.folder / "index" / "catalog.db", isolation_level=None)
    db.execute("UPDATE bodies SET fields = x'00'")
    db.close()
    assert len(memory.facts(history=True)) == 4
    memory.reindex()
    assert memory.rows(history=True) == rows


def test_opening_does_not_look_at_the_notes(memory: Memory, home: Path) -> None:
    fill(memory)
    place_note(memory, "f_00000000000000aa", "Cy", "Cy swims.")
    again = Memory.open(home, "team")
    assert again.filled
    assert len(again.rows()) == 3
    again.refresh()
    assert len(again.rows()) == 4
    again.close()


def test_importing_the_memory_loads_nothing_that_is_slow() -> None:
    script = (
        "import sys, memtui.store.memory\n"
        "slow = 'orjson frontmatter yaml tomlkit watchfiles httpx numpy Stemmer filelock'.split()\n"
        "print([name for name in slow if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def traces(memory: Memory, words: bytes) -> list[str]:
    files = (path for path in memory.folder.rglob("*") if path.is_file())
    return [path.name for path in files if words in path.read_bytes().lower()]


def test_what_is_forgotten_leaves_no_byte_behind(memory: Memory, home: Path) -> None:
    other = Memory.open(home, "team")
    fill(memory)
    draft = Draft(
        "Ana",
        "xyzzyattribute",
        "The xyzzyfact of Ana.",
        source="xyzzysource.txt",
        evidence=Evidence("so xyzzyquote", "xyzzyspeaker"),
        tags=("xyzzytag",),
    )
    id_ = kept(memory.apply(Keep((draft,)))).id
    memory.apply(Correct(id_, fact="Now the xyzzyagain of Ana."))
    other.refresh()
    assert len(other.words("xyzzyagain")) == 1
    for n in range(30):
        keep(memory, f"S{n}", f"S{n} sings.")
    assert traces(memory, b"xyzzy")
    memory.apply(Forget((id_,)))
    assert traces(memory, b"xyzzy") == []
    other.refresh()
    assert other.words("xyzzyagain") == []
    assert traces(memory, b"xyzzy") == []
    other.close()


def test_what_is_deleted_by_hand_leaves_no_byte_behind_either(memory: Memory) -> None:
    fill(memory)
    path = place_note(memory, "f_00000000000000aa", "Cy", "Cy swims in xyzzy.")
    memory.refresh()
    edit(path, "xyzzy", "Faro")
    memory.refresh()
    assert traces(memory, b"xyzzy") == []
    path.unlink()
    memory.refresh()
    assert traces(memory, b"swims") == []


def test_forgetting_while_another_process_reads_is_finished_later(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = kept(keep(memory, "Cy", "Cy swims in xyzzy.")).id
    reader = sqlite3.connect(memory.folder / "index" / "catalog.db", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM facts").fetchone()
    memory._index.work(lambda mirror: mirror.catalogue.wait(0.05))
    memory.apply(Forget((id_,)))
    assert memory.words("xyzzy") == []
    assert any("forgotten" in notice for notice in memory.notices)
    reader.close()
    memory.refresh()
    assert traces(memory, b"xyzzy") == []


def test_what_changed_since_a_stamp_is_told(memory: Memory) -> None:
    first = kept(keep(memory, "Ana", "Ana leads the data team."))
    stamp = memory.stamp
    assert memory.since(stamp) == (set(), set())
    second = kept(keep(memory, "Bruno", "Bruno lives in Recife."))
    memory.apply(Forget((first.id,)))
    assert memory.stamp != stamp
    assert memory.since(stamp) == ({second.id}, {first.id})
    assert memory.since("") is None
    memory.reindex()
    assert memory.since(stamp) is None


def test_numbers_in_names_sort_as_numbers(memory: Memory) -> None:
    for name in ("attr 10", "attr 2", "attr b", "10", "9", "007"):
        keep(memory, "Ana", f"Ana has {name}.", attribute=name)
    keep(memory, "Room 12", "Room 12 is free.", attribute="attr 10")
    keep(memory, "Room 3", "Room 3 is free.", attribute="attr 10")
    assert [(row.subject, row.attribute) for row in memory.rows()] == [
        ("Ana", "9"),
        ("Ana", "10"),
        ("Ana", "007"),
        ("Ana", "attr 2"),
        ("Ana", "attr 10"),
        ("Ana", "attr b"),
        ("Room 3", "attr 10"),
        ("Room 12", "attr 10"),
    ]
    assert [fact.subject for fact in memory.facts(subject="room 12")] == ["Room 12"]
    assert len(memory.facts(attribute="attr 10")) == 3
    assert len(memory.timeline("Ana", "attr 10")) == 1


def test_a_row_says_when_anything_of_the_fact_changed_last(memory: Memory) -> None:
    id_ = kept(keep(memory, "Ana", "Ana sings.")).id
    (row,) = memory.rows()
    assert row.changed == row.kept
    memory.apply(Correct(id_, fact="Ana sings well."))
    edited = memory.fact(id_).edited
    (row,) = memory.rows()
    assert edited is not None
    assert row.changed == edited.isoformat()[:-6] + "Z"


def test_the_id_of_a_forgotten_fact_leaves_the_files_once_others_had_time_to_look(
    memory: Memory, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(memory)
    other = Memory.open(home, "team")
    other.refresh()
    stamp = other.stamp
    first, second = (keep(memory, "Cleo", f"Cleo {does}.") for does in ("sews", "sits"))
    memory.apply(Forget((kept(first).id,)))
    assert other.refresh().changed
    news = other.since(stamp)
    assert news
    assert kept(first).id in news[1]

    def in_files() -> bytes:
        return b"".join(each.read_bytes() for each in (memory.folder / "index").iterdir())

    monkeypatch.setattr(cataloguing, "_REMEMBERED", 0)
    memory.refresh()
    assert kept(first).id.encode() not in in_files()
    assert kept(second).id.encode() in in_files()
    # Whoever looks only now reads all anew, and is told that anything may have changed.
    assert other.since(stamp) is None
    assert other.since(other.stamp) == (set(), set())
    other.close()


def test_who_was_away_while_facts_were_forgotten_takes_all_for_changed(
    memory: Memory, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cataloguing, "_REMEMBERED", 0)
    fill(memory)
    other = Memory.open(home, "team")
    other.refresh()
    memory.apply(Forget((memory.rows()[0].id,)))
    memory.refresh()
    assert other.refresh().changed == {row.id for row in memory.rows(history=True)}
    other.close()


def test_pages_hold_all_facts_and_part_no_thing(memory: Memory) -> None:
    drafts = [Draft(f"S {n // 2}", "city", f"S {n // 2} lives in {n}.") for n in range(9)]
    for draft in drafts:
        memory.apply(Keep((draft,)))
    pages = list(memory.pages(at_once=3))
    assert [fact for page in pages for fact in page] == memory.facts(history=True)
    subjects = [{fact.subject for fact in page} for page in pages]
    assert len(pages) > 2
    assert sum(map(len, subjects)) == len(set().union(*subjects))
