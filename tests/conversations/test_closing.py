"""Whoever stops reading half way leaves no file open."""

import gc
import json
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.conversations.collection import Collection
from memtui.conversations.reading import Person

NOBODY = Person((), None)
CHAT = [{"role": "user", "content": "I work as a baker."}]
CHATS = "\n".join(json.dumps({"messages": CHAT, "id": str(number)}) for number in range(9))


def a_file(folder: Path) -> Path:
    place = folder / "chats.jsonl"
    place.write_text(CHATS, encoding="utf-8")
    return place


def a_file_in_utf_16(folder: Path) -> Path:
    place = folder / "chats.jsonl"
    place.write_text(CHATS, encoding="utf-16")
    return place


def a_zip(folder: Path) -> Path:
    place = folder / "chats.zip"
    with zipfile.ZipFile(place, "w") as archive:
        archive.writestr("chats.jsonl", CHATS)
    return place


@pytest.mark.parametrize("given", [a_file, a_file_in_utf_16, a_zip])
@pytest.mark.parametrize("far", [0, 1])
def test_what_is_dropped_half_way_is_closed(
    tmp_path: Path, given: Callable[[Path], Path], far: int
) -> None:
    collection = Collection.of([given(tmp_path)], NOBODY)
    reading = iter(collection)
    for _ in range(far):
        next(reading)
    # As a traceback does, it holds itself, so that only the collector of garbage finds it.
    cycle: list[object] = [collection, reading]
    cycle.append(cycle)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        del collection, reading, cycle
        gc.collect()
    assert not [each for each in told if each.category is ResourceWarning]


def test_a_stream_that_breaks_off_is_not_held_open(tmp_path: Path) -> None:
    class Breaking:
        left = 20

        def read(self, size: int = -1, /) -> bytes:
            self.left -= 1
            if not self.left:
                raise OSError("Input/output error")
            return b'{"role": "user", "content": "' + b"x" * min(size, 1 << 20)

        def close(self) -> None: ...

    from memtui.conversations.files import contents_of_stream
    from memtui.errors import MemtuiError

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        with pytest.raises(MemtuiError, match="Input/output error"):
            contents_of_stream(Breaking(), "standard input")  # type: ignore[arg-type]
        gc.collect()
    assert not [each for each in told if each.category is ResourceWarning]
