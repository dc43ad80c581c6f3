"""Facts as lines of text, for every command that shows some."""

from collections.abc import Sequence
from datetime import date
from itertools import groupby

from memtui.cli.columns import padded, width, wrapped
from memtui.cli.printing import Out, bold, dim
from memtui.facts.fact import Fact

# A longer attribute moves its own line's sentence to the right, not everybody's.
_ATTRIBUTE_CELLS = 24
_LEAST_FACT_CELLS = 20


def held(fact: Fact) -> str:
    """From when to when a fact held: `2026-10-12`, or `2026-09-01 to 2026-10-12`."""
    return f"{fact.said} to {fact.until}" if fact.until else f"{fact.said}"


def told(said: date | None, source: str) -> str:
    """When and where something was said: `(2026-10-12, conversation: standup.json)`."""
    parts = [said.isoformat() if said else "no date", source]
    return f"({', '.join(filter(None, parts))})"


def print_facts(out: Out, facts: Sequence[Fact]) -> None:
    """Print facts under their subjects, in the order given; those replaced stand back."""
    days = max((width(held(fact)) for fact in facts), default=0)
    names = min(max((width(fact.attribute) for fact in facts), default=0), _ATTRIBUTE_CELLS)
    for subject, group in groupby(facts, lambda fact: fact.subject):
        out.line(bold(subject))
        for fact in group:
            name = padded(fact.attribute, names)
            before = f"  {fact.id}  {name}  {padded(held(fact), days)}  "
            print_fact(out, fact, before)


def print_fact(out: Out, fact: Fact, before: str) -> None:
    """Print one fact and its source after the columns before it, wrapped under itself."""
    cells = max(out.width - width(before), _LEAST_FACT_CELLS) if out.width else None
    source = f"  ({fact.source})" if fact.source else ""
    lines = wrapped(fact.fact, cells)
    fits = cells is None or width(lines[-1] + source) <= cells
    style = str if fact.current else dim
    out.line(dim(before), style(lines[0]), *([dim(source)] if fits and len(lines) == 1 else []))
    indent = " " * width(before)
    for line in lines[1:]:
        last = line is lines[-1] and fits
        out.line(indent, style(line), *([dim(source)] if last else []))
    if source and not fits:
        out.line(indent, dim(source.strip()))
