"""Portuguese."""

import re

from memtui.extract.cues.cue import OWNED_AFTER, Cue, Language, set_of, verbs, words

_NOW = r"(?:(?:agora|atualmente|também|ainda|já|recentemente) )?"
_THE = r"(?:(?:a|o) )?"
_IN = r"(?:em|no|na|nos|nas)"
_OF = r"(?:de|do|da|dos|das)"
_ON = r"(?:para (?:o |a )?(?:dia )?|(?:n[oa]|em) (?:dia )?|)"
_LANGUAGES = r"(?:portugu[êe]s|ingl[êe]s|franc[êe]s|espanhol|alemão|italiano|japon[êe]s|chin[êe]s)"
_ATTRIBUTES = (
    "função cargo posição profissão equipe equipa time empresa cidade casa endereço morada país "
    "e-mail email "
    "telefone celular número aniversário prazo data dono dona responsável chefe gerente "
    "orçamento estado status dieta alergia idioma fuso local editora editor projeto cliente "
    "preço meta nome apelido parceiro parceira marido esposa gato gata cachorro cachorra "
    "site blog início fim prioridade"
)
_NEW = r"(?:o |a |um |uma )?(?:nosso |nossa )?nov[oa] "
# What somebody new is: an office, by its ending.
_OFFICE = (
    r"[\w-]*(?:ista|eir[oa]|or|ora|ente|ante|óloga|ólogo|grafa|grafo|chefe|médic[oa]|vel|ári[oa]|"
    r"líder|gerente|capitão|capitã|advogad[oa]|sóci[oa]|estagiári[oa]|arquitet[oa]|juiz|juíza)"
)
_LABEL = r"(?P<attribute>[a-zà-ÿ-]+(?: (?:preferid[oa]|favorit[oa]))?)"

_forms = verbs(
    r"(?:Eu\s+)?",
    {
        "moro": "mora", "vivo": "vive", "trabalho": "trabalha", "sou": "é", "prefiro": "prefere",
        "me mudei": "se mudou", "mudei-me": "mudou-se", "mudei": "mudou", "decidi": "decidiu",
        "estou": "está", "nasci": "nasceu", "entrei": "entrou", "estudo": "estuda",
        "lidero": "lidera", "tenho": "tem", "gerencio": "gerencia",
    },
    "agora|atualmente|também|ainda|já|recentemente",
)  # fmt: skip
_MY = re.compile(
    r"(?:O meu|A minha|Meu|Minha)\s+(?P<label>[\w-]+)\s+(?P<rest>é\s.+)", re.IGNORECASE
)


def _named(sentence: str, name: str) -> str | None:
    if match := _MY.fullmatch(sentence):
        article = "A" if sentence.casefold().startswith(("a ", "minha")) else "O"
        return f"{article} {match['label']} de {name} {match['rest']}"
    return _forms(sentence, name)


_OPENING = (
    r"(?:para (?:a ata|o registr?o|constar|resumir|ser claro)|em (?:resumo|suma)|resumindo|resumo|"
    r"ata)\s?[,:–-]+\s+"
)

