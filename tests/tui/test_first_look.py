"""The first look at notes that are not indexed yet: told how far it is, and left at any time."""

import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from textual.pilot import Pilot

import memtui.store.scanning
from memtui.desk.desk import Desk
from memtui.store.scanning import Found
from memtui.tui.app import MemtuiApp
from memtui.tui.screens.help import HelpScreen
from tests.store.making import place_note
from tests.tui.seen import shown
from tests.tui.settling import settle

NOTES, HELD_AT = 450, 210


@dataclass
class Gate:
    """Holds the reading of notes at one of them, until it is opened."""

    opened: threading.Event = field(default_factory=threading.Event)
    read: Counter[int] = field(default_factory=Counter)
    """How many notes each thread read."""


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    gate, read = Gate(), memtui.store.scanning.read

    def held(*given: object) -> Found:
        gate.read[threading.get_ident()] += 1
        if gate.read.total() == HELD_AT:
            gate.opened.wait(30)
        return read(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(memtui.store.scanning, "read", held)
    monkeypatch.setattr("memtui.tui.screens.kept_up._TOLD_EVERY", 200)
    yield gate
    gate.opened.set()


@pytest.fixture
def many(desk: Desk) -> Desk:
    for number in range(NOTES):
        place_note(desk.memory, f"f_{number:016x}", f"Ana {number}", f"Ana {number} sings.")
    return desk


async def told(app: MemtuiApp, pilot: Pilot[None]) -> None:
    while "reading 200 of 450" not in "\n".join(shown(app)):
        await pilot.pause()


async def test_how_far_the_first_look_is_stands_where_facts_will_be(
    app: MemtuiApp, many: Desk, gate: Gate
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await told(app, pilot)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape")
        gate.opened.set()
        await settle(pilot)
        assert "Ana 0" in "\n".join(shown(app))
        assert "reading" not in "\n".join(shown(app))


async def test_a_first_look_that_is_left_ends_early_and_the_next_is_whole(
    app: MemtuiApp, many: Desk, gate: Gate
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await told(app, pilot)
    gate.opened.set()
    many.refresh()
    assert gate.read.pop(threading.get_ident()) == NOTES
    assert gate.read.total() == 400
    assert len(many.memory.rows()) == NOTES
