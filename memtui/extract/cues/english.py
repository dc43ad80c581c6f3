"""English."""

import re

from memtui.extract.cues.cue import OWNED_BEFORE, Cue, Language, set_of, verbs, words

_NOW = r"(?:(?:now|currently|also|still|already|recently|just|officially) )?"
_OCCUPATION = (
    r"(?:[\w-]+ ){0,3}(?:[a-z]+(?:er|or|ist|ian)|lead|head|chief|nurse|chef|cook|intern|analyst|"
    r"architect|scientist|assistant|associate|consultant|lawyer|judge|pilot|artist|cto|ceo|cfo|"
    r"student|founder|director|president|secretary|treasurer|accountant|vet|monk|coach)"
)
_LANGUAGES = (
    r"(?:English|Portuguese|French|Spanish|German|Italian|Dutch|Polish|Russian|Chinese|Japanese|"
    r"Korean|Arabic|Hindi|Turkish|Swedish|Danish|Norwegian|Finnish|Greek|Hebrew|Ukrainian)"
)
_ATTRIBUTES = (
    "role job position occupation profession title team employer company city home address "
    "country email e-mail phone number "
    "birthday deadline date owner lead manager boss budget status diet allergy language timezone "
    "time-zone venue location editor project client customer price goal name nickname partner wife "
    "husband cat dog username website blog office desk shift start end priority version host port"
)
_LABEL = (
    r"(?P<attribute>(?:(?:favou?rite|preferred|email|phone|home|work|office|start|end|time) )?"
    r"[a-z-]+)"
)

_OPENING = (
    r"(?:for the (?:minutes|record|notes|log)|(?:just )?to (?:sum up|recap|be clear|summari[sz]e)|"
    r"in (?:short|summary|brief)|summary|recap|minutes|"
    r"(?:some|a few|two|three|other|the) (?:things|points|notes|facts|news)(?: [a-z]+){0,4})"
    r"\s?[,:–-]+\s+"
)

_forms = verbs(
    r"I\s+",
    {
        "am": "is", "was": "was", "have": "has", "work": "works", "live": "lives",
        "prefer": "prefers", "moved": "moved", "joined": "joined", "decided": "decided",
        "report": "reports", "speak": "speaks", "study": "studies", "lead": "leads",
        "manage": "manages", "run": "runs", "own": "owns", "became": "became",
        "switched": "switched", "relocated": "relocated", "come": "comes", "head": "heads",
        "transferred": "transferred",
    },
    "now|currently|also|still|already|recently|just|usually|generally",
)  # fmt: skip
_SHORT = re.compile(r"I['’](m|ve)\s+", re.IGNORECASE)
_MY = re.compile(r"My\s+", re.IGNORECASE)


def _named(sentence: str, name: str) -> str | None:
    if match := _MY.match(sentence):
        return f"{name}'s {sentence[match.end() :]}"
    if match := _SHORT.match(sentence):
        verb = "am" if match[1].casefold() == "m" else "have"
        sentence = f"I {verb} {sentence[match.end() :]}"
    return _forms(sentence, name)


