"""Facts as programs get them."""

from typing import Any

from memtui.desk.as_json import day_json, fact_json
from memtui.facts.fact import Fact

Json = dict[str, Any]


def brief_json(fact: Fact) -> Json:
    """A fact as a hit or list has it."""
    return {
        "id": fact.id,
        "subject": fact.subject,
        "attribute": fact.attribute,
        "fact": fact.fact,
        "said": day_json(fact.last_said),
        "until": day_json(fact.until),
        "current": fact.current,
        "source": fact.source,
        "replaced_by": fact.replaced_by,
        "citation": f"[{fact.id}]",
    }


def full_json(fact: Fact) -> Json:
    """A fact with all that is known of it, but not where its note is."""
    values = fact_json(fact)
    del values["path"]
    return values
