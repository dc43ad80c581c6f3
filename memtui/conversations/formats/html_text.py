"""HTML as the text that a person reads."""

import re
from html.parser import HTMLParser

_PARAGRAPHS = "h1 h2 h3 h4 h5 h6 ol p pre table ul blockquote"
_LINES = "address article br dd div dl dt figure footer form header hr li main section tr"
_APART = frozenset(_PARAGRAPHS.split())
_BREAKS = _APART.union(_LINES.split())
_UNSEEN = frozenset(("script", "style", "title", "template"))
_SPACES = re.compile(r"[ \t\r\n\f\u00a0]+")
_SECTION = re.compile(r"<!\[[^<>]{0,200}>")
_EMPTY_LINES = re.compile(r"\n{3,}")


class TextWriter(HTMLParser):
    """Writes down the text of what it is fed, and the links in it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[str] = []
        self._pieces: list[str] = []
        self._unseen = 0
        self._as_written = 0

    def feed(self, data: str) -> None:
        """Read a whole page."""
        super().feed(_closed(data))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line where the tag begins one."""
        if tag in _BREAKS and not self._after("- "):
            self._pieces.append("\n\n" if tag in _APART else "\n")
        if tag == "li":
            self._pieces.append("- ")
        elif tag in ("td", "th") and not self._after("\n"):
            self._pieces.append(" ")
        elif tag == "a":
            self.links.extend(value for name, value in attrs if name == "href" and value)
        self._unseen += tag in _UNSEEN
        self._as_written += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        """End a paragraph where the tag ends one."""
        if tag in _APART:
            self._pieces.append("\n\n")
        self._unseen = max(0, self._unseen - (tag in _UNSEEN))
        self._as_written = max(0, self._as_written - (tag == "pre"))

    def handle_data(self, data: str) -> None:
        """Take over words; the spaces between them are one, but in code."""
        if self._unseen:
            return
        if not self._as_written:
            data = _SPACES.sub(" ", data)
            if not self._pieces or self._after("\n") or self._after(" "):
                data = data.lstrip(" ")
        if data:
            self._pieces.append(data)

    def _after(self, end: str) -> bool:
        return bool(self._pieces) and self._pieces[-1].endswith(end)

    def text(self) -> str:
        """What was written down until now."""
        lines = "\n".join(line.rstrip() for line in "".join(self._pieces).split("\n"))
        return _EMPTY_LINES.sub("\n\n", lines).strip()


def _closed(html: str) -> str:
    """The page with marks that never end as text: for each, the parser would search all of it."""
    html = _SECTION.sub("", html).replace("<![", "&lt;![")
    ends = html.rfind("-->") + 1
    html = html[:ends] + html[ends:].replace("<!--", "&lt;!--")
    ends = html.rfind(">") + 1
    return html[:ends] + html[ends:].replace("<", "&lt;")


def text_of_html(html: str) -> str:
    """The text of a piece of HTML, broken HTML included."""
    writer = TextWriter()
    writer.feed(html)
    writer.close()
    return writer.text()
