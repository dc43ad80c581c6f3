"""Tags: words of the person's own on facts, added and taken away."""

from collections.abc import Iterable
from dataclasses import replace

from memtui.errors import Code, MemtuiError
from memtui.facts.drafting import refuse_never, refuse_secret
from memtui.facts.keeping import Tag
from memtui.facts.text import fold, visible
from memtui.facts.timelines import Timelines

TAG_LIMIT = 60


def tag(timelines: Timelines, request: Tag) -> None:
    """Add tags to facts and take others away; one that is there already stays as it is spelled.

    Raises:
        MemtuiError: `FACT_UNKNOWN`; what `checked_tag` raises; `FACT_SENSITIVE` for one that is
            never to be kept.
    """
    add = [checked_tag(each) for each in request.add]
    for each in add:
        refuse_never(timelines.rules.never, each)
    gone = {fold(each) for each in request.remove}
    for id_ in request.ids:
        fact = timelines.as_it_stands(id_)
        tags = [each for each in fact.tags if fold(each) not in gone]
        known = {fold(each) for each in tags} | gone
        tags += [each for each in _once(add) if fold(each) not in known]
        if tuple(tags) != fact.tags:
            timelines.touch(replace(fact, tags=tuple(tags), edited=timelines.now))


def checked_tag(text: str) -> str:
    """A tag made clean.

    Raises:
        MemtuiError: `FACT_EMPTY`, `FACT_TOO_LONG`, `FACT_SENSITIVE`.
    """
    clean = visible(text).replace(",", " ").strip()
    if not clean:
        raise MemtuiError(Code.FACT_EMPTY, "A tag is empty.", "Write it as one word: +urgent.")
    if len(clean) > TAG_LIMIT:
        raise MemtuiError(
            Code.FACT_TOO_LONG,
            f"A tag has {len(clean):,} characters; at most {TAG_LIMIT:,} are kept.",
            "Shorten it; nothing was cut.",
        )
    refuse_secret(clean)
    return clean


def typed_tags(words: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tags to add (`+urgent`, `urgent`) and those to take away (`-later`) among words.

    Raises:
        MemtuiError: What `checked_tag` raises.
    """
    add: list[str] = []
    remove: list[str] = []
    for word in words:
        into = remove if word.startswith("-") else add
        into.append(checked_tag(word.removeprefix("+" if into is add else "-")))
    return tuple(add), tuple(remove)


def _once(tags: Iterable[str]) -> list[str]:
    return list({fold(each): each for each in reversed(list(tags))}.values())[::-1]
