"""The sample conversations and the demo memory: what a newcomer sees first."""

import tomllib
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from memtui.conversations.conversation import Conversation, Role
from memtui.conversations.opening import open_file
from memtui.desk.demo import make_demo, sample_conversations
from memtui.facts.fact import Draft
from memtui.facts.keeping import Keep, Status
from memtui.facts.secrets import secret_in
from memtui.store.memory import Memory

NOW = datetime(2026, 10, 12, 15, 0, tzinfo=UTC)
SAMPLES = sorted(path.name for path in sample_conversations().iterdir())


def conversations(name: str) -> Sequence[Conversation]:
    return open_file(sample_conversations() / name).conversations


def sample(name: str) -> Conversation:
    (conversation,) = conversations(name)
    return conversation


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    home = tmp_path_factory.mktemp("home")
    memory = Memory.open(home, make_demo(home, now=NOW), clock=lambda: NOW)
    memory.refresh()
    return memory


def test_an_installed_memtui_finds_its_samples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is installed has no checkout around it: the samples come with the package."""
    root = Path(__file__).parents[1]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    (packaged,) = (
        place
        for folder, place in wheel["force-include"].items()
        if (root / folder).resolve() == sample_conversations()
    )
    monkeypatch.setattr("memtui.desk.demo.__file__", str(tmp_path / "memtui/desk/demo.py"))
    (tmp_path / packaged).mkdir(parents=True)
    assert sample_conversations() == tmp_path / packaged


def test_there_are_samples_of_every_kind() -> None:
    assert len(SAMPLES) >= 8
    assert {Path(name).suffix for name in SAMPLES} == {".json", ".jsonl", ".md", ".txt"}


@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_holds_conversations_with_a_day(name: str) -> None:
    for conversation in conversations(name):
        assert len(conversation.turns) >= 4
        assert conversation.started
        assert all(turn.text.strip() for turn in conversation.turns)


@pytest.mark.parametrize(
    ("name", "form", "turns", "left_out"),
    [
        (
            "chatgpt-conversations.json",
            "ChatGPT export",
            {"Moving the hosting": 4, "Packing for Lisbon": 4},
            {
                "turns of abandoned branches": 1,
                "profile texts": 1,
                "tool calls": 1,
                "tool turns": 1,
                "images and files": 1,
            },
        ),
        (
            "claude-conversations.json",
            "Claude.ai export",
            {"Lettre pour la visite": 5},
            {"thinking": 1, "tool calls": 2, "attached documents": 1},
        ),
        (
            "open-webui-chat.json",
            "Open WebUI export",
            {"🌱 Planning the garden": 5},
            {"turns of abandoned branches": 1, "thinking": 1},
        ),
        (
            "gemini-activity.json",
            "Gemini activity from Google Takeout",
            {"Gemini, 2026-06-20": 6},
            {"activities that are no prompts": 1},
        ),
        (
            "lm-studio.conversation.json",
            "LM Studio conversation",
            {"Recipe scaling": 5},
            {"thinking": 1, "debug blocks": 1, "other versions of a turn": 1},
        ),
        (
            "chat-log.jsonl",
            "role/content JSON",
            {"chat-log": 5},
            {"tool calls": 1, "tool turns": 1},
        ),
        (
            "claude-code-session.jsonl",
            "Claude Code session",
            {"Move Atlas to PostgreSQL": 6},
            {
                "file-history-snapshot records": 1,
                "ai-title records": 1,
                "thinking": 1,
                "tool calls": 1,
                "tool results": 1,
                "reminders and editor notes": 1,
                "interruptions": 1,
                "turns of abandoned branches": 1,
            },
        ),
        (
            "codex-rollout.jsonl",
            "Codex session",
            {"codex-rollout": 6},
            {
                "developer turns": 1,
                "instructions and environment that the program put in": 2,
                "thinking": 1,
                "tool calls": 2,
                "token_count records": 1,
            },
        ),
    ],
)
def test_the_samples_of_chats_with_models_are_read_with_the_right_turns(
    name: str, form: str, turns: dict[str, int], left_out: dict[str, int]
) -> None:
    made = open_file(sample_conversations() / name, zone=UTC)
    assert made.format == form
    assert {each.title: len(each.turns) for each in made.conversations} == turns
    assert made.left_out == left_out
    for each in made.conversations:
        roles = [turn.role for turn in each.turns]
        assert set(roles) == {Role.PERSON, Role.MODEL}
        assert roles[0] is Role.PERSON


@pytest.mark.parametrize(
    ("name", "form", "speakers", "left_out"),
    [
        (
            "whatsapp-chat.txt",
            "WhatsApp export",
            {"Ana": 2, "Carla": 2, "Yuki": 1, "Bruno": 1},
            {"system lines": 2, "images and files": 1, "deleted messages": 1},
        ),
        (
            "telegram-chat.json",
            "Telegram export",
            {"Carla": 4, "Rui": 3},
            {"service messages": 1, "images and files": 1},
        ),
    ],
)
def test_the_samples_of_peoples_chats_ask_who_the_person_is(
    name: str, form: str, speakers: dict[str, int], left_out: dict[str, int]
) -> None:
    made = open_file(sample_conversations() / name, zone=UTC)
    assert (made.format, made.left_out) == (form, left_out)
    (conversation,) = made.conversations
    assert conversation.speakers == speakers
    assert {turn.role for turn in conversation.turns} == {Role.OTHER}
    (mine,) = open_file(sample_conversations() / name, me=["Carla"], zone=UTC).conversations
    persons = {turn.speaker for turn in mine.turns if turn.role is Role.PERSON}
    assert persons == {"Carla"}


def test_of_the_sample_of_chatgpt_the_last_answer_and_the_names_are_shown() -> None:
    first, second = conversations("chatgpt-conversations.json")
    assert first.turns[1].text == "For Jonas in Berlin, Frankfurt is the closest region."
    assert second.turns[0].text.startswith("I am packing for the offsite in Lisbon.")


def test_only_the_samples_about_secrets_hold_any() -> None:
    found = {
        name
        for name in SAMPLES
        for each in conversations(name)
        for turn in each.turns
        if secret_in(turn.text)
    }
    assert found == {"handover.md", "standup.json"}


def test_the_demo_is_four_years_of_sixty_facts(demo: Memory) -> None:
    facts = demo.facts(history=True)
    assert len(facts) == 60
    assert len({fact.subject for fact in facts}) == 12
    assert min(fact.said for fact in facts) < date(2022, 12, 1)
    assert max(fact.said for fact in facts) > date(2026, 10, 1)
    assert any(fact.evidence for fact in facts)
    assert any(fact.tags for fact in facts)
    assert any(fact.again for fact in facts)


def test_the_demo_has_chains_and_a_fact_that_ended(demo: Memory) -> None:
    timelines = defaultdict(list)
    for fact in demo.facts(history=True):
        timelines[fact.subject, fact.attribute].append(fact)
    assert {len(each) for each in timelines.values()} == {1, 2, 3, 4}
    (ended,) = [fact for each in timelines.values() for fact in each if fact.ended]
    assert ended.fact == "The office buys its coffee from Sol."
    assert not ended.current


def test_the_demo_is_the_same_every_time(tmp_path: Path, demo: Memory) -> None:
    make_demo(tmp_path, now=NOW)
    once = {path.name: path.read_bytes() for path in tmp_path.rglob("f_*.md")}
    again = {path.name: path.read_bytes() for path in demo.folder.rglob("f_*.md")}
    assert once == again


def test_nothing_in_the_demo_is_kept_later_than_now(tmp_path: Path) -> None:
    now = datetime(2024, 1, 1, 12, 0, tzinfo=UTC)
    memory = Memory.open(tmp_path, make_demo(tmp_path, now=now), clock=lambda: now)
    memory.refresh()
    assert all(fact.kept and fact.kept <= now for fact in memory.facts(history=True))


def test_the_stand_up_replaces_what_the_demo_knows(demo: Memory) -> None:
    day = sample("standup.json").started
    change = demo.preview(
        Keep(
            (
                Draft("Ana", "role", "Ana works in research.", said=day),
                Draft("Ana", "city", "Ana lives in Recife.", said=day),
                Draft("Bruno", "city", "Bruno lives in Recife.", said=day),
                Draft("Launch", "date", "The launch moved to Friday 16 October.", said=day),
            ),
            "b_00000000",
        )
    )
    assert [outcome.status for outcome in change.outcomes] == [
        Status.REPLACES,
        Status.AGAIN,
        Status.NEW,
        Status.REPLACES,
    ]
    (replaced,) = change.outcomes[0].replaced
    assert replaced.fact == "Ana leads the data team."
    assert replaced.said == date(2026, 9, 1)


def test_the_older_conversation_changes_nothing_that_holds_now(demo: Memory) -> None:
    day = sample("first-prototype.json").started
    change = demo.preview(
        Keep((Draft("Atlas", "database", "Atlas uses SQLite.", said=day),), "b_00000000")
    )
    assert [outcome.status for outcome in change.outcomes] == [Status.HISTORY]
