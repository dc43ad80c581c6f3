"""Questions without what tells only their language, for multilingual-e5.

It puts texts of one language near each other, whatever they say, so that in a memory of several
languages a question finds what is in its own. `languages.npy` has the directions in which fifteen
languages differ, from sentences that say the same (`benchmarks/search/language_directions.py`).
"""

from functools import cache
from importlib.resources import files

import numpy as np

from memtui.search.unit import Vectors, unit_rows


def without_language(questions: Vectors, who: str) -> Vectors:
    """Vectors of questions, without these directions, of length one again."""
    directions = _directions()
    rows = questions - (questions @ directions.T) @ directions
    return unit_rows(rows, len(rows), who)


@cache
def _directions() -> Vectors:
    with (files("memtui.search.embedders") / "languages.npy").open("rb") as file:
        found: Vectors = np.load(file)
    return found
