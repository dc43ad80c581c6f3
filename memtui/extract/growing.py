"""The facts of an answer that is still being written, each as soon as it is complete.

Only an answer that is a list of facts from its first character on is read so; any other waits
until it is whole.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

_BEGINNING = re.compile(r'\s*(?:```[\w-]*\s*)?\{\s*"facts"\s*:\s*\[')
# Longer than any beginning that is one.
_PATIENCE = 120
# The same fact over and over: a model that will never finish.
_SAME = 4


class Growing:
    """An answer as far as it has come."""

    def __init__(self) -> None:
        self._text = ""
        self._place = 0
        self._began = False
        self._given_up = False
        self._start = self._depth = 0
        self._quoted = self._escaped = self._ended = False
        self._last = ""
        self._same = 0
        self.closed = False
        """Whether the list, and the object that holds it, is complete."""

    @property
    def loops(self) -> bool:
        """Whether it says the same fact again and again."""
        return self._same >= _SAME

    def take(self, text: str) -> Iterator[Any]:
        """The entries of the list that are complete with this text.

        Args:
            text: What came since.
        """
        self._text += text
        if self._given_up or self.closed:
            return
        if not self._began:
            found = _BEGINNING.match(self._text)
            if found is None:
                self._given_up = len(self._text) > _PATIENCE
                return
            self._began, self._place = True, found.end()
        yield from self._entries()

    def _entries(self) -> Iterator[Any]:
        text = self._text
        while self._place < len(text) and not (self.closed or self._given_up):
            character = text[self._place]
            self._place += 1
            if self._quoted:
                self._inside(character)
            elif self._ended:
                self.closed = character == "}"
                self._given_up = not (self.closed or character.isspace())
            elif character == '"':
                self._quoted = True
            elif character in "{[":
                self._start = self._start if self._depth else self._place - 1
                self._depth += 1
            elif character in "}]":
                self._depth -= 1
                if self._depth == 0:
                    yield from self._entry(text[self._start : self._place])
                elif self._depth < 0:
                    self._ended = character == "]"
                    self._given_up = not self._ended

    def _inside(self, character: str) -> None:
        if self._escaped:
            self._escaped = False
        elif character == "\\":
            self._escaped = True
        elif character == '"':
            self._quoted = False

    def _entry(self, text: str) -> Iterator[Any]:
        self._same = self._same + 1 if text == self._last else 1
        self._last = text
        try:
            yield json.loads(text, strict=False)
        except (ValueError, RecursionError):
            self._given_up = True
