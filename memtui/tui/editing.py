"""Has notes edited in the person's editor, from whichever screen shows them."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from memtui.errors import Code, MemtuiError
from memtui.tui import editor

if TYPE_CHECKING:
    from memtui.desk.desk import Desk
    from memtui.tui.app import MemtuiApp


async def edit_note(app: "MemtuiApp", desk: "Desk", fact_id: str) -> bool:
    """Have a copy of a fact's note edited, and write it when it may be kept.

    What cannot be kept stays in the copy, and it is said where.

    Returns:
        Whether the note was written.
    """
    try:
        words = editor.command(os.environ)
        opened = await asyncio.to_thread(editor.open_copy, desk.memory.path(fact_id))
        with _lent(app):
            after = editor.run(words, opened)
    except MemtuiError as error:
        app.complain(error)
        return False
    if after != opened.before:
        try:
            change = await asyncio.to_thread(desk.rewrite, fact_id, opened.before, after)
        except MemtuiError as error:
            hint = f"{error.hint} What you wrote is in {opened.copy}.".lstrip()
            app.complain(MemtuiError(error.code, error.message, hint))
            return False
        undo = "u does not take that back" if change.is_empty else "u takes it back"
        app.tell(f"The note was written as you left it · {undo}")
    editor.drop(opened)
    return after != opened.before


def edit_file(app: "MemtuiApp", path: Path) -> bool:
    """Have a file that cannot be read as a note edited where it is.

    Returns:
        Whether the editor was there and says that all went well.
    """
    try:
        words = editor.command(os.environ)
        with _lent(app):
            editor.start(words, path)
    except MemtuiError as error:
        app.complain(error)
        return False
    return True


@contextmanager
def _lent(app: "MemtuiApp") -> Iterator[None]:
    """The terminal, lent to the editor; it is the app's again also when that fails."""
    failed: MemtuiError | None = None
    try:
        with app.suspend():  # which takes nothing back when it is left by an error
            try:
                yield
            except MemtuiError as error:
                failed = error
    except SuspendNotSupported as error:
        raise MemtuiError(
            Code.EDITOR_FAILED,
            "This terminal cannot be lent to an editor.",
            "Open the note in one yourself; what it says then is read at once.",
        ) from error
    if failed is not None:
        raise failed
