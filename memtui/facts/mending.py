"""Requests that alter facts already kept. Each function alters the `Timelines` it is given."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from memtui.errors import Code, MemtuiError
from memtui.facts.admitting import revised, with_sayings, without_sayings
from memtui.facts.drafting import (
    checked_part,
    keepable,
    keepable_tags,
    refuse_new,
)
from memtui.facts.fact import Fact, Rules, Saying
from memtui.facts.keeping import Correct, End, Forget, ForgetSource, Rename, Restore, TakeBack
from memtui.facts.text import fold, sentence_key
from memtui.facts.things import Key, is_many, renamed_subject
from memtui.facts.timelines import Part, Timelines


def correct(timelines: Timelines, request: Correct) -> None:
    """Correct a fact's words, source and tags, or its subject, attribute and date.

    Raises:
        MemtuiError: `THING_EXISTS` where the new thing has facts and joining was not asked for.
    """
    fact = timelines.as_it_stands(request.id)
    mended = _mended(timelines, fact, request)
    if mended == fact:
        return
    if _states(mended) == _states(fact):
        timelines.touch(mended)
        return
    key, fact = timelines.find(request.id)
    mended = _mended(timelines, fact, request)
    timeline = timelines.of(key)
    target = timelines.key(mended)
    if target == key:
        timelines.put(key, [mended if each.id == fact.id else each for each in timeline])
        return
    going = [fact] if request.only else [*_earlier(timelines, timeline, fact), fact]
    there = timelines.of(target)
    if there and not request.join:
        raise MemtuiError(
            Code.THING_EXISTS,
            f"{mended.subject} — {mended.attribute} has {_facts(len(there))} already.",
            "Join the two timelines, or choose another subject or attribute.",
        )
    moved = [
        mended if each.id == fact.id else _respelled(timelines, each, mended) for each in going
    ]
    gone = {each.id for each in going}
    timelines.put(key, [each for each in timeline if each.id not in gone])
    timelines.put(target, _joined([there, moved]))


def end(timelines: Timelines, requests: Iterable[End]) -> None:
    """Say of current facts from which day on they no longer hold.

    Raises:
        MemtuiError: `END_IMPOSSIBLE` where it holds no more, or for a day in the future or before
            it was last said.
    """
    altered: dict[Key, dict[str, Fact]] = {}
    for request in requests:
        key, fact = timelines.find(request.id)
        ended = altered.setdefault(key, {})
        day = request.day or timelines.today
        since = ended[fact.id].ended if fact.id in ended else fact.until
        if since:
            raise _impossible(f"It has not held since {since}.", "Only a current fact can end.")
        if day > timelines.today:
            raise _impossible(f"{day} is in the future.", "Give today or an earlier day.")
        if day < fact.last_said:
            raise _impossible(
                f"It was said on {fact.last_said}, after {day}.", "Give that day or a later one."
            )
        ended[fact.id] = replace(fact, ended=day)
    timelines.alter(altered)


def restore(timelines: Timelines, request: Restore) -> None:
    """Take an end away.

    Raises:
        MemtuiError: `END_IMPOSSIBLE` where the fact did not end.
    """
    key, fact = timelines.find(request.id)
    if fact.current:
        raise _impossible("It holds now, so there is no end to take away.", "")
    if not fact.ended:
        raise _impossible(
            f"It did not end: {fact.replaced_by} replaced it.",
            "Forget or correct that fact, or keep this one again with a newer day.",
        )
    restored = replace(fact, ended=None)
    timelines.put(key, [restored if each.id == fact.id else each for each in timelines.of(key)])


def forget(timelines: Timelines, request: Forget) -> None:
    """Delete facts; unless asked to, nothing becomes current: what is last then has ended."""
    targets: dict[Key, set[str]] = {}
    joined: dict[str, list[Fact]] = {}
    for id_ in request.ids:
        key, fact = timelines.find(id_)
        gone = targets.setdefault(key, set())
        gone.add(id_)
        if fact.id != id_:
            joined.setdefault(fact.id, []).append(timelines.on_disk(id_))
        elif request.history:
            gone.update(each.id for each in _earlier(timelines, timelines.of(key), fact))
    for key, gone in targets.items():
        rest = [
            _less(fact, joined.get(fact.id, ()))
            for fact in timelines.of(key)
            if fact.id not in gone
        ]
        timelines.put(key, rest if request.restore else _nothing_current_by_itself(rest))


def forget_source(timelines: Timelines, request: ForgetSource) -> None:
    """Delete what was said in a source; nothing becomes current by itself.

    Raises:
        MemtuiError: `FACT_UNKNOWN` where nothing came from there.
    """
    source = fold(request.source)
    left = _sifted(timelines, lambda saying: fold(saying.source) != source)
    if not left:
        raise MemtuiError(
            Code.FACT_UNKNOWN,
            f"No fact came from {request.source}.",
            "See where facts came from with `memtui facts --history --json`.",
        )
    for key, rest in left.items():
        timelines.put(key, _nothing_current_by_itself(rest))


def take_back(timelines: Timelines, request: TakeBack) -> None:
    """Forget the statements of a batch; what they replaced holds again.

    Raises:
        MemtuiError: `FACT_UNKNOWN` where nothing came with it.
    """
    left = _sifted(timelines, lambda saying: saying.batch != request.batch, request.ids)
    if not left:
        raise MemtuiError(
            Code.FACT_UNKNOWN,
            f"No fact came with the batch {request.batch}.",
            "List the batches with `memtui batches`.",
        )
    for key, rest in left.items():
        timelines.put(key, rest)


def rename(timelines: Timelines, request: Rename) -> None:
    """Rename a subject or an attribute; timelines that meet are joined.

    Raises:
        MemtuiError: `FACT_UNKNOWN` where no fact has the old name.
    """
    new = checked_part(request.part, request.new)
    subjects = request.part == "subject"
    old = fold(request.old)
    groups: dict[Key, list[Fact]] = {}
    for key in timelines.things():
        for fact in timelines.of(key):
            name = fact.subject if subjects else fact.attribute
            if fold(name) == old or key[0 if subjects else 1] == old:
                groups.setdefault(key, []).append(fact)
    if not groups:
        raise MemtuiError(
            Code.FACT_UNKNOWN,
            f"No fact has the {request.part} {request.old}.",
            "List the names with `memtui facts`.",
        )
    going = {fact.id for facts in groups.values() for fact in facts}
    for key in groups:
        timelines.put(key, [each for each in timelines.of(key) if each.id not in going])
    if subjects:
        timelines.rules = renamed_subject(timelines.rules, request.old, new)
    for facts in groups.values():
        model = replace(facts[0], subject=new) if subjects else replace(facts[0], attribute=new)
        moved = [_renamed(timelines, each, request.part, new) for each in facts]
        target = timelines.key(model)
        timelines.put(target, _joined([timelines.of(target), moved]))


def change_rules(timelines: Timelines, rules: Rules) -> None:
    """Put rules in force, settling each thing whose facts or nature they alter."""
    before = timelines.rules
    for key, parts in timelines.regroup(rules).items():
        many = _many(parts[0], rules)
        was_many = [_many(part, before) for part in parts]
        if many:
            facts = [
                fact if was else _ended_for_good(fact)
                for part, was in zip(parts, was_many, strict=True)
                for fact in part.facts
            ]
        else:
            facts = _joined(part.facts for part in parts)
        if len(parts) > 1 or not parts[0].whole or was_many != [many]:
            timelines.put(key, facts)


def _many(part: Part, rules: Rules) -> bool:
    return is_many(part.facts[0].subject, part.facts[0].attribute, rules)


def _mended(timelines: Timelines, fact: Fact, request: Correct) -> Fact:
    never = timelines.rules.never
    subject = _part("subject", request.subject, fact.subject)
    attribute = _part("attribute", request.attribute, fact.attribute)
    words = _part("fact", request.fact, fact.fact)
    source = fact.source if request.source is None else keepable(request.source, never)
    said = fact.said if request.said is None else min(request.said, timelines.today)
    first = replace(fact.first, source=source)
    if said != fact.said:
        first = replace(first, said=said, time=None)
    mended = replace(
        fact,
        subject=subject,
        attribute=attribute,
        fact=words,
        first=first,
        again=tuple(saying for saying in fact.again if saying.said != said),
        tags=fact.tags if request.tags is None else keepable_tags(request.tags, never),
    )
    return fact if mended == fact else _revised(timelines, fact, mended)


def _states(fact: Fact) -> tuple[object, ...]:
    """All of a fact that its timeline follows from."""
    return fact.subject, fact.attribute, fact.fact, fact.said, fact.also_said, fact.first.time


def _part(part: str, asked: str | None, here: str) -> str:
    return here if asked is None else checked_part(part, asked)


def _revised(timelines: Timelines, before: Fact, after: Fact) -> Fact:
    refuse_new(timelines.rules.never, before, after)
    return revised(before, after, timelines.now, timelines.rules.never)


def _respelled(timelines: Timelines, fact: Fact, like: Fact) -> Fact:
    moved = replace(fact, subject=like.subject, attribute=like.attribute)
    return _revised(timelines, fact, moved)


def _renamed(timelines: Timelines, fact: Fact, part: str, new: str) -> Fact:
    renamed = replace(fact, subject=new) if part == "subject" else replace(fact, attribute=new)
    return fact if renamed == fact else _revised(timelines, fact, renamed)


def _earlier(timelines: Timelines, timeline: list[Fact], fact: Fact) -> list[Fact]:
    """The facts before one in its thing; of a many-valued thing those of the same sentence."""
    earlier = timeline[: next(at for at, each in enumerate(timeline) if each.id == fact.id)]
    if is_many(fact.subject, fact.attribute, timelines.rules):
        return [each for each in earlier if sentence_key(each.fact) == sentence_key(fact.fact)]
    return earlier


def _joined(timelines: Iterable[list[Fact]]) -> list[Fact]:
    """The facts of several timelines; what is said within a fact's life replaces it, so an end
    that comes after that no longer counts.
    """
    facts = [fact for timeline in timelines for fact in timeline]
    return [
        replace(fact, ended=None) if fact.ended and _overtaken(fact, facts) else fact
        for fact in facts
    ]


def _overtaken(fact: Fact, facts: Iterable[Fact]) -> bool:
    assert fact.ended is not None
    return any(
        fact.last_said < each.said <= fact.ended
        for each in facts
        if sentence_key(each.fact) != sentence_key(fact.fact)
    )


def _sifted(
    timelines: Timelines, stays: Callable[[Saying], bool], ids: Collection[str] | None = None
) -> dict[Key, list[Fact]]:
    """What is left of each thing that loses a saying, when only those that stay are left.

    With `ids`, other facts keep all of theirs.
    """
    left: dict[Key, list[Fact]] = {}
    for key in timelines.things():
        timeline = timelines.of(key)
        parts = [
            with_sayings(fact, list(filter(stays, fact.sayings)))
            if ids is None or fact.id in ids
            else fact
            for fact in timeline
        ]
        rest = [part for part in parts if part]
        if rest != timeline:
            left[key] = rest
    return left


def _less(fact: Fact, parts: Iterable[Fact]) -> Fact:
    """A fact without the days that parts of it brought; what was said by others too stays."""
    sentence = sentence_key(fact.fact)
    known = {(sentence, day) for each in parts for day in (each.said, *each.also_said)}
    return without_sayings(fact, known) or fact


def _nothing_current_by_itself(rest: list[Fact]) -> list[Fact]:
    """A timeline whose last fact was replaced by what is gone now: it has ended then."""
    if rest and rest[-1].until and not rest[-1].ended:
        return [*rest[:-1], replace(rest[-1], ended=rest[-1].until)]
    return rest


def _ended_for_good(fact: Fact) -> Fact:
    return replace(fact, ended=fact.until) if fact.until else fact


def _impossible(message: str, hint: str) -> MemtuiError:
    return MemtuiError(Code.END_IMPOSSIBLE, message, hint)


def _facts(count: int) -> str:
    return "one fact" if count == 1 else f"{count} facts"
