"""`pantin slim`: a smaller file, with a bound on how far any posed vertex moves."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pantin.base.options import Option
from pantin.cli.batch_options import SOURCES, writing_without
from pantin.cli.command import ALLOW_OUTSIDE, FORCE, Argument, Command, Many
from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import finish, load_rig, print_report, refused, require_target, save_asset
from pantin.cli.streams import STANDARD

if TYPE_CHECKING:
    from pantin.verbs.slim import Slimmed


def slim(
    source: str,
    target: str | None,
    *,
    skin_error: str | None,
    influences: int | None,
    quantize: bool,
    meshopt: bool,
    drop_unused_shapes: bool,
    keep: Sequence[str] | None,
    dry_run: bool,
    format: str,
    allow_outside: bool,
) -> int:
    import pantin
    from pantin.formats.registry import by_suffix

    if target is None and not dry_run:
        raise UsageError("TARGET is missing: the file to write; with --dry-run none is written")
    if target is not None:
        require_target(target)
    asset = load_rig(source, allow_outside)
    if target is not None and target != STANDARD and by_suffix(target) != asset.format:
        raise UsageError(f"slim writes the format that it reads: {target} is not {asset.format.name}")
    with refused(source, prefix=f"{source}: "):
        slimmed = pantin.slim(
            asset,
            skin_error=skin_error,
            influences=influences,
            quantize=quantize,
            meshopt=meshopt,
            drop_unused_shapes=drop_unused_shapes,
            keep=tuple(keep or ()),
        )
    # The model may be on its way through standard output.
    out = sys.stderr if target == STANDARD and not dry_run else sys.stdout
    if format == "json":
        print(json.dumps(slimmed.to_builtins(), indent=2), file=out)
    else:
        out.writelines(f"{line}\n" for line in text_lines(slimmed))
    if dry_run or target is None:
        from pantin.report import Report

        print_report(Report(slimmed.path, "glb", slimmed.findings))
        return Exit.CLEAN
    return finish(save_asset(slimmed, target))


def options_of_each(*, format: str, keep: Sequence[str] | None, **options: Any) -> dict[str, Any]:
    return options | {"keep": tuple(keep or ())}


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
    where = ""
    if slimmed.max_error:
        clip = f"clip {slimmed.clip!r} at {slimmed.time:.4g} s" if slimmed.clip is not None else "at rest"
        where = f": {clip}, {slimmed.vertex}"
    return [*lines, f"largest error: {slimmed.max_error:.3g} (bound {slimmed.bound:.3g}){where}"]


COMMAND = Command(
    "slim",
    slim,
    arguments=(
        SOURCES,
        Argument(
            "target",
            "The file to write, or the folder for many; - is standard output, as .glb.",
            required=False,
            suffixes="write",
        ),
    ),
    options=(
        Option(
            "skin_error",
            str,
            "How far a posed vertex may move: 0.1mm, 0.02cm, 0.001m, or a number in the unit of the file. 0: "
            "only what changes nothing. Without it: 6e-5 of the longest side of the rest bounding box.",
        ),
        Option("influences", int, "The most joints that move a vertex."),
        Option("quantize", bool, "Store positions, normals, weights and rotations as small integers.", False),
        Option("meshopt", bool, "Compress the data with meshoptimizer; needs the extra meshopt.", False),
        Option(
            "drop_unused_shapes",
            bool,
            "Drop morph targets that neither a clip nor an expression uses.",
            False,
        ),
        Option("keep", str, "The name of a node that stays, even if it moves nothing.", repeated=True),
        Option(
            "dry_run",
            bool,
            "Write nothing: print what would be saved, or of many files which would be written.",
            False,
        ),
        Option("format", str, "Text for people, or one JSON document.", "text", choices=("text", "json")),
        FORCE,
        ALLOW_OUTSIDE,
        *writing_without("dry_run"),
    ),
    notes="""At no time of any clip does a posed vertex move by more than the skin error: it is measured over
    every clip, ten times as densely as the keys stand. Objects are renumbered, except those that an extension
    which Pantin does not know could refer to.""",
    examples="""
        pantin slim examples/arm.glb arm-small.glb
        pantin slim examples/arm.glb arm-small.glb --skin-error 0.5mm --quantize
        pantin slim examples/arm.glb --dry-run --format json
        pantin slim examples/springs/ small/ -j 2 --report-file r.jsonl
    """,
    many=Many("slim", options_of_each, own=("dry_run",)),
)
