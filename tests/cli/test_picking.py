"""Conversations are listed and picked from files, folders and zips."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Line
from tests.cli.scripted import Scripted


def chat(title: str, *texts: str, day: str = "2026-10-12") -> dict[str, Any]:
    messages = [{"role": "user" if not n % 2 else "assistant", "content": text}
                for n, text in enumerate(texts)]  # fmt: skip
    return {"title": title, "created_at": f"{day}T10:00:00Z", "messages": messages}


CHATS = [
    chat("Standup", "Ana works in research.", "Noted."),
    chat("Garden", "Bruno has a garden.", day="2026-09-01"),
    chat("Garden", "Carla has a garden too.", day="2026-09-02"),
]


@pytest.fixture
def export(tmp_path: Path) -> Path:
    file = tmp_path / "export.json"
    file.write_text(json.dumps(CHATS))
    return file


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    extractor = Scripted()
    make: Callable[..., Scripted] = lambda *_, **__: extractor  # noqa: E731
    monkeypatch.setattr("memtui.desk.desk.Desk.extractor", make)
    return extractor


def titles(extractor: Scripted) -> list[str]:
    return [each.title for each in extractor.conversations]


def test_several_are_picked_by_number_title_and_id(
    memtui: Line, export: Path, scripted: Scripted
) -> None:
    listed = memtui("conversations", export, "--json").json["conversations"]
    memtui("remember", "--from", export, "--pick", "standup", "--pick", listed[2]["id"][:8])
    assert [each.turns[0].text for each in scripted.conversations] == [
        "Ana works in research.",
        "Carla has a garden too.",
    ]
    memtui("remember", "--from", export, "--pick", "2", "--pick", "2-2")
    assert titles(scripted)[2:] == ["Garden"]


def test_a_title_that_several_have_is_refused_with_their_numbers(
    memtui: Line, export: Path, scripted: Scripted
) -> None:
    ran = memtui("remember", "--from", export, "--pick", "garden")
    assert ran.code == 2
    assert "2 conversations are called so: 2 (2026-09-01), 3 (2026-09-02)" in ran.err
    ran = memtui("remember", "--from", export, "--pick", "Kitchen")
    assert ran.code == 2
    assert "no conversation in export.json has that number, id or title" in ran.err
    assert titles(scripted) == []


def test_a_number_may_be_a_title_or_an_id_where_no_row_has_it(
    memtui: Line, tmp_path: Path, scripted: Scripted
) -> None:
    file = tmp_path / "years.json"
    chats = [chat("2025", "Ana lives in Recife."), chat("2026", "Ana lives in Olinda.")]
    file.write_text(json.dumps(chats))
    memtui("remember", "--from", file, "--pick", "2026")
    memtui("remember", "--from", file, "--pick", "1")
    assert titles(scripted) == ["2026", "2025"]
    ran = memtui("remember", "--from", file, "--pick", "2026-10-12")
    assert (ran.code, titles(scripted)) == (2, ["2026", "2025"])
    assert "no conversation in years.json has that number, id or title" in ran.err


@pytest.mark.parametrize(
    ("pick", "told"),
    [
        ("2-1", "“2-1”: no conversation in export.json has that number, id or title"),
        ("0", "--pick 0: they count from 1, and there are only 3 conversations in export.json"),
        ("9", "--pick 9: there are only 3 conversations in export.json"),
        (" ", "--pick takes numbers"),
    ],
)
def test_a_pick_of_nothing_is_refused(
    memtui: Line, export: Path, scripted: Scripted, pick: str, told: str
) -> None:
    ran = memtui("remember", "--from", export, "--pick", pick)
    assert (ran.code, titles(scripted)) == (2, [])
    assert told in ran.err


def test_a_longer_export_is_read_from_where_it_ended(
    memtui: Line, export: Path, scripted: Scripted
) -> None:
    memtui("remember", "--from", export, "--pick", "1")
    export.write_text(json.dumps([chat("Standup", "Ana works in research.", "Noted.",
                                       "The launch is on Friday.")]))  # fmt: skip
    (listed,) = memtui("conversations", export, "--json").json["conversations"]
    assert listed["read"] == {"on": "2026-10-12", "new_turns": 1}
    assert "(read 2026-10-12, 1 new)" in memtui("conversations", export).out
    ran = memtui("remember", "--from", export)
    assert "1 new turn since it was read on 2026-10-12; --again reads all of it\n" in ran.err
    assert scripted.conversations[-1].read_before == 2
    memtui("remember", "--from", export, "--again")
    assert scripted.conversations[-1].read_before == 0


def test_a_no_leaves_a_conversation_unread(memtui: Line, export: Path) -> None:
    asked = ("remember", "--from", export, "--pick", "1", "--extractor", "plain")
    assert "nothing was kept" in memtui(*asked, stdin="n\n").err
    assert "read already" not in memtui(*asked, "--dry-run").err
    memtui(*asked, "--yes")
    assert "read already" in memtui(*asked, "--dry-run").err


def test_a_folder_and_a_zip_are_listed_with_what_was_not_read(
    memtui: Line, tmp_path: Path, export: Path
) -> None:
    folder = tmp_path / "data"
    (folder / "more").mkdir(parents=True)
    (folder / "more/export.json").write_text(export.read_text())
    (folder / "user.json").write_text('{"id": "u", "email": "ana@example.org"}')
    (folder / "photo.png").write_bytes(b"x")
    document = memtui("conversations", folder, "--json").json
    assert [each["file"] for each in document["conversations"]] == ["more/export.json"] * 3
    assert document["left_out"] == {"images, programs and other files without text": 1}
    assert [each["file"] for each in document["unread"]] == ["user.json"]
    archive = tmp_path / "data.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(folder / "more/export.json", "a/export.json")
        packed.write(folder / "user.json", "a/user.json")
    ran = memtui("conversations", archive)
    assert ran.out.startswith("data.zip: role/content JSON\n1  2026-10-12  2 turns")
    assert "not read: data.zip/a/user.json is" in ran.err


def test_each_format_of_a_folder_is_named_above_its_conversations(
    memtui: Line, tmp_path: Path, export: Path
) -> None:
    (tmp_path / "a.txt").write_text("Ana: I moved.\nBruno: Ok.\nAna: Yes.\nBruno: Good.\n")
    (tmp_path / "chat.html").write_text("<html><body>Hi</body></html>")
    ran = memtui("conversations", tmp_path)
    headings = [line for line in ran.out.splitlines() if not line[0].isdigit()]
    name = tmp_path.name
    assert headings == [f"{name}: plain text with speakers", f"{name}: role/content JSON"]
    assert "not read: chat.html is a web page, not a conversation.\n" in ran.err


def test_which_file_to_choose_is_told_only_where_it_is_not_there(
    memtui: Line, tmp_path: Path, export: Path
) -> None:
    account = json.dumps({"id": "u", "chatgpt_plus_user": True})
    (tmp_path / "user.json").write_text(account)
    ran = memtui("conversations", tmp_path)
    assert "not read: user.json is the account of a ChatGPT export.\n" in ran.err
    export.unlink()
    assert "Choose conversations.json" in memtui("conversations", tmp_path).err


def test_several_paths_are_numbered_through_and_one_that_fails_is_told(
    memtui: Line, tmp_path: Path, export: Path
) -> None:
    other = tmp_path / "other.json"
    other.write_text(json.dumps([chat("Kitchen", "Dora cooks.")]))
    document = memtui("conversations", export, tmp_path / "no.json", other, "--json").json
    assert [each["n"] for each in document["conversations"]] == [1, 2, 3, 4]
    (failed,) = document["failed"]
    assert failed["error"]["code"] == "CONVERSATION_UNREADABLE"


def test_standard_input_is_listed_too(memtui: Line) -> None:
    document = memtui("conversations", "-", "--json", stdin=json.dumps(CHATS)).json
    assert [each["words"] for each in document["conversations"]] == [
        "Ana works in research.",
        "Bruno has a garden.",
        "Carla has a garden too.",
    ]


def test_people_among_whom_nobody_is_known_are_named(
    memtui: Line, tmp_path: Path, scripted: Scripted
) -> None:
    talk = tmp_path / "talk.txt"
    talk.write_text("Ana: I moved to research.\nBruno: Good.\nAna: Yes.\nBruno: Bye.\n")
    ran = memtui("remember", "--from", talk)
    assert "nobody in it is known to be you (Ana, Bruno); --me NAME says who “I” is" in ran.err
    ran = memtui("remember", "--from", talk, "--me", "Carla", "--again")
    assert "nobody in it is called Carla (Ana, Bruno); --me NAME says who “I” is" in ran.err
    ran = memtui("remember", "--from", talk, "--me", "Ana", "--again")
    assert "nobody in it" not in ran.err


def test_who_i_is_is_asked_for_where_a_fact_needs_it(memtui: Line, tmp_path: Path) -> None:
    talk = tmp_path / "talk.json"
    talk.write_text(json.dumps(chat("Cats", "My cat is called Mia.", "Noted.")))
    asked = ("remember", "--from", talk, "--extractor", "plain", "--dry-run")
    assert "what “I” stands for is not known; --me NAME says who “I” is" in memtui(*asked).err
    assert "--me NAME" not in memtui(*asked, "--me", "Ana").err


def test_whether_days_stand_before_months_is_said_where_a_file_leaves_it_open(
    memtui: Line, tmp_path: Path, scripted: Scripted
) -> None:
    chat = tmp_path / "chat.txt"
    chat.write_text("1/4/26, 10:00 - Ana: Hi\n2/5/26, 10:00 - Bruno: Hello\n")
    ran = memtui("conversations", chat)
    assert "2026-04-01" in ran.out
    assert "--month-first" in ran.err
    ran = memtui("conversations", chat, "--month-first")
    assert "2026-01-04" in ran.out
    assert "first" not in ran.err
    memtui("remember", "--from", chat, "--me", "Ana", "--month-first")
    assert str(scripted.conversations[0].started) == "2026-01-04"
