"""`memtui remember --from`: facts that a conversation speaks of are shown, and kept on a yes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, TextIO

from memtui.cli.call import Call, UsageError
from memtui.cli.naming import Same, read_same, taken_over
from memtui.cli.numbers import read_numbers, refuse_beyond
from memtui.cli.opening import STDIN, tell_the_rest
from memtui.cli.opening import opened as open_for
from memtui.cli.picking import Pick, picked, read_picks
from memtui.cli.printing import terminal_input
from memtui.cli.reading import read, rest_line
from memtui.cli.reviewing import print_review
from memtui.conversations.conversation import Conversation, with_day
from memtui.conversations.listing import has_nobody
from memtui.desk.accounts import account_json, unread_line
from memtui.desk.as_json import (
    error_json,
    left_out_json,
    near_json,
    outcome_json,
    proposal_json,
)
from memtui.desk.desk import Desk, Kept
from memtui.desk.intake import Intake
from memtui.desk.safekeeping import Safekeeping
from memtui.desk.telling import count, kept_line
from memtui.errors import Code, MemtuiError
from memtui.extract.events import Account
from memtui.extract.proposal import Mark
from memtui.facts.keeping import Status
from memtui.review import review as reviewing
from memtui.review.near import Near
from memtui.review.review import Review, tick_where
from memtui.review.verdicts import Verdict, left_out_by

_PROG = "memtui remember"
_SPEAKERS = 5
_IDLE = (None, Status.KNOWN)
_NOBODY_KNOWN = "nobody in it is known to be you"
_SAY_WHO = "--me NAME says who “I” is"
_READING = "reading the conversation for facts (a small model on a CPU takes a minute or two)…"
_READING_PLAINLY = "reading the conversation for what is stated plainly (no model is asked)…"


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the options say, checked before anything is read."""

    files: tuple[str, ...]
    pick: Pick
    only: frozenset[int] | None
    same: Same | None
    keyboard: TextIO | None


@dataclass(frozen=True, slots=True)
class _Result:
    """What came of one conversation; `kept` is `None` where nothing was to be kept."""

    review: Review
    verdicts: tuple[Verdict, ...]
    nears: Mapping[int, Near]
    kept: Kept | None = None
    account: Account | None = None


def remember_conversations(call: Call) -> int:
    """Read each file in turn; one that fails leaves the others alone."""
    asked = _asked(call)
    failures: dict[str, MemtuiError] = {}
    results: list[_Result] = []
    with call.desk(make=True, trial=call.options.dry_run) as desk:
        desk.extractor(call.options.extractor, call.options.model)
        if call.options.resume is not None:
            results.append(_resume(call, desk, asked))
        for file in asked.files:
            try:
                for conversation, source in _conversations(call, desk, file, asked):
                    results.append(_remember(call, desk, conversation, source, asked))
            except MemtuiError as error:
                if len(asked.files) == 1:
                    raise
                failures[file] = error
                call.out.note(f"memtui: {error}")
                if error.code in (Code.EXTRACTOR_UNAVAILABLE, Code.MEMORY_BUSY):
                    break
        if call.out.as_json:
            call.out.document(_document(call, desk, results, failures))
    unread = any(result.review.unread for result in results)
    return 1 if failures or unread else 0


def _asked(call: Call) -> _Asked:
    options = call.options
    files = tuple(dict.fromkeys(options.files or ()))
    decided = options.yes or options.dry_run
    if call.out.as_json and not decided:
        raise UsageError("--json asks nothing, so it needs --yes or --dry-run", _PROG)
    keyboard = None
    if STDIN in files and not decided:
        keyboard = terminal_input()
        if keyboard is None:
            raise UsageError("--from - cannot ask, so it needs --yes or --dry-run", _PROG)
    pick = read_picks(options.pick)
    same = read_same(options.same)
    rows = "--only" if options.only is not None else "--same" if same and same.rows else ""
    if rows and (len(files) > 1 or (options.pick and not pick.one)):
        raise UsageError(f"{rows} goes with one conversation", _PROG)
    return _Asked(
        files,
        pick,
        None if options.only is None else read_numbers(options.only, "--only"),
        same,
        keyboard,
    )


