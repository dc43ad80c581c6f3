"""Which facts are about one thing: names compared folded, other names for a name resolved."""

from dataclasses import replace
from functools import lru_cache
from typing import Literal

from memtui.facts.fact import Rules
from memtui.facts.text import fold

Key = tuple[str, str]
Part = Literal["subject", "attribute"]
_SEPARATOR = " / "


def subject_key(subject: str, rules: Rules) -> str:
    """The form in which subjects are one: folded, aliases resolved."""
    return _resolved(fold(subject), rules.subjects)


def attribute_key(attribute: str, rules: Rules) -> str:
    """The form in which attributes are one: folded, aliases resolved."""
    return _resolved(fold(attribute), rules.attributes)


def thing_key(subject: str, attribute: str, rules: Rules) -> Key:
    """The form in which things are one."""
    return subject_key(subject, rules), attribute_key(attribute, rules)


def shown_subject(subject: str, rules: Rules) -> str:
    """The name under which a subject is shown: the one that counts, as the rules spell it."""
    return _spelled(subject, rules.subjects)


def is_many(subject: str, attribute: str, rules: Rules) -> bool:
    """Whether a thing holds many values, each with a life of its own."""
    if not rules.many:
        return False
    attributes, things = _many(rules)
    key = thing_key(subject, attribute, rules)
    return key[1] in attributes or key in things


def many_name(subject: str, attribute: str) -> str:
    """How `Rules.many` names one thing alone."""
    return f"{subject}{_SEPARATOR}{attribute}"


def with_many(rules: Rules, names: tuple[str, ...]) -> Rules:
    """The rules with more many-valued things."""
    known = {fold(name) for name in rules.many}
    added = tuple(name for name in names if fold(name) not in known)
    return replace(rules, many=rules.many + added)


def with_alias(rules: Rules, part: Part, other: str, name: str) -> Rules:
    """The rules with another name for a subject or an attribute."""
    if part == "subject":
        kept = tuple(pair for pair in rules.subjects if fold(pair[0]) != fold(other))
        return replace(rules, subjects=(*kept, (other, name)))
    kept = tuple(pair for pair in rules.attributes if fold(pair[0]) != fold(other))
    return replace(rules, attributes=(*kept, (other, name)))


def renamed_subject(rules: Rules, old: str, new: str) -> Rules:
    """The rules after a subject got another name: what they said of the old one goes with it."""

    def follow(name: str) -> str:
        return new if fold(name) == fold(old) else name

    many = []
    for name in rules.many:
        subject, separator, attribute = name.partition(_SEPARATOR)
        many.append(follow(subject) + separator + attribute if separator else name)
    subjects = tuple(
        (other, follow(name)) for other, name in rules.subjects if fold(other) != fold(new)
    )
    return replace(rules, many=tuple(many), subjects=subjects)


@lru_cache(maxsize=64)
def _aliases(pairs: tuple[tuple[str, str], ...]) -> dict[str, tuple[str, str]]:
    """Each folded name's end of the chain, folded and spelled; a circle stops where it closes."""
    direct = {fold(name): target for name, target in pairs}
    ends: dict[str, tuple[str, str]] = {}
    for name in direct:
        seen = {name}
        target = direct[name]
        while fold(target) in direct and fold(target) not in seen:
            seen.add(fold(target))
            target = direct[fold(target)]
        ends[name] = (fold(target), target)
    return ends


def _resolved(name: str, pairs: tuple[tuple[str, str], ...]) -> str:
    return _aliases(pairs).get(name, (name, ""))[0] if pairs else name


def _spelled(name: str, pairs: tuple[tuple[str, str], ...]) -> str:
    return _aliases(pairs).get(fold(name), ("", name))[1] if pairs else name


@lru_cache(maxsize=64)
def _many(rules: Rules) -> tuple[frozenset[str], frozenset[Key]]:
    attributes = set()
    things = set()
    for name in rules.many:
        attributes.add(attribute_key(name, rules))
        parts = name.split(_SEPARATOR)
        for cut in range(1, len(parts)):
            subject = _SEPARATOR.join(parts[:cut])
            attribute = _SEPARATOR.join(parts[cut:])
            things.add(thing_key(subject, attribute, rules))
    return frozenset(attributes), frozenset(things)
