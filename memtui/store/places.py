"""Where memories are: the home folder, their names, and making and deleting one."""

import os
import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

from memtui.errors import Code, MemtuiError
from memtui.facts.text import visible

NOTES = "notes/memory"
HISTORY = "history"
STATE = "state"
INDEX = "index"
SETTINGS = "memory.toml"

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
# Names that Windows keeps for devices, with whatever suffix.
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
_NETWORK = ("nfs", "cifs", "smb", "9p", "afs", "ncpfs", "sshfs", "webdav", "davfs", "glusterfs",
            "ceph", "lustre", "beegfs", "fuse.")  # fmt: skip
# FUSE file systems on a local disk.
_LOCAL_FUSE = ("fuse.ext", "fuse.ntfs", "fuse.exfat", "fuse.bindfs", "fuse.gocryptfs",
               "fuse.encfs", "fuse.cryfs", "fuse.fuse-overlayfs", "fuse.lxcfs")  # fmt: skip
_MOUNTS = Path("/proc/mounts")
_DELETED = ".memtui-deleted-"
_UNSYNCED = "index/\nstate/lock\nstate/lock.json\nstate/change.json\n.memtui-*\n"
_FIRST_SETTINGS = "# Settings of this memory. What is not here has its usual value.\n"


def home_folder(given: Path | None = None) -> Path:
    """The folder that holds all memories: given, else `MEMTUI_HOME`, else the platform's.

    Raises:
        MemtuiError: `MEMORY_UNKNOWN` when it begins with the home folder of nobody here.
    """
    if given is not None:
        return _of_somebody(given)
    if named := os.environ.get("MEMTUI_HOME"):
        return _of_somebody(Path(named))
    import platformdirs

    return Path(platformdirs.user_data_dir("memtui", appauthor=False))


def _of_somebody(written: Path) -> Path:
    try:
        return written.expanduser()
    except RuntimeError:
        raise MemtuiError(
            Code.MEMORY_UNKNOWN,
            f"{visible(str(written))} begins with the home folder of nobody here.",
            "Correct --home, or MEMTUI_HOME.",
        ) from None


def memory_names(home: Path) -> list[str]:
    """The names of the memories in a home folder, in order."""
    if not home.is_dir():
        return []
    names = (each.name for each in home.iterdir() if is_memory(each))
    return sorted((name for name in names if _usable(name)), key=str.casefold)


def is_memory(folder: Path) -> bool:
    """Whether a folder is a memory: by its settings, or by its notes where those were deleted."""
    return (folder / SETTINGS).is_file() or (folder / NOTES).is_dir()


def check_name(name: str) -> None:
    """Refuse what cannot name a memory.

    Raises:
        MemtuiError: `NAME_UNUSABLE`.
    """
    if not _usable(name):
        raise MemtuiError(
            Code.NAME_UNUSABLE,
            f"A memory cannot be called {name!r}.",
            "Use up to 64 letters (a to z), digits, `-`, `_` and `.`, no `.` first or last, "
            "and no device name such as `con`.",
        )


def memory_folder(home: Path, name: str) -> Path:
    """The folder of a memory, whether it exists or not; an existing one in any case.

    Raises:
        MemtuiError: `NAME_UNUSABLE`.
    """
    check_name(name)
    folder = home / name
    if not folder.exists():
        for other in memory_names(home):
            if other.casefold() == name.casefold():
                return home / other
    return folder


def create(home: Path, name: str, *, group: str | None = None) -> Path:
    """Make an empty memory.

    Args:
        home: The home folder; made when missing.
        name: The memory's name.
        group: A group of the system that shares it.

    Returns:
        The memory's folder.

    Raises:
        MemtuiError: `NAME_UNUSABLE`, `MEMORY_EXISTS` (ignoring case), `MEMORY_READONLY`.
    """
    folder = memory_folder(home, name)
    if is_memory(folder):
        raise MemtuiError(
            Code.MEMORY_EXISTS,
            f"There is a memory called {folder.name} already.",
            "Choose another name.",
        )
    make(folder, None if group is None else _group_id(group))
    return folder


def make(folder: Path, gid: int | None = None) -> None:
    """Make what is missing of a memory in a folder; `gid` is the group that shares it.

    Raises:
        MemtuiError: `MEMORY_READONLY`.
    """
    try:
        if not folder.parent.exists():
            folder.parent.mkdir(parents=True, mode=0o700)
        for part in ("", "notes", NOTES, f"{NOTES}/{HISTORY}", STATE, INDEX):
            _make_folder(folder / part, gid)
        for part, text in ((".gitignore", _UNSYNCED), (".stignore", _UNSYNCED),
                           (SETTINGS, _FIRST_SETTINGS)):  # fmt: skip
            _make_file(folder / part, text, gid)
    except OSError as error:
        raise unwritable(folder, error) from error


def make_folders(folder: Path) -> None:
    """Make those folders of a memory that are missing, as git leaves out empty ones.

    Raises:
        MemtuiError: `MEMORY_READONLY`.
    """
    try:
        for part in (f"{NOTES}/{HISTORY}", STATE):
            make_folder(folder / part, folder)
    except OSError as error:
        raise unwritable(folder, error) from error