def _conversations(
    call: Call, desk: Desk, file: str, asked: _Asked
) -> Iterator[tuple[Conversation, str]]:
    """The conversations of a file that are meant, each with the source of its facts."""
    collection = open_for(desk.memory, file, call.options.me or (), call.options.day_first)
    if len(asked.files) > 1:
        call.out.note(collection.name)
    chosen = picked(call, collection, asked.pick)
    if len(chosen) > 1 and not call.options.pick:
        raise UsageError(
            f"{collection.name} holds {len(chosen)} conversations: say --pick N, or --pick all"
            " (memtui conversations lists them)",
            _PROG,
        )
    tell_the_rest(call.out, collection)
    marks = desk.read_before.marks()
    for one in chosen:
        if len(chosen) > 1:
            call.out.note(one.title)
        conversation = collection.read(one.place, one.id)
        mark = marks.of(conversation, by_model=not _plainly(call, desk))
        # Rows are numbered as when all of it is read.
        by_row = asked.only is not None or (asked.same is not None and asked.same.rows)
        if mark and not call.options.again and not by_row:
            if mark.turns == len(conversation.turns):
                call.out.note(f"read already on {mark.on}; --again reads it again")
                continue
            new = count(len(conversation.turns) - mark.turns, "new turn")
            call.out.note(f"{new} since it was read on {mark.on}; --again reads all of it")
            conversation = replace(conversation, read_before=mark.turns)
        if has_nobody(conversation):
            who = ", ".join(list(conversation.speakers)[:_SPEAKERS])
            names = " or ".join(_names(call, desk))
            nobody = f"nobody in it is called {names}" if names else _NOBODY_KNOWN
            call.out.note(f"{nobody} ({who}); {_SAY_WHO}")
        source = call.options.source or f"conversation: {collection.source_of(one.place)}"
        yield _dated(call, conversation, desk.memory.today), call.source(source)


def _names(call: Call, desk: Desk) -> tuple[str, ...]:
    """What the person whose memory it is may be called."""
    return (*(call.options.me or ()), *desk.memory.settings.me.names)


def _plainly(call: Call, desk: Desk) -> bool:
    return (call.options.extractor or desk.memory.settings.extractor.kind) == "plain"


def _dated(call: Call, conversation: Conversation, today: date) -> Conversation:
    """The conversation with the day that was given for turns without one."""
    if all(turn.day for turn in conversation.turns):
        return conversation
    day = call.said(call.options.said, today)
    if day is None:
        call.out.note(
            "some of it has no date, so facts from there count as said today;"
            " --said tells when it was"
        )
        return conversation
    return with_day(conversation, day)


def _remember(
    call: Call,
    desk: Desk,
    conversation: Conversation,
    source: str,
    asked: _Asked,
) -> _Result:
    options = call.options
    intake = Intake.begin(
        desk,
        conversation,
        source,
        kind=options.extractor,
        model=options.model,
        me=options.me or (),
        whole=options.whole,
        dry=options.dry_run,
    )
    return _taken_in(call, desk, intake, source, asked)


def _resume(call: Call, desk: Desk, asked: _Asked) -> _Result:
    """Go on with a conversation that was not read to its end."""
    wanted = call.options.resume
    for review in desk.reviews():
        if review.unread and review.turns and review.id.startswith(wanted or ""):
            safe = Safekeeping(desk, review, dry=call.options.dry_run)
            intake = Intake.resume(desk, safe)
            return _taken_in(call, desk, intake, review.source, asked)
    raise UsageError("there is no conversation left that was not read to its end", _PROG)


def _taken_in(call: Call, desk: Desk, intake: Intake, source: str, asked: _Asked) -> _Result:
    """Read a conversation, show what was found, and keep it on a yes."""
    conversation = intake.conversation
    plain, dry = _plainly(call, desk), call.options.dry_run
    call.out.note(_READING_PLAINLY if plain else _READING)
    # Only what was kept, or held nothing, counts as read.
    intake.marks = False
    try:
        read(call.out, intake, asks=not (call.options.yes or dry), keyboard=asked.keyboard)
    except MemtuiError:
        if dry and intake.review.items:
            _decided(call, desk, intake.safe, reviewing.ordered(intake.review), asked)
        raise
    review = reviewing.ordered(intake.review)
    try:
        result = _decided(call, desk, intake.safe, review, asked)
    except (KeyboardInterrupt, UsageError):
        if not (dry or review.unread or intake.safe.is_touched):
            desk.drop_review(review.id)
        raise
    # After a failure, or decided on in the app, the review stays, and the app offers it again.
    if not dry and (result.kept or not (review.unread or intake.safe.is_touched)):
        desk.drop_review(review.id)
    declined = result.kept is None and any(item.ticked for item in result.review.items)
    result = replace(result, account=intake.account)
    if intake.review.unread:
        call.out.note(unread_line(intake.progress) if dry else rest_line(intake))
    elif not dry and not declined:
        desk.was_read(conversation, source, plainly=plain)
    return result


