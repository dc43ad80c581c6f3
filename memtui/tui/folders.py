"""Looking around in folders for a file to open: listing, and completing a typed path.

Called in worker threads; a folder on a slow disk never stops the screen.
"""

import itertools
import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from urllib.parse import unquote

from memtui.settings import path_of


@dataclass(frozen=True, slots=True)
class Entry:
    """Something in a folder; `size` in bytes, 0 for folders."""

    name: str
    folder: bool
    size: int = 0
    changed: date | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What is in a folder, folders first; `trouble` says why it could not be read."""

    folder: Path
    entries: tuple[Entry, ...] = ()
    trouble: str = ""


def look_into(folder: Path) -> Found:
    """List a folder, hidden entries included."""
    try:
        with os.scandir(folder) as found:
            entries = [_entry(each) for each in found]
    except OSError as error:
        return Found(folder, trouble=f"{short(folder)} cannot be read: {error.strerror}.")
    entries.sort(key=lambda entry: (not entry.folder, entry.name.casefold(), entry.name))
    return Found(folder, tuple(entries))


def _entry(found: os.DirEntry[str]) -> Entry:
    try:
        folder = found.is_dir()
        status = found.stat()
    except OSError:  # a dangling link, or gone meanwhile: still listed, opening it says why
        return Entry(found.name, False)
    changed = date.fromtimestamp(status.st_mtime)
    return Entry(found.name, folder, 0 if folder else status.st_size, changed)


def typed_path(text: str, base: Path) -> Path:
    """The path a person typed or pasted: `~`, quotes, `file://` and a relative path understood."""
    plain = text.strip()
    if len(plain) > 1 and plain[0] == plain[-1] and plain[0] in "'\"":
        plain = plain[1:-1]
    if plain.startswith("file://"):
        plain = unquote(plain.removeprefix("file://"))
    return base / path_of(plain)


def pasted_path(text: str, base: Path) -> str:
    """A path as a terminal pastes it when a file is dropped on it: spaces may be escaped."""
    first = next(iter(text.strip().splitlines()), "").strip()
    if "\\ " in first and not typed_path(first, base).exists():
        return first.replace("\\ ", " ")
    return first


def begun_anew(text: str) -> str:
    """A whole path typed behind another one, at `//` or `/~/`, takes its place, as in an editor."""
    at = max(text.rfind("//"), text.rfind("/~/"))
    return text if at < 0 or text.lstrip("'\"").startswith("file:") else text[at + 1 :]


def split(text: str, base: Path) -> tuple[Path, str]:
    """The folder that a typed text is in, and the beginning of a name in it."""
    head, slash, name = text.rpartition("/")
    if text == "~":
        return Path.home(), ""
    return (typed_path(head + slash, base) if slash else base), name


def matching(entries: Iterable[Entry], beginning: str, *, hidden: bool) -> list[Entry]:
    """Entries whose names begin so, whatever the case; hidden ones only when asked for."""
    low = beginning.casefold()
    hidden = hidden or beginning.startswith(".")
    return [
        entry
        for entry in entries
        if entry.name.casefold().startswith(low) and (hidden or not entry.name.startswith("."))
    ]


def completed(text: str, names: Iterable[Entry], *, hidden: bool = False) -> str:
    """A typed text, longer by what all matching names have in common, as a shell does.

    Args:
        text: What was typed.
        names: What is in the folder that `split` gave for it.
        hidden: Whether hidden names count.
    """
    head, slash, beginning = text.rpartition("/")
    found = matching(names, beginning, hidden=hidden)
    exact = [entry for entry in found if entry.name.startswith(beginning)]
    found = exact or found
    if text in ("~", "..") or not found:
        return text + "/" if text in ("~", "..") else text
    common = _common([entry.name for entry in found])
    if len(common) < len(beginning):
        return text
    end = "/" if len(found) == 1 and found[0].folder else ""
    return head + slash + common + end


def _common(names: list[str]) -> str:
    """How all names begin."""
    first, last = min(names), max(names)
    alike = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return "".join(letter for letter, _ in alike)


def short(path: Path) -> str:
    """A path as people write it, with `~` for their home."""
    home = Path.home()
    if path == home:
        return "~"
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def size(count: int) -> str:
    """A file's size for people: "512 B", "12.3 MB"."""
    if count < 1000:
        return f"{count} B"
    amount = float(count)
    for unit in ("kB", "MB", "GB"):
        amount /= 1000
        if amount < 999.95:
            return f"{amount:.1f} {unit}" if amount < 99.95 else f"{amount:.0f} {unit}"
    return f"{amount / 1000:.1f} TB"
