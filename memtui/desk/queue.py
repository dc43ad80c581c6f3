"""What others propose unasked: it waits as a review, and becomes a fact only by the person.

Assistants and watched folders put it there; nothing here keeps a fact unless the person's
settings let the client do so.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from itertools import combinations

from memtui.conversations.conversation import Conversation, Grade
from memtui.desk.desk import Desk, Kept
from memtui.desk.drafts import Ended
from memtui.desk.room import WAITING_LIMIT, adding, room, waiting
from memtui.errors import Code, MemtuiError
from memtui.extract.proposal import Mark, Proposal
from memtui.extract.wording import reads_like_an_instruction
from memtui.facts.drafting import checked, keepable, without_secret
from memtui.facts.fact import FACT_LIMIT, Draft, Evidence, Fact, Origin
from memtui.facts.keeping import Status
from memtui.facts.text import fold, sentence_key, visible
from memtui.facts.things import thing_key
from memtui.review import review as reviewing
from memtui.review.review import Item, Review, wish_to_forget
from memtui.review.verdicts import Verdict
from memtui.settings import Writes

AT_ONCE = 50
_CLIENT_LIMIT = 60


class Fate(StrEnum):
    """What became of one suggestion."""

    WAITS = "waits"
    KEPT = "kept"
    KNOWN = "known"
    WAITING = "waiting already"
    DECLINED = "declined before"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One fact that a client would have kept, or (`forgets`, an id) forgotten.

    `quote` are the words it rests on, or why a fact should be forgotten. Of a fact that is to be
    forgotten the other parts are not looked at.
    """

    subject: str = ""
    attribute: str = ""
    fact: str = ""
    said: date | None = None
    quote: str = ""
    forgets: str = ""


@dataclass(frozen=True, slots=True)
class Met:
    """A suggestion and its fate; `does` is what keeping it does, `replaces` what it replaces.

    `fact` is the fact that was kept at once, `problem` why it was refused.
    """

    suggestion: Suggestion
    fate: Fate
    does: Status | None = None
    replaces: tuple[Fact, ...] = ()
    fact: Fact | None = None
    problem: MemtuiError | None = None


@dataclass(frozen=True, slots=True)
class Queued:
    """What became of a call: each suggestion in order, and how many proposals wait now."""

    met: tuple[Met, ...]
    waiting: int
    review: Review | None = None
    kept: Kept | None = None

    def count(self, *fates: Fate) -> int:
        """How many suggestions met one of these fates."""
        return sum(each.fate in fates for each in self.met)


def client_name(name: str) -> str:
    """A client's name as it is shown and kept."""
    return without_secret(name)[:_CLIENT_LIMIT].strip() or "an assistant"


def suggest(
    desk: Desk,
    client: str,
    suggestions: Sequence[Suggestion],
    *,
    via: str = "MCP",
    trusted: bool = False,
) -> Queued:
    """Put what a client suggests into the queue, or keep it where the person's settings say so.

    Args:
        desk: The open memory.
        client: Who suggests it.
        suggestions: At least one, at most `AT_ONCE`.
        via: By which way it came, told beside the client's name.
        trusted: Whether the client's name is one that the person gave it, so that the settings
            may let it write directly. Forgetting always waits.

    Raises:
        MemtuiError: `QUEUE_FULL`; the reason when every suggestion was refused, such as
            `FACT_SENSITIVE`; `MEMORY_BUSY` while another one suggests.
    """
    if len(suggestions) > AT_ONCE:
        raise MemtuiError(
            Code.QUEUE_FULL,
            f"{len(suggestions):,} suggestions came at once; at most {AT_ONCE} are taken.",
            "Send only what is durable and worth remembering.",
        )
    client = client_name(client)
    with adding(desk):
        return _suggest(desk, client, suggestions, via, trusted=trusted)


