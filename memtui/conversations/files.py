"""Where conversations lie: files, folders of them, zips. Nothing is read or unpacked before asked.

What a path leads to is a list of `Content`, in a fixed order. Names in a zip are only names:
nothing is ever written under them.
"""

import io
import os
import re
import stat
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from memtui.conversations.cleaning import one_line
from memtui.conversations.layout import Stream
from memtui.conversations.piped import Again, held
from memtui.conversations.source import unreadable
from memtui.conversations.unpacking import Archive
from memtui.errors import MemtuiError

_FILES_LIMIT = 20_000
_DEPTH_LIMIT = 24
_BESIDE_LIMIT = 32 << 20
# Text packs to a tenth, repetitive JSON to a hundredth; zlib itself ends at about a thousandth.
_RATIO_LIMIT = 200
_RATIO_FROM = 64 << 20
_UNPACKED_LIMIT = 8 << 30
_PASSED_OVER = frozenset((".git", "node_modules", "__pycache__", "__MACOSX", ".Trash"))
# Only to save opening them: what a file is, its content tells.
_NO_TEXT = re.compile(
    r"\.(?:png|jpe?g|gif|webp|heic|svg|ico|mp[34]|m4a|ogg|opus|wav|mov|webm|avi|pdf|docx?|xlsx?|pptx?"
    r"|exe|dll|so|pyc|woff2?|ttf|css|js|ts|py|dat|db|sqlite3?)$",
    re.IGNORECASE,
)
_ARCHIVE = re.compile(r"\.(?:zip|gz|bz2|xz|zst|7z|rar|tar)$", re.IGNORECASE)
_ARCHIVES = "archives inside, to be opened by themselves"


@dataclass(frozen=True, slots=True)
class Content:
    """One file's bytes, on disk, in a zip or in memory.

    `name` is its path below what was opened, for people. `only` says that it was chosen by itself,
    so that whatever it is, it is meant. `beside` gives the bytes of another file near it.
    """

    name: str
    size: int
    open: Callable[[], Stream]
    only: bool = False
    folder: str = ""
    beside: Callable[[str], bytes | None] = field(default=lambda name: None, compare=False)

    @property
    def file_name(self) -> str:
        """The last part of its path."""
        return PurePosixPath(self.name).name or self.name


@dataclass(slots=True)
class Contents:
    """What a path leads to, and what in it was passed over, by kind."""

    name: str
    files: Sequence[Content]
    passed_over: Counter[str] = field(default_factory=Counter)


def contents_of(path: Path) -> Contents:
    """What a path leads to: one file, or those of a folder or zip.

    Raises:
        MemtuiError: `CONVERSATION_UNREADABLE` when it is not there, may not be read, or is a zip
            that is damaged or unpacks to more than can be meant.
    """
    name = one_line(path.name) or one_line(str(path))
    with _explained(name, path):
        kind = path.stat()
        if stat.S_ISDIR(kind.st_mode):
            return _folder(path, name)
        if not stat.S_ISREG(kind.st_mode):
            unreadable(name, "is not a regular file", "Save the conversation to a file first.")
        with path.open("rb") as file:
            head = file.read(4)
        if head == b"PK\x03\x04" and (packed := _zip(lambda: path.open("rb"), name)):
            return packed
        return Contents(name, (_on_disk(path, name, path.parent, only=True),))


def contents_of_bytes(data: bytes, name: str) -> Contents:
    """What bytes are that were read already, such as those of standard input."""
    name = one_line(Path(name).name) or "conversation"
    if data.startswith(b"PK\x03\x04") and (packed := _zip(lambda: io.BytesIO(data), name)):
        return packed
    return Contents(name, (Content(name, len(data), lambda: io.BytesIO(data), only=True),))


def contents_of_stream(stream: Stream, name: str) -> Contents:
    """What a stream gives, such as standard input.

    Raises:
        MemtuiError: `CONVERSATION_UNREADABLE` when it cannot be read, or does not end.
    """
    with _explained(name, Path(name)):
        given = held(stream, name)
    if isinstance(given, bytes):
        return contents_of_bytes(given, name)
    if Again(given).read(4) == b"PK\x03\x04" and (packed := _zip(lambda: Again(given), name)):
        return packed
    return Contents(name, (Content(name, given.size, lambda: Again(given), only=True),))


class _explained:  # noqa: N801
    """Turns what the system says about a path into what a person can act on."""

    def __init__(self, name: str, path: Path) -> None:
        self.name, self.path = name, path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> None:
        if isinstance(problem, FileNotFoundError):
            unreadable(
                self.name, "is not there", f"Look at the path: {one_line(str(self.path.parent))}."
            )
        if isinstance(problem, PermissionError):
            unreadable(self.name, "may not be read", "Give yourself permission to read it.")
        if isinstance(problem, OSError) or (
            isinstance(problem, ValueError) and "null" in str(problem)
        ):
            said = one_line(str(problem))
            unreadable(self.name, f"cannot be read: {said}", "Choose another file.")


