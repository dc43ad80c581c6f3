import importlib
import pkgutil
from collections import Counter
from typing import Any

import pytest
from textual.screen import Screen

import memtui.tui.screens
from memtui.tui.app import MemtuiApp
from memtui.tui.commands import Command, hints, key_names, offers

# What arrives as another key, or belongs to tmux and screen.
UNUSABLE = {"ctrl+h", "ctrl+i", "ctrl+m", "ctrl+left_square_bracket", "ctrl+b", "ctrl+a"}


def screens() -> list[type[Any]]:
    for module in pkgutil.iter_modules(memtui.tui.screens.__path__, "memtui.tui.screens."):
        importlib.import_module(module.name)
    found: list[type[Any]] = [MemtuiApp]
    queue: list[type[Any]] = [Screen]
    while queue:
        kind = queue.pop()
        queue += kind.__subclasses__()
        if kind.__module__.startswith("memtui.") and "OFFERS" in vars(kind):
            found.append(kind)
    return found


@pytest.mark.parametrize("screen", screens(), ids=lambda kind: kind.__name__)
def test_each_command_has_keys_of_its_own_that_every_terminal_sends(screen: type[Any]) -> None:
    commands = offers(screen)
    keys = Counter(key for command in commands if command.keys for key in command.keys.split(","))
    assert not [key for key, times in keys.items() if times > 1]
    assert not UNUSABLE & set(keys)
    for command in commands:
        assert command.keys != "escape", f"{command.id} has no way but Escape"
        assert hasattr(screen, f"action_{command.does.partition('(')[0]}")


@pytest.mark.parametrize("screen", screens(), ids=lambda kind: kind.__name__)
def test_the_bindings_are_those_of_the_commands(screen: type[Any]) -> None:
    bound = {binding.id.partition(".")[2] for binding in screen.BINDINGS if binding.id}
    assert bound >= {command.id for command in offers(screen) if command.keys}


def test_the_footer_hints_only_at_what_makes_sense() -> None:
    always = Command("always", "a", "x", "x", hint="x")
    never = Command("never", "n", "x", "x", hint="x", when=lambda screen: False)
    silent = Command("silent", "s", "x", "x")
    assert hints([never, silent, always], object()) == [always]


def test_keys_are_named_as_people_read_them() -> None:
    assert key_names("/") == "/"
    assert key_names("slash,question_mark") == "/ ?"
    assert key_names("ctrl+p,pagedown,escape") == "ctrl+p PgDn Esc"
    assert key_names("[,]") == "[ ]"
