"""Every screen and dialog, at two sizes, dark and light.

What depends on the computer is the same for all: home folder, address of the model, time zone.
"""

import asyncio
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from memtui.conversations.opening import begun, open_file
from memtui.conversations.reading import Person
from memtui.desk.demo import sample_conversations
from memtui.desk.desk import Desk
from memtui.tui.drawing import (
    NOW,
    Play,
    app_of,
    picture_of,
    pressed,
    review_of,
    reviewed,
    searched,
    settled,
    shown,
)
from memtui.tui.screens.models import ModelsScreen
from memtui.tui.screens.pick import PickScreen
from memtui.tui.screens.preview import PreviewScreen
from memtui.tui.screens.problems import ProblemsScreen
from memtui.tui.screens.reading import ReadingScreen
from memtui.tui.screens.waiting import WaitingScreen
from memtui.tui.screens.watched import WatchedScreen
from memtui.tui.screens.when import WhenScreen
from memtui.tui.screens.who import WhoScreen
from memtui.tui.themes import THEMES

SIZES = ((80, 24), (120, 40))
THIRD = ("j", "j", "j")
_NOBODY = "127.0.0.1:9"  # the port for what is thrown away: no model answers there
_FOLDER = "memtui-gallery"
_MOMENT = 1_791_800_000.0


@dataclass(frozen=True, slots=True)
class Scene:
    """A screen: its name in file names, what it is called, how to come there."""

    name: str
    title: str
    play: Play
    empty: bool = False


def _pushed(make: Callable[[Desk, Path], Screen[Any]], *keys: str) -> Play:
    """Come to a screen that other screens open."""

    async def play(pilot: Pilot[None]) -> None:
        app = app_of(pilot)
        app.push_screen(make(app.desk, app.home.parent / "chats"))
        await settled(pilot)
        await pressed(*keys)(pilot)

    return play


def _open(*keys: str) -> Play:
    """Come to the files, in the folder of chats."""

    async def play(pilot: Pilot[None]) -> None:
        app = app_of(pilot)
        app.desk.memory.write_state("last_folder", str(app.home.parent / "chats"))
        await pressed("o", *keys)(pilot)

    return play


def _picking(desk: Desk, chats: Path) -> Screen[Any]:
    path = chats / "chatgpt-conversations.json"
    beginning = begun(path, Person())
    return PickScreen(desk, beginning.collection, beginning.found, str(path))


def _previewing(desk: Desk, chats: Path) -> Screen[Any]:
    opened = open_file(chats / "standup.json")
    return PreviewScreen(desk, opened, opened.conversations[0])


def _reading(desk: Desk, chats: Path) -> Screen[Any]:
    (conversation,) = open_file(chats / "standup.json").conversations
    return ReadingScreen(desk, "standup.json", conversation, kind="ollama", clock=lambda: 0.0)


def _asking_who(desk: Desk, chats: Path) -> Screen[Any]:
    return WhoScreen(
        {"Ana": 14, "Bruno": 9, "Carla Dias": 2},
        {"Ana": "I moved to research this week.", "Bruno": "Then I take the dashboards."},
    )


async def _waiting(pilot: Pilot[None]) -> None:
    desk = app_of(pilot).desk
    for name in ("standup.json", "tea-and-tools.md"):
        await review_of(desk, name)
    reviews = sorted(desk.reviews(), key=lambda review: review.source)
    pilot.app.push_screen(WaitingScreen(desk, reviews))
    await settled(pilot)


async def _problems(pilot: Pilot[None]) -> None:
    desk = app_of(pilot).desk
    (desk.memory.folder / "notes" / "memory" / "shopping list.md").write_text("milk, bread\n")
    desk.refresh()
    pilot.app.push_screen(ProblemsScreen(desk))
    await settled(pilot)


