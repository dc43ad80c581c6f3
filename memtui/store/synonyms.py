"""Words for what is often remembered of people and projects, and how it is asked for.

Two words of one line mean the same thing about somebody; what is suggested and how hits are ranked
rests on it, never a change.
"""

from collections.abc import Sequence
from functools import cache

from memtui.facts.text import fold
from memtui.store.small_words import telling
from memtui.store.words import forms_of, is_paired, without_accents

_SAME = """
role, position, job, job title, title, occupation, profession, work, função, funcao, cargo,
  posição, profissão, ocupação, emprego, trabalho, puesto, profesión, ocupación, rol, oficio,
  trabajo, rôle, poste, fonction, métier, emploi, Rolle, Beruf, Funktion, Stelle, Tätigkeit,
  Amt, 役割, 職業, 役職, 仕事, 職種, 职位, 职业, 角色, 职务, 工作
employer, company, workplace, organisation, organization, firm, empresa, empregador, companhia,
  empleador, compañía, employeur, entreprise, société, Arbeitgeber, Firma, Unternehmen, 勤務先,
  会社, 雇用主, 公司, 雇主, 单位
city, home, residence, location, town, lives in, home city, place of residence, cidade,
  residência, moradia, morada, ciudad, residencia, domicilio, ville, domicile, résidence,
  Wohnort, Stadt, Heimat, 居住地, 都市, 住まい, 城市
address, street address, endereço, dirección, adresse, Anschrift, Adresse, 住所, 地址, 住址
deadline, due date, due, due on, prazo, data limite, vencimento, plazo, fecha límite,
  vencimiento, échéance, date limite, délai, Frist, Abgabetermin, Abgabe, 締め切り, 締切, 期限,
  截止日期, 截止时间
date, day, when, scheduled for, data, dia, fecha, día, jour, Datum, Termin, Tag, 日付, 日程,
  日期, 时间
start, start date, início, inicio, comienzo, début, Beginn, Anfang, Start, 開始日, 开始日期
end, end date, fim, término, fin, Ende, 終了日, 结束日期
owner, responsible, in charge, lead, dono, dona, responsável, líder, dueño, responsable,
  encargado, propriétaire, Verantwortlicher, Eigentümer, Zuständigkeit, Leitung, 担当, 担当者,
  責任者, 负责人
manager, boss, supervisor, line manager, reports to, chefe, gerente, superior, jefe, jefa, chef,
  cheffe, supérieur, Chef, Chefin, Vorgesetzter, Vorgesetzte, 上司, 经理, 上级
director, head, leader, diretor, diretora, directeur, directrice, directora, Leiter, Leiterin,
  Direktor, 院長, 所長, 主任, 主管
team, department, group, squad, crew, unit, equipe, equipa, time, departamento, setor, equipo,
  grupo, équipe, service, département, Abteilung, Gruppe, チーム, 部署, 团队, 部门
project, projects, works on, projeto, projetos, proyecto, proyectos, projet, projets, Projekt,
  Projekte, プロジェクト, 项目
birthday, date of birth, birth date, born, aniversário, data de nascimento, nascimento,
  cumpleaños, fecha de nacimiento, anniversaire, date de naissance, Geburtstag, Geburtsdatum,
  誕生日, 生年月日, 生日
email, e-mail, email address, mail, correio, endereço de e-mail, correo, correo electrónico,
  courriel, adresse e-mail, E-Mail-Adresse, メール, メールアドレス, 邮箱, 电子邮件
phone, phone number, telephone, mobile, cell, telefone, celular, número de telefone, telemóvel,
  teléfono, móvil, téléphone, numéro de téléphone, portable, Telefon, Telefonnummer, Handy,
  電話番号, 电话
diet, food, eating, dieta, alimentação, dieta alimentar, alimentación, régime, alimentation,
  Ernährung, Diät, 食事, 食生活, 饮食
allergy, allergies, allergic to, alergia, alergias, allergie, Allergie, Allergien, アレルギー,
  过敏
language, languages, speaks, idioma, idiomas, língua, línguas, lengua, lenguas, langue, langues,
  Sprache, Sprachen, 言語, 语言
preferred language, language preference, idioma preferido, langue préférée, bevorzugte Sprache
partner, spouse, wife, husband, married to, parceiro, parceira, cônjuge, marido, esposa, mulher,
  pareja, esposo, mari, femme, conjoint, conjointe, Partner, Partnerin, Ehemann, Ehefrau, Mann,
  Frau, 配偶者, 夫, 妻, 配偶, 丈夫, 妻子
status, state, progress, estado, situação, situación, statut, état, Stand, Zustand, 状態, 状况,
  状态
budget, cost, costs, price, orçamento, custo, preço, presupuesto, coste, costo, precio, coût,
  prix, Budget, Kosten, Preis, 予算, 费用, 预算
goal, objective, target, aim, meta, objetivo, objectif, but, Ziel, 目標, 目标
decision, decided, decisão, decisión, décision, Entscheidung, Beschluss, 決定, 决定
preference, prefers, likes, preferência, gosto, preferencia, gusto, préférence, goût, Vorliebe,
  Präferenz, 好み, 偏好
hobby, hobbies, interest, interests, passatempo, interesses, afición, aficiones, intereses,
  loisir, loisirs, passe-temps, Hobbys, Interessen, 趣味, 爱好
nickname, apelido, alcunha, apodo, surnom, Spitzname, 昵称
age, idade, edad, âge, Alter, 年齢, 年龄
origin, hometown, birthplace, from, place of birth, origem, cidade natal, naturalidade, origen,
  lugar de nacimiento, origine, ville natale, lieu de naissance, Herkunft, Geburtsort,
  Heimatort, 出身, 出身地, 籍贯, 出生地
education, school, university, studies, degree, escola, universidade, estudos, formação,
  educación, escuela, universidad, estudios, école, université, études, Schule, Studium,
  Universität, Ausbildung, 学校, 大学, 学历
pet, pets, animal de estimação, mascota, animal de compagnie, Haustier, ペット, 宠物
venue, place, where, meeting place, room, local, lugar, sitio, lieu, endroit, Ort,
  Veranstaltungsort, Raum, 場所, 会場, 地点
time zone, timezone, fuso horário, zona horaria, fuseau horaire, Zeitzone, タイムゾーン, 时区
landlord, landlady, senhorio, senhoria, casero, casera, arrendador, bailleur, Vermieter,
  Vermieterin, locatore, padrone di casa, 大家さん, 房东
rent, renda, aluguel, alquiler, loyer, Miete, affitto, 家賃, 房租
doctor, physician, médico, médica, médecin, Arzt, Ärztin, Hausarzt, Hausärztin, medico, 医者,
  主治医, 医生
dentist, dentista, dentiste, Zahnarzt, Zahnärztin, 歯医者, 牙医
bank, banco, banque, banca, 銀行, 银行
car, vehicle, carro, coche, voiture, Auto, Wagen, macchina, 自動車, 汽车
child, children, son, daughter, kids, filho, filha, filhos, hijo, hija, hijos, enfant, enfants,
  fils, fille, Kind, Kinder, Sohn, Tochter, 子供, 孩子, 儿子, 女儿
"""

