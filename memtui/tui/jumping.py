"""Subjects of the facts that a list shows, found by some letters, to jump to."""

from collections.abc import Iterable

from memtui.store.catalog import Row
from memtui.tui.filtering import folded

GO_TO = "Go to"
_MOST = 10


def subjects_like(rows: Iterable[Row], typed: str) -> list[Row]:
    """The first row of each subject that has what was typed, those that begin so first.

    Args:
        rows: The rows as they are shown.
        typed: Letters of a subject, behind "Go to" or alone; case and accents make no difference.
    """
    typed = folded(typed).strip()
    if not typed:
        return []
    wanted = f"{typed} ".removeprefix(f"{folded(GO_TO)} ").strip()
    firsts: dict[str, Row] = {}
    for row in rows:
        firsts.setdefault(row.subject, row)
    names = [(folded(subject), row) for subject, row in firsts.items()]
    found = [(not name.startswith(wanted), row) for name, row in names if wanted in name]
    return [row for _, row in sorted(found, key=lambda each: each[0])][:_MOST]
