"""`memtui context`: what always stands and what a message recalls, as a block for any prompt."""

import json
import sys
from contextlib import closing

from memtui.cli.call import Call, UsageError
from memtui.cli.parsing import Command, Parser
from memtui.desk.by_meaning import ByMeaning
from memtui.desk.context import BUDGET, LEAST_BUDGET, block
from memtui.desk.recalls import Counted
from memtui.desk.telling import count, missing_line
from memtui.errors import Code, MemtuiError

_PROG = "memtui context"
_MOST_READ = 1_000_000


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "query", nargs="*", metavar="QUERY", help="the message; - reads it from standard input"
    )
    parser.add_argument(
        "--hook",
        action="store_true",
        help="standard input is what an assistant gives its prompt hook: JSON with `prompt`",
    )
    parser.add_argument(
        "--budget",
        type=int,
        default=BUDGET,
        metavar="N",
        help=f"at most so many characters ({BUDGET})",
    )
    parser.add_argument("--words", action="store_true", help="by words alone, which is faster")


def _context(call: Call) -> int:
    asked = call.options
    if asked.budget < LEAST_BUDGET:
        raise UsageError(f"--budget takes a number from {LEAST_BUDGET} on", _PROG)
    message = _message(asked.query, hook=asked.hook)
    with call.memory() as memory, closing(ByMeaning(memory, call.clock)) as meaning:
        made = block(
            memory,
            lambda question: meaning.answer(question, words_alone=asked.words),
            message,
            budget=asked.budget,
        )
        asked_by_meaning = bool(message.strip()) and not asked.words
        if made.recalled:
            Counted(memory).add(made.recalled, memory.today)
        if call.out.as_json:
            from memtui.desk.as_json import error_json, facts_json, standing_json

            call.out.document(
                {
                    "text": made.text,
                    "standing": facts_json(made.standing, memory.path),
                    "recalled": facts_json(made.recalled, memory.path),
                    "left_out": made.left_out,
                    "problem": made.problem and error_json(made.problem),
                    "meaning": standing_json(meaning.standing()) if asked_by_meaning else None,
                }
            )
            return 0
        for line in made.text.splitlines():
            call.out.line(line)
        if made.left_out:
            call.out.note(f"{count(made.left_out, 'fact')} did not fit; --budget gives more room")
        if asked_by_meaning and (line := missing_line(meaning.standing(), made.problem)):
            call.out.note(line)
    return 0


def _message(query: list[str], *, hook: bool) -> str:
    """The message, from the command line or from standard input."""
    if not hook and query != ["-"]:
        return " ".join(query)
    text = sys.stdin.buffer.read(_MOST_READ).decode(errors="replace")
    if not hook:
        return text
    try:
        prompt = json.loads(text)["prompt"]
    except (ValueError, RecursionError, TypeError, KeyError):
        prompt = None
    if not isinstance(prompt, str):
        # No wrong usage: the code 2 of a hook has its assistant drop what the person wrote.
        raise MemtuiError(
            Code.REQUEST_UNREADABLE,
            "Standard input is no JSON with a text `prompt`.",
            "--hook is for what an assistant gives its prompt hook.",
        )
    return prompt


COMMANDS = {
    "context": Command(_arguments, _context, 'memtui context "what should I cook for Bruno?"')
}
