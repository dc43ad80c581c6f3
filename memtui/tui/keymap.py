"""All commands of all screens, and the keys that a person gives them in `config.toml`.

    [keys]
    main.add = "n"
    review.tick = "space,c"

Every screen is loaded for it, so the app asks only where there are such keys.
"""

import importlib
import pkgutil
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual.binding import Binding
from textual.keys import Keys, key_to_character
from textual.screen import Screen

from memtui.tui.commands import Command, offers, prefix_of
from memtui.tui.everywhere import EVERYWHERE

EVERYWHERE_PREFIX = "app"
# What arrives as another key, or belongs to tmux and screen.
UNUSABLE = {
    "ctrl+h": "arrives as Backspace",
    "ctrl+i": "arrives as tab",
    "ctrl+m": "arrives as enter",
    "ctrl+left_square_bracket": "arrives as Esc",
    "ctrl+b": "belongs to tmux",
    "ctrl+a": "belongs to screen",
}
# Keys that are sent by a name, which says also what was held down with them.
_NAMED = re.compile("up|down|left|right|home|end|pageup|pagedown|insert|delete|f[0-9]+")
_PLAIN = {key.value for key in Keys}


class Offered(NamedTuple):
    """What one screen offers: a line about the screen, its commands, what its help explains."""

    about: str
    commands: tuple[Command, ...]
    notes: tuple[tuple[str, str], ...] = ()


def screens() -> list[type[Any]]:
    """The classes of all screens that offer commands of their own, by name of their module."""
    import memtui.tui.screens

    for module in pkgutil.iter_modules(memtui.tui.screens.__path__, "memtui.tui.screens."):
        importlib.import_module(module.name)
    found: list[type[Any]] = []
    queue: list[type[Any]] = [Screen]
    while queue:
        kind = queue.pop()
        queue += kind.__subclasses__()
        if kind.__module__.startswith("memtui.") and "OFFERS" in vars(kind):
            found.append(kind)
    return sorted(set(found), key=lambda kind: (kind.__module__, kind.__name__))


def declared() -> dict[str, Offered]:
    """What every screen offers, by the first part of its commands' ids."""
    everywhere = Offered("On every screen, also in dialogs.", EVERYWHERE)
    return {EVERYWHERE_PREFIX: everywhere} | {
        prefix_of(kind): Offered(
            (kind.__doc__ or "").partition("\n")[0], offers(kind), getattr(kind, "NOTES", ())
        )
        for kind in screens()
    }


def settled(
    wanted: Mapping[str, str], declared: Mapping[str, Offered]
) -> tuple[dict[str, str], list[str]]:
    """The keys that can be had of those wanted, and in words why the others cannot.

    A command whose wanted keys cannot be had keeps its own.

    Args:
        wanted: Keys by ids such as `main.add`, the one to show first, separated by commas.
        declared: What there is.
    """
    keymap: dict[str, str] = {}
    problems: list[str] = []
    known = {
        f"{prefix}.{command.id}": command
        for prefix, offered in declared.items()
        for command in offered.commands
    }
    for id_, keys in wanted.items():
        if id_ not in known:
            problems.append(f"keys.{id_} is no command; docs/keys.md lists all ids")
        elif not known[id_].keys:
            problems.append(f"keys.{id_}: it is found by ctrl+p alone")
        elif reason := _unusable(keys):
            problems.append(f"keys.{id_}: {reason}")
        else:
            keymap[id_] = ",".join(_keys(keys))
    while clash := _clash(keymap, declared):
        id_, other, key = clash
        del keymap[id_]
        problems.append(f"keys.{id_}: {key} is {other} already; give one of the two another key")
    return keymap, problems


def _keys(keys: str) -> list[str]:
    """Keys as Textual names them: `?` is `question_mark`."""
    bindings = Binding.make_bindings([Binding(keys, "x", "x")])
    return [binding.key for binding in bindings]


def _unusable(keys: str) -> str:
    """Why these keys cannot be a command's, or nothing."""
    written = [each.strip() for each in keys.split(",")]
    if not all(written):
        return "a key is missing"
    for name, key in zip(written, _keys(keys), strict=True):
        plain = key.rpartition("+")[2]
        if len(name) > 1 and plain not in _PLAIN and key_to_character(plain) is None:
            return f"there is no key {name}"
        if key in UNUSABLE:
            return f"{key} {UNUSABLE[key]}, choose another"
    if not any(map(_is_sent, _keys(keys))):
        return f"plain terminals do not send {written[0]}, so give another key beside it"
    if _keys(keys) == ["escape"]:
        return "escape is slow or swallowed in some terminals, so give another key beside it"
    return ""


def _is_sent(key: str) -> bool:
    """Whether a terminal sends a key that does not know more than terminals always did."""
    alone = key.removeprefix("alt+")
    base = alone.rpartition("+")[2]
    capital = key != alone and alone == f"shift+{base}" and len(base) == 1
    return alone == base or capital or _NAMED.fullmatch(base) is not None or alone in _sent()


@cache
def _sent() -> frozenset[str]:
    """The names of the keys for which terminals have always had something to send."""
    known = ANSI_SEQUENCES_KEYS.values()
    return frozenset(key.value for keys in known if isinstance(keys, tuple) for key in keys)


def _clash(
    keymap: Mapping[str, str], declared: Mapping[str, Offered]
) -> tuple[str, str, str] | None:
    """A command with a wanted key that another one has on the same screen, that one, the key."""
    for prefix, offered in declared.items():
        taken: dict[str, str] = {}
        # Those with keys of their own choice come last: they give way.
        both = [(EVERYWHERE_PREFIX, each) for each in declared[EVERYWHERE_PREFIX].commands]
        if prefix != EVERYWHERE_PREFIX:
            both += [(prefix, each) for each in offered.commands]
        ids = [(f"{owner}.{command.id}", command) for owner, command in both]
        for id_, command in sorted(ids, key=lambda each: each[0] in keymap):
            keys = keymap.get(id_, command.keys)
            for key in _keys(keys) if keys else ():
                other = taken.setdefault(key, id_)
                if other != id_ and id_ in keymap:
                    return id_, other, key
    return None