def _on_disk(path: Path, name: str, root: Path, *, only: bool = False) -> Content:
    def opened() -> Stream:
        with _explained(name, path):
            return path.open("rb")

    def beside(wanted: str) -> bytes | None:
        folder = path.parent
        while True:
            candidate = folder / wanted
            if candidate.is_file() and candidate.stat().st_size <= _BESIDE_LIMIT:
                return candidate.read_bytes()
            # A file chosen by itself may lie in a folder of an export.
            if folder == (root.parent if only else root) or folder == folder.parent:
                return None
            folder = folder.parent

    return Content(name, path.stat().st_size, opened, only, one_line(path.parent.name), beside)


def _folder(root: Path, name: str) -> Contents:
    made = Contents(name, ())
    files: list[Content] = []
    for path in _walk(root, 0, made.passed_over, set()):
        if len(files) >= _FILES_LIMIT:
            made.passed_over[f"files beyond the first {_FILES_LIMIT:,}"] += 1
            continue
        try:
            files.append(_on_disk(path, one_line(path.relative_to(root).as_posix()), root))
        except OSError:
            made.passed_over["files that may not be read"] += 1
    made.files = tuple(files)
    return made


def _walk(
    folder: Path, depth: int, passed: Counter[str], seen: set[tuple[int, int]]
) -> Iterator[Path]:
    try:
        own = folder.stat()
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        passed["folders that may not be read"] += 1
        return
    if (own.st_dev, own.st_ino) in seen:
        return
    seen.add((own.st_dev, own.st_ino))
    for entry in entries:
        hidden = entry.name.startswith(".") or entry.name in _PASSED_OVER
        try:
            is_folder, is_file = entry.is_dir(), entry.is_file()
        except OSError:
            is_folder = is_file = False
        if hidden or not (is_folder or is_file):
            passed["hidden and special files"] += 1
        elif is_folder and depth < _DEPTH_LIMIT:
            yield from _walk(Path(entry.path), depth + 1, passed, seen)
        elif is_folder:
            passed["folders too deep inside"] += 1
        elif _ARCHIVE.search(entry.name):
            passed[_ARCHIVES] += 1
        elif _NO_TEXT.search(entry.name):
            passed["images, programs and other files without text"] += 1
        else:
            yield Path(entry.path)


def _zip(opened: Callable[[], Stream], name: str) -> Contents | None:
    """The files in a zip, or `None` for one that is damaged or a document of another kind."""
    with ExitStack() as failing:
        try:
            file = failing.enter_context(closing(opened()))
            archive = failing.enter_context(zipfile.ZipFile(file))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError):
            return None
        if {"[Content_Types].xml", "mimetype"} & set(archive.namelist()):
            return None
        made = Contents(name, ())
        members = sorted(archive.infolist(), key=lambda each: each.filename)
        files = [each for each in members if _is_meant(each, made.passed_over)]
        unpacked = sum(each.file_size for each in files)
        if unpacked > _UNPACKED_LIMIT or any(map(_is_bomb, files)):
            unreadable(
                name,
                "is a zip archive that unpacks to far more than an export would",
                "Unpack it yourself if you trust it, and choose the folder.",
            )
        kept = Archive(archive, opened, name, failing.pop_all().close)
    if len(files) > _FILES_LIMIT:
        made.passed_over[f"files beyond the first {_FILES_LIMIT:,}"] += len(files) - _FILES_LIMIT
    by_name = {each.filename: each for each in files}
    made.files = tuple(_packed(kept, each, by_name, name) for each in files[:_FILES_LIMIT])
    return made


def _is_meant(member: zipfile.ZipInfo, passed: Counter[str]) -> bool:
    path = PurePosixPath(member.filename.replace("\\", "/"))
    if member.is_dir():
        return False
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
        passed["files with names that lead out of the zip"] += 1
    elif any(part.startswith(".") or part in _PASSED_OVER for part in path.parts):
        passed["hidden and special files"] += 1
    elif member.flag_bits & 1:
        passed["files locked with a password"] += 1
    elif _ARCHIVE.search(path.name):
        passed[_ARCHIVES] += 1
    elif _NO_TEXT.search(path.name):
        passed["images, programs and other files without text"] += 1
    else:
        return True
    return False


def _is_bomb(member: zipfile.ZipInfo) -> bool:
    return member.file_size > _RATIO_FROM and member.file_size > _RATIO_LIMIT * max(
        1, member.compress_size
    )


def _packed(
    archive: Archive, member: zipfile.ZipInfo, others: dict[str, zipfile.ZipInfo], name: str
) -> Content:
    path = PurePosixPath(member.filename)

    def beside(wanted: str) -> bytes | None:
        for folder in path.parents:
            other = others.get(str(folder / wanted))
            if other and other.file_size <= _BESIDE_LIMIT:
                with suppress(MemtuiError), closing(archive.open(other)) as file:
                    return file.read(_BESIDE_LIMIT)
        return None

    shown = f"{name}/{one_line(member.filename)}"
    folder = path.parent.name or PurePosixPath(name).stem
    return Content(
        shown, member.file_size, lambda: archive.open(member), False, one_line(folder), beside
    )
