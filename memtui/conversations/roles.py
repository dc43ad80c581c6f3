"""Which labels are a person, a model, or nobody who speaks."""

from collections.abc import Collection

from memtui.conversations.conversation import Role
from memtui.facts.text import fold


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PERSON = _words(
    "user you me myself human person prompt ich du eu você moi toi yo tú usuário utilisateur "
    "usuario benutzer nutzer mensch humano"
)
_MODEL = _words(
    "assistant ai model bot gpt chatgpt claude gemini copilot llama qwen mistral deepseek grok "
    "ollama gemma response answer assistente assistent asistente ia ki bard perplexity"
)
_NOBODY = {
    "system": "system turns",
    "developer": "developer turns",
    "tool": "tool turns",
    "function": "tool turns",
    "tool_result": "tool turns",
    "tool_call": "tool turns",
    "ipython": "tool turns",
    "thinking": "thinking",
    "reasoning": "thinking",
}
# Words that open a line with a colon without anybody speaking.
_HEADINGS = _words(
    "note notes nota notas notiz todo to-do http https ftp file mailto ps p.s re fw fwd subject "
    "date data datum time title topic agenda update edit warning error info debug hint tip tips "
    "example question summary conclusion step result results output input source sources "
    "deadline status action actions decision decisions risk risks next attendees participants "
    "location where when who what why how pros cons important attention achtung atenção "
    "attention remarque exemple exemplo beispiel ejemplo cc bcc from to de para an von "
    "url link version owner due remember reminder meeting place project fecha jour tag hora heure "
    "uhrzeit reunión reunião réunion treffen besprechung assunto asunto objet sujet betreff thema "
    "tema título titre titel local lugar lieu ort participante asistente teilnehmer teilnehmende "
    "anwesend anwesende presente présent projeto proyecto projet projekt"
)


def role_of(label: str, me: Collection[str] = ()) -> Role | None:
    """The role that a label stands for, or `None` where the label is a name like any other."""
    key = fold(label)
    if key in {fold(name) for name in me} or key in _PERSON:
        return Role.PERSON
    words = key.replace("-", " ").split()
    # "AI assistant", and "ChatGPT 4o" or "Claude 3.5 Sonnet" with a version.
    if words and words[0] in _MODEL and (_MODEL.issuperset(words) or any(map(_digit, key))):
        return Role.MODEL
    return None


def nobody(label: str) -> str | None:
    """Under what to count turns with this label, when nobody speaks in them."""
    return _NOBODY.get(fold(label))


def heads_a_line(label: str) -> bool:
    """Whether a label is a heading such as "Note", not a speaker."""
    return fold(label).removesuffix("s") in _HEADINGS or fold(label) in _HEADINGS


def _digit(character: str) -> bool:
    return character.isdigit()
