"""Names in a review: saying that a thing is known under another, and having that remembered."""

import asyncio
from functools import partial

from memtui.desk.telling import count
from memtui.facts.fact import Draft
from memtui.facts.keeping import ChangeRules
from memtui.facts.text import fold, visible
from memtui.facts.things import Part, is_many, with_alias, with_many
from memtui.review import review as reviewing
from memtui.review.near import Near
from memtui.tui.screens.ask import AskScreen
from memtui.tui.screens.judged_review import JudgedReview


class NamingReview(JudgedReview):
    """Answers the keys about names; what is remembered of them stands in `memory.toml`."""

    _accepted: tuple[int, Draft, Near] | None = None

    def action_same(self) -> None:
        """Say that an item is about the thing that is suggested."""
        place, near = self.place, self.suggested
        if place is None or near is None:
            self.saying.say("Nothing is suggested here.", "warn")
            return
        draft = self.review.items[place].draft
        names = " and ".join(f"“{visible(other)}”" for _, other, _ in _renamed(draft, near))
        self.saying.say(f"S remembers {names} as another name, for every conversation to come.")
        self.change(reviewing.same_as(self.review, place, near.subject, near.attribute), [place])
        self._accepted = (place, draft, near)

    def action_alias(self) -> None:
        """Remember the name of what was, or is, suggested as another name for it."""
        if self.suggested is not None:
            self.action_same()
        if self._accepted is None or self._accepted[0] != self.place:
            self.saying.say("No name was suggested here: s says that it is the same.", "warn")
            return
        _, draft, near = self._accepted
        rules = self.desk.memory.rules
        for part, other, name in _renamed(draft, near):
            rules = with_alias(rules, part, other, name)
        told = ", ".join(
            f"“{visible(other)}” now means {visible(name)}"
            for _, other, name in _renamed(draft, near)
        )
        self.do(partial(self._change_rules, ChangeRules(rules), told))

    def action_many(self) -> None:
        """Remember that the attribute under the cursor holds many values."""
        place = self.place
        if place is None:
            return
        draft, rules = self.review.items[place].draft, self.desk.memory.rules
        attribute = visible(draft.attribute)
        if not attribute or is_many("", attribute, rules):
            self.saying.say(f"{attribute or 'Nothing'} holds many values already.")
            return
        told = f"{attribute} now holds many values; nothing of it is replaced any more"
        change = ChangeRules(with_many(rules, (attribute,)))
        self.do(partial(self._change_rules, change, told))

    async def _change_rules(self, asked: ChangeRules, told: str) -> None:
        """Put rules in force; where that touches facts that are kept, ask first."""
        change = await asyncio.to_thread(self.desk.preview, asked)

        async def apply() -> None:
            await asyncio.to_thread(self.desk.apply, asked, change)
            self.saying.say(f"{told}. It stands in memory.toml.")
            self.judge_all()

        def answered(yes: bool | None) -> None:
            if yes:
                self.do(apply)

        if not change.edits:
            await apply()
        else:
            facts = count(len(change.edits), "fact")
            text = f"{told}. {facts} that the memory has would change: they are settled anew."
            self.app.push_screen(AskScreen("Change how the memory reads names?", text), answered)

    def action_declined(self) -> None:
        """Forget which facts were left out before."""

        async def clear() -> None:
            many = await asyncio.to_thread(self.desk.declined.clear)
            self.saying.say(f"{count(many, 'fact')} left out before may be proposed again.")

        self.do(clear)


def _renamed(draft: Draft, near: Near) -> list[tuple[Part, str, str]]:
    """The parts in which a draft's names differ from what is near: which, old and new name."""
    pairs: list[tuple[Part, str, str]] = [
        ("subject", draft.subject, near.subject),
        ("attribute", draft.attribute, near.attribute),
    ]
    return [pair for pair in pairs if fold(pair[1]) != fold(pair[2])]
