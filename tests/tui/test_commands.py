from collections import Counter
from typing import Any

import pytest

from memtui.tui import keys_page
from memtui.tui.app import MemtuiApp
from memtui.tui.commands import Command, bindings, hints, key_names, offers
from memtui.tui.everywhere import EVERYWHERE
from memtui.tui.keymap import UNUSABLE, Offered, screens, settled

SCREENS = [MemtuiApp, *screens()]


@pytest.mark.parametrize("screen", SCREENS, ids=lambda kind: kind.__name__)
def test_each_command_has_keys_of_its_own_that_every_terminal_sends(screen: type[Any]) -> None:
    commands = offers(screen)
    keys = Counter(key for command in commands if command.keys for key in command.keys.split(","))
    assert not [key for key, times in keys.items() if times > 1]
    assert not UNUSABLE.keys() & set(keys)
    for command in commands:
        assert command.keys != "escape", f"{command.id} has no way but Escape"
        assert hasattr(screen, f"action_{command.does.partition('(')[0]}")


@pytest.mark.parametrize("screen", SCREENS, ids=lambda kind: kind.__name__)
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
    assert key_names("f2,f10") == "F2 F10"


def test_the_page_of_keys_is_the_one_that_the_screens_declare() -> None:
    hint = "run: python -m memtui.tui.keys_page"
    assert keys_page.FILE.read_text(encoding="utf-8") == keys_page.page(), hint


MAIN = (
    Command("add", "a", "Add", "Change"),
    Command("forget", "d", "Forget", "Change"),
    Command("clear", "escape,backspace", "Clear", "Look"),
    Command("theme", "", "Theme", "Look"),
)
DECLARED = {"app": Offered("", EVERYWHERE), "main": Offered("", MAIN)}


@pytest.mark.parametrize(
    ("wanted", "keymap", "problem"),
    [
        ({"main.add": "n, ?x"}, {}, "keys.main.add: there is no key ?x"),
        ({"main.add": "n,insert"}, {"main.add": "n,insert"}, ""),
        ({"main.add": "+"}, {"main.add": "plus"}, ""),
        ({"main.add": "d", "main.forget": "a"}, {"main.add": "d", "main.forget": "a"}, ""),
        ({"main.add": "d"}, {}, "keys.main.add: d is main.forget already; give one of the two"),
        ({"main.add": "ctrl+q"}, {}, "keys.main.add: ctrl+q is app.quit already"),
        ({"app.theme": "a"}, {}, "keys.app.theme: a is main.add already"),
        ({"main.add": "z", "main.forget": "z"}, {"main.add": "z"}, "z is main.add already"),
        ({"main.ad": "n"}, {}, "keys.main.ad is no command; docs/keys.md lists all ids"),
        ({"main.theme": "n"}, {}, "keys.main.theme: it is found by ctrl+p alone"),
        ({"main.add": "ctrl+h"}, {}, "ctrl+h arrives as Backspace, choose another"),
        ({"main.add": "ctrl+b"}, {}, "ctrl+b belongs to tmux, choose another"),
        ({"main.clear": "escape"}, {}, "give another key beside it"),
        ({"main.add": "ctrl+shift+e"}, {}, "plain terminals do not send ctrl+shift+e"),
        ({"main.add": "ctrl+shift+z,shift+enter"}, {}, "give another key beside it"),
        ({"main.add": "ctrl+shift+e,n"}, {"main.add": "ctrl+shift+e,n"}, ""),
        ({"main.add": "alt+v"}, {"main.add": "alt+v"}, ""),
        ({"main.add": "alt+shift+v"}, {"main.add": "alt+shift+v"}, ""),
        ({"main.add": "ctrl+e"}, {"main.add": "ctrl+e"}, ""),
        ({"main.add": "ctrl+up"}, {"main.add": "ctrl+up"}, ""),
        ({"main.add": "shift+f5"}, {"main.add": "shift+f5"}, ""),
        ({"main.add": "shift+tab"}, {"main.add": "shift+tab"}, ""),
        ({"main.add": ""}, {}, "keys.main.add: a key is missing"),
    ],
)
def test_keys_of_ones_own_are_taken_or_refused_in_words(
    wanted: dict[str, str], keymap: dict[str, str], problem: str
) -> None:
    taken, problems = settled(wanted, DECLARED)
    assert taken == keymap
    assert problem in "; ".join(problems)
    assert bool(problems) == bool(problem)


def test_commands_are_offered_with_the_keys_that_work() -> None:
    class Some:
        OFFERS = MAIN
        BINDINGS = bindings("main", MAIN)

    assert [each.keys for each in offers(Some, {"main.add": "n"})][:2] == ["n", "d"]
