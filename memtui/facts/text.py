"""How texts are compared, and what of them may be seen."""

import re
import unicodedata
from functools import cache

_SPACES = re.compile(r"\s+")


def fold(text: str) -> str:
    """The form in which names and sentences are compared: NFKC, case folded, single spaces."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return _SPACES.sub(" ", folded).strip()


def sentence_key(text: str) -> str:
    """The form in which two sentences are the same: folded, without a final full stop."""
    folded = fold(text)
    return folded[:-1].rstrip() if folded.endswith((".", "。")) else folded


def visible(text: str, *, lines: bool = False) -> str:
    """What of a text may be shown and kept: all that a reader sees, nothing hidden between.

    Zero-width, bidi and control characters go, and so do variation selectors, tags, fillers and a
    terminal's escape sequences; those stay that a script or an emoji needs where they stand. Line
    breaks become a space, tabs too, and spaces around the text go. A lone surrogate, which no file
    can hold, becomes the replacement character.

    Args:
        text: Any text.
        lines: Keep line breaks, as `\\n`.
    """
    if text.isascii() and text.isprintable():
        return text.strip()
    text = _without_escapes(text)
    text = _BREAK.sub("\n", text) if lines else _BREAKS.sub(" ", text)
    text = text.replace("\t", " ")
    if _hidden().search(text):
        text = _needed().sub(lambda match: match[1] or _shown(match[0]), text)
    return text.strip()


def without_hidden(text: str) -> str:
    """The text without any character that cannot be seen, needed or not; breaks and tabs stay."""
    return _hidden().sub("", _without_escapes(text))


def _without_escapes(text: str) -> str:
    return _escapes().sub("", text) if "\x1b" in text else text


def _shown(hidden: str) -> str:
    return "\ufffd" if "\ud800" <= hidden <= "\udfff" else ""


_ANY_BREAK = "(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029])"
_BREAK = re.compile(_ANY_BREAK)
_BREAKS = re.compile(f"{_ANY_BREAK}+")
_ESCAPES = (
    r"\x1b\[[0-?]*+[ -/]*+[@-~]"  # colours, cursor
    r"|\x1b\][^\x07\x1b]*+(?:\x07|\x1b\\)"  # titles, links
)

# Categories Cc and Cf, surrogates, and what else of Unicode's Default_Ignorable_Code_Point shows
# nothing. Arabic, Syriac and Kaithi number signs are Cf, yet seen.
_HIDDEN = (
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)

# Scripts whose letters join or part by ZWJ and ZWNJ: Arabic to Mandaic, the Indic ones from
# Devanagari to Sinhala, Tibetan, Myanmar, Khmer, Mongolian, and the Brahmic ones beyond the BMP.
_JOINING = (
    "\u0620-\u065f\u066e-\u06ef\u06fa-\u074f\u0750-\u077f\u07ca-\u07f5\u0840-\u085b\u0860-\u08ff"
    "\u0900-\u0dff\u0f00-\u0fff\u1000-\u109f\u1780-\u17b3\u17b6-\u17dd\u1820-\u18aa\u1a20-\u1aad\u1b00-\u1bff"
    "\ua840-\ua877\ua8e0-\ua8ff\ua980-\ua9df\uaa60-\uaa7f\ufb50-\ufdff\ufe70-\ufefc"
    "\U00010a00-\U00010a5f\U00011000-\U000116cf\U0001e900-\U0001e95f"
)
_IDEOGRAPH = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_PICTURE = (
    "\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2200-\u22ff\u2300-\u23ff\u2460-\u24ff"
    "\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
_NEEDED = (
    # Kept, in group 1 …
    "("
    f"(?<=[{_JOINING}])\u200d"
    f"|(?<=[{_JOINING}])\u200c(?=[{_JOINING}])"
    f"|(?<=[{_PICTURE}])\ufe0f?\u200d(?=[{_PICTURE}])"
    f"|(?<=[{_PICTURE}])[\ufe0e\ufe0f]"
    "|(?<=[0-9#*])\ufe0f(?=\u20e3)"
    f"|(?<=[{_IDEOGRAPH}])[\ufe00-\ufe02\U000e0100-\U000e01ef]"
    "|(?<=[\u2200-\u22ff\u1000-\u109f\uaa60-\uaa7f\ua840-\ua877])\ufe00"
    "|(?<=[\u1820-\u18aa])[\u180b-\u180f]"
    "|(?<=[\U00013000-\U0001342f\U00013440-\U00013455])[\U00013430-\U0001343f]{1,4}"
    # The flags of England, Scotland and Wales are the only tag sequences in general use.
    "|(?<=\U0001f3f4)\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067"
    "|\U000e0073\U000e0063\U000e0074|\U000e0077\U000e006c\U000e0073)\U000e007f"
    ")"
    # … or hidden, and gone.
    "|" + _HIDDEN
)


@cache
def _escapes() -> re.Pattern[str]:
    return re.compile(_ESCAPES)


@cache
def _hidden() -> re.Pattern[str]:
    return re.compile(_HIDDEN)


@cache
def _needed() -> re.Pattern[str]:
    return re.compile(_NEEDED)
