"""Short ways to keep facts and to look at what is on disk."""

from datetime import date
from pathlib import Path

from memtui.facts.fact import Draft, Fact
from memtui.facts.keeping import Change, Keep
from memtui.store.memory import Memory


def keep(
    memory: Memory, subject: str, fact: str, *, attribute: str = "role", said: str = "2024-10-12"
) -> Change:
    """Keep one fact."""
    return memory.apply(keeping(subject, fact, attribute=attribute, said=said))


def keeping(subject: str, fact: str, *, attribute: str = "role", said: str = "2024-10-12") -> Keep:
    return Keep((Draft(subject, attribute, fact, said=date.fromisoformat(said)),), "b_0000000a")


def kept(change: Change) -> Fact:
    """The fact that carries the last statement kept."""
    return change.outcomes[-1].fact


def note_path(memory: Memory, change: Change) -> Path:
    return memory.path(kept(change).id)


def on_disk(memory: Memory) -> dict[str, bytes]:
    """All notes and the settings, by path."""
    files = [memory.folder / "memory.toml", *(memory.folder / "notes").rglob("*.md")]
    return {path.relative_to(memory.folder).as_posix(): path.read_bytes() for path in files}


def edit(path: Path, old: str, new: str) -> None:
    """Change a file by hand, in place."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


NOTE = """---
id: {id}
subject: {subject}
attribute: {attribute}
said: {said}
source: added by hand
---
{fact}
"""


def place_note(
    memory: Memory,
    id_: str,
    subject: str,
    fact: str,
    *,
    name: str = "",
    attribute: str = "role",
    said: str = "2024-10-12",
) -> Path:
    """Put a note into the memory by hand."""
    path = memory.folder / "notes" / "memory" / (name or f"{id_}.md")
    path.parent.mkdir(parents=True, exist_ok=True)
    text = NOTE.format(id=id_, subject=subject, attribute=attribute, said=said, fact=fact)
    path.write_text(text, "utf-8")
    return path
