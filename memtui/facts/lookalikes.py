"""Letters of other alphabets that a reader, or a model, takes for Latin ones.

A short table of what is commonly used to disguise a word, not Unicode's whole list: what matters
is that a disguised "system:" is met like the plain one. Pure.
"""

from functools import cache
from unicodedata import combining, normalize

_LIKE = {
    "a": "аαΑɑᴀᎪꓮ",
    "b": "вьΒβʙᏏᏴꓐ",
    "c": "сϲᴄᏟꓚ",
    "d": "ԁժᴅᎠᏧꓓɗđ",
    "e": "еєҽεΕᴇᎬꓰ℮ɛ",
    "f": "ғքϝꜰꓝƒ",
    "g": "ɡցԍɢᏀꓖ",
    "h": "нһհΗʜᎻꓧħ",
    "i": "іιΙıɩɪᎥꓲ",
    "j": "јϳᴊꓙ",
    "k": "кκΚᴋᏦꓗ",
    "l": "ӏʟᏞꓡǀł",
    "m": "мϻΜᴍᎷꓟ",
    "n": "пոηΝɴꓠŋ",
    "o": "оοΟօσөᴏꓳøɵ",
    "p": "рρΡᴘᏢꓑ",
    "q": "ԛգզ",
    "r": "гᴦʀᎡꓣ",
    "s": "ѕꜱᏚꓢՏʂ",
    "t": "тτΤᴛᎢꓔŧ",
    "u": "υսμᴜՍꓴʋꭎ",
    "v": "νѵᴠᏙꓦ",
    "w": "ԝѡωաшᴡᎳꓪ",
    "x": "хχΧꓫ",
    "y": "уүγΥʏᎩꓬ",
    "z": "ζΖᴢᏃꓜ",
}
_LETTER = {like: letter for letter, likes in _LIKE.items() for like in likes}


def latin(text: str) -> str:
    """A text as it is read at a glance: plain Latin letters in lower case, without accents.

    What looks like no Latin letter stays.
    """
    return text.casefold() if text.isascii() else "".join(map(_read_as, text))


def latin_places(text: str) -> tuple[str, list[int]]:
    """The same as `latin`, with the place in the text that each of its characters comes from."""
    read = list(map(_read_as, text))
    return "".join(read), [at for at, each in enumerate(read) for _ in each]


@cache
def _read_as(character: str) -> str:
    if character in _LETTER:
        return _LETTER[character]
    parts = normalize("NFKD", character).casefold()
    return "".join(_LETTER.get(each, each) for each in parts if not combining(each))
