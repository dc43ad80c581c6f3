"""`memtui context`, as a prompt hook calls it."""

import json

from tests.cli.conftest import Line


def test_a_message_recalls_what_it_names(memtui: Line) -> None:
    fact = memtui.ana()["Ana works in research."]
    ran = memtui("context", "--words", "what", "does", "Ana", "do?")
    assert (ran.code, ran.err) == (0, "")
    assert f"[{fact['id']}] Ana — role: Ana works in research." in ran.out
    assert "recalled   1 time, last on 12 Oct 2026" in memtui("show", fact["id"]).out
    shown = memtui("show", fact["id"], "--json").json
    assert shown["recalled"] == {"times": 1, "last": "2026-10-12"}


def test_small_talk_prints_nothing(memtui: Line) -> None:
    memtui.ana()
    ran = memtui("context", "--words", "thanks!")
    assert (ran.code, ran.out, ran.err) == (0, "", "")


def test_a_hook_gives_its_prompt_as_json(memtui: Line) -> None:
    memtui.ana()
    hook = json.dumps({"session_id": "x", "prompt": "what does Ana do?"})
    assert "Ana works in research." in memtui("context", "--words", "--hook", stdin=hook).out
    assert "Ana works" in memtui("context", "--words", "-", stdin="tell me of Ana").out
    # With 2 the assistant would drop the person's message.
    for odd in ("{}", "[" * 100_000, "5"):
        assert memtui("context", "--hook", stdin=odd).code == 1


def test_json_has_the_text_and_the_facts(memtui: Line) -> None:
    memtui.ana()
    document = memtui("context", "--words", "Ana", "--json").json
    assert document["standing"] == []
    assert document["recalled"][0]["fact"] == "Ana works in research."
    assert document["text"].count("\n") == 2 + len(document["recalled"])


def test_a_budget_too_small_is_refused(memtui: Line) -> None:
    assert memtui("context", "--budget", "10", "x").code == 2
