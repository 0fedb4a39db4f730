"""Tables on a terminal: cut when they are long, numbers to the right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table as Layout
from rich.text import Text

from pantin.formats.summary import Table
from pantin.report.wording import counted, printable

ROWS = 40
"""Longer tables are cut here, as what scrolls away is not read; `--all` shows all rows."""

NAMES = 8
"""Names shown in one cell."""


def print_table(table: Table, out: Console, *, every: bool = False) -> None:
    """Print a table, cut after `ROWS` rows with a note that says how many are left out."""
    shown = table.rows if every else table.rows[:ROWS]
    print_layout(layout(table._replace(rows=shown), every), out)
    print_rest(len(table.rows) - len(shown), out)


def print_layout(table: Layout, out: Console) -> None:
    """Print a table without the spaces that fill its last column."""
    for segments in out.render_lines(table, pad=False):
        line = Text.assemble(*((segment.text, segment.style or "") for segment in segments))
        line.rstrip()
        out.print(line, soft_wrap=True)


def print_rest(count: int, out: Console) -> None:
    """Print the note below a shortened table."""
    if count:
        out.print(f"… and {count:,} more; --all shows them")


def layout(table: Table, every: bool) -> Layout:
    """A table without lines, numbers to the right."""
    result = Layout(
        title=table.title, title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0)
    )
    for index, column in enumerate(table.columns):
        cells = [row[index] for row in table.rows if row[index] not in (None, "")]
        numeric = bool(cells) and all(isinstance(cell, int) for cell in cells)
        result.add_column(column, justify="right" if numeric else "left", header_style="dim", overflow="fold")
    for row in table.rows:
        result.add_row(*(format_cell(cell, every) for cell in row))
    return result


def format_cell(value: object, every: bool) -> str:
    if value is None:
        return "-"
    if isinstance(value, tuple):
        return printable(format_names(value, every=every))
    return f"{value:,}" if isinstance(value, int) else printable(str(value))


def print_faults(faults: Sequence[str], out: Console, *, every: bool = False) -> None:
    if faults:
        out.print(f"\n{counted(len(faults), 'thing')} could not be looked at; pantin check says more:")
        shown = faults if every else faults[:ROWS]
        for fault in shown:
            out.print(f"  {printable(fault)}", soft_wrap=True)
        print_rest(len(faults) - len(shown), out)


def format_names(names: Iterable[str], *, every: bool = False) -> str:
    """The names, cut after `NAMES` of them unless `every` one is wanted."""
    known = list(names)
    shown = known if every else known[:NAMES]
    more = len(known) - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more else "")
