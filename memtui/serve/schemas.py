"""The JSON schemas of what tools and routes take and give, in one spelling."""

from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
DAY: Schema = {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}
DAY_OR_NULL: Schema = {"type": ["string", "null"], "description": "a day, YYYY-MM-DD"}
TEXT_OR_NULL: Schema = {"type": ["string", "null"]}
NUMBER: Schema = {"type": "integer", "minimum": 0}
FLAG: Schema = {"type": "boolean"}


def text(does: str, most: int = 4_000, least: int = 1) -> Schema:
    """A text of at most so many characters."""
    return {"type": "string", "minLength": least, "maxLength": most, "description": does}


def day(does: str) -> Schema:
    """A day, or nothing."""
    return {**DAY, "description": f"{does}, as YYYY-MM-DD"}


def number(does: str, least: int, most: int, default: int) -> Schema:
    """A whole number."""
    return {
        "type": "integer",
        "minimum": least,
        "maximum": most,
        "default": default,
        "description": does,
    }


def flag(does: str, default: bool) -> Schema:
    """True or false."""
    return {"type": "boolean", "default": default, "description": does}


def listed(of: Schema, **more: Any) -> Schema:
    """A list of these."""
    return {"type": "array", "items": of, **more}


def known(optional: tuple[str, ...] = (), **members: Schema) -> Schema:
    """An object with exactly these members."""
    return {
        "type": "object",
        "properties": members,
        "required": [name for name in members if name not in optional],
        "additionalProperties": False,
    }


def taking(optional: tuple[str, ...] = (), **members: Schema) -> Schema:
    """An object that is sent: what may be left out may be `null` too, as many clients have it."""
    return known(
        optional,
        **{
            name: _or_null(schema) if name in optional else schema
            for name, schema in members.items()
        },
    )


def _or_null(schema: Schema) -> Schema:
    named = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, "type": [schema["type"], "null"], **named}


def open_object(optional: tuple[str, ...] = (), **members: Schema) -> Schema:
    """An object with these members and perhaps others."""
    return {**known(optional, **members), "additionalProperties": True}


ERROR = known(error=known(code=TEXT, message=TEXT, hint=TEXT))

BRIEF = known(
    id=TEXT,
    subject=TEXT,
    attribute=TEXT,
    fact=TEXT,
    said=DAY,
    until=DAY_OR_NULL,
    current=FLAG,
    source=TEXT,
    replaced_by=TEXT_OR_NULL,
    citation=TEXT,
)
FACT = open_object(
    id=TEXT,
    subject=TEXT,
    attribute=TEXT,
    fact=TEXT,
    source=TEXT,
    said=DAY,
    kept=TEXT_OR_NULL,
    edited=TEXT_OR_NULL,
    replaces=listed(TEXT),
    replaced_by=TEXT_OR_NULL,
    until=DAY_OR_NULL,
    current=FLAG,
)
SUGGESTION = taking(
    ("said", "quote"),
    subject=text("whom or what it is about, by name", 120),
    attribute=text("what about it, such as role, city, deadline", 120),
    fact=text("one sentence that stands alone and names its subject", 2_000),
    said=day("when it was said; today when left out"),
    quote=text("the person's own words that it rests on", 2_000, 0),
)
MET = known(
    fate={
        "type": "string",
        "enum": ["waits", "kept", "known", "waiting already", "declined before", "refused"],
    },
    does=TEXT_OR_NULL,
    replaces=listed(BRIEF),
    id=TEXT_OR_NULL,
    problem={"anyOf": [{"type": "null"}, known(code=TEXT, message=TEXT, hint=TEXT)]},
)
QUEUED = known(results=listed(MET), waiting=NUMBER, message=TEXT)
