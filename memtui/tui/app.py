"""The app: themes, the screen it begins with, and how an error is told.

Nothing heavy is imported here: the first frame waits for it.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from rich.console import RenderableType
from textual import events, work
from textual._compositor import LayoutUpdate
from textual.binding import BindingType
from textual.driver import Driver
from textual.geometry import Size
from textual.screen import Screen
from textual.signal import Signal
from textual.theme import Theme
from textual.widgets import Input
from textual.worker import WorkerFailed

from memtui.desk.desk import Desk
from memtui.errors import MemtuiError
from memtui.tui import preferences as preferring
from memtui.tui.commands import bindings
from memtui.tui.ending import when_told
from memtui.tui.everywhere import EVERYWHERE, Modal
from memtui.tui.notices import Notices
from memtui.tui.palette import Commands, Palette
from memtui.tui.screens.main import MainScreen
from memtui.tui.shown import Shown, new_driver
from memtui.tui.steady import steady_driver
from memtui.tui.themes import THEMES
from memtui.tui.widgets.path_input import PathInput

DEFAULT_MEMORY = "default"
_SAID = 3  # of what `config.toml` asks for and cannot be had; help shows all of it
PASTED = 2_000  # characters that a field of one line takes at once
_WIDTHS = [(0, "-tight"), (60, "-narrow"), (100, "-wide")]
_HEIGHTS = [(0, "-short"), (18, "-tall")]


class MemtuiApp(Notices):
    """One memory, open in the terminal.

    Args:
        desk: The open memory.
        home: The folder of all memories, for changing to another.
        watching: Whether work goes on by itself: what others change in the notes is noticed, what
            is new is made ready for search by meaning.
        config: The folder of the app's own settings; `None` = none are read or written.
    """

    TITLE = "memtui"
    CSS_PATH = Path(__file__).with_name("memtui.tcss")
    COMMANDS: ClassVar[set[type[Commands]]] = {Commands}  # type: ignore[assignment]
    OFFERS = EVERYWHERE
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("app", OFFERS)]
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    VERTICAL_BREAKPOINTS = _HEIGHTS

    def __init__(
        self, desk: Desk, home: Path, *, watching: bool = True, config: Path | None = None
    ) -> None:
        self._shown = Shown()
        self._drawn_in: Size | None = None
        super().__init__()
        self.desk = desk
        self.home = home
        self.watching = watching
        self.config = config
        self.keys: Mapping[str, str] = {}
        self.not_taken: tuple[str, ...] = ()
        self.fault: BaseException | None = None
        self.animation_level = "none"
        self.memory_changed: Signal[None] = Signal(self, "memory-changed")
        self._asked_on: Screen[object] | None = None
        self._preferences = preferring.Preferences()
        self._unreadable: MemtuiError | None = None
        for theme in THEMES:
            self.register_theme(theme)
        self._begin_in(self._preferred_theme())

    def _begin_in(self, theme: str) -> None:
        """Take a theme before anything is styled: a change would have all styles read twice."""
        if theme == self.theme or self.available_themes[theme].ansi:
            self.theme = theme
            return
        self.set_reactive(MemtuiApp.theme, theme)
        dark = self.current_theme.dark
        self.update_classes(
            {f"-theme-{theme}": True, "-dark-mode": dark, "-light-mode": not dark}, update=False
        )
        self.stylesheet.set_variables(self.get_css_variables())

    def get_driver_class(self) -> type[Driver]:
        """The terminal's, sending what it does not show yet."""
        return new_driver(steady_driver(super().get_driver_class()), self._shown)

    def on_resize(self) -> None:
        """A terminal of another size has lost what it showed, or shows it elsewhere."""
        self._drawn_in = None

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Of what was drawn before a terminal had its size, some was drawn elsewhere."""
        if isinstance(renderable, LayoutUpdate) and renderable.region.size != self._drawn_in:
            self._drawn_in = renderable.region.size
            self._shown.forget(clear=True)
        super()._display(screen, renderable)

    def get_default_screen(self) -> Screen[None]:
        """The main screen of the open memory, laid out for the terminal's size from the start."""
        main = MainScreen(self.desk)
        for size, steps in zip(self.size, (_WIDTHS, _HEIGHTS), strict=True):
            main.add_class(max(step for step in steps if step[0] <= size)[1])
        return main

    def on_mount(self) -> None:
        """Take over the person's settings, and remember their theme from now on."""
        if not self.is_headless:
            when_told(lambda code: self.exit(return_code=code))
        self.app_resume_signal.subscribe(self, lambda _: self.screen.refresh(layout=True))
        if self.config is None:
            return
        if self._unreadable:
            self.complain(self._unreadable)
            return
        preferences = self._preferences
        strange = [f"`{key}` is not known" for key in preferences.unknown]
        if preferences.theme and preferences.theme not in self.available_themes:
            strange.append(f"there is no theme called {preferences.theme}")
        if preferences.keys:
            from memtui.tui.keymap import declared, settled

            self.keys, refused = settled(preferences.keys, declared())
            self.set_keymap(dict(self.keys))
            strange += refused
        if strange:
            self.not_taken = tuple(strange)
            more = len(strange) - _SAID
            rest = f"; {more:,} more, F1 shows all" if more > 0 else ""
            told = "; ".join(strange[:_SAID])
            self.tell(f"{preferring.FILE}: {told}{rest}.", warning=True)
        self.theme_changed_signal.subscribe(self, self._remember_theme)

    def _preferred_theme(self) -> str:
        """The theme to begin in: another one, taken later, would have all drawn twice."""
        if self.config is not None:
            try:
                self._preferences = preferring.load(self.config)
            except MemtuiError as error:
                self._unreadable = error
        wanted = self._preferences.theme
        return wanted if wanted in self.available_themes else THEMES[0].name

    @work(name="remember the theme", group="preferences", exclusive=True)
    async def _remember_theme(self, theme: Theme) -> None:
        if self.config is None:
            return
        try:
            await asyncio.to_thread(preferring.save_theme, self.config, theme.name)
        except MemtuiError as error:
            self.complain(error)

    def begun(self, event: events.Key | events.Paste) -> None:
        """Join lines that are pasted into one line."""
        super().begun(event)
        if isinstance(event, events.Paste):
            self._join(event)

    def _join(self, event: events.Paste) -> None:
        """A field of one line would take the first line alone; a path has its own way."""
        field = self.focused
        if not hasattr(field, "cursor_blink") and not hasattr(self.screen, "on_paste"):
            self.tell("Nothing here takes what was pasted.")
        if not isinstance(field, Input) or isinstance(field, PathInput):
            return
        lines = [line.strip() for line in event.text.splitlines() if line.strip()]
        done = []
        if len(lines) > 1:
            event.text = " ".join(lines)
            done.append(f"{len(lines):,} lines were pasted; they are joined into one")
        if len(event.text) > PASTED:
            event.text = event.text[:PASTED]
            done.append(f"of what was pasted, {PASTED:,} characters are taken")
        if done:
            self.tell("; ".join(done) + ".")

    @work(name="open a memory", group="memory", exclusive=True)
    async def change_memory(self, name: str) -> None:
        """Open another memory in place of this one, made if there is none of the name."""
        try:
            desk = await asyncio.to_thread(Desk.open, self.home, name, make=True, scan=False)
        except MemtuiError as error:
            self.complain(error)
            return
        before, self.desk = self.desk, desk
        main = self.screen_stack[0]
        assert isinstance(main, MainScreen)
        main.show_memory(desk)
        await asyncio.to_thread(before.close)

    def _handle_exception(self, error: Exception) -> None:
        """What could not be done in the background is told; any other fault ends the app."""
        cause = error.error if isinstance(error, WorkerFailed) else error
        if isinstance(error, WorkerFailed) and isinstance(cause, MemtuiError):
            self.complain(cause)
            return
        self.fault = self.fault or cause
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """End without Textual's traceback, which would show the values of variables: facts."""
        self._close_messages_no_wait()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """No cursor blinks: each blink is sent to the terminal; what is said covers none."""
        field: Any = event.widget
        if hasattr(field, "cursor_blink"):
            field.cursor_blink = False
        self.keep_clear()

    def action_help_keys(self) -> None:
        """Show all keys of the screen."""
        from memtui.tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen | Palette):
            self.push_screen(HelpScreen(self.screen))

    def action_command_palette(self) -> None:
        """Show all commands."""
        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(id="--command-palette"))

    def action_draw_anew(self) -> None:
        """Send all of the screen again, where something else has written over it."""
        self._shown.forget(clear=True)
        self.screen.refresh()

    def action_theme(self) -> None:
        """Change between dark and light."""
        dark, light = THEMES
        self.theme = light.name if self.current_theme.dark else dark.name

    async def action_quit(self) -> None:
        """Leave; where text was typed and not kept, only when asked twice."""
        if getattr(self.screen, "unsaved", False) and self._asked_on is not self.screen:
            self._asked_on = self.screen
            self.tell("What you typed is not kept yet. ctrl+q again leaves without it.")
            return
        if isinstance(self.screen, Modal):
            self.screen.drop()
        self.exit()
