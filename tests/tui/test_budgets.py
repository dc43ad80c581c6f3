"""What is sent to the terminal: over SSH each byte counts. And what can be read on it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from rich.color import ColorSystem
from textual.color import Color
from textual.theme import Theme

from memtui.desk.desk import Desk
from memtui.facts.fact import Draft
from memtui.facts.keeping import Keep
from memtui.tui.app import MemtuiApp
from memtui.tui.drawing import app_of, pressed, shown
from memtui.tui.screens.review import ReviewScreen
from memtui.tui.themes import DARK, LIGHT
from tests.tui.open_review import make_desk, make_review, proposed, showing
from tests.tui.seen import main
from tests.tui.settling import press, settle

Sent = Callable[[], int]


def counted(app: MemtuiApp, monkeypatch: pytest.MonkeyPatch) -> Sent:
    """How many bytes are sent to the terminal from the first time it is asked on."""
    written: list[str] = []

    def so_far() -> int:
        driver = app._driver
        assert driver is not None
        if "write" not in vars(driver):
            monkeypatch.setattr(driver, "write", lambda text: written.append(app._shown.new(text)))
            monkeypatch.setattr(type(app), "is_headless", False)
            # As in a terminal of millions of colours, whose codes are the longest.
            app.console._color_system = ColorSystem.TRUECOLOR
            app._display(app.screen, app.screen._compositor.render_full_update())
        size = sum(len(text.encode()) for text in written)
        written.clear()
        return size

    return so_far


@pytest.fixture
def sent(app: MemtuiApp, monkeypatch: pytest.MonkeyPatch) -> Sent:
    """How many bytes were sent to the terminal since it was asked last."""
    return counted(app, monkeypatch)


@pytest.fixture
def many(desk: Desk) -> None:
    """As many facts as fill several pages."""
    desk.memory.apply(
        Keep(
            tuple(
                Draft(f"Person {n // 6}", f"attribute {n % 6}", f"Person {n // 6} said {n} things.")
                for n in range(240)
            )
        )
    )


async def test_nothing_is_sent_while_nothing_happens(
    app: MemtuiApp, many: None, sent: Sent
) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        sent()
        for _ in range(5):
            await settle(pilot)
        assert sent() == 0


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80", "120"])
async def test_a_cursor_move_sends_at_most_a_kilobyte(
    app: MemtuiApp, many: None, sent: Sent, size: tuple[int, int]
) -> None:
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "j", "j")
        sent()
        sizes = []
        for key in ("j", "k", "j", "j", "k"):
            await press(pilot, key)
            sizes.append(sent())
        assert min(sizes) > 0
        assert max(sizes) <= 1_000


async def test_a_move_among_hits_sends_at_most_a_kilobyte(
    app: MemtuiApp, team: dict[str, str], sent: Sent
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s", *"ana")
        sent()
        sizes = []
        for key in ("down", "down", "up", "down", "down", "up"):
            await press(pilot, key)
            sizes.append(sent())
        assert min(sizes) > 0
        assert max(sizes) < 1_000
        await settle(pilot)
        assert sent() == 0


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80", "120"])
async def test_moves_that_scroll_send_a_kilobyte_each_on_the_whole(
    app: MemtuiApp, many: None, sent: Sent, size: tuple[int, int]
) -> None:
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "j")
        sent()
        top = main(app).facts.scroll_offset.y
        scrolls = 0
        for _ in range(60):
            await press(pilot, "j")
            scrolls += main(app).facts.scroll_offset.y != top
            top = main(app).facts.scroll_offset.y
        assert scrolls > 1
        assert sent() <= 60_000


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80", "120"])
@pytest.mark.parametrize("key", ["pagedown", "ctrl+d", "G", "]"])
async def test_a_page_sends_at_most_eight_kilobytes(
    app: MemtuiApp, many: None, sent: Sent, key: str, size: tuple[int, int]
) -> None:
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        sent()
        await press(pilot, key)
        assert 0 < sent() <= 8_000


# Where another text comes into a pane, its bytes come on top of those of the move.
@pytest.mark.parametrize(
    ("key", "moves", "most"),
    [
        ("w", "jjjk", 1_000),
        ("c", "jjjk", 1_300),
        ("comma", "jjjjjk", 1_000),
        ("b", "jk", 1_000),
        ("m", "jk", 1_000),
        ("T", ["left", "left", "right"], 1_000),
        ("question_mark", ["down", "up"], 2_500),
        ("ctrl+p", ["down", "down", "up"], 1_000),
    ],
)
async def test_every_screen_sends_little_for_a_move(
    home: Path, monkeypatch: pytest.MonkeyPatch, key: str, moves: list[str], most: int
) -> None:
    async with shown(home, (80, 24), pressed("j")) as pilot:
        sent = counted(app_of(pilot), monkeypatch)
        sent()
        await press(pilot, key)
        assert 0 < sent() <= 8_000
        for move in moves:
            await press(pilot, move)
            assert sent() <= most
        await press(pilot, "pagedown")
        assert sent() <= 4_000
        await press(pilot, "escape")
        assert 0 < sent() <= 8_000


@pytest.mark.parametrize(
    ("size", "most"), [((80, 24), 1_000), ((120, 40), 2_500)], ids=["80", "120"]
)
async def test_a_review_sends_little_for_a_move_and_a_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], most: int
) -> None:
    desk = make_desk(tmp_path)
    many = [proposed("Ana", f"pet {n}", f"Ana has pet {n}.", "I moved") for n in range(200)]
    async with showing(desk, tmp_path, ReviewScreen(desk, make_review(desk, many)), size) as pilot:
        sent = counted(app_of(pilot), monkeypatch)
        sent()
        for key in "jjkjyxy":
            await press(pilot, key)
            assert sent() <= most
    desk.close()


def contrast(one: Color, other: Color) -> float:
    """How far two colours are apart in light, as WCAG counts it."""

    def light(color: Color) -> float:
        parts = [part / 255 for part in color.rgb]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_every_text_can_be_read(theme: Theme) -> None:
    variables = {**theme.to_color_system().generate(), **theme.variables}

    def colour(name: str) -> Color:
        return Color.parse(variables[name])

    grounds = ("background", "panel")
    texts = ["foreground", "text-muted", "accent", "footer-key-foreground", "text-error"]
    texts += ["text-warning", "text-success", "text-accent"]
    for ground in grounds:
        for text in texts:
            if variables[text].startswith("auto"):
                continue
            found = contrast(colour(text), colour(ground))
            assert found >= 4.5, f"{text} on {ground}: {found:.2f}"
    for cursor in ("block-cursor", "block-cursor-blurred"):
        found = contrast(colour(f"{cursor}-foreground"), colour(f"{cursor}-background"))
        assert found >= 4.5, f"{cursor}: {found:.2f}"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80", "120"])
async def test_what_is_said_and_its_going_send_a_kilobyte_and_a_half_at_most(
    app: MemtuiApp, many: None, sent: Sent, size: tuple[int, int]
) -> None:
    async with app.run_test(size=size, notifications=True) as pilot:
        await settle(pilot)
        await press(pilot, "G")
        sent()
        app.tell("Sorted by day said.")
        await settle(pilot)
        sizes = [sent()]
        await press(pilot, "f9")
        sizes.append(sent())
        assert min(sizes) > 0
        assert max(sizes) <= 1_500


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_the_cursor_is_seen_in_sixteen_colours_too(theme: Theme) -> None:
    variables = {**theme.to_color_system().generate(), **theme.variables}

    def number(name: str) -> int | None:
        colour = Color.parse(variables[name]).rich_color
        return colour.downgrade(ColorSystem.STANDARD).number

    for cursor in ("block-cursor", "block-cursor-blurred"):
        ground = number(f"{cursor}-background")
        others = {number(name) for name in ("background", "panel", f"{cursor}-foreground")}
        assert ground not in others
