import pytest

from memtui import __version__
from memtui.cli.parsing import COMMANDS
from tests.cli.conftest import Line


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_each_command_is_short_and_has_an_example(memtui: Line, command: str) -> None:
    ran = memtui(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert f"\nexample:\n  memtui {command}" in ran.out.replace("memtui -m team", "memtui")
    assert len(ran.out.splitlines()) <= 48
    assert max(map(len, ran.out.splitlines())) <= 100


def test_the_help_names_every_command(memtui: Line) -> None:
    ran = memtui("--help")
    assert ran.code == 0
    assert all(f"\n    {command} " in ran.out for command in COMMANDS)
    assert memtui("--version").out == f"memtui {__version__}\n"


@pytest.mark.parametrize(
    ("argv", "prog"),
    [
        (("no-such",), "memtui"),
        (("--frob",), "memtui"),
        (("facts", "--frob"), "memtui facts"),
        (("facts", "--sub", "Ana"), "memtui facts"),
        (("show",), "memtui show"),
        (("search", "x", "-k", "many"), "memtui search"),
        (("facts", "-m"), "memtui facts"),
    ],
)
def test_what_cannot_be_understood_is_usage(memtui: Line, argv: tuple[str, ...], prog: str) -> None:
    ran = memtui(*argv)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("memtui: USAGE: ")
    assert ran.err.endswith(f"{prog} --help shows what it takes.\n")
    assert memtui("--json", *argv).json["error"]["code"] == "USAGE"


def test_an_argument_that_is_no_text_is_refused_and_never_changed(memtui: Line) -> None:
    ran = memtui(
        "remember", "--subject", "Ana", "--attribute", "role", "--fact", "Ana \udcff sings"
    )
    assert (ran.code, ran.err.partition(":")[0]) == (2, "memtui")
    assert "“Ana ? sings” is not UTF-8 text" in ran.err
    assert memtui("show", "\udcff").code == 2
    assert memtui("search", "fine", "\udcff").code == 2
    assert memtui("facts", "--home", str(memtui.home) + "\udcff", "-m", "x").code == 1


def test_the_help_spells_json_right(memtui: Line) -> None:
    assert "\nWrite every fact as JSON lines.\n" in memtui("export", "--help").out


def test_numbers_without_end_are_no_crash(memtui: Line) -> None:
    memtui("new", "t")
    assert memtui("search", "Ana", "-k", "9" * 30).code == 0
    assert memtui("search", "Ana", "-k", "9" * 5000).code == 2


def test_a_trial_makes_no_memory(memtui: Line) -> None:
    ran = memtui("-m", "new", "remember", "--subject", "Ana", "--attribute", "role", "--fact",
                 "Ana sings.", "--dry-run")  # fmt: skip
    assert ran.out.startswith("new       Ana — role: Ana sings.")
    talk = memtui.home.with_name("talk.txt")
    talk.write_text("Ana: Hi.\nBruno: Bruno lives in Recife.\nAna: Fine.\n")
    told = memtui("-m", "new", "remember", "--from", talk, "--extractor", "plain", "--dry-run",
                  "--json").json["proposals"]  # fmt: skip
    assert [each["subject"] for each in told] == ["Bruno"]
    assert not memtui.home.exists()
