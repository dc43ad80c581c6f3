"""Whether a note holds what looks like a secret, in whatever stands in it."""

from memtui.facts.fact import Fact
from memtui.facts.secrets import secret_in
from memtui.store.fields import KEYS, is_id


def secret_in_note(fact: Fact) -> str:
    """By which rule a note looks like a secret; empty where it does not.

    Args:
        fact: What the note says, with its whole text as the first that it carries.
    """
    return secret_in(*_texts(fact)) or ""


def _texts(fact: Fact) -> list[str]:
    texts = [fact.subject, fact.attribute, fact.fact, *fact.tags]
    for saying in fact.sayings:
        texts.append(saying.source)
        if saying.evidence:
            texts += [saying.evidence.quote, saying.evidence.speaker]
    for revision in fact.revisions:
        earlier = (revision.fact, revision.subject, revision.attribute, revision.source)
        texts += [text for text in earlier if text]
    return [*texts, _foreign(fact.carried[0])]


def _foreign(note: str) -> str:
    """What stands in a note besides the fact: a longer body, and keys that are not ours."""
    header, _, body = note.removeprefix("---").partition("\n---")
    lines = [
        line
        for line in header.splitlines()
        if line.partition(":")[0] not in KEYS and not is_id(line.removeprefix("- "))
    ]
    return "\n".join((*lines, body.partition("\n\n")[2]))
