"""The process in which a sentence-transformers model runs: `python -m … MODEL`.

Each line in asks for vectors, `{"texts": […], "prefix": "", "query": false}`; each answer is a
line, `{"rows": n, "width": d}`, with as many float32 after it, or `{"missing": …}` or
`{"error": …}`. It ends with its input.
"""

import json
import os
import sys
from typing import Any, BinaryIO


def main(model_name: str) -> None:
    """Load the model and answer until nobody asks any more."""
    answers = os.fdopen(os.dup(1), "wb")
    # What libraries print must not get among the answers.
    os.dup2(2, 1)
    model: Any = None
    for line in sys.stdin.buffer:
        try:
            model = model or _loaded(model_name)
            _answer(answers, model, json.loads(line))
        except ImportError as error:
            _say(answers, {"missing": str(error)})
        except Exception as error:  # noqa: BLE001 - whatever a model's own code raises is told
            _say(answers, {"error": str(error) or type(error).__name__})


def _loaded(name: str) -> Any:
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(name)


def _answer(answers: BinaryIO, model: Any, asked: dict[str, Any]) -> None:
    import numpy as np

    # Models that carry prompts of their own name them; a known prefix goes before.
    own = model.encode_query if asked["query"] else model.encode_document
    encode = model.encode if asked["prefix"] else own
    rows = encode(
        [asked["prefix"] + text for text in asked["texts"]],
        convert_to_numpy=True,
        show_progress_bar=False,
    )
    vectors = np.ascontiguousarray(rows, dtype=np.float32)
    answers.write(json.dumps({"rows": vectors.shape[0], "width": vectors.shape[1]}).encode())
    answers.write(b"\n" + vectors.tobytes())
    answers.flush()


def _say(answers: BinaryIO, what: dict[str, str]) -> None:
    answers.write(json.dumps(what).encode() + b"\n")
    answers.flush()


if __name__ == "__main__":
    main(sys.argv[1])
