"""German."""

import re

from memtui.extract.cues.cue import Cue, Language, set_of, verbs, words

_NOW = r"(?:(?:jetzt|nun|derzeit|aktuell|auch|noch|bereits|seit kurzem) )?"
_ON = r"(?:auf (?:den )?|am |für (?:den )?|zum |ab (?:dem )?|bis (?:zum )?|)"
_LANGUAGES = r"(?:Deutsch|Englisch|Französisch|Spanisch|Portugiesisch|Italienisch|Japanisch)"
_ATTRIBUTES = (
    "rolle stelle position beruf team arbeitgeber firma stadt wohnort adresse land e-mail email "
    "telefon nummer "
    "geburtstag frist termin datum besitzer besitzerin leiter leiterin chef chefin budget status "
    "ernährung allergie sprache ort projekt kunde preis ziel name spitzname partner partnerin mann "
    "frau katze hund webseite blog beginn ende priorität"
)
_NEW = r"(?:der|die|unser|unsere|ein|eine) neuer? "
_LABEL = r"(?P<attribute>(?:bevorzugte )?[A-ZÄÖÜ][\wäöüß-]+)"

_forms = verbs(
    r"Ich\s+",
    {
        "wohne": "wohnt", "lebe": "lebt", "arbeite": "arbeitet", "bin": "ist", "habe": "hat",
        "bevorzuge": "bevorzugt", "studiere": "studiert", "leite": "leitet", "heiße": "heißt",
        "zog": "zog",
    },
    "jetzt|nun|derzeit|auch|noch",
)  # fmt: skip
_MY = re.compile(r"Meine?\s+(?P<label>[\w-]+)\s+(?P<rest>ist\s.+)", re.IGNORECASE)


def _named(sentence: str, name: str) -> str | None:
    if match := _MY.fullmatch(sentence):
        ending = "’" if name.endswith(("s", "x", "z", "ß")) else "s"
        return f"{name}{ending} {match['label']} {match['rest']}"
    return _forms(sentence, name)


_OPENING = (
    r"(?:(?:fürs|für das|zum|zu) protokoll|protokoll|zusammengefasst|zusammenfassung|kurz gesagt|"
    r"kurz)\s?[,:–-]+\s+"
)

