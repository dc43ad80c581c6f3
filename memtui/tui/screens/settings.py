"""The settings of the memory and the theme of the app: what counts, changed, tried out."""

import asyncio
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.desk.models import trial
from memtui.desk.setting import (
    EMBEDDER,
    EXTRACTOR,
    RULES,
    SETTINGS,
    Form,
    Setting,
    save,
    try_embedder,
    unsettled,
)
from memtui.desk.telling import count
from memtui.errors import MemtuiError
from memtui.extract.events import Event, Loading, Reading, Writing
from memtui.facts.text import visible
from memtui.settings import Settings
from memtui.tui.cells import left
from memtui.tui.commands import Command, bindings
from memtui.tui.screens.ask import AskScreen
from memtui.tui.screens.list_screen import MOVES, ListScreen
from memtui.tui.screens.set_dialog import ChooseDialog, SetLinesDialog, SetTextDialog
from memtui.tui.screens.way import Saying
from memtui.tui.widgets.bar import Bar
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList

_LABEL_CELLS = 15
_MODEL = "extractor.model"
_THEME = Setting("theme", "App", "theme", "The colours of the app; F2 is dark or light.")
_ROWS = (*SETTINGS, _THEME)
_NEW = Settings()


def _can_be_tried(screen: "SettingsScreen") -> bool:
    return screen.setting.group in (EXTRACTOR, EMBEDDER)


def _is_set(screen: "SettingsScreen") -> bool:
    setting, settings = screen.setting, screen.desk.memory.settings
    return setting is not _THEME and setting.of(settings) != setting.of(_NEW)