SCENES = (
    Scene("main", "The list", pressed(*THIRD)),
    Scene("main-empty", "An empty memory", pressed(), empty=True),
    Scene("filter", "Filter", pressed("/", "=recife")),
    Scene("filter-none", "A filter that nothing fits", pressed("/", "=zebra")),
    Scene("selection", "Selected facts", pressed("space", "space", "j", "space")),
    Scene("history", "History", pressed("H", *THIRD)),
    Scene("detail", "All about a fact", pressed(*THIRD, "v")),
    Scene("timeline", "Timeline of a thing", pressed(*THIRD, "T", "left")),
    Scene("timeline-subject", "Timeline of a subject", pressed(*THIRD, "T", "tab", "left")),
    Scene("add", "Add", pressed("a", "=Ana", "tab", "=ro")),
    Scene("correct", "Correct", pressed(*THIRD, "e")),
    Scene("correct-several", "Correct several", pressed("space", "space", "e")),
    Scene("end", "End", pressed(*THIRD, "x")),
    Scene("forget", "Forget", pressed(*THIRD, "d")),
    Scene("tags", "Tags", pressed(*THIRD, "t")),
    Scene("move", "Move to another memory", pressed(*THIRD, "M")),
    Scene("search", "Search", searched),
    Scene("open", "Open a conversation", _open()),
    Scene("pick", "Pick conversations", _pushed(_picking, "space")),
    Scene("who", "Which of these is you?", _pushed(_asking_who)),
    Scene("when", "When was it?", _pushed(lambda *_: WhenScreen(NOW.date(), "handover.md"))),
    Scene("preview", "Before it is read", _pushed(_previewing)),
    Scene("reading", "No model answers", _pushed(_reading)),
    Scene("review", "Review", reviewed("j")),
    Scene("edit-proposal", "Edit a proposal", reviewed("e")),
    Scene("waiting", "Reviews that wait", _waiting),
    Scene("keepings", "What was kept when", pressed("b")),
    Scene("sources", "Sources", pressed("b", "tab")),
    Scene("keeping", "What was kept at once", pressed("b", "j", "enter", "space")),
    Scene("take-back", "Take back", pressed("b", "j", "enter", "space", "d")),
    Scene("tidy", "Tidy", pressed("w")),
    Scene("fix", "Mend what tidy found", pressed("w", "f")),
    Scene("memories", "Memories", pressed("m")),
    Scene("models", "Models", _pushed(lambda desk, _: ModelsScreen(desk))),
    Scene("problems", "Notes that cannot be read", _problems),
    Scene("health", "Health", pressed("c")),
    Scene("settings", "Settings", pressed("comma")),
    Scene("setting", "Change a setting", pressed("comma", "j", "e")),
    Scene("watched", "Watched folders", _pushed(lambda desk, _: WatchedScreen(desk))),
    Scene("help", "Keys", pressed("question_mark")),
    Scene("palette", "All commands", pressed("ctrl+p")),
)


def names(scene: Scene) -> dict[tuple[tuple[int, int], str], str]:
    """The files of a scene, by size and theme."""
    return {
        (size, theme.name): f"{scene.name}-{size[0]}x{size[1]}-{theme.name.split('-')[1]}.svg"
        for size in SIZES
        for theme in THEMES
    }


def drawn(scene: Scene, size: tuple[int, int]) -> dict[str, str]:
    """The pictures of a scene at a size, by file name.

    Raises:
        FileExistsError: When another one is drawing.
    """
    with _elsewhere() as home:
        return asyncio.run(_drawn(scene, size, home))


async def _drawn(scene: Scene, size: tuple[int, int], home: Path) -> dict[str, str]:
    pictures = {}
    async with shown(home, size, scene.play, empty=scene.empty) as pilot:
        for theme in THEMES:
            pilot.app.theme = theme.name
            await settled(pilot)
            pictures[names(scene)[size, theme.name]] = slim(picture_of(pilot))
    return pictures


def slim(svg: str) -> str:
    """Leave out what a picture does not need: fonts from elsewhere, names that are unique."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"terminal-(\d+)-", "t-", svg)
    return re.sub(r"\n\s*\n+", "\n", svg)


@contextmanager
def _elsewhere() -> Iterator[Path]:
    """A home for memories of which the path is the same everywhere, and chats beside it."""
    top = Path(tempfile.gettempdir()) / _FOLDER
    chats = top / "chats"
    chats.mkdir(parents=True)
    before = os.environ.get("OLLAMA_HOST")
    os.environ["OLLAMA_HOST"] = _NOBODY
    try:
        for path in sorted(sample_conversations().iterdir()):
            os.utime(shutil.copy(path, chats / path.name), (_MOMENT, _MOMENT))
        yield top / "home"
    finally:
        shutil.rmtree(top)
        if before is None:
            del os.environ["OLLAMA_HOST"]
        else:
            os.environ["OLLAMA_HOST"] = before


def draw(folder: Path) -> None:
    """Draw the gallery into a folder."""
    folder.mkdir(exist_ok=True)
    for scene in SCENES:
        for size in SIZES:
            for name, svg in drawn(scene, size).items():
                (folder / name).write_text(svg, encoding="utf-8")


def page() -> str:
    """The page that shows one picture of each screen, as Markdown."""
    (size, *_), (theme, *_) = SIZES, THEMES
    shown = (
        f"## {scene.title}\n\n"
        f"![{scene.title}](../screenshots/gallery/{names(scene)[size, theme.name]})\n"
        for scene in SCENES
    )
    return "\n".join(
        (
            "# Every screen\n",
            "On the demo memory, in 80 columns. `screenshots/gallery/` has them in 120 columns\n"
            "and in light colours as well; `python -m memtui.tui.screenshots` draws them.\n",
            *shown,
        )
    )
