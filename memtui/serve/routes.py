"""What can be asked over REST: each route with what it takes and gives."""

from collections.abc import Callable
from dataclasses import dataclass

from memtui.desk.context import BUDGET, LEAST_BUDGET
from memtui.desk.tokens import Scope
from memtui.serve import answers
from memtui.serve import schemas as like
from memtui.serve.answers import PAGE, SOURCE_LIMIT, Call, Given


@dataclass(frozen=True, slots=True)
class Route:
    """One route; `takes` are the query's or body's members, `gives` the answers by status."""

    method: str
    path: str
    name: str
    does: str
    needs: Scope
    takes: like.Schema
    gives: dict[int, like.Schema]
    run: Callable[[Call], Given]

    @property
    def has_body(self) -> bool:
        """Whether what it takes is a JSON body, not the query."""
        return self.method in ("POST", "PUT")


_FACTS = like.listed(like.FACT)
_NAMED = ("subject", "attribute", "source", "as_of", "history", "limit", "offset")
_PARTS = {
    "subject": like.text("whom or what it is about", 120),
    "attribute": like.text("what about it", 120),
    "fact": like.text("one sentence that stands alone", 2_000),
    "said": like.day("when it was said; today when left out"),
    "source": like.text("where it comes from", SOURCE_LIMIT),
    "tags": like.listed(like.text("a tag", 120), maxItems=50),
}
_RECALLED = {"anyOf": [{"type": "null"}, like.known(times=like.NUMBER, last=like.DAY)]}
_KEPT = like.known(
    status={"type": "string", "enum": ["new", "replaces", "history", "again", "known"]},
    fact=like.FACT,
    replaced=_FACTS,
)
_LEFT_OUT = like.listed(like.known(subject=like.TEXT, reason=like.TEXT))
_KEEPING = like.known(batch=like.TEXT, kept=like.listed(_KEPT), left_out=_LEFT_OUT)
_CHANGED = like.known(fact=like.FACT, changed=like.listed(like.TEXT))
_HISTORY = like.flag("also what does not hold any more", False)

FACTS = "/memories/{name}/facts"
FACT = FACTS + "/{id}"
ROUTES = (
    Route(
        "GET",
        FACTS,
        "listFacts",
        "List facts: those that hold now, or held on a day, with history when asked.",
        Scope.READ,
        like.known(
            _NAMED,
            subject=like.text("only facts about it", 400),
            attribute=like.text("only facts of this attribute", 400),
            source=like.text("only facts from this source", 400),
            as_of=like.day("what held on that day"),
            history=_HISTORY,
            limit=like.number("at most so many", 1, 1_000, PAGE),
            offset=like.number("how many to pass over", 0, 1_000_000, 0),
        ),
        {200: like.known(facts=_FACTS, total=like.NUMBER)},
        answers.listed,
    ),
    Route(
        "POST",
        FACTS,
        "keepFact",
        "Keep one fact by the rules: it may replace what holds now, or go to history at once.",
        Scope.WRITE,
        like.taking(
            ("said", "source", "tags", "quote", "speaker"),
            **_PARTS,
            quote=like.text("the words it rests on", 2_000, 0),
            speaker=like.text("who said them", 400, 0),
        ),
        {200: _KEEPING, 201: _KEEPING},
        answers.keep,
    ),
    Route(
        "GET",
        FACT,
        "showFact",
        "One fact with its timeline.",
        Scope.READ,
        like.known(),
        {200: like.known(fact=like.FACT, timeline=_FACTS, recalled=_RECALLED)},
        answers.show,
    ),
    Route(
        "PUT",
        FACT,
        "correctFact",
        "Correct a fact; what is left out stays, and the earlier wording is kept with it.",
        Scope.WRITE,
        like.taking(
            (*_PARTS, "only", "join"),
            **_PARTS,
            only=like.flag("leave its earlier facts where they are", False),
            join=like.flag("join the timeline that is there already", False),
        ),
        {200: _CHANGED},
        answers.correct,
    ),
    Route(
        "DELETE",
        FACT,
        "forgetFact",
        "Forget a fact for good, with `history=true` all that held before it too.",
        Scope.WRITE,
        like.known(("history",), history=like.flag("what held before it too", False)),
        {200: like.known(forgotten=like.listed(like.TEXT))},
        answers.forget,
    ),
    Route(
        "POST",
        FACT + "/end",
        "endFact",
        "Say that a fact no longer holds, from a day on; it goes to history without a successor.",
        Scope.WRITE,
        like.taking(("on",), on=like.day("from which day on; today when left out")),
        {200: _CHANGED},
        answers.end,
    ),
    Route(
        "POST",
        FACT + "/restore",
        "restoreFact",
        "Take a fact's end away: it holds again.",
        Scope.WRITE,
        like.taking(),
        {200: _CHANGED},
        answers.restore,
    ),
    Route(
        "GET",
        "/memories/{name}/search",
        "search",
        "Find facts by words and meaning; what holds now comes first.",
        Scope.READ,
        like.known(
            ("k", "as_of", "history", "since", "until"),
            query=like.text("a question, or words"),
            k=like.number("at most so many", 1, 50, 8),
            as_of=like.day("what held on that day"),
            history=like.flag("also what does not hold any more", True),
            since=like.day("said on that day or later"),
            until=like.day("said on that day or earlier"),
        ),
        {
            200: like.known(
                hits=like.listed(like.known(fact=like.FACT, why=like.TEXT, citation=like.TEXT)),
                by=like.TEXT,
            )
        },
        answers.search,
    ),
    Route(
        "POST",
        "/memories/{name}/context",
        "context",
        "What always stands and what a message recalls, as a block for any prompt.",
        Scope.READ,
        like.taking(
            ("query", "budget"),
            query=like.text("the message", 100_000, 0),
            budget=like.number("at most so many characters", LEAST_BUDGET, 100_000, BUDGET),
        ),
        {200: like.known(text=like.TEXT, standing=_FACTS, recalled=_FACTS, left_out=like.NUMBER)},
        answers.context,
    ),
    Route(
        "POST",
        "/memories/{name}/proposals",
        "propose",
        "Propose facts: they wait until the person accepts them in memtui.",
        Scope.PROPOSE,
        like.taking(facts=like.listed(like.SUGGESTION, minItems=1, maxItems=50)),
        {202: like.QUEUED},
        answers.propose,
    ),
    Route(
        "POST",
        "/memories/{name}/extract",
        "extract",
        "Have a conversation read: proposes facts, keeps nothing; `wait` has them wait for review.",
        Scope.PROPOSE,
        like.taking(
            ("title", "extractor", "model", "wait"),
            messages=like.listed(
                like.known(
                    role={"type": "string", "enum": ["user", "assistant"]},
                    content=like.text("what was said", 100_000, 0),
                ),
                minItems=1,
                maxItems=2_000,
            ),
            title=like.text("what to call the conversation", 200, 0),
            extractor={"type": "string", "enum": ["ollama", "openai", "plain"]},
            model=like.text("the model", 200),
            wait=like.flag("have what is proposed wait for review", False),
        ),
        {
            200: like.known(
                proposals=like.listed(like.open_object(subject=like.TEXT, fact=like.TEXT)),
                left_out=_LEFT_OUT,
                review=like.TEXT_OR_NULL,
            )
        },
        answers.extracted,
    ),
)