def _decided(call: Call, desk: Desk, safe: Safekeeping, review: Review, asked: _Asked) -> _Result:
    nears = desk.nearby.find(review)
    if asked.same is not None and review.items:
        review = taken_over(review, nears, asked.same)
        nears = desk.nearby.find(review)
    only = asked.only
    if only is not None and review.items:
        refuse_beyond(only, len(review.items), "--only", "row")
        review = tick_where(review, lambda at, item: at + 1 in only)
    verdicts = desk.verdicts(review)
    if not call.out.as_json:
        print_review(call.out, review, verdicts, nears)
    if nears and asked.same is None and _takes_over(call, nears, asked):
        review = taken_over(review, nears, Same(every=True))
        verdicts, nears = desk.verdicts(review), desk.nearby.find(review)
        print_review(call.out, review, verdicts, nears)
    said_by_i = (
        not item.draft.subject or Mark.PRONOUN in verdict.marks
        for item, verdict in zip(review.items, verdicts, strict=True)
    )
    if any(said_by_i) and not _names(call, desk):
        call.out.note(f"what “I” stands for is not known; {_SAY_WHO}")
    if not _agreed(call, desk, review, verdicts, asked):
        return _Result(review, verdicts, nears)
    kept = _keep(call, safe, review, verdicts)
    if not call.out.as_json:
        call.out.line(kept_line(kept))
    return _Result(review, verdicts, nears, kept)


def _takes_over(call: Call, nears: Mapping[int, Near], asked: _Asked) -> bool:
    """Whether the suggested names are to be taken over, where that can be asked."""
    if call.options.dry_run or call.options.yes:
        return False
    names = "the suggested name" if len(nears) == 1 else f"all {len(nears)} suggested names"
    return call.out.confirmed(f"Take over {names}?", stdin=asked.keyboard)


def _keep(call: Call, safe: Safekeeping, review: Review, verdicts: tuple[Verdict, ...]) -> Kept:
    if call.options.yes and call.options.only is None:
        # Nobody saw the rest, so nobody declined it.
        chosen = [at for at, item in enumerate(review.items) if item.ticked]
        review = replace(review, items=tuple(review.items[at] for at in chosen))
        verdicts = tuple(verdicts[at] for at in chosen)
    try:
        return safe.keep(verdicts, review)
    except MemtuiError:
        if safe.is_there:
            call.out.note("what was proposed waits in the app, under unfinished reviews")
        raise


def _agreed(
    call: Call, desk: Desk, review: Review, verdicts: tuple[Verdict, ...], asked: _Asked
) -> bool:
    """Whether the ticked items are to be kept; says why not."""
    ready = sum(
        item.ticked and verdict.problem is None
        for item, verdict in zip(review.items, verdicts, strict=True)
    )
    if call.options.dry_run:
        return False
    if not ready:
        if review.items and not call.out.as_json:
            call.out.line(_why_nothing(verdicts))
        return False
    if call.options.yes:
        return True
    question = f"Keep {count(ready, 'fact')} in {desk.memory.name}?"
    if call.out.confirmed(question, stdin=asked.keyboard):
        return True
    call.out.note("nothing was kept")
    return False


def _why_nothing(verdicts: tuple[Verdict, ...]) -> str:
    statuses = [verdict.status for verdict in verdicts]
    new = next((at for at, each in enumerate(statuses, start=1) if each not in _IDLE), None)
    if new:
        return f"nothing is ticked; --only {new} keeps row {new}"
    return "nothing new in it" if Status.KNOWN in statuses else "nothing in it can be kept"


def _document(
    call: Call, desk: Desk, results: list[_Result], failures: dict[str, MemtuiError]
) -> dict[str, Any]:
    path = desk.memory.path
    document: dict[str, Any] = {}
    rows = [
        (at, item, verdict, result.nears.get(at - 1))
        for result in results
        for at, (item, verdict) in enumerate(
            zip(result.review.items, result.verdicts, strict=True), start=1
        )
    ]
    left_out = [each for result in results for each in result.review.left_out]
    left_out += [left_out_by(item.draft.subject, v) for _, item, v, _ in rows if v.problem]
    if call.options.dry_run:
        document["proposals"] = [
            proposal_json(item.draft, verdict.status, verdict.replaced, path)
            | {"n": at, "ticked": item.ticked, "notes": list(verdict.notes)}
            | {"marks": sorted(verdict.marks), "same_as": near_json(near)}
            for at, item, verdict, near in rows
            if verdict.status
        ]
    else:
        kept = [result.kept for result in results if result.kept]
        batches = [one.batch for one in kept]
        document["batch"] = batches[0] if len(batches) == 1 else None
        if len(batches) > 1:
            document["batches"] = batches
        document["kept"] = [outcome_json(each, path) for one in kept for each in one.outcomes]
    document["left_out"] = left_out_json(left_out)
    document["accounts"] = [
        account_json(each.account)
        | {"unread": [[part.first + 1, part.end] for part in each.review.unread]}
        for each in results
        if each.account
    ]
    if failures:
        document["failed"] = [
            {"file": file, "error": error_json(each)} for file, each in failures.items()
        ]
    return document
