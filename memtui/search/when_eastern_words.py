"""The signs with which questions in Chinese and Japanese name times."""

import re

_NUMBERS = "一二三四五六七八九十"
# The days of the week; Monday is 1.
WEEKDAYS = {
    **{sign: day for day, sign in enumerate("月火水木金土日", start=1)},
    **{sign: day for day, sign in enumerate("一二三四五六天", start=1)},
}
YEARS = {
    **dict.fromkeys(("去年", "昨年"), 1),
    **dict.fromkeys(("一昨年", "前年", "おととし"), 2),
    **dict.fromkeys(("大前年", "一昨々年", "さきおととし"), 3),
    **dict.fromkeys(("今年", "本年"), 0),
    **dict.fromkeys(("明年", "来年", "來年"), -1),
}
LAST_MONTHS = {
    **dict.fromkeys(("先月", "上个月", "上個月", "上月"), 1),
    **dict.fromkeys(("先々月", "上上个月", "上上個月"), 2),
    **dict.fromkeys(("今月", "这个月", "這個月", "本月"), 0),
}
LAST_WEEKS = {
    **dict.fromkeys(("先週", "上周", "上週", "上星期", "上个星期", "上個星期", "上礼拜"), 1),
    **dict.fromkeys(("先々週", "上上周", "上上週", "上上星期"), 2),
    **dict.fromkeys(("今週", "这周", "這週", "本周", "本週", "这个星期", "這個星期"), 0),
}
DAYS = {
    **dict.fromkeys(
        ("今朝", "今夜", "今晩", "今晚", "今早", "今天早上", "今天晚上", "今天上午"), 0
    ),
    **dict.fromkeys(("今天下午", "今日の朝", "今日の夜"), 0),
    **dict.fromkeys(("昨日", "昨天", "昨夜", "昨晩", "昨晚", "昨夜", "きのう"), 1),
    **dict.fromkeys(("前天", "一昨日", "おととい"), 2),
    **dict.fromkeys(("大前天", "一昨々日", "さきおととい"), 3),
}
_BEGINNING, _MIDDLE, _END = (1, 4), (5, 4), (9, 4)
_FIRST, _SECOND = (1, 6), (7, 6)
# The first month of a part of a year, and how many it has.
PART_OF_YEAR = {
    **dict.fromkeys(("年初", "初", "初頭", "年头", "の初め", "のはじめ"), _BEGINNING),
    **dict.fromkeys(("年中", "中頃", "半ば", "の半ば"), _MIDDLE),
    **dict.fromkeys(("年末", "年底", "末", "底", "の終わり"), _END),
    **dict.fromkeys(("上半年", "上半期", "前半", "の上半期", "の前半"), _FIRST),
    **dict.fromkeys(("下半年", "下半期", "後半", "后半", "の下半期", "の後半"), _SECOND),
}
# The first month of a part of a decade, and how many it has.
PART_OF_DECADE = {
    **dict.fromkeys(("初", "初期", "初頭", "初め", "早期"), (1, 40)),
    **dict.fromkeys(("中期", "半ば", "中頃"), (41, 40)),
    **dict.fromkeys(("末", "末期", "晚期"), (81, 40)),
    "前半": (1, 60),
    **dict.fromkeys(("後半", "后半"), (61, 60)),
}
# Which third.
PART_OF_MONTH = {
    **dict.fromkeys(("初", "头", "頭", "上旬", "の初め", "のはじめ", "初め"), 0),
    **dict.fromkeys(("中旬", "中頃", "半ば", "の半ば"), 1),
    **dict.fromkeys(("末", "底", "下旬", "の終わり", "末尾"), 2),
}