def delete(home: Path, name: str) -> None:
    """Delete a memory with all that is in it.

    Raises:
        MemtuiError: `NAME_UNUSABLE`, `MEMORY_UNKNOWN`, `MEMORY_READONLY`.
    """
    folder = memory_folder(home, name)
    if not is_memory(folder):
        raise unknown(home, name)
    index = index_folder(folder)
    try:
        if folder.is_symlink():
            raise OSError(f"{folder} is a link to another folder")
        # Gone at once, so that no half of a memory is ever found; what is left goes with the next.
        folder.rename(home / f"{_DELETED}{os.urandom(4).hex()}")
        for remains in (*home.glob(_DELETED + "*"), *([index] if index.exists() else [])):
            shutil.rmtree(remains)
    except OSError as error:
        raise unwritable(folder, error) from error


def check_there(home: Path, name: str, *, make: bool) -> None:
    """Refuse a memory that is not there and is not to be made.

    Raises:
        MemtuiError: `MEMORY_UNKNOWN`, `NAME_UNUSABLE`.
    """
    if not make and not is_memory(memory_folder(home, name)):
        raise unknown(home, name)


def unknown(home: Path, name: str) -> MemtuiError:
    """The error of a memory that does not exist."""
    others = ", ".join(memory_names(home)) or "none yet"
    return MemtuiError(
        Code.MEMORY_UNKNOWN,
        f"There is no memory called {name} in {home}.",
        f"`memtui new {name}` makes one; there are: {others}.",
    )


def unwritable(path: Path, error: OSError) -> MemtuiError:
    """The error of a place that cannot be written."""
    reason = error.strerror or str(error)
    return MemtuiError(
        Code.MEMORY_READONLY,
        f"{path} cannot be written ({reason}). Nothing was changed.",
        "Make room or allow writing there, then try again.",
    )


def index_folder(folder: Path) -> Path:
    """Where a memory's index lives: inside it, or in the local cache folder.

    SQLite's shared memory does not work over a network, and a folder that cannot be written
    can still be read.
    """
    inside = folder / INDEX
    if on_network(folder) or not _writable(inside if inside.exists() else folder):
        import hashlib

        import platformdirs

        mark = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:16]
        return Path(platformdirs.user_cache_dir("memtui", appauthor=False)) / mark
    return inside


def on_network(folder: Path, mounts: Path = _MOUNTS) -> bool:
    """Whether a folder lies on a network file system."""
    return is_network(file_system_of(folder, mounts))


def file_system_of(folder: Path, mounts: Path = _MOUNTS) -> str:
    """The type of the file system that a folder lies on; empty where that is not known."""
    try:
        table = mounts.read_text("utf-8", errors="surrogateescape")
    except OSError:
        return ""
    return file_system(table.splitlines(), folder.resolve())


def file_system(mounts: Iterable[str], path: Path) -> str:
    """The type of the file system that holds a path, from the lines of a table of mounts."""
    best, kind = -1, ""
    for line in mounts:
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        point = Path(re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), fields[1]))
        if path.is_relative_to(point) and len(point.parts) >= best:
            best, kind = len(point.parts), fields[2]
    return kind


def is_network(kind: str) -> bool:
    """Whether a type of file system reaches over a network."""
    return kind.startswith(_NETWORK) and not kind.startswith(_LOCAL_FUSE)


def shared(folder: Path) -> bool:
    """Whether a memory is shared by a group."""
    return folder.stat().st_mode & 0o2020 == 0o2020


def modes(folder: Path) -> tuple[int, int]:
    """The modes of a memory's folders and files."""
    return (0o2770, 0o660) if shared(folder) else (0o700, 0o600)


def _writable(folder: Path) -> bool:
    return os.access(folder, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def make_folder(path: Path, folder: Path) -> None:
    """Make a folder, with those above it, as a memory's folders are."""
    if path.is_dir():
        return
    make_folder(path.parent, folder)
    path.mkdir(exist_ok=True, mode=modes(folder)[0])
    if shared(folder):
        path.chmod(modes(folder)[0])


def make_way(path: Path, *, is_right: Callable[[Path], bool]) -> str:
    """Move aside what stands where something of ours belongs; it is somebody's, and stays whole.

    Returns:
        A sentence that says so; empty when nothing was in the way.

    Raises:
        OSError: When it cannot be moved.
    """
    if not os.path.lexists(path) or is_right(path):
        return ""
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.aside-{number}")):
        number += 1
    path.rename(aside)
    return f"{path} stood where the index belongs: it is {aside.name} now."


def open_file(path: Path | str, flags: int, folder: Path) -> int:
    """Open a file, to be made as a memory's files are; its handle."""
    mode = modes(folder)[1]
    handle = os.open(path, flags | os.O_CREAT | getattr(os, "O_BINARY", 0), mode)
    if mode & 0o060 and os.fstat(handle).st_uid == os.geteuid():
        os.fchmod(handle, mode)
    return handle


def _usable(name: str) -> bool:
    return (
        _NAME.fullmatch(name) is not None
        and not name.startswith(".")
        and not name.endswith(".")
        and _DEVICES.fullmatch(name) is None
    )


def _group_id(group: str) -> int:
    try:
        import grp

        return grp.getgrnam(group).gr_gid
    except (ImportError, KeyError):
        raise MemtuiError(
            Code.NAME_UNUSABLE,
            f"This system has no group called {group!r}.",
            "Name a group that you are in; `id -Gn` lists them.",
        ) from None


def _make_folder(path: Path, gid: int | None) -> None:
    path.mkdir(exist_ok=True, mode=0o700)
    if gid is not None:
        os.chown(path, -1, gid)
        path.chmod(0o2770)


def _make_file(path: Path, text: str, gid: int | None) -> None:
    if path.exists():
        return
    handle = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    if gid is not None:
        os.chown(path, -1, gid)
        path.chmod(0o660)
