"""Lines about the fact under the cursor; only lines that change are drawn again."""

from itertools import zip_longest

from textual.content import Content
from textual.geometry import Region, Size
from textual.widget import Widget

_EMPTY = Content("")
_MORE = Content("… v shows all of it")


class Detail(Widget):
    """Shows as many of its lines as there is room for."""

    ALLOW_SELECT = False

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self._lines: list[Content] = []
        self._drawn_in: Size | None = None

    def show(self, lines: list[Content]) -> None:
        """Show other lines, each no wider than the widget."""
        height = self.size.height
        if len(lines) > height > 0:
            lines = [*lines[: height - 1], _MORE]
        before, self._lines = self._lines, lines
        if self.size != self._drawn_in:
            # Lines as wide as another size were broken in this one, and stand elsewhere.
            self._drawn_in = self.size
            self.refresh()
            return
        # What stands left of a text is sent with it, what is right of both texts is not.
        changed = [
            Region(0, y, min(self.size.width, max(old.cell_length, new.cell_length)), 1)
            for y, (old, new) in enumerate(zip_longest(before, lines, fillvalue=_EMPTY))
            if not old.is_same(new)
        ]
        if changed:
            self.refresh(*changed)

    def render(self) -> Content:
        """The lines."""
        return Content("\n").join(self._lines)