class SettingsScreen(ListScreen):
    """The settings of the memory, each checked as it is typed."""

    OFFERS = (
        Command("change", "enter", "Change it", "Settings", hint="change"),
        Command("type", "e", "Type the value", "Settings", hint="type"),
        Command("try_out", "t", "Try out the extractor or the embedder", "Settings", "try out",
                _can_be_tried),
        Command("reset", "x,backspace", "Let it be as it was at first", "Settings", "reset",
                _is_set),
        Command("models", "L", "The models that read conversations", "Settings", hint="models"),
        *MOVES,
        Command("back", "escape,q,comma", "Back", "Settings", hint="back"),
    )  # fmt: skip
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("settings", OFFERS)]
    AUTO_FOCUS = "LineList"

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._bar = Bar(
            Content.styled("Settings", "bold $accent"),
            Content.styled(f"{visible(desk.memory.name)} · memory.toml", "$text-muted"),
        )
        self._list = LineList(id="eras")
        self._about = Static(id="about", markup=False)
        self._saying = Saying()

    @property
    def setting(self) -> Setting:
        """The one under the cursor."""
        return _ROWS[self._list.cursor or 0]

    def compose(self) -> ComposeResult:
        """The memory, the settings, what one does, what came of a try, the keys."""
        yield self._bar
        yield self._list
        yield self._about
        yield self._saying
        yield Hints()

    def on_mount(self) -> None:
        """Follow what others change in the file."""
        self.memtui.memory_changed.subscribe(self, lambda _: self._show())

    def on_screen_resume(self) -> None:
        """Show what other screens changed."""
        self._show()

    def _show(self) -> None:
        settings = self.desk.memory.settings
        lines: list[Line] = []
        group = ""
        for place, setting in enumerate(_ROWS):
            if setting.group != group:
                group = setting.group
                lines.append(Line(((group, "head"),)))
            if setting is _THEME:
                value, own = self.memtui.theme, True
            else:
                value = setting.shown(settings)
                own = setting.of(settings) != setting.of(_NEW)
            label = left(setting.label, _LABEL_CELLS)
            lines.append(
                Line(((f"  {label}", "plain"), (value, "accent" if own else "dim")), place)
            )
        self._list.show(lines)
        self._tell()

    @on(LineList.Moved)
    def _tell(self) -> None:
        """Say what the setting does."""
        told = [Content(self.setting.about)]
        if self.setting is not _THEME:
            told.append(Content.styled(self.setting.name, "$text-muted"))
        self._about.update(Content("\n").join(told))
        self.query_one(Hints).refresh()

    @on(LineList.Clicked)
    def _clicked(self, event: LineList.Clicked) -> None:
        if event.again:
            self.action_change()

    def action_change(self) -> None:
        """Choose the value, or type it; a model is chosen from those there are."""
        setting = self.setting
        if setting is _THEME:
            themes = [(name, "") for name in sorted(self.memtui.available_themes)]
            ask = ChooseDialog("Theme", setting.about, themes, self.memtui.theme)
            self.app.push_screen(ask, self._choose_theme)
        elif setting.name == _MODEL:
            self.action_models()
        elif setting.choices:
            now = setting.typed(self.desk.memory.settings)
            heading = f"{setting.group} — {setting.label}"
            choose = ChooseDialog(heading, setting.about, setting.choices, now)
            self.app.push_screen(choose, partial(self._chosen, setting))
        else:
            self.action_type()

    def action_type(self) -> None:
        """Type the value."""
        setting = self.setting
        if setting is _THEME or setting.choices:
            self.action_change()
            return
        several = setting.form in (Form.LIST, Form.TABLE)
        dialog = SetLinesDialog if several else SetTextDialog
        self.app.push_screen(dialog(self.desk, setting), partial(self._set, setting))

    def _choose_theme(self, name: str | None) -> None:
        if name is not None:
            self.memtui.theme = name
            self._show()

    def _chosen(self, setting: Setting, value: str | None) -> None:
        if value is not None:
            self._save(setting, value)

    def action_reset(self) -> None:
        """Take the setting out of the file."""
        if _is_set(self):
            self._save(self.setting, "")
        else:
            self.memtui.tell("It is as it was at first.")

    @work(name="save the setting", group="change")
    async def _save(self, setting: Setting, value: str) -> None:
        try:
            await asyncio.to_thread(save, self.desk, setting, value)
        except MemtuiError as error:
            self.memtui.complain(error)
            return
        self._set(setting, True)

    def _set(self, setting: Setting, done: bool | None) -> None:
        """Say what counts now; other rules may settle notes otherwise."""
        if not done:
            return
        self._show()
        value = setting.shown(self.desk.memory.settings)
        self._saying.say(f"{setting.name}: {value}. It counts from now on.")
        if setting.name in RULES:
            self._look_for_unsettled()

    @work(name="look for unsettled notes", group="unsettled", exclusive=True)
    async def _look_for_unsettled(self) -> None:
        number = await asyncio.to_thread(unsettled, self.desk)
        if number:
            text = f"By these rules {count(number, 'note')} would say otherwise what held when."
            ask = AskScreen("Settle what is kept by them too?", text)
            self.app.push_screen(ask, self._settle)

    def _settle(self, yes: bool | None) -> None:
        if yes:
            self._repair()
        else:
            self._saying.say("What is kept stays as it is; Health (c) settles it later.")

    @work(name="settle", group="change")
    async def _repair(self) -> None:
        try:
            done = (await asyncio.to_thread(self.desk.memory.repair)).done
        except MemtuiError as error:
            self.memtui.complain(error)
            return
        self._saying.say(" ".join(done))

    def action_try_out(self) -> None:
        """Have the extractor or the embedder that counts now do a little work."""
        if self.setting.group == EMBEDDER:
            self._try_embedder()
        elif self.setting.group == EXTRACTOR:
            self._try_extractor()
        else:
            self.memtui.tell("Only the extractor and the embedder can be tried out.")

    @work(name="try the embedder", group="trial", exclusive=True)
    async def _try_embedder(self) -> None:
        self._saying.say("The embedder embeds a sentence…")
        try:
            self._saying.say(await asyncio.to_thread(try_embedder, self.desk))
        except MemtuiError as error:
            self._saying.tell(error)

    @work(name="try the extractor", group="trial", exclusive=True)
    async def _try_extractor(self) -> None:
        def told(event: Event) -> None:
            match event:
                case Loading():
                    self._saying.say("The model is being loaded…")
                case Reading(elapsed):
                    self._saying.say(f"It reads a built-in conversation… {elapsed:.0f} s")
                case Writing(tokens):
                    self._saying.say(f"It writes… {count(tokens, 'token')}")

        try:
            extractor = self.desk.extractor()
            result = await trial(extractor, self.desk.memory.today, told=told)
        except MemtuiError as error:
            self._saying.tell(error)
            return
        found = count(len(result.proposals), "fact")
        facts = "\n".join(f"  {visible(each.fact)}" for each in result.proposals[:3])
        self._saying.say(f"{extractor.name} found {found} in {result.seconds:.1f} s.\n{facts}")

    def action_models(self) -> None:
        """Show the models that read conversations."""
        from memtui.tui.screens.models import ModelsScreen

        self.app.push_screen(ModelsScreen(self.desk))

    def action_back(self) -> None:
        """Back to where it was opened."""
        self.app.pop_screen()
