"""What of a memory an extractor is told, so that it calls things by the names they have."""

from memtui.conversations.conversation import Conversation
from memtui.facts.fact import Fact
from memtui.facts.text import fold
from memtui.store.memory import Memory

KNOWN_FACTS = 80
_SUBJECTS = 40
_ATTRIBUTES = 20

Names = tuple[tuple[str, tuple[str, ...]], ...]


def known_of(memory: Memory, conversation: Conversation) -> tuple[tuple[Fact, ...], Names]:
    """Current facts, those about subjects that occur first, and these subjects' attributes.

    Args:
        memory: What is known.
        conversation: What is to be read.
    """
    spoken = fold(" ".join(turn.text for turn in conversation.turns))
    rows = memory.rows()
    named = {subject for subject in {row.subject for row in rows} if fold(subject) in spoken}
    rows.sort(key=lambda row: row.last_said, reverse=True)
    rows.sort(key=lambda row: row.subject not in named)
    wanted = [row.id for row in rows[:KNOWN_FACTS]]
    facts = {fact.id: fact for fact in memory.facts(ids=wanted)}
    attributes: dict[str, dict[str, None]] = {}
    for row in rows:
        if row.subject in named:
            attributes.setdefault(row.subject, {})[row.attribute] = None
    names = tuple(
        (subject, tuple(each)[:_ATTRIBUTES])
        for subject, each in list(attributes.items())[:_SUBJECTS]
    )
    return tuple(facts[id_] for id_ in wanted if id_ in facts), names
