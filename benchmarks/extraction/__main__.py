"""Score extractors and write the table: `python -m benchmarks.extraction [--model M] [--show]`.

The plain reader is scored always; Ollama too where it answers at OLLAMA_HOST and has the model.
"""

import argparse
import asyncio
import sys
from pathlib import Path

from benchmarks.extraction.cases import HALVES, cases
from benchmarks.extraction.page import PAGE, Row, write
from benchmarks.extraction.score import Score, score
from memtui.errors import Code, MemtuiError
from memtui.extract.extractor import Extractor, make_extractor
from memtui.extract.prompt import VERSION
from memtui.settings import DEFAULT_MODEL, ExtractorSettings

_LEAST_PRECISION = 0.8


def main() -> int:
    """Score, print and write; 1 when the plain reader is less precise than it has to be."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.extraction", description=__doc__)
    parser.add_argument("--model", default=DEFAULT_MODEL, help="the model that Ollama is asked for")
    parser.add_argument("--url", default="", help="where it answers, if not at OLLAMA_HOST")
    parser.add_argument("--kind", default="ollama", choices=("ollama", "openai"))
    parser.add_argument("--as", dest="called", default="", help="what to call it in the table")
    parser.add_argument("--plain", action="store_true", help="score the plain reader alone")
    parser.add_argument("--show", action="store_true", help="say what went wrong in each case")
    parser.add_argument("--to", type=Path, default=PAGE, help="the page to write")
    given = parser.parse_args()
    plain = make_extractor(ExtractorSettings(kind="plain"))
    rows = [*_rows("plain reader", plain, show=given.show)]
    if not given.plain:
        settings = ExtractorSettings(kind=given.kind, url=given.url, model=given.model)
        try:
            called = f"{given.called or given.model}, prompt {VERSION}"
            rows += _rows(called, make_extractor(settings), show=given.show)
        except MemtuiError as error:
            print(f"not scored: {error}", file=sys.stderr)
    write(given.to, rows)
    for row in rows:
        print(row.line)
    held_out = next(row for row in rows if row.half == "held out")
    return 0 if held_out.precision >= _LEAST_PRECISION else 1


def _rows(called: str, extractor: Extractor, *, show: bool) -> list[Row]:
    return [
        Row(called, half, asyncio.run(_half(path, extractor, show=show)))
        for half, path in HALVES.items()
    ]


async def _half(path: Path, extractor: Extractor, *, show: bool) -> Score:
    total = Score()
    for case in cases(path):
        made, lines = await score(case, extractor)
        if made.failed and any(f"failed: {Code.EXTRACTOR_UNAVAILABLE}" in line for line in lines):
            raise MemtuiError(
                Code.EXTRACTOR_UNAVAILABLE,
                lines[0].rpartition(f"{Code.EXTRACTOR_UNAVAILABLE}: ")[2],
            )
        total += made
        if show and lines:
            print(f"\n{case.language}  {case.name}", *lines, sep="\n  ", flush=True)
    return total


if __name__ == "__main__":
    raise SystemExit(main())
