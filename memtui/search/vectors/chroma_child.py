"""The process that owns a Chroma folder: `python -m … FOLDER IDENTITY`.

Each line in is what to do, `{"do": "query", …}`, with as many float32 after it as `rows` × `width`
say; each line out what came of it. It ends, and closes the folder cleanly, with its input.
"""

import faulthandler
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from memtui.errors import MemtuiError
from memtui.search.unit import Vectors
from memtui.search.vectors.chroma import ChromaFolder, open_chroma

# In seconds: to seal 100,000 vectors takes some.
_CLOSING = 50.0


def main(folder: str, identity: str) -> None:
    """Open the folder and do what is asked until nobody asks any more."""
    # Chroma's files tell as much as the notes do, and are as private.
    os.umask(0o077)
    # Whoever started it says when it ends, and has the terminal's signals too.
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    answers = os.fdopen(os.dup(1), "wb")
    # What libraries print must not get among the answers.
    os.dup2(2, 1)
    index: ChromaFolder | None = None
    try:
        try:
            index = open_chroma(Path(folder), identity)
        except MemtuiError as error:
            _say(answers, _told(error))
            return
        _say(answers, {"owned": index is not None, "keys": sorted(index.keys()) if index else []})
        if index:
            _serve(index, sys.stdin.buffer, answers)
    except BrokenPipeError:
        pass
    finally:
        # Whoever started it may be gone by then; what never comes to an end is ended.
        faulthandler.dump_traceback_later(_CLOSING, exit=True, file=sys.stderr)
        if index:
            index.close()
        faulthandler.cancel_dump_traceback_later()


def _serve(index: ChromaFolder, asked: BinaryIO, answers: BinaryIO) -> None:
    for line in asked:
        what = json.loads(line)
        rows = _rows(asked, what)
        try:
            _say(answers, _done(index, what, rows))
        except MemtuiError as error:
            _say(answers, _told(error))


def _rows(asked: BinaryIO, what: dict[str, Any]) -> Vectors:
    count, width = what.get("rows", 0), what.get("width", 0)
    data = asked.read(count * width * 4)
    return np.frombuffer(data, dtype=np.float32).reshape(count, width)


def _done(index: ChromaFolder, what: dict[str, Any], rows: Vectors) -> dict[str, Any]:
    if what["do"] == "query":
        return {"near": index.query(rows[0], what["count"])}
    if what["do"] == "add":
        index.add(what["keys"], rows)
    elif what["do"] == "remove":
        index.remove(what["keys"])
    else:
        index.forget(what["keys"])
        return {"left": len(index.keys())}
    return {}


def _told(error: MemtuiError) -> dict[str, Any]:
    return {"error": [error.message, error.hint]}


def _say(answers: BinaryIO, what: dict[str, Any]) -> None:
    answers.write(json.dumps(what).encode() + b"\n")
    answers.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
