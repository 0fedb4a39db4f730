"""The HTML of the viewer page of an asset."""

from __future__ import annotations

from pathlib import Path

from pantin.formats.lookup import index_of
from pantin.operations.comparison.distances import vertex_distances
from pantin.rig import Pose
from pantin.verbs.asset import Asset
from pantin.verbs.model import Model
from pantin.verbs.posing import describe_pose
from pantin.verbs.retarget import with_motion
from pantin.verbs.upright import upright
from pantin.viewer.page import build_page
from pantin.viewer.page_four import Planes

Clip = int | str | None


def page_html(
    asset: Asset,
    clip: Clip = None,
    *,
    other: Asset | None = None,
    pose: Pose | Path | None = None,
    motion: Model | None = None,
    distances: bool = False,
    live: int = 0,
    constraints: bool = True,
    rotate: Planes | None = None,
) -> str:
    """The page of an asset; the clip, of the motion if there is one, is a name, an index, or an index as a
    string."""
    if motion is not None:
        asset = with_motion(asset, motion, clip)
        clip = len(asset.rig.clips) - 1
    asset = upright(asset)
    index = None if clip is None else index_of(clip, [known.name for known in asset.rig.clips], "clip")
    wanted = None if pose is None else describe_pose(asset.rig, pose, constraints=constraints)
    far = None
    if distances:
        if other is None:
            raise ValueError("distances are those between two models: give other")
        far = vertex_distances(asset.rig, other.rig)
    return build_page(
        asset,
        index,
        other=other,
        pose=wanted,
        live=live,
        constraints=constraints,
        distances=far,
        is_borrowed=motion is not None,
        rotate=rotate,
    )
