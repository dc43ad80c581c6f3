"""Spanish."""

import re

from memtui.extract.cues.cue import OWNED_AFTER, Cue, Language, set_of, verbs, words

_NOW = r"(?:(?:ahora|actualmente|también|todavía|ya|recientemente) )?"
_ON = r"(?:para (?:el |la )?(?:día )?|al |a la |el (?:día )?|)"
_LANGUAGES = r"(?:español|ingl[ée]s|franc[ée]s|portugu[ée]s|alem[áa]n|italiano|japon[ée]s|chino)"
_ATTRIBUTES = (
    "función puesto profesión posición cargo equipo empresa ciudad casa dirección país correo "
    "email teléfono móvil "
    "número cumpleaños plazo fecha dueño dueña responsable jefe jefa presupuesto estado dieta "
    "alergia idioma lugar editor proyecto cliente precio meta nombre apodo pareja marido esposa "
    "gato gata perro perra sitio blog inicio fin prioridad"
)
_NEW = r"(?:el |la |un |una |nuestr[oa] )nuev[oa] "
# What somebody new is: an office, by its ending.
_OFFICE = (
    r"[\w-]*(?:ista|er[oa]|or|ora|ente|ante|óloga|ólogo|graf[oa]|jef[ea]|médic[oa]|ari[oa]|able|"
    r"líder|capitán|capitana|abogad[oa]|soci[oa]|becari[oa]|arquitect[oa]|juez|jueza)"
)
_LABEL = r"(?P<attribute>[a-zà-ÿ-]+(?: (?:preferid[oa]|favorit[oa]|límite))?)"

_forms = verbs(
    r"(?:Yo\s+)?",
    {
        "vivo": "vive", "trabajo": "trabaja", "soy": "es", "prefiero": "prefiere",
        "me mudé": "se mudó", "decidí": "decidió", "nací": "nació", "estudio": "estudia",
        "dirijo": "dirige", "tengo": "tiene", "resido": "reside",
    },
    "ahora|actualmente|también|todavía|ya|recientemente",
)  # fmt: skip
_MY = re.compile(r"Mi\s+(?P<label>[\w-]+)\s+(?P<rest>es\s.+)", re.IGNORECASE)


def _named(sentence: str, name: str) -> str | None:
    if match := _MY.fullmatch(sentence):
        # Which article a noun takes is not known here; without one it is plain all the same.
        return f"{match['label'].capitalize()} de {name} {match['rest']}"
    return _forms(sentence, name)


_OPENING = (
    r"(?:para (?:el acta|que conste|resumir|ser claros?)|en (?:resumen|suma)|resumiendo|resumen|"
    r"acta)\s?[,:–-]+\s+"
)

