"""What can be done on every screen, also in dialogs, where Textual lets no key of the app pass."""

from dataclasses import replace
from typing import ClassVar, TypeVar

from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.screen import ModalScreen
from textual.worker import active_worker

from memtui.tui.commands import Command, bindings

EVERYWHERE = (
    Command("help_keys", "question_mark,f1", "All keys of this screen", "memtui", hint="help"),
    Command("command_palette", "ctrl+p", "All commands, found by name", "memtui"),
    Command("theme", "f2", "Dark or light", "memtui"),
    Command("change_theme", "", "Choose a theme", "memtui"),
    Command("draw_anew", "ctrl+l", "Draw the screen anew", "memtui"),
    Command("suspend_process", "ctrl+z", "Back to the shell; fg returns", "memtui"),
    Command("quit", "ctrl+q", "Quit", "memtui", priority=True),
)
Result = TypeVar("Result")


class Modal(ModalScreen[Result]):
    """A screen over another one, in which the keys of the app work as well."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("app", (replace(each, action=f"app.{each.does}") for each in EVERYWHERE))
    ]

    def drop(self) -> None:
        """Nothing that was typed is wanted any more."""

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Answer and close; what is still being looked up for it is not shown any more.

        Textual ends that work too, but after the fields are gone in which it would be shown.
        """
        self.drop()
        closing = active_worker.get(None)
        for worker in self.workers:
            if worker.node is self and worker is not closing:
                worker.cancel()
        return super().dismiss(result)
