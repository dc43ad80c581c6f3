"""What the person never wants kept: rules from `memory.toml`, one text each.

A rule between slashes is a pattern; any other is a word or phrase, found as it stands whatever the
case, and a topic that the extractor is told to stay away from.
"""

import re
from functools import lru_cache

from memtui.errors import Code, MemtuiError
from memtui.facts.text import fold, visible

# From here on scripts write words without spaces between them.
_UNSPACED = re.compile("[\u2e80-\uffef\U00020000-\U0003ffff]")


def never_in(rules: tuple[str, ...], *texts: str) -> str | None:
    """The rule that speaks against keeping some texts, each and joined; `None` when none does.

    Raises:
        MemtuiError: `SETTINGS_UNREADABLE` for a pattern that is none.
    """
    if not rules:
        return None
    seen = [visible(text) for text in (*texts, " ".join(texts))]
    folded = [fold(text) for text in seen]
    for rule, pattern, whole in _compiled(rules):
        if any(map(pattern.search, seen if whole else folded)):
            return rule
    return None


def topics(rules: tuple[str, ...]) -> tuple[str, ...]:
    """The rules that a model can be told of: all but the patterns."""
    return tuple(rule for rule in rules if not _pattern(rule) and fold(rule))


def check_never(rules: tuple[str, ...], where: str) -> None:
    """Refuse rules that cannot be followed.

    Raises:
        MemtuiError: `SETTINGS_UNREADABLE`, naming the rule.
    """
    for rule in rules:
        try:
            re.compile(_pattern(rule))
        except re.error as error:
            raise MemtuiError(
                Code.SETTINGS_UNREADABLE,
                f"In {where}, the rule {rule} under `never_save` is no pattern"
                f"{f' (from its character {error.pos + 1} on)' if error.pos is not None else ''}.",
                "Correct it there; nothing was changed.",
            ) from None


@lru_cache(maxsize=16)
def _compiled(rules: tuple[str, ...]) -> tuple[tuple[str, re.Pattern[str], bool], ...]:
    """Each rule with what finds it, and whether that looks at texts as they stand."""
    compiled = []
    for rule in rules:
        if pattern := _pattern(rule):
            compiled.append((rule, re.compile(pattern, re.IGNORECASE), True))
        elif phrase := fold(rule):
            edge = ("", "") if _UNSPACED.search(phrase) else (r"(?<!\w)", r"(?!\w)")
            compiled.append((rule, re.compile(re.escape(phrase).join(edge)), False))
    return tuple(compiled)


def _pattern(rule: str) -> str:
    """What stands between the slashes of a pattern; empty for any other rule."""
    text = rule.strip()
    return text[1:-1] if len(text) > 2 and text[0] == text[-1] == "/" else ""
