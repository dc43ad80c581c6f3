"""The settings of the memory and the theme of the app: what counts, changed, tried out."""

import asyncio
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static
from textual.worker import Worker

from memtui.desk.desk import Desk
from memtui.desk.setting.doing import save, take_out, unsettled
from memtui.desk.setting.every import EMBEDDER, EXTRACTOR, INDEX, RULES, SETTINGS
from memtui.desk.setting.form import Form, Setting
from memtui.desk.telling import count
from memtui.errors import MemtuiError
from memtui.facts.text import visible
from memtui.settings import Settings
from memtui.tui.cells import left
from memtui.tui.commands import Command, bindings
from memtui.tui.describing import repaired_line
from memtui.tui.screens.ask import AskScreen
from memtui.tui.screens.list_screen import MOVES
from memtui.tui.screens.set_dialog import ChooseDialog, SetLinesDialog, SetTextDialog
from memtui.tui.screens.undoing import UndoingScreen, undo
from memtui.tui.trying import Trying, try_out
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList
from memtui.tui.widgets.two_sided import TwoSided

_LABEL_CELLS = 17
_MODEL = "extractor.model"
_THEME = Setting("theme", "App", "theme", "The colours of the app; F2 is dark or light.")
_UNKNOWN = "Not known to memtui"
_NEW = Settings()


def _unknown(name: str) -> Setting:
    """A key of the file that memtui does not know, to be taken out at most."""
    about = "memtui does not know this key and leaves it alone; x takes it out of the file."
    return Setting(name, _UNKNOWN, name, about)


def _can_be_tried(screen: "SettingsScreen") -> bool:
    return screen.setting.group in (EXTRACTOR, EMBEDDER, INDEX)


def _is_set(screen: "SettingsScreen") -> bool:
    return screen.setting.group == _UNKNOWN or (
        screen.setting is not _THEME and screen.is_own(screen.setting)
    )


