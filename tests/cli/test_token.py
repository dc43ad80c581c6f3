"""`memtui token`: made once, listed without itself, revoked."""

from tests.cli.conftest import Line


def test_a_token_is_shown_once(memtui: Line) -> None:
    memtui("new", "t")
    made = memtui("token", "make", "Open WebUI", "--scope", "read", "--only", "t")
    token = made.out.strip()
    assert token.startswith("memtui_")
    assert made.err == "it is shown this once; only its hash is kept\n"
    listed = memtui("token", "list")
    assert listed.out == "Open WebUI  read  t  2026-10-12T09:31:05+00:00\n"
    assert token not in memtui("token", "list", "--json").out
    assert memtui("token", "make", "open webui").err.startswith("memtui: NAME_UNUSABLE")
    assert memtui("token", "revoke", "open webui").out == "revoked open webui\n"
    assert memtui("token", "list").err.startswith("there are no tokens")


def test_a_token_is_for_somebody(memtui: Line) -> None:
    assert memtui("token", "make").code == 2
    assert memtui("token", "make", "x", "--only", "../etc").err.startswith("memtui: NAME_UNUSABLE")
    assert memtui("token", "make", "x", "--only", "other").err.startswith("memtui: MEMORY_UNKNOWN")


def test_revoking_what_is_not_there_fails_and_says_so(memtui: Line) -> None:
    memtui("token", "make", "scripts")
    missed = memtui("token", "revoke", "script")
    assert missed.code == 1
    assert "There is no token called script." in missed.err
    assert memtui("token", "list").out.startswith("scripts")
