"""Rows for tests of the list, without a memory on disk."""

from dataclasses import fields
from datetime import date, timedelta
from typing import Any

from memtui.store.catalog import Row
from memtui.tui.listing import Listing


def row(id_: str, subject: str, attribute: str, fact: str, said: str, **more: Any) -> Row:
    values: dict[str, Any] = {
        "source": "added by hand",
        "last_said": said,
        "until": None,
        "ended": None,
        "replaced_by": None,
        "tags": "",
        "kept": f"{said}T09:31:04Z",
        "changed": f"{said}T09:31:04Z",
        "thing": f"{subject.casefold()}/{attribute.casefold()}",
    }
    return Row(id=id_, subject=subject, attribute=attribute, fact=fact, said=said, **values | more)


SOME = [
    row("f_ana_city", "Ana", "city", "Ana lives in Recife.", "2025-03-03"),
    row("f_ana_role", "Ana", "role", "Ana works in research.", "2026-10-12"),
    row(
        "f_ana_sabbatical",
        "Ana",
        "role",
        "Ana is on sabbatical.",
        "2026-09-20",
        until="2026-10-12",
        replaced_by="f_ana_role",
    ),
    row(
        "f_ana_lead",
        "Ana",
        "role",
        "Ana leads the data team.",
        "2026-09-01",
        until="2026-09-20",
        replaced_by="f_ana_sabbatical",
    ),
    row("f_bruno_city", "Bruno", "city", "Bruno lives in São Paulo.", "2026-10-12"),
    row(
        "f_launch_date",
        "Launch",
        "date",
        "The launch was on 9 October.",
        "2026-09-28",
        until="2026-10-09",
        ended="2026-10-09",
    ),
]


def many(number: int, per_subject: int = 15) -> list[Row]:
    """As many facts as asked, each of a thing of its own."""
    start = date(2022, 1, 1)
    return [
        row(
            f"f_{place:016x}",
            f"Subject {place // per_subject:06}",
            f"attribute {place % per_subject}",
            f"Subject {place // per_subject:06} has the value {place * 7919 % 100_003}.",
            (start + timedelta(days=place % 1500)).isoformat(),
        )
        for place in range(number)
    ]


def same(one: Listing, other: Listing) -> bool:
    """Whether two listings say the same."""
    pairs = ((getattr(one, each.name), getattr(other, each.name)) for each in fields(Listing))
    return all(a == b if isinstance(a, dict) else _listed(a) == _listed(b) for a, b in pairs)


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple | list | range) else value
