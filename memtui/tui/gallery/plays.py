"""Ways to screens that keys alone do not lead to, or not on the demo memory as it is."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from memtui.conversations.conversation import Conversation
from memtui.conversations.opening import begun, open_file
from memtui.conversations.reading import Person
from memtui.desk.desk import Desk
from memtui.desk.folders import watched
from memtui.extract.events import Connecting, Event, PartBegun, Proposed, Reading, Writing
from memtui.extract.extractor import Context
from memtui.extract.plain import PlainReader
from memtui.store.memory import Memory
from memtui.tui.drawing import Play, app_of, pressed, review_of, settled
from memtui.tui.gallery.server import PULLED
from memtui.tui.screens.models import ModelsScreen
from memtui.tui.screens.pick import PickScreen
from memtui.tui.screens.preview import PreviewScreen
from memtui.tui.screens.problems import ProblemsScreen
from memtui.tui.screens.reading import ReadingScreen
from memtui.tui.screens.waiting import WaitingScreen
from memtui.tui.screens.watched import WatchedScreen
from memtui.tui.screens.who import WhoScreen

_TALK = "standup.json"
_ODD = '[index]\nshards = 3\n\n[theirs]\ncolour = "red"\n'


def chats_of(pilot: Pilot[None]) -> Path:
    """The folder of conversations."""
    return app_of(pilot).home.parent / "chats"


def pushed(make: Callable[[Desk, Path], Screen[Any]], *keys: str) -> Play:
    """Come to a screen that other screens open."""

    async def play(pilot: Pilot[None]) -> None:
        app_of(pilot).push_screen(make(app_of(pilot).desk, chats_of(pilot)))
        await settled(pilot)
        await pressed(*keys)(pilot)

    return play


def opened(*keys: str) -> Play:
    """Come to the files, in the folder of chats."""

    async def play(pilot: Pilot[None]) -> None:
        app = app_of(pilot)
        app.desk.memory.write_state("last_folder", str(chats_of(pilot)))
        await pressed("o", *keys)(pilot)

    return play


def picking(desk: Desk, chats: Path) -> Screen[Any]:
    """Conversations of an export."""
    path = chats / "chatgpt-conversations.json"
    beginning = begun(path, Person())
    return PickScreen(desk, beginning.collection, beginning.found, str(path))


def previewing(desk: Desk, chats: Path) -> Screen[Any]:
    """A conversation before it is read."""
    talk = open_file(chats / _TALK)
    return PreviewScreen(desk, talk, talk.conversations[0])


def reading(desk: Desk, chats: Path) -> Screen[Any]:
    """A conversation read by a model that does not answer."""
    (conversation,) = open_file(chats / _TALK).conversations
    return ReadingScreen(desk, _TALK, conversation, kind="ollama", clock=lambda: 0.0)


def reading_in_vain(desk: Desk, chats: Path) -> Screen[Any]:
    """A conversation in which the plain reader finds nothing."""
    (conversation,) = open_file(chats / _TALK).conversations
    turn = replace(conversation.turns[0], text="Good morning! How was the weekend?")
    nothing = replace(conversation, turns=(turn,))
    return ReadingScreen(desk, _TALK, nothing, kind="plain", clock=lambda: 0.0)


class _Unhurried:
    """A model that found some facts and goes on reading."""

    name = "qwen3:4b-instruct at 127.0.0.1:11434"

    async def propose(
        self, conversation: Conversation, context: Context
    ) -> AsyncGenerator[Event, None]:
        """Tell what a model tells, and never end."""
        yield Connecting("127.0.0.1:11434")
        for part in context.parts[:1]:
            yield PartBegun(part)
        yield Reading(41.0, 5_210, 16_384)
        plainly = [event async for event in PlainReader().propose(conversation, context)]
        for event in [each for each in plainly if isinstance(each, Proposed)][:3]:
            yield event
        yield Writing(120, 1)
        await asyncio.Event().wait()


async def reading_on(pilot: Pilot[None]) -> None:
    """Come to a conversation that is being read."""
    desk = app_of(pilot).desk
    vars(desk)["extractor"] = lambda *_: _Unhurried()
    (conversation,) = open_file(chats_of(pilot) / _TALK).conversations
    moments = iter((0.0, 0.0))
    screen = ReadingScreen(desk, _TALK, conversation, clock=lambda: next(moments, 41.0))
    pilot.app.push_screen(screen)
    while not screen.begun:
        await pilot.pause(0.01)


async def models_there(pilot: Pilot[None]) -> None:
    """Come to the models of a server that answers."""
    app = app_of(pilot)
    app.desk.memory.save_settings({"extractor.kind": "ollama"})
    app.push_screen(ModelsScreen(app.desk))
    await settled(pilot)


async def fetching(pilot: Pilot[None]) -> None:
    """Come to a model that is being fetched."""
    await models_there(pilot)
    screen = pilot.app.screen
    await pressed("p")(pilot)
    await pilot.press("ctrl+u", *("colon" if each == ":" else each for each in PULLED), "enter")
    while "40 %" not in str(screen.query_one("Saying").render()):
        await pilot.pause(0.01)


def asking_who(desk: Desk, chats: Path) -> Screen[Any]:
    """Which speaker the person is."""
    return WhoScreen(
        {"Ana": 14, "Bruno": 9, "Carla Dias": 2},
        {"Ana": "I moved to research this week.", "Bruno": "Then I take the dashboards."},
    )


async def waiting(pilot: Pilot[None]) -> None:
    """Come to reviews that wait."""
    desk = app_of(pilot).desk
    for name in (_TALK, "tea-and-tools.md"):
        await review_of(desk, name)
    reviews = sorted(desk.reviews(), key=lambda review: review.source)
    pilot.app.push_screen(WaitingScreen(desk, reviews))
    await settled(pilot)


async def problems(pilot: Pilot[None]) -> None:
    """Come to a note that cannot be read."""
    _spoil(app_of(pilot).desk)
    pilot.app.push_screen(ProblemsScreen(app_of(pilot).desk))
    await settled(pilot)


def _spoil(desk: Desk) -> None:
    (desk.memory.folder / "notes" / "memory" / "shopping list.md").write_text("milk, bread\n")
    desk.refresh()


def unwell(*keys: str) -> Play:
    """Come to a memory with a broken note, keys that nobody knows and links that are wrong."""

    async def play(pilot: Pilot[None]) -> None:
        memory = app_of(pilot).desk.memory
        settings = memory.folder / "memory.toml"
        settings.write_text(settings.read_text() + "\n" + _ODD)
        fact = next(each for each in memory.facts(history=True) if each.until)
        note = memory.path(fact.id)
        note.write_text(note.read_text().replace(f"until: {fact.until}", "until: 2020-01-01"))
        _spoil(app_of(pilot).desk)
        app_of(pilot).memory_changed.publish(None)
        await settled(pilot)
        await pressed(*keys)(pilot)

    return play


def among(*names: str) -> Callable[[Play], Play]:
    """Have other memories beside the one that is open."""

    def with_others(play: Play) -> Play:
        async def made(pilot: Pilot[None]) -> None:
            for name in names:
                Memory.open(app_of(pilot).home, name, make=True).close()
            await play(pilot)

        return made

    return with_others


async def watching(pilot: Pilot[None]) -> None:
    """Come to a folder of which the files were looked at, and one that is not there."""
    desk, chats = app_of(pilot).desk, chats_of(pilot)
    (chats / "scan.pdf").write_bytes(b"%PDF-1.4")
    folders = [str(chats), str(chats.with_name("gone"))]
    desk.memory.save_settings({"watch.folders": folders})
    folder = watched(desk, desk.clock)[0]
    for name in (_TALK, "scan.pdf", "chatgpt-conversations.json", "tea-and-tools.md"):
        await asyncio.to_thread(folder.read, name)
    pilot.app.push_screen(WatchedScreen(desk))
    await settled(pilot)
