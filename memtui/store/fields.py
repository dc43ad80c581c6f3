"""A fact as plain fields (texts, lists of texts, tables of texts) and back.

Notes hold the fields as YAML, the catalogue as JSON; a field that says nothing is left out.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any

from memtui.facts.fact import FACT_LIMIT, NAME_LIMIT, Evidence, Fact, Origin, Revision, Saying
from memtui.facts.text import visible

Table = dict[str, str]
Field = str | list[str] | Table | list[Table]
Fields = dict[str, Field]

# In bytes. A note holds one sentence; what is far larger is something else.
SIZE_LIMIT = 1_000_000

# In the order in which a new note has them.
KEYS = (
    "id",
    "subject",
    "attribute",
    "said",
    "source",
    "kept",
    "place",
    "time",
    "also_said",
    "again",
    "until",
    "ended",
    "replaces",
    "replaced_by",
    "edited",
    "revisions",
    "evidence",
    "origin",
    "batch",
    "tags",
)

_ID = re.compile(r"f_[0-9a-f]{16}")
_DAY = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)(?:[Tt ].*)?")
# What the tables in a note have; other keys in them are somebody else's.
_EVIDENCE = ("quote", "speaker", "time")
_ORIGIN = ("by", "model", "conversation")
TABLE_KEYS = {
    "evidence": _EVIDENCE,
    "origin": _ORIGIN,
    "again": ("said", "kept", "place", "source", "batch", *_EVIDENCE, *_ORIGIN),
    "revisions": ("until", "fact", "subject", "attribute", "source", "said"),
}
# What tells that there is evidence, or an origin, at all.
_WHOLE = ("quote", "by")
_NOTHING = ("", "~", "null", "Null", "NULL")


class FieldError(ValueError):
    """Why fields are no fact, in words that can be shown."""


def is_id(text: str) -> bool:
    """Whether a text is a fact's id."""
    return _ID.fullmatch(text) is not None


def day_text(day: date) -> str:
    """A day as notes have it."""
    return day.isoformat()


def moment_text(moment: datetime) -> str:
    """A moment as notes have it: RFC 3339, with `Z` for UTC."""
    text = moment.isoformat()
    return text[:-6] + "Z" if text.endswith("+00:00") else text


def to_fields(fact: Fact) -> Fields:
    """The fields of a fact, all but its sentence, in the order in which a note has them."""
    first = fact.first
    fields: dict[str, Field | None] = {
        "id": fact.id,
        "subject": fact.subject,
        "attribute": fact.attribute,
        "said": day_text(first.said),
        "source": first.source,
        "kept": moment_text(first.kept) if first.kept else None,
        "place": str(first.place) if first.place else None,
        "time": moment_text(first.time) if first.time and not first.evidence else None,
        "also_said": [day_text(each.said) for each in fact.again],
        "again": [table for each in fact.again if len(table := _saying(each)) > 1],
        "until": day_text(fact.until) if fact.until else None,
        "ended": day_text(fact.ended) if fact.ended else None,
        "replaces": list(fact.replaces),
        "replaced_by": fact.replaced_by,
        "edited": moment_text(fact.edited) if fact.edited else None,
        "revisions": [_revision(each) for each in fact.revisions],
        "evidence": _evidence(first),
        "origin": _origin(first.origin),
        "batch": first.batch,
        "tags": list(fact.tags),
    }
    return {key: value for key, value in fields.items() if value}


def from_fields(fields: Mapping[str, Any], sentence: str, carried: tuple[str, ...] = ()) -> Fact:
    """The fact that fields and a sentence make.

    Raises:
        FieldError: A field that every fact needs is missing, or a value cannot be read.
    """
    id_ = _text(fields, "id")
    if not id_:
        raise FieldError("it has no `id`")
    if not is_id(id_):
        raise FieldError(f"its `id` {_quoted(id_)} is not `f_` and 16 of 0-9 and a-f")
    evidence = _table(fields, "evidence")
    first = Saying(
        said=_needed_day(fields, "said"),
        time=_time(evidence, "time") or _time(fields, "time"),
        kept=_moment(fields, "kept"),
        place=_number(fields, "place"),
        source=_text(fields, "source"),
        batch=_text(fields, "batch"),
        evidence=_read_evidence(evidence),
        origin=_read_origin(_table(fields, "origin")),
    )
    return Fact(
        id=id_,
        subject=_name(fields, "subject"),
        attribute=_name(fields, "attribute"),
        fact=_limited("fact", one_line(sentence), FACT_LIMIT),
        first=first,
        again=_read_again(fields),
        ended=_day(fields, "ended"),
        until=_day(fields, "until"),
        replaces=tuple(_texts(fields, "replaces")),
        replaced_by=_text(fields, "replaced_by") or None,
        edited=_moment(fields, "edited"),
        revisions=tuple(map(_read_revision, _tables(fields, "revisions"))),
        tags=tuple(_texts(fields, "tags")),
        carried=carried,
    )


def one_line(text: str) -> str:
    """A text as a fact has it: one line, nothing hidden in it, no space around it."""
    return (text if text.isprintable() else visible(text)).strip()


def _many_lines(text: str) -> str:
    return text if text.isprintable() else visible(text, lines=True)


def _saying(saying: Saying) -> Table:
    table = {
        "said": day_text(saying.said),
        "time": moment_text(saying.time) if saying.time else None,
        "kept": moment_text(saying.kept) if saying.kept else None,
        "place": str(saying.place) if saying.place else None,
        "source": saying.source,
        "batch": saying.batch,
        "quote": saying.evidence and saying.evidence.quote,
        "speaker": saying.evidence and saying.evidence.speaker,
        **(_origin(saying.origin) or {}),
    }
    return {key: value for key, value in table.items() if value or (value == "" and key in _WHOLE)}


