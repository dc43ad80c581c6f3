"""Files that are hard to read, or that are no conversation at all."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memtui.conversations.conversation import Opened
from memtui.conversations.opening import open_bytes, open_file
from memtui.errors import Code, MemtuiError

TALK = "User: São Paulo é a cidade da Ana.\nAssistant: Anotado.\n"


def first(data: bytes) -> str:
    return open_bytes(data, "talk.txt").conversations[0].turns[0].text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_encodings_are_told_apart(encoding: str) -> None:
    assert first(TALK.encode(encoding)) == "São Paulo é a cidade da Ana."


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_needs_no_mark(encoding: str) -> None:
    assert first(TALK.encode(encoding)) == "São Paulo é a cidade da Ana."
    mark = "\ufeff".encode(encoding)
    assert first(mark + TALK.encode(encoding)) == "São Paulo é a cidade da Ana."


def test_windows_1252_is_said() -> None:
    assert "Windows-1252" in open_bytes(TALK.encode("cp1252"), "x.txt").warnings[0]
    assert open_bytes(TALK.encode(), "x.txt").warnings == ()


def test_a_character_cut_at_the_end_is_no_other_encoding() -> None:
    assert first(TALK.encode() + "ã".encode()[:1]) == "São Paulo é a cidade da Ana."


def test_what_shows_nothing_is_taken_out() -> None:
    assert first(b"User: \x1b[31mAna\x1b[0m\x00 l\xe2\x80\x8bives\xe2\x80\xafhere\r\n") == (
        "Ana lives here"
    )
    data = b'[{"role":"user","content":"\\u001b[31mAna\\u001b[0m\\u0000 lives\\ud800\\r\\nhere"}]'
    assert first(data) == "Ana lives\ufffd\nhere"


def test_joiners_inside_words_and_emoji_stay() -> None:
    text = "User: می‌خواهم 👩‍🔬\nAssistant: ok"
    assert first(text.encode()) == "می‌خواهم 👩‍🔬"


def test_lone_carriage_returns_end_lines() -> None:
    made = open_bytes(TALK.replace("\n", "\r").encode(), "x.txt")
    assert len(made.conversations[0].turns) == 2


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "empty"),
        (b" \n\t", "empty"),
        (b"\xef\xbb\xbf \n", "empty"),
        (b"SQLite format 3\0" + bytes(90), "SQLite"),
        (b"PK\x03\x04" + bytes(30), "zip"),
        (b"PK\x03\x04" + bytes(26) + b"word/document.xml", "Word"),
        (b"%PDF-1.7\n", "PDF"),
        (b"\x89PNG\r\n\x1a\n" + bytes(30), "image"),
        (bytes(range(256)) * 20, "binary"),
        (b"<!DOCTYPE html><html>", "web page"),
    ],
)
def test_what_is_no_conversation_is_named_with_a_way_on(data: bytes, what: str) -> None:
    with pytest.raises(MemtuiError) as caught:
        open_bytes(data, "thing.bin")
    assert caught.value.code is Code.CONVERSATION_UNREADABLE
    assert what in caught.value.message
    assert "thing.bin" in caught.value.message
    assert caught.value.hint


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(MemtuiError, match=r"gone\.txt is not there"):
        open_file(tmp_path / "gone.txt")


def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(MemtuiError, match="not a regular file") as caught:
        open_file(tmp_path / "pipe")
    assert caught.value.code is Code.CONVERSATION_UNREADABLE
    with pytest.raises(MemtuiError, match="holds no conversation"):
        open_file(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_one_may_not_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(TALK)
    path.chmod(0)
    with pytest.raises(MemtuiError, match="may not be read"):
        open_file(path)


def test_the_modification_time_is_no_day(tmp_path: Path) -> None:
    path = tmp_path / "talk.txt"
    path.write_text(TALK)
    os.utime(path, (1_700_000_000, 1_700_000_000))
    assert open_file(path).conversations[0].started is None


def test_a_hostile_file_name_is_cleaned(tmp_path: Path) -> None:
    path = tmp_path / "a\n\x1b[31m\u202etxt.\udcff"
    path.write_text(TALK)
    made = open_file(path)
    assert made.name.isprintable()
    assert "\n" not in made.name
    made.name.encode()


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(MemtuiError) as caught:
        open_bytes(b"[" * 100_000 + b"]" * 100_000, "deep.json")
    assert caught.value.code is Code.CONVERSATION_UNREADABLE


json_texts = st.text(st.characters(exclude_categories=()), max_size=20)
messages = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | json_texts,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "role",
                    "content",
                    "text",
                    "parts",
                    "messages",
                    "timestamp",
                    "mapping",
                    "type",
                    "name",
                ]
            ),
            inner | st.sampled_from(["user", "assistant", "system"]),
            max_size=4,
        )
    ),
    max_leaves=15,
)
LINES = (
    "User: hi|Ana: [|## User|## Assistant|**Ana:** x|```|---|>>> hi|title: x||[10:32] Ana: x|"
    '2026-10-12|<think>|</think>|{"role":"user","content":"x"}|> thinking'
)
lines = st.lists(st.sampled_from(LINES.split("|")), max_size=12).map("\n".join)


@settings(max_examples=300, deadline=None)
@given(
    st.binary(max_size=200)
    | st.text(max_size=100).map(lambda text: text.encode())
    | lines.map(lambda text: text.encode())
    | messages.map(lambda each: json.dumps(each).encode())
)
@example(b'{"role":"user","content":"x","time":1e400}')
@example(b'[{"role":"user","content":"x","time":99999999999999999999}]')
@example(b"[1" + b"0" * 5000 + b"]")
def test_any_bytes_are_turns_or_an_error_that_explains(data: bytes) -> None:
    try:
        made = open_bytes(data, "x")
    except MemtuiError as problem:
        assert problem.code in (Code.CONVERSATION_UNREADABLE, Code.CONVERSATION_EMPTY)
        return
    assert isinstance(made, Opened)
    for conversation in made.conversations:
        assert conversation.turns
        for turn in conversation.turns:
            assert turn.text.strip()
            turn.text.encode()