# What answers too, of whom the first is not kept.
_INSTEAD = (("employer", "role"), ("address", "city"), ("city", "address"))

# How questions ask for these without naming them, after one of their names, or none for what only
# looks like one. The words may come anywhere in a question, in any form.
_ASKED = """
birthplace: born where, born town, born city, born village, born country, born place, come where,
  come town, hail from, hail town, from originally, native of, come world where, nasceu onde,
  nasceu cidade, nasceu país, nascido onde, nascida onde, vem onde, nació dónde, nació ciudad,
  nació país, nacido dónde, nacida dónde, viene dónde, est né où, née où, né ville, née ville, né
  pays, née pays, vient où, originaire, geboren wo, geboren Stadt, geboren Ort, geboren Land,
  kommt woher, stammt woher, Welt wo, nato dove, nata dove, nato città, nata città, viene dove,
  生まれ どこ, 出生 哪
birthday: born when, born day, born date, born month, born year, nasceu quando, nasceu dia,
  nasceu ano, nació cuándo, nació día, nació año, est né quand, née quand, né jour, née jour, né
  année, née année, geboren wann, geboren Tag, geboren Jahr, Welt wann, nato quando, nata quando,
  nato giorno, nata giorno, 生まれ いつ, 出生 什么时候, 出生 哪 天, 出生 哪 年
age: old how, anos quantos, años cuántos, alt wie, anni quanti, 几岁, 多大, 何歳
city: live where, reside where, based where, live town, live city, live place, mora onde, mora
  cidade, vive onde, vive cidade, reside onde, vive dónde, vive ciudad, reside dónde, habite où,
  habite ville, vit où, vit ville, vécu où, vécu ville, wohnt wo, wohnt Stadt, wohnt Ort, gewohnt
  wo, gewohnt Stadt, lebt wo, lebt Stadt, gelebt wo, gelebt Stadt, abita dove, abita città, vive
  dove, vive città, vissuto dove, vissuto città, 住 どこ, 住 哪
employer: work where, work whom, work company, work firm, trabalha onde, trabalha onde que,
  trabalha quem, trabalha quem que, trabalha empresa, trabalha empresa que, trabaja dónde,
  trabaja quién, trabaja empresa, trabaja empresa qué, travaille où, travaille qui, travaille
  entreprise, travaille société, arbeitet wo, arbeitet wen, arbeitet Firma, arbeitet Unternehmen,
  gearbeitet wo, gearbeitet wen, gearbeitet Firma, lavora dove, lavora chi, lavora azienda, 働 どこ,
  工作 哪
role: living do, trabalha que, faz vida, trabaja qué, dedica qué, fait vie, arbeitet als,
  beruflich, mestiere
team: squadra, Mannschaft
diet: come que, come qué, mange, isst, essen was, mangia, vegan, vegetarian, vegano, vegana,
  vegetariano, vegetariana, végétarien, végétarienne, Vegetarier, Vegetarierin, Veganer,
  Veganerin, 食べ, 吃 什么
allergy: alérgico, alérgica, allergique, allergisch, allergico, allergica
partner: married, verheiratet, casado, casada, marié, mariée, sposato, sposata, 結婚, 结婚
manager: vorgesetzt, chefia
deadline: deliver when, deliver day, finish when, ready when, hand in when, entregar quando,
  entregar dia, entregar cuándo, entregar día, rendre quand, abgeben wann, fertig wann,
  consegnare quando
phone: call number, ring number, reach number, call how, ligar número, ligo como, llamar número,
  llamo cómo, appeler numéro, joindre numéro, anrufen Nummer, erreiche Nummer, anrufen wie,
  chiamare numero
hobby: fun do, spare time, free time, tempos livres, tempo livre, tiempo libre, temps libre,
  Freizeit, tempo libero
education: graduated, estudou, estudió, étudié, studiert, studiato
language: speak what, speak which, mother tongue, spricht welche, parle quelle
: these days, what time, last time, hoje dia, hoy día, dieser Tage
"""

