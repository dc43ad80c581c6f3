"""A conversation is read by an extractor while the person sees how far it is."""

import asyncio
from contextlib import aclosing
from typing import TextIO

from memtui.cli.printing import Out
from memtui.desk.accounts import account_line, failed_lines, part_line, unread_line
from memtui.desk.intake import Intake
from memtui.desk.telling import count
from memtui.errors import Code, MemtuiError
from memtui.extract.events import Connecting, Done, Event, Loading, Reading, Waiting, Writing

_RESUME = "memtui remember --resume reads the rest"


def read(out: Out, intake: Intake, *, asks: bool, keyboard: TextIO | None = None) -> None:
    """Have a conversation read into its review, with progress beside the result.

    Parts that failed are offered to be read again. What breaks off waits, and that is said.

    Args:
        out: Where to say how far it is.
        intake: What is read, and by whom.
        asks: Whether the person can be asked.
        keyboard: Where they answer, if not on standard input.

    Raises:
        MemtuiError: `EXTRACTOR_UNAVAILABLE`, `EXTRACTOR_UNREADABLE`, `NO_EXTRACTOR`.
        KeyboardInterrupt: The person stopped it; the extractor's connection is closed by then.
    """
    again = True
    while again:
        try:
            asyncio.run(_read(out, intake))
        except (MemtuiError, KeyboardInterrupt) as broken:
            if not intake.safe.dry:
                _tell_rest(out, intake)
            if isinstance(broken, MemtuiError):
                raise _with_a_way_out(broken, intake) from broken
            raise
        for line in failed_lines(intake.progress):
            out.note(line)
        failed = count(len(intake.progress.failed), "part")
        again = bool(intake.progress.failed) and asks
        again = again and out.confirmed(f"Read {failed} again?", stdin=keyboard)


async def _read(out: Out, intake: Intake) -> None:
    async with aclosing(intake.events()) as events:
        async for event in events:
            if isinstance(event, Done):
                _tell_account(out, event)
            elif told := _progress(event):
                part = part_line(intake.progress, intake.part)
                found = count(len(intake.review.items), "proposal") if part else ""
                out.progress(" · ".join(filter(None, (part, found, told))))


def _progress(event: Event) -> str:
    match event:
        case Connecting(where):
            return f"asking {where}…"
        case Loading(model):
            return f"loading {model}…"
        case Waiting(seconds, why):
            return f"{why} Asked again in {seconds:.0f} s…"
        case Reading(elapsed, sent, window):
            return f"reading… {elapsed:.0f} s, {sent:,} tokens sent of {window:,}"
        case Writing(tokens, facts):
            return f"writing… {count(tokens, 'token')}, {count(facts, 'fact')} so far"
    return ""


def _tell_account(out: Out, done: Done) -> None:
    account = done.account
    more = " --whole reads all of it." if account.turns_left_out and not account.failed else ""
    out.note(account_line(account) + more)


def _tell_rest(out: Out, intake: Intake) -> None:
    """Say what waits of a reading that broke off; what came to nothing is not kept."""
    if intake.fruitless:
        intake.safe.discard()
        return
    intake.safe.write_now()
    items = intake.review.items
    found = f"{count(len(items), 'proposal')} found so far wait for review" if items else ""
    unread = unread_line(intake.progress)
    told = "; ".join(filter(None, (found, unread)))
    out.note(f"{told}. {_RESUME if unread else 'Open the app to review them'}.")


def rest_line(intake: Intake) -> str:
    """What is still to be read after what was found is kept; nothing when all is read."""
    unread = unread_line(intake.progress)
    return f"{unread}; {_RESUME}" if unread else ""


def _with_a_way_out(error: MemtuiError, intake: Intake) -> MemtuiError:
    """The failure with what can be done on the command line."""
    about = (Code.EXTRACTOR_UNAVAILABLE, Code.EXTRACTOR_UNREADABLE, Code.NO_EXTRACTOR)
    if error.code not in about or intake.progress.kind == "plain":
        return error
    way = "--extractor plain reads without a model."
    return MemtuiError(error.code, error.message, f"{error.hint} {way}".lstrip())
