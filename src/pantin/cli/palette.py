"""The colours of the command line: which style a span of a line has on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pantin.report.render import text

if TYPE_CHECKING:
    from rich.console import Console

    from pantin.report import Report

STYLES = {
    "location": "bold",
    "rule": "cyan",
    "source": "dim",
    "error": "bold red",
    "warning": "yellow",
    "info": "blue",
    "": "",
}


def coloured_lines(reports: Iterable[Report], listing: text.Listing, console: Console) -> Iterator[str]:
    """The lines of `text.render` with the terminal's escape sequences around their spans."""
    from rich.text import Text

    for report in reports:
        for spans in text.lines(report, listing):
            with console.capture() as captured:
                console.print(
                    Text.assemble(*((span.text, STYLES[span.style]) for span in spans)), soft_wrap=True
                )
            yield captured.get()
