from tests.cli.conftest import Line


def test_a_memory_is_made_listed_and_deleted(memtui: Line) -> None:
    folder = memtui.home / "team"
    assert memtui("new", "team").out == f"made team in {folder}\n"
    assert memtui("memories").out == f"team  {folder}\n"
    assert memtui("memories", "--json").json == {
        "home": str(memtui.home),
        "memories": [{"name": "team", "path": str(folder)}],
    }
    assert memtui("new", "Team", "--json").json["error"]["code"] == "MEMORY_EXISTS"
    assert memtui("delete", "team", "--yes").out == "deleted team\n"
    assert not folder.exists()


def test_deleting_asks_for_the_name(memtui: Line) -> None:
    memtui.remember("Ana", "role", "Ana works in research.", "2026-10-12")
    for answer in ("y\n", "yes\n", "T\n", ""):
        ran = memtui("delete", "t", stdin=answer)
        assert (ran.code, ran.out) == (0, "")
        assert "t keeps 1 fact; deleting it cannot be taken back." in ran.err
        assert (memtui.home / "t").exists()
    assert memtui("delete", "t", "--json").code == 2
    assert memtui("delete", "t", stdin="t\n").out == "deleted t\n"
    assert not (memtui.home / "t").exists()
    assert memtui("delete", "t", "--yes", "--json").json["error"]["code"] == "MEMORY_UNKNOWN"


def test_a_name_that_no_folder_can_have_everywhere_is_refused(memtui: Line) -> None:
    for name in ("..", "a/b", "con", "", "ä", "x" * 65):
        ran = memtui("new", name, "--json")
        assert (ran.code, ran.json["error"]["code"]) == (1, "NAME_UNUSABLE"), name


def test_only_remember_and_import_make_a_memory_that_is_named(memtui: Line) -> None:
    for argv in (
        ("facts",),
        ("search", "x"),
        ("show", "f_0123"),
        ("status",),
        ("batches",),
        ("export",),
        ("forget", "f_0123", "--yes"),
    ):
        ran = memtui("-m", "team", *argv, "--json")
        assert (ran.code, ran.json["error"]["code"]) == (1, "MEMORY_UNKNOWN"), argv
        assert "memtui new team" in ran.json["error"]["hint"]
    assert not memtui.home.exists()


def test_the_default_memory_is_made_on_first_use(memtui: Line) -> None:
    del memtui.environ["MEMTUI_MEMORY"]
    assert memtui("facts", "--json").json == {"facts": []}
    assert (memtui.home / "default").is_dir()


def test_memory_and_home_are_taken_before_and_after_the_command(memtui: Line) -> None:
    hand = ("--subject", "Ana", "--attribute", "role", "--fact", "Ana sings.")
    other = memtui.home.with_name("other")
    assert memtui("-m", "a", "--home", other, "remember", *hand).code == 0
    assert memtui("remember", *hand, "-m", "b", "--home", other).code == 0
    assert memtui("--home", other, "--json", "memories").json["memories"] == [
        {"name": "a", "path": str(other / "a")},
        {"name": "b", "path": str(other / "b")},
    ]
    assert len(memtui("--json", "facts", "--memory", "a", "--home", other).json["facts"]) == 1


def test_without_a_command_the_app_opens_on_the_memory(memtui: Line) -> None:
    assert memtui().code == 0
    assert memtui("-m", "team").code == 0
    assert memtui.opened == [(memtui.home, "t"), (memtui.home, "team")]
    assert memtui("--json").code == 2


def test_the_demo_is_gone_afterwards(memtui: Line) -> None:
    assert memtui("demo").code == 0
    ((home, name),) = memtui.opened
    assert name == "demo"
    assert not home.exists()
