"""A progress bar on standard error while a person watches, and nothing in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from pantin.cli.streams import console, on_terminal

FEW = 4
"""Up to this many steps the bar would be gone before it is read."""


@contextmanager
def progress(total: int | None, what: str) -> Iterator[Callable[..., None]]:
    """Show how many of `total` steps are done, or that work goes on where nobody knows how many there are.

    The value is to be called after each step, or with the number of those done since the last call.
    While the bar stands, lines printed to a terminal appear above it; a pipe gets them as ever.
    """
    if (total is not None and total <= FEW) or not on_terminal(sys.stderr):
        yield lambda count=1: None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class RateColumn(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text("" if task.speed is None else f"{task.speed:,.0f}/s")

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        RateColumn(),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=console(sys.stderr), transient=True, redirect_stdout=on_terminal(sys.stdout)
    ) as bar:
        task = bar.add_task(what, total=total)
        yield lambda count=1: bar.advance(task, count)


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
