"""Closing a screen from work in the background, which cannot know what was opened meanwhile."""

from typing import TypeVar

from textual.screen import Screen

Result = TypeVar("Result")


def close(screen: Screen[Result], result: Result | None = None) -> None:
    """Answer with the result and close the screen with all that is open over it; once."""
    if screen in screen.app.screen_stack:
        while screen.app.screen is not screen:
            screen.app.pop_screen()
        screen.dismiss(result)
