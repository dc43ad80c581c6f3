"""`search`, and what `status`, `doctor` and `reindex` say of it."""

import re
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memtui.search.unavailable import unavailable
from memtui.search.unit import Vectors
from tests.cli.conftest import Line
from tests.search.words_embedder import WordsEmbedder

Embedders = dict[str, WordsEmbedder]


def index(memtui: Line) -> Path:
    return memtui.home / "t" / "index"


def found(memtui: Line, *argv: str) -> list[str]:
    return [hit["fact"]["fact"] for hit in memtui("search", *argv, "--json").json["hits"]]


def test_search_tells_what_holds_now_first_and_finds_history(memtui: Line) -> None:
    ana = memtui.ana()
    hits = memtui("search", "data", "team", "--words", "--json").json["hits"]
    assert [hit["fact"]["fact"] for hit in hits] == [
        "Ana works in research.",
        "Ana leads the data team.",
    ]
    assert hits[0]["citation"] == f"[{hits[0]['fact']['id']}]"
    assert (
        hits[0]["why"]
        == "holds instead of “Ana leads the data team.”, which matches “data”, “team”"
    )
    assert hits[1]["fact"] == ana["Ana leads the data team."]
    sabbatical = ana["Ana is on sabbatical."]
    assert memtui("search", "data team", "--words").out == (
        "Ana — role: Ana works in research.  (2026-10-12, added by hand)\n"
        f"  {hits[0]['citation']} {hits[0]['why']}\n"
        "Ana — role: Ana leads the data team.  (history: 2026-09-01 to 2026-09-20)\n"
        f"  {hits[1]['citation']} matches “data”, “team”\n"
        f"  replaced by “Ana is on sabbatical.” [{sabbatical['id']}]\n"
    )


def test_a_search_that_finds_nothing_is_an_answer(memtui: Line) -> None:
    memtui.ana()
    ran = memtui("search", "zebra", "--words")
    assert (ran.code, ran.out, ran.err) == (0, "", "nothing in t matches\n")
    assert memtui("search", "zebra", "--words", "--json").json == {
        "hits": [],
        "time": None,
        "problem": None,
        "meaning": None,
    }
    assert memtui("search", "x", "-k", "0").code == 2


@pytest.mark.parametrize(
    "query", [[], [""], ["  "], ["\u200b"], ["", "--explain"], ["--words", ""]]
)
def test_a_search_for_nothing_is_wrong_usage(memtui: Line, query: list[str]) -> None:
    memtui.ana()
    ran = memtui("search", *query)
    assert (ran.code, ran.out) == (2, "")
    assert "say what to look for; `memtui facts` lists all" in ran.err
    assert memtui("search", *query, "--json").json["error"]["code"] == "USAGE"


def test_words_and_meaning_answer_together_with_their_scores(
    memtui: Line, embedders: Embedders
) -> None:
    memtui.ana()
    document = memtui("search", "works in research", "--json").json
    assert document["meaning"] == {"ready": 3, "pending": 0, "problem": None}
    best = document["hits"][0]
    assert (best["fact"]["fact"], best["by"]) == ("Ana works in research.", "both")
    assert best["words"] > 0
    assert 0 < best["meaning"] <= 1
    assert {"works", "research"} <= set(best["matched"])
    assert memtui("search", "works in research").err == ""
    assert len(embedders["words"].texts) == 3 + 2


