"""What somebody tells that somebody else said: "Bruno said that Ana is moving".

Who says it, of whom, and who tells of it decide: of themselves people know best.
"""

import re

from memtui.extract.matching import plain_words

_NAME = r"[A-ZÀ-ÖØ-Þ][\w'’-]+(?:\s+[A-ZÀ-ÖØ-Þ][\w'’-]+)?"
_PRONOUN = (
    r"(?i:he|she|they|somebody|someone|people|everyone|everybody|el[ea]s?|él|ella|ellos|alguém"
    r"|alguien|ils?|elles?|quelqu['’]un|er|sie|jemand)"
)
_ROLE = (
    r"(?i:(?:my|our|his|her|their|the|o|a|meu|minha|el|la|mi|mon|ma|le|mein|meine|der|die)"
    r"\s+[^\W\d_]+)"
)
_NO_NAME = (
    r"(?!(?:I|It|That|This|What|Which|Who|There|You|We|Nobody|Eu|Yo|Je|J|Ich|Nós|Nous|Wir)\b)"
)
_TOLD = (
    r"(?:(?:has|had|just|also|already|once)\s+)?(?:said|says|say|mentioned|mentions|claim(?:s|ed)"
    rf"|announced|reckons|told\s+(?:me|us|him|her|them|everyone|{_NAME}))\b,?(?:\s+that\b)?"
    r"|(?:(?:me|nos)\s+)?(?:disse|falou|contou|comentou|diz)(?:-me|-nos)?\s+que\b"
    r"|(?:(?:me|nos)\s+)?(?:dijo|contó|comentó|dice|ha\s+dicho|ha\s+contado)\s+que\b"
    r"|(?:(?:m['’]a|nous\s+a|a)\s+)?(?:dit|raconté|annoncé|affirmé|affirme)\s+qu(?:e\b|['’])"
    r"|(?:sagte|sagt|meinte|erzählte|behauptete?)(?:\s+(?:mir|uns))?,?\s+dass\b"
    r"|hat\s+(?:(?:mir|uns)\s+)?(?:gesagt|erzählt),?\s+dass\b"
)
_REPORT = re.compile(
    rf"(?<![\w'’]){_NO_NAME}(?P<who>{_PRONOUN}(?!\w)|{_ROLE}|{_NAME})\s+(?:{_TOLD})\s*"
    r"[:,]?\s*(?P<what>.+)",
    re.DOTALL,
)
_FROM_SOMEWHERE = re.compile(
    r"(?<![\w'’])(?:apparently|supposedly|allegedly|rumou?r\s+has\s+it|word\s+is"
    r"|I(?:['’]ve|\s+have)?\s+heard\s+(?:that|from)|(?-i:[Aa]ccording\s+to(?=\s+[A-Z]))"
    r"|ouvi\s+dizer|dizem\s+que|supostamente|pelos\s+vistos|oí\s+(?:decir\s+)?que|he\s+oído"
    r"|dicen\s+que|al\s+parecer|por\s+lo\s+visto|supuestamente|(?-i:[Ss]eg(?:undo|ún)(?=\s+[A-Z]))"
    r"|il\s+paraît|j['’]ai\s+entendu|apparemment|(?-i:(?:[Ss]elon|[Dd]['’]après)(?=\s+[A-Z]))"
    r"|angeblich|ich\s+habe\s+gehört|man\s+sagt|es\s+heißt|(?-i:[Ll]aut(?=\s+[A-Z])))(?!\w)"
    r"|听说|据说|聽說|據說|によると|と聞いた|と聞きました|だそう(?:です|だ)",
    re.IGNORECASE,
)
_STARTS_WITH_ONE = re.compile(rf"{_PRONOUN}(?!\w)")


def is_hearsay(sentence: str, subject: str, teller: str, fact: str) -> bool:
    """Whether a fact was told at second hand.

    Args:
        sentence: What it rests on.
        subject: Whom or what it is about.
        teller: The names of who wrote the sentence.
        fact: It; where it says itself who said so, it is none.
    """
    about = set(plain_words(subject))
    if not about or about & set(plain_words(teller)):
        return False
    if report := _REPORT.search(sentence):
        who = set(plain_words(report["who"]))
        if who & about or who & set(plain_words(teller)):
            return False
        pronoun = _STARTS_WITH_ONE.fullmatch(report["who"]) is not None
        if not pronoun and who <= set(plain_words(fact)):
            return False
        what = report["what"]
        named = bool(about & set(plain_words(what)))
        return named or (not pronoun and _STARTS_WITH_ONE.match(what) is not None)
    return bool(_FROM_SOMEWHERE.search(sentence)) and not _FROM_SOMEWHERE.search(fact)
