"""`memtui declined`: how many facts were left out of reviews, and having them proposed again."""

from memtui.cli.call import Call
from memtui.cli.parsing import Command, Parser
from memtui.desk.telling import count


def _arguments(parser: Parser) -> None:
    parser.add_argument("--clear", action="store_true", help="let all of them be proposed again")


def _declined(call: Call) -> int:
    clear = call.options.clear
    with call.desk() as desk:
        many = desk.declined.clear() if clear else len(desk.declined)
    if call.out.as_json:
        call.out.document({"cleared": many} if clear else {"declined": many})
    elif clear:
        call.out.line(f"{count(many, 'fact')} may be proposed again")
    else:
        call.out.line(f"{count(many, 'fact')} left out before; only fingerprints are kept of them")
    return 0


COMMANDS = {"declined": Command(_arguments, _declined, "memtui -m team declined --clear")}
