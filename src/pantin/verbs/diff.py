"""`diff`: what is different between two files, by what their rigs do."""

from __future__ import annotations

import math
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base.options import Argument, Option
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import ALLOW_OUTSIDE, RAW_WEIGHTS
from pantin.verbs.verb import Parameter, Verb

if TYPE_CHECKING:
    from pantin.base.limits import Limits
    from pantin.operations.comparison import Difference, Kind
    from pantin.verbs.model import Model

MOST = 20
"""Differences of one kind that the text output of the command lists."""


def diff(
    a: Model,
    b: Model,
    *,
    tolerance: float | None = None,
    ignore: Collection[Kind] = (),
    limits: Limits | None = None,
    allow_outside: bool = False,
) -> Difference:
    """Compare two files, assets or rigs, of any format, by what they do.

    Nodes, joints, weights, blend shapes, clips, materials, springs and constraints are matched by name, then
    by index, then by shape, and posed vertices are compared at rest and over every clip. Order, numbering,
    containers, signs of quaternions, redundant keys and unused data make no difference.

    tolerance  a distance in the unit of the first file; by default 1e-5 of the longest side of its rest
               bounding box
    ignore     kinds of differences to leave out

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
    return compare(rigs[0], rigs[1], tolerance, ignore, clip_names=named)


VERB = Verb(
    diff,
    Parameter(
        "tolerance",
        "Distance in the unit of the file below which nothing counts. Without it: 1e-5 of the longest "
        "side of the rest bounding box.",
    ),
    Parameter(
        "ignore",
        "Kinds of differences to leave out, with commas between them: names,materials.",
        parser="A,B",
    ),
    Option(
        "format",
        str,
        "Text for people, one JSON document, or annotations for GitHub.",
        "text",
        choices=("text", "json", "github"),
        group="command",
    ),
    Option(
        "html",
        Path,
        "Write a page with both models, coloured by how far each vertex is away; of folders, an index.",
        group="command",
    ),
    Option(
        "picture",
        Path,
        "Write a picture of both models, coloured in the same way: .png or .webp.",
        group="command",
    ),
    Option("all", bool, f"List all differences, not only {MOST} of each kind.", False, group="command"),
    ALLOW_OUTSIDE,
    RAW_WEIGHTS,
    arguments=(
        Argument("a", "The first file, of any format, or folder; - is standard input.", suffixes="read"),
        Argument("b", "The second file, or folder.", suffixes="read"),
    ),
    notes="""Models are compared by what they do: posed vertices at rest and over every clip, and what could
    move them otherwise. Order, numbering, containers, redundant keys and unused data make no difference.

    Of two folders, files of the same relative path are compared, or of the same path but for the suffix.

    The exit code is 0 if the models are equal, 1 if they differ or one is missing, and 3 if one cannot be
    read.""",
    examples="""
        pantin diff examples/arm.glb examples/arm.glb
        pantin diff examples/arm.glb examples/loose.glb --raw-weights --format json
        pantin diff examples/arm.glb examples/face.gltf --ignore names,materials
        pantin diff examples/arm.glb examples/face.gltf --html difference.html
        pantin diff examples/springs/ examples/vrm/ --html index.html
    """,
)