# So many letters at its beginning a word keeps in all its forms.
_START = 3


def plainly(name: str) -> str:
    """A name as it is compared here: folded, without accents and marks between its words."""
    return " ".join(without_accents(fold(name)).replace("-", " ").replace("_", " ").split())


@cache
def _meanings() -> dict[str, frozenset[int]]:
    """The lines on which each word stands."""
    found: dict[str, set[int]] = {}
    for number, line in enumerate(_lines(_SAME)):
        for name in line.split(","):
            found.setdefault(plainly(name), set()).add(number)
    return {name: frozenset(lines) for name, lines in found.items()}


@cache
def _ways_to_ask() -> tuple[tuple[tuple[str, ...], frozenset[int]], ...]:
    """The words of each name, and of each other way to ask for a thing, with their lines."""
    found: dict[tuple[str, ...], frozenset[int]] = {}
    for name, lines in _meanings().items():
        found[tuple(name.split())] = lines
    for line in _lines(_ASKED):
        name, _, ways = line.partition(":")
        for way in ways.split(","):
            words = tuple(plainly(way).split())
            found[words] = found.get(words, frozenset()) | meanings(name)
    return tuple(found.items())


def _lines(text: str) -> list[str]:
    return text.replace("\n  ", " ").strip().splitlines()


