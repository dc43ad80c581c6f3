"""Copying a fact: through the terminal itself, so that it works over SSH too."""

from typing import TYPE_CHECKING

from memtui.facts.text import visible

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp


def copy(app: "MemtuiApp", fact_id: str, fact: str) -> None:
    """Send a fact with its citation to the terminal's clipboard, and say that nobody knows more."""
    app.copy_to_clipboard(f"{visible(fact)} [{fact_id}]")
    app.tell(
        f"Sent with [{fact_id}] to the terminal's clipboard, if it takes that; "
        "tmux needs: set -g set-clipboard on"
    )
