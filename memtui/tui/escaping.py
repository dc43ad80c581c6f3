"""Esc and the key behind it, where both arrive in one piece: a terminal sends alt and a key so too.

Textual gathers what comes behind such a pair, and at the next Esc gives it out as `^` and text.
Here a pair is read at once, as alt and the key; where nothing is bound to that, the app takes it
for what was pressed: Esc, and then the key.
"""

import re
from collections.abc import Iterable

from textual import events
from textual._xterm_parser import XTermParser
from textual.keys import Keys

_ESC = "\x1b"
_ALT = "alt+"
# Behind Esc, what begins the longer names of keys; and pairs that terminals send for one key:
# words to the left and right, back over one, and the field before.
_BEGINS, _ONE_KEY = "[O", "bf\x7f\t"
# A whole name that no key has; `[[` and `[M` begin others.
_NO_KEY = re.compile(r"\x1b\[[0-9;:]*[ -/]*[@-LN-Z\\-~]")

_read = XTermParser._sequence_to_key_events


def _keys_of(parser: XTermParser, sequence: str, alt: bool = False) -> Iterable[events.Key]:
    """The keys that a sequence stands for; none yet where it may be the beginning of a longer one.

    Args:
        parser: The parser of what the terminal sends.
        sequence: What was sent so far.
        alt: Whether it came behind an Esc that was no part of it.
    """
    if sequence == _ESC:  # which Textual would give out as `^`
        return [events.Key(_ALT, _ESC)]
    if alt or (len(sequence) == 2 and sequence[1] not in _BEGINS + _ONE_KEY + _ESC):
        return [_with_alt(key) for key in _read(parser, sequence[-1])]
    if found := list(_read(parser, sequence)):
        return found
    if len(sequence) == 3 and sequence[1] == "O":
        return [*map(_with_alt, _read(parser, "O")), *_read(parser, sequence[2])]
    return [events.Key(Keys.Ignore, sequence)] if _NO_KEY.fullmatch(sequence) else []


def _with_alt(key: events.Key) -> events.Key:
    name = f"shift+{key.key.lower()}" if key.key.isupper() else key.key
    return events.Key(_ALT + name, key.character)


def read_pairs_at_once() -> None:
    """Have all that terminals send read so, whichever driver reads it."""
    XTermParser._sequence_to_key_events = _keys_of  # type: ignore[assignment,method-assign]


def parted(event: events.Key) -> list[events.Key]:
    """The keys of a pair; of another key, itself alone.

    Where a terminal names alt itself, the key has no character, and is none of a pair.
    """
    if not event.key.startswith(_ALT) or event.character is None:
        return [event]
    name = event.character if event.character.isalnum() else event.key.removeprefix(_ALT)
    keys = [("escape", _ESC), (name, event.character)]
    both = [events.Key(*key) for key in keys if key[0]]
    for key in both:
        key.time = event.time
    return both
