"""Files in zips: read from the middle without beginning anew, and what is wrong with them told."""

import io
import json
import random
import zipfile
from contextlib import closing
from typing import Any

import pytest

from memtui.conversations import unpacking
from memtui.conversations.collection import Collection
from memtui.conversations.files import contents_of_bytes
from memtui.conversations.reading import Person
from memtui.errors import Code, MemtuiError

WORDS = ("Ana", "Bruno", "Carla", "moved", "works", "lives", "to", "in", "Porto", "research")


def talks(many: int) -> list[dict[str, Any]]:
    chance = random.Random(4)

    def turn(role: str) -> dict[str, str]:
        return {"role": role, "content": " ".join(chance.choices(WORDS, k=60))}

    return [
        {"title": f"Talk {n}", "messages": [turn("user"), turn("assistant")]} for n in range(many)
    ]


def packed(value: Any, kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", kind) as archive:
        archive.writestr("chats.json", json.dumps(value))
    return data.getvalue()


@pytest.fixture
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "_APART", 1 << 16)
    monkeypatch.setattr(unpacking, "_CHUNK", 1 << 10)


@pytest.mark.usefixtures("small_steps")
@pytest.mark.parametrize("kind", [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_BZIP2])
def test_any_byte_is_reached(kind: int) -> None:
    value = talks(600)
    plain = json.dumps(value).encode()
    (content,) = contents_of_bytes(packed(value, kind), "export.zip").files
    for place in (0, 5, 70_000, len(plain) - 9, 400_000, 65_536, 399_999, len(plain)):
        with closing(content.open()) as stream:
            stream.seek(place)
            assert stream.read(1000) == plain[place : place + 1000]
            stream.seek(20)
            assert stream.read() == plain[20:]


@pytest.mark.usefixtures("small_steps")
def test_going_through_it_backwards_unpacks_little_more_than_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    value = talks(1200)
    data, plain = packed(value), json.dumps(value).encode()
    read = 0

    class Counted(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            nonlocal read
            given = super().read(size)
            read += len(given)
            return given

    monkeypatch.setattr(io, "BytesIO", Counted)
    (content,) = contents_of_bytes(data, "export.zip").files
    with closing(content.open()) as stream:
        stream.read()
    read = 0
    places = range(len(plain) - 1000, 0, -len(plain) // 40)
    for place in places:
        with closing(content.open()) as stream:
            stream.seek(place)
            assert stream.read(1000) == plain[place : place + 1000]
    # From the start it would be half of the zip each time, on the average.
    assert read < len(places) * len(data) / 4


def test_what_was_picked_is_fetched_in_any_order() -> None:
    collection = Collection.of_bytes(packed(talks(300)), "export.zip", Person())
    for each in reversed(list(collection)[::50]):
        assert collection.read(each.place, each.conversation.id) == each.conversation


def test_a_file_damaged_in_its_zip_is_told() -> None:
    data = bytearray(packed(talks(300)))
    middle = len(data) // 2
    data[middle : middle + 40] = bytes(40)
    with pytest.raises(MemtuiError, match=r"damaged|holds less") as caught:
        list(Collection.of_bytes(bytes(data), "export.zip", Person()))
    assert caught.value.code is Code.CONVERSATION_UNREADABLE


def test_a_file_longer_than_it_says_is_refused() -> None:
    data = packed(talks(300))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        size = archive.getinfo("chats.json").file_size
    shorter = data.replace(size.to_bytes(4, "little"), (size // 2).to_bytes(4, "little"))
    with pytest.raises(MemtuiError, match="holds less than it does"):
        list(Collection.of_bytes(shorter, "export.zip", Person()))


def test_a_damaged_list_of_people_costs_no_day() -> None:
    data = io.BytesIO()
    day = {"type": "message", "ts": "1791802800.1", "text": "I moved.", "user": "U0000001"}
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("users.json", json.dumps([{"id": "U0000001", "name": "ana"}] * 50))
        archive.writestr("general/2026-10-12.json", json.dumps([day]))
    spoilt = bytearray(data.getvalue())
    spoilt[45:60] = bytes(15)
    collection = Collection.of_bytes(bytes(spoilt), "slack.zip", Person())
    assert [found.conversation.title for found in collection] == ["#general 2026-10-12"]
