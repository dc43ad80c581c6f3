"""One Markdown note per fact: bytes -> fact, and fact -> bytes with everything foreign kept."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Fact, Saying
from memtui.store.fields import (
    KEYS,
    SIZE_LIMIT,
    TABLE_KEYS,
    FieldError,
    from_fields,
    one_line,
    to_fields,
)
from memtui.store.frontmatter import Block, HeaderError, Note, rendered, take_apart

_RANKS = {key: rank for rank, key in enumerate(KEYS)}


def read_note(data: bytes) -> Fact:
    """Read a note.

    Args:
        data: The whole file.

    Returns:
        The fact, with the note's text as `carried`.

    Raises:
        MemtuiError: `NOTE_UNREADABLE`, with the reason.
    """
    if len(data) > SIZE_LIMIT:
        raise unreadable(f"it has {len(data):,} bytes; a note has at most {SIZE_LIMIT:,}")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise unreadable(f"it is not UTF-8 (byte {error.start + 1})") from None
    return _fact_of(_taken_apart(text), (text,))


def write_note(fact: Fact, *, evidence: bool = True) -> bytes:
    """Write a note; see `as_written`.

    Raises:
        MemtuiError: `NOTE_UNREADABLE` when the note cannot be changed without loss.
    """
    return _text_of(fact, None, evidence=evidence)[0].encode()


def as_written(fact: Fact, *, evidence: bool = True, before: Fact | None = None) -> Fact:
    """A fact as its note says it once it is written, with the note's whole text as `carried`.

    In the text that it carries, where there is one, only those of our own lines change whose
    value did; what is foreign in the other texts that it carries is added to it.

    Args:
        fact: The fact.
        evidence: Whether evidence that is not in the note yet is written down.
        before: What the note says now, where that is known: what `read_note` made of the text
            that comes first among those carried.

    Raises:
        MemtuiError: `NOTE_UNREADABLE` when the note cannot be changed without loss.
    """
    text, written = _text_of(fact, before, evidence=evidence)
    return written or read_note(text.encode())


def _text_of(fact: Fact, before: Fact | None, *, evidence: bool) -> tuple[str, Fact | None]:
    """The text of a fact's note, and what that says where it had to be read for it."""
    if not fact.carried:
        fact = fact if evidence else _without_evidence(fact, ())
        header = "".join(rendered(key, value) for key, value in to_fields(fact).items())
        return f"---\n{header}---\n{one_line(fact.fact)}\n", None
    note = _taken_apart(fact.carried[0])
    before = before or _fact_of(note, ())
    if not evidence:
        fact = _without_evidence(fact, (before.first, *before.again))
    old = to_fields(before)
    new = to_fields(fact)
    note = replace(note, blocks=_rewritten(note, old, new))
    if one_line(fact.fact) != before.fact:
        note = replace(note, paragraph=one_line(fact.fact) + note.newline)
    for text in fact.carried[1:]:
        note = _with_foreign(note, _taken_apart(text))
    text = note.text
    if text == fact.carried[0]:
        return text, replace(before, carried=(text,))
    written = read_note(text.encode())
    if to_fields(written) != new:
        raise unreadable("it cannot be changed without losing what else stands in it")
    return text, written


def unreadable(reason: str, name: str = "A note") -> MemtuiError:
    """The error of a note that cannot be read, or not be written."""
    return MemtuiError(
        Code.NOTE_UNREADABLE,
        f"{name} cannot be used: {reason}.",
        "It stays as it is; mend it in an editor.",
    )


def _taken_apart(text: str) -> Note:
    try:
        return take_apart(text, KEYS)
    except HeaderError as error:
        raise unreadable(str(error)) from None


def _fact_of(note: Note, carried: tuple[str, ...]) -> Fact:
    sentence = " ".join(line.strip() for line in note.paragraph.splitlines())
    try:
        return from_fields(note.values, sentence, carried)
    except FieldError as error:
        raise unreadable(str(error)) from None


def _without_evidence(fact: Fact, written: Iterable[Saying]) -> Fact:
    """The fact without the evidence that is not written down already."""
    there = {saying.evidence for saying in written}

    def bare(saying: Saying) -> Saying:
        return saying if saying.evidence in there else replace(saying, evidence=None)

    return replace(fact, first=bare(fact.first), again=tuple(map(bare, fact.again)))


def _rewritten(note: Note, old: Mapping[str, Any], new: Mapping[str, Any]) -> tuple[Block, ...]:
    blocks = list(note.blocks)
    for key in KEYS:
        if old.get(key) == new.get(key):
            continue
        at = next((at for at, block in enumerate(blocks) if block.key == key), None)
        value = new.get(key)
        if value and key in TABLE_KEYS:
            value = _with_foreign_keys(TABLE_KEYS[key], value, note.values.get(key))
        lines = [Block(key, rendered(key, value, note.newline))] if value else []
        if at is None:
            place = _place(blocks, key)
            blocks[place:place] = lines
        else:
            blocks[at : at + 1] = [_commented(line, blocks[at], note.newline) for line in lines]
    return tuple(blocks)


def _with_foreign_keys(own: Collection[str], value: Any, written: Any) -> Any:
    """A table, or a list of them, with the keys that others wrote into the same tables."""
    if isinstance(value, dict) and isinstance(written, Mapping):
        return value | {key: text for key, text in written.items() if key not in own}
    if not isinstance(value, list) or not isinstance(written, list):
        return value
    tables = [(table, {key: table[key] for key in table if key in own}) for table in written]
    foreign = [(ours, table) for table, ours in tables if len(table) > len(ours)]
    return [
        next((each | table for ours, table in foreign if ours.items() <= each.items()), each)
        for each in value
    ]


def _place(blocks: list[Block], key: str) -> int:
    """Where a new key goes: behind the nearest of our keys that comes before it."""
    rank = _RANKS[key]
    ranks = ((_RANKS.get(block.key or "", rank), at + 1) for at, block in enumerate(blocks))
    return max((each for each in ranks if each[0] < rank), default=(0, 0))[1]


def _commented(block: Block, old: Block, newline: str) -> Block:
    if not old.comment or block.text.count(newline) > 1:
        return block
    return Block(block.key, block.text.removesuffix(newline) + old.comment + newline, old.comment)


def _with_foreign(note: Note, other: Note) -> Note:
    """A note with the foreign lines and the longer body of another added to its own."""
    blocks = list(note.blocks)
    keys = {block.key for block in blocks}
    texts = {block.text.strip() for block in blocks}
    for block in other.blocks:
        text = block.text.strip()
        if block.key in KEYS or not text or text in texts:
            continue
        lines = text.splitlines()
        if block.key in keys and block.key is not None:
            lines = ["# " + line for line in lines]
        blocks.append(Block(block.key, "".join(line + note.newline for line in lines)))
    below = note.below
    if other.below.strip() and other.below.strip() not in below:
        own = (note.above + note.paragraph + below).rstrip()
        added = own + note.newline * 2 + note.newline.join(other.below.strip().splitlines())
        rest = added[len(note.above + note.paragraph.rstrip()) :] + note.newline
        return replace(note, blocks=tuple(blocks), paragraph=note.paragraph.rstrip(), below=rest)
    return replace(note, blocks=tuple(blocks))
