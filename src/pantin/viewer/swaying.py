"""Springs for a page: run along a clip of the model, or while it sways where it has none to drive them."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING

import numpy as np

from pantin.assets.asset import Asset
from pantin.assets.baking import bake_springs
from pantin.errors import PantinError
from pantin.formats.gltf.edits import append_clip
from pantin.maths import quaternion
from pantin.rig import Channel, Clip, Rig
from pantin.viewer.colliders import PROFILE

if TYPE_CHECKING:
    from collections.abc import Iterable

SECONDS = 4.0
RATE = 30
ANGLE = 22.0
"""Degrees to either side, within a second and a half: as a person turns to look around."""

SWAY_SECONDS = 3.0
"""The last second is for the springs to come to rest, so that the clip may be repeated."""


def baked_for_show(asset: Asset, clip: int | str | None) -> tuple[Asset, frozenset[int], tuple[str, ...]]:
    """The asset with a clip in which its springs move, the index of that clip, and why there is none."""
    rig = asset.rig
    if not rig.springs.springs:
        return asset, frozenset(), ()
    try:
        if clip is None and not rig.clips:
            return _swayed(asset)
        baked = bake_springs(asset, 0 if clip is None else clip, profile=PROFILE, strict=False)
    except (PantinError, ValueError) as error:
        return asset, frozenset(), (f"Springs are not shown: {error}",)
    return baked, frozenset({baked.clip}), ()


def _swayed(asset: Asset) -> tuple[Asset, frozenset[int], tuple[str, ...]]:
    clip = sway(asset.rig)
    if clip is None:
        baked = bake_springs(asset, None, seconds=SECONDS, profile=PROFILE, strict=False)
        return baked, frozenset({baked.clip}), ()
    document = asset.document.copy()
    append_clip(document, clip)
    swaying = Asset(asset.path, asset.format, document=document)
    baked = bake_springs(swaying, 0, profile=PROFILE, strict=False)
    # The motion that drove the springs is in the baked clip as well.
    baked.document.remove("/animations/0")
    return Asset(asset.path, asset.format, document=baked.document), frozenset({0}), ()


def sway(rig: Rig) -> Clip | None:
    """The trees that springs hang in, turned to and fro about y; None where their roots hold maps."""
    roots = _roots(rig, [joint.node for spring in rig.springs.springs for joint in spring.joints[:1]])
    if any(rig.nodes.general[root] for root in roots):
        return None
    times = np.arange(0, SECONDS + 0.5 / RATE, 1 / RATE)
    fade = np.clip((SWAY_SECONDS - times) / SWAY_SECONDS, 0, 1) ** 0.5
    half = np.radians(ANGLE / 2) * np.sin(2 * pi * times / 1.5) * fade
    turns = np.stack([0 * half, np.sin(half), 0 * half, np.cos(half)], axis=1)
    rest = rig.rest_pose().rotations
    channels = [
        Channel(root, "rotation", times, quaternion.product(turns, np.tile(rest[root], (len(turns), 1))))
        for root in roots
    ]
    return Clip(tuple(channels), "sway")


def _roots(rig: Rig, nodes: Iterable[int]) -> list[int]:
    found = set()
    for node in nodes:
        while rig.nodes.parents[node] >= 0:
            node = int(rig.nodes.parents[node])
        found.add(node)
    return sorted(found)