def _suggest(
    desk: Desk, client: str, suggestions: Sequence[Suggestion], via: str, *, trusted: bool
) -> Queued:
    before = desk.reviews()
    standing = {_key(desk, each.asked) for review in before for each in review.items}
    origin = Origin(client)
    proposals: dict[int, Proposal] = {}
    met: dict[int, Met] = {}
    for at, suggestion in enumerate(suggestions):
        try:
            proposal = _proposal(desk, suggestion, origin)
        except MemtuiError as problem:
            met[at] = Met(suggestion, Fate.REFUSED, problem=problem)
            continue
        asked = _asked(proposal)
        if desk.declined.knows(asked):
            met[at] = Met(suggestion, Fate.DECLINED)
        elif _key(desk, asked) in standing:
            met[at] = Met(suggestion, Fate.WAITING)
        else:
            standing.add(_key(desk, asked))
            proposals[at] = proposal
    if len(met) == len(suggestions) and all(each.problem for each in met.values()):
        raise next(each.problem for each in met.values() if each.problem)
    source = f"assistant: {client}"
    conversation = Conversation("", "", (), None, None, Grade.NONE)
    direct = trusted and _may_write(desk, client)
    return _queue(desk, conversation, source, f"{client} ({via})", proposals, met, suggestions,
                  room=room(before), direct=direct)  # fmt: skip


def _queue(
    desk: Desk,
    conversation: Conversation,
    source: str,
    origin: str,
    proposals: dict[int, Proposal],
    met: dict[int, Met],
    suggestions: Sequence[Suggestion],
    *,
    room: int,
    direct: bool,
) -> Queued:
    """Have the proposals wait, or keep them, and tell of each.

    Raises:
        MemtuiError: `QUEUE_FULL` when more than `room` would have to wait; nothing is kept then.
    """
    trial = _judged(desk, source, proposals)
    for at, verdict in trial.items():
        if verdict.status is Status.KNOWN:
            met[at] = Met(suggestions[at], Fate.KNOWN, Status.KNOWN)
        elif verdict.problem:
            met[at] = Met(suggestions[at], Fate.REFUSED, problem=verdict.problem)
    # What has no day was said when it was proposed, however late it is reviewed.
    today = desk.memory.today
    left = {
        at: replace(each, said=each.said or today)
        for at, each in proposals.items()
        if at not in met
    }
    at_once = {
        at: each
        for at, each in left.items()
        if direct and not each.forgets and each.marks <= _HARMLESS
    }
    left = {at: each for at, each in left.items() if at not in at_once}
    if len(left) > room:
        raise MemtuiError(
            Code.QUEUE_FULL,
            f"{WAITING_LIMIT - room:,} proposals wait for the person already; at most "
            f"{WAITING_LIMIT} may.",
            "Nothing was added. The person reviews them in memtui (r), then try again.",
        )
    kept = None
    if at_once:
        kept, became = _keep(desk, source, at_once, suggestions)
        met.update(became)
    review = None
    if left:
        review = desk.begin_review(conversation, source, left.values(), origin=origin)
        for at in left:
            verdict = trial[at]
            met[at] = Met(suggestions[at], Fate.WAITS, verdict.status, verdict.replaced)
    told = tuple(met[at] for at in range(len(suggestions)))
    return Queued(told, waiting(desk.reviews()), review, kept)


# Marks that do not keep a client that may write from doing so.
_HARMLESS = frozenset({Mark.UNQUOTED})


def _judged(desk: Desk, source: str, proposals: dict[int, Proposal]) -> dict[int, Verdict]:
    """What each would do if it alone were kept."""
    return {
        at: desk.verdicts(Review("r_trial", "", source, (_ticked(source, proposal),)))[0]
        for at, proposal in proposals.items()
    }


def _ticked(source: str, proposal: Proposal) -> Item:
    review = reviewing.start("r_trial", "", source, [proposal])
    return reviewing.tick(review, 0, value=True).items[0]


def _keep(
    desk: Desk, source: str, proposals: dict[int, Proposal], suggestions: Sequence[Suggestion]
) -> tuple[Kept, dict[int, Met]]:
    review = Review(
        f"r_{secrets.token_hex(6)}",
        "",
        source,
        tuple(_ticked(source, proposal) for proposal in proposals.values()),
    )
    kept = desk.keep_review(review, desk.verdicts(review))
    return kept, {
        at: Met(suggestions[at], Fate.KEPT, outcome.status, outcome.replaced, outcome.fact)
        for at, outcome in zip(proposals, kept.outcomes, strict=True)
    }


