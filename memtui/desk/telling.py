"""Sentences that the app and the command line share, so that both say the same of one thing.

Days here are for people ("12 Oct 2026"), in one spelling for every locale.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Protocol

from memtui.errors import MemtuiError
from memtui.facts.fact import Fact
from memtui.facts.text import sentence_key, visible

if TYPE_CHECKING:
    from memtui.desk.desk import Kept
    from memtui.desk.drafts import Ended
    from memtui.extract.proposal import Proposal
    from memtui.facts.keeping import Change, Outcome
    from memtui.review.near import Near
    from memtui.search.standing import Standing
    from memtui.store.entries import Batch
    from memtui.store.progress import Doing

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class WithOutcomes(Protocol):
    """What came of keeping drafts: a `Change`, or what the desk answers after a review."""

    @property
    def outcomes(self) -> "Sequence[Outcome]":
        """One for each draft."""
        ...


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: "1 fact", "1,200 facts"."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def whence(batch: "Batch") -> str:
    """From where a keeping came; empty where nothing says so."""
    others = batch.sources - 1
    return f"{batch.source} and {count(others, 'other source')}" if others > 0 else batch.source


def progress_line(doing: "Doing", done: int, of: int) -> str:
    """How far a change of many notes is: "writing 12,000 of 83,520"."""
    return f"{doing} {done:,} of {of:,}"


def day(of: date) -> str:
    """A day: "12 Oct 2026"."""
    return f"{of.day} {_MONTHS[of.month - 1]} {of.year}"


def span(start: date, until: date | None) -> str:
    """How long something held, as short as it can be said.

    "since 12 Oct 2026" while it holds; else "1–20 Sep 2026", "20 Sep–12 Oct 2026",
    "1 Sep 2025–12 Oct 2026", and the day alone when it held for no longer than that.
    """
    if until is None:
        return f"since {day(start)}"
    if start == until:
        return day(start)
    if start.year != until.year:
        return f"{day(start)}–{day(until)}"
    if start.month != until.month:
        return f"{start.day} {_MONTHS[start.month - 1]}–{day(until)}"
    return f"{start.day}–{day(until)}"


def kept_line(kept: WithOutcomes) -> str:
    """What became of the drafts of one keeping: "kept 3; 1 replaced an older fact"."""
    from memtui.facts.keeping import Status

    became = Counter(outcome.status for outcome in kept.outcomes)
    added = became[Status.NEW] + became[Status.REPLACES] + became[Status.HISTORY]
    parts = [f"kept {added:,}" if added else "nothing new"]
    if became[Status.REPLACES]:
        parts.append(f"{became[Status.REPLACES]:,} replaced an older fact")
    if became[Status.HISTORY]:
        parts.append(f"{became[Status.HISTORY]:,} went to history")
    if became[Status.AGAIN]:
        parts.append(f"{became[Status.AGAIN]:,} said again")
    if became[Status.KNOWN]:
        parts.append(f"{became[Status.KNOWN]:,} known already")
    return "; ".join(parts)


def reviewed_line(kept: "Kept") -> str:
    """What became of a review: "kept 3; 1 replaced an older fact; forgot 1 fact"."""
    if not kept.forgotten:
        return kept_line(kept)
    forgot = f"forgot {count(kept.forgotten, 'fact')}"
    return f"{kept_line(kept)}; {forgot}" if kept.outcomes else forgot


def ended_line(ended: "Ended") -> str:
    """What became of a review elsewhere: "reviewed elsewhere: kept 2, left out 2"."""
    if not (ended.kept or ended.left_out or ended.forgot):
        return "discarded elsewhere: nothing was kept"
    forgot = f", forgot {ended.forgot:,}" if ended.forgot else ""
    return f"reviewed elsewhere: kept {ended.kept:,}{forgot}, left out {ended.left_out:,}"


def forgotten(change: "Change") -> list[Fact]:
    """The facts that are no more; not those that were joined with a neighbour of their words."""
    stay = _statements(edit.after for edit in change.edits)
    gone = [edit.before for edit in change.edits if edit.before and edit.after is None]
    return [fact for fact in gone if not stay & _statements([fact])]


def repetitions(change: "Change") -> list[Fact]:
    """The facts that stay without all the days on which they were said, as they were before."""
    stay = _statements(edit.after for edit in change.edits)
    before = [edit.before for edit in change.edits if edit.before]
    days = [(fact, _statements([fact])) for fact in before]
    return [fact for fact, said in days if said & stay and said - stay]


def gone_line(change: "Change") -> str:
    """What a change takes away: "3 facts", "1 repetition", "1 fact and 2 repetitions"."""
    facts, days = forgotten(change), repetitions(change)
    parts = [count(len(facts), "fact")] if facts or not days else []
    return " and ".join(parts + ([count(len(days), "repetition")] if days else []))


def forget_line(change: "Change") -> str:
    """What a change deletes: "forgot 1 fact", "forgot 3 facts, 2 of them history"."""
    gone = forgotten(change)
    history = sum(not fact.current for fact in gone)
    line = f"forgot {gone_line(change)}"
    if not history or len(gone) == 1:
        return line
    return f"{line}, {'all' if history == len(gone) else f'{history:,}'} of them history"


def taken_back_line(change: "Change") -> str:
    """What taking back a keeping did: "took back 3 facts; 1 older fact holds again"."""
    again = sum(
        bool(edit.before and edit.after and edit.after.current and not edit.before.current)
        for edit in change.edits
    )
    line = f"took back {gone_line(change)}"
    if not again:
        return line
    return f"{line}; {count(again, 'older fact')} {'holds' if again == 1 else 'hold'} again"


def ready_line(standing: "Standing") -> str:
    """How far search by meaning is, and what is wrong: "meaning: 58 of 61 facts ready"."""
    if standing.done == standing.total:
        line = f"meaning: {count(standing.total, 'fact')} ready"
    else:
        line = f"meaning: {standing.done:,} of {count(standing.total, 'fact')} ready"
        if standing.serving not in ("", standing.embedder):
            line += f" for {standing.embedder}; {standing.serving} answers meanwhile"
    return f"{line} · {_told(standing.problem)}" if standing.problem else line


def words_alone_line(problem: MemtuiError) -> str:
    """Why meaning does not answer."""
    return f"words alone: {_told(problem)}"


def missing_line(standing: "Standing", problem: MemtuiError | None) -> str:
    """What an answer by meaning lacks, and why; empty when it lacks nothing.

    Args:
        standing: How search by meaning stands.
        problem: Why meaning did not answer.
    """
    if problem:
        return words_alone_line(problem)
    return ready_line(standing) if standing.problem or standing.done < standing.total else ""


def _told(problem: MemtuiError) -> str:
    return f"{problem.message} {problem.hint}".rstrip()


def _statements(facts: Iterable[Fact | None]) -> frozenset[tuple[str, date]]:
    return frozenset(
        (sentence_key(fact.fact), day)
        for fact in facts
        if fact
        for day in (fact.said, *fact.also_said)
    )


def words_line(proposal: "Proposal") -> str:
    """The words that a proposal rests on, with who said them, in one line."""
    quote = visible(proposal.quote)
    if not quote:
        return "no words were given for it"
    if proposal.turn is None:
        return f"words given for it, not found: “{quote}”"
    return f"{visible(proposal.speaker) or 'someone'}: “{quote}”"


def near_line(near: "Near") -> str:
    """What is suggested: "same as Ana — role? (another word for it)"."""
    return f"same as {visible(near.subject)} — {visible(near.attribute)}? ({near.why})"
