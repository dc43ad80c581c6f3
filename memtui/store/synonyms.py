"""Words for what is often remembered of people and projects, in seven languages.

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
team, department, group, squad, unit, equipe, equipa, time, departamento, setor, equipo, grupo,
  équipe, service, département, Abteilung, Gruppe, チーム, 部署, 团队, 部门
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
child, children, son, daughter, kids, filho, filha, filhos, hijo, hija, hijos, enfant, enfants,
  fils, fille, Kind, Kinder, Sohn, Tochter, 子供, 孩子, 儿子, 女儿
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
    for number, line in enumerate(_SAME.replace(",\n  ", ", ").replace("\n  ", " ").splitlines()):
        for name in filter(None, map(str.strip, line.split(","))):
            found.setdefault(plainly(name), set()).add(number)
    return {name: frozenset(lines) for name, lines in found.items()}


@cache
def usual_names() -> tuple[str, ...]:
    """What is most often remembered, by one name each."""
    lines = _SAME.strip().splitlines()
    return tuple(line.partition(",")[0] for line in lines if not line.startswith(" "))


def same_meaning(one: str, other: str) -> bool:
    """Whether two attributes are words for one thing."""
    meanings = _meanings()
    return bool(meanings.get(plainly(one), frozenset()) & meanings.get(plainly(other), frozenset()))


def meanings(name: str) -> frozenset[int]:
    """What an attribute means, each by a number; none when it is no usual name."""
    return _meanings().get(plainly(name), frozenset())


def meanings_in(words: Sequence[str], languages: tuple[str, ...]) -> frozenset[int]:
    """What a question asks about by any usual name, in any form; the numbers of `meanings`.

    Args:
        words: The question's words, as `words_of` gives them.
        languages: In whose stems a form is known again, the question's own first.
    """
    counting = telling(words, list(map(without_accents, words)), languages[0])
    there = {form for word in words for form in forms_of(word, languages)}
    found: set[int] = set()
    for start in {form[:_START] for word in counting for form in forms_of(word, languages)}:
        for parts, lines in _by_start().get(start, ()):
            if all(not there.isdisjoint(forms_of(part, languages)) for part in parts):
                found |= lines
    unspaced = [word for word in counting if is_paired(word)]
    for name, lines in _unspaced() if unspaced else ():
        if any(name in word for word in unspaced):
            found |= lines
    return frozenset(found)


@cache
def _by_start() -> dict[str, list[tuple[tuple[str, ...], frozenset[int]]]]:
    """The words of each name, by the first letters of the first of them, which all forms have."""
    found: dict[str, list[tuple[tuple[str, ...], frozenset[int]]]] = {}
    for name, lines in _meanings().items():
        parts = tuple(name.split())
        found.setdefault(parts[0][:_START], []).append((parts, lines))
    return found


@cache
def _unspaced() -> tuple[tuple[str, frozenset[int]], ...]:
    """The names in scripts without spaces; one character alone is too often part of a word."""
    return tuple(
        (name, lines) for name, lines in _meanings().items() if len(name) > 1 and is_paired(name)
    )
