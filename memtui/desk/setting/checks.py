"""What cannot be set, with the reason: each refuses a value that was read from what is typed."""

import re
from collections.abc import Callable
from pathlib import Path

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import NAME_LIMIT
from memtui.facts.never import check_never as check_rules
from memtui.facts.text import fold, visible
from memtui.servers import addresses
from memtui.settings import path_of

# The characters of a header's name: RFC 9110, 5.6.2.
_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VARIABLE = re.compile(r"[A-Za-z_]\w*")
_TYPED = "what is typed"


def refused(why: str, hint: str = "") -> MemtuiError:
    """The refusal of a value."""
    return MemtuiError(Code.SETTINGS_UNREADABLE, why, hint)


def check_address(text: str) -> None:
    """Refuse what is no address of a server."""
    _check_address(text, bare=True)


def check_web_address(text: str) -> None:
    """Refuse what is no address of a server, or lacks http:// or https://."""
    _check_address(text, bare=False)


def _check_address(text: str, *, bare: bool) -> None:
    try:
        addresses.check_address(text, bare=bare)
    except addresses.AddressError as problem:
        raise refused(
            f"{visible(problem.shown)} is not the address of a server: {problem.why}.",
            "Write it like http://127.0.0.1:11434.",
        ) from None
    if addresses.LOGIN_SHOWN in text:
        raise refused(f"{addresses.LOGIN_SHOWN} stands for no password.", "Type it anew.")


def check_zone(name: str) -> None:
    """Refuse an unknown time zone."""
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise refused(
            f"{visible(name)} is no time zone known here.", "Give a name such as Europe/Lisbon."
        ) from None


def check_never(rules: list[str]) -> None:
    """Refuse a pattern that is none."""
    check_rules(tuple(rules), _TYPED)


def check_names(names: list[str]) -> None:
    """Refuse names longer than a name may be."""
    for name in names:
        for part in name.split(" / "):
            if len(part) > NAME_LIMIT:
                raise refused(f"{visible(name)} is longer than {NAME_LIMIT} characters.")


def check_aliases(table: dict[str, str]) -> None:
    """Refuse names that stand for themselves, or for another name that does not count."""
    check_names([*table, *table.values()])
    known = {fold(one) for one in table}
    for one, other in table.items():
        if fold(one) == fold(other):
            raise refused(f"{visible(one)} is given as another name for itself.")
        if fold(other) in known:
            raise refused(f"{visible(other)} is another name itself.", "Give the name that counts.")


def check_folders(folders: list[str]) -> None:
    """Refuse folders that are not there."""
    for each in folders:
        if not _is_there(each, Path.is_dir):
            raise refused(f"There is no folder {visible(each)}.", "Make it first.")


def check_file(path: str) -> None:
    """Refuse a file that is not there."""
    if not _is_there(path, Path.is_file):
        raise refused(f"There is no file {visible(path)}.")


def _is_there(written: str, is_such: Callable[[Path], bool]) -> bool:
    try:
        return is_such(path_of(written))
    except OSError:
        # Its name is too long, or a folder above it may not be looked into.
        return False


def check_headers(table: dict[str, str]) -> None:
    """Refuse what is no header, and a value that stands there itself."""
    for name, source in table.items():
        if not _HEADER.fullmatch(name):
            raise refused(f"{visible(name)} is no name of a header.")
        if not source.startswith("file:") and not _VARIABLE.fullmatch(source):
            raise refused(
                "Give the name of a variable that holds the value, or file: and a path.",
                "The value itself does not belong into memory.toml.",
            )
