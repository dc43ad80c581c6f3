"""As much of a terminal as is needed to see what becomes of what is sent to it."""

import re

from rich.cells import cell_len

Cell = tuple[str, frozenset[str]]
_PART = re.compile("\x1b\\[([0-9;?]*)([A-Za-z])|\n|([^\x1b\n]+)")
_CODES = re.compile("[34]8;2;[0-9]+;[0-9]+;[0-9]+|[34]8;5;[0-9]+|[0-9]+")
# What a code stands for and takes away: colours and grounds each other, 22 to 29 what is on.
HOLE: Cell = ("none", frozenset())
_KINDS = {"3": "colour", "9": "colour", "4": "ground", "10": "ground"}


class Screen:
    """As much of a terminal as is needed: cells, each with what can be seen of its style."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], Cell] = {}
        self.y = self.x = 1
        self.style: dict[str, str] = {}

    @property
    def text(self) -> str:
        """What stands there, line by line."""
        lines: dict[int, dict[int, str]] = {}
        for (y, x), (character, _) in self.cells.items():
            lines.setdefault(y, {})[x] = character
        return "\n".join(
            "".join(line.get(x, " ") for x in range(1, max(line) + 1))
            for _, line in sorted(lines.items())
        )

    def take(self, data: str) -> "Screen":
        for found in _PART.finditer(data):
            codes, final, text = found.groups()
            if text:
                self.write(text)
            elif final == "H":
                self.y, self.x = map(int, codes.split(";"))
            elif final == "m":
                self.turn(codes)
            elif final is None:
                self.y += 1
        return self

    def write(self, text: str) -> None:
        for character in text:
            width = cell_len(character)
            seen = self.style.items()
            if character == " ":
                seen = {k: v for k, v in seen if k in ("ground", "4", "7", "9")}.items()
                if "7" in self.style:
                    seen = self.style.items()
            style = frozenset(f"{kind} {code}" for kind, code in seen)
            self.put(character, style)
            if width == 2:
                self.x += 1
                self.put("", style)
            self.x += width > 0

    def put(self, character: str, style: frozenset[str]) -> None:
        """Of a wide character, one half does not stay without the other."""
        at, before, behind = ((self.y, self.x + by) for by in (0, -1, 1))
        gone = self.cells.get(at, HOLE)
        if character and gone[0] == "" and before in self.cells:
            self.cells[before] = HOLE
        if self.cells.get(behind, HOLE)[0] == "":
            self.cells[behind] = HOLE
        self.cells[at] = character, style

    def turn(self, codes: str) -> None:
        for code in _CODES.findall(codes) or ["0"]:
            kind = _KINDS.get(code[:2] if len(code) == 3 else code[:1]) if len(code) > 1 else code
            if code == "0":
                self.style = {}
            elif code in ("39", "49"):
                self.style.pop({"39": "colour", "49": "ground"}[code], None)
            elif code.startswith("2") and len(code) == 2:
                gone = {"22": "12", "25": "56"}.get(code, code[1])
                self.style = {k: v for k, v in self.style.items() if k not in gone}
            else:
                assert kind is not None
                self.style[kind] = code
