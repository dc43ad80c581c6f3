from collections import Counter
from collections.abc import Callable

import pytest

from memtui.desk.desk import Desk
from memtui.desk.tidying.findings import findings, findings_after, keep_aside, seen
from memtui.desk.tidying.looking import Looked
from memtui.tui.app import MemtuiApp
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import LineList
from tests.tui.seen import said_last
from tests.tui.settling import press, settle, type_text

Kept = Callable[..., str]


def lines(app: MemtuiApp) -> list[str]:
    shown = app.screen.query_one(LineList).lines
    return ["".join(part for part, _ in line.parts) for line in shown]


def under_cursor(app: MemtuiApp) -> str:
    shown = app.screen.query_one(LineList)
    return next(
        "".join(part for part, _ in line.parts) for line in shown.lines if line.item == shown.cursor
    )


def about(app: MemtuiApp) -> str:
    return str(app.screen.query_one("#about").render())


def untidy(kept: Kept) -> None:
    kept("Ana", "role", "Ana leads.", "2026-09-12")
    kept("Ana", "city", "Ana lives in Recife.", "2026-09-12")
    kept("Ana Lima", "role", "Ana Lima researches.", "2026-10-12")
    kept("Bruno", "deadline", "Bruno's report is due on 9 October 2026.", "2026-10-01")
    kept("Carla", "city", "Lives in Porto.", "2026-10-01")


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """As many as there were looks at everything."""
    looks = list[None]()

    def counted(desk: Desk, go_on: Callable[[int, Callable[[], Looked]], bool]) -> Looked:
        looks.append(None)
        return findings(desk, go_on)

    monkeypatch.setattr("memtui.tui.screens.findings_screen.findings", counted)
    return looks


async def test_findings_stand_by_kind_with_what_their_fix_would_do(
    app: MemtuiApp, kept: Kept
) -> None:
    untidy(kept)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "w")
        assert lines(app) == [
            "Subjects that may be one  1",
            "Ana Lima (1) and Ana (2)",
            "Deadlines that have passed  1",
            "Bruno — deadline: Bruno's report is due on 9 October 2026.",
            "Sentences that do not name their subject  1",
            "Carla — city: Lives in Porto.",
        ]
        assert "f  rename Ana Lima to Ana, joining their timelines" in about(app)
        assert "Ana — role: Ana leads.  (12 Sep–12 Oct 2026)" in about(app)
        await press(pilot, "G")
        assert "Carla — city: Carla: Lives in Porto.  (since 1 Oct 2026)" in about(app)


async def test_a_fix_is_one_key_and_undone_with_another(
    app: MemtuiApp, desk: Desk, kept: Kept
) -> None:
    untidy(kept)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "w", "j", "f")
        assert said_last(app) == "done: it ended on 9 Oct 2026 · u takes it back"
        assert len(findings(desk).findings) == 2
        await press(pilot, "u")
        assert len(findings(desk).findings) == 3


async def test_after_a_fix_only_what_it_touched_is_looked_at_again(
    app: MemtuiApp, kept: Kept, looks: list[None]
) -> None:
    untidy(kept)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "w", "j", "f", "G", "f")
        assert lines(app) == ["Subjects that may be one  1", "Ana Lima (1) and Ana (2)"]
        assert len(looks) == 1
        await press(pilot, "f", "y")
        assert lines(app) == ["Nothing wants mending."]
        assert len(looks) == 2


def test_a_look_at_what_a_fix_touched_finds_what_a_look_at_everything_does(
    desk: Desk, kept: Kept
) -> None:
    untidy(kept)
    kept("Diego", "role", "Leads.", "2023-10-01")
    kept("Diego", "role", "Follows.", "2023-10-01")
    kept("Eva", "city", "Lives in Rome.", "2022-10-01")
    keep_aside(desk, [each.key for each in findings(desk).findings if "Eva" in each.what][:1])
    touched = 0
    for finding in findings(desk).findings:
        for fix in finding.fixes:
            before, since = findings(desk), seen(desk)
            found = findings_after(desk, before, since, desk.apply(fix.request))
            if found is not None:
                touched += 1
                assert found.findings == findings(desk).findings
                assert +Counter(found.numbers) == +Counter(findings(desk).numbers)
            desk.undo()
    assert touched >= 8


async def test_what_others_change_is_looked_at_and_the_cursor_stays_on_its_finding(
    app: MemtuiApp, desk: Desk, kept: Kept
) -> None:
    untidy(kept)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "w", "G")
        assert under_cursor(app) == "Carla — city: Lives in Porto."
        kept("Berta", "city", "Lives in Graz.", "2026-10-01")
        app.memory_changed.publish(None)
        await settle(pilot)
        assert "Berta — city: Lives in Graz." in lines(app)
        assert under_cursor(app) == "Carla — city: Lives in Porto."


