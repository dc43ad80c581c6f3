"""One line with something at its left and something at its right."""

from textual.content import Content
from textual.widget import Widget


class TwoSided(Widget):
    """Shows two texts on one line; the right one gives way where there is no room for both."""

    DEFAULT_CSS = """
    TwoSided {
        height: 1;
        padding: 0 1;
    }
    """

    def __init__(self, left: Content | str = "", right: Content | str = "") -> None:
        super().__init__()
        self._left = _content(left)
        self._right = _content(right)

    def show(self, left: Content | str, right: Content | str = "") -> None:
        """Show other texts."""
        new = _content(left), _content(right)
        if not (self._left.is_same(new[0]) and self._right.is_same(new[1])):
            self._left, self._right = new
            self.refresh()

    def render(self) -> Content:
        """The line."""
        width = self.size.width
        gap = width - self._left.cell_length - self._right.cell_length
        if gap < 2:
            return self._left.truncate(width, ellipsis=True)
        return self._left + Content(" " * gap) + self._right


def _content(text: Content | str) -> Content:
    return text if isinstance(text, Content) else Content(text)
