"""What a list of conversations shows for one memory: what of each was read before."""

from memtui.conversations.collection import Collection, Found
from memtui.conversations.listing import Listed, listed
from memtui.desk.read_before import Mark, Marks


def listed_for(marks: Marks, collection: Collection, found: Found) -> Listed:
    """What a list shows of a conversation.

    Args:
        marks: What was read before for the memory.
        collection: Where it is; it is read there in full where it may have been read before.
        found: The conversation, perhaps only a sketch of it.
    """
    mark = _mark(marks, collection, found)
    return listed(found, mark.turns, mark.on) if mark else listed(found)


def _mark(marks: Marks, collection: Collection, found: Found) -> Mark | None:
    conversation = found.conversation
    if not marks.begins(conversation):
        return None
    if conversation.sketch:
        conversation = collection.read(found.place, conversation.id)
    return marks.of(conversation)
