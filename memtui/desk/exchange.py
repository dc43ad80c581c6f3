"""A memory as JSON lines and back, without loss.

The first line holds the rules (many-valued things, other names), each further one a fact as
`fact_json` gives it. Where a note holds more than that (lines of other programs, a longer body),
its text stands under `note`. A line without an `id` is a statement that is kept by the rules.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from secrets import token_hex
from typing import Any

from memtui.desk.as_json import Json, fact_json
from memtui.desk.desk import Desk
from memtui.errors import Code, MemtuiError
from memtui.facts.admitting import admitted
from memtui.facts.drafting import checked
from memtui.facts.fact import Draft, Fact, Rules
from memtui.facts.keeping import ChangeRules, Import, Keep, Outcome
from memtui.facts.secrets import secret_in
from memtui.facts.things import with_many
from memtui.store.fields import KEYS, FieldError, from_fields
from memtui.store.memory import Memory
from memtui.store.notes import read_note, write_note

_VERSION = 1


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that is not taken over, told without its words."""

    line: int
    subject: str
    reason: str


@dataclass(frozen=True, slots=True)
class Arriving:
    """What JSON lines hold: rules, whole facts, statements, and what is no fact."""

    rules: Rules
    facts: tuple[Fact, ...]
    drafts: tuple[Draft, ...]
    refused: tuple[Refused, ...]


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did; `known` counts the whole facts that were here already."""

    added: int
    known: int
    batch: str
    outcomes: tuple[Outcome, ...]
    refused: tuple[Refused, ...]
    rules: bool


def exported(memory: Memory) -> Iterator[Json]:
    """Everything that is kept, as one JSON value for each line."""
    yield header(memory)
    for listed in memory.facts(history=True):
        yield _whole(memory.fact(listed.id))


def header(memory: Memory) -> Json:
    """The first line: what the lines are, and the rules they were kept under."""
    rules = memory.rules
    return {
        "memtui": _VERSION,
        "memory": memory.name,
        "many": list(rules.many),
        "aliases": {"attributes": dict(rules.attributes), "subjects": dict(rules.subjects)},
    }


def arriving(text: str, name: str, today: date, never: tuple[str, ...] = ()) -> Arriving:
    """Read JSON lines, or the one document that `memtui export --json` prints.

    Args:
        text: What the file holds.
        name: What to call it.
        today: The person's day.
        never: What the person never wants kept.

    Raises:
        MemtuiError: `NOTE_UNREADABLE` when it is something else, or of a later version.
    """
    rules = Rules()
    facts: list[Fact] = []
    drafts: list[Draft] = []
    refused: list[Refused] = []
    for number, value in _records(text, name):
        if "memtui" in value:
            rules = _rules(value, name)
            continue
        subject = value.get("subject")
        try:
            if value.get("id") is None:
                drafts.append(checked(_draft(value, name), today, never))
            else:
                facts.append(_harmless(admitted(_fact(value), today, never)))
        except FieldError as error:
            about = subject if isinstance(subject, str) else ""
            refused.append(Refused(number, about, str(error)))
        except MemtuiError as error:
            about = "" if error.code is Code.FACT_SENSITIVE else str(subject)
            refused.append(Refused(number, about, error.message))
    return Arriving(rules, tuple(facts), tuple(drafts), tuple(refused))


def take_over(desk: Desk, what: Arriving) -> Imported:
    """Bring what arrives into a memory; what is here already stays as it is.

    Raises:
        MemtuiError: As `Desk.apply`.
    """
    here = desk.memory.rules
    rules = replace(
        with_many(here, what.rules.many),
        attributes=tuple((dict(what.rules.attributes) | dict(here.attributes)).items()),
        subjects=tuple((dict(what.rules.subjects) | dict(here.subjects)).items()),
    )
    if rules != here:
        desk.apply(ChangeRules(rules))
    change = desk.apply(Import(what.facts))
    added = sum(edit.before is None for edit in change.edits)
    keep = Keep(what.drafts, f"b_{token_hex(4)}")
    outcomes = desk.apply(keep).outcomes if what.drafts else ()
    known = len(what.facts) - added
    return Imported(added, known, keep.batch, outcomes, what.refused, rules != here)


def _whole(fact: Fact) -> Json:
    line = fact_json(fact)
    del line["path"]
    note = fact.carried[0]
    if write_note(replace(_fact(line), carried=())).decode() != note:
        line["note"] = note
    return line


def _records(text: str, name: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, dict) and isinstance(whole.get("facts"), list):
        if "memtui" in whole:
            yield 0, whole
        values: Iterator[tuple[int, Any]] = enumerate(whole["facts"], start=1)
    else:
        values = _lines(text, name)
    for number, value in values:
        if not isinstance(value, dict):
            raise _unreadable(name, f"line {number} is JSON, but no fact")
        yield number, value


def _lines(text: str, name: str) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except ValueError:
                raise _unreadable(name, f"line {number} is not JSON") from None
            except RecursionError:
                raise _unreadable(name, f"line {number} is nested too deep") from None


def _rules(value: Mapping[str, Any], name: str) -> Rules:
    version = value["memtui"]
    if version != _VERSION:
        raise _unreadable(name, f"it was written by a later memtui (its version is {version!r})")
    many, aliases = value.get("many", []), value.get("aliases", {})
    try:
        return Rules.of(
            tuple(map(str, many)),
            {str(key): str(name) for key, name in aliases.get("attributes", {}).items()},
            {str(key): str(name) for key, name in aliases.get("subjects", {}).items()},
        )
    except (AttributeError, TypeError):
        raise _unreadable(name, "its first line holds no rules that can be read") from None


def _draft(value: Mapping[str, Any], name: str) -> Draft:
    # Read as a whole fact is; the id and a missing day are there for that alone.
    fact = _fact({**value, "id": f"f_{0:016}", "said": value.get("said") or "1970-01-01"})
    return Draft(
        fact.subject,
        fact.attribute,
        fact.fact,
        source=fact.source or name,
        said=fact.said if value.get("said") else None,
        time=fact.first.time,
        evidence=fact.evidence,
        origin=fact.first.origin,
        tags=fact.tags,
    )


def _fact(value: Mapping[str, Any]) -> Fact:
    """The whole fact of a line; its `note` is what the written note starts from.

    Raises:
        FieldError, MemtuiError: It is none.
    """
    sentence = value.get("fact")
    if not isinstance(sentence, str):
        raise FieldError("its `fact` should be a text")
    note = value.get("note")
    if note is None:
        return from_fields(_fields(value), sentence)
    # A lone surrogate, which JSON can hold, makes a note that cannot be read.
    if (
        not isinstance(note, str)
        or read_note(note.encode(errors="surrogatepass")).id != value["id"]
    ):
        raise FieldError("its `note` is not that of its `id`")
    return from_fields(_fields(value), sentence, (note,))


def _harmless(fact: Fact) -> Fact:
    """The fact without the lines and the longer body of its note, where a secret is in them."""
    bare = replace(fact, carried=())
    held = secret_in(write_note(fact).decode()) and not secret_in(write_note(bare).decode())
    return bare if held else fact


def _fields(value: Mapping[str, Any]) -> dict[str, Any]:
    """A line as a note's fields: numbers as texts, a saying's parts side by side."""
    fields = {key: value[key] for key in KEYS if value.get(key) is not None}
    if "place" in fields:
        fields["place"] = str(fields["place"])
    again = fields.get("again")
    if isinstance(again, list):
        fields["again"] = [_flat(each) if isinstance(each, dict) else each for each in again]
    return fields


def _flat(saying: Mapping[str, Any]) -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, part in saying.items():
        if isinstance(part, dict):
            flat |= {name: str(text) for name, text in part.items()}
        else:
            flat[key] = str(part)
    return flat


def _unreadable(name: str, reason: str) -> MemtuiError:
    return MemtuiError(
        Code.NOTE_UNREADABLE,
        f"{name} cannot be imported: {reason}.",
        "Nothing was imported; give a file that memtui export wrote, or one fact on each line.",
    )