GERMAN = Language(
    cues=(
        Cue("Frist", r"(?:[Dd]ie )?Frist für (?:den |die |das )?{T} ist " + _NOW + _ON + "{D}"),
        Cue("Frist", r"{T} ist " + _NOW + r"(?:am |bis (?:zum )?){D} fällig"),
        Cue(
            "Termin",
            r"{T} (?:wurde|ist|wird) " + _NOW + r"(?:auf (?:den )?|für (?:den )?|zum ){D} "
            r"(?:verschoben|vorgezogen|verlegt|geplant|angesetzt)(?: worden)?",
        ),
        Cue("Termin", r"{T} (?:ist|findet) " + _NOW + r"(?:am |an ){D}(?: statt)?"),
        Cue("Beginn", r"{T} (?:beginnt|startet|öffnet) " + _ON + "{D}"),
        Cue("Ende", r"{T} (?:endet|schließt) " + _ON + "{D}"),
        Cue("Geburtstag", r"{P} (?:ist|wurde) am {D} geboren"),
        Cue("Geburtsort", r"{P} (?:ist|wurde) in {C} geboren"),
        Cue(
            "Ernährung",
            r"{P} (?:ist|isst) " + _NOW + r"(?P<value>Vegetarier(?:in)?|vegetarisch|"
            r"Veganer(?:in)?|vegan)",
        ),
        Cue("Allergie", r"{P} ist " + _NOW + r"(?:allergisch )?gegen {V}(?: allergisch)?"),
        Cue(
            "bevorzugte Sprache",
            rf"{{P}} bevorzugt (?:[\w ]{{0,30}}\bauf |)(?P<value>{_LANGUAGES})",
        ),
        Cue("Alter", r"{P} ist (?P<value>\d{1,3})(?: Jahre alt)?"),
        Cue("Wohnort", r"{P} (?:wohnt|lebt) " + _NOW + r"in {V}"),
        Cue("Wohnort", r"{P} ist " + _NOW + r"nach {C} (?:gezogen|umgezogen)"),
        Cue("Wohnort", r"{P} zog " + _NOW + r"nach {C}"),
        Cue("Rolle", r"{P} ist " + _NOW + r"(?:in|zu) (?:die |der |das |den )?{V} gewechselt"),
        Cue("Rolle", r"{P} arbeitet " + _NOW + r"als {V}"),
        Cue("Arbeitgeber", r"{P} arbeitet " + _NOW + r"(?:bei|für) {C}"),
        Cue("Rolle", r"{P} arbeitet " + _NOW + r"in (?:der|dem|einem|einer) {V}"),
        Cue("Rolle", r"{P} arbeitet " + _NOW + r"(?:in|im) {V}", sure=False),
        Cue("Rolle", r"{P} ist " + _NOW + r"(?:verantwortlich|zuständig) für {V}"),
        Cue("Rolle", r"{P} ist für {V} (?:verantwortlich|zuständig)"),
        Cue(
            "Rolle",
            r"{P} ist " + _NOW + r"(?:ein |eine |der |die )?(?P<value>[A-ZÄÖÜ][\wäöüß-]*"
            r"(?:er|erin|or|orin|ist|istin|eur|eurin|loge|login|arzt|ärztin|chef|chefin)"
            r"(?: .{1,40})?)",
        ),
        Cue(
            "Rolle",
            r"{P} ist " + _NOW + _NEW + r"(?P<value>[A-ZÄÖÜ][\wäöüß-]*(?:er|or|ist|eur|in|loge|"
            r"arzt|chef|ant|leitung|kraft|wart)(?: .{1,40})?)",
        ),
        Cue("Rolle", r"{P} ist " + _NOW + _NEW + "{C}", sure=False),
        Cue("Rolle", r"{P} leitet {V}"),
        Cue("Studium", r"{P} studiert {V}"),
        Cue("Partner", r"{P} ist (?:verheiratet )?mit {C}(?: verheiratet)?"),
        Cue("Entscheidung", r"{T} hat " + _NOW + r"(?:beschlossen|entschieden),? {V}"),
        Cue(
            "Entscheidung", r"Wir haben " + _NOW + r"(?:beschlossen|entschieden),? {V}", sure=False
        ),
        Cue("Vorliebe", r"{P} bevorzugt {V}", sure=False),
        Cue(
            "",
            r"(?:[Dd]er |[Dd]ie |[Dd]as )"
            + _LABEL
            + r" (?:von|für|des|der) {T} ist "
            + _NOW
            + "{V}",
        ),
        Cue(
            "",
            r"(?P<subject>[A-ZÄÖÜ][\wäöüß-]+?)(?:['’]?s|['’]) " + _LABEL + r" ist " + _NOW + "{V}",
        ),
    ),
    common=set_of(
        "der die und das ist in den nicht ein eine mit von zu auf für ich wir es im am dem sich"
    ),
    doubt=words(
        "wenn",
        "falls",
        "ob",
        "vielleicht",
        "eventuell",
        "möglicherweise",
        "wahrscheinlich",
        "könnte",
        "sollte",
        "würde",
        "möchte",
        "will",
        "glaube",
        "glaubt",
        "denke",
        "denkt",
        "meint",
        "hoffe",
        "hofft",
        "scheint",
        "nicht",
        "nie",
        "niemals",
        "keine?[mnrs]?",
        "niemand",
        "weder",
        "angeblich",
        "sagt",
        "sagte",
        "früher",
        "fast",
        "beinahe",
        "zum Beispiel",
        "z\\.B\\.",
        "wohnte",
        "arbeitete",
        "gehört",
        "wäre",
        "hätte",
    ),
    nobody=set_of(
        "er sie es ihr wir du das dies dieser diese dieses jener jene wer was wo wann wie warum "
        "jemand alle alles nichts man ich der die das ein eine sein seine unser unsere mein meine "
        "ja nein ok hallo danke bitte heute morgen gestern hier dort"
    ),
    articles=re.compile(r"^(?:der|die|das|den|dem|ein|eine)\s+", re.IGNORECASE),
    leads=re.compile(
        rf"^(?:{_OPENING}|"
        r"(?:übrigens|entschuldigung|sorry|korrektur|ich meine|zur info|notiz|hinweis|also|gut|"
        r"hallo|ok|ja|ach|und|denk dran)"
        r"(?:\s+dass)?[,:;!.–-]+\s+)+",
        re.IGNORECASE,
    ),
    more=re.compile(r"\s(?:und|aber|weil|während|obwohl|als)\s|,\s|;"),
    attributes=set_of(_ATTRIBUTES),
    named=_named,
    owned=re.compile(r"(?P<owner>.+?)(?:s|['’]s?)\s+(?P<label>[A-ZÄÖÜ]\w+)"),
)
