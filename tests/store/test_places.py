import grp
import os
import stat
import unicodedata
from pathlib import Path

import pytest

from memtui.errors import Code, MemtuiError
from memtui.store import places
from memtui.store.memory import Memory
from tests.store.making import keep, kept


@pytest.mark.parametrize("name", ["team", "Team-2", "a.b_c", "x" * 64, "console", "-x"])
def test_usable_names(name: str) -> None:
    places.check_name(name)


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", ".x", "x.", "a/b", "a\\b", "a b", "x" * 65, "CON", "con.txt", "lpt1", "nul",
     "a\n", "memória", "a\x00"],
)  # fmt: skip
def test_unusable_names(name: str, tmp_path: Path) -> None:
    for call in (places.check_name, lambda name: places.create(tmp_path, name)):
        with pytest.raises(MemtuiError) as caught:
            call(name)
        assert caught.value.code is Code.NAME_UNUSABLE
    assert list(tmp_path.iterdir()) == []


def test_a_memory_is_made_once_whatever_the_case(home: Path) -> None:
    places.create(home, "Team")
    with pytest.raises(MemtuiError) as caught:
        places.create(home, "team")
    assert caught.value.code is Code.MEMORY_EXISTS
    assert places.memory_folder(home, "TEAM") == home / "Team"
    assert Memory.open(home, "team").name == "Team"


def test_memories_are_listed_and_deleted(home: Path) -> None:
    for name in ("b", "A", "c"):
        places.create(home, name)
    (home / "no-memory").mkdir()
    (home / "file").touch()
    assert places.memory_names(home) == ["A", "b", "c"]
    (home / ".memtui-deleted-1").mkdir()
    places.delete(home, "B")
    assert not list(home.glob(".*"))
    assert places.memory_names(home) == ["A", "c"]
    assert not (home / "b").exists()
    with pytest.raises(MemtuiError) as caught:
        places.delete(home, "b")
    assert caught.value.code is Code.MEMORY_UNKNOWN
    with pytest.raises(MemtuiError, match="there are: A, c"):
        Memory.open(home, "b")
    assert places.memory_names(home / "missing") == []


def test_the_home_folder_is_given_or_named_or_the_platforms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MEMTUI_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert places.home_folder(tmp_path) == tmp_path
    assert "memtui" in places.home_folder().name
    monkeypatch.setenv("MEMTUI_HOME", str(tmp_path / "mine"))
    assert places.home_folder() == tmp_path / "mine"


def modes(folder: Path) -> dict[str, int]:
    return {
        path.relative_to(folder).as_posix(): stat.S_IMODE(path.stat().st_mode)
        for path in (folder, *folder.rglob("*"))
    }


@pytest.mark.skipif(os.name == "nt", reason="needs modes")
def test_only_the_owner_may_read_a_memory(memory: Memory) -> None:
    keep(memory, "Ana", "Ana works in research.")
    keep(memory, "Ana", "Ana rests.", said="2024-11-01")
    memory.write_state("drafts/r_1", {"a": 1})
    memory.save_settings({"me.names": ["Ana"]})
    found = modes(memory.folder)
    assert {mode for name, mode in found.items() if (memory.folder / name).is_dir()} == {0o700}
    assert {mode for name, mode in found.items() if (memory.folder / name).is_file()} == {0o600}


@pytest.mark.skipif(os.name == "nt", reason="needs groups")
def test_a_group_shares_a_memory(home: Path) -> None:
    group = grp.getgrgid(os.getgroups()[0] if os.getgroups() else os.getgid())
    folder = places.create(home, "team", group=group.gr_name)
    memory = Memory.open(home, "team")
    keep(memory, "Ana", "Ana works in research.")
    id_ = kept(keep(memory, "Ana", "Ana rests.", said="2024-11-01")).id
    memory.write_state("drafts/r_1", {"a": 1})
    memory.save_settings({"me.names": ["Ana"]})
    found = modes(folder)
    assert {mode for name, mode in found.items() if (folder / name).is_dir()} == {0o2770}
    assert {mode for name, mode in found.items() if (folder / name).is_file()} == {0o660}
    assert memory.path(id_).stat().st_gid == group.gr_gid
    assert memory.doctor().exposed == ()
    memory.close()
    with pytest.raises(MemtuiError, match="no group"):
        places.create(home, "other", group="no such group")


def test_what_people_synchronise_leaves_out_what_is_of_this_computer(memory: Memory) -> None:
    for name in (".gitignore", ".stignore"):
        lines = (memory.folder / name).read_text().splitlines()
        assert {"index/", "state/lock", "state/change.json"} <= set(lines)


MOUNTS = """/dev/sda1 / ext4 rw 0 0
server:/home /home nfs4 rw 0 0
/dev/sdb1 /home/ana/disk ext4 rw 0 0
//nas/x /mnt/my\\040nas cifs rw 0 0
ana@x:/ /mnt/ssh fuse.sshfs rw 0 0
/dev/sdc1 /mnt/usb fuse.ntfs-3g rw 0 0
short
"""


@pytest.mark.parametrize(
    ("path", "network"),
    [
        ("/var/x", False),
        ("/home/ana", True),
        ("/home/ana/disk/x", False),
        ("/homes/ana", False),
        ("/mnt/my nas/x", True),
        ("/mnt/ssh/x", True),
        ("/mnt/usb/x", False),
    ],
)
def test_network_file_systems_are_told_from_local_ones(path: str, network: bool) -> None:
    assert places.is_network(places.file_system(MOUNTS.splitlines(), Path(path))) is network


def test_on_a_network_the_index_is_in_the_local_cache(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(places, "on_network", lambda folder: True)
    memory = Memory.open(home, "team", make=True)
    memory.refresh()
    keep(memory, "Ana", "Ana works in research.")
    assert len(memory.rows()) == 1
    assert list((memory.folder / "index").iterdir()) == []
    index = places.index_folder(memory.folder)
    assert index.is_relative_to(tmp_path / "cache")
    assert (index / "catalog.db").exists()
    memory.close()
    places.delete(home, "team")
    assert not index.exists()


def test_a_name_is_the_same_memory_in_any_unicode_form(home: Path) -> None:
    with pytest.raises(MemtuiError, match="NAME_UNUSABLE"):
        places.create(home, unicodedata.normalize("NFD", "é"))


def test_without_its_settings_a_memory_with_notes_is_still_one(tmp_path: Path) -> None:
    places.create(tmp_path, "team")
    (tmp_path / "team" / "memory.toml").unlink()
    assert places.memory_names(tmp_path) == ["team"]
    Memory.open(tmp_path, "team").close()
    for name in ("team", "Team"):
        with pytest.raises(MemtuiError) as caught:
            places.create(tmp_path, name)
        assert caught.value.code is Code.MEMORY_EXISTS
    places.delete(tmp_path, "team")
    assert places.memory_names(tmp_path) == []


def test_a_home_below_that_of_nobody_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_HOME", "~nobody-here/memories")
    for given in (None, Path("~nobody-here/memories")):
        with pytest.raises(MemtuiError) as refused:
            places.home_folder(given)
        assert refused.value.code is Code.MEMORY_UNKNOWN
