"""What is sent to the terminal, in fewer bytes: over SSH each one counts.

Textual sends all of a style with each piece of text and takes it back behind it. Here only what
differs from the style before is sent, and only where something is written in it.
"""

import re
from functools import lru_cache
from typing import NamedTuple

_STYLE = re.compile("\x1b\\[([0-9;]*)m")
_MOVE = "\x1b\\[[0-9]+;[0-9]+H"
# A line break or a move after which the cursor is moved anywhere else.
_UNSEEN = re.compile(f"{_MOVE}|\n")
_IN_VAIN = re.compile(f"(?:\n|{_MOVE})+(?={_MOVE})")
_CODE = re.compile(
    "(?:(?P<colour>3[0-7]|9[0-7]|38;5;[0-9]+|38;2;[0-9]+;[0-9]+;[0-9]+)"
    "|(?P<ground>4[0-7]|10[0-7]|48;5;[0-9]+|48;2;[0-9]+;[0-9]+;[0-9]+)"
    "|(?P<other>[1-9])|(?P<none>0?))(?:;|$)"
)


class Style(NamedTuple):
    """Codes of the colour, of the ground behind it, and of all else, such as bold."""

    colour: str = ""
    ground: str = ""
    other: frozenset[str] = frozenset()


PLAIN = Style()
_SEEN_ON_SPACES = {"4", "7", "9"}
_OFF = {"1": "22", "2": "22", **{str(code): str(code + 20) for code in range(3, 10)}, "6": "25"}


def frugal(data: str) -> str:
    """The same picture in fewer bytes; what is not understood is sent as it is."""
    first, *rest = _STYLE.split(data)
    if not rest:
        return data
    sent = [first]
    now = wanted = PLAIN
    for codes, text in zip(rest[::2], rest[1::2], strict=True):
        style = styled(wanted, codes)
        if style is None:
            return data
        wanted = style
        if not text:
            continue
        if seen := _UNSEEN.sub("", text):
            # Of a space only the ground is seen, and lines through or below it.
            blank = not (seen.strip(" ") or (wanted.other | now.other) & _SEEN_ON_SPACES)
            drawn = now._replace(ground=wanted.ground) if blank else wanted
            sent.append(change(now, drawn))
            now = drawn
        sent.append(text)
    sent.append(change(now, wanted))
    return _IN_VAIN.sub("", "".join(sent))


@lru_cache(4096)
def styled(style: Style, codes: str) -> Style | None:
    """A style after some codes; `None` where one of them is not known."""
    at = 0
    while at == 0 or at < len(codes):
        code = _CODE.match(codes, at)
        if code is None:
            return None
        at = max(code.end(), 1)
        if code["colour"]:
            style = style._replace(colour=code["colour"])
        elif code["ground"]:
            style = style._replace(ground=code["ground"])
        elif code["other"]:
            style = style._replace(other=style.other | {code["other"]})
        else:
            style = PLAIN
    return style


@lru_cache(4096)
def change(before: Style, after: Style) -> str:
    """What leads from one style to another."""
    if before == after:
        return ""
    if after == PLAIN:
        return "\x1b[0m"
    off = {_OFF[each] for each in before.other - after.other}
    on = {each for each in after.other if each not in before.other or _OFF[each] in off}
    codes = [*sorted(off), *sorted(on)]
    if after.colour != before.colour:
        codes.append(after.colour or "39")
    if after.ground != before.ground:
        codes.append(after.ground or "49")
    return f"\x1b[{';'.join(codes)}m"


@lru_cache(4096)
def ground_of(style: Style) -> Style:
    """What of a style is seen on a space."""
    return style if style.other & _SEEN_ON_SPACES else Style(ground=style.ground)