PORTUGUESE = Language(
    cues=(
        Cue(
            "prazo", rf"(?:[OA] )?prazo {_OF} {{T}} (?:é|passou|foi adiado|mudou) {_NOW}{_ON}{{D}}"
        ),
        Cue("prazo", rf"{{T}} vencem? {_NOW}{_ON}{{D}}"),
        Cue(
            "data",
            r"{T} (?:foi |está |ficou |)" + _NOW + r"(?:adiad[oa]s?|remarcad[oa]s?|"
            rf"marcad[oa]s?|antecipad[oa]s?|agendad[oa]s?|passou|mudou|ficou) {_ON}{{D}}",
        ),
        Cue("data", rf"{{T}} (?:é|será|acontece) {_NOW}{_ON}{{D}}"),
        Cue("início", rf"{{T}} (?:começa|inicia|abre) {_ON}{{D}}"),
        Cue("fim", rf"{{T}} (?:termina|acaba|fecha) {_ON}{{D}}"),
        Cue("aniversário", rf"{_THE}{{P}} nasceu em {{D}}"),
        Cue("cidade natal", rf"{_THE}{{P}} nasceu {_IN} {{C}}"),
        Cue(
            "dieta",
            rf"{_THE}{{P}} é {_NOW}(?P<value>vegetarian[oa]|vegan[oa]|celíac[oa]|"
            r"intolerante à lactose)",
        ),
        Cue("alergia", rf"{_THE}{{P}} (?:é alérgic[oa]|tem alergia) (?:a|à|ao) {{V}}"),
        Cue(
            "idioma preferido",
            rf"{_THE}{{P}} prefere (?:[\w ]{{0,30}}\bem |)(?P<value>{_LANGUAGES})",
        ),
        Cue("idade", rf"{_THE}{{P}} tem (?P<value>\d{{1,3}}) anos"),
        Cue("cidade", rf"{_THE}{{P}} {_NOW}(?:mora|vive|reside) {_NOW}{_IN} {{V}}"),
        Cue(
            "cidade",
            rf"{_THE}{{P}} {_NOW}(?:se mudou|mudou-se|mudou|foi morar) "
            r"(?:para (?:o |a )?|em ){C}",
        ),
        Cue(
            "função",
            rf"{_THE}{{P}} {_NOW}(?:se mudou|mudou-se|mudou|passou|foi) para (?:o |a )?{{L}}",
        ),
        Cue("empresa", rf"{_THE}{{P}} {_NOW}trabalha {_NOW}(?:no|na|para a|para o|para) {{C}}"),
        Cue("função", rf"{_THE}{{P}} {_NOW}trabalha {_NOW}{_IN} {{L}}"),
        Cue("função", rf"{_THE}{{P}} {_NOW}trabalha {_NOW}{_IN} {{C}}", sure=False),
        Cue("função", rf"{_THE}{{P}} {_NOW}(?:trabalha {_NOW}como|é responsável por) {{V}}"),
        Cue(
            "função",
            rf"{_THE}{{P}} é {_NOW}(?:um |uma |o |a )?(?P<value>[\w-]*(?:ista|eir[oa]|or|ora|"
            r"ente|óloga|ólogo|grafa|grafo|tor[a]?|chefe|médic[oa])(?: .{1,40})?)",
        ),
        Cue("função", rf"{_THE}{{P}} é {_NOW}{_NEW}(?P<value>{_OFFICE}(?: .{{1,40}})?)"),
        Cue("função", rf"{_THE}{{P}} é {_NOW}{_NEW}{{L}}", sure=False),
        Cue("função", rf"{_THE}{{P}} (?:lidera|gerencia|coordena|dirige) {{V}}"),
        Cue(
            "projeto",
            rf"{_THE}{{P}} {_NOW}(?:trabalha com|está trabalhando em|está no projeto) {{V}}",
            sure=False,
        ),
        Cue("empresa", rf"{_THE}{{P}} {_NOW}entrou (?:na|no) {{C}}", sure=False),
        Cue("estudo", rf"{_THE}{{P}} {_NOW}estuda {{V}}"),
        Cue("companheiro", rf"{_THE}{{P}} é casad[oa] com {_THE}{{C}}"),
        Cue("decisão", r"{T} " + _NOW + r"decidiu (?:que )?{V}"),
        Cue("decisão", r"(?:Nós )?" + _NOW + r"decidimos (?:que )?{V}", sure=False),
        Cue("preferência", rf"{_THE}{{P}} prefere {{V}}", sure=False),
        Cue("", rf"[OA] {_LABEL} {_OF} {{T}} (?:é|são) {_NOW}{{V}}"),
    ),
    common=set_of(
        "o a e de que não em um uma os da do na no para com é por foi mas mais as eu nós"
    ),
    doubt=words(
        r"^se(?! mudou)",
        r"(?<=, )se",
        "talvez",
        "quem sabe",
        "acho",
        "acha",
        "achamos",
        "parece",
        "provavelmente",
        "possivelmente",
        "pode ser",
        "poderia",
        "deveria",
        "gostaria",
        "espero",
        "esperamos",
        "não",
        "nunca",
        "jamais",
        "nem",
        "ninguém",
        "nenhum",
        "nenhuma",
        "quer",
        "queria",
        "pretende",
        "caso",
        "diz",
        "disse",
        "dizem",
        "supostamente",
        "imagine",
        "será que",
        "por exemplo",
        "antigamente",
        "quase",
        "morava",
        "trabalhava",
        "vamos",
        "ouvi",
    ),
    nobody=set_of(
        "ele ela eles elas isso isto aquilo este esta esse essa aquele aquela quem que qual onde "
        "quando como por alguém todos todas tudo nada você vocês eu nós a o os as um uma seu sua "
        "nosso nossa meu minha sim não ok olá oi bom boa obrigado obrigada hoje amanhã ontem aqui "
        "ali"
    ),
    articles=re.compile(r"^(?:os|as|o|a|um|uma)\s+", re.IGNORECASE),
    leads=re.compile(
        rf"^(?:{_OPENING}|"
        r"(?:a propósito|aliás|desculpa|desculpe|perdão|correção|corrigindo|quer dizer|lembrando|"
        r"lembre-se|lembrete|nota|só para saber|então|bom|bem|"
        r"oi|olá|ok|sim|ah|e)(?:\s+de)?(?:\s+que)?[,:;!.–-]+\s+)+",
        re.IGNORECASE,
    ),
    more=re.compile(r"\s(?:e|mas|porque|que|enquanto|embora|quando)\s|;|, [a-zà-ÿ]"),
    attributes=set_of(_ATTRIBUTES),
    named=_named,
    owned=OWNED_AFTER,
)
