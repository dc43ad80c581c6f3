"""What facts are held to that arrive from elsewhere, or were altered there; what of them is new."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime

from memtui.facts.drafting import checked_part, keepable_tags, refuse_never, refuse_secret
from memtui.facts.fact import Fact, Revision, Saying
from memtui.facts.never import never_in
from memtui.facts.secrets import secret_in
from memtui.facts.text import sentence_key


def admitted(fact: Fact, today: date, never: tuple[str, ...] = ()) -> Fact:
    """Hold an arriving fact to what a draft is held to: limits, secrets, no day to come.

    A source, quote, tag or earlier wording that looks like a secret or holds what is never to be
    kept is dropped.

    Raises:
        MemtuiError: `FACT_EMPTY`, `FACT_TOO_LONG`, `FACT_SENSITIVE`.
    """
    for part, text in (("subject", fact.subject), ("attribute", fact.attribute)):
        checked_part(part, text)
    checked_part("fact", fact.fact)
    refuse_secret(fact.subject, fact.attribute, fact.fact)
    refuse_never(never, fact.subject, fact.attribute, fact.fact)
    first, *again = _up_to(today, (_admitted(each, never) for each in fact.sayings))
    return replace(
        fact,
        first=first,
        again=tuple(again),
        ended=min(fact.ended, today) if fact.ended else None,
        revisions=tuple(filter(None, (_harmless(each, never) for each in fact.revisions))),
        tags=keepable_tags(fact.tags, never),
    )


def without_sayings(fact: Fact, known: Collection[tuple[str, date]]) -> Fact | None:
    """The fact without the days on which its sentence is known; `None` when none is left."""
    sentence = sentence_key(fact.fact)
    return with_sayings(fact, [s for s in fact.sayings if (sentence, s.said) not in known])


def with_sayings(fact: Fact, sayings: Sequence[Saying]) -> Fact | None:
    """The fact as said on these occasions only; `None` when there is none."""
    return replace(fact, first=sayings[0], again=tuple(sayings[1:])) if sayings else None


def revised(before: Fact, after: Fact, now: datetime, never: tuple[str, ...] = ()) -> Fact:
    """Record in a fact what a correction changed; what may not be kept of it is dropped.

    Args:
        before: The fact as it was.
        after: The fact as it is then.
        now: The moment, aware, in UTC, at whole seconds.
        never: What the person never wants kept.
    """

    def earlier(old: str, new: str) -> str | None:
        return old if old != new and not is_forbidden(never, old) else None

    revision = Revision(
        until=now,
        fact=earlier(before.fact, after.fact),
        subject=earlier(before.subject, after.subject),
        attribute=earlier(before.attribute, after.attribute),
        source=earlier(before.source, after.source),
        said=before.said if before.said != after.said else None,
    )
    told = revision != Revision(until=now)
    revisions = (*after.revisions, revision) if told else after.revisions
    return replace(after, edited=now, revisions=revisions)


def no_later(fact: Fact, today: date, now: datetime, never: tuple[str, ...] = ()) -> Fact:
    """A fact of which no day is to come: such a day counts as today, and is kept as its earlier
    one.
    """
    if fact.last_said <= today:
        return fact
    first, *again = _up_to(today, fact.sayings)
    return revised(fact, replace(fact, first=first, again=tuple(again)), now, never)


def is_forbidden(never: tuple[str, ...], *texts: str) -> bool:
    """Whether texts look like a secret, or a rule of the person's own speaks against them."""
    return bool(secret_in(*texts) or never_in(never, *texts))


def _up_to(today: date, sayings: Iterable[Saying]) -> list[Saying]:
    """Sayings by day, one for each; a day to come is today."""
    days: dict[date, Saying] = {}
    for saying in sayings:
        day = min(saying.said, today)
        days.setdefault(day, replace(saying, said=day))
    return [days[day] for day in sorted(days)]


def _admitted(saying: Saying, never: tuple[str, ...]) -> Saying:
    told = saying.evidence
    return replace(
        saying,
        source="" if is_forbidden(never, saying.source) else saying.source,
        evidence=None if told and is_forbidden(never, told.quote, told.speaker) else told,
    )


def _harmless(revision: Revision, never: tuple[str, ...]) -> Revision | None:
    """A revision without what may not be kept; `None` when it tells nothing then."""

    def harmless(text: str | None) -> str | None:
        return None if text and is_forbidden(never, text) else text

    left = replace(
        revision,
        fact=harmless(revision.fact),
        subject=harmless(revision.subject),
        attribute=harmless(revision.attribute),
        source=harmless(revision.source),
    )
    told = left == revision or left != Revision(until=revision.until)
    return left if told else None