ENGLISH = Language(
    cues=(
        Cue("deadline", r"{T} (?:is|are|was) (?:now )?due (?:on |by |in |at )?{D}"),
        Cue("deadline", r"(?:[Tt]he )?deadline (?:for|of) {T} (?:is|moved to|was moved to) {D}"),
        Cue(
            "date",
            r"{T} (?:has |have )?(?:been |was |were |is |are |got )?"
            + _NOW
            + r"(?:moved|postponed|rescheduled|delayed|pushed|shifted|brought forward|scheduled|"
            r"set|planned|fixed) (?:back )?(?:to|for|until|till|on) {D}",
        ),
        Cue(
            "date",
            r"{T} (?:is|will be|takes place|happens|launches|ships) " + _NOW + r"(?:on )?{D}",
        ),
        Cue("start", r"{T} (?:starts|begins|opens) (?:on )?{D}"),
        Cue("end", r"{T} (?:ends|closes|finishes) (?:on )?{D}"),
        Cue("birthday", r"{P} was born on {D}"),
        Cue("birthplace", r"{P} was born in {C}"),
        Cue(
            "diet",
            r"{P} is " + _NOW + r"(?:a |an )?(?P<value>(?:strict )?(?:vegetarian|vegan|"
            r"pescatarian|flexitarian|lactose[ -]intolerant|gluten[ -]free|kosher|halal))",
        ),
        Cue("allergy", r"{P} is " + _NOW + r"allergic to {V}"),
        Cue("preferred language", rf"{{P}} prefers (?:[\w ]{{0,30}}\bin |)(?P<value>{_LANGUAGES})"),
        Cue("age", r"{P} is " + _NOW + r"(?P<value>\d{1,3})(?: years old)?"),
        Cue("city", r"{P} " + _NOW + r"lives " + _NOW + r"in {V}"),
        Cue("city", r"{P} is " + _NOW + r"(?:based|living) in {V}"),
        Cue("city", r"{P} (?:has )?" + _NOW + r"relocated to {V}"),
        Cue("city", r"{P} (?:has )?" + _NOW + r"moved to {C}"),
        Cue(
            "team",
            r"{P} (?:has )?"
            + _NOW
            + r"(?:moved|switched|transferred) to (?P<value>the .{1,40} team)",
        ),
        Cue("team", r"{P} (?:has )?" + _NOW + r"joined (?P<value>the .{1,40} team)"),
        Cue("team", r"{P} is " + _NOW + r"(?:on|in) (?P<value>the .{1,40} team)"),
        Cue("role", r"{P} (?:has )?" + _NOW + r"(?:moved|switched|transferred) to {L}"),
        Cue("role", r"{P} " + _NOW + r"works " + _NOW + r"in {L}"),
        Cue("role", r"{P} " + _NOW + r"works " + _NOW + r"in {C}", sure=False),
        Cue("role", r"{P} " + _NOW + r"works " + _NOW + r"as (?:an? |the |our )?{V}"),
        Cue("role", r"{P} is " + _NOW + r"(?:responsible for|in charge of) {V}"),
        Cue(
            "role",
            rf"{{P}} (?:is|became|has become) {_NOW}(?:an? |the |our )"
            rf"(?:new )?(?P<value>{_OCCUPATION}(?: (?:of|for|at|in) .{{1,40}})?)",
        ),
        Cue("role", r"{P} " + _NOW + r"(?:leads|runs|manages|heads) {V}"),
        Cue("project", r"{P} (?:is )?" + _NOW + r"(?:works|working) " + _NOW + r"on {V}"),
        Cue("project", r"{P} (?:is|was|has been) " + _NOW + r"assigned to {V}"),
        Cue("employer", r"{P} " + _NOW + r"works " + _NOW + r"(?:at|for) {C}"),
        Cue("employer", r"{P} (?:has )?" + _NOW + r"joined {C}", sure=False),
        Cue("manager", r"{P} " + _NOW + r"reports to {C}"),
        Cue("partner", r"{P} is " + _NOW + r"married to {C}"),
        Cue("origin", r"{P} (?:is|comes) (?:originally )?from {C}"),
        Cue("school", r"{P} " + _NOW + r"studies at {V}"),
        Cue("subject of study", r"{P} " + _NOW + r"studies {V}"),
        Cue("languages", r"{P} speaks {C}", sure=False),
        Cue(
            "owner",
            r"(?P<value>[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)?) owns (?:the )?"
            r"(?P<subject>[\w'’-]+(?: [\w'’-]+){0,3})",
            sure=False,
        ),
        Cue("owner", r"{T} (?:is|are) " + _NOW + r"owned by {C}"),
        Cue(
            "status",
            r"{T} (?:is|are|was|has been) " + _NOW + r"(?P<value>done|finished|complete|"
            r"completed|cancell?ed|on hold|blocked|live|closed|approved|shipped|released)",
        ),
        Cue("decision", r"{T} (?:has |have )?" + _NOW + r"decided (?:to |on |that |against )?{V}"),
        Cue(
            "decision",
            r"We (?:have |['’]ve )?" + _NOW + r"decided (?:to |on |that )?{V}",
            sure=False,
        ),
        Cue("preference", r"{P} " + r"(?:(?:usually|generally) )?prefers {V}", sure=False),
        Cue("", r"(?:[Tt]he )?" + _LABEL + r" (?:of|for) {T} (?:is|are) " + _NOW + r"{V}"),
        Cue("", r"{P}['’]s " + _LABEL + r" (?:is|are) " + _NOW + r"{V}"),
    ),
    common=set_of("the and is of to in that was for with on at we i has are from this will"),
    doubt=words(
        "if",
        "whether",
        "unless",
        "maybe",
        "perhaps",
        "possibly",
        "probably",
        "might",
        "may be",
        "could",
        "would",
        "should",
        "seems?",
        "apparently",
        "supposedly",
        "allegedly",
        "guess",
        "think",
        "thinks",
        "thought",
        "believe",
        "believes",
        "suppose",
        "hope",
        "hopes",
        "wish",
        "wonder",
        "imagine",
        "assume",
        "not sure",
        "unsure",
        "rumou?rs?",
        "heard",
        "wants?",
        "plans? to",
        "planning to",
        "going to",
        "used to",
        "no longer",
        "not",
        "never",
        "nobody",
        "no one",
        "neither",
        "nor",
        "none",
        r"\w+n['’]t",
        "cannot",
        "says?",
        "said",
        "pretend",
        "joking",
        "kidding",
        "for example",
        "e\\.g\\.",
        "let['’]s",
        "almost",
        "nearly",
        "like a",
        "hardly",
        "once lived",
        "in theory",
        "hypothetically",
    ),
    nobody=set_of(
        "he she it they we you this that these those there here who what which where when why how "
        "everyone everybody someone somebody anyone anybody nobody nothing everything something "
        "one none both each all some many most people i but and so or then also yes no ok okay "
        "thanks hi hello hey please well now today tomorrow yesterday tonight his her their your "
        "its my our mine the a an"
    ),
    articles=re.compile(r"^(?:the|our|a|an|this)\s+", re.IGNORECASE),
    leads=re.compile(
        rf"^(?:{_OPENING}|"
        r"(?:by the way|btw|fyi|for the record|just so you know|note|please note|remember|"
        r"please remember|reminder|update|also|so|well|ok|okay|yes|yeah|hi|hello|hey|oh|actually|"
        r"right|sorry|oops|correction|i mean|i meant|good news|one more thing|and|for context|"
        r"fun fact)(?:\s+that)?[,:;!.–-]*\s+)+",
        re.IGNORECASE,
    ),
    more=re.compile(r"\s(?:and|but|because|which|who|while|although|though|when)\s|;|, [a-z]"),
    attributes=set_of(_ATTRIBUTES),
    named=_named,
    owned=OWNED_BEFORE,
)
