"""What may be kept: a draft made clean, or refused with the reason."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import FACT_LIMIT, NAME_LIMIT, Draft, Evidence, Fact
from memtui.facts.never import never_in
from memtui.facts.secrets import secret_in
from memtui.facts.text import visible

_LIMITS = {"subject": NAME_LIMIT, "attribute": NAME_LIMIT, "fact": FACT_LIMIT}
_HINTS = {
    "subject": "Say whom or what it is about.",
    "attribute": "Say what about it, such as role or city.",
    "fact": "Give one sentence that stands alone.",
}


def checked(draft: Draft, today: date, never: tuple[str, ...] = ()) -> Draft:
    """Clean a draft: invisible characters gone, a future date taken as today.

    A source, quote or tag that looks like a secret or holds what is never to be kept is dropped.

    Args:
        draft: The draft.
        today: The person's day.
        never: What the person never wants kept.

    Raises:
        MemtuiError: `FACT_EMPTY`, `FACT_TOO_LONG` with both numbers, `FACT_SENSITIVE` with the
            rule's name.
    """
    subject = checked_part("subject", draft.subject)
    attribute = checked_part("attribute", draft.attribute)
    fact = checked_part("fact", draft.fact)
    refuse_secret(subject, attribute, fact)
    refuse_never(never, subject, attribute, fact)
    return replace(
        draft,
        subject=subject,
        attribute=attribute,
        fact=fact,
        source=keepable(draft.source, never),
        said=min(draft.said, today) if draft.said else None,
        evidence=_evidence(draft.evidence, never),
        tags=keepable_tags(draft.tags, never),
    )


def checked_part(part: str, text: str) -> str:
    """Clean one part (`subject`, `attribute` or `fact`) and hold it to its limit."""
    clean = visible(text)
    if clean != text:
        # A key that is broken over two lines can be joined only in the text as it came.
        refuse_secret(text)
    if not clean:
        raise MemtuiError(Code.FACT_EMPTY, f"The {part} is empty.", _HINTS[part])
    limit = _LIMITS[part]
    if len(clean) > limit:
        raise MemtuiError(
            Code.FACT_TOO_LONG,
            f"The {part} has {len(clean):,} characters; at most {limit:,} are kept.",
            "Shorten it; nothing was cut.",
        )
    return clean


def refuse_secret(*texts: str) -> None:
    """Refuse texts that look like a secret, each and joined.

    Raises:
        MemtuiError: `FACT_SENSITIVE`, naming the rule and never the value.
    """
    rule = secret_in(*texts)
    if rule:
        raise MemtuiError(
            Code.FACT_SENSITIVE,
            f"This looks like a secret ({rule}), and a memory keeps none.",
            "Keep it in a secret manager and refer to it by name.",
        )


def refuse_never(never: tuple[str, ...], *texts: str) -> None:
    """Refuse texts that a rule of the person's own speaks against, each and joined.

    Raises:
        MemtuiError: `FACT_SENSITIVE`, naming the rule.
    """
    rule = never_in(never, *texts)
    if rule:
        raise MemtuiError(
            Code.FACT_SENSITIVE,
            f"Your rule “{visible(rule)}” says never to keep this.",
            "Take it out of `never_save` in memory.toml if this should be kept.",
        )


def refuse_new(never: tuple[str, ...], before: Fact, after: Fact) -> None:
    """Refuse what a change makes of a fact; what it leaves as it was is not looked at again.

    Raises:
        MemtuiError: `FACT_SENSITIVE`, naming the rule, and the fact where what is new is harmless
            by itself.
    """
    old, new = _parts(before), _parts(after)
    changed = [part for part, was in zip(new, old, strict=True) if part != was]
    refuse_secret(*changed)
    refuse_never(never, *changed)
    rule = secret_in(*new)
    if rule and not secret_in(*old):
        raise _would_be(before, f"look like a secret ({rule}), and a memory keeps none")
    rule = never_in(never, *new)
    if rule and not never_in(never, *old):
        raise _would_be(before, f"be what your rule “{visible(rule)}” says never to keep")


def _parts(fact: Fact) -> tuple[str, ...]:
    return fact.subject, fact.attribute, fact.fact


def _would_be(fact: Fact, what: str) -> MemtuiError:
    return MemtuiError(
        Code.FACT_SENSITIVE,
        f"{visible(fact.subject)} — {visible(fact.attribute)} would {what}.",
        "Leave that fact as it is, or write it otherwise.",
    )


def without_secret(text: str) -> str:
    """The text made clean, or nothing where it looks like a secret."""
    clean = visible(text)
    return "" if secret_in(text) or secret_in(clean) else clean


def keepable(text: str, never: tuple[str, ...]) -> str:
    """The text made clean, or nothing where it looks like a secret or is never to be kept."""
    return "" if never_in(never, text) else without_secret(text)


def keepable_tags(tags: Iterable[str], never: tuple[str, ...]) -> tuple[str, ...]:
    """The tags that may be kept, each once."""
    return tuple(dict.fromkeys(filter(None, (keepable(tag, never) for tag in tags))))


def _evidence(evidence: Evidence | None, never: tuple[str, ...]) -> Evidence | None:
    quote = keepable(evidence.quote, never) if evidence else ""
    return Evidence(quote, keepable(evidence.speaker, never)) if evidence and quote else None
