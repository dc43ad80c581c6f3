"""What assistants proposed, as the command line tells of it."""

from memtui.desk.desk import Desk
from memtui.desk.queue import Suggestion, suggest
from tests.cli.conftest import Line


def test_status_says_who_proposed_what_waits(memtui: Line) -> None:
    memtui.ana()
    desk = Desk.open(memtui.home, "t", clock=lambda: memtui.now)
    suggest(desk, "Claude Code", [Suggestion("Ana", "pet", "Ana has a cat.")])
    desk.close()
    assert "1 proposal in 1 review, from Claude Code (MCP)" in memtui("status").out
    (review,) = memtui("status", "--json").json["reviews"]
    assert review["origin"] == "Claude Code (MCP)"
    assert review["made"] == "2026-10-12T09:31:08Z"