async def test_a_fix_that_is_being_asked_for_stays_while_others_change_notes(
    app: MemtuiApp, desk: Desk, kept: Kept
) -> None:
    untidy(kept)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "w", "f")
        kept("Ana Lima", "pet", "Ana Lima has a cat.", "2026-10-01")
        app.memory_changed.publish(None)
        await settle(pilot)
        assert type(app.screen).__name__ == "FixDialog"
        await press(pilot, "y")
        assert lines(app)[0] == "Deadlines that have passed  1"
        assert [fact.subject for fact in desk.memory.facts(subject="Ana")] == ["Ana"] * 3


async def test_nothing_is_looked_at_again_where_nothing_changed(
    app: MemtuiApp, kept: Kept, looks: list[None]
) -> None:
    untidy(kept)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "w", "j", "f", "u", "T", "q")
        app.memory_changed.publish(None)
        await settle(pilot)
        assert len(lines(app)) == 6
        assert len(looks) == 1


async def test_merging_shows_the_timelines_that_result_and_asks(
    app: MemtuiApp, desk: Desk, kept: Kept
) -> None:
    untidy(kept)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "w", "f")
        assert lines(app) == [
            "Ana — role",
            "Ana leads.  (12 Sep–12 Oct 2026)",
            "Ana Lima researches.  (since 12 Oct 2026)",
        ]
        await press(pilot, "n")
        assert len(findings(desk).findings) == 3
        await press(pilot, "f", "y")
        assert [fact.fact for fact in desk.memory.timeline("Ana", "role")] == [
            "Ana leads.",
            "Ana Lima researches.",
        ]
        await press(pilot, "q", "u")
        assert len(desk.memory.timeline("Ana", "role")) == 1


async def test_the_whole_of_long_timelines_is_shown_before_they_are_joined(
    app: MemtuiApp, desk: Desk, kept: Kept
) -> None:
    long = " ".join(["a long way"] * 12)
    for day in range(1, 29):
        who = "Ana Lima" if day % 2 else "Ana"
        kept(who, "role", f"{who} went {long}, the {day}th.", f"2026-09-{day:02}")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "w", "f")
        shown = app.screen.query_one(LineList)
        assert " ".join(lines(app)).count("Ana Lima went") == 14
        assert len(shown.items) == 28
        assert not any(line.endswith("…") for line in lines(app))
        await press(pilot, "G")
        assert shown.scroll_offset.y > 0
        assert under_cursor(app).startswith("Ana went")
        await press(pilot, "y")
        assert len(desk.memory.timeline("Ana", "role")) == 28


async def test_a_finding_is_put_aside_and_shown_again(
    app: MemtuiApp, desk: Desk, kept: Kept
) -> None:
    untidy(kept)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "w", "i")
        assert findings(desk).findings[0].what.startswith("Bruno")
        await press(pilot, "A")
        assert len(lines(app)) == 6


async def test_a_sentence_is_corrected_in_other_words(
    app: MemtuiApp, desk: Desk, kept: Kept
) -> None:
    untidy(kept)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "w", "G", "e", "home")
        await type_text(pilot, "Carla: ")
        await press(pilot, "enter")
        assert [fact.fact for fact in desk.memory.timeline("Carla", "city")] == [
            "Carla: Lives in Porto."
        ]
        assert len(lines(app)) == 4


async def test_notes_that_cannot_be_read_are_listed_and_only_a_person_can_mend_them(
    app: MemtuiApp, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VISUAL", "vi")
    broken = desk.memory.folder / "notes" / "memory" / "f_00000000000000aa.md"
    broken.parent.mkdir(parents=True, exist_ok=True)
    broken.write_text("---\nid: [\n---\n")
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "w", "f")
        assert lines(app)[0] == "Notes that cannot be read  1"
        assert about(app).startswith("It is left exactly as it is")
        assert "This terminal cannot be lent" in said_last(app)


async def test_a_secret_anywhere_in_a_note_is_found_and_gone_with_it(
    app: MemtuiApp, desk: Desk, kept: Kept
) -> None:
    note = desk.memory.path(kept("Gil", "wifi", "Gil uses the net of the house.", "2026-10-01"))
    note.write_text(note.read_text() + "\nThe password is hunter2.\n")
    desk.refresh()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "w")
        assert lines(app) == ["Looks like a secret  1", "Gil — wifi: password"]
        assert "hunter2" not in about(app)
        await press(pilot, "f", "y")
        assert lines(app) == ["Nothing wants mending."]
        assert not note.exists()
        await press(pilot, "u")
        assert lines(app) == ["Looks like a secret  1", "Gil — wifi: password"]


async def test_nothing_wants_mending(app: MemtuiApp, kept: Kept) -> None:
    kept("Ana", "city", "Ana lives in Recife.", "2026-09-12")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "w", "f", "o", "e", "i", "T")
        assert lines(app) == ["Nothing wants mending."]
        await press(pilot, "q")
        assert type(app.screen).__name__ == "MainScreen"


async def test_the_footer_offers_what_can_be_done_with_what_was_found(
    app: MemtuiApp, kept: Kept
) -> None:
    def footer() -> list[str]:
        return [command.id for _, command in app.screen.query_one(Hints).shown()]

    untidy(kept)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "w", "j")
        assert footer()[:4] == ["fix", "other_fix", "correct", "aside"]
        await press(pilot, "f")
        assert "undo" in footer()
