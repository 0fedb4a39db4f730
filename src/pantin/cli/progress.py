"""A progress bar on standard error while a person watches and waits, and nothing in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import RLock, Timer
from typing import TYPE_CHECKING, Any

from pantin.cli.streams import console, on_terminal

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

PATIENCE = 2.0
"""Seconds after which a bar appears. Work that ends sooner needs none, and does not import what draws it."""


class _Bar:
    """A bar that appears when somebody has waited for `PATIENCE`, unless the work is done by then. One is
    shown at a time: that of a part of the work replaces that of the whole."""

    shown: list[_Bar] = []  # noqa: RUF012  (of the process: a terminal has one last line)

    def __init__(self, total: int | None, what: str, columns: Callable[[], list[ProgressColumn]]) -> None:
        self.total, self.what, self.step, self.done = total, what, "", 0
        self._columns = columns
        self._lock = RLock()
        self._ended = False
        self._bar: Progress | None = None
        self._task: Any = None
        self._timer = Timer(PATIENCE, self._start)
        self._timer.daemon = True

    def __enter__(self) -> _Bar:
        for other in self.shown:
            other.end()
        self.shown.append(self)
        if PATIENCE > 0:
            self._timer.start()
        else:
            self._start()
        return self

    def __exit__(self, *error: object) -> None:
        self.end()
        self.shown.remove(self)

    def end(self) -> None:
        """Take the bar away for good."""
        self._timer.cancel()
        with self._lock:
            self._ended = True
            if self._bar is not None:
                self._bar.stop()

    def advance(self, count: int = 1, step: str = "") -> None:
        """Count completed steps, and show the current one."""
        with self._lock:
            self.done += count
            self.step = step or self.step
            if self._bar is not None:
                self._bar.update(self._task, completed=self.done, step=self.step)

    def _start(self) -> None:
        from rich.progress import Progress

        with self._lock:
            if self._ended:
                return
            self._bar = Progress(
                *self._columns(),
                console=console(sys.stderr),
                transient=True,
                redirect_stdout=on_terminal(sys.stdout),
            )
            self._task = self._bar.add_task(self.what, total=self.total, completed=self.done, step=self.step)
            self._bar.start()


@contextmanager
def progress(total: int | None, what: str) -> Iterator[Callable[..., None]]:
    """Show how many of `total` steps are done, or, if the total is unknown, that work goes on.

    The value is to be called after each step, or with the number of those done since the last call, and with
    what is done now, if there is more to say. While the bar stands, lines printed to a terminal appear above
    it; a pipe gets them as ever.
    """
    if not on_terminal(sys.stderr):
        yield lambda count=1, step="": None
        return
    with _Bar(total, what, _counting_columns) as bar:
        yield bar.advance


@contextmanager
def show_waiting(what: str) -> Iterator[None]:
    """Show the current work on a single file, and its duration; steps inside add detail."""
    if not on_terminal(sys.stderr):
        yield
        return
    from pantin.base.steps import listen

    with _Bar(None, what, _waiting_columns) as bar, listen(lambda step: bar.advance(0, step)):
        yield


def _waiting_columns() -> list[ProgressColumn]:
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    return [
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TextColumn("{task.fields[step]}"),
        TimeElapsedColumn(),
    ]


def _counting_columns() -> list[ProgressColumn]:
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class RateColumn(ProgressColumn):
        """Steps per second, or seconds per step where that is more."""

        def render(self, task: Task) -> Text:
            return Text(describe_speed(task.speed))

    class StepColumn(ProgressColumn):
        """The current step, shortened so that the numbers fit: a path keeps its end."""

        def render(self, task: Task) -> Text:
            width = max(console(sys.stderr).width - BESIDE_THE_STEP, 0)
            return Text(shorten_left(task.fields["step"], width), no_wrap=True)

    return [
        TextColumn("{task.description}"),
        BarColumn(BAR_WIDTH),
        MofNCompleteColumn(),
        RateColumn(),
        TimeRemainingColumn(),
        StepColumn(),
    ]


BAR_WIDTH = 20
BESIDE_THE_STEP = 64
"""Characters of the bar and of the numbers beside it, where they are long."""


def shorten_left(text: str, width: int) -> str:
    """A text of so many characters at most, by its end."""
    if len(text) <= width:
        return text
    return f"…{text[len(text) - width + 1 :]}" if width > 1 else ""


def describe_speed(speed: float | None) -> str:
    """`12/s`, `1.5/s`, or `8.5 s each`."""
    if not speed:
        return ""
    if speed >= 10:
        return f"{speed:,.0f}/s"
    return f"{speed:.1f}/s" if speed >= 1 else f"{1 / speed:,.1f} s each"


@contextmanager
def frame_progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar for work that says itself how much there is: the value is called with (done, total)."""
    with ExitStack() as opened:
        advance: list[Callable[..., None]] = []

        def show(done: int, total: int) -> None:
            if not advance:
                advance.append(opened.enter_context(progress(total, what)))
            advance[0]()

        yield show
