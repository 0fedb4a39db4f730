"""`diff`: differences between two files in the behaviour of their rigs."""

from __future__ import annotations

import math
from collections.abc import Collection
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments
from pantin.base.options import Argument, Option
from pantin.base.short_repr import short_value
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import ALLOW_OUTSIDE, RAW_WEIGHTS
from pantin.verbs.verb import Parameter, Verb

if TYPE_CHECKING:
    from pantin.base.limits import Limits
    from pantin.operations.comparison import Difference, Kind
    from pantin.rig import Rig
    from pantin.verbs.model import Model
    from pantin.verbs.slim import Slimmed

SLIM_SHARE = 5e-4
"""The error that the presets of `slim` allow for keys, numbers and triangles together, relative to the
size."""

SLIM_CHANGES = ("geometry", "binds", "weights")
"""Kinds of differences that slimming makes: the distance of the posed surfaces stands for them."""

ROUNDING = 1.001
"""A promise is a measured distance: other sample points may exceed it by this factor."""

REPORT_FILE = r".+\.json"

MOST = 20
"""Differences of one kind that the text output of the command lists."""


@check_arguments
@any_numbers
def diff(
    a: Model,
    b: Model,
    *,
    tolerance: float | None = None,
    ignore: Collection[Kind] = (),
    against_slim: bool | str | PathLike[str] | Slimmed = False,
    limits: Limits | None = None,
    allow_outside: bool = False,
) -> Difference:
    """Compare the posed geometry of two files, assets or rigs, of any format.

    Nodes, joints, weights, blend shapes, clips, materials, springs and constraints are matched by name, then
    by index, then by shape, and posed vertices are compared at rest and over every clip. Order, numbering,
    containers, signs of quaternions, redundant keys and unused data make no difference.

    tolerance  a distance in the unit of the first file; by default 1e-5 of the longest side of its rest
               bounding box
    ignore     kinds of differences to leave out
    against_slim
               the second is the first as `slim` made it, and equal if it does what was promised: posed
               surfaces at most as far apart as the result of `slim`, or the JSON file of its report, says;
               True: 0.05 % of the size, which its presets promise. Vertices are not compared one by one

    Raises what `load` raises.

    >>> pantin.diff("examples/arm.glb", "examples/arm.glb").equal
    True
    >>> rig = pantin.load("examples/arm.glb").rig
    >>> difference = pantin.diff(rig, rig.replace(clips=()))
    >>> print(difference)
    clips: clip 'bend' (0): only in the first file
    """
    from pantin.operations.comparison import KINDS, compare
    from pantin.report.catalogue import did_you_mean
    from pantin.rig import Rig
    from pantin.verbs.load import DEFAULT_LIMITS, load

    if against_slim is not False and tolerance is not None:
        raise ValueError("give tolerance or against_slim, not both")
    if tolerance is not None and not (math.isfinite(tolerance) and tolerance >= 0):
        raise ValueError(f"tolerance must be a finite distance of at least 0, not {tolerance:g}")
    for kind in ignore:
        if kind not in KINDS:
            hint = did_you_mean(str(kind), KINDS)
            raise ValueError(f"there is no kind of difference {kind!r}; there are {', '.join(KINDS)}.{hint}")
    options: Any = {"limits": limits or DEFAULT_LIMITS, "allow_outside": allow_outside}
    assets = [part if isinstance(part, Asset | Rig) else load(part, **options) for part in (a, b)]
    rigs = [asset if isinstance(asset, Rig) else asset.rig for asset in assets]
    # Where a format stores no names of clips, such as BVH, the rig has the name of the file instead.
    named = all(isinstance(asset, Rig) or asset.format.holds("clips.name") for asset in assets)
    if against_slim is not False:
        return _compare_slimmed(rigs[0], rigs[1], against_slim, ignore, named)
    return compare(rigs[0], rigs[1], tolerance, ignore, clip_names=named)


