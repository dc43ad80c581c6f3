"""Facts as values for a model's program: it may show them to the model as they are.

So what they say is made harmless as in the text beside them; REST gives it word for word.
"""

from typing import Any

from memtui.desk.as_json import day_json, fact_json
from memtui.desk.quoting import quoted
from memtui.facts.fact import Fact

Json = dict[str, Any]


def brief_json(fact: Fact) -> Json:
    """A fact as a hit or list has it."""
    return {
        "id": fact.id,
        "subject": quoted(fact.subject),
        "attribute": quoted(fact.attribute),
        "fact": quoted(fact.fact),
        "said": day_json(fact.last_said),
        "until": day_json(fact.until),
        "current": fact.current,
        "source": quoted(fact.source),
        "replaced_by": fact.replaced_by,
        "citation": f"[{fact.id}]",
    }


def full_json(fact: Fact) -> Json:
    """A fact with all that is known of it, but not where its note is."""
    values = fact_json(fact)
    del values["path"]
    return {name: _harmless(value) for name, value in values.items()}


def _harmless(value: Any) -> Any:
    match value:
        case str():
            return quoted(value)
        case list():
            return [_harmless(each) for each in value]
        case dict():
            return {name: _harmless(each) for name, each in value.items()}
    return value
