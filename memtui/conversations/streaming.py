"""Complete JSON values of a file, one after another, each with the bytes that it takes.

No more of the file is in memory than the value at hand. Where the next value begins is guessed by
how the first one began, and `orjson` parses what lies between: that it can proves the guess. What
it refuses (a lone surrogate, `NaN`, a wrong guess) the standard library reads.
"""

import json
import re
import weakref
from collections.abc import Callable, Collection, Iterator
from typing import Any

import orjson

from memtui.conversations.layout import DECODER, Damage, Layout, Stream, Value, parsed

_CHUNK = 1 << 20
# A parsed value takes about five times its size.
VALUE_LIMIT = 128 << 20
# Further than this no next value is looked for by its beginning.
_GUESS_LIMIT = 16 << 20
_TRIES = 1000
_SLOW_START = 1 << 14
_PASSED_LIMIT = 1 << 14
_SPACE = b" \t\r\n"
_BETWEEN = re.compile(rb"[\s,]*")
_SIGN = re.compile(rb'\{\s*"[^"\\]{1,80}"\s*:')
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


class Values:
    """Reads the values of one stream of UTF-8 bytes.

    Args:
        stream: The bytes.
        at: Where in the file the stream begins, for the places of values.
        damage: Where to count what cannot be read.
    """

    def __init__(self, stream: Stream, damage: Damage, *, at: int = 0) -> None:
        self._stream = stream
        # Whoever stops half way may forget to close.
        self._close = weakref.finalize(self, stream.close)
        self._data = b""
        self._base = at
        self._at = 0
        self._ended = False
        self._sign = b""
        self._misses = 0
        self._size = _SLOW_START
        self.damage = damage
        self.passed: dict[str, Any] = {}
        """What little stands before the list that was gone into, by its key."""
        self.wanted: Callable[[Any], bool] = lambda value: True
        """Whether a value found after damage is one of those that are looked for."""

    @property
    def done(self) -> int:
        """How many bytes have been read through."""
        return self._base + self._at

    def close(self) -> None:
        """Close the stream."""
        self._close()

    def each(self, layout: Layout) -> Iterator[Value]:
        """All values of a file that stand in this way."""
        if layout is Layout.LINES:
            yield from self._lines()
        elif layout is Layout.LIST:
            yield from self._lists()
        else:
            yield from self._one_after_another()

    def below(self, paths: Collection[tuple[str, ...]]) -> tuple[str, ...] | None:
        """Go to the first list that stands under one of these paths of keys.

        Returns:
            Its path, so that `elements` gives what is in it; `None` when there is none.
        """
        open_keys: list[str] = []
        if not self._skip_to(b"{"):
            return None
        while self._fill(1):
            mark = self._between()
            if mark == b"}":
                self._at += 1
                if not open_keys:
                    return None
                open_keys.pop()
                continue
            key = self._slow()
            if key is None or not isinstance(key.value, str) or not self._skip_to(b":"):
                return None
            path = (*open_keys, key.value)
            mark = self._between()
            if path in paths and mark == b"[":
                self._at += 1
                return path
            if mark == b"{" and any(each[: len(path)] == path for each in paths):
                self._at += 1
                open_keys.append(key.value)
            elif (passed := self._slow()) is None:
                return None
            elif not open_keys and passed.end - passed.start < _PASSED_LIMIT:
                self.passed[key.value] = passed.value
        return None

    def elements(self) -> Iterator[Value]:
        """The elements of the list that was gone into, up to its end or the file's."""
        while True:
            mark = self._between()
            if not mark:
                self.damage.cut = True
                return
            if mark == b"]":
                self._at += 1
                return
            value = self._element(mark)
            if value is None and (value := self._found_again()) is None:
                return
            yield value

    def _lists(self) -> Iterator[Value]:
        while self._between() == b"[":
            self._at += 1
            yield from self.elements()
            while self.damage.values and (value := self._found_again(count=False)):
                yield value
                yield from self.elements()

    def _lines(self) -> Iterator[Value]:
        broken = False
        while self._fill(1):
            end = self._find(b"\n")
            line = self._data[self._at : end]
            start, self._at = self.done, end + 1
            if not line.strip():
                continue
            if len(line) > VALUE_LIMIT:
                self.damage.too_large += 1
                continue
            self.damage.values += broken
            broken = False
            try:
                yield Value(parsed(line), start, start + len(line))
            except ValueError:
                broken = True
            except RecursionError:
                self.damage.too_deep += 1
                self.damage.values += 1
        # A live file: its last line is still being written.
        self.damage.cut = self.damage.cut or broken

    def _one_after_another(self) -> Iterator[Value]:
        while self._between():
            if value := self._slow():
                yield value
                continue
            if self.damage.cut and (value := self._closed()):
                yield value
                return
            if self.damage.cut:
                return
            self.damage.values += 1
            self._at = self._find(b"\n") + 1

    def _element(self, mark: bytes) -> Value | None:
        if mark == b"{" and self._misses < 3:
            if not self._sign and (sign := _SIGN.match(self._data, self._at)):
                self._sign = sign[0]
            if value := self._quick():
                self._misses = 0
                return value
            self._misses += 1
        return self._slow()

    def _quick(self) -> Value | None:
        """The value here, if it ends where the next one seems to begin."""
        if not self._sign:
            return None
        seen, depth = 0, 0
        look = len(self._sign)
        while True:
            place = self._data.find(self._sign, self._at + look)
            if place < 0:
                look = max(look, len(self._data) - self._at - len(self._sign))
                if look > _GUESS_LIMIT or not self._more():
                    return None
                continue
            begin = self._at + seen
            depth += self._data.count(b"{", begin, place) - self._data.count(b"}", begin, place)
            seen = place - self._at
            look = seen + 1
            if depth < 0:
                return None
            if depth == 0:
                piece = self._data[self._at : place].rstrip(b", \t\r\n")
                try:
                    value = orjson.loads(piece)
                except orjson.JSONDecodeError:
                    return None
                start = self.done
                self._at += len(piece)
                return Value(value, start, start + len(piece))

    def _slow(self) -> Value | None:
        """The value here by the standard library, which finds its end; `None` when damaged."""
        self._between()
        size = self._size
        while True:
            self._fill(size)
            data = self._data[self._at : self._at + size]
            text = data.decode("utf-8", "surrogateescape")
            short = self._at + size < len(self._data) or not self._ended
            try:
                value, end = DECODER.raw_decode(text)
            except json.JSONDecodeError as problem:
                beyond = problem.msg.startswith("Unterminated") or problem.pos > len(text) - 16
                if not beyond:
                    return None
                if not short:
                    self.damage.cut = True
                    return None
                if size >= VALUE_LIMIT:
                    self.damage.too_large += 1
                    return None
                size *= 2
                continue
            except RecursionError:
                self.damage.too_deep += 1
                return None
            except ValueError:
                return None
            if short and end == len(text):
                # A number may go on.
                size *= 2
                continue
            taken = len(text[:end].encode("utf-8", "surrogateescape"))
            self._size = max(_SLOW_START, min(2 * taken, _CHUNK))
            start = self.done
            self._at += taken
            return Value(value, start, start + taken)

    def _found_again(self, *, count: bool = True) -> Value | None:
        """The next value of the kind that is looked for, after one that cannot be read."""
        if self.damage.cut:
            self._give_up()
            return None
        self.damage.values += count
        for _ in range(_TRIES):
            place = self._find(self._sign or b"{", self._at + 1)
            if place >= len(self._data):
                break
            self._at = place
            spot = self.done
            before = self._data[max(0, place - 64) : place].rstrip(_SPACE)[-1:]
            if before not in (b",", b"[", b""):
                continue
            value = self._slow()
            if value and isinstance(value.value, dict) and self.wanted(value.value):
                self.damage.cut = False
                return value
            self._at = spot - self._base
        self._give_up()
        return None

    def _give_up(self) -> None:
        """Nothing that can be read comes any more."""
        self._at, self._ended = len(self._data), True

    def _closed(self) -> Value | None:
        """What is whole of the one value of a file that breaks off."""
        start = self.done
        text = self._data[self._at :].decode("utf-8", "surrogateescape")
        self._at = len(self._data)
        stack: list[str] = []
        whole, ends = 0, ""
        for token in _TOKEN.finditer(text):
            mark = token[0]
            if mark in "{[":
                stack.append("}" if mark == "{" else "]")
            elif mark in "}]":
                if not stack or stack.pop() != mark:
                    return None
                whole, ends = token.end(), "".join(reversed(stack))
        try:
            value = DECODER.decode(text[:whole] + ends)
        except (ValueError, RecursionError):
            return None
        return Value(value, start, self.done)

    def _find(self, what: bytes, start: int | None = None) -> int:
        """Where this stands next in the window, which grows for it; else the end of the file."""
        look = (self._at if start is None else start) - self._at
        while (place := self._data.find(what, self._at + look)) < 0:
            look = max(look, len(self._data) - self._at - len(what) + 1)
            if not self._more():
                return len(self._data)
        return place

    def _between(self) -> bytes:
        """Pass over space and commas; the byte that follows, or none at the end."""
        while True:
            match = _BETWEEN.match(self._data, self._at)
            assert match is not None
            self._at = match.end()
            if self._at < len(self._data):
                return self._data[self._at : self._at + 1]
            if not self._more():
                return b""

    def _skip_to(self, mark: bytes) -> bool:
        if self._between() != mark:
            return False
        self._at += 1
        return True

    def _fill(self, size: int) -> bool:
        """Have so many bytes in the window, if there are; whether there are any."""
        while len(self._data) - self._at < size and self._more():
            pass
        return self._at < len(self._data)

    def _more(self) -> bool:
        if self._ended:
            return False
        held = len(self._data) - self._at
        read = self._stream.read(max(_CHUNK, held))
        self._data = self._data[self._at :] + read
        self._base += self._at
        self._at = 0
        self._ended = not read
        return bool(read)
