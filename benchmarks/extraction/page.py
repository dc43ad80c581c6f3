"""The table of scores in the documentation; rows of extractors that were not scored now stay."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.extraction.score import Score

PAGE = Path(__file__).parents[2] / "docs" / "extraction.md"
_HEAD = (
    "| extractor | half | precision | recall | forbidden kept | names | days | effects "
    "| with names taken over | secrets leaked | s per conversation | failed |"
)


@dataclass(frozen=True, slots=True)
class Row:
    """One extractor's score on one half of the cases."""

    extractor: str
    half: str
    score: Score

    @property
    def precision(self) -> float:
        """Which part of what starts ticked is right; 1 where nothing is ticked."""
        return self.score.right / self.score.ticked if self.score.ticked else 1.0

    @property
    def line(self) -> str:
        """The row of the table."""
        made = self.score
        cells = (
            self.extractor,
            self.half,
            _of(made.right, made.ticked),
            _of(made.found, made.wanted),
            f"{made.forbidden_kept} of {made.forbidden}",
            _of(made.names_right, made.right),
            _of(made.days_right, made.right),
            _of(made.effects_right, made.effects),
            _of(made.effects_with_names, made.effects),
            str(made.leaked),
            f"{made.seconds / max(1, made.cases):.2f}",
            str(made.failed),
        )
        return f"| {' | '.join(cells)} |"


def write(page: Path, rows: Iterable[Row]) -> None:
    """Put the rows into the page's table, in place of those of the same extractor and half."""
    text = page.read_text(encoding="utf-8")
    table = re.search(rf"{re.escape(_HEAD)}\n\|[-| ]+\|\n(?P<rows>(?:\|.*\|\n)*)", text)
    if table is None:
        raise SystemExit(f"{page} has no table with the head\n{_HEAD}")
    lines = {_key(line): line for line in table["rows"].splitlines()}
    lines |= {_key(row.line): row.line for row in rows}
    start, end = table.span("rows")
    page.write_text(
        text[:start] + "".join(f"{line}\n" for line in lines.values()) + text[end:],
        encoding="utf-8",
    )


def _key(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.split("|")[1:3])


def _of(part: int, whole: int) -> str:
    return f"{part / whole:.2f} ({part}/{whole})" if whole else "–"
