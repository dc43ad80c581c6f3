"""Embedding what is not embedded yet, in small batches that can be stopped and go on later."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from memtui.facts.fact import Fact, Rules
from memtui.facts.things import shown_subject
from memtui.search.cache import Model, VectorCache, dated
from memtui.search.embedders.embedder import Embedder
from memtui.search.fusion import SPREADS
from memtui.search.unit import Vectors, of_width
from memtui.store.catalog import Row

# Less than a second of work for the built-in embedder; fewer while somebody waits, so that a slow
# one comes further with each search.
_BATCH, _WAITED_FOR = 32, 8
# Questions and facts from which a spread is measured: 64 × 256 cosines.
_QUESTIONS, _FACTS = 64, 256
# In seconds: for these questions nobody waits.
_LONG = 600.0
# Fewer facts than this tell nothing; between the built-in embedders' weights then.
_TOO_FEW, _UNMEASURED = 40, 0.2

Progress = Callable[[int, int], None]
Patience = Callable[[], float]


def texts_of(rows: Iterable[Row]) -> dict[str, str]:
    """What is embedded of each fact of a memory, by id, what holds now first."""
    ordered = sorted(rows, key=lambda row: row.until is not None)
    return {row.id: _text(row.said, row.subject, row.attribute, row.fact) for row in ordered}


def texts_of_facts(facts: Iterable[Fact], rules: Rules) -> dict[str, str]:
    """The same of some facts, in the order in which they come."""
    return {
        fact.id: _text(
            fact.said.isoformat(), shown_subject(fact.subject, rules), fact.attribute, fact.fact
        )
        for fact in facts
    }


def _text(said: str, subject: str, attribute: str, fact: str) -> str:
    # Measured: with subject and attribute more is found, in another language above all.
    return dated(said, f"{subject}, {attribute}: {fact}")


def catch_up(
    cache: VectorCache,
    embedder: Embedder,
    settings: str,
    texts: Mapping[str, str],
    *,
    stopped: Callable[[], bool] = lambda: False,
    progress: Progress = lambda done, total: None,
    patience: Patience | None = None,
) -> bool:
    """Embed the texts of facts that have no vector yet, in the order in which they are given.

    Args:
        cache: Where vectors are kept; every batch is kept at once, so that nothing is done twice.
        embedder: What embeds.
        settings: What makes the embedder again, kept beside its vectors.
        texts: The text of each fact, see `texts_of`.
        stopped: Asked between batches.
        progress: Told how many of how many texts are embedded.
        patience: How many seconds somebody still waits, where somebody does.

    Returns:
        Whether every fact has its vector.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE` when the embedder or the cache cannot be used.
    """
    model = Model(embedder.identity, settings)
    waiting = cache.pending(model.identity)
    todo = list(dict.fromkeys(text for id_, text in texts.items() if id_ in waiting))
    batch = _WAITED_FOR if patience else _BATCH
    for at in range(0, len(todo), batch):
        if stopped():
            return False
        some = todo[at : at + batch]
        vectors = embedder.embed(some, seconds=patience() if patience else None)
        cache.put(model, some, of_width(vectors, cache.width(model.identity), embedder.name))
        progress(min(at + batch, len(todo)), len(todo))
    return not cache.pending(model.identity)


def word_weight(
    cache: VectorCache,
    embedder: Embedder,
    texts: Sequence[str],
    patience: Patience | None = None,
) -> float:
    """How much words weigh beside an embedder's cosines: known, measured before, or measured now.

    Facts without their day, subject and attribute, taken as questions, spread as questions do
    (within a sixth, for three embedders on LoCoMo).

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE` when the embedder or the cache cannot be used.
    """
    identity = embedder.identity
    known = embedder.word_weight or cache.weight(identity)
    if known:
        return known
    # Spread over the whole list, so that neighbours, which are alike, are not all of them.
    step = max(1, len(texts) // (_QUESTIONS + _FACTS))
    some = texts[::step][: _QUESTIONS + _FACTS]
    asked = [text.partition(" — ")[2].partition(": ")[2] or text for text in some[::5]]
    facts = [text for at, text in enumerate(some) if at % 5]
    if len(some) < _TOO_FEW:
        return _UNMEASURED

    def embedded(some: Sequence[str], *, query: bool = False) -> Vectors:
        unhurried = _LONG if query else None
        return embedder.embed(some, query=query, seconds=patience() if patience else unhurried)

    vectors = embedded(facts)
    questions = of_width(embedded(asked, query=True), vectors.shape[1], embedder.name)
    cosines = questions @ vectors.T
    weight = SPREADS * float(cosines.std())
    cache.set_weight(identity, weight)
    return weight
