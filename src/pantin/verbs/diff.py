"""`diff`: what is different between two files, by what their rigs do."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

from pantin.base.limits import Limits
from pantin.formats.registry import Source
from pantin.operations.comparison import KINDS, Difference, Kind, compare
from pantin.report.catalogue import did_you_mean
from pantin.rig import Rig
from pantin.verbs.asset import Asset
from pantin.verbs.load import DEFAULT_LIMITS, load


def diff(
    a: Source | Asset | Rig,
    b: Source | Asset | Rig,
    *,
    tolerance: float | None = None,
    ignore: Collection[Kind] = (),
    limits: Limits = DEFAULT_LIMITS,
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
    if tolerance is not None and not (math.isfinite(tolerance) and tolerance >= 0):
        raise ValueError(f"tolerance must be a finite distance of at least 0, not {tolerance:g}")
    for kind in ignore:
        if kind not in KINDS:
            hint = did_you_mean(str(kind), KINDS)
            raise ValueError(f"there is no kind of difference {kind!r}; there are {', '.join(KINDS)}.{hint}")
    options: Any = {"limits": limits, "allow_outside": allow_outside}
    assets = [part if isinstance(part, Asset | Rig) else load(part, **options) for part in (a, b)]
    rigs = [asset if isinstance(asset, Rig) else asset.rig for asset in assets]
    # Where a format stores no names of clips, such as BVH, the rig has the name of the file instead.
    named = all(isinstance(asset, Rig) or asset.format.holds("clips.name") for asset in assets)
    return compare(rigs[0], rigs[1], tolerance, ignore, clip_names=named)