SPANISH = Language(
    cues=(
        Cue(
            "plazo",
            rf"(?:[Ee]l )?plazo (?:de|del|para) {{T}} (?:es|pasó|se movió) {_NOW}{_ON}{{D}}",
        ),
        Cue("plazo", rf"{{T}} vencen? {_NOW}{_ON}{{D}}"),
        Cue(
            "fecha",
            r"{T} (?:se |fue |está |quedó |ha sido |)"
            + _NOW
            + r"(?:movió|pasó|pospuso|aplazó|aplazad[oa]|pospuest[oa]|programad[oa]|adelantó|"
            rf"cambió|movid[oa]|quedó) {_ON}{{D}}",
        ),
        Cue("fecha", rf"{{T}} (?:es|será) {_NOW}{_ON}{{D}}"),
        Cue("inicio", rf"{{T}} (?:empieza|comienza|abre) {_ON}{{D}}"),
        Cue("fin", rf"{{T}} (?:termina|acaba|cierra) {_ON}{{D}}"),
        Cue("cumpleaños", r"{P} nació el {D}"),
        Cue("ciudad natal", r"{P} nació en {C}"),
        Cue(
            "dieta",
            rf"{{P}} es {_NOW}(?P<value>vegetarian[oa]|vegan[oa]|celíac[oa]|"
            r"intolerante a la lactosa)",
        ),
        Cue("alergia", r"{P} (?:es alérgic[oa]|tiene alergia) (?:a la|al|a los|a las|a) {V}"),
        Cue(
            "idioma preferido",
            rf"{{P}} prefiere (?:[\w ]{{0,30}}\ben |)(?:el )?(?P<value>{_LANGUAGES})",
        ),
        Cue("edad", r"{P} tiene (?P<value>\d{1,3}) años"),
        Cue("ciudad", rf"{{P}} {_NOW}(?:vive|reside) {_NOW}en {{V}}"),
        Cue("ciudad", rf"{{P}} {_NOW}se (?:ha mudado|mudó) a {{C}}"),
        Cue("función", rf"{{P}} {_NOW}(?:se (?:ha pasado|pasó)|pasó|se cambió) a {{L}}"),
        Cue("empresa", rf"{{P}} {_NOW}trabaja {_NOW}para {{C}}"),
        Cue("función", rf"{{P}} {_NOW}trabaja {_NOW}en {{L}}"),
        Cue("función", rf"{{P}} {_NOW}trabaja {_NOW}en {{C}}", sure=False),
        Cue("función", rf"{{P}} {_NOW}(?:trabaja {_NOW}(?:como|de)|es responsable de) {{V}}"),
        Cue(
            "función",
            rf"{{P}} es {_NOW}(?:un |una |el |la )?(?P<value>[\w-]*(?:ista|er[oa]|or|ora|ente|"
            r"óloga|ólogo|graf[oa]|jef[ea]|médic[oa])(?: .{1,40})?)",
        ),
        Cue("función", rf"{{P}} es {_NOW}{_NEW}(?P<value>{_OFFICE}(?: .{{1,40}})?)"),
        Cue("función", rf"{{P}} es {_NOW}{_NEW}{{L}}", sure=False),
        Cue("función", r"{P} (?:lidera|dirige|coordina|gestiona) {V}"),
        Cue("estudio", rf"{{P}} {_NOW}estudia {{V}}"),
        Cue("pareja", r"{P} está casad[oa] con {C}"),
        Cue("decisión", r"{T} (?:ha )?" + _NOW + r"(?:decidió|decidido) (?:que )?{V}"),
        Cue(
            "decisión",
            r"(?:Nosotros |Hemos )?" + _NOW + r"(?:decidimos|decidido) (?:que )?{V}",
            sure=False,
        ),
        Cue("preferencia", r"{P} prefiere {V}", sure=False),
        Cue("", rf"(?:[Ee]l|[Ll]a|) ?{_LABEL} (?:de|del|para) {{T}} (?:es|son) {_NOW}{{V}}"),
        Cue("", rf"(?P<attribute>[A-Z][a-zà-ÿ-]+) de {{P}} es {_NOW}{{V}}"),
    ),
    common=set_of(
        "el la y de que no en un una los del por con es se para al lo pero más las yo muy"
    ),
    doubt=words(
        "si",
        "quizás?",
        "tal vez",
        "a lo mejor",
        "creo",
        "cree",
        "creemos",
        "parece",
        "probablemente",
        "posiblemente",
        "puede que",
        "podría",
        "debería",
        "gustaría",
        "espero",
        "esperamos",
        "no",
        "nunca",
        "jamás",
        "ni",
        "nadie",
        "ningun[oa]",
        "quiere",
        "quería",
        "piensa",
        "dice",
        "dijo",
        "dicen",
        "supuestamente",
        "imagina",
        "por ejemplo",
        "antes",
        "casi",
        "vivía",
        "trabajaba",
        "vamos a",
        "va a",
        "oí",
    ),
    nobody=set_of(
        "él ella ellos ellas eso esto aquello este esta ese esa aquel aquella quien que qué cuál "
        "dónde cuándo cómo alguien todos todas todo nada usted ustedes tú yo nosotros nosotras el "
        "la los las un una su sus nuestro nuestra mi mis sí no ok hola bueno gracias hoy mañana "
        "ayer aquí allí"
    ),
    articles=re.compile(r"^(?:los|las|el|la|un|una)\s+", re.IGNORECASE),
    leads=re.compile(
        rf"^(?:{_OPENING}|"
        r"(?:por cierto|perdón|perdona|corrección|quiero decir|recuerda|recuerden|nota|"
        r"para que sepas|entonces|bueno|bien|hola|ok|"
        r"sí|ah|y)(?:\s+que)?[,:;!.–-]+\s+)+",
        re.IGNORECASE,
    ),
    more=re.compile(r"\s(?:y|pero|porque|que|mientras|aunque|cuando)\s|;|, [a-zà-ÿ]"),
    attributes=set_of(_ATTRIBUTES),
    named=_named,
    owned=OWNED_AFTER,
)
