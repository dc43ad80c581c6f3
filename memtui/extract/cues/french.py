"""French."""

import re

from memtui.extract.cues.cue import OWNED_AFTER, Cue, Language, set_of, verbs, words

_NOW = r"(?:(?:maintenant|actuellement|aussi|encore|toujours|déjà|désormais|récemment) )?"
_ON = r"(?:au |à la |à |pour (?:le )?|le |)"
_LANGUAGES = r"(?:français|anglais|portugais|espagnol|allemand|italien|japonais|chinois)"
_ATTRIBUTES = (
    "rôle poste métier profession équipe employeur entreprise ville adresse pays courriel e-mail "
    "email téléphone "
    "numéro anniversaire échéance date propriétaire responsable chef cheffe budget statut régime "
    "allergie langue lieu éditeur éditrice projet client prix objectif nom surnom partenaire mari "
    "femme chat chien site blog début fin priorité"
)
_NEW = r"(?:(?:le|la|notre|un|une) )(?:nouveau|nouvelle|nouvel) "
# What somebody new is: an office, by its ending.
_OFFICE = (
    r"[\w-]*(?:eur|euse|rice|iste|ien|ienne|ier|ière|logue|graphe|able|aire|ante?|chef|cheffe|juge|"
    r"maire|médecin|architecte|capitaine|pilote|guide|juriste|avocate?|associée?|employée?)"
)
_LABEL = r"(?P<attribute>[a-zà-ÿ-]+(?: (?:préférée?|favorite?|limite))?)"

_forms = verbs(
    r"(?:Je\s+|J['’]\s?)",
    {
        "habite": "habite", "vis": "vit", "travaille": "travaille", "suis": "est",
        "préfère": "préfère", "ai déménagé": "a déménagé", "ai décidé": "a décidé",
        "étudie": "étudie", "dirige": "dirige", "ai": "a", "ai rejoint": "a rejoint",
    },
    "maintenant|actuellement|aussi|encore",
)  # fmt: skip
_MY = re.compile(r"(?:Mon|Ma)\s+(?P<label>[\w-]+)\s+(?P<rest>est\s.+)", re.IGNORECASE)


def _named(sentence: str, name: str) -> str | None:
    if match := _MY.fullmatch(sentence):
        article = "La" if sentence.casefold().startswith("ma") else "Le"
        if match["label"][0].casefold() in "aeéèêiouy":
            article = "L'"
        space = "" if article == "L'" else " "
        return f"{article}{space}{match['label']} de {name} {match['rest']}"
    return _forms(sentence, name)


_OPENING = (
    r"(?:pour (?:le compte[- ]rendu|le procès-verbal|mémoire|résumer|être clair)|en (?:résumé|"
    r"bref)|compte[- ]rendu|résumé|bref)\s?[,:–-]+\s+"
)

