"""`pantin inspect`: what is inside a file, as tables."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pantin.cli.batch_options import BatchOptions
from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.io import raise_refused, raise_unreadable, source_of
from pantin.cli.streams import console
from pantin.cli.verb_command import command_of, keywords_of, means_batch
from pantin.report.wording import printable
from pantin.verbs.inspect import VERB

if TYPE_CHECKING:
    from pantin.batch import Batch
    from pantin.verbs.inspect import Inspection


def inspect(
    files: Sequence[str], *, format: str, faces: bool, weights: bool, all: bool, **values: Any
) -> int:
    if not files:
        raise UsageError("FILES is missing: files and folders to show\nTry: pantin inspect --help")
    options = BatchOptions.take(values)
    keywords = keywords_of(VERB, values)
    shown = {"faces": faces, "weights": weights, "every": all}
    if not options.given and not means_batch(files, None):
        return inspect_one(files[0], format, shown, keywords)
    from pantin.cli.batch import make_batch, print_plan

    batch = make_batch(options, verb="inspect", sources=files, options=keywords)
    if options.dry_run:
        return print_plan(batch)
    return inspect_many(batch, format, shown)


def inspect_many(batch: Batch, format: str, shown: dict[str, bool]) -> int:
    """Print the tables of each file, or one JSON list of all."""
    import json

    from pantin.cli.batch import Summary, rows_with_progress

    summary, separator = Summary(), "["
    for row in rows_with_progress(batch, "inspecting", summary.fail):
        summary.add(row)
        if row.value is not None and format == "json":
            sys.stdout.write(f"{separator}\n{json.dumps(row.value.to_builtins())}")
            separator = ","
        elif row.value is not None:
            print_inspection(row.value, **shown)
    if format == "json":
        print("[]" if separator == "[" else "\n]")
    return summary.finish(batch)


def inspect_one(file: str, format: str, shown: dict[str, bool], keywords: dict[str, Any]) -> int:
    import pantin

    source, name = source_of(file)
    with raise_refused(name) if keywords.get("variants") else raise_unreadable(name):
        inspection = pantin.inspect(source, name=name, **keywords)
    if format == "json":
        import json

        print(json.dumps(inspection.to_builtins(), indent=2))
    elif inspection.readable:
        print_inspection(inspection, **shown)
    if not inspection.readable:
        raise UnreadableError(f"{name}: {inspection.faults[0]}")
    return Exit.FINDINGS if inspection.failed else Exit.CLEAN


def print_inspection(inspection: Inspection, *, faces: bool, weights: bool, every: bool) -> None:
    """Print every table that has a row; with `every`, all of its rows."""
    from pantin.cli.tables import print_faults, print_table

    out, summary = console(sys.stdout), inspection.summary
    out.print(f"{printable(inspection.path)}: {summary.headline()}")
    shown = {"": True, "faces": faces, "weights": weights}
    for table in summary.tables():
        if table.rows and shown[table.option]:
            out.print()
            print_table(table, out, every=every)
    for note in summary.notes():
        out.print(f"\n{note}")
    print_faults(summary.faults, out, every=every)
    if summary.rig is not None and summary.rig.springs is not None:
        from pantin.cli.trees import print_springs

        print_springs(summary.rig.springs, out, every=every)


COMMAND = command_of("inspect", VERB, inspect, whole=True)
