"""`correct`, `end`, `restore` and `rename`: what is kept is put right, nothing is deleted."""

from typing import TYPE_CHECKING

from memtui.cli.call import Call, UsageError
from memtui.cli.parsing import Command, Parser
from memtui.desk.telling import count
from memtui.errors import Code, MemtuiError
from memtui.facts.days import read_day
from memtui.facts.fact import Fact
from memtui.facts.keeping import Change, Correct, End, Rename, Restore

if TYPE_CHECKING:
    from memtui.store.memory import Memory

_ID = "a fact's id, its beginning, or a citation"


def _correct_arguments(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID", help=_ID)
    parser.add_argument("--subject", metavar="S", help="whom or what it is about")
    parser.add_argument("--attribute", metavar="A", help="what about it")
    parser.add_argument("--fact", metavar="F", help="the sentence")
    parser.add_argument("--said", metavar="D", type=read_day, help="when it was said")
    parser.add_argument("--source", metavar="T", help="where it was said")
    parser.add_argument(
        "--only", action="store_true", help="leave its earlier facts where they are"
    )
    parser.add_argument(
        "--join", action="store_true", help="join it with what is kept there already"
    )


def _correct(call: Call) -> int:
    asked = call.options
    given = (asked.subject, asked.attribute, asked.fact, asked.said, asked.source)
    if all(each is None for each in given):
        raise UsageError("say what to correct: --fact, --subject, …", "memtui correct")
    with call.desk() as desk:
        memory = desk.memory
        fact = memory.fact(asked.id)
        request = Correct(
            fact.id,
            subject=asked.subject,
            attribute=asked.attribute,
            fact=asked.fact,
            said=call.said(asked.said, memory.today),
            source=None if asked.source is None else call.source(asked.source),
            only=asked.only,
            join=asked.join,
        )
        try:
            change = desk.apply(request)
        except MemtuiError as error:
            if error.code is Code.THING_EXISTS:
                error.hint = f"{error.hint} `--join` joins them."
            raise
        _tell(call, memory, change, fact.id, "corrected")
    return 0


def _end_arguments(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID", help=_ID)
    parser.add_argument("--on", metavar="D", type=read_day, help="from which day on (today)")


def _end(call: Call) -> int:
    asked = call.options
    with call.desk() as desk:
        fact = desk.memory.fact(asked.id)
        day = asked.on.on(desk.memory.today) if asked.on else None
        _tell(call, desk.memory, desk.apply(End(fact.id, day)), fact.id, "ended")
    return 0


def _restore_arguments(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID", help=_ID)


def _restore(call: Call) -> int:
    with call.desk() as desk:
        fact = desk.memory.fact(call.options.id)
        _tell(call, desk.memory, desk.apply(Restore(fact.id)), fact.id, "restored")
    return 0


def _rename_arguments(parser: Parser) -> None:
    parser.add_argument("old", metavar="OLD", help="the subject's name")
    parser.add_argument("new", metavar="NEW", help="its new name; facts it has already are joined")
    parser.add_argument(
        "--attribute", action="store_true", help="rename an attribute of all subjects instead"
    )


def _rename(call: Call) -> int:
    asked = call.options
    request = Rename(asked.old, asked.new, "attribute" if asked.attribute else "subject")
    with call.desk() as desk:
        change = desk.apply(request)
        changed = [edit.after for edit in change.edits if edit.after]
        if call.out.as_json:
            from memtui.desk.as_json import facts_json

            call.out.document({"changed": facts_json(changed, desk.memory.path)})
        elif changed:
            before = [edit.before for edit in change.edits if edit.before]
            named = [each for each in before if getattr(each, request.part) != asked.new.strip()]
            joined = f", joined with {asked.new}" if len(named) < len(before) else ""
            call.out.line(
                f"renamed {asked.old} to {asked.new}: {count(len(named), 'fact')}{joined}"
            )
        else:
            call.out.line("nothing to rename")
    return 0


def _tell(call: Call, memory: "Memory", change: Change, id_: str, done: str) -> None:
    """Say what became of the fact that was mended, and of others with it."""
    after = {edit.id: edit.after for edit in change.edits}
    fact = after.get(id_) or memory.fact(id_)
    others = [each for each in after.values() if each and each.id != id_]
    if call.out.as_json:
        from memtui.desk.as_json import fact_json, facts_json

        call.out.document(
            {
                "fact": fact_json(fact, memory.path(fact.id)),
                "changed": facts_json(others, memory.path),
            }
        )
        return
    out = call.out
    out.line(f"{done if change.edits else 'nothing to change'}: {sentence(fact)}")
    if others:
        out.line(f"  {count(len(others), 'other fact')} of its timeline changed with it")


def sentence(fact: Fact) -> str:
    """A fact in a line: its thing, its words, and when it held."""
    until = f" to {fact.until}" if fact.until else ""
    return f"{fact.subject} — {fact.attribute}: {fact.fact}  ({fact.said}{until})"


COMMANDS = {
    "correct": Command(
        _correct_arguments,
        _correct,
        'memtui correct f_9b2c4d6e --fact "Ana works in applied research."',
    ),
    "end": Command(_end_arguments, _end, "memtui end f_9b2c4d6e --on 2026-10-20"),
    "restore": Command(_restore_arguments, _restore, "memtui restore f_9b2c4d6e"),
    "rename": Command(_rename_arguments, _rename, 'memtui rename "Ana Lima" Ana'),
}
