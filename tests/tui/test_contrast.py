"""All that is drawn in memtui's own themes can be read: 4.5 to 1 at least, wherever it stands."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.segment import Segment
from textual.pilot import Pilot
from textual.theme import Theme

from memtui.desk.desk import Desk
from memtui.tui.app import MemtuiApp
from memtui.tui.themes import DARK, LIGHT
from tests.tui.open_review import make_desk, make_review
from tests.tui.settling import press, settle, type_text

Rgb = tuple[int, int, int]


def light(colour: Rgb) -> float:
    """How light a colour is, as WCAG counts it."""
    parts = [part / 255 for part in colour]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Rgb, other: Rgb) -> float:
    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def segments(pilot: Pilot[None]) -> Iterator[Segment]:
    """What is drawn, in pieces of one style, but for lines and bars.

    Below a dialog the screen is dimmed on purpose; it is not to be read then.
    """
    screen = pilot.app.screen
    parts = [screen.region]
    if screen.is_modal:
        parts = [each.region for each in screen.query(".dialog, Hints") or screen.query("*")]
    for y, strip in enumerate(screen._compositor.render_strips()):
        here = [part for part in parts if part.y <= y < part.bottom]
        if here:
            left, right = min(part.x for part in here), max(part.right for part in here)
            for segment in strip.crop(left, right):
                if any(each.isalnum() for each in segment.text):
                    yield segment


def faint(pilot: Pilot[None]) -> list[str]:
    """The texts that are too faint, each with its contrast."""
    found = []
    for text, style, _ in segments(pilot):
        assert style is not None
        assert style.color is not None, text
        assert style.bgcolor is not None, text
        ratio = contrast(style.color.get_truecolor(), style.bgcolor.get_truecolor())
        if ratio < 4.5:
            found.append(f"{text.strip()!r} {ratio:.2f}")
    return found


# What each walk of keys shows, and the keys; `=` types a text.
WALKS = {
    "the list, what held before, and the cursor on it": ("H", "j", "j", "j"),
    "facts that are selected": ("space", "space", "j"),
    "the placeholder of the filter": ("/",),
    "what no fact has": ("/", "=zzz"),
    "a filter that cannot be read": ("/", "=said:x"),
    "an empty form": ("a", "backspace"),
    "a form with a mistake": (
        "a",
        "=Ana",
        "tab",
        "=role",
        "tab",
        "=My password is x",
        "tab",
        "=no",
    ),
    "what a correction would do": ("e", "=!"),
    "a text that is selected": ("a", "=Ana", "shift+home"),
    "what would be forgotten": ("d",),
    "hits with their words": ("s", "=lives in"),
    "an axis of time": ("T",),
    "a fact": ("v",),
    "the help": ("?",),
    "all commands": ("ctrl+p", "=sort"),
    "the settings": ("comma", "j", "j"),
    "a choice": ("comma", "enter"),
    "what wants mending": ("w",),
    "the batches": ("b",),
    "the memories": ("m", "D"),
    "files": ("o", "/", "=/nowhere/at/all"),
    "a review": ("r",),
    "an edited proposal": ("r", "j", "e", "="),
    "a question": ("r", "D"),
    "the health": ("c",),
    "the models": ("L",),
}


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
async def test_every_text_that_is_drawn_can_be_read(
    tmp_path: Path, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    monkeypatch.setattr("memtui.tui.notices.RUN", 0.0)
    desk = make_desk(tmp_path)
    Desk.open(tmp_path, "other", make=True).close()
    make_review(desk)
    app = MemtuiApp(desk, tmp_path, watching=False)
    found: dict[str, list[str]] = {}
    async with app.run_test(size=(130, 40)) as pilot:
        app.theme = theme.name
        await settle(pilot)
        for walk, keys in WALKS.items():
            for key in keys:
                if key.startswith("="):
                    await type_text(pilot, key[1:])
                else:
                    await press(pilot, key)
            if few := faint(pilot):
                found[walk] = few
            while len(app.screen_stack) > 1:
                await app.pop_screen()
            await settle(pilot)
            await press(pilot, "escape", "escape")
    desk.close()
    assert not found, "\n".join(f"{walk}: {few}" for walk, few in found.items())
