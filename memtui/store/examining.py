"""What the notes of a memory say that wants attention, found page by page.

What was found is remembered as long as no note changed; whether one holds a secret, in the
catalogue, as long as that note did not.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from memtui.facts.fact import Fact, Rules
from memtui.facts.secrets import secret_in
from memtui.store.entries import Problem, Stored
from memtui.store.fields import KEYS, is_id
from memtui.store.health import Secret, problems, settling
from memtui.store.index import Index
from memtui.store.portions import SIZE
from memtui.store.scanning import text_if_same
from memtui.store.steps import Standing, below


@dataclass(frozen=True, slots=True)
class _Seen:
    """What has to be equal for the same to be found."""

    stamp: str
    rules: Rules
    today: date


@dataclass(frozen=True, slots=True)
class Examined:
    """What was found in the notes.

    Args:
        seen: Of what it holds.
        unreadable: Notes that cannot be read, and why.
        secrets: Notes with what looks like a secret.
        disagreeing: Facts (by id) whose until, links or folder do not follow from the statements.
        ahead: Facts (by id) that are said on a day to come.
        whole: Whether all notes were looked through.
    """

    seen: _Seen
    unreadable: tuple[Problem, ...]
    secrets: tuple[Secret, ...]
    disagreeing: tuple[str, ...]
    ahead: tuple[str, ...]
    whole: bool


def examined(
    index: Index,
    notes: Path,
    rules: Rules,
    before: Examined | None = None,
    *,
    now: datetime,
    today: date,
    new_id: Callable[[], str],
    go_on: Callable[[int], bool] = lambda _: True,
) -> Examined:
    """Look through all notes; others may change them meanwhile.

    Args:
        index: The catalogue, which holds what the notes say.
        notes: The folder of the notes.
        rules: The rules in force.
        before: What was found last.
        now: The moment, aware, in UTC.
        today: The person's day.
        new_id: Gives a fresh fact id.
        go_on: Told after each page how many facts were looked through; `False` ends the looking.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE`.
    """
    seen = _Seen(index.ask(lambda catalogue: catalogue.stamp), rules, today)
    if before is not None and before.whole and before.seen == seen:
        return before
    unreadable = problems(index)
    secrets: list[Secret] = []
    disagreeing: list[str] = []
    ahead: list[str] = []
    number, whole = 0, True
    for page in _pages(index, notes, rules):
        standing = {each.fact.id: Standing(each.path, each.fact) for each in page}
        settled = settling(standing, rules, unreadable, now=now, today=today, new_id=new_id)
        disagreeing += [edit.id for edit in settled.edits]
        ahead += [id_ for id_, each in standing.items() if each.fact.last_said > today]
        secrets += [
            Secret(each.fact.id, below(each.path), each.secret) for each in page if each.secret
        ]
        number += len(page)
        if not go_on(number):
            whole = False
            break
    return Examined(seen, unreadable, tuple(secrets), tuple(disagreeing), tuple(ahead), whole)


def _pages(index: Index, notes: Path, rules: Rules) -> Iterator[list[Stored]]:
    """All facts, those of one thing in one page, each with whether its note holds a secret."""
    after: str | None = ""
    while after is not None:
        page, following = _page(index, after)
        looked, stale = _looked(index, notes, page)
        if stale:
            # Changed since the notes were looked at: what they hold now is another page.
            _check(index, rules, stale)
            continue
        after = following
        yield looked


def _page(index: Index, after: str) -> tuple[list[Stored], str | None]:
    return index.ask(lambda catalogue: catalogue.stored_page(after, SIZE))


def _check(index: Index, rules: Rules, paths: Sequence[bytes]) -> None:
    index.work(lambda mirror: mirror.check(rules, paths))


def _looked(index: Index, notes: Path, page: Sequence[Stored]) -> tuple[list[Stored], list[bytes]]:
    """The facts of a page, none left that nobody looked at; and the notes that changed."""
    rules: dict[bytes, str] = {}
    stale: list[bytes] = []
    for each in page:
        if each.secret is None:
            text = text_if_same(notes, each.path, each.sha256)
            if text is None:
                stale.append(each.path)
            else:
                rules[each.path] = secret_in(*_texts(each.fact, text)) or ""
    if rules:
        found = [(each, rules[each.path]) for each in page if each.path in rules]
        index.work(lambda mirror: mirror.catalogue.put_secrets(found))
    looked = [each._replace(secret=rules.get(each.path, each.secret)) for each in page]
    return looked, stale


def _texts(fact: Fact, note: str) -> list[str]:
    texts = [fact.subject, fact.attribute, fact.fact, *fact.tags]
    for saying in (fact.first, *fact.again):
        texts.append(saying.source)
        if saying.evidence:
            texts += [saying.evidence.quote, saying.evidence.speaker]
    for revision in fact.revisions:
        earlier = (revision.fact, revision.subject, revision.attribute, revision.source)
        texts += [text for text in earlier if text]
    return [*texts, _foreign(note)]


def _foreign(note: str) -> str:
    """What stands in a note besides the fact: a longer body, and keys that are not ours."""
    header, _, body = note.removeprefix("---").partition("\n---")
    lines = [
        line
        for line in header.splitlines()
        if line.partition(":")[0] not in KEYS and not is_id(line.removeprefix("- "))
    ]
    return "\n".join((*lines, body.partition("\n\n")[2]))
