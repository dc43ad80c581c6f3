"""`forget`, `batches` and `undo`: what is deleted, and what goes back to how it was."""

from typing import TYPE_CHECKING

from memtui.cli.call import Call, UsageError
from memtui.cli.columns import table
from memtui.cli.listing import print_facts
from memtui.cli.parsing import Command, Parser
from memtui.cli.sources import source_meant
from memtui.desk.telling import (
    count,
    forget_line,
    forgotten,
    gone_line,
    repetitions,
    taken_back_line,
    whence,
)
from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Fact
from memtui.facts.keeping import Change, Forget, ForgetSource, TakeBack

if TYPE_CHECKING:
    from memtui.desk.desk import Desk
    from memtui.store.memory import Memory

_ELSEWHERE = "Copies that others made (git, backups, a synchronised folder) stay."


def _forget_arguments(parser: Parser) -> None:
    parser.add_argument("ids", nargs="*", metavar="ID", help="ids of facts, or citations")
    parser.add_argument(
        "--history", action="store_true", help="their earlier facts too, as far as they go"
    )
    parser.add_argument("--subject", metavar="S", help="everything about S")
    parser.add_argument("--source", metavar="T", help="everything from this source")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _forget(call: Call) -> int:
    asked = call.options
    named = [bool(asked.ids), asked.subject is not None, asked.source is not None]
    if sum(named) != 1:
        raise UsageError("give ids, or --subject, or --source", "memtui forget")
    _needs_yes(call, "forget")
    with call.desk() as desk:
        request = _request(call, desk.memory)
        shown = desk.preview(request)
        if not _agreed(call, desk, shown, "Forget"):
            return 0
        change = desk.apply(request, shown)
        if call.out.as_json:
            _document(call, change, desk.memory)
            return 0
        call.out.line(forget_line(change))
        for fact in _left_ended(change):
            call.out.note(
                f"{fact.subject} — {fact.attribute}: “{fact.fact}” stays history;"
                f" memtui restore {fact.id} brings it back"
            )
    return 0


def _request(call: Call, memory: "Memory") -> Forget | ForgetSource:
    asked = call.options
    if asked.source is not None:
        return ForgetSource(source_meant(memory, asked.source))
    if asked.ids:
        ids = [memory.fact(id_).id for id_ in asked.ids]
    else:
        ids = [fact.id for fact in memory.facts(history=True, subject=asked.subject)]
    if not ids:
        raise MemtuiError(
            Code.FACT_UNKNOWN,
            f"No fact about {asked.subject} is kept in {memory.name}.",
            "memtui facts --history lists what there is.",
        )
    return Forget(tuple(dict.fromkeys(ids)), history=asked.history)


def _batches_arguments(parser: Parser) -> None:
    del parser


def _batches(call: Call) -> int:
    with call.memory() as memory:
        batches = memory.batches()
        if call.out.as_json:
            from memtui.desk.as_json import moment_json

            listed = [
                {
                    "id": batch.id,
                    "kept": moment_json(batch.kept),
                    "source": batch.source,
                    "count": batch.count,
                }
                for batch in batches
            ]
            call.out.document({"batches": listed})
            return 0
        rows = [
            (
                batch.id,
                f"{batch.kept:%Y-%m-%d %H:%M} UTC" if batch.kept else "",
                count(batch.count, "fact"),
                whence(batch),
            )
            for batch in batches
        ]
        for line in table(rows):
            call.out.line(line)
        if not rows:
            call.out.note(f"nothing was kept together in {memory.name}")
    return 0


def _undo_arguments(parser: Parser) -> None:
    parser.add_argument("batch", metavar="BATCH", help="as `memtui batches` lists it")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _undo(call: Call) -> int:
    _needs_yes(call, "undo")
    request = TakeBack(call.options.batch)
    with call.desk() as desk:
        shown = desk.preview(request)
        if not _agreed(call, desk, shown, "Take back"):
            return 0
        change = desk.apply(request, shown)
        if call.out.as_json:
            _document(call, change, desk.memory)
        else:
            call.out.line(taken_back_line(change))
    return 0


def _needs_yes(call: Call, command: str) -> None:
    if call.out.as_json and not call.options.yes:
        raise UsageError("--json asks nothing, so it needs --yes", f"memtui {command}")


def _agreed(call: Call, desk: "Desk", shown: Change, verb: str) -> bool:
    """Show what goes and what changes with it, and ask; without asking for `--yes`."""
    if call.options.yes:
        return True
    print_facts(call.out, forgotten(shown))
    if said_less := repetitions(shown):
        call.out.line("stays, said on fewer days:")
        print_facts(call.out, said_less)
    back = [
        edit.after
        for edit in shown.edits
        if edit.after and edit.after.current and not (edit.before and edit.before.current)
    ]
    if back:
        call.out.line("holds again:")
        print_facts(call.out, back)
    call.out.note(_ELSEWHERE)
    if call.out.confirmed(f"{verb} {gone_line(shown)} in {desk.memory.name}?"):
        return True
    call.out.note("nothing was changed")
    return False


def _changed(change: Change) -> list[Fact]:
    return [edit.after for edit in change.edits if edit.after]


def _left_ended(change: Change) -> list[Fact]:
    """What is last of its timeline now, and has ended because what followed is gone."""
    return [
        edit.after
        for edit in change.edits
        if edit.before and edit.after and edit.after.ended and not edit.before.ended
    ]


def _document(call: Call, change: Change, memory: "Memory") -> None:
    from memtui.desk.as_json import facts_json

    forgot = [fact.id for fact in forgotten(change)]
    call.out.document(
        {
            "forgotten": forgot,
            "joined": [
                edit.id for edit in change.edits if not edit.after and edit.id not in forgot
            ],
            "changed": facts_json(_changed(change), memory.path),
        }
    )


COMMANDS = {
    "forget": Command(_forget_arguments, _forget, "memtui forget f_9b2c4d6e --history"),
    "batches": Command(_batches_arguments, _batches, "memtui batches"),
    "undo": Command(_undo_arguments, _undo, "memtui undo b_71f20a4c"),
}
