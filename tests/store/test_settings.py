from datetime import UTC, datetime
from pathlib import Path

import pytest

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Rules
from memtui.facts.keeping import ChangeRules
from memtui.store.memory import Memory
from tests.store.making import keep

TEXT = """# mine
evidence = false   # no quotes
colour = "red"

[me]
names = ["Ana"] # that is me

[attributes]
many = [
  "likes", # of course
]

[attributes.aliases]
job = "role"
"""


def test_comments_and_unknown_keys_stay_when_settings_are_changed(memory: Memory) -> None:
    path = memory.folder / "memory.toml"
    path.write_text(TEXT)
    assert memory.refresh().settings
    assert memory.unknown_settings == ("colour",)
    memory.save_settings({"extractor.model": "x", "me.time_zone": "Asia/Tokyo", "evidence": None})
    assert not memory.refresh().settings
    text = path.read_text()
    for part in ("# mine", 'colour = "red"', "# that is me", "# of course", 'job = "role"'):
        assert part in text
    assert memory.settings.extractor.model == "x"
    assert memory.settings.evidence
    assert memory.settings.me.names == ("Ana",)


def test_rules_are_changed_where_they_stand(memory: Memory) -> None:
    path = memory.folder / "memory.toml"
    path.write_text(TEXT)
    memory.refresh()
    rules = Rules(("likes", "pets"), (("job", "role"),), (("Ana Lima", "Ana"),))
    change = memory.apply(ChangeRules(rules))
    assert memory.rules == rules
    assert "# no quotes" in path.read_text()
    assert Memory.open(memory.folder.parent, "team").rules == rules
    memory.undo(change)
    assert path.read_text() == TEXT
    assert memory.rules.many == ("likes",)


def test_settings_are_taken_back_to_the_byte(memory: Memory) -> None:
    path = memory.folder / "memory.toml"
    path.write_text(TEXT)
    memory.refresh()
    first = memory.save_settings({"evidence": None, "me.time_zone": "Asia/Tokyo"})
    second = memory.save_settings({"me.names": None})
    memory.undo(second)
    memory.undo(first)
    assert path.read_text() == TEXT
    assert not memory.refresh().settings


def test_only_what_a_change_set_is_taken_back(memory: Memory) -> None:
    path = memory.folder / "memory.toml"
    path.write_text(TEXT)
    change = memory.save_settings({"me.names": ["Ana", "Ana Lima"]})
    path.write_text(path.read_text().replace('"red"', '"blue"'))
    memory.undo(change)
    assert path.read_text() == TEXT.replace('"red"', '"blue"')
    change = memory.save_settings({"me.names": None})
    path.write_text(path.read_text().replace("[me]", '[me]\nnames = ["Bo"]'))
    with pytest.raises(MemtuiError, match="The settings were changed since") as caught:
        memory.undo(change)
    assert caught.value.code is Code.MEMORY_CHANGED


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("colour", 'colour = "red"\n'),
        ("index.sort.by", '[index]\nsort.by = 1979-05-27\n\n[me]\nnames = ["Ana"]\n'),
        ("odd.key", '"odd.key" = [1, {a = 2}]\n'),
        ("theirs", "[me]\nnames = []\n\n[[theirs]]\nx = 1\n\n[[theirs]]\nx = 2\n"),
        ("theirs", "[theirs.a]\nx = 1\n\n[me]\nnames = []\n\n[theirs.b]\nx = 2\n"),
    ],
)
def test_a_key_that_nobody_knows_is_taken_out_and_put_back(
    memory: Memory, name: str, text: str
) -> None:
    path = memory.folder / "memory.toml"
    path.write_text(text)
    memory.refresh()
    change = memory.save_settings({name: None})
    assert memory.unknown_settings in ((), ("index.sort",))
    assert name.rpartition(".")[2] not in path.read_text()
    memory.undo(change)
    assert path.read_text() == text


def test_a_setting_of_the_wrong_kind_is_refused(memory: Memory) -> None:
    before = (memory.folder / "memory.toml").read_bytes()
    with pytest.raises(MemtuiError, match=r"`me.names` should be a list of texts"):
        memory.save_settings({"me.names": "Ana"})
    assert (memory.folder / "memory.toml").read_bytes() == before


@pytest.mark.parametrize("text", ["evidence = ", "evidence = 3", "\xff"])
def test_settings_that_cannot_be_read_are_named(memory: Memory, text: str) -> None:
    (memory.folder / "memory.toml").write_bytes(text.encode("latin-1"))
    for open_or_look in (memory.refresh, lambda: Memory.open(memory.folder.parent, "team")):
        with pytest.raises(MemtuiError) as caught:
            open_or_look()
        assert caught.value.code is Code.SETTINGS_UNREADABLE
        assert str(memory.folder / "memory.toml") in caught.value.message


def test_evidence_is_not_written_where_it_is_not_wanted(memory: Memory) -> None:
    memory.save_settings({"evidence": False})
    keep(memory, "Ana", "Ana sings.")
    assert not memory.settings.evidence


def test_today_is_the_day_where_the_person_is(home: Path) -> None:
    late = datetime(2024, 10, 12, 23, 30, tzinfo=UTC)
    memory = Memory.open(home, "team", make=True, clock=lambda: late)
    memory.save_settings({"me.time_zone": "Asia/Tokyo"})
    assert memory.today.day == 13
    memory.save_settings({"me.time_zone": "America/Los_Angeles"})
    assert memory.today.day == 12
    for zone in ("Nowhere/Town", "../../etc/passwd"):
        memory.save_settings({"me.time_zone": zone})
        with pytest.raises(MemtuiError, match=r"me\.time_zone"):
            _ = memory.today
    memory.close()


def test_small_values_are_kept_under_their_names(memory: Memory) -> None:
    assert memory.read_state("drafts/r_1") is None
    memory.write_state("drafts/r_1", {"text": "é\ud7ff", "n": [1, None]})
    memory.write_state("drafts/r_2", 2)
    memory.write_state("declined", [])
    assert memory.read_state("drafts/r_1") == {"text": "é\ud7ff", "n": [1, None]}
    assert memory.states("drafts/") == ["drafts/r_1", "drafts/r_2"]
    memory.write_state("drafts/r_1", None)
    memory.write_state("drafts/r_1", None)
    assert memory.states("") == ["declined", "drafts/r_2"]
    (memory.folder / "state" / "declined.json").write_bytes(b"{")
    assert memory.read_state("declined") is None
    for name in ("../x", "a b", "", "/x", "change", "lock"):
        with pytest.raises(ValueError, match="no name"):
            memory.write_state(name, 1)
