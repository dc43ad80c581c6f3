"""Words that tell nothing in a question, because any text may have them; "now" is what is meant.

Left out are small words that may also be names or things: "will", "may", "it", "us". Accents are
folded.
"""

from collections.abc import Sequence
from functools import cache

_SMALL = {
    "english": """a an the and or but of in on at to for from with by about as into is are was were
    be been being am do does did done has have had having would could should i you he she we they me
    him his her hers my your our their this that these those there here who whom whose what which
    when where why how not nor so than then too also if any some now currently s t""",
    "portuguese": """o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela para
    com ao aos e ou mas que se como onde aonde quando quem qual quais quanto quantos quanta quantas
    porque foi era ser esta estava ter tem tinha eu tu ele ela nos eles elas voce voces meu minha
    meus minhas seu sua seus suas nao ja muito mais isso isto aquele aquela agora atualmente
    vai vao""",
    "spanish": """el la los las un una unos unas de del al en por para con y o u pero que se como
    donde adonde cuando quien quienes cual cuales cuanto cuantos cuanta cuantas porque es era fue
    ser esta estaba ha han tiene tenia yo tu el ella nosotros ellos ellas usted mi mis su sus no ya
    muy mas eso esto ese esa a e le les lo ahora actualmente va van""",
    "french": """le la les l un une des de du d au aux en dans sur par pour avec et ou mais que qu
    qui quoi quel quelle quels quelles comment ou quand combien pourquoi est sont etait etre a ont
    avait avoir t il elle ils elles je j tu nous vous on mon ma mes ton ta tes sa ses notre votre
    leur leurs ne n pas ce c cet cette ces se s y maintenant actuellement va vont""",
    "german": """der die das den dem des ein eine einen einem einer und oder aber in im an am auf
    aus bei mit nach von vom zu zum zur fur uber ist sind war waren sein hat haben hatte wird werden
    wurde ich du er sie es wir ihr mein meine meinen meinem meiner dein deine seine ihre unser nicht
    kein keine wer wen wem wessen was welche welcher welches welchem welchen wann wo wohin woher wie
    warum wieso wogegen womit wofur viel sich so als auch jetzt derzeit""",
    "italian": """il lo la i gli le l un uno una di del dello della dei degli delle da dal dalla in
    nel nella a al alla con su sul sulla per tra fra e ed o ma che chi cosa quale quali quanto
    quanti quanta quante quando dove come perche e sono era essere ha hanno aveva avere io tu lui
    lei noi voi loro mio mia miei mie tuo tua suo sua non si ci piu cos adesso ora attualmente
    va vanno""",
    "dutch": """de het een en of maar van in op aan te met voor door bij naar uit is zijn was waren
    heeft hebben had ik jij je hij zij ze wij we mijn jouw haar ons onze hun niet geen wie wat welke
    welk wanneer waar hoe waarom er die dat dit deze om nu""",
    "swedish": """en ett och eller men i pa av till for med om fran vid ar var vara har hade jag du
    han hon den det vi ni de min mitt mina din hans hennes inte vem vad vilken vilket vilka nar hur
    varfor som att nu""",
    "russian": """и или но а в во на с со к ко от до из у о об за по для не ни что кто кого кому чеи
    какои какая какое какие каком где когда куда откуда как почему сколько это я ты он она оно мы вы
    они мои моя мое его ее их был была было были есть ли же бы сеичас теперь""",
}
_SMALL_PAIRS = """什么 什麼 哪里 哪裡 哪儿 哪个 哪個 哪位 怎么 怎麼 怎样 为什 為什 多少 几个
谁的 誰の です ます でし まし した して いる いま てい 何で 何の 何を 何が 誰が 誰で どこ どの
どう どれ なぜ いつ つで すか たか のか はど はい は何 は誰 とは こと もの いく くら らい らで"""


def telling(words: Sequence[str], bare: Sequence[str], language: str) -> list[str]:
    """The words of a question without the small ones; all when there are no others.

    Args:
        words: The words.
        bare: The same without accents.
        language: The language they seem to be in; English ones are small in any.
    """
    small = _small("english") | _small(language)
    return [word for word, each in zip(words, bare, strict=True) if each not in small] or [*words]


def telling_pairs(pairs: Sequence[str]) -> list[str]:
    """The same of the pairs of characters of a Chinese or Japanese question."""
    return [pair for pair in pairs if pair not in _small_pairs()] or [*pairs]


@cache
def _small(language: str) -> frozenset[str]:
    return frozenset(_SMALL.get(language, "").split())


@cache
def _small_pairs() -> frozenset[str]:
    return frozenset(_SMALL_PAIRS.split())
