"""Settings as they are typed: read, refused with the reason, written beside what stands there."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from memtui.desk.desk import Desk
from memtui.desk.setting import page
from memtui.desk.setting.doing import save, told_turned
from memtui.desk.setting.every import ELSEWHERE, SETTINGS
from memtui.desk.setting.form import Setting
from memtui.errors import Code, MemtuiError
from memtui.settings import Settings
from memtui.store.settingsfile import settings_of


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk.open(tmp_path, "t", make=True)
    yield desk
    desk.close()


def setting(name: str) -> Setting:
    return next(each for each in SETTINGS if each.name == name)


def test_every_key_of_the_file_is_here() -> None:
    def keys(kind: Any, prefix: str) -> Iterator[str]:
        types = get_type_hints(kind)
        for each in fields(kind):
            if is_dataclass(types[each.name]):
                yield from keys(types[each.name], f"{prefix}{each.name}.")
            else:
                yield prefix + each.name

    assert {each.name for each in SETTINGS} | {ELSEWHERE} == set(keys(Settings, ""))


@pytest.mark.parametrize("each", SETTINGS, ids=lambda each: each.name)
def test_every_setting_comes_back_as_it_is_typed(each: Setting) -> None:
    value = each.read(each.typed(Settings()))
    assert value is None or each.of(Settings()) == value


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("extractor.kind", " Plain ", "plain"),
        ("extractor.url", "127.0.0.1:11434", "127.0.0.1:11434"),
        ("extractor.url", "", None),
        ("embedder.query_prefix", "query: ", "query: "),
        ("embedder.passage_prefix", "  ", None),
        ("index.chroma", "http://box:8000", "http://box:8000"),
        ("watch.quiet", "2.5", 2.5),
        ("me.names", "Ana\n\n Ana Lima \nAna", ["Ana", "Ana Lima"]),
        ("me.time_zone", "Europe/Lisbon", "Europe/Lisbon"),
        ("attributes.aliases", "position = role\njob=role", {"position": "role", "job": "role"}),
        ("never_save", "salary\n/\\bdiagnos\\w+/", ["salary", "/\\bdiagnos\\w+/"]),
        ("evidence", "no", False),
        ("serve.writes", "direct", "direct"),
    ],
)
def test_what_is_typed_is_read(name: str, typed: str, value: Any) -> None:
    assert setting(name).read(typed) == value


@pytest.mark.parametrize(
    ("name", "typed", "reason"),
    [
        ("extractor.kind", "magic", "magic is none of ollama, openai, plain."),
        ("extractor.url", "http://a b", "is not the address of a server"),
        ("embedder.url", "127.0.0.1:1", "it has to begin with http:// or https://."),
        (
            "extractor.url",
            "http://box:99999",
            "box:99999 is not the address of a server: a port is",
        ),
        ("extractor.url", "http://box:port", "a port is a number from 1 to 65535"),
        ("extractor.url", "http://[::1", "the host's name cannot be one"),
        ("embedder.url", "http://box:0", "a port is a number from 1 to 65535"),
        ("index.chroma", "box:8000", "it has to begin with http:// or https://."),
        ("embedder.url", "http://", "http:// is not the address of a server: it names no host."),
        ("extractor.url", "https:///v1", "it names no host."),
        ("extractor.url", "r:secret@", "it names no host."),
        ("index.chroma", "https://me:secret@", "it names no host."),
        ("index.chroma", "http://box/?key=secret", "box/ is not the address of a server: what"),
        ("extractor.url", "http://r:sec/ret@box", "box is not the address of a server: in a name"),
        ("extractor.url", "r:1@cr/et@box", "box is not the address of a server: in a name"),
        ("extractor.url", "box#here", "what stands behind ? or # is never sent."),
        ("extractor.headers", "X Key = KEY", "X Key is no name of a header."),
        ("extractor.headers", "X-Key = Bearer abc", "Give the name of a variable"),
        ("extractor.timeout", "soon", "soon is not a number of seconds from 1 to 86,400."),
        ("watch.quiet", "0", "0 is not a number of seconds from 1 to 86,400."),
        ("embedder.timeout", "0.0001", "0.0001 is not a number of seconds from 1 to 86,400."),
        ("extractor.timeout", "1e300", "1e300 is not a number of seconds from 1 to 86,400."),
        ("watch.quiet", "nan", "nan is not a number of seconds from 1 to 86,400."),
        ("me.time_zone", "Mars/Olympus", "Mars/Olympus is no time zone known here."),
        ("me.time_zone", "../../etc/passwd", "is no time zone known here."),
        ("never_save", "/(/", "the rule /(/ under `never_save` is no pattern"),
        ("attributes.aliases", "position role", "is not of the form: this = that."),
        ("attributes.aliases", "a = b\na = c", "a stands there twice."),
        ("subjects.aliases", "Ana = ana", "Ana is given as another name for itself."),
        ("subjects.aliases", "Anna = Ana\nAna = A.", "Ana is another name itself."),
        ("attributes.many", "x" * 300, "is longer than"),
        ("watch.folders", "/no/such/folder", "There is no folder /no/such/folder."),
        ("extractor.ca_file", "/no/such/file", "There is no file /no/such/file."),
        ("watch.folders", "~nobody-here/chats", "There is no folder ~nobody-here/chats."),
        ("extractor.ca_file", "~nobody-here/ca.pem", "There is no file ~nobody-here/ca.pem."),
        ("watch.folders", "/a" * 5_000, "There is no folder /a"),
        ("embedder.ca_file", "/a" * 5_000, "There is no file /a"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(name: str, typed: str, reason: str) -> None:
    with pytest.raises(MemtuiError) as refused:
        setting(name).read(typed)
    assert reason in refused.value.message
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "typed", "shown", "to_edit"),
    [
        ("extractor.url", "http://me:secret@box:1", "http://box:1", "http://•••@box:1"),
        ("extractor.url", "r:secret@localhost:1", "localhost:1", "•••@localhost:1"),
        ("embedder.url", "http://me:secret@box", "http://box", "http://•••@box"),
        ("index.chroma", "HTTPS://secret@box/x", "HTTPS://box/x", "HTTPS://•••@box/x"),
        ("index.chroma", "https://box/x", "https://box/x", "https://box/x"),
    ],
)
def test_a_password_in_an_address_is_kept_and_not_shown(
    desk: Desk, name: str, typed: str, shown: str, to_edit: str
) -> None:
    one = setting(name)
    save(desk, one, typed)
    assert one.shown(desk.memory.settings) == shown
    assert one.typed(desk.memory.settings) == to_edit
    save(desk, one, to_edit + "9")
    assert one.of(desk.memory.settings) == typed + "9"
    save(desk, one, shown)
    assert one.of(desk.memory.settings) == shown


def test_dots_that_stand_for_no_password_are_none(desk: Desk) -> None:
    with pytest.raises(MemtuiError) as refused:
        save(desk, setting("extractor.url"), "http://•••@box")
    assert "••• stands for no password" in refused.value.message


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[embedder]\nurl = "http://"', "`embedder.url` is no address of a server: it names"),
        ('[embedder]\nurl = "box:1"', "`embedder.url` is no address of a server: it has to"),
        ('[index]\nchroma = "ftp://me:secret@x"', "`index.chroma` is no address of a server: only"),
        ('[extractor]\nurl = "me:secret@box:0"', "`extractor.url` is no address of a server: a"),
    ],
)
def test_no_address_counts_that_stands_in_the_file(desk: Desk, text: str, reason: str) -> None:
    path = desk.memory.folder / "memory.toml"
    path.write_text(text)
    with pytest.raises(MemtuiError) as refused:
        settings_of(text, str(path))
    assert refused.value.code is Code.SETTINGS_UNREADABLE
    assert reason in refused.value.message
    assert "secret" not in str(refused.value)


def test_what_else_stands_in_the_file_stays(desk: Desk) -> None:
    path = desk.memory.folder / "memory.toml"
    path.write_text('# mine\n[me]\nnames = ["Ana"] # who I am\nodd = 1\n')
    desk.refresh()
    save(desk, setting("me.time_zone"), "Europe/Lisbon")
    save(desk, setting("evidence"), "no")
    text = path.read_text()
    assert "# mine\n" in text
    assert 'names = ["Ana"] # who I am\nodd = 1\n' in text
    assert desk.memory.settings.me.time_zone == "Europe/Lisbon"
    assert desk.memory.settings.evidence is False
    save(desk, setting("me.time_zone"), "")
    assert desk.memory.settings.me.time_zone == ""
    assert "time_zone" not in path.read_text()


def test_the_page_of_settings_is_that_of_the_settings() -> None:
    hint = "run: python -m memtui.desk.setting.page"
    assert page.FILE.read_text(encoding="utf-8") == page.page(), hint


def test_a_change_of_settings_is_told_without_passwords(desk: Desk) -> None:
    change = desk.save_settings({"extractor.url": "http://me:secret@box:1", "evidence": False})
    assert [told_turned(each) for each in change.settings] == [
        "extractor.url: http://box:1",
        "evidence: no",
    ]
    back = desk.undo()
    assert back is not None
    assert [told_turned(each) for each in back.settings] == [
        "extractor.url: the usual one",
        "evidence: yes",
    ]