class SettingsScreen(UndoingScreen):
    """The settings of the memory, each checked as it is typed."""

    OFFERS = (
        Command("change", "enter", "Change it", "Settings", hint="change"),
        Command("type", "e", "Type the value", "Settings", hint="type"),
        Command("try_out", "t", "Try out extractor, embedder or index", "Settings", "try out",
                _can_be_tried),
        Command("reset", "x,backspace", "Let it be as it was at first", "Settings", "reset",
                _is_set),
        undo("Settings"),
        Command("models", "L", "The models that read conversations", "Settings", hint="models"),
        *MOVES,
        Command("back", "escape,q,comma", "Back", "Settings", hint="back"),
    )  # fmt: skip
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("settings", OFFERS)]
    AUTO_FOCUS = "LineList"

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._rows: tuple[Setting, ...] = (*SETTINGS, _THEME)
        self._themes: list[str] = []
        self._bar = TwoSided(
            Content.styled("Settings", "bold $accent"),
            Content.styled(f"{visible(desk.memory.name)} · memory.toml", "$text-muted"),
        )
        self._list = LineList(id="eras")
        self._about = Static(id="about", markup=False)
        self._saying = Trying()
        self._trial: Worker[None] | None = None

    @property
    def setting(self) -> Setting:
        """The one under the cursor."""
        return self._rows[self._list.cursor or 0]

    def is_own(self, setting: Setting) -> bool:
        """Whether a setting is other than at first."""
        return bool(setting.of(self.desk.memory.settings) != setting.of(_NEW))

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
        self._rows = (*map(_unknown, self.desk.memory.unknown_settings), *SETTINGS, _THEME)
        lines: list[Line] = []
        group = ""
        for place, setting in enumerate(self._rows):
            if setting.group != group:
                group = setting.group
                lines.append(Line(((group, "head"),)))
            lines.append(Line(self._row(setting), place))
        self._list.show(lines)
        self._tell()

    def _row(self, setting: Setting) -> tuple[tuple[str, str], ...]:
        """A setting with what counts, in colour where that is not what counts at first."""
        if setting.group == _UNKNOWN:
            return ((f"  {visible(setting.name)}", "plain"),)
        label = left(setting.label, _LABEL_CELLS)
        if setting is _THEME:
            value, own = self.memtui.theme, True
        else:
            value, own = setting.shown(self.desk.memory.settings), self.is_own(setting)
        return ((f"  {label}", "plain"), (value, "accent" if own else "dim"))

    @on(LineList.Moved)
    def _tell(self) -> None:
        """Say what the setting does."""
        told = [Content(self.setting.about)]
        if self.setting in SETTINGS:
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
        if setting.group == _UNKNOWN:
            self._ask_to_take_out(setting.name)
        elif setting is _THEME:
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
        if setting not in SETTINGS or setting.choices:
            self.action_change()
            return
        several = setting.form in (Form.LIST, Form.TABLE)
        dialog = SetLinesDialog if several else SetTextDialog
        self.app.push_screen(dialog(self.desk, setting), partial(self._set, setting))

    def _choose_theme(self, name: str | None) -> None:
        if name is not None and name != self.memtui.theme:
            self._themes.append(self.memtui.theme)
            self.memtui.theme = name
            self._show()
            self._say(f"theme: {name} · u takes it back")

    def _chosen(self, setting: Setting, value: str | None) -> None:
        if value is not None:
            self._save(setting, value)

    def action_reset(self) -> None:
        """Take the setting out of the file."""
        if self.setting.group == _UNKNOWN:
            self._ask_to_take_out(self.setting.name)
        elif _is_set(self):
            self._save(self.setting, "")
        else:
            self.memtui.tell("It is as it was at first.")

    def _ask_to_take_out(self, name: str) -> None:
        text = (
            "memtui does not know it and keeps it as it is; a newer memtui or another program may "
            "want it. u puts it back while the app is open."
        )
        ask = AskScreen(f"Take {name} out of memory.toml?", text)
        self.app.push_screen(ask, partial(self._take_out_if, name))

    def _take_out_if(self, name: str, yes: bool | None) -> None:
        if yes:
            self._take_out(name)

    @work(name="take out a key", group="change")
    async def _take_out(self, name: str) -> None:
        try:
            await asyncio.to_thread(take_out, self.desk, name)
        except MemtuiError as error:
            self.memtui.complain(error)
            return
        self._themes.clear()
        self._show()
        self._say(f"{name} is no longer in memory.toml · u puts it back")

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
        self._themes.clear()
        self._show()
        value = setting.shown(self.desk.memory.settings)
        self._say(f"{setting.name}: {value}. It counts from now on · u takes it back")
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
            self._say("What is kept stays as it is; Health (c) settles it later.")

    @work(name="settle", group="change")
    async def _repair(self) -> None:
        try:
            repaired = await asyncio.to_thread(self.desk.repair)
        except MemtuiError as error:
            self.memtui.complain(error)
            return
        self._say(repaired_line(repaired))

    def action_undo(self) -> None:
        """Take back the theme, if it was changed last, else the last change."""
        if self._themes:
            self.memtui.theme = self._themes.pop()
            self._show()
            self._say(f"taken back · theme: {self.memtui.theme}")
        else:
            super().action_undo()

    def taken_back(self) -> None:
        """Show what counts now."""
        self._say("")
        self._show()

    def action_try_out(self) -> None:
        """Have the extractor, the embedder or the index that counts now do a little work."""
        if _can_be_tried(self):
            self._trial = self._try_out(self.setting.group)
        else:
            self.memtui.tell("Only extractor, embedder and index can be tried out.")

    @work(name="try out", group="trial", exclusive=True)
    async def _try_out(self, group: str) -> None:
        try:
            self._saying.say(await try_out(self.desk, group, self._saying.try_out))
        except MemtuiError as error:
            self._saying.tell(error)

    def _stop_trial(self) -> bool:
        """Stop what is tried out; whether anything was."""
        trial, self._trial = self._trial, None
        if trial is None or trial.is_finished:
            return False
        trial.cancel()
        return True

    def _say(self, text: str) -> None:
        """Say what came of a change; what is tried out is not what counts any more."""
        self._stop_trial()
        self._saying.say(text)

    def action_models(self) -> None:
        """Show the models that read conversations."""
        from memtui.tui.screens.models import ModelsScreen

        self.app.push_screen(ModelsScreen(self.desk))

    def action_back(self) -> None:
        """Stop what is tried out; else back to where it was opened."""
        if self._stop_trial():
            self._saying.say("Stopped.")
        else:
            self.app.pop_screen()
