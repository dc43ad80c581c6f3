"""The models that read conversations: what the server has, which is chosen, fetch and try one."""

from contextlib import aclosing
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input, ProgressBar, Static
from textual.worker import Worker

from memtui.desk.desk import Desk
from memtui.desk.models import (
    FIRST_ANSWER,
    RECOMMENDED,
    extractor_for_models,
    model_line,
    models_of,
    pull,
    pulling_line,
    use,
)
from memtui.errors import MemtuiError
from memtui.facts.text import visible
from memtui.tui.cells import left
from memtui.tui.commands import Command, bindings
from memtui.tui.everywhere import Modal
from memtui.tui.screens.ask import AskScreen
from memtui.tui.screens.list_screen import MOVES, ListScreen
from memtui.tui.screens.way import Saying
from memtui.tui.trying import Trying, try_extractor
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList

if TYPE_CHECKING:
    from memtui.extract.models import Model

_NAME_CELLS = 28


def _busy(screen: "ModelsScreen") -> bool:
    return screen.busy


def _free(screen: "ModelsScreen") -> bool:
    return not screen.busy


def _some(screen: "ModelsScreen") -> bool:
    return bool(screen.models)


class ModelsScreen(ListScreen):
    """Lists the models of the server that reads conversations."""

    OFFERS = (
        Command(
            "use",
            "enter",
            "Have this model read conversations",
            "Models",
            hint="choose",
            when=_some,
        ),
        Command("try_out", "t", "Read a built-in conversation with it", "Models", "try out", _some),
        Command(
            "pull", "p", "Fetch a model, or go on fetching", "Models", hint="fetch", when=_free
        ),
        Command("stop", "x", "Stop what is going on", "Models", hint="stop", when=_busy),
        Command("look", "r", "Look again", "Models", hint="look again", when=_free),
        Command("back", "escape,q,left,h", "Back", "Models", hint="back"),
        *MOVES,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("models", OFFERS)]
    AUTO_FOCUS = "LineList"
    DEFAULT_CSS = """
    ModelsScreen {
        ProgressBar { height: 1; padding: 0 1; display: none; }
        ProgressBar.-on { display: block; }
    }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.models: list[Model] = []
        self.unfinished = ""
        self._worker: Worker[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether something is asked for, fetched or tried out."""
        return self._worker is not None and self._worker.is_running

    @property
    def chosen(self) -> str:
        """The model of the settings; empty where the plain reader reads."""
        settings = self.desk.memory.settings.extractor
        return "" if settings.kind == "plain" else settings.model

    def compose(self) -> ComposeResult:
        """The title, the list, how far a fetch is, what is going on, the keys."""
        yield Static("Models that read conversations", id="title", markup=False)
        yield LineList()
        yield ProgressBar(show_eta=False)
        yield Trying()
        yield Hints()

    def on_mount(self) -> None:
        """Ask what there is."""
        self.action_look()

    def action_look(self) -> None:
        """Ask the server what it has."""
        self._worker = self._list()

    @work(name="list the models", group="models", exclusive=True)
    async def _list(self) -> None:
        saying = self.query_one(Trying)
        try:
            where = extractor_for_models(self.desk).address.shown
            self.query_one("#title", Static).update(Content(f"Models at {where}"))
            saying.try_out(f"Asking {where}…")
            self.models = await models_of(self.desk, within=FIRST_ANSWER)
        except MemtuiError as error:
            saying.tell(error)
            return
        self._show()
        none = "" if self.models else f"There are none yet: p fetches one, such as {RECOMMENDED}."
        saying.say(none)

    def _show(self) -> None:
        lines = []
        longest = max((cell_len(visible(model.name)) for model in self.models), default=0)
        for place, model in enumerate(self.models):
            chosen = model.name in (self.chosen, f"{self.chosen}:latest")
            mark = "● " if chosen else "  "
            name = left(visible(model.name), min(longest, _NAME_CELLS))
            lines.append(
                Line(((mark + name + " ", "plain"), (visible(model_line(model)), "dim")), place)
            )
            if model.warning:
                lines.append(Line((("    " + visible(model.warning), "warn"),), place))
        self.query_one(LineList).show(lines)
        self.query_one(Hints).refresh()

    def _model(self) -> "Model | None":
        place = self.query_one(LineList).cursor
        return None if place is None else self.models[place]

    @on(LineList.Clicked)
    def _clicked(self, event: LineList.Clicked) -> None:
        if event.again:
            self.action_use()

    def action_use(self) -> None:
        """Choose the model; one that runs elsewhere only after a yes."""
        model = self._model()
        if model is None:
            return
        if not model.chats:
            self.query_one(Saying).say("It cannot read conversations.", "warn")
        elif model.elsewhere:
            text = f"It runs at {model.elsewhere}: every conversation you read would be sent there."
            self.app.push_screen(
                AskScreen(f"Use {model.name}?", text), lambda yes: self._use(model) if yes else None
            )
        else:
            self._use(model)

    def _use(self, model: "Model") -> None:
        try:
            use(self.desk, model)
        except MemtuiError as error:
            self.query_one(Saying).tell(error)
            return
        self._show()
        self.query_one(Saying).say(f"{model.name} reads conversations from now on. {_hint(model)}")

    def action_try_out(self) -> None:
        """Have the model under the cursor read a built-in conversation; nothing is kept."""
        model = self._model()
        if model is None or self.busy:
            return
        if model.elsewhere and model.name != self.chosen:
            self.query_one(Saying).say("It runs elsewhere: choose it first.", "warn")
            return
        self._worker = self._try(model.name)
        self.query_one(Hints).refresh()

    @work(name="try a model", group="trial", exclusive=True)
    async def _try(self, name: str) -> None:
        saying = self.query_one(Trying)
        try:
            kind = extractor_for_models(self.desk).server.by
            extractor = self.desk.extractor(kind, name)
            saying.say(await try_extractor(self.desk, extractor, saying.try_out, name))
        except MemtuiError as error:
            saying.tell(error)

    def action_pull(self) -> None:
        """Ask which model, then fetch it."""
        if not self.busy:
            self.app.push_screen(PullScreen(self.unfinished or RECOMMENDED), self._pull_named)

    def _pull_named(self, name: str | None) -> None:
        if name:
            self.unfinished = name
            self._worker = self._pull(name)
            self.query_one(Hints).refresh()

    @work(name="fetch a model", group="pull", exclusive=True)
    async def _pull(self, name: str) -> None:
        saying, bar = self.query_one(Saying), self.query_one(ProgressBar)
        bar.update(total=None, progress=0)
        bar.add_class("-on")
        try:
            async with aclosing(pull(self.desk, name)) as steps:
                async for step in steps:
                    saying.say(f"{name}: {pulling_line(step)}")
                    bar.update(total=step.total or None, progress=step.done)
        except MemtuiError as error:
            saying.tell(error, "p goes on where it stopped.")
            return
        finally:
            bar.remove_class("-on")
        self.unfinished = ""
        self.models = await models_of(self.desk)
        self._show()
        saying.say(f"{name} is here: enter chooses it.")

    def action_stop(self) -> None:
        """Stop asking, fetching or trying out; what was fetched stays at the server."""
        if self._worker and self.busy:
            self._worker.cancel()
            self._worker = None
            more = " p goes on where it stopped." if self.unfinished else ""
            self.query_one(Saying).say(f"Stopped.{more}")
            self.query_one(Hints).refresh()

    def on_worker_state_changed(self) -> None:
        """What can be done changes with what goes on."""
        self.query_one(Hints).refresh()

    def action_back(self) -> None:
        """Stop what goes on; else leave."""
        if self.busy:
            self.action_stop()
        else:
            self.dismiss()


class PullScreen(Modal[str | None]):
    """Asks which model to fetch."""

    OFFERS = (
        Command("pull", "enter", "Fetch it", "Fetch", hint="fetch", priority=True),
        Command("cancel", "escape,f10", "Fetch nothing", "Fetch", hint="fetch nothing"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("pull", OFFERS)]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._first = name

    def compose(self) -> ComposeResult:
        """The question, the input, the keys."""
        with VerticalScroll(can_focus=False, classes="dialog"):
            yield Static("Fetch which model?", classes="heading")
            yield Static("The server downloads it: some gigabytes for a model of 4B parameters.")
            yield Input(self._first, select_on_focus=True, compact=True)
        yield Hints()

    def action_pull(self) -> None:
        """Answer with the name."""
        self.dismiss(self.query_one(Input).value.strip())

    def action_cancel(self) -> None:
        """Answer with nothing."""
        self.dismiss(None)


def _hint(model: "Model") -> str:
    return f"But it {model.warning}." if model.warning else "t tries it out."
