"""Does a text look like a secret, and by which rule.

Checked on every path into a memory; the answer names the rule and never the value. All searches
are linear in the length of the text.
"""

import re
import unicodedata
from functools import cache

from memtui.facts.text import without_hidden


def secret_in(*texts: str) -> str | None:
    """The rule by which the texts, each or read together, look like a secret.

    Give them as they came: a key that is broken over two lines is joined here, which it no longer
    can be once line breaks have become spaces.

    Args:
        texts: What is to be kept, such as subject, attribute and fact.

    Returns:
        The rule's name (`password`, `API key`, `card number`…), or `None`.
    """
    text = _plain("\n".join(texts))
    telling = _may_tell(text)
    joined = _joined(text)
    if joined == text:
        return _found(text, telling)
    unbroken = re.sub(_HYPHENATED, "", text) if "-" in text else joined
    return (
        _found(text, telling)
        or _found(joined, telling)
        or (_found(unbroken, telling) if unbroken != joined else None)
    )


def _joined(text: str) -> str:
    """The text without its breaks, and the space around them."""
    if "\\" not in text and text.replace("\n", "").isprintable():
        return "".join(map(str.strip, text.split("\n")))
    return re.sub(_BREAK, "", text)


def _may_tell(text: str) -> bool:
    """Whether any of the words may be there, also over a break; nearly no text has to be asked
    for each of them then.
    """
    if not text.isascii():
        return True
    letters = text.encode().translate(None, _BETWEEN).lower()
    return re.search(_STEMS, letters) is not None


def _found(text: str, telling: bool) -> str | None:
    if telling:
        folded = text.casefold()
        for name, words in _word_rules():
            if words.search(folded):
                return name
    if re.search(_LONG, text):
        keys = re.finditer(_PREFIXED, text)
        if any(len(match[0].rstrip(".=")) >= _SHORTEST_TOKEN for match in keys):
            return "token"
        if any(_mixed(match[0]) for match in re.finditer(_RUN, text)):
            return "long key"
    if _has_card_number(text):
        return "card number"
    return None


def _plain(text: str) -> str:
    """The text without what hides words from a search: marks, look-alikes, odd dashes."""
    text = without_hidden(text)
    if text.isascii():
        return text
    # Marks go before normalising too, which takes quadratic time on long runs of them.
    decomposed = unicodedata.normalize("NFKD", _without_marks(text))
    return _without_marks(decomposed).translate(_LOOKALIKES)


def _without_marks(text: str) -> str:
    return "".join(each for each in text if not unicodedata.combining(each))


_LOOKALIKES = str.maketrans(
    "авекмнорстухѕіјԁԛԝһӏɑɡαορνικıłАВЕКМНОРСТХЅІЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ‐‒–—―−",
    "abekmhopctyxsijdqwhlagaopvikilABEKMHOPCTXSIJABEZHIKMNOPTYX------",
)

# Patterns are texts here: `re` compiles each when it is first used, which is never before the
# first frame. The look-behind keeps long runs of spaces from being tried from each of their places.
_BREAK = r"(?<![ \t])[ \t]*+\\?[\r\n\v\f\x85\u2028\u2029]\s*+"
_HYPHENATED = "-?" + _BREAK


def _words(*words: str) -> str:
    return f"(?<![a-z])(?:{'|'.join(words)})(?![a-z])"


_GAP = r"[\s_-]{0,4}"
_WORDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("PEM block", ("-----begin",)),
    ("URL with a password", (r"://[^\s/:@]*+:[^\s/@]++@",)),
    (
        "password",
        (
            # `1Password` is the name of a program that keeps them.
            r"(?<!\b1)password(?!less)",
            "passwd|passwort(?!h)|passwörter|kennwort|kennwörter|passphrase|wachtwoord|lösenord",
            _words("passcode|senhas?|contraseñas?|contrasinal|contrasenya|mots? de passe"),
            _words("passord|adgangskode|salasana|hasło|hasła|heslo|jelszó|şifre|şifresi"),
            _words("mật khẩu|kata sandi"),
            "парол[ьяюеи]|κωδικ[οό]σ? πρ[οό]σβασησ?|סיסמה|סיסמא|كلمة المرور|كلمة السر|رمز عبور",
            "पासवर्ड|รหัสผ่าน|비밀번호|패스워드|密码(?!学)|密碼(?!學)|パスワード|暗証番号",
            rf"{_words('pwd')}{_GAP}[:=]",
            rf"{_words('pin')}(?:\s(?:code|number))?\s{{0,3}}(?:[:=]|is)\s{{0,3}}\d{{4}}(?!\d)",
        ),
    ),
    (
        "API key",
        (
            _words(rf"api{_GAP}keys?"),
            "api-?schlüssel|api ?密钥|api ?キー",
            _words("chaves? d[ea] api|claves? (?:de )?api|clés? (?:d.)?api|chiavi? api"),
        ),
    ),
    (
        "secret key",
        (
            _words(rf"secret{_GAP}(?:access{_GAP})?keys?|client{_GAP}secrets?"),
            rf"{_words('secret')}[\"']?\s{{0,3}}[:=]",
            _words("chaves? secretas?|claves? secretas?|clés? secrètes?|chiave segreta"),
            "geheime[rnms]? schlüssel|密钥|密鑰|秘密鍵",
        ),
    ),
    (
        "private key",
        (
            _words(rf"private{_GAP}keys?"),
            _words("chaves? privadas?|claves? privadas?|clés? privées?|chiave privata"),
            "private[rnms]? schlüssel|私钥|私鑰|приватный ключ|закрытый ключ",
        ),
    ),
    ("token", (r"token[\"']?\s{0,3}[:=]", r"bearer\s{1,3}(?=[^\s\d]{0,40}\d)[\w.~+/=-]{16}")),
)


