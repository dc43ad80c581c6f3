"""Gemini's activity from Google Takeout: prompts with their answers, the newest first.

The verb before a prompt is in the person's language. Prompts are not grouped: those with the link
of one chat are a conversation, and of the others, those of one day.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import FILES
from memtui.conversations.formats.html_text import text_of_html
from memtui.conversations.formats.one_by_one import UNREADABLE, WITHOUT_TURNS
from memtui.conversations.formats.values import mapping, sequence, text
from memtui.conversations.reader import Companion, Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import When, when

OTHER_PRODUCTS = "activities of other products"
_OTHER_ACTIVITIES = "activities that are no prompts"
_CHAT = re.compile(r"(?:gemini|bard)\.google\.com/(?:u/\d+/)?(?:app|chat|gem)/([\w/-]+)")
_ATTACHED = re.compile(r"\bAttached \d{1,3} files?\b\.?[^\n]*$")
_ASKED = ("Prompted with: ", "Prompted ", "Asked Gemini: ", "Asked Bard: ", "Asked ", "Said ")
# How titles begin that tell of something else.
_DONE = (
    "Added Created Deleted Edited Exported Gave Pinned Renamed Searched Selected Shared Updated "
    "Used Viewed Visited"
)
_NOT_ASKED = frozenset(_DONE.split())
LOOKED_AT = 50
_ENOUGH = 3
_VERB_WORDS = 4


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a person asked and what the model answered at a time, `chat` being the link's id."""

    asked: str
    answered: str
    moment: When
    chat: str


@dataclass(frozen=True, slots=True)
class Verb:
    """The words that stand before and after every prompt, if they are not English."""

    before: str = ""
    after: str = ""


def recognises(record: Record) -> bool:
    """Whether a record is an activity of Gemini."""
    return _is_activity(record) and ("safeHtmlItem" in record or _is_gemini(record))


def _is_activity(record: Record) -> bool:
    return (
        isinstance(record.get("title"), str)
        and "time" in record
        and any(key in record for key in ("header", "products", "safeHtmlItem"))
    )


def _is_gemini(record: Record) -> bool:
    return names_gemini([record.get("header"), *sequence(record.get("products"))])


def names_gemini(labels: Iterable[object]) -> bool:
    """Whether a product is called Gemini, or Bard as it was: names that are not translated."""
    return any("gemini" in each or "bard" in each for each in map(str.casefold, map(text, labels)))


def read(records: Iterable[Any], source: Source) -> Iterator[Conversation]:
    """Read the activities of a file."""
    rest = iter(records)
    head = list(islice(rest, LOOKED_AT))
    titles = [_title(each) for each in map(mapping, head) if each.get("safeHtmlItem")]
    verb = common_verb(titles)
    prompts = (_prompt(each, verb, source) for each in chain(head, rest))
    yield from conversations_of((each for each in prompts if each), source)


def _title(record: Record) -> str:
    return text(record.get("title")).replace("\u00a0", " ")


def _prompt(record: object, verb: Verb, source: Source) -> Prompt | None:
    if not isinstance(record, dict) or not isinstance(record.get("title"), str):
        source.left_out[UNREADABLE] += 1
        return None
    items = record.get("safeHtmlItem")
    if not items and not _is_gemini(record):
        source.left_out[OTHER_PRODUCTS] += 1
        return None
    items = sequence(items) or [items]
    pages = (text(mapping(item).get("html")) for item in items)
    answered = "\n".join(each for each in map(text_of_html, filter(None, pages)) if each)
    asked = asked_in(_title(record), verb, answered=bool(answered), left_out=source.left_out)
    if asked is None:
        return None
    links = [text(record.get("titleUrl"))]
    links += [text(mapping(each).get("url")) for each in sequence(record.get("details"))]
    return Prompt(asked, answered, when(record.get("time"), source.zone), chat_of(links))


def chat_of(links: Iterable[str]) -> str:
    """The id of the chat to which one of the links leads, if one does."""
    return next((found[1] for link in links if (found := _CHAT.search(link))), "")


def common_verb(titles: Sequence[str]) -> Verb:
    """What nearly all titles of answered prompts begin or end with, unless it is English."""
    if len(titles) < _ENOUGH or any(each.startswith(_ASKED) for each in titles):
        return Verb()
    before: list[str] = []
    # A verb may be several words: "Eingegebener Prompt: …".
    while len(before) < _VERB_WORDS and not "".join(before[-1:]).endswith(":"):
        word = _shared(titles, len(before))
        if not word:
            break
        before.append(word)
    return Verb(" ".join(before), _shared(titles, -1))


def _shared(titles: Sequence[str], place: int) -> str:
    words = (title.split() for title in titles)
    ends = Counter(each[place] for each in words if len(each) > max(1, place + 1))
    word, times = ends.most_common(1)[0] if ends else ("", 0)
    return word if times >= 0.9 * len(titles) else ""


def asked_in(title: str, verb: Verb, *, answered: bool, left_out: Counter[str]) -> str | None:
    """The prompt in a title; `None` when it tells of something else, which is counted."""
    title = title.strip()
    start = next((each for each in _ASKED if title.startswith(each)), None)
    if start is None and verb.before and title.startswith(f"{verb.before} "):
        start = verb.before
    is_known = start is not None
    if not is_known and (not answered or title.split(" ", 1)[0] in _NOT_ASKED):
        left_out[_OTHER_ACTIVITIES] += 1
        return None
    asked = title[len(start or "") :].removesuffix(verb.after)
    asked, files = _ATTACHED.subn("", asked)
    if files:
        left_out[FILES] += files
    return asked.strip()


def conversations_of(prompts: Iterable[Prompt], source: Source) -> Iterator[Conversation]:
    """Group prompts by chat, or by day, as the file comes: the days first, the chats at its end."""
    chats: dict[str, list[Prompt]] = {}
    today: list[Prompt] = []
    for prompt in prompts:
        if prompt.chat:
            chats.setdefault(prompt.chat, []).append(prompt)
            continue
        if today and today[0].moment.day != prompt.moment.day:
            yield from _conversation(today, "", source)
            today = []
        today.append(prompt)
    if today:
        yield from _conversation(today, "", source)
    for chat, group in chats.items():
        yield from _conversation(group, chat, source)


def _conversation(group: Sequence[Prompt], chat: str, source: Source) -> Iterator[Conversation]:
    ordered = list(reversed(group))
    if all(each.moment.time for each in ordered):
        ordered.sort(key=lambda each: each.moment.time.timestamp() if each.moment.time else 0)
    day = ordered[0].moment.day
    title = ordered[0].asked[:80] if chat else f"Gemini, {day or 'day unknown'}"
    if made := source.conversation(_said(ordered), title=title, key=chat or f"{day or ''}"):
        yield made
    else:
        source.left_out[WITHOUT_TURNS] += 1


def _said(prompts: Iterable[Prompt]) -> Iterator[Said]:
    for each in prompts:
        if each.asked:
            yield Said("user", each.asked, each.moment)
        if each.answered:
            yield Said("assistant", each.answered, each.moment)


FORMAT = RecordFormat("Gemini activity from Google Takeout", recognises, read)
COMPANIONS = (
    Companion(
        "the activity of another Google product",
        lambda record: _is_activity(record) and "products" in record,
        "Choose the file of My Activity, Gemini Apps.",
    ),
)
