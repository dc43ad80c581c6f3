import pytest

from tests.cli.conftest import Line


def test_tags_are_added_and_taken_away(memtui: Line) -> None:
    fact = memtui.remember("Ana", "role", "Ana works in research.", "2026-10-12")
    ran = memtui("tag", fact["id"], "+urgent", "+work")
    assert (ran.code, ran.out) == (
        0,
        "tagged: Ana — role: Ana works in research.  (2026-10-12)\n  tags: urgent, work\n",
    )
    ran = memtui("tag", "-urgent", fact["id"], "-home", "+later", "--json")
    assert [fact["tags"] for fact in ran.json["facts"]] == [["work", "later"]]
    assert memtui("tag", fact["id"], "+work").out.startswith("nothing to change: Ana — role")
    assert "tags       work, later" in memtui("show", fact["id"]).out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [((), 2), (("work",), 2), (("+",), 1), (("+ghp_abcdefghijklmnop1234",), 1)],
)
def test_what_is_no_tag_is_refused(memtui: Line, arguments: tuple[str, ...], code: int) -> None:
    fact = memtui.remember("Ana", "role", "Ana works in research.", "2026-10-12")
    assert memtui("tag", fact["id"], *arguments).code == code
    assert memtui("tag", "f_0000", "+x").code == 1


def test_several_facts_are_tagged_as_one_change(memtui: Line) -> None:
    ana = memtui.remember("Ana", "role", "Ana works in research.", "2026-10-12")
    bo = memtui.remember("Bo", "home", "Bo lives in Porto.", "2026-10-12")
    memtui("tag", ana["id"], "+work")
    ran = memtui("tag", ana["id"], f"[{bo['id']}]", ana["id"], "+work")
    assert ran.out.splitlines() == [
        "nothing to change: Ana — role: Ana works in research.  (2026-10-12)",
        "  tags: work",
        "tagged: Bo — home: Bo lives in Porto.  (2026-10-12)",
        "  tags: work",
    ]
    assert memtui("tag", bo["id"], "f_0000", "+never").code == 1
    assert "never" not in memtui("show", bo["id"]).out
