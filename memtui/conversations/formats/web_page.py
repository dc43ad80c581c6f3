"""Web pages, which are not read: what of them to choose instead."""

import re
from collections.abc import Iterator

from memtui.conversations.conversation import Conversation
from memtui.conversations.reader import TextFormat
from memtui.conversations.source import SUGGESTION, Source, unreadable

_PAGE = re.compile(r"\s*(?:<\?xml[^>]{0,200}>\s*)?<(?:!DOCTYPE html|html)\b", re.IGNORECASE)
# A sign in the head of the page, what the page is, and what to choose instead.
_KNOWN = (
    (
        "tgme_page",
        "a web page of Telegram",
        "Export the chat from Telegram Desktop as machine-readable JSON.",
    ),
    (
        "page_header",
        "the web page of a Telegram export",
        "Export the chat again as machine-readable JSON and choose result.json.",
    ),
    (
        "chatlog__",
        "the web page of a Discord export",
        "Export the channel again as JSON and choose that file.",
    ),
    (
        "_a6-g",
        "the web page of a Messenger or Instagram export",
        "Ask for the download again as JSON and choose message_1.json.",
    ),
)


def _is_page(head: str) -> bool:
    return bool(_PAGE.match(head))


def _refuse(source: Source) -> Iterator[Conversation]:
    head = source.text[:200_000]
    for sign, what, instead in _KNOWN:
        if sign in head:
            unreadable(source.name, f"is {what}", instead)
    unreadable(source.name, "is a web page, not a conversation", SUGGESTION)


FORMAT = TextFormat("web page", _is_page, _refuse)
