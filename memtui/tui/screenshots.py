"""Draw the screens of the real app on the demo memory: `python -m memtui.tui.screenshots [FOLDER]`.

A few pictures for README and tour, and beside them the gallery: every screen, in both themes.
"""

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from memtui.tui.drawing import Play, picture_of, pressed, reviewed, searched, shown
from memtui.tui.gallery import draw as gallery

FOLDER = Path(__file__).parents[2] / "screenshots"
PAGE = FOLDER.parent / "docs" / "gallery.md"
NARROW, WIDE = (80, 24), (120, 30)


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture: the size of the terminal, and how to come to the screen."""

    name: str
    size: tuple[int, int]
    play: Play


PICTURES = (
    Picture("main", NARROW, pressed()),
    Picture("history", NARROW, pressed("H")),
    Picture("detail", WIDE, pressed("j", "j", "j", "enter")),
    Picture("review", WIDE, reviewed()),
    Picture("search", NARROW, searched),
    Picture("forget", NARROW, pressed("j", "j", "j", "d")),
    Picture("select", NARROW, pressed("space", "space", "j", "space")),
    Picture("timeline", WIDE, pressed("right_square_bracket", "T", "tab", "left")),
    Picture("tidy", WIDE, pressed("w")),
    Picture("keepings", NARROW, pressed("b")),
    Picture("help", NARROW, pressed("question_mark")),
)


async def drawn(picture: Picture, home: Path) -> str:
    """Draw a picture on a demo memory of its own."""
    async with shown(home, picture.size, picture.play) as pilot:
        return picture_of(pilot)


def main(folder: Path = FOLDER) -> None:
    """Draw all pictures into a folder."""
    folder.mkdir(exist_ok=True)
    for picture in PICTURES:
        with TemporaryDirectory() as home:
            svg = asyncio.run(drawn(picture, Path(home)))
        (folder / f"{picture.name}.svg").write_text(svg, encoding="utf-8")
    gallery.draw(folder / "gallery")
    if folder == FOLDER:
        PAGE.write_text(gallery.page(), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
