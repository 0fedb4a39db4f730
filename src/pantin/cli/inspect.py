"""`pantin inspect`: the contents of a file as tables."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pantin.cli.batch_options import BatchOptions
from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.io import raise_refused, raise_unreadable, source_of
from pantin.cli.streams import console
from pantin.cli.verb_command import command_of, keywords_of, means_batch
from pantin.report.wording import printable
from pantin.verbs.inspect import VERB

if TYPE_CHECKING:
    from rich.console import Console

    from pantin.batch import Batch
    from pantin.formats.summary import Overview, Summary
    from pantin.verbs.inspect import Inspection


def inspect(
    files: Sequence[str],
    *,
    format: str,
    faces: bool,
    weights: bool,
    all: bool,
    section: tuple[str, ...],
    sort: str | None,
    **values: Any,
) -> int:
    if not files:
        raise UsageError("FILES is missing: files and folders to show\nTry: pantin inspect --help")
    options = BatchOptions.take(values)
    keywords = keywords_of(VERB, values)
    sections = tuple(name.strip() for words in section for name in words.split(",") if name.strip())
    shown = Shown(faces, weights, all, sections)
    sort = next((column for column, heading in HEADINGS.items() if heading == sort), sort)
    if sort is not None and sort not in COLUMNS:
        known = ", ".join(HEADINGS.get(column, column) for column in COLUMNS)
        raise UsageError(f"--sort must be one of {known}, not {sort!r}")
    if not options.are_set and format != "csv" and not means_batch(files, None):
        return inspect_one(files[0], format, shown, keywords)
    from pantin.cli.batch import make_batch, print_plan

    batch = make_batch(options, verb="inspect", sources=files, options=keywords)
    if options.dry_run:
        return print_plan(batch)
    return inspect_many(batch, format, shown, sort)


class Shown(NamedTuple):
    """The printed part of a file: the tables of these names, or with `every` all tables with all rows."""

    faces: bool = False
    weights: bool = False
    every: bool = False
    sections: tuple[str, ...] = ()

    @property
    def tables(self) -> bool:
        """Whether tables are asked for."""
        return self.every or bool(self.sections)


def inspect_many(batch: Batch, format: str, shown: Shown, sort: str | None) -> int:
    """Print a table with a row for each file, also as CSV; the tables of each file, if they are asked for; or
    one JSON list of all."""
    import json

    from pantin.cli.batch import BatchTotals, rows_with_progress

    summary, separator = BatchTotals(), "["
    overviews: list[tuple[str, Overview]] = []
    for row in rows_with_progress(batch, "inspecting", summary.fail):
        summary.add(row)
        if row.value is None:
            continue
        if format == "json":
            sys.stdout.write(f"{separator}\n{json.dumps(row.value.to_builtins())}")
            separator = ","
        elif format == "text" and (shown.tables or shown.faces or shown.weights):
            print_inspection(row.value, shown)
        else:
            overviews.append((row.value.path, row.value.summary.overview()))
    if format == "json":
        print("[]" if separator == "[" else "\n]")
    elif overviews or format == "csv":
        print_overviews(sorted_by(overviews, sort), format)
    return summary.finish(batch)


COLUMNS = (
    *("path", "kind", "bytes", "triangles", "nodes", "joints", "materials", "texture_bytes"),
    *("clips", "seconds", "expressions", "springs", "title", "author", "license"),
)
"""The columns of the table of a folder, by which it can be sorted."""

HEADINGS = {"path": "file", "bytes": "size", "texture_bytes": "textures", "license": "licence"}
UNSHOWN = ("nodes", "seconds", "title")
"""Columns that the table for people has no room for."""


def sorted_by(rows: list[tuple[str, Overview]], column: str | None) -> list[tuple[str, Overview]]:
    """Rows sorted by a column: strings from A to Z, numbers from the largest; unknown values last."""
    if column is None:
        return rows

    def key(row: tuple[str, Overview]) -> tuple[bool, Any]:
        value = row[0] if column == "path" else getattr(row[1], column)
        return value is None, -value if isinstance(value, int | float) else (value or "")

    known = [row for row in rows if not key(row)[0]]
    return sorted(known, key=key) + [row for row in rows if key(row)[0]]


def print_overviews(rows: list[tuple[str, Overview]], format: str) -> None:
    """The table of a folder: as CSV with all columns and plain numbers, or for people."""
    if format == "csv":
        import csv

        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(COLUMNS)
        for path, row in rows:
            writer.writerow((path, *(getattr(row, name) for name in COLUMNS[1:])))
        return
    from pantin.cli.tables import layout, print_layout
    from pantin.formats.summary import Table
    from pantin.report.wording import format_size

    def cell(row: Overview, name: str) -> object:
        value = getattr(row, name)
        return format_size(value) if name.endswith("bytes") and value else value

    out = console(sys.stdout)
    columns: dict[str, list[Any]] = {"path": [path for path, _ in rows]}
    columns |= {
        name: [shortened(cell(row, name)) for _, row in rows] for name in COLUMNS[1:] if name not in UNSHOWN
    }
    left_out = fit_columns(columns, out.width)
    table = Table(
        "", [HEADINGS.get(name, name) for name in columns], list(zip(*columns.values(), strict=True))
    )
    print_layout(layout(table, every=True), out)
    if left_out:
        names = ", ".join(HEADINGS.get(name, name) for name in left_out)
        out.print(f"a wider terminal shows {names}; --format csv has everything")


def fit_columns(columns: dict[str, list[Any]], width: int) -> list[str]:
    """Drop columns until a row fits on a line: empty ones first, then the others in the order of `LEAST`.
    Then paths lose their beginning. Returns the names of the dropped columns."""
    from pantin.cli.progress import shorten_left
    from pantin.cli.tables import format_cell

    def taken(name: str) -> int:
        heading = HEADINGS.get(name, name)
        return max(len(heading), *(len(format_cell(cell, every=True)) for cell in columns[name])) + 2

    left_out: list[str] = []
    least = [name for name in columns if not any(columns[name])] + list(LEAST)
    for name in dict.fromkeys(least):
        beside = sum(taken(other) for other in columns if other != "path")
        if name not in columns or beside + min(taken("path"), NARROWEST_PATH) <= width:
            continue
        empty = not any(columns.pop(name))
        left_out += [] if empty else [name]
    room = width - sum(taken(other) for other in columns if other != "path") - 2
    columns["path"] = [shorten_left(path, max(room, NARROWEST_PATH)) for path in columns["path"]]
    return left_out


LEAST = (
    *("license", "texture_bytes", "author", "materials", "expressions", "springs", "clips"),
    *("kind", "joints", "bytes"),
)
"""The columns of the table of a folder that are left out on a narrow terminal, from the first on."""
NARROWEST_PATH = 28


def shortened(value: object) -> object:
    """A text that leaves room for the other columns: addresses of licences may have hundreds of
    characters."""
    return value[: WIDEST - 1] + "…" if isinstance(value, str) and len(value) > WIDEST else value


WIDEST = 32


def inspect_one(file: str, format: str, shown: Shown, keywords: dict[str, Any]) -> int:
    import pantin

    source, name = source_of(file)
    with raise_refused(name) if keywords.get("variants") else raise_unreadable(name):
        inspection = pantin.inspect(source, name=name, **keywords)
    if format == "json":
        import json

        print(json.dumps(inspection.to_builtins(), indent=2))
    elif inspection.readable:
        require_sections(inspection, shown.sections)
        print_inspection(inspection, shown)
    if not inspection.readable:
        raise UnreadableError(f"{name}: {inspection.faults[0]}")
    return Exit.FINDINGS if inspection.failed else Exit.CLEAN


def require_sections(inspection: Inspection, sections: Sequence[str]) -> None:
    """Raise `UsageError` for a section that the file does not have."""
    known = section_names(inspection.summary)
    unknown = next((name for name in sections if name not in known), None)
    if unknown is not None:
        raise UsageError(f"{inspection.path} has no section {unknown!r}: it has {', '.join(known)}")


def section_names(summary: Summary) -> list[str]:
    """The tables that a file has rows for."""
    known = [table.title for table in summary.tables() if table.rows and not table.option]
    return known + ([SPRINGS] if summary.rig is not None and summary.rig.springs is not None else [])


def print_inspection(inspection: Inspection, shown: Shown) -> None:
    """Print what matters and the tree of nodes, or the tables that are asked for."""
    from pantin.cli.tables import print_faults

    out, summary = console(sys.stdout), inspection.summary
    out.print(f"{printable(inspection.path)}: {summary.headline()}")
    facts = list(summary.facts())
    if facts and not shown.sections:
        print_facts(facts, out)
        if not shown.every:
            print_tree(summary.tree(), section_names(summary), out)
    print_tables(summary, shown, out, general=shown.tables or not facts)
    for note in summary.notes() if not shown.sections else ():
        out.print(f"\n{note}")
    if not shown.sections:
        print_faults(summary.faults, out, every=shown.every)
    springs = None if summary.rig is None else summary.rig.springs
    if springs is not None and (shown.every or SPRINGS in shown.sections or not facts):
        from pantin.cli.trees import print_springs

        print_springs(springs, out, every=shown.every)


SPRINGS = "springs"


def print_tables(summary: Summary, shown: Shown, out: Console, *, general: bool) -> None:
    """Print every table that has a row and is wanted, `general` ones or those of an option; with `every`, all
    of its rows."""
    from pantin.cli.tables import print_table

    options = {"": general, "always": True, "faces": shown.faces, "weights": shown.weights}
    for table in summary.tables():
        wanted = table.title in shown.sections if shown.sections else options[table.option]
        if table.rows and wanted:
            out.print()
            print_table(table, out, every=shown.every)


def print_facts(facts: Sequence[tuple[str, str]], out: Console) -> None:
    """A line for each fact, with its name."""
    width = max(len(name) for name, _ in facts)
    for name, words in facts:
        out.print(f"  {name:<{width}}  {printable(words)}", soft_wrap=True)


def print_tree(nodes: Sequence[tuple[str, int | None]], sections: Sequence[str], out: Console) -> None:
    """The nodes below each other, cut after `ROWS` lines; and how the tables of these names are shown."""
    from pantin.cli.tables import ROWS
    from pantin.cli.trees import print_nodes

    if nodes:
        out.print()
        print_nodes(nodes, out, ROWS)
    if sections:
        out.print(f"\ntables, with --all or --section NAME: {', '.join(sections)}")


COMMAND = command_of("inspect", VERB, inspect, whole=True)
