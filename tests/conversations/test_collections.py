"""Folders and zips of conversations: what is in them, in which order, and what is not read."""

import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest

from memtui.conversations.collection import Collection
from memtui.conversations.reading import Person
from memtui.errors import Code, MemtuiError


def chat(title: str, *texts: str) -> dict[str, Any]:
    return {"title": title, "messages": [{"role": "user", "content": text} for text in texts]}


def write(folder: Path, **files: Any) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, value in files.items():
        (folder / f"{name}.json").write_text(json.dumps(value))


def packed(files: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def titles(collection: Collection) -> list[str]:
    return [found.conversation.title for found in collection]


def test_a_folder_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    write(tmp_path / "b", two=[chat("Two", "Hi.")])
    write(tmp_path / "a", one=[chat("One", "Ho.")])
    (tmp_path / ".hidden").mkdir()
    write(tmp_path / ".hidden", no=[chat("No", "Hm.")])
    collection = Collection.of([tmp_path], Person())
    assert titles(collection) == ["One", "Two"]
    assert [file.name for file in collection.files] == ["a/one.json", "b/two.json"]
    assert collection.left_out == {"hidden and special files": 1}


def test_links_that_go_round_end(tmp_path: Path) -> None:
    write(tmp_path / "a", one=[chat("One", "Ho.")])
    (tmp_path / "a/again").symlink_to(tmp_path / "a", target_is_directory=True)
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe")
    assert titles(Collection.of([tmp_path], Person())) == ["One"]


def test_a_conversation_is_fetched_again_from_its_place(tmp_path: Path) -> None:
    write(tmp_path, many=[chat(f"Talk {n} é🙂", f"Text {n}") for n in range(20)])
    (tmp_path / "lines.jsonl").write_text(
        "\n".join(json.dumps(chat(f"Line {n}", f"Line text {n}")) for n in range(5))
    )
    (tmp_path / "one.json").write_text(json.dumps(chat("Alone", "Alone text")))
    collection = Collection.of([tmp_path], Person())
    found = list(collection)
    assert len(found) == 26
    for each in found:
        assert collection.read(each.place, each.conversation.id) == each.conversation


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_it_is_so_in_every_encoding(tmp_path: Path, encoding: str) -> None:
    talks = [chat(f"Talk {n} é🙂", f"Text {n}") for n in range(9)]
    (tmp_path / "x.json").write_bytes(json.dumps(talks, ensure_ascii=False).encode(encoding))
    collection = Collection.of([tmp_path / "x.json"], Person())
    for each in list(collection):
        assert collection.read(each.place, each.conversation.id) == each.conversation


def test_a_file_that_changed_meanwhile_is_told(tmp_path: Path) -> None:
    write(tmp_path, x=[chat("One", "Hi."), chat("Two", "Ho.")])
    collection = Collection.of([tmp_path / "x.json"], Person())
    found = list(collection)
    write(tmp_path, x=[chat("Three", "Hm."), chat("Two", "Ho.")])
    assert collection.read(found[1].place, found[1].conversation.id).title == "Two"
    with pytest.raises(MemtuiError, match="has changed since it was listed"):
        collection.read(found[0].place, found[0].conversation.id)


def test_the_same_conversation_in_two_shards_is_one(tmp_path: Path) -> None:
    write(tmp_path, a=[chat("One", "Hi.")], b=[chat("One", "Hi."), chat("Two", "Ho.")])
    collection = Collection.of([tmp_path], Person())
    assert titles(collection) == ["One", "Two"]
    assert collection.left_out == {"conversations that are there twice": 1}


def test_what_is_not_read_is_named_and_costs_nothing_else(tmp_path: Path) -> None:
    write(tmp_path, a=[chat("One", "Hi.")], b={"settings": {"dark": True}}, c=[])
    (tmp_path / "note.txt").write_text("Buy milk.")
    (tmp_path / "state.bin").write_bytes(b"SQLite format 3\0" + bytes(90))
    collection = Collection.of([tmp_path], Person())
    assert titles(collection) == ["One"]
    told = {each.name: each.error for each in collection.unread}
    assert set(told) == {"b.json", "c.json", "note.txt", "state.bin"}
    assert told["c.json"].code is Code.CONVERSATION_EMPTY
    assert "SQLite" in told["state.bin"].message
    assert "no speakers" in told["note.txt"].message


def test_a_folder_without_conversations_says_what_is_in_it(tmp_path: Path) -> None:
    write(tmp_path, b={"settings": {"dark": True}})
    (tmp_path / "photo.png").write_bytes(b"x")
    with pytest.raises(MemtuiError) as caught:
        list(Collection.of([tmp_path], Person()))
    assert caught.value.code is Code.CONVERSATION_UNREADABLE
    assert "b.json is JSON, but not a conversation" in caught.value.message
    assert "other files without text (1)" in caught.value.message


def test_a_zip_is_read_in_place_and_chosen_by_structure() -> None:
    data = packed(
        {
            "export/conversations-001.json": json.dumps([chat("Two", "Ho.")]).encode(),
            "export/conversations-000.json": json.dumps([chat("One", "Hi.")]).encode(),
            "export/user.json": b'{"id": "u"}',
            "export/image.png": b"x",
        }
    )
    collection = Collection.of_bytes(data, "export.zip", Person())
    found = list(collection)
    assert [each.conversation.title for each in found] == ["One", "Two"]
    assert collection.source_of(found[0].place) == "export.zip/export/conversations-000.json"
    assert [each.name for each in collection.unread] == ["export.zip/export/user.json"]
    for each in found:
        assert collection.read(each.place, each.conversation.id) == each.conversation


def test_names_that_lead_out_of_a_zip_are_refused() -> None:
    data = packed(
        {
            "../../evil.json": json.dumps([chat("Evil", "Hi.")]).encode(),
            "/etc/evil.json": json.dumps([chat("Evil", "Hm.")]).encode(),
            "good.json": json.dumps([chat("Good", "Ho.")]).encode(),
        }
    )
    collection = Collection.of_bytes(data, "x.zip", Person())
    assert titles(collection) == ["Good"]
    assert collection.left_out == {"files with names that lead out of the zip": 2}


def test_a_zip_that_unpacks_to_far_too_much_is_refused() -> None:
    data = packed({"bomb.json": b"[" + b" " * 80_000_000 + b"]"})
    with pytest.raises(MemtuiError, match="unpacks to far more"):
        Collection.of_bytes(data, "bomb.zip", Person())


def test_a_damaged_zip_is_said_to_be_one() -> None:
    data = packed({"a.json": json.dumps([chat("One", "Hi." * 4000)]).encode()})
    for broken in (data[: len(data) // 2], data[:60] + bytes(20) + data[80:]):
        with pytest.raises(MemtuiError, match="zip archive that is damaged"):
            list(Collection.of_bytes(broken, "x.zip", Person()))


def test_a_reader_sees_the_files_beside_its_own(tmp_path: Path) -> None:
    write(tmp_path / "export", users=[{"id": "U1"}])
    write(tmp_path / "export/general", day=[chat("One", "Hi.")])
    collection = Collection.of([tmp_path / "export"], Person())
    (day,) = [each for each in collection.files if each.name == "general/day.json"]
    assert day.folder == "general"
    assert day.beside("users.json") == b'[{"id": "U1"}]'
    assert day.beside("nothing.json") is None
