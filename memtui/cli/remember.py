"""`memtui remember`: keep one fact by hand, or those that a conversation speaks of."""

from secrets import token_hex

from memtui.cli.call import Call, UsageError
from memtui.cli.outcomes import print_outcome
from memtui.cli.parsing import Command, Parser, add_day_order
from memtui.desk.telling import kept_line
from memtui.facts.days import read_day
from memtui.facts.fact import Draft
from memtui.facts.keeping import Keep

_PROG = "memtui remember"
_EXAMPLE = """memtui remember --from standup.json
  memtui remember --subject Ana --attribute role --fact "Ana works in research.\""""


def _arguments(parser: Parser) -> None:
    parser.add_argument("--said", metavar="D", type=read_day, help="when it was said, if unknown")
    parser.add_argument("--source", metavar="T", help="where it was said")
    parser.add_argument("--dry-run", action="store_true", help="only show what would be kept")
    hand = parser.add_argument_group("by hand")
    hand.add_argument("--subject", metavar="S", help="whom or what the fact is about")
    hand.add_argument("--attribute", metavar="A", help="what about it")
    hand.add_argument("--fact", metavar="F", help="one sentence that names its subject")
    talk = parser.add_argument_group("from a conversation")
    talk.add_argument(
        "--from",
        dest="files",
        nargs="+",
        action="extend",
        metavar="PATH",
        help="files, folders or zips of conversations, - for standard input",
    )
    talk.add_argument(
        "--pick",
        action="append",
        metavar="N|ID|TITLE",
        help="which of each file: 2, or 1,3, an id, a title, all",
    )
    talk.add_argument("--me", action="append", metavar="NAME", help="who “I” is in it")
    add_day_order(talk)
    talk.add_argument("--extractor", choices=("ollama", "openai", "plain"), help="who reads it")
    talk.add_argument("--model", metavar="M", help="the extractor's model")
    talk.add_argument(
        "--whole", action="store_true", help="read all of a long one, not only its end"
    )
    talk.add_argument(
        "--again", action="store_true", help="also read what was read before for this memory"
    )
    talk.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="ID",
        help="go on with a conversation that was not read to its end, the last one unless named",
    )
    talk.add_argument("--same", metavar="1,3|all", help="take over names suggested for these rows")
    talk.add_argument("--only", metavar="1,3", help="keep exactly these rows")
    talk.add_argument("--yes", action="store_true", help="keep what is ticked without asking")


def _remember(call: Call) -> int:
    asked = call.options
    by_hand = (asked.subject, asked.attribute, asked.fact)
    if asked.files or asked.resume is not None:
        if asked.files and asked.resume is not None:
            raise UsageError("--resume goes on with what was begun, so it takes no --from", _PROG)
        if any(each is not None for each in by_hand):
            raise UsageError("--from takes no --subject, --attribute or --fact", _PROG)
        from memtui.cli.proposing import remember_conversations

        return remember_conversations(call)
    if any(each is None for each in by_hand):
        raise UsageError("give --from PATH, or --subject, --attribute and --fact", _PROG)
    for option in ("pick", "me", "extractor", "model", "whole", "again", "same", "only"):
        if getattr(asked, option) not in (None, False):
            raise UsageError(f"--{option} goes with --from", _PROG)
    return _by_hand(call)


def _by_hand(call: Call) -> int:
    asked = call.options
    with call.desk(make=True, trial=asked.dry_run) as desk:
        draft = Draft(
            asked.subject,
            asked.attribute,
            asked.fact,
            source=call.source(asked.source or "added by hand"),
            said=call.said(asked.said, desk.memory.today),
        )
        request = Keep((draft,), f"b_{token_hex(4)}")
        change = desk.preview(request) if asked.dry_run else desk.apply(request)
        (outcome,) = change.outcomes
        if call.out.as_json:
            from memtui.desk.as_json import kept_json, proposal_json

            path = desk.memory.path
            would = [proposal_json(draft, outcome.status, outcome.replaced, path)]
            call.out.document(
                {"proposals": would, "left_out": []}
                if asked.dry_run
                else kept_json(request.batch, change.outcomes, (), path)
            )
            return 0
        fact = outcome.fact
        print_outcome(
            call.out,
            outcome.status,
            (fact.subject, fact.attribute, fact.fact),
            draft.said or desk.memory.today,
            draft.source,
            replaced=outcome.replaced,
        )
        if not asked.dry_run:
            call.out.line(kept_line(change))
    return 0


COMMANDS = {"remember": Command(_arguments, _remember, _EXAMPLE)}
