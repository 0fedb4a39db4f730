"""A progress bar on standard error while a person watches, and nothing in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pantin.cli.streams import console, on_terminal

FEW = 4
"""Up to this many files the bar would be gone before it is read."""


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[], None]]:
    """Show how many of `total` steps are done; the value is to be called after each.

    While the bar stands, lines printed to a terminal appear above it; a pipe gets them as ever.
    """
    if total <= FEW or not on_terminal(sys.stderr):
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console(sys.stderr), transient=True, redirect_stdout=on_terminal(sys.stdout)
    ) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)