def new_of(
    desk: Desk, source: str, proposals: Sequence[Proposal], reviews: Sequence[Review]
) -> list[Proposal]:
    """Those of some proposals that neither wait, nor were left out, nor are known already."""
    standing = {_key(desk, each.asked) for review in reviews for each in review.items}
    new: list[Proposal] = []
    for proposal in proposals:
        asked = _asked(proposal)
        if _key(desk, asked) in standing or desk.declined.knows(asked):
            continue
        standing.add(_key(desk, asked))
        new.append(proposal)
    judged = _judged(desk, source, dict(enumerate(new)))
    return [each for at, each in enumerate(new) if judged[at].status is not Status.KNOWN]


def superseding(
    desk: Desk, id_: str, fact: str, said: date | None = None, quote: str = ""
) -> Suggestion:
    """The suggestion that another sentence holds of a fact's thing.

    By the rules it replaces what holds of that thing, unless it was said earlier.

    Raises:
        MemtuiError: `FACT_UNKNOWN`, `NOTE_UNREADABLE`.
    """
    old = desk.memory.fact(id_)
    return Suggestion(old.subject, old.attribute, fact, said, quote)


def gather(desk: Desk) -> list[Review]:
    """The reviews that wait, newest first, those of one origin made one.

    Called where the person is about to look: a review that is open grows no new items under
    their eyes, as what comes meanwhile waits beside it.

    Raises:
        MemtuiError: What `Drafts.alone` raises.
    """
    reviews = desk.reviews()
    if not any(_joins(one, other) for one, other in combinations(reviews, 2)):
        return reviews
    with desk.drafts.alone():
        return _gathered(desk)


def _gathered(desk: Desk) -> list[Review]:
    gathered: list[Review] = []
    for review in desk.reviews():
        same = next(
            (at for at, each in enumerate(gathered) if _joins(each, review)),
            None,
        )
        if same is None:
            gathered.append(review)
            continue
        newest = gathered[same]
        gathered[same] = replace(
            newest,
            items=(*newest.items, *review.items),
            left_out=(*newest.left_out, *review.left_out),
        )
        # First the whole, then no more the part: nothing is lost between.
        desk.save_review(gathered[same])
        desk.drop_review(review.id, Ended(into=newest.id))
    return gathered


def _joins(one: Review, other: Review) -> bool:
    """Whether two reviews of one origin are shown as one."""
    alike = (one.origin, one.source) == (other.origin, other.source)
    return bool(one.origin) and alike and not (one.turns or other.turns)


def _proposal(desk: Desk, suggestion: Suggestion, origin: Origin) -> Proposal:
    """A suggestion as a proposal, its texts clean.

    Raises:
        MemtuiError: `FACT_SENSITIVE`, `FACT_EMPTY`, `FACT_TOO_LONG`, `FACT_UNKNOWN`.
    """
    quote = keepable(suggestion.quote[:FACT_LIMIT], desk.memory.rules.never)
    if suggestion.forgets:
        fact = desk.memory.fact(suggestion.forgets)
        return Proposal(
            fact.subject,
            fact.attribute,
            fact.fact,
            fact.said,
            None,
            quote,
            "",
            None,
            frozenset() if quote else frozenset({Mark.UNQUOTED}),
            origin,
            fact.id,
        )
    draft = Draft(
        suggestion.subject,
        suggestion.attribute,
        suggestion.fact,
        said=suggestion.said,
        evidence=Evidence(quote) if quote else None,
    )
    clean = checked(draft, desk.memory.today, desk.memory.rules.never)
    marks = set() if clean.evidence else {Mark.UNQUOTED}
    if reads_like_an_instruction(clean.fact):
        marks.add(Mark.INSTRUCTION)
    return Proposal(
        clean.subject,
        clean.attribute,
        clean.fact,
        clean.said,
        None,
        clean.evidence.quote if clean.evidence else "",
        "",
        None,
        frozenset(marks),
        origin,
    )


def _asked(proposal: Proposal) -> Draft:
    draft = Draft(proposal.subject, proposal.attribute, proposal.fact)
    return wish_to_forget(draft) if proposal.forgets else draft


def _key(desk: Desk, draft: Draft) -> tuple[str, str, str]:
    """What is equal for two drafts that say the same."""
    thing = thing_key(draft.subject, draft.attribute, desk.memory.rules)
    return (*thing, sentence_key(draft.fact))


def _may_write(desk: Desk, client: str) -> bool:
    serve = desk.memory.settings.serve
    named = {fold(client_name(each)) for each in serve.clients if visible(each)}
    return serve.writes is Writes.DIRECT and fold(client) in named
