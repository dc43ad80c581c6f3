"""A note edited as a whole is held to what may be kept, and tells what it said before."""

from datetime import date, timedelta

import pytest

from memtui.errors import Code, MemtuiError
from memtui.store.memory import Memory
from tests.store.making import keep, kept, note_path, place_note

CARD = "4111 1111 1111 1111"


def rewrite(memory: Memory, id_: str, *pairs: tuple[str, str]) -> tuple[bytes, bytes]:
    """Replace words in a note; answers with the note before and after."""
    before = memory.path(id_).read_bytes()
    text = before.decode()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    memory.rewrite(id_, before, text.encode())
    return before, memory.path(id_).read_bytes()


def test_the_earlier_wording_stays_with_the_fact_as_with_a_correction(memory: Memory) -> None:
    id_ = kept(keep(memory, "Ana", "Ana works in research.")).id
    rewrite(memory, id_, ("research", "politics"), ("2024-10-12", "2024-10-11"))
    fact = memory.fact(id_)
    assert fact.edited is not None
    assert [(each.fact, each.said) for each in fact.revisions] == [
        ("Ana works in research.", date(2024, 10, 12))
    ]
    assert fact.revisions[0].until == fact.edited
    assert [row.fact for row in memory.rows()] == ["Ana works in politics."]


def test_what_is_not_ours_is_written_as_it_was_left(memory: Memory) -> None:
    id_ = kept(keep(memory, "Ana", "Ana works in research.")).id
    before = memory.path(id_).read_bytes()
    after = before.replace(b"---\nAna", b"mood:   good # really\n---\nAna") + b"\nMore.\n"
    memory.rewrite(id_, before, after)
    assert memory.path(id_).read_bytes() == after
    rewrite(memory, id_, ("research", "politics"))
    text = memory.path(id_).read_text()
    assert "mood:   good # really\n" in text
    assert text.endswith("Ana works in politics.\n\nMore.\n")


def test_undo_gives_each_byte_back(memory: Memory) -> None:
    path = note_path(memory, keep(memory, "Ana", "Ana works in research."))
    before = path.read_bytes()
    after = before.replace(b"research", b"politics")
    memory.undo(memory.rewrite(path.stem, before, after))
    assert path.read_bytes() == before


@pytest.mark.parametrize("line", ["said: {day}", "said: 2024-10-12\nalso_said:\n- {day}"])
def test_a_day_to_come_is_refused(memory: Memory, line: str) -> None:
    path = note_path(memory, keep(memory, "Ana", "Ana works in research."))
    before = path.read_bytes()
    for ahead, refused in ((1, True), (0, False)):
        day = memory.today + timedelta(days=ahead)
        after = before.replace(b"said: 2024-10-12", line.format(day=day).encode())
        assert after != before
        if refused:
            with pytest.raises(MemtuiError, match="has not come yet") as raised:
                memory.rewrite(path.stem, before, after)
            assert raised.value.code is Code.DATE_UNREADABLE
            assert path.read_bytes() == before
        else:
            memory.rewrite(path.stem, before, after)


def test_an_old_secret_can_stay_or_go_and_no_new_one_can_come(memory: Memory) -> None:
    id_ = "f_0000000000000001"
    path = place_note(memory, id_, "Ana", f"Ana has the card {CARD}.")
    memory.refresh()
    rewrite(memory, id_, ("subject: Ana", "subject: Anna"))
    with pytest.raises(MemtuiError) as raised:
        rewrite(memory, id_, ("Ana has", "Anna has"))
    assert raised.value.code is Code.FACT_SENSITIVE
    rewrite(memory, id_, (f" {CARD}", ""))
    assert CARD not in path.read_text()
    assert memory.fact(id_).fact == "Ana has the card."


def test_a_note_that_could_not_be_read_is_held_to_the_same(memory: Memory) -> None:
    path = note_path(memory, keep(memory, "Ana", "Ana works in research."))
    whole = path.read_bytes()
    path.write_bytes(b"---\nid: [\n---\n")
    memory.refresh()
    for bad in (CARD.encode(), b"x" * 2_001):
        with pytest.raises(MemtuiError):
            memory.rewrite(path.stem, path.read_bytes(), whole.replace(b"research", bad))
