"""Which parts of a sentence are the words of a question, to be shown so that they stand out."""

import re
from collections.abc import Collection

from memtui.facts.text import visible


def marked(text: str, words: Collection[str]) -> list[tuple[str, bool]]:
    """A sentence, without what cannot be seen, in parts, each with whether it is such a word.

    A word's other endings count: “work” marks “works”. In scripts without spaces it is the word
    alone.
    """
    shown = visible(text)
    wanted = sorted({visible(word) for word in words if visible(word)}, key=len, reverse=True)
    if not wanted:
        return [(shown, False)]
    either = "|".join(
        rf"\b{re.escape(word)}[^\W\d]*" if word.isascii() else re.escape(word) for word in wanted
    )
    parts = re.split(f"({either})", shown, flags=re.IGNORECASE)
    return [(part, place % 2 == 1) for place, part in enumerate(parts) if part]
