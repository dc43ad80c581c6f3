"""What the words of a sentence say against it: it asks, supposes, orders, or does not stand alone.

In English, Portuguese, Spanish, French and German, and where that can be told in Japanese and
Chinese. Pure; the review judges with it what a person edited.
"""

import re

from memtui.extract.dates import tells_only_then
from memtui.extract.proposal import Mark
from memtui.facts.lookalikes import latin
from memtui.facts.text import fold

_FIRST_PERSON = re.compile(
    r"(?<![\w'’])(?:I(?:['’](?:m|ve|ll|d))?(?![\w.])"
    r"|(?i:my|mine|myself|me|we(?:['’](?:re|ve|ll|d))?|our|ours"
    r"|eu|meus?|minhas?|mim|comigo|nós|noss[oa]s?|je|moi|nous|notre|mon(?=\s+[a-zà-ÿ])|mes"
    r"|yo|mí|conmigo|nosotr[oa]s|nuestr[oa]s?"
    r"|ich|mich|mir|meine?[mnrs]?|wir|unsere?[mnrs]?)(?![\w'’-])|[Jj]['’](?=\w))"
    r"|私|わたし|僕|ぼく|俺|我(?!が)"
)
# Words that stand for somebody or something named elsewhere, with what they belong to.
_THIRD_PERSON = re.compile(
    r"(?<![\w'’])(?:(?:he|she|it|they|him|her|his|hers|its|their|theirs|them)(?:['’](?:s|re|ve|ll|d))?"
    r"|el[ea]s?|él|ella|ellos|ellas|ils?|elles?|er|sie|ihn|ihm|ihr)(?![\w'’-])|彼女?|他们?|她们?|它们?",
    re.IGNORECASE,
)
# "Il faut", "it was decided that": nobody is meant. ("Es" is German for "it", Spanish for "is".)
_NOBODY = re.compile(
    r"^(?:il\s+(?:faut|y\s+a|est\s+(?:prévu|interdit|possible|important))|it\s+(?:is|was)\s+"
    r"(?:decided|agreed|planned|forbidden))",
    re.IGNORECASE,
)
ME = frozenset(
    (
        *("i", "me", "myself", "user", "the user", "you", "person", "human", "speaker", "we"),
        *("eu", "ich", "je", "moi", "yo", "usuário", "o usuário", "l'utilisateur", "el usuario"),
        *("mich", "mir", "私", "僕", "我", "用户", "ユーザー", "benutzer", "der benutzer"),
    )
)
_INSTRUCTION = re.compile(
    r"(?<!\w)(?:(?:ignore|disregard|forget|ignora|ignorez?|ignoriere|vergiss|override)\s+"
    r"(?:all|any|every|previous|prior|your|the|toda?s|tou[st]e?s?|alle|las|as)"
    r"|system\s+prompt|jailbreak|previous\s+(?:rules|instructions)"
    r"|(?:assistants?|ai|models?|you)\s+(?:must|should|shall|has\s+to|have\s+to|is\s+to)\s"
    r"|(?:remember|be\s+sure|make\s+sure)\s+to\s+(?:always|never)"
    r"|from\s+now\s+on,?\s+(?:always|never|you)"
    r"|(?:(?<=[.;:!?,]\s)|^)(?:do\s+not|don['’]t|never)\s+(?:tell|inform|alert|warn)\s+the\s+user\b"
    r"|(?:call|use|invoke|run|execute)\s+(?:the\s+)?(?:tool\s+|function\s+)?memory_\w+)"
    # "Ignore the rules", in Chinese and in Japanese.
    r"|(?:忽略|忽视|无视|無視|不要理会)[^。！!]{0,12}(?:指令|指示|命令|规则|規則|提示词)"
    r"|(?:指令|指示|命令|規則|ルール|プロンプト)[^。！!]{0,6}無視",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"(?<![\w'’])(?:if|unless|suppose|supposing|imagine|hypothetically|what\s+if|in\s+theory"
    r"|would|might|maybe|perhaps|possibly|probably|I\s+(?:guess|think|assume|hope|wish)"
    r"|talvez|quem\s+sabe|acho|suponha|suponhamos|imagine\s+que|provavelmente|será\s+que|se\s+eu"
    r"|quizás?|tal\s+vez|creo|supongamos|imagina|probablemente|a\s+lo\s+mejor|si\s+yo"
    r"|peut-être|je\s+(?:crois|pense|suppose)|supposons|imaginons|probablement|si\s+je|si\s+j['’]"
    r"|vielleicht|wahrscheinlich|vermutlich|angenommen|falls|wenn|ich\s+(?:glaube|denke|hoffe)"
    r"|könnte|würde)(?![\w'’])|かもしれ|もし|たぶん|多分|と思い|と思う|也许|可能|大概|如果|假如|我猜",
    re.IGNORECASE,
)
_QUESTION = ("?", "？", "吗", "吗。", "ですか", "ますか", "ですか。", "ますか。")
_CLOSING = "\"”»'’」』 )）"

# What is said of the sentence alone, and so changes when a person edits it.
OF_WORDING = frozenset({Mark.PRONOUN, Mark.UNNAMED, Mark.RELATIVE, Mark.INCOMPLETE})


def asks(text: str) -> bool:
    """Whether a sentence is a question."""
    return text.rstrip(_CLOSING).endswith(_QUESTION)


def supposes(text: str) -> bool:
    """Whether a sentence says something only as a possibility."""
    return bool(_SUPPOSED.search(text))


def reads_like_an_instruction(text: str) -> bool:
    """Whether a text tells an assistant what to do instead of stating something."""
    return bool(_INSTRUCTION.search(text) or _INSTRUCTION.search(latin(text)))


def stands_alone(subject: str, attribute: str, fact: str) -> frozenset[Mark]:
    """What keeps a fact from being understood by itself; the marks of `OF_WORDING`."""
    marks = set()
    if _FIRST_PERSON.search(fact) or fold(subject) in ME:
        marks.add(Mark.PRONOUN)
    if _leaves_unnamed(subject, fact):
        marks.add(Mark.UNNAMED)
    if tells_only_then(fact):
        marks.add(Mark.RELATIVE)
    if not (subject and attribute and fact):
        marks.add(Mark.INCOMPLETE)
    return frozenset(marks)


def _leaves_unnamed(subject: str, fact: str) -> bool:
    """Whether it says "he" or "it" before its subject was named."""
    found = _THIRD_PERSON.search(fact)
    if found is None or _NOBODY.match(fact):
        return False
    named = [word for word in fold(subject).split() if len(word) > 1] or [fold(subject)]
    if any(word in fold(fact[: found.start()]) for word in named):
        return False
    return not found.start() or not any(word in fold(fact) for word in named)