def _compare_slimmed(
    a: Rig, b: Rig, promised: bool | str | PathLike[str] | Slimmed, ignore: Collection[Kind], clip_names: bool
) -> Difference:
    """The differences between a slimmed rig and the promised bounds."""
    from pantin.operations.comparison import Change, Difference, compare
    from pantin.operations.comparison.vertices import VertexTable, longest_side
    from pantin.operations.slimming.promise import measure_apart

    if promised is True:
        tolerance = SLIM_SHARE * longest_side(VertexTable.from_rig(a).rest)
    else:
        tolerance = _promised_error(promised)
    difference = compare(a, b, tolerance, ignore, clip_names)
    measured = list(measure_apart(a, b)) if a.dimension == b.dimension == 3 else []
    if not measured:
        return difference
    changes = [
        change
        for change in difference.differences
        if change.kind not in SLIM_CHANGES and (change.kind != "clips" or change.error is None)
    ]
    for apart in measured:
        if apart.distance > tolerance * apart.slack * ROUNDING:
            kind: Kind = "clips" if apart.where.startswith("clip ") else "geometry"
            message = f"the surfaces are {apart.distance:.6g} apart"
            changes.append(Change(kind, apart.where, message, apart.distance))
    worst = max(apart.distance for apart in measured)
    return Difference(worst, tolerance, tuple(change for change in changes if change.kind not in ignore))


def _promised_error(promised: object) -> float:
    """The larger of the bound and of the posed error that a result of `slim`, or the file with its report,
    has. Raises `ValueError` for a file that is no such report, and `OSError` where it cannot be read."""
    from pantin.verbs.slim import Slimmed

    if isinstance(promised, Slimmed):
        return max(promised.bound, promised.posed_error)
    if not isinstance(promised, str | PathLike):
        raise TypeError(f"against_slim must be True, a file or a result of slim, not {short_value(promised)}")
    import json

    try:
        report = json.loads(Path(promised).read_text(encoding="utf-8"))
        numbers = [float(report[name]) for name in ("bound", "posed_error")]
    except (ValueError, TypeError, KeyError, RecursionError):
        numbers = [math.nan]
    if not all(math.isfinite(number) and number >= 0 for number in numbers):
        raise ValueError(f"{promised} is not a report of slim: pantin slim IN OUT --format json prints one")
    return max(numbers)


VERB = Verb(
    diff,
    Parameter(
        "tolerance",
        "Ignore distances below this, in the unit of the file. Without it: 1e-5 of the longest "
        "side of the rest bounding box.",
    ),
    Parameter(
        "ignore",
        "Kinds of differences to ignore, comma-separated: names,materials.",
        parser="A,B",
    ),
    Parameter(
        "against_slim",
        "Treat the second file as the output of pantin slim, and accept differences within the bounds of "
        "slim's JSON report; without a FILE: posed surfaces at most 0.05 % of the size apart.",
        pattern=REPORT_FILE,
    ),
    Option(
        "format",
        str,
        "Text, one JSON document, or GitHub annotations.",
        "text",
        choices=("text", "json", "github"),
        group="command",
    ),
    Option(
        "html",
        Path,
        "Write an HTML page with both models, coloured by distance; for folders, an index.",
        group="command",
    ),
    Option(
        "picture",
        Path,
        "Write an image of both models, coloured in the same way: .png or .webp.",
        group="command",
    ),
    Option("all", bool, f"List all differences, not only {MOST} of each kind.", False, group="command"),
    ALLOW_OUTSIDE,
    RAW_WEIGHTS,
    arguments=(
        Argument("a", "The first file, of any format, or folder; - is standard input.", suffixes="read"),
        Argument("b", "The second file, or folder.", suffixes="read"),
    ),
    notes="""Models are equal if they deform alike: in the rest pose, over every clip, and by all else that
    moves vertices. Order, numbering, containers, redundant keys and unused data make no difference.

    In two folders, files with the same relative path are compared; their suffixes may differ.

    The exit code is 0 if the models are equal, 1 if they differ or one is missing, and 3 if one cannot be
    read.""",
    examples="""
        pantin diff examples/arm.glb examples/arm.glb
        pantin diff examples/arm.glb examples/loose.glb --raw-weights --format json
        pantin diff examples/arm.glb examples/face.gltf --ignore names,materials
        pantin diff examples/arm.glb examples/face.gltf --html difference.html
        pantin diff examples/springs/ examples/vrm/ --html index.html
        pantin diff examples/arm.glb examples/loose.glb --against-slim
    """,
)
