"""Draws the gallery: `screenshots/gallery/` and the page `docs/gallery.md`.

What depends on the computer is the same for all: home folder, address of the model, time zone.
"""

import asyncio
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

from memtui.desk.demo import sample_conversations
from memtui.tui.drawing import picture_of, pressed, settled, shown
from memtui.tui.gallery.scenes import SCENES, Scene
from memtui.tui.gallery.server import serving
from memtui.tui.themes import THEMES

SIZES = ((80, 24), (120, 40))
_NOBODY = "127.0.0.1:9"  # the port for what is thrown away: no model answers there
_USUAL = "127.0.0.1:11434"
_FOLDER = "memtui-gallery-"
_MOMENT = 1_791_800_000.0


def names(scene: Scene) -> dict[tuple[tuple[int, int], str], str]:
    """The files of a scene, by size and theme."""
    return {
        (size, theme.name): f"{scene.name}-{size[0]}x{size[1]}-{theme.name.split('-')[1]}.svg"
        for size in SIZES
        for theme in THEMES
    }


def drawn(scene: Scene, size: tuple[int, int]) -> dict[str, str]:
    """The pictures of a scene at a size, by file name."""
    with _elsewhere() as home, serving() if scene.served else nullcontext(_NOBODY) as host:
        os.environ["OLLAMA_HOST"] = host
        pictures = asyncio.run(_drawn(scene, size, home))
    if scene.served:
        pictures = {name: svg.replace(host, _USUAL) for name, svg in pictures.items()}
    return pictures


async def _drawn(scene: Scene, size: tuple[int, int], home: Path) -> dict[str, str]:
    pictures = {}
    async with shown(home, size, scene.play, empty=scene.empty) as pilot:
        for theme in THEMES:
            pilot.app.theme = theme.name
            if scene.apart and theme is not THEMES[0]:
                await pressed("escape")(pilot)
                await scene.play(pilot)
            await (pilot.pause() if scene.busy else settled(pilot))
            pictures[names(scene)[size, theme.name]] = slim(picture_of(pilot))
    return pictures


def slim(svg: str) -> str:
    """Leave out what a picture does not need: fonts from elsewhere, names that are unique."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"terminal-(\d+)-", "t-", svg)
    # The folder has a name of its own each time; as many letters of it as are shown are the same.
    svg = re.sub(_FOLDER + r"(\w{0,8})", lambda found: _FOLDER + "pictures"[: len(found[1])], svg)
    return re.sub(r"\n\s*\n+", "\n", svg)


@contextmanager
def _elsewhere() -> Iterator[Path]:
    """A fresh home for memories, and chats beside it."""
    before = os.environ.get("OLLAMA_HOST")
    with TemporaryDirectory(prefix=_FOLDER) as top:
        chats = Path(top) / "chats"
        chats.mkdir()
        for path in sorted(sample_conversations().iterdir()):
            os.utime(shutil.copy(path, chats / path.name), (_MOMENT, _MOMENT))
        try:
            yield Path(top) / "home"
        finally:
            if before is None:
                del os.environ["OLLAMA_HOST"]
            else:
                os.environ["OLLAMA_HOST"] = before


def draw(folder: Path) -> None:
    """Draw the gallery into a folder, and take out of it what no screen is any more."""
    folder.mkdir(exist_ok=True)
    pictures: set[str] = set()
    for scene in SCENES:
        for size in SIZES:
            for name, svg in drawn(scene, size).items():
                (folder / name).write_text(svg, encoding="utf-8")
                pictures.add(name)
    for path in folder.glob("*.svg"):
        if path.name not in pictures:
            path.unlink()


def page() -> str:
    """The page that shows one picture of each screen, as Markdown."""
    (size, *_), (theme, *_) = SIZES, THEMES
    pictures = (
        f"## {scene.title}\n\n"
        f"![{scene.title}](../screenshots/gallery/{names(scene)[size, theme.name]})\n"
        for scene in SCENES
    )
    return "\n".join(
        (
            "# Every screen\n",
            "On the demo memory, in 80 columns. `screenshots/gallery/` has them in 120 columns\n"
            "and in light colours as well; `python -m memtui.tui.screenshots` draws them.\n",
            *pictures,
        )
    )