def test_a_command_embeds_no_longer_than_a_moment(
    memtui: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    memtui.ana()
    monkeypatch.setattr("memtui.desk.by_meaning._BRIEFLY", 0.0)
    ran = memtui("search", "research")
    assert ran.out.startswith("Ana — role: Ana works in research.")
    assert ran.err == "meaning: 0 of 3 facts ready\n"


def test_facts_that_cannot_be_embedded_in_time_keep_no_question_waiting(
    memtui: Line, embedders: Embedders, monkeypatch: pytest.MonkeyPatch
) -> None:
    memtui.ana()
    memtui("search", "research")
    waited: list[float | None] = []

    def late(
        self: WordsEmbedder,
        texts: Sequence[str],
        *,
        query: bool = False,
        seconds: float | None = None,
    ) -> Vectors:
        if query:
            return embed(self, texts, query=True)
        waited.append(seconds)
        raise unavailable("words did not answer in time.", "Try again.")

    embed = WordsEmbedder.embed
    monkeypatch.setattr(WordsEmbedder, "embed", late)
    memtui.remember("Bruno", "city", "Bruno lives in Recife.", "2026-10-12")
    line = "meaning: 3 of 4 facts ready · words did not answer in time. Try again.\n"
    ran = memtui("search", "research")
    assert ran.out.startswith("Ana — role: Ana works in research.")
    assert ran.err == line
    assert [seconds is not None and 4 < seconds <= 5 for seconds in waited] == [True]
    document = memtui("search", "Recife", "--json").json
    assert document["hits"][0]["fact"]["fact"] == "Bruno lives in Recife."
    assert document["problem"] is None
    assert (document["meaning"]["ready"], document["meaning"]["pending"]) == (3, 1)
    assert document["meaning"]["problem"]["message"] == "words did not answer in time."
    assert memtui("context", "Bruno").err == line
    assert memtui("context", "Bruno", "--json").json["meaning"] == document["meaning"]
    assert "problem    words did not answer in time." in memtui("status").out


def test_while_a_question_cannot_be_embedded_no_fact_is(memtui: Line, embedders: Embedders) -> None:
    memtui.ana()
    memtui("search", "research")
    embedders["words"].works = False
    embedders["words"].tried = 0
    memtui.remember("Bruno", "city", "Bruno lives in Recife.", "2026-10-12")
    assert memtui("search", "Bruno").err.startswith("words alone: words does not answer.")
    assert embedders["words"].tried == 1


def test_words_answer_when_the_embedder_does_not(memtui: Line) -> None:
    memtui.ana()
    with (memtui.home / "t" / "memory.toml").open("a") as settings:
        settings.write('\n[embedder]\nkind = "nonsense"\n')
    ran = memtui("search", "research")
    assert ran.code == 0
    assert ran.out.startswith("Ana — role: Ana works in research.")
    assert ran.err.startswith("words alone: There is no embedder called 'nonsense'.")
    document = memtui("search", "research", "--json").json
    assert document["problem"]["code"] == "INDEX_UNAVAILABLE"
    assert (document["meaning"]["ready"], document["meaning"]["pending"]) == (0, 3)
    assert "meaning    0 of 3 facts ready by nonsense" in memtui("doctor").out
    assert "problem    There is no embedder" in memtui("status").out
    assert "problem    There is no embedder" in memtui("doctor").out


def test_what_went_wrong_last_is_remembered_until_it_goes_well(
    memtui: Line, embedders: Embedders
) -> None:
    memtui.ana()
    memtui("search", "research")
    embedders["words"].works = False
    memtui.remember("Bruno", "city", "Bruno lives in Recife.", "2026-10-12")
    assert memtui("search", "Bruno").err == "words alone: words does not answer. Start it.\n"
    assert "problem    words does not answer." in memtui("status").out
    embedders["words"].works = True
    memtui.now = datetime(2026, 10, 13, 8, 0, tzinfo=UTC)
    assert memtui("search", "Bruno").err == ""
    assert "problem" not in memtui("status").out
    assert "embedded   last at 2026-10-13 08:00 UTC\n" in memtui("status").out


def test_facts_said_in_a_time_and_that_held_on_a_day(memtui: Line) -> None:
    memtui.ana()
    assert found(memtui, "Ana", "--since", "2026-10-01") == ["Ana works in research."]
    assert found(memtui, "Ana", "--until", "2026-09-10") == ["Ana leads the data team."]
    assert found(memtui, "Ana", "--as-of", "2026-09-25", "--words") == ["Ana is on sabbatical."]
    assert memtui("search", "Ana in September", "--json").json["time"] == {
        "words": "in September",
        "first": "2026-09-01",
        "end": "2026-10-01",
    }
    assert memtui("search", "Ana", "--since", "soon").code != 0


def test_a_year_or_month_alone_bounds_a_search(memtui: Line) -> None:
    memtui.ana()
    assert found(memtui, "Ana", "--since", "2026-10") == ["Ana works in research."]
    assert found(memtui, "Ana", "--since", "2027") == []
    assert found(memtui, "Ana", "--until", "2025") == []
    upside_down = memtui("search", "Ana", "--since", "2026", "--until", "2024")
    assert upside_down.code == 2
    assert "--since 2026-01-01 comes after --until 2024-12-31" in upside_down.err


def test_explain_tells_places_and_what_kept_a_fact_out(memtui: Line) -> None:
    ana = memtui.ana()
    team = ana["Ana leads the data team."]["id"]
    told = memtui("search", "research", "--explain").out
    assert "  1. Ana — role: Ana works in research.  (2026-10-12)\n" in told
    assert re.search(r"words #1 \(\d\.\d{3}\) · meaning #\d \(\d\.\d{3}\)", told)
    alone = memtui("search", "research", "--current", "--explain", team)
    assert alone.out.startswith("  —  Ana — role: Ana leads the data team.")
    assert "Left out: only what holds now is asked for." in alone.out
    document = memtui("search", "research", "--explain", team, "--json").json
    assert [each["fact"]["id"] for each in document["facts"]] == [team]
    assert memtui("search", "research", "--explain", "f_0000000000000000").code == 1


def test_explain_before_the_question_takes_no_word_of_it(memtui: Line) -> None:
    memtui.ana()
    told = memtui("search", "--explain", "research", "--json").json
    assert told["facts"][0]["fact"]["fact"] == "Ana works in research."
    assert memtui("search", "--explain", "where", "does", "Ana", "work").code == 0


def test_the_index_is_made_anew(memtui: Line, embedders: Embedders) -> None:
    memtui.ana()
    assert memtui("reindex").out == "indexed 3 notes\nmeaning: 3 facts ready\n"
    document = memtui("reindex", "--json").json
    assert document["notes"] == 3
    assert (document["search"]["ready"], document["search"]["pending"]) == (3, 0)
    assert document["search"]["bytes"]["vectors"] > 0
    assert len(embedders["words"].texts) == 6
    embedders["words"].works = False
    ran = memtui("reindex")
    assert (ran.code, ran.out) == (1, "indexed 3 notes\n")
    told = "Not all vectors could be made anew: words does not answer. Start it."
    assert ran.err == f"memtui: INDEX_UNAVAILABLE: {told}\n"
    embedders["words"].works = True
    told = memtui("status").out
    assert "0 of 3 facts ready by words" in told
    assert "answers    words with its vectors from before, until all are ready\n" in told
    found = memtui("search", "research", "--json").json
    assert found["meaning"]["problem"] is None


@pytest.mark.parametrize("damage", ["deleted", "scrambled", "vectors scrambled"])
def test_a_damaged_index_mends_itself(memtui: Line, damage: str) -> None:
    memtui.ana()
    memtui("search", "research")
    chroma = index(memtui) / "chroma" / "g1"
    chroma.mkdir(parents=True)
    (chroma / "chroma.sqlite3").write_bytes(b"\xff" * 9_000)
    if damage == "deleted":
        shutil.rmtree(index(memtui))
    for path in index(memtui).rglob("*") if damage == "scrambled" else []:
        if path.is_file():
            path.write_bytes(b"\xff" * 9_000)
    if damage == "vectors scrambled":
        (index(memtui) / "vectors.db").write_bytes(b"\xff" * 9_000)
    ran = memtui("search", "research")
    assert ran.code == 0
    assert ran.out.startswith("Ana — role: Ana works in research.")
    document = memtui("search", "research", "--json").json
    assert document["meaning"] == {"ready": 3, "pending": 0, "problem": None}
    assert document["problem"] is None
    assert memtui("doctor", "--json").json["faults"] == []


def test_what_is_forgotten_leaves_the_vectors_too(memtui: Line, embedders: Embedders) -> None:
    fact = memtui.remember("Ana", "role", "Ana juggles xylophones.", "2026-10-12")
    memtui("search", "xylophones")
    (text,) = (each for each in embedders["words"].texts if "juggles" in each)
    vector = embedders["words"].embed([text])[0].tobytes()
    assert vector in b"".join(path.read_bytes() for path in index(memtui).glob("vectors.db*"))
    memtui("forget", fact["id"], "--yes")
    assert vector not in b"".join(path.read_bytes() for path in index(memtui).glob("vectors.db*"))