def _evidence(saying: Saying) -> Table | None:
    if saying.evidence is None:
        return None
    table = {"quote": saying.evidence.quote}
    if saying.evidence.speaker:
        table["speaker"] = saying.evidence.speaker
    if saying.time:
        table["time"] = moment_text(saying.time)
    return table


def _origin(origin: Origin | None) -> Table | None:
    if origin is None:
        return None
    table = {"by": origin.by, "model": origin.model, "conversation": origin.conversation}
    return {key: value for key, value in table.items() if value or key == "by"}


def _revision(revision: Revision) -> Table:
    table = {
        "until": moment_text(revision.until),
        "fact": revision.fact,
        "subject": revision.subject,
        "attribute": revision.attribute,
        "source": revision.source,
        "said": day_text(revision.said) if revision.said else None,
    }
    return {key: value for key, value in table.items() if value is not None}


def _read_evidence(table: Mapping[str, Any]) -> Evidence | None:
    if "quote" not in table:
        return None
    return Evidence(_many_lines(table["quote"]), _text(table, "speaker"))


def _read_origin(table: Mapping[str, Any]) -> Origin | None:
    if "by" not in table:
        return None
    return Origin(_text(table, "by"), _text(table, "model"), _text(table, "conversation"))


def _read_again(fields: Mapping[str, Any]) -> tuple[Saying, ...]:
    days = _texts(fields, "also_said")
    if not days:
        return ()
    details: dict[date, list[Mapping[str, Any]]] = {}
    for table in _tables(fields, "again"):
        details.setdefault(_needed_day(table, "said"), []).append(table)
    sayings = []
    for text in days:
        day = _as_day("also_said", text)
        tables = details.get(day)
        sayings.append(_read_saying(day, tables.pop(0)) if tables else Saying(day))
    return tuple(sorted(sayings, key=lambda saying: saying.said))


def _read_saying(day: date, table: Mapping[str, Any]) -> Saying:
    return Saying(
        said=day,
        time=_time(table, "time"),
        kept=_moment(table, "kept"),
        place=_number(table, "place"),
        source=_text(table, "source"),
        batch=_text(table, "batch"),
        evidence=_read_evidence(table),
        origin=_read_origin(table),
    )


def _read_revision(table: Mapping[str, Any]) -> Revision:
    until = _moment(table, "until")
    if until is None:
        raise FieldError("one of its `revisions` has no `until`")
    part = {key: one_line(table[key]) for key in ("fact", "subject", "attribute", "source")
            if key in table}  # fmt: skip
    return Revision(until, said=_day(table, "said"), **part)


def _text(fields: Mapping[str, Any], key: str) -> str:
    value = fields.get(key, "")
    if value == "":
        return ""
    if not isinstance(value, str):
        raise FieldError(f"its `{key}` should be a text")
    return one_line(value)


def _name(fields: Mapping[str, Any], key: str) -> str:
    return _limited(f"`{key}`", _text(fields, key), NAME_LIMIT)


def _limited(part: str, text: str, limit: int) -> str:
    if not text:
        raise FieldError(f"it has no {part}")
    if len(text) > limit:
        raise FieldError(f"its {part} has {len(text):,} characters; at most {limit:,} are kept")
    return text


def _texts(fields: Mapping[str, Any], key: str) -> list[str]:
    if key not in fields:
        return []
    value = fields[key]
    if isinstance(value, str):
        value = [] if value in _NOTHING else [value]
    if not isinstance(value, list) or not _all_of(value, str):
        raise FieldError(f"its `{key}` should be a list of texts")
    return [text for each in value if (text := one_line(each))]


def _table(fields: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    if key not in fields:
        return {}
    value = fields[key]
    if isinstance(value, str) and value in _NOTHING:
        return {}
    if not isinstance(value, Mapping) or not _all_of(value.values(), str):
        raise FieldError(f"its `{key}` should be a table of texts")
    return value


def _tables(fields: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    if key not in fields:
        return []
    value = fields[key]
    if isinstance(value, str) and value in _NOTHING:
        return []
    if not isinstance(value, list) or not _all_of(value, Mapping):
        raise FieldError(f"its `{key}` should be a list of tables")
    return value


def _all_of(values: Iterable[Any], kind: type) -> bool:
    return all(isinstance(each, kind) for each in values)


def _day(fields: Mapping[str, Any], key: str) -> date | None:
    text = _text(fields, key)
    return None if text in _NOTHING else _as_day(key, text)


def _needed_day(fields: Mapping[str, Any], key: str) -> date:
    day = _day(fields, key)
    if day is None:
        raise FieldError(f"it has no `{key}`")
    return day


@lru_cache(maxsize=10_000)
def _as_day(key: str, text: str) -> date:
    match = _DAY.fullmatch(text)
    if match:
        try:
            return date(int(match[1]), int(match[2]), int(match[3]))
        except ValueError:
            pass
    raise FieldError(f"its `{key}` should be a day like 2026-10-12, not {_quoted(text)}")


def _time(fields: Mapping[str, Any], key: str) -> datetime | None:
    text = _text(fields, key)
    if text in _NOTHING:
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise FieldError(
            f"its `{key}` should be a time like 2026-10-12T09:31:04Z, not {_quoted(text)}"
        ) from None


def _moment(fields: Mapping[str, Any], key: str) -> datetime | None:
    """A time that is compared with others: one without a zone counts as UTC."""
    moment = _time(fields, key)
    return moment.replace(tzinfo=UTC) if moment and moment.tzinfo is None else moment


def _number(fields: Mapping[str, Any], key: str) -> int:
    text = _text(fields, key)
    if text in _NOTHING:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise FieldError(f"its `{key}` should be a whole number, not {_quoted(text)}")
    return int(text)


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")
