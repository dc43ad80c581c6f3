"""Which turns a model is given at once: whole neighbouring ones that fit, in characters and tokens.

What is to be read is cut into parts; a part that is too long is cut again.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from memtui.conversations.conversation import Turn

# How much of a conversation is read unless all of it is asked for, and how much at once.
CHARACTERS = 24_000
# What a part may have in tokens, by our estimate; some 8,000 by a model's own count.
PART_TOKENS = 12_000
# Tokens for each byte of UTF-8: safe for the vocabularies of Qwen and Gemma, English to Hindi.
PER_BYTE = 0.4
# What a turn costs besides its text: its number, day, speaker.
TURN_OVERHEAD = 24
# A part shorter than this is not cut again: its length is not what is wrong.
_LEAST = 400
_BOUNDS = (0.15, 1.5)
_MARGIN = 1.1


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a conversation that is read at once: the turns from `first` up to `end`.

    The `overlap` turns before it are shown once more, so that "yes, on Friday" is understood.
    `span` are the characters of its only turn that are read, where that is too long for one part.
    """

    first: int
    end: int
    overlap: int = 0
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """The turns of a part, overlap included; the first one's place in the conversation."""

    first: int
    turns: tuple[Turn, ...]


def window_of(part: Part, turns: Sequence[Turn]) -> Window:
    """The turns that a model is shown for a part."""
    if part.span:
        start, end = part.span
        turn = turns[part.first]
        return Window(part.first, (replace(turn, text=turn.text[start:end]),))
    first = part.first - part.overlap
    return Window(first, tuple(turns[first : part.end]))


def characters_of(part: Part, turns: Sequence[Turn]) -> int:
    """How much is read in a part, without what is shown again."""
    if part.span:
        return part.span[1] - part.span[0]
    return sum(len(turn.text) for turn in turns[part.first : part.end])


def tokens(text: str, per_byte: float = PER_BYTE) -> int:
    """How many tokens a text has at most, as a rule."""
    return math.ceil(len(text.encode("utf-8", "replace")) * per_byte)


def calibrated(sent: int, size: int) -> float:
    """Tokens for each byte, from the server's own count of what `size` bytes were."""
    least, most = _BOUNDS
    return min(most, max(least, sent / size * _MARGIN)) if sent and size else PER_BYTE


def last_part(turns: Sequence[Turn]) -> tuple[Part, ...]:
    """The last turns, whole, of up to `CHARACTERS`; of a last turn that is longer, its end."""
    left, first = CHARACTERS, len(turns)
    while first and len(turns[first - 1].text) <= left:
        first -= 1
        left -= len(turns[first].text)
    if first == len(turns) and turns:
        text = turns[-1].text
        start = _after_space(text, len(text) - CHARACTERS)
        return (Part(first - 1, first, span=(start, len(text))),)
    return (Part(first, len(turns)),) if turns else ()


def joined(parts: Iterable[Part]) -> list[Part]:
    """Neighbouring whole parts as one, to be cut anew."""
    wholes: list[Part] = []
    for part in parts:
        before = wholes[-1] if wholes else None
        if before and not before.span and not part.span and before.end == part.first:
            wholes[-1] = replace(before, end=part.end)
        else:
            wholes.append(part)
    return wholes


def cut(
    wanted: Sequence[Part], turns: Sequence[Turn], limit: int, per_byte: float = PER_BYTE
) -> list[Part]:
    """Cut what is to be read into parts that fit.

    Args:
        wanted: What is to be read, in order.
        turns: All turns of the conversation.
        limit: How many tokens a part may have.
        per_byte: Tokens for each byte.
    """
    return [piece for part in wanted for piece in _alike(part, turns, limit, per_byte)]


