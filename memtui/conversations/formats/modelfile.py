"""Modelfiles of Ollama, in which `/save` keeps a chat as lines of `MESSAGE role text`."""

import re
from collections.abc import Iterator

from memtui.conversations.conversation import Conversation
from memtui.conversations.reader import TextFormat
from memtui.conversations.source import Said, Source

_FROM = re.compile(r"(?:[ \t]*(?:#.*)?\n)*[ \t]*FROM[ \t]+\S", re.IGNORECASE)
_MESSAGE = re.compile(
    r"^[ \t]*MESSAGE[ \t]+(?P<role>\w{1,20})[ \t]+"
    r"(?:\"\"\"(?P<long>(?:(?!\"\"\").)*)\"\"\"|\"(?P<quoted>[^\"\n]*)\"[ \t]*$|(?P<plain>[^\n]*))",
    re.MULTILINE | re.IGNORECASE | re.DOTALL,
)


def recognises(head: str) -> bool:
    """Whether this names a model first and holds messages."""
    return bool(_FROM.match(head) and _MESSAGE.search(head))


def read(source: Source) -> Iterator[Conversation]:
    """Read the messages as one conversation."""
    said = [
        Said(match["role"].casefold(), match["long"] or match["quoted"] or match["plain"] or "")
        for match in _MESSAGE.finditer(source.text.replace("\r\n", "\n"))
    ]
    if made := source.conversation(said):
        yield made


FORMAT = TextFormat("Modelfile", recognises, read)
