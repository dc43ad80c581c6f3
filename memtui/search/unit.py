"""Vectors as every part of search by meaning passes them on: float32 rows of length one."""

from typing import Any

import numpy as np
import numpy.typing as npt

from memtui.search.unavailable import unavailable

Vectors = npt.NDArray[np.float32]


def unit_rows(rows: Any, count: int, who: str) -> Vectors:
    """Rows of numbers as vectors of length one; a row of zeros stays as it is.

    Args:
        rows: What an embedder gave.
        count: How many rows there must be.
        who: The embedder's name, for messages.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE` when these are not as many rows of numbers, all of one
            length.
    """
    try:
        # What is too large becomes infinite, which is refused below.
        with np.errstate(over="ignore"):
            vectors = np.asarray(rows, dtype=np.float32)
    except (TypeError, ValueError, OverflowError) as error:
        raise _no_vectors(who, "something else than rows of numbers") from error
    if count == 0:
        return vectors.reshape(0, vectors.shape[1] if vectors.ndim == 2 else 0)
    if vectors.ndim != 2 or vectors.shape[0] != count or vectors.shape[1] == 0:
        raise _no_vectors(who, f"{vectors.shape} numbers for {count} texts")
    if not np.isfinite(vectors).all():
        raise _no_vectors(who, "numbers that are infinite or none at all")
    # The square of a float32 may be one no more.
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    units = vectors / np.where(lengths > 0, lengths, 1)
    return np.ascontiguousarray(units, dtype=np.float32)


def of_width(vectors: Vectors, width: int | None, who: str) -> Vectors:
    """The vectors, when they can be compared with those that are kept.

    Args:
        vectors: What an embedder gave.
        width: How many numbers each kept vector has; `None` = none is kept.
        who: The embedder's name, for messages.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE` when they are of another width.
    """
    given = vectors.shape[-1]
    if width not in (None, given):
        raise unavailable(
            f"{who} answers with {given} numbers, and made the facts' vectors of {width}: "
            "it is another model now.",
            "`memtui reindex` makes them anew.",
        )
    return vectors


def _no_vectors(who: str, what: str) -> Exception:
    return unavailable(
        f"{who} answered with {what}.",
        "Check that it is an embedding model, or choose another under [embedder].",
    )
