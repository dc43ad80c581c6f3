"""A field of several lines in which the keys of the app work as everywhere."""

from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import TextArea

# ctrl+z goes back to the shell; this one arrives from ctrl+/ and ctrl+- too in most terminals.
UNDO = "ctrl+underscore,ctrl+slash,super+z"


def _kept(binding: BindingType) -> BindingType:
    if isinstance(binding, Binding) and binding.action == "undo":
        return replace(binding, key=UNDO)
    return binding


class LinesInput(TextArea, inherit_bindings=False):
    """Textual's field of several lines, which takes back what was typed by another key."""

    BINDINGS: ClassVar[list[BindingType]] = [_kept(each) for each in TextArea.BINDINGS]
