"""What the screens look like. After a wanted change: run with `--snapshot-update`, and look."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.tui.app import MemtuiApp
from tests.tui.settling import press, settle, type_text

Compare = Callable[..., bool]


def play(*steps: str, theme: str = "memtui-dark") -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Press keys; a step that begins with `=` is typed."""

    async def before(pilot: Pilot[Any]) -> None:
        pilot.app.theme = theme
        await settle(pilot)
        for step in steps:
            if step.startswith("="):
                await type_text(pilot, step[1:])
            else:
                await press(pilot, step)

    return before


LOOKS: dict[str, tuple[tuple[int, int], list[str], str]] = {
    "main": ((80, 24), ["j", "j"], "memtui-dark"),
    "main_light": ((80, 24), ["j", "j"], "memtui-light"),
    "main_ansi": ((80, 24), ["j", "j"], "ansi-dark"),
    "main_wide": ((120, 40), ["j", "j"], "memtui-dark"),
    "main_small": ((60, 15), ["j", "j"], "memtui-dark"),
    "history": ((80, 24), ["H", "j", "j", "j"], "memtui-dark"),
    "filter": ((80, 24), ["/", "=recife"], "memtui-dark"),
    "add": ((80, 24), ["a", "tab", "=role", "tab", "=Ana heads the lab."], "memtui-dark"),
    "correct": ((120, 40), ["j", "j", "e", "shift+tab", "=s"], "memtui-light"),
    "forget": ((80, 24), ["j", "j", "d", "h"], "memtui-dark"),
    "end": ((60, 15), ["G", "x"], "memtui-dark"),
    "view": ((80, 24), ["j", "j", "v"], "memtui-dark"),
    "selected": ((80, 24), ["space", "j", "space", "k"], "memtui-light"),
    "timeline": ((80, 24), ["j", "j", "T", "left"], "memtui-dark"),
    "timeline_of_subject": ((120, 40), ["j", "j", "T", "tab"], "memtui-light"),
    "keepings": ((80, 24), ["b"], "memtui-dark"),
    "keeping": ((120, 40), ["b", "enter", "j", "space"], "memtui-light"),
    "take_back": ((80, 24), ["b", "enter", "a", "j", "space", "d"], "memtui-dark"),
    "tidy": ((80, 24), ["w"], "memtui-dark"),
    "help": ((80, 24), ["?"], "memtui-dark"),
    "search": ((80, 24), ["s", "=ana role"], "memtui-dark"),
}


@pytest.mark.parametrize("name", LOOKS)
def test_looks(snap_compare: Compare, app: MemtuiApp, team: dict[str, str], name: str) -> None:
    size, steps, theme = LOOKS[name]
    assert snap_compare(app, terminal_size=size, run_before=play(*steps, theme=theme))


def test_looks_empty(snap_compare: Compare, app: MemtuiApp) -> None:
    assert snap_compare(app, terminal_size=(80, 24), run_before=play())


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 15)], ids=["80", "120", "60"])
def test_looks_with_hostile_texts(
    snap_compare: Compare, app: MemtuiApp, kept: Callable[..., str], size: tuple[int, int]
) -> None:
    kept(
        "Zürich", "a very long name of an attribute", "A sentence that goes on. " * 70, "2026-01-01"
    )
    kept("東京", "会議", "東京の会議は十月九日にある。", "2025-12-01")
    kept("東京", "会議", "東京の会議は十月十六日に移され、田中さんが議事録を取る。", "2025-12-31")
    kept("شركة", "موعد", "الموعد النهائي للتقرير هو 30 أكتوبر 2026.", "2025-12-31")
    kept("[/", "[b", "call [Anna] [/ [v={'a[0]'}] [red]no markup[/red]", "2025-12-31")
    kept(
        "Flags 🇧🇷",
        "☂️",
        "A family 👩‍👩‍👧 and a flag 🇧🇷 stand here, and more than fits the line.",
        "2025-01-31",
    )
    assert snap_compare(app, terminal_size=size, run_before=play("H", "j", "j"))
