"""What stands before a question and before a fact, for models that were trained so."""

import re
from typing import NamedTuple

# A fact's own limit; a query that is longer says no more for taking seconds to embed.
LONGEST = 2_000


class Prefixes(NamedTuple):
    """What to put before a question, and before a fact."""

    query: str = ""
    passage: str = ""


_SENTENCE = "Represent this sentence for searching relevant passages: "
_INSTRUCTION = "Instruct: Given a question, retrieve the statements that answer it\nQuery: "
# From the models' own cards; the first that matches counts.
_KNOWN = (
    (r"nomic-embed", Prefixes("search_query: ", "search_document: ")),
    (r"e5.*instruct|qwen3-embedding", Prefixes(_INSTRUCTION)),
    (r"(^|[-_])e5([-_]|$)", Prefixes("query: ", "passage: ")),
    (r"embedding-?gemma", Prefixes("task: search result | query: ", "title: none | text: ")),
    (r"arctic-embed2|arctic-embed-.*v2", Prefixes("query: ")),
    (r"arctic-embed|mxbai-embed|bge-.*-en", Prefixes(_SENTENCE)),
)


def prefixes_of(model: str) -> Prefixes:
    """The prefixes of a model, by its name on Ollama or a hub; none for one that has none."""
    name = model.rsplit("/", 1)[-1].partition(":")[0].casefold()
    return next((found for pattern, found in _KNOWN if re.search(pattern, name)), Prefixes())


def cleaned(text: str) -> str:
    """A text as every embedder takes it: bounded, no NUL (it ends a C string), valid UTF-8."""
    return text[:LONGEST].replace("\0", " ").encode("utf-8", "replace").decode()
