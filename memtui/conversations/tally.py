"""What was left out, told by its kind: the number behind it, so that one reads as well as two."""

from collections import Counter


def tally(counts: Counter[str], *, most: int | None = None) -> str:
    """Each kind and how many there are of it, the most frequent first: `tool calls (3)`.

    Args:
        counts: How many there are of each kind.
        most: How many kinds are told; `None` is all.
    """
    return ", ".join(f"{kind} ({many:,})" for kind, many in counts.most_common(most))
