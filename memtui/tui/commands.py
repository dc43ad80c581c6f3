"""Each user action is declared once; its keys, footer hint, palette entry and help derive from it.

A screen lists what it offers in `OFFERS`, and answers each with the action of the same name:

    class ReviewScreen(Screen[None]):
        OFFERS = (
            Command("tick", "space", "Tick or untick", "Review", hint="tick"),
            Command("back", "escape,q", "Back; what was ticked stays", "Review"),
        )
        BINDINGS = bindings("review", OFFERS)

        def compose(self) -> ComposeResult:
            ...
            yield Hints()        # widgets/hints.py: the footer, from OFFERS

        def action_tick(self) -> None: ...

`?`, F1 and ctrl+p come from the app and show the OFFERS of the screen they are pressed on. Escape
may be slow or swallowed by a terminal, so it is never the only key of a command.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from textual.binding import Binding
from textual.keys import format_key

HINTS = 7
_NAMES = {
    "down": "↓",
    "up": "↑",
    "left": "←",
    "right": "→",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "home": "Home",
    "end": "End",
    "escape": "Esc",
    "enter": "enter",
    "space": "space",
    "tab": "tab",
    "backspace": "Backspace",
}


@dataclass(frozen=True, slots=True)
class Command:
    """One thing a person can do on a screen.

    Args:
        id: The action's name: `action_<id>` of the screen answers it.
        keys: The keys for it, the one to show first, separated by commas; empty = only in the
            palette.
        label: What it does, in the palette and in the help.
        group: Under which heading the help lists it.
        hint: One or two words for the footer; empty = not in the footer.
        when: Whether it makes sense now, asked of the screen; it is then offered in the footer and
            the palette. The key still reaches the action, which says why it cannot.
        priority: Whether the keys work while a focused widget would take them.
        action: The action with its arguments, such as `move(1)`, where it is not the id.
    """

    id: str
    keys: str
    label: str
    group: str
    hint: str = ""
    when: Callable[[Any], bool] | None = None
    priority: bool = False
    action: str = ""

    @property
    def does(self) -> str:
        """The action that answers it."""
        return self.action or self.id

    def applies(self, screen: object) -> bool:
        """Whether it makes sense on this screen now."""
        return self.when is None or self.when(screen)


def bindings(prefix: str, commands: Iterable[Command]) -> list[Binding]:
    """The key bindings of commands, with ids such as `main.add`."""
    return [
        Binding(
            command.keys,
            command.does,
            command.label,
            show=bool(command.hint),
            priority=command.priority,
            id=f"{prefix}.{command.id}",
        )
        for command in commands
        if command.keys
    ]


def offers(node: object, keymap: Mapping[str, str] | None = None) -> tuple[Command, ...]:
    """What a screen or the app offers, with the keys that the person gave it instead of its own.

    Args:
        node: The screen or the app, or its class.
        keymap: Other keys for commands, by ids such as `main.add`.
    """
    commands: tuple[Command, ...] = tuple(getattr(node, "OFFERS", ()))
    if not keymap:
        return commands
    prefix = prefix_of(node)
    ids = {command: f"{prefix}.{command.id}" for command in commands}
    return tuple(replace(each, keys=keymap.get(ids[each], each.keys)) for each in commands)


def keys_of(app: object) -> Mapping[str, str]:
    """The keys that the person gave to commands of an app, by their ids."""
    keymap: Mapping[str, str] = getattr(app, "keys", {})
    return keymap


def prefix_of(node: object) -> str:
    """What stands before the dot in the ids of what a screen or the app offers."""
    own = {command.id for command in offers(node) if command.keys}
    ids = [
        binding.id.partition(".")
        for binding in getattr(node, "BINDINGS", ())
        if isinstance(binding, Binding) and binding.id
    ]
    return next((prefix for prefix, _, name in ids if name in own), "")


def hints(commands: Iterable[Command], screen: object) -> list[Command]:
    """The commands that the footer hints at now, if there is room for them."""
    return [each for each in commands if each.hint and each.applies(screen)]


def grouped(commands: Iterable[Command]) -> dict[str, list[Command]]:
    """Commands by their group, in the order declared."""
    groups: dict[str, list[Command]] = {}
    for command in commands:
        groups.setdefault(command.group, []).append(command)
    return groups


def key_name(key: str) -> str:
    """A key as people read it: `ctrl+p`, `PgDn`, `?`."""
    *modifiers, plain = key.split("+")
    if plain[:1] == "f" and plain[1:].isdigit():
        plain = plain.upper()
    return "+".join([*modifiers, _NAMES.get(plain) or format_key(plain)])


def key_names(keys: str, most: int = 4) -> str:
    """The keys of a command as people read them, separated by spaces."""
    return " ".join(key_name(key.strip()) for key in keys.split(",")[:most])
