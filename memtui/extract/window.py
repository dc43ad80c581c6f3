"""Which turns a model is given: the last ones that fit, whole, in characters and in tokens."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memtui.conversations.conversation import Turn

CHARACTERS = 24_000
# Measured as safe for the vocabularies of Qwen and Gemma, from English to Hindi.
_BYTES_PER_TOKEN = 2.5
# What a turn costs besides its text: its number, day, speaker.
TURN_OVERHEAD = 24


@dataclass(frozen=True, slots=True)
class Window:
    """Neighbouring turns of a conversation from `first` on; a single one may be cut in front."""

    first: int
    turns: tuple[Turn, ...]
    cut: bool = False

    @property
    def characters(self) -> int:
        """How long its turns are together."""
        return sum(len(turn.text) for turn in self.turns)


def tokens(text: str) -> int:
    """How many tokens a text has at most, as a rule."""
    return math.ceil(len(text.encode()) / _BYTES_PER_TOKEN)


def last_window(turns: Sequence[Turn], *, characters: int, limit: int) -> Window:
    """The last turns that fit.

    Args:
        turns: All turns.
        characters: How long they may be together.
        limit: How many tokens they may have.
    """
    taken: list[Turn] = []
    for turn in reversed(turns):
        cost = tokens(turn.text) + TURN_OVERHEAD
        if len(turn.text) > characters or cost > limit:
            break
        taken.append(turn)
        characters -= len(turn.text)
        limit -= cost
    if taken or not turns:
        return Window(len(turns) - len(taken), tuple(reversed(taken)))
    end = _end(turns[-1].text, characters, limit - TURN_OVERHEAD)
    return Window(len(turns) - 1, (replace(turns[-1], text=end),), cut=True)


def all_windows(turns: Sequence[Turn], *, characters: int, limit: int) -> list[Window]:
    """Every turn once, in windows from the first to the last."""
    windows: list[Window] = []
    left = list(turns)
    while left:
        window = last_window(left, characters=characters, limit=limit)
        windows.append(window)
        if window.cut:
            rest = left[-1].text[: -len(window.turns[0].text)]
            left[-1:] = [replace(left[-1], text=rest)] if rest.strip() else []
        else:
            left = left[: window.first]
    return windows[::-1]


def halved(window: Window) -> list[Window]:
    """A window in parts of at most half its size."""
    limit = sum(tokens(turn.text) + 2 * TURN_OVERHEAD for turn in window.turns) // 2
    halves = all_windows(
        window.turns, characters=max(1, -(-window.characters // 2)), limit=max(limit, 64)
    )
    return [replace(each, first=each.first + window.first) for each in halves]


def _end(text: str, characters: int, limit: int) -> str:
    """The end of a text, from a word on, that fits."""
    end = text[-max(characters, 1) :]
    while tokens(end) > max(limit, 1) and len(end) > 1:
        keep = int(len(end) * max(limit, 1) / tokens(end))
        end = end[-max(1, min(keep, len(end) - 1)) :]
    head, space, tail = end.partition(" ")
    return tail if space and len(head) < 80 and len(end) < len(text) and tail.strip() else end
