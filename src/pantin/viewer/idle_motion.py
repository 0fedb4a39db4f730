"""Springs for a page: simulated along a clip of the model or, without clips, along an idle sway."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING

import numpy as np

from pantin.base.errors import PantinError
from pantin.formats.gltf.edits import append_clip
from pantin.formats.lookup import index_of
from pantin.maths import quaternion
from pantin.rig import Channel, Clip, Rig
from pantin.verbs.asset import Asset
from pantin.verbs.bake import bake_springs
from pantin.verbs.baked_clip import OUT_FPS, is_baked
from pantin.viewer.colliders import PROFILE

if TYPE_CHECKING:
    from collections.abc import Iterable

SECONDS = 4.0
RATE = 30
ANGLE = 22.0
"""Degrees to either side within 1.5 s: like a person who looks around."""

SWAY_SECONDS = 3.0
"""Then the springs have a second to come to rest, so that the clip can loop."""


def bake_for_page(
    asset: Asset, clip: int | str | None, *, constraints: bool = True
) -> tuple[Asset, frozenset[int], tuple[str, ...]]:
    """The asset with a clip in which its springs move and its constraints hold, the index of that clip, and
    notes. A clip that is baked already is used as it is."""
    rig = asset.rig
    constrained = constraints and bool(rig.constraints) and bool(rig.clips)
    if not rig.springs.springs and not constrained:
        return asset, frozenset(), ()
    try:
        if clip is None and not rig.clips:
            return _bake_sway(asset, constraints)
        chosen = (
            _first_clip(rig) if clip is None else index_of(clip, [known.name for known in rig.clips], "clip")
        )
        if is_baked(rig.clips[chosen]):
            return asset, frozenset({chosen}), ()
        baked = bake_springs(
            asset, chosen, profile=PROFILE, out_fps=OUT_FPS, strict=False, constraints=constraints
        )
    except (PantinError, ValueError) as error:
        return asset, frozenset(), (f"Springs are not shown: {error}",)
    return baked, frozenset({baked.clip}), ()


def _first_clip(rig: Rig) -> int:
    """The first clip that is baked, else the first."""
    return next((index for index, clip in enumerate(rig.clips) if is_baked(clip)), 0)


def _bake_sway(asset: Asset, constraints: bool) -> tuple[Asset, frozenset[int], tuple[str, ...]]:
    clip = sway_clip(asset.rig)
    if clip is None:
        baked = bake_springs(
            asset,
            None,
            seconds=SECONDS,
            profile=PROFILE,
            out_fps=OUT_FPS,
            strict=False,
            constraints=constraints,
        )
        return baked, frozenset({baked.clip}), ()
    document = asset.document.copy()
    append_clip(document, clip)
    with_sway = Asset(asset.path, asset.format, document=document)
    baked = bake_springs(
        with_sway, 0, profile=PROFILE, out_fps=OUT_FPS, strict=False, constraints=constraints
    )
    # The baked clip contains the sway too.
    baked.document.remove("/animations/0")
    return Asset(asset.path, asset.format, document=baked.document), frozenset({0}), ()


def sway_clip(rig: Rig) -> Clip | None:
    """The root nodes of all springs, rotated back and forth about y; None where a root has a matrix that is
    not translation, rotation and scale."""
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
    roots = set()
    for node in nodes:
        while rig.nodes.parents[node] >= 0:
            node = int(rig.nodes.parents[node])
        roots.add(node)
    return sorted(roots)