@cache
def usual_names() -> tuple[str, ...]:
    """What is most often remembered, by one name each."""
    return tuple(line.partition(",")[0] for line in _lines(_SAME))


def same_meaning(one: str, other: str) -> bool:
    """Whether two attributes are words for one thing."""
    meanings = _meanings()
    return bool(meanings.get(plainly(one), frozenset()) & meanings.get(plainly(other), frozenset()))


def meanings(name: str) -> frozenset[int]:
    """What an attribute means, each by a number; none when it is no usual name."""
    return _meanings().get(plainly(name), frozenset())


def meanings_instead(meant: frozenset[int]) -> frozenset[int]:
    """What answers too where nothing of what is meant is kept, in the numbers of `meanings`."""
    return frozenset().union(
        *(meanings(other) for name, other in _INSTEAD if not meant.isdisjoint(meanings(name)))
    )


def meanings_in(words: Sequence[str], languages: tuple[str, ...]) -> frozenset[int]:
    """What a question asks about by any usual name, in any form; the numbers of `meanings`.

    What is said with more words is what is meant: "where was she born" asks for a place, not for
    the day on which she was born.

    Args:
        words: The question's words, as `words_of` gives them.
        languages: In whose stems a form is known again, the question's own first.
    """
    counting = set(telling(words, list(map(without_accents, words)), languages[0]))
    # Small words are only what they are: the stem of "come" is "com", which is "with" elsewhere.
    small = {without_accents(word): word for word in words if word not in counting}
    forms: dict[str, set[str]] = {}
    for word in counting:
        for form in forms_of(word, languages):
            forms.setdefault(form, set()).add(word)
    said: dict[frozenset[str], frozenset[int]] = {}
    for start in {form[:_START] for form in (*forms, *small)}:
        for parts, lines in _by_start().get(start, ()):
            found = [
                {small[part]}
                if part in small
                else set().union(*(forms.get(form, ()) for form in forms_of(part, languages)))
                for part in parts
            ]
            if all(found) and (len(parts) > 1 or found[0] & counting):
                those = frozenset().union(*found)
                said[those] = said.get(those, frozenset()) | lines
    unspaced = [word for word in counting if is_paired(word)]
    for parts, lines in _unspaced() if unspaced else ():
        if all(any(part in word for word in unspaced) for part in parts):
            said[frozenset(parts)] = lines
    return frozenset().union(
        *(lines for those, lines in said.items() if not any(those < more for more in said))
    )


@cache
def _by_start() -> dict[str, list[tuple[tuple[str, ...], frozenset[int]]]]:
    """Ways to ask, by the first letters of the first word, which all of its forms have."""
    found: dict[str, list[tuple[tuple[str, ...], frozenset[int]]]] = {}
    for parts, lines in _ways_to_ask():
        found.setdefault(parts[0][:_START], []).append((parts, lines))
    return found


@cache
def _unspaced() -> tuple[tuple[tuple[str, ...], frozenset[int]], ...]:
    """Those in scripts without spaces; one character alone is too often part of a word."""
    return tuple(
        (parts, lines)
        for parts, lines in _ways_to_ask()
        if is_paired(parts[0]) and sum(map(len, parts)) > 1
    )