def halved(part: Part, turns: Sequence[Turn], per_byte: float = PER_BYTE) -> list[Part]:
    """A part in pieces of about half its size; nothing when it is too short for that."""
    if characters_of(part, turns) < _LEAST and (part.span or part.end - part.first < 2):
        return []
    if part.span is None and part.end - part.first > 1:
        costs = [_cost(turn, per_byte) for turn in turns[part.first : part.end]]
        half = sum(costs) / 2
        middle, spent = part.first + 1, costs[0]
        while middle < part.end - 1 and spent + costs[middle - part.first] / 2 < half:
            spent += costs[middle - part.first]
            middle += 1
        return [replace(part, end=middle), Part(middle, part.end, overlap=1)]
    start, end = part.span or (0, len(turns[part.first].text))
    middle = _after_space(turns[part.first].text, (start + end) // 2)
    return [replace(part, overlap=0, span=each) for each in ((start, middle), (middle, end))]


def _alike(part: Part, turns: Sequence[Turn], limit: int, per_byte: float) -> list[Part]:
    """As few pieces as there can be, the last one not much shorter than the others."""
    pieces = list(_pieces(part, turns, limit, CHARACTERS, per_byte))
    for tenths in (5, 6, 7, 8, 9) if len(pieces) > 1 else ():
        fewer = limit * tenths // 10, CHARACTERS * tenths // 10
        smaller = list(_pieces(part, turns, *fewer, per_byte))
        if len(smaller) == len(pieces):
            return smaller
    return pieces


def _pieces(
    part: Part, turns: Sequence[Turn], limit: int, most: int, per_byte: float
) -> Iterator[Part]:
    if part.span:
        text = turns[part.first].text
        yield from _spans(part.first, text, part.span, limit, most, per_byte)
        return
    first, room, characters = part.first, limit, most
    overlap = part.overlap
    for place in range(part.first, part.end):
        text = turns[place].text
        cost = _cost(turns[place], per_byte)
        if place > first and (cost > room or len(text) > characters):
            yield Part(first, place, overlap)
            overlap = _overlap(turns, place, limit, per_byte)
            first, characters = place, most
            room = limit - overlap * _cost(turns[place - 1], per_byte)
        if cost > limit or len(text) > most:
            yield from _spans(place, text, (0, len(text)), limit, most, per_byte)
            first, room, characters, overlap = place + 1, limit, most, 0
            continue
        if cost > room:
            overlap, room = 0, limit
        room -= cost
        characters -= len(text)
    if first < part.end:
        yield Part(first, part.end, overlap)


def _overlap(turns: Sequence[Turn], place: int, limit: int, per_byte: float) -> int:
    """Whether the turn before a part is shown with it: one, unless it takes too much room."""
    return int(place > 0 and _cost(turns[place - 1], per_byte) <= limit // 4)


def _cost(turn: Turn, per_byte: float) -> int:
    return tokens(turn.text, per_byte) + TURN_OVERHEAD


def _spans(
    place: int, text: str, span: tuple[int, int], limit: int, most: int, per_byte: float
) -> Iterator[Part]:
    start, last = span
    while start < last:
        end = min(last, start + most)
        while tokens(text[start:end], per_byte) > max(limit - TURN_OVERHEAD, 1) and end - start > 1:
            fits = (limit - TURN_OVERHEAD) / tokens(text[start:end], per_byte)
            end = start + max(1, min(int((end - start) * fits), end - start - 1))
        if end < last:
            end = max(_after_space(text, end - 80, end), start + 1)
        if text[start:end].strip():
            yield Part(place, place + 1, span=(start, end))
        start = end


def _after_space(text: str, place: int, most: int | None = None) -> int:
    """Where a word begins, at or soon after a place; the place itself in a text without spaces."""
    end = place + 80 if most is None else most
    if most is None:
        found = text.find(" ", max(place - 1, 0), end)
    else:
        found = text.rfind(" ", max(place, 0), end)
    if found < 0 or found + 1 >= len(text):
        return max(place, 0) if most is None else end
    return found + 1