def _one_of(words: dict[str, int] | dict[str, tuple[int, int]]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_NUMBER = rf"(?:\d{{1,3}}|[{_NUMBERS}]?十[{_NUMBERS[:9]}]?|[{_NUMBERS}两兩])"
_NO_NUMBER_BEFORE = rf"(?<![\d{_NUMBERS}两兩第])"
_UNIT = r"(?:年|[个個箇かヶカヵケ]月|週間?|周|[个個]?星期|天|日)"
_AGO = r"(?:ほど|くらい|ぐらい|多)?[以之]?前(?![半後后])"
_YEAR = (
    rf"(?<![\d〇零{_NUMBERS}])(?P<year>\d{{4}}|[〇零{_NUMBERS[:9]}]{{4}})年(?!間|间|代)"
    rf"|(?P<year_word>{_one_of(YEARS)})"
)
_MONTH = (
    rf"{_NO_NUMBER_BEFORE}(?P<month>\d{{1,2}}|十[一二]?|[{_NUMBERS[:9]}])月(?!間|间)(?:"
    rf"の?(?P<day>{_NUMBER})[日号號]|(?P<of_year>份)?(?P<month_part>{_one_of(PART_OF_MONTH)})?)"
)
_NOT_THE_ONLY_ONE = r"(?!(?:から|[到至和与與と、\-~〜～])(?:周|週|星期|[月火水木金土日]曜))"
_WEEKDAY = (
    r"(?<!から)(?<![毎来]週)(?<![の的下每毎各到至和与與と、\-~〜～一二三四五六七八九十\d个個])(?:"
    r"(?:周|週|星期|礼拜)(?P<weekday>[一二三四五六日天])|(?P<day_of_week>[月火水木金土日])曜日(?!は))"
    + _NOT_THE_ONLY_ONE
)
_A_PART = rf"(?=[\d{_NUMBERS}第上下年初末クQＱ圣聖])"
TIME = re.compile(
    rf"(?:最近|过去|過去|ここ)的?(?P<latest>{_NUMBER}|半)(?P<latest_unit>{_UNIT})"
    rf"|{_NO_NUMBER_BEFORE}(?P<ago>{_NUMBER})(?P<ago_unit>{_UNIT}|[个個]半月)(?P<and_half>半)?"
    rf"(?:{_AGO}|(?P<ago_side>以来|以來))"
    rf"|{_NO_NUMBER_BEFORE}(?P<half_ago>半)(?P<half_unit>年|[个個]月){_AGO}"
    r"|(?<![\d\-])(?P<from_year>\d{4})\s?[-~〜～–—到至]\s?(?P<to_year>\d{4})年"
    rf"|(?P<day_word>{_one_of(DAYS)})"
    rf"|(?P<week>{_one_of(LAST_WEEKS)})"
    r"(?:[の的]?(?:(?P<day_of_it>[一二三四五六日天])|(?P<weekday_of_it>[月火水木金土日])曜日))?"
    rf"|{_WEEKDAY}"
    rf"|(?:(?<!\d)(?P<decade>\d{{3}}0|[2-9]0)|(?P<decade_signs>[{_NUMBERS[1:9]}]十))年代"
    rf"(?:の?(?P<decade_part>{_one_of(PART_OF_DECADE)}))?"
    r"|(?P<last_quarter>上个?季度|上個季度|前四半期)"
    rf"|(?P<month_word>{_one_of(LAST_MONTHS)})(?P<word_part>{_one_of(PART_OF_MONTH)})?"
    rf"|(?:(?P<of>{_YEAR})(?:[の的]{_A_PART})?)?(?:{_MONTH}"
    rf"|第?(?P<quarter>[1-4１-４{_NUMBERS[:4]}])(?:季度|四半期)|(?(of)[QＱ](?P<q>[1-4])|(?!))|(?P<half_year>[上下]半年)"
    rf"|(?P<christmas>圣诞节?|聖誕節?|クリスマス)"
    rf"|(?(of)(?P<year_part>{_one_of(PART_OF_YEAR)})?|(?!)))"
)
RANGE = re.compile(r"\s*(?:到|至|から|和|与|與|と|及び|、|[-~〜～–—])\s*")
LAST_DAY = re.compile(rf"\s*(?:到|至|から|[-~〜～–—])\s*({_NUMBER})[日号號](?!間|间|前)")
AFTER_IT = re.compile(
    r"(?P<before>之前|以前|より前|の前(?!半)|(?<=年)前(?![半後后]))|(?P<until>まで|为止|為止)"
    r"|(?P<since>到现在|到現在|至今|以来|以來|以降|から|起|开始|開始)|(?P<after>之后|之後|以后|以後|の後(?!半))"
)


def number(text: str) -> int:
    """A number of digits, or of signs: "12", "十二", "两"."""
    if text.isdecimal():
        return int(text)
    signs = "零" + _NUMBERS
    if len(text) == 4:
        return int("".join(str(signs.index(sign.replace("〇", "零"))) for sign in text))
    tens, ten, ones = text.rpartition("十")
    one = 2 if ones in ("两", "兩") else signs.index(ones) if ones else 0
    return one + (10 * (signs.index(tens) if tens else 1) if ten else 0)
