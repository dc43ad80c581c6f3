"""Of a large file only a sketch of each conversation is made; it stands for the same one."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.conversations.export import write_export
from memtui.conversations.collection import Collection
from memtui.conversations.listing import has_nobody, listed
from memtui.conversations.reading import Person


@pytest.fixture(autouse=True)
def all_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.conversations.collection._SKETCHED_FROM", 0)


def both(path: Path) -> tuple[list[Any], list[Any]]:
    whole = [listed(each) for each in Collection.of([path], Person())]
    collection = Collection.of([path], Person(), sketching=True)
    sketched = list(collection)
    for each in sketched:
        assert each.conversation.sketch
        assert collection.read(each.place, each.conversation.id).id == each.conversation.id
    return whole, [listed(each) for each in sketched]


def test_a_sketch_shows_what_the_whole_would_show(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    write_export(path, 600_000)
    whole, sketched = both(path)
    assert len(whole) > 3
    assert sketched == whole


def test_texts_that_need_cleaning_make_no_other_conversation(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    texts = ("<think>a</think>", "\x1b[31mRed\x1b[0m\u200b", " ", "Ana works in\u00a0research.")
    path.write_text(json.dumps([
        {"messages": [{"role": "assistant", "content": texts[0]},
                      *({"role": "user", "content": text} for text in texts[1:])]},
    ]))  # fmt: skip
    (whole,), (sketched,) = both(path)
    assert sketched.id == whole.id
    assert sketched.words == whole.words == "Red"


def test_it_is_known_whether_only_people_speak(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    talk = {"messages": [{"role": "Ana", "content": "Hi."}, {"role": "Bruno", "content": "Ho."}]}
    chat = {"messages": [{"role": "Ana", "content": "Hi."}, {"role": "model", "content": "Ho."}]}
    path.write_text(json.dumps([talk, chat]))
    found = list(Collection.of([path], Person(), sketching=True))
    assert [has_nobody(each.conversation) for each in found] == [True, False]