FRENCH = Language(
    cues=(
        Cue(
            "date limite",
            r"(?:[Ll]a )?date limite (?:de|du|de la|pour) {T} est " + _NOW + _ON + "{D}",
        ),
        Cue(
            "échéance",
            r"(?:[Ll]['’]\s?)?échéance (?:de|du|de la|pour) {T} est " + _NOW + _ON + "{D}",
        ),
        Cue(
            "échéance",
            r"{T} (?:est|sont) " + _NOW + r"à (?:rendre|remettre|livrer|payer) " + _ON + "{D}",
        ),
        Cue(
            "date",
            r"{T} (?:est|a été|sera) " + _NOW + r"(?:prévue?s?|reportée?s?|déplacée?s?|"
            r"avancée?s?|repoussée?s?|décalée?s?|fixée?s?) " + _ON + "{D}",
        ),
        Cue("date", r"{T} (?:est|sera|aura lieu|passe) " + _NOW + _ON + "{D}"),
        Cue("début", r"{T} (?:commence|débute|ouvre) " + _ON + "{D}"),
        Cue("fin", r"{T} (?:finit|se termine|ferme) " + _ON + "{D}"),
        Cue("anniversaire", r"{P} est née? le {D}"),
        Cue("ville natale", r"{P} est née? à {C}"),
        Cue(
            "régime",
            r"{P} est " + _NOW + r"(?P<value>végétarien(?:ne)?|végane?|vegan|"
            r"intolérante? au lactose|cœliaque)",
        ),
        Cue("allergie", r"{P} est " + _NOW + r"allergique (?:à|au|aux|à la) {V}"),
        Cue(
            "langue préférée",
            r"{P} préfère (?:[\w ]{0,30}\ben |)(?:le |l['’])?"
            rf"(?P<value>{_LANGUAGES})",
        ),
        Cue("âge", r"{P} a (?P<value>\d{1,3}) ans"),
        Cue("ville", r"{P} (?:habite|vit|réside) " + _NOW + r"(?:à|en|au) {V}"),
        Cue("ville", r"{P} (?:a|est) " + _NOW + r"(?:déménagé|parti(?:e)? vivre) (?:à|en|au) {C}"),
        Cue("rôle", r"{P} (?:est passée?|a été mutée?) (?:à|en|au) (?:la )?{L}"),
        Cue("employeur", r"{P} travaille " + _NOW + r"(?:chez|pour) {C}"),
        Cue("rôle", r"{P} travaille " + _NOW + r"(?:dans|en|à|au) (?:la |le |l['’])?{L}"),
        Cue("rôle", r"{P} travaille " + _NOW + r"(?:dans|en|à|au) {C}", sure=False),
        Cue("rôle", r"{P} (?:travaille " + _NOW + r"comme|est responsable de|est chargée? de) {V}"),
        Cue(
            "rôle",
            r"{P} est "
            + _NOW
            + r"(?:un |une |le |la |l['’])?(?P<value>[\w-]*(?:eur|euse|rice|iste|"
            r"ien|ienne|ier|ière|logue|graphe|chef|cheffe|médecin|architecte)(?: .{1,40})?)",
        ),
        Cue("rôle", r"{P} est " + _NOW + _NEW + r"(?P<value>" + _OFFICE + r"(?: .{1,40})?)"),
        Cue("rôle", r"{P} est " + _NOW + _NEW + r"{L}", sure=False),
        Cue("rôle", r"{P} (?:dirige|gère|coordonne|pilote) {V}"),
        Cue("employeur", r"{P} a rejoint {C}", sure=False),
        Cue("études", r"{P} étudie {V}"),
        Cue("partenaire", r"{P} est mariée? (?:à|avec) {C}"),
        Cue("décision", r"{T} a " + _NOW + r"décidé (?:de |d['’]|que )?{V}"),
        Cue(
            "décision",
            r"(?:Nous avons|On a) " + _NOW + r"décidé (?:de |d['’]|que )?{V}",
            sure=False,
        ),
        Cue("préférence", r"{P} préfère {V}", sure=False),
        Cue(
            "",
            r"(?:[Ll]e |[Ll]a |[Ll]['’]\s?)"
            + _LABEL
            + r" (?:de la|de|du|d['’])\s?{T} est "
            + _NOW
            + r"{V}",
        ),
    ),
    common=set_of(
        "le la et de les des est en un une pour que dans je nous on il elle ce au du pas sur avec à"
    ),
    doubt=words(
        "si",
        "s['’]il",
        "peut-être",
        "sans doute",
        "je crois",
        "je pense",
        "pense",
        "croit",
        "semble",
        "probablement",
        "possiblement",
        "pourrait",
        "devrait",
        "voudrais?",
        "aimerait",
        "aimerais",
        "espère",
        "espérons",
        "ne",
        "pas",
        "jamais",
        "personne",
        "aucune?",
        "veut",
        "dit",
        "disent",
        "prétend",
        "imagine",
        "par exemple",
        "autrefois",
        "avant",
        "presque",
        "habitait",
        "travaillait",
        "va",
        "allons",
        "entendu",
        r"n['’]\w+",
        "ni",
    ),
    nobody=set_of(
        "il elle ils elles on cela ça ce cet cette ces celui celle qui que quoi quel quelle où "
        "quand comment pourquoi quelqu tous toutes tout rien vous tu je nous le la les un une des "
        "son sa ses leur notre nos mon ma mes oui non ok bonjour salut merci aujourd demain hier "
        "ici là c"
    ),
    articles=re.compile(r"^(?:(?:les|le|la|un|une)\s+|l['’])", re.IGNORECASE),
    leads=re.compile(
        rf"^(?:{_OPENING}|"
        r"(?:au fait|pardon|désolée?|correction|je veux dire|d['’]ailleurs|rappel|rappelle-toi|"
        r"note|pour info|donc|bon|bien|bonjour|"
        r"salut|ok|oui|ah|et)(?:\s+que)?[,:;!.–-]+\s+)+",
        re.IGNORECASE,
    ),
    more=re.compile(r"\s(?:et|mais|parce|qui|tandis|quoique|quand)\s|;|, [a-zà-ÿ]"),
    attributes=set_of(_ATTRIBUTES),
    named=_named,
    owned=OWNED_AFTER,
)
