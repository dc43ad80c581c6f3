"""The seal of a Chroma folder, and what must not stay in its files.

A generation (`g1`, `g2`…) that was closed cleanly is sealed with a hash of every byte; one without
a seal that fits is doubtful.
"""

import hashlib
import json
import os
import re
import struct
from pathlib import Path
from typing import Any, NamedTuple

# Raised whenever what is written here changes.
_FORMAT = 1

_GENERATION = re.compile(r"g([0-9]{1,9})")
# What Chroma makes in a generation beside its database: a folder for each segment.
_SEGMENT = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_OF_SEGMENTS = (".bin", ".pickle")


class Seal(NamedTuple):
    """What was closed cleanly: the generation, and whether its files have what was removed."""

    place: str
    traces: bool


def seal(folder: Path, place: Path, identity: str, *, traces: bool) -> None:
    """Write down that a generation was closed cleanly, and every byte of it."""
    card = {**_expected(identity), "place": place.name, "traces": traces}
    card["files"] = _fingerprint(place)
    new = folder / "seal.new"
    with new.open("w", encoding="utf-8") as file:
        json.dump(card, file)
        file.flush()
        os.fsync(file.fileno())
    new.replace(folder / "seal.json")
    sync(folder)


def sealed(folder: Path, identity: str) -> Seal | None:
    """The generation that can be opened without doubt, if there is one."""
    try:
        card = json.loads((folder / "seal.json").read_text("utf-8"))
        place = folder / f"g{number(Path(card['place']))}"
        found = Seal(place.name, bool(card.pop("traces")))
        fits = card == {
            **_expected(identity),
            "place": place.name,
            "files": _fingerprint(place),
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return found if fits else None


def _expected(identity: str) -> dict[str, Any]:
    from importlib.metadata import version

    return {"format": _FORMAT, "chroma": version("chromadb"), "identity": identity}


def _fingerprint(place: Path) -> str:
    digest = hashlib.blake2b()
    for path in sorted(each for each in place.rglob("*") if each.is_file()):
        digest.update(f"{path.relative_to(place)} {path.stat().st_size}\n".encode())
        with path.open("rb") as file:
            while piece := file.read(1 << 20):
                digest.update(piece)
    return digest.hexdigest()


def break_seal(folder: Path) -> None:
    """Take the seal away; the folder is doubtful from here on."""
    (folder / "seal.json").unlink(missing_ok=True)
    sync(folder)


def scrub(path: Path) -> None:
    """Clear the unused end of a file of HNSW.

    Chroma writes room for vectors to come as it lies in the process's memory: words of notes,
    keys, vectors that were forgotten.
    """
    header = path.with_name("header.bin")
    if path.name not in ("data_level0.bin", "length.bin") or not header.exists():
        return
    _, start, _, used, size = struct.unpack_from("<iQQQQ", header.read_bytes())
    meant = start + used * size if path.name == "data_level0.bin" else used * 4
    with path.open("r+b") as file:
        end = file.seek(0, os.SEEK_END)
        file.seek(meant)
        if meant < end and file.read().strip(b"\0"):
            file.seek(meant)
            file.write(bytes(end - meant))


def clear(place: Path) -> None:
    """Delete what Chroma made in a generation, and the generation when that was all of it."""
    if not number(place) or place.is_symlink() or not place.is_dir():
        return
    for each in place.iterdir():
        if _SEGMENT.fullmatch(each.name) and each.is_dir() and not each.is_symlink():
            for file in each.iterdir():
                if file.suffix in _OF_SEGMENTS:
                    file.unlink()
            _remove_empty(each)
        elif each.name.startswith("chroma.sqlite3"):
            each.unlink()
    _remove_empty(place)


def _remove_empty(folder: Path) -> None:
    if not any(folder.iterdir()):
        folder.rmdir()


def number(place: Path) -> int:
    """A generation's number; 0 for what is none."""
    found = _GENERATION.fullmatch(place.name)
    return int(found[1]) if found else 0


def sync(folder: Path) -> None:
    """Have what was renamed or deleted in a folder on disk before going on."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