# In plain letters, all that is told by words has one of these in it.
_BETWEEN = b" \t\n\r\v\f\x1c\x1d\x1e\x1f-\\"
_STEMS = (
    b"begin|://|pass|kennw|wachtw|losenord|senha|contras|adgang|salasana|hasl|hesl|jelsz|sifre"
    b"|khau|sandi|pwd|pin|api|secret|segret|schlussel|priv|token|bearer"
)


@cache
def _word_rules() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The rules by words, which are patterns themselves once they are as plain as the text."""
    return tuple((name, re.compile(_plain("|".join(words)).casefold())) for name, words in _WORDS)


_SHORTEST_TOKEN = 16
# What a token or a long key is at least.
_LONG = rf"[A-Za-z0-9_.~+/=-]{{{_SHORTEST_TOKEN}}}"
_PREFIXED = (
    r"(?<![A-Za-z0-9])(?:"
    r"sk-|gh[opusr]_|github_pat_|xox[abeoprs]-|xapp-|AKIA|ASIA|AIza|glpat-|gldt-|ast_|eyJ|memtui_(?=[A-Za-z0-9_-]{32})"
    # Of these, which could begin an ordinary name, only words with a digit.
    r"|(?:[sr]k_(?:live|test)_|whsec_|npm_|pypi-|hf_|gsk_|r8_|pplx-|nvapi-|sbp_|dop_v1_|shp(?:at|ss)_"
    r"|lin_api_|dckr_pat_|tskey-|figd_|ntn_|hvs\.|ya29\.|SG\.|ATATT|PMAK-|AGE-SECRET-KEY-)"
    r"(?=[A-Za-z_.-]{0,80}[0-9])"
    r")[A-Za-z0-9_.~+/=-]*+"
)

_RUN = r"[A-Za-z0-9]{32,}+"


def _mixed(run: str) -> bool:
    digits = sum(each.isdigit() for each in run)
    return 4 <= digits < len(run)


_DATE = (
    r"(?<!\d)(?:(?:19|20)\d\d([ -])(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])"
    r"|(?:0?[1-9]|[12]\d|3[01])([ -])(?:0?[1-9]|1[0-2])\2(?:19|20)\d\d)(?!\d)"
)
# The fraction of a decimal number; behind a comma, which also parts numbers, only where it is sure.
_FRACTION = r"(?<![\d.,])(\d++\.|0,)\d++(?![\s-]{0,3}\d|[.,]\d)"
_DIGITS = r"(?<!\+)(?<!\d)\d(?:[\s-]{0,3}+\d)*+"
_SHORTEST_CARD = 13
_MANY_DIGITS = rf"\d(?:[\s-]{{0,3}}+\d){{{_SHORTEST_CARD - 1}}}"
_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)


def _has_card_number(text: str) -> bool:
    if not re.search(_MANY_DIGITS, text):
        return False
    return any(
        _holds_card_number([len(group[0]) for group in re.finditer(r"\d+", run[0])], run[0])
        for run in re.finditer(_DIGITS, re.sub(_FRACTION, r"\1/", re.sub(_DATE, "/", text)))
    )


def _holds_card_number(groups: list[int], run: str) -> bool:
    """Whether neighbouring groups of digits make up a number that passes Luhn's check."""
    digits = [int(each) for each in run if each.isdecimal()]
    # The check sums up to each place, for numbers that end at an even or odd place: a window's
    # own sum is then a difference.
    sums = ([0], [0])
    for place, digit in enumerate(digits):
        for parity in (0, 1):
            value = _DOUBLED[digit] if place % 2 == parity else digit
            sums[parity].append(sums[parity][-1] + value)
    ends = [0]
    for length in groups:
        ends.append(ends[-1] + length)
    for first, start in enumerate(ends):
        for end in ends[first + 1 : first + 20]:
            if end - start > 19:
                break
            summed = sums[end % 2]
            if end - start >= _SHORTEST_CARD and (summed[end] - summed[start]) % 10 == 0:
                return True
    return False
