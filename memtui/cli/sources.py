"""Where facts came from, as people name it on the command line."""

from memtui.store.memory import Memory


def source_meant(memory: Memory, named: str) -> str:
    """The source that is meant: as named, or the conversation of a file of that name.

    Args:
        memory: The memory.
        named: What the person wrote, such as `letter` or `standup.json`.
    """
    of_file = f"conversation: {named}"
    if not memory.facts(history=True, source=named) and memory.facts(history=True, source=of_file):
        return of_file
    return named
