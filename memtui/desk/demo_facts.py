"""What the demo memory holds: four years of a small team, sitting by sitting."""

from datetime import UTC, datetime
from typing import NamedTuple


class Line(NamedTuple):
    """One fact, and the words it rests on where they were written down."""

    subject: str
    attribute: str
    fact: str
    words: str = ""
    speaker: str = ""
    tags: tuple[str, ...] = ()


class Sitting(NamedTuple):
    """What was kept at one moment, as one batch; without a source it was added by hand."""

    kept: datetime
    source: str
    lines: tuple[Line, ...]


def _at(day: str, clock: str) -> datetime:
    return datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=UTC)


# All times lie between noon and three in the afternoon, UTC: nearly everywhere that is the same
# day. What no longer holds although nothing took its place, and since when:
ENDED = ("The office buys its coffee from Sol.", _at("2026-06-30", "12:05"))

SITTINGS = (
    Sitting(
        _at("2022-11-14", "13:20"),
        "conversation: first-day.txt",
        (
            Line(
                "Ana",
                "role",
                "Ana is a data analyst.",
                "I start as a data analyst today.",
                "Ana",
            ),
            Line("Carla", "role", "Carla is a designer.", "Carla, I do the design.", "Carla"),
            Line("Data team", "size", "The data team has four people.", "So we are four now."),
            Line(
                "Data team",
                "chat tool",
                "The data team chats on IRC.",
                "Everything happens on IRC.",
                "Carla",
            ),
            Line("Office", "address", "The office is at 3 Mill Lane."),
        ),
    ),
    Sitting(
        _at("2022-11-28", "12:40"),
        "conversation: idea.md",
        (
            Line(
                "Atlas",
                "status",
                "Atlas is an idea on a whiteboard.",
                "For now Atlas is an idea on a whiteboard.",
                "Carla",
                ("project",),
            ),
            Line(
                "Atlas",
                "licence",
                "Atlas stays open source.",
                "Whatever happens, it stays open source.",
                "Ana",
                ("decision", "project"),
            ),
        ),
    ),
    Sitting(
        _at("2023-02-06", "13:05"),
        "conversation: bruno-arrives.txt",
        (
            Line(
                "Bruno",
                "role",
                "Bruno is an intern in the data team.",
                "I'm the new intern in the data team.",
                "Bruno",
            ),
            Line("Bruno", "birthday", "Bruno's birthday is on 2 May.", tags=("people",)),
            Line("Data team", "size", "The data team has six people.", "With you two we are six."),
        ),
    ),
    Sitting(
        _at("2023-05-22", "12:15"),
        "conversation: prototype.json",
        (
            Line(
                "Atlas",
                "status",
                "Atlas is a prototype.",
                "We have a prototype that does not fall over.",
                "Bruno",
                ("project",),
            ),
            Line("Atlas", "database", "Atlas stores its data in SQLite.", "SQLite is plenty."),
            Line("Atlas", "language", "Atlas is written in Python.", tags=("project",)),
            Line("Data team", "stand-up", "The data team meets at 11:00."),
        ),
    ),
    Sitting(
        _at("2023-09-04", "14:10"),
        "",
        (
            Line("Carla", "city", "Carla lives in Porto."),
            Line("Carla", "allergy", "Carla is allergic to peanuts.", tags=("food", "health")),
            Line("Rui", "função", "O Rui é estagiário."),
            Line("Rui", "idioma preferido", "O Rui prefere falar português."),
        ),
    ),
    Sitting(
        _at("2024-01-15", "12:50"),
        "conversation: nouvelle-annee.txt",
        (
            Line(
                "Chloé",
                "rôle",
                "Chloé travaille au support.",
                "Je suis au support depuis lundi.",
                "Chloé",
            ),
            Line("Chloé", "ville", "Chloé habite à Lyon.", "J'habite à Lyon.", "Chloé"),
            Line("Chloé", "réunions", "Chloé préfère les réunions le matin."),
            Line("Chloé", "langues", "Chloé parle français et anglais."),
        ),
    ),
    Sitting(
        _at("2024-03-11", "13:30"),
        "conversation: lunch.txt",
        (
            Line("Bruno", "diet", "Bruno eats everything.", "I eat everything!", "Bruno"),
            Line("Data team", "chat tool", "The data team chats on Matrix.", "IRC is history."),
            Line("Office", "coffee", "The office buys its coffee from Sol.", tags=("food",)),
        ),
    ),
    Sitting(
        _at("2024-06-17", "12:25"),
        "conversation: beta.md",
        (
            Line(
                "Atlas",
                "status",
                "Atlas is in closed beta.",
                "From today we are in closed beta.",
                "Carla",
                ("project",),
            ),
            Line("Carla", "role", "Carla leads design.", "Now that I lead design…", "Carla"),
            Line("Bruno", "role", "Bruno is a data engineer.", "No intern any more!", "Bruno"),
        ),
    ),
    Sitting(
        _at("2024-10-07", "13:45"),
        "conversation: bienvenida.txt",
        (
            Line("Diego", "función", "Diego trabaja en finanzas.", "Trabajo en finanzas.", "Diego"),
            Line("Diego", "ciudad", "Diego vive en Madrid.", "Vivo en Madrid.", "Diego"),
            Line("Diego", "contacto", "Diego prefiere el correo electrónico a las llamadas."),
            Line("Jonas", "Rolle", "Jonas arbeitet im Infrastruktur-Team."),
            Line("Jonas", "Wohnort", "Jonas wohnt in Hamburg.", "Ich wohne in Hamburg.", "Jonas"),
        ),
    ),
    Sitting(
        _at("2025-03-03", "12:30"),
        "conversation: spring-round.json",
        (
            Line("Ana", "city", "Ana lives in Recife.", "I live in Recife now.", "Ana"),
            Line("Carla", "city", "Carla lives in Lisbon.", "Lisbon it is, since March.", "Carla"),
            Line("Rui", "função", "O Rui é engenheiro de dados.", "Agora sou engenheiro!", "Rui"),
            Line("Rui", "cidade", "O Rui mora em Guimarães."),
        ),
    ),
    Sitting(
        _at("2025-06-16", "13:15"),
        "conversation: scale.txt",
        (
            Line(
                "Atlas",
                "database",
                "Atlas stores its data in PostgreSQL.",
                "We outgrew SQLite; it is PostgreSQL from now on.",
                "Bruno",
                ("decision",),
            ),
            Line("Data team", "stand-up", "The data team meets at 9:30.", "9:30, to see Yuki."),
            Line("Yuki", "担当", "ユキはデザインを担当しています。", "デザイン担当です。", "Yuki"),
            Line("Yuki", "住まい", "ユキは大阪に住んでいます。"),
        ),
    ),
    Sitting(
        _at("2025-11-10", "12:45"),
        "conversation: production.md",
        (
            Line(
                "Atlas",
                "status",
                "Atlas is in production.",
                "Since this morning Atlas is in production.",
                "Bruno",
                ("project",),
            ),
            Line("Atlas", "users", "Atlas has about 3,000 users a day."),
            Line("Data team", "size", "The data team has nine people."),
            Line("Office", "address", "The office is at 12 Harbour Street.", "New address!"),
        ),
    ),
    Sitting(
        _at("2026-01-18", "14:20"),
        "conversation: tools.txt",
        (
            Line(
                "Ana",
                "preferred language",
                "Ana prefers Python.",
                "Python, if you ask me.",
                "Ana",
            ),
            Line("Bruno", "laptop", "Bruno works on a ThinkPad with Linux."),
            Line("Jonas", "Wohnort", "Jonas wohnt in Berlin.", "Seit Januar in Berlin.", "Jonas"),
        ),
    ),
    Sitting(
        _at("2026-02-04", "13:00"),
        "conversation: dinner.txt",
        (
            Line(
                "Bruno",
                "diet",
                "Bruno is vegetarian.",
                "I stopped eating meat, so a vegetarian menu for me.",
                "Bruno",
                ("food",),
            ),
            Line("Diego", "ciudad", "Diego vive en Alicante.", "Me mudé a Alicante.", "Diego"),
            Line("Carla", "role", "Carla is head of product.", "As head of product…", "Carla"),
        ),
    ),
    Sitting(
        _at("2026-05-11", "12:20"),
        "",
        (
            Line("Carla", "contact", "Carla prefers messages to calls."),
            Line("Data team", "retrospective", "The data team looks back every second Friday."),
            Line("Office", "opening hours", "The office is open from 8:00 to 19:00."),
        ),
    ),
    Sitting(
        _at("2026-08-24", "13:50"),
        "conversation: launch-kickoff.md",
        (
            Line("Launch", "venue", "The launch takes place in Porto.", tags=("launch",)),
            Line("Launch", "budget", "The launch has a budget of 8,000 euros.", tags=("launch",)),
        ),
    ),
    Sitting(
        _at("2026-09-01", "12:10"),
        "conversation: september.json",
        (
            Line(
                "Ana",
                "role",
                "Ana leads the data team.",
                "As of today I lead the data team.",
                "Ana",
            ),
            Line("Ana", "city", "Ana lives in Recife."),
        ),
    ),
    Sitting(
        _at("2026-09-28", "12:35"),
        "conversation: countdown.txt",
        (
            Line(
                "Launch",
                "date",
                "The launch is on 9 October.",
                "So we launch on 9 October, everybody.",
                "Carla",
                ("launch",),
            ),
            Line(
                "Launch",
                "budget",
                "The launch has a budget of 12,000 euros.",
                "We raised it to 12,000.",
                "Diego",
                ("launch",),
            ),
        ),
    ),
    Sitting(
        _at("2026-10-09", "14:30"),
        "conversation: friday.txt",
        (
            Line(
                "Ana",
                "deadline",
                "Ana's report is due on 30 October 2026.",
                "My report is due on the 30th.",
                "Ana",
                ("deadline",),
            ),
        ),
    ),
)
