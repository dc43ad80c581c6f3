"""How texts are compared, and what of them may be seen."""

import re
import unicodedata

_SPACES = re.compile(r"\s+")


def fold(text: str) -> str:
    """The form in which names and sentences are compared: NFKC, case folded, single spaces."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return _SPACES.sub(" ", folded).strip()


def sentence_key(text: str) -> str:
    """The form in which two sentences are the same: folded, without a final full stop."""
    return fold(text).rstrip(".。．").rstrip()
