"""`pantin slim`: the table of what is saved; all else derives from the verb."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pantin.cli.exit import UsageError
from pantin.cli.io import raise_refused, require_target, source_of
from pantin.cli.streams import STANDARD
from pantin.cli.verb_command import command_of, keywords_of, print_done, run_one
from pantin.verbs.slim import VERB

if TYPE_CHECKING:
    from pantin.verbs.slim import Slimmed
    from pantin.verbs.verb import Done


def slim(source: str, target: str | None, *, dry_run: bool, format: str, **values: Any) -> int:
    if target is None and not dry_run:
        raise UsageError("TARGET is missing: the file to write; with --dry-run none is written")
    keywords = keywords_of(VERB, values)
    if target is None or dry_run:
        done = measure(source, target, keywords)
    else:
        done = run_one(VERB, source, target, keywords)
    # The model may be on its way through standard output.
    out = sys.stderr if target == STANDARD and not dry_run else sys.stdout
    if format == "json":
        import json

        print(json.dumps(done.value.to_builtins(), indent=2), file=out)
    else:
        out.writelines(f"{line}\n" for line in text_lines(done.value))
    return print_done(done)


def measure(source: str, target: str | None, keywords: Mapping[str, Any]) -> Done:
    """What slimming saves, without writing the target. Raises `UsageError` for one that cannot be written."""
    from pantin.verbs.verb import Files

    target = "" if target is None or target == STANDARD else target
    if target:
        require_target(target)
    data, name = source_of(source)
    with raise_refused(name, named=True):
        return VERB.each(Files(data, name, target), dry_run=True, **keywords)


def text_lines(slimmed: Slimmed) -> list[str]:
    """The steps that save something or were not made, the whole, and the measured error."""
    rows = [("step", "bytes saved", "keys saved")]
    steps = [step for step in slimmed.steps if step.bytes_saved or step.keys_saved or step.note]
    rows += [(step.title, f"{step.bytes_saved:,}", f"{step.keys_saved:,}") for step in steps]
    bytes_saved = slimmed.bytes_before - slimmed.bytes_after
    rows.append(("all", f"{bytes_saved:,}", f"{slimmed.keys_before - slimmed.keys_after:,}"))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [f"{name:{widths[0]}}  {size:>{widths[1]}}  {keys:>{widths[2]}}" for name, size, keys in rows]
    lines.append(f"bytes: {slimmed.bytes_before:,} -> {slimmed.bytes_after:,}")
    lines.append(f"keys: {slimmed.keys_before:,} -> {slimmed.keys_after:,}")
    if slimmed.triangles_after != slimmed.triangles_before:
        lines.append(f"triangles: {slimmed.triangles_before:,} -> {slimmed.triangles_after:,}")
        lines.append(f"largest posed error: {slimmed.posed_error:.3g}")
    where = ""
    if slimmed.max_error:
        clip = f"clip {slimmed.clip!r} at {slimmed.time:.4g} s" if slimmed.clip is not None else "at rest"
        where = f": {clip}, {slimmed.vertex}"
    return [*lines, f"largest error: {slimmed.max_error:.3g} (bound {slimmed.bound:.3g}){where}"]


COMMAND = command_of("slim", VERB, slim)
