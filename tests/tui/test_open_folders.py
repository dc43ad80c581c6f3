"""Paths as people type and paste them, and what is in a folder."""

import os
from pathlib import Path

import pytest

from memtui.tui.folders import (
    Entry,
    begun_anew,
    completed,
    look_into,
    matching,
    pasted_path,
    short,
    size,
    split,
    typed_path,
)

NAMES = [Entry("chats", folder=True), Entry("chat log.json", False), Entry("Über.md", False)]


@pytest.mark.parametrize(
    ("typed", "becomes"),
    [
        ("c", "chat"),
        ("chats", "chats/"),
        ("chat ", "chat log.json"),
        ("~/x/chat l", "~/x/chat log.json"),
        ("ü", "Über.md"),
        ("z", "z"),
        ("", ""),
        ("~", "~/"),
        ("..", "../"),
    ],
)
def test_tab_completes_as_far_as_names_agree(typed: str, becomes: str) -> None:
    assert completed(typed, NAMES) == becomes


def test_hidden_names_are_offered_once_a_dot_is_typed() -> None:
    entries = [Entry(".config", folder=True), Entry("a", False)]
    assert [each.name for each in matching(entries, "", hidden=False)] == ["a"]
    assert [each.name for each in matching(entries, "", hidden=True)] == [".config", "a"]
    assert completed(".c", entries) == ".config/"


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("~/chat.json", "~/chat.json"),
        ("'/tmp/a b.json'", "/tmp/a b.json"),
        ('"/tmp/a b.json" ', "/tmp/a b.json"),
        ("file:///tmp/a%20b.json", "/tmp/a b.json"),
        ("sub/chat.json", "/base/sub/chat.json"),
        ("~nobody-of-this-name/x", "/base/~nobody-of-this-name/x"),
    ],
)
def test_a_typed_path_is_understood(typed: str, path: str) -> None:
    assert typed_path(typed, Path("/base")) == Path(path).expanduser()


def test_a_dropped_file_may_come_with_escaped_spaces(tmp_path: Path) -> None:
    (tmp_path / "a b.json").touch()
    assert pasted_path(f"{tmp_path}/a\\ b.json\n", tmp_path) == f"{tmp_path}/a b.json"


@pytest.mark.parametrize(
    ("text", "folder", "beginning"),
    [("", "/base", ""), ("cha", "/base", "cha"), ("/etc/ho", "/etc", "ho"), ("x/", "/base/x", "")],
)
def test_a_text_is_a_folder_and_the_beginning_of_a_name(
    text: str, folder: str, beginning: str
) -> None:
    assert split(text, Path("/base")) == (Path(folder), beginning)


def test_folders_come_first_and_a_dangling_link_is_listed(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text("hello")
    (tmp_path / "z").mkdir()
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    found = look_into(tmp_path)
    assert [(each.name, each.folder, each.size) for each in found.entries] == [
        ("z", True, 0),
        ("b.txt", False, 5),
        ("gone", False, 0),
    ]


def test_a_folder_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    assert "No such file" in look_into(tmp_path / "none").trouble


def test_a_name_that_is_not_utf_8_is_listed(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.txt")).touch()
    assert len(look_into(tmp_path).entries) == 1


def test_home_is_written_as_a_tilde() -> None:
    assert short(Path.home()) == "~"
    assert short(Path.home() / "x") == "~/x"
    assert short(Path("/etc")) == "/etc"


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (12_340_000, "12.3 MB"), (10**14, "100.0 TB")],
)
def test_sizes_are_for_people(count: int, text: str) -> None:
    assert size(count) == text


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("/home/ana//tmp/chats", "/tmp/chats"),
        ("~/chats/~/notes", "~/notes"),
        ("~/chats/~backup", "~/chats/~backup"),
        ("/home/ana/chat.json", "/home/ana/chat.json"),
        ("file:///home/ana/chat.json", "file:///home/ana/chat.json"),
        ("'file:///home/ana/chat.json'", "'file:///home/ana/chat.json'"),
    ],
)
def test_a_whole_path_typed_behind_another_takes_its_place(typed: str, meant: str) -> None:
    assert begun_anew(typed) == meant
