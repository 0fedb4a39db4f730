"""`pantin diff`: what is different between two models."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.base.options import Option
from pantin.cli.command import ALLOW_OUTSIDE, Argument, Command
from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import load_rig, refused

if TYPE_CHECKING:
    from pantin import Asset
    from pantin.operations.comparison import Difference

MOST = 20
"""Differences of one kind that text output lists."""


def diff(
    a: str,
    b: str,
    *,
    tolerance: float | None,
    ignore: str | None,
    format: str,
    all: bool,
    html: Path | None,
    picture: Path | None,
    allow_outside: bool,
) -> int:
    import pantin

    first, second = load_rig(a, allow_outside), load_rig(b, allow_outside)
    kinds = [word.strip() for word in (ignore or "").split(",") if word.strip()]
    try:
        difference = pantin.diff(first, second, tolerance=tolerance, ignore=kinds)  # type: ignore[arg-type]
    except ValueError as error:
        raise UsageError(str(error)) from None
    if format == "json":
        print(json.dumps(difference.to_builtins(), indent=2))
    elif format == "github":
        for change in difference.differences:
            print(f"::error file={b}::{change.kind}: {change.where}: {change.message}")
    else:
        sys.stdout.writelines(f"{line}\n" for line in text_lines(difference, a, b, None if all else MOST))
    for path, write in ((html, write_page), (picture, pantin.render_difference)):
        if path is not None:
            with refused(path):
                write(first, second, path)
    return Exit.FINDINGS if difference else Exit.CLEAN


def write_page(first: Asset, second: Asset, path: Path) -> None:
    """The page with both models, coloured by distances."""
    import pantin

    pantin.view(first, other=second, distances=True).save(path)


def text_lines(difference: Difference, a: str, b: str, most: int | None) -> list[str]:
    """What people read: differences by kind, then how far vertices are apart."""
    distance = f"posed vertices are at most {difference.max_error:.3g} apart"
    allowed = f"(tolerance {difference.tolerance:.3g})"
    if difference.equal:
        return [f"{a} and {b} are equal: {distance} {allowed}"]
    lines, kinds = [], {change.kind: 0 for change in difference.differences}
    for change in difference.differences:
        kinds[change.kind] += 1
        if most is None or kinds[change.kind] <= most:
            lines.append(str(change))
    hidden = len(difference.differences) - len(lines)
    if hidden:
        lines.append(f"and {hidden} more; --all lists them")
    counts = ", ".join(f"{count} of {kind}" for kind, count in kinds.items())
    return [*lines, f"{a} and {b} differ: {counts}; {distance} {allowed}"]


COMMAND = Command(
    "diff",
    diff,
    arguments=(
        Argument("a", "The first file, of any format; - is standard input.", suffixes="read"),
        Argument("b", "The second file.", suffixes="read"),
    ),
    options=(
        Option(
            "tolerance",
            float,
            "Distance in the unit of the file below which nothing counts. Without it: 1e-5 of the longest "
            "side of the rest bounding box.",
        ),
        Option(
            "ignore", str, "Kinds of differences to leave out, with commas between them: names,materials."
        ),
        Option(
            "format",
            str,
            "Text for people, one JSON document, or annotations for GitHub.",
            "text",
            choices=("text", "json", "github"),
        ),
        Option("html", Path, "Write a page with both models, coloured by how far each vertex is away."),
        Option("picture", Path, "Write a picture of both models, coloured in the same way: .png or .webp."),
        Option("all", bool, f"List all differences, not only {MOST} of each kind.", False),
        ALLOW_OUTSIDE,
    ),
    notes="""Models are compared by what they do: posed vertices at rest and over every clip, and what could
    move them otherwise. Order, numbering, containers, redundant keys and unused data make no difference.

    The exit code is 0 if the models are equal, and 1 if they differ.""",
    examples="""
        pantin diff examples/arm.glb examples/arm.glb
        pantin diff examples/arm.glb examples/loose.glb --format json
        pantin diff examples/arm.glb examples/loose.glb --ignore weights
        pantin diff examples/arm.glb examples/loose.glb --html difference.html
    """,
)
