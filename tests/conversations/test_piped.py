"""Conversations from a pipe, such as standard input."""

import io
import itertools
import json
import zipfile
from collections.abc import Iterator

import pytest

from memtui.conversations import piped
from memtui.conversations.collection import Collection
from memtui.conversations.reading import Person
from memtui.errors import Code, MemtuiError

CHATS = [{"messages": [{"role": "user", "content": f"Ana lives in {n}."}]} for n in range(50)]
DATA = json.dumps(CHATS).encode()


class Slow(io.RawIOBase):
    """A pipe that gives its bytes in small pieces, perhaps for ever."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces

    def read(self, size: int = -1, /) -> bytes:
        return next(self._pieces, b"")


def packed() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("conversations.json", DATA)
    return file.getvalue()


@pytest.mark.parametrize("held", [100, 8 << 20])
@pytest.mark.parametrize(
    "data", [DATA, packed(), DATA.decode().encode("utf-16")], ids=["json", "zip", "utf-16"]
)
def test_a_pipe_is_read_like_a_file(
    data: bytes, held: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(piped, "_HELD", held)
    pieces = (data[at : at + 77] for at in range(0, len(data), 77))
    collection = Collection.of_stream(Slow(pieces), "standard input", Person())
    found = list(collection)
    assert [each.conversation.turns[0].text for each in found] == [
        f"Ana lives in {n}." for n in range(50)
    ]
    last = found[-1]
    again = collection.read(last.place, last.conversation.id)
    assert again.turns[0].text == "Ana lives in 49."


@pytest.mark.parametrize(
    ("piece", "told"),
    [(bytes(4096), "no text|binary"), (b"Ana lives here. " * 4096, r"goes on beyond \d+ MB")],
)
def test_what_does_not_end_is_refused(
    piece: bytes, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(piped, "_HELD", 1 << 16)
    monkeypatch.setattr(piped, "_TEXT_LIMIT", 1 << 20)
    with pytest.raises(MemtuiError, match=told) as caught:
        Collection.of_stream(Slow(itertools.repeat(piece)), "standard input", Person())
    assert caught.value.code is Code.CONVERSATION_UNREADABLE


def test_a_zip_in_a_zip_is_told() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("inner.zip", packed())
    with pytest.raises(MemtuiError, match=r"archives inside, to be opened by themselves \(1\)"):
        list(Collection.of_bytes(file.getvalue(), "outer.zip", Person()))
