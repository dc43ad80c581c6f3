"""What proposals may be about under other names: suggested by words, and by meaning where an
embedder is at hand. Nothing is changed here.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from memtui.desk.by_meaning import ByMeaning
from memtui.facts.text import sentence_key
from memtui.store.memory import Memory

if TYPE_CHECKING:
    from memtui.facts.fact import Rules
    from memtui.review.near import Alike, Known, Near
    from memtui.review.review import Review

# How far a cosine stands out among those of unrelated attributes, in their standard deviations. Of
# twelve pairs of one meaning that no table has, six stand out so far with the built-in embedder; of
# fifteen attributes that mean something else, none (the nearest reaches 3.2).
_STANDS_OUT = 3.3


class Nearby:
    """Finds near names in one memory; may be used from several threads."""

    def __init__(self, memory: Memory, meaning: ByMeaning) -> None:
        self._memory = memory
        self._meaning = meaning
        self._known: tuple[tuple[str, Rules], Known] | None = None

    def find(
        self, review: "Review", places: Iterable[int] | None = None, *, meaning: bool = False
    ) -> "dict[int, Near]":
        """The things that items may be about, by the places of the items.

        Args:
            review: The items.
            places: Which of them; all when not given.
            meaning: Ask an embedder too. It is asked only where one is at work already, but may
                take a moment.

        Raises:
            MemtuiError: The memory cannot be read.
        """
        from memtui.review.near import near

        known = self._what_is_known()
        alike = self._alike() if meaning else None
        wanted = range(len(review.items)) if places is None else places
        found = {
            at: near(review.items[at].draft, known, alike)
            for at in wanted
            if not review.items[at].forgets
        }
        return {at: each for at, each in found.items() if each}

    def _what_is_known(self) -> "Known":
        from memtui.review.near import Known

        key = (self._memory.stamp, self._memory.rules)
        known = self._known
        if known is None or known[0] != key:
            sentences = cache(self._sentences)
            known = (key, Known(self._memory.names(), key[1], sentences))
            self._known = known
        return known[1]

    def _sentences(self, subject: str) -> Mapping[str, str]:
        facts = self._memory.facts(history=True, subject=subject)
        return {sentence_key(fact.fact): fact.attribute for fact in facts}

    def _alike(self) -> "Alike | None":
        from memtui.store.synonyms import usual_names

        usual = usual_names()
        background = self._meaning.vectors(usual)
        if background is None:
            return None

        def alike(attribute: str, others: Sequence[str]) -> str | None:
            own = self._meaning.vectors([attribute, *others])
            if own is None:
                return None
            cosines = own[1:] @ own[0]
            best = int(cosines.argmax())
            among = background @ own[0]
            spread = float(among.std()) or 1.0
            stands_out = (float(cosines[best]) - float(among.mean())) / spread >= _STANDS_OUT
            return others[best] if stands_out else None

        return alike
