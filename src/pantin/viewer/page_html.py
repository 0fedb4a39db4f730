"""The HTML of the viewer page of an asset."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pantin.formats.lookup import index_of
from pantin.operations.comparison.distances import vertex_distances
from pantin.rig import Pose
from pantin.verbs.asset import Asset
from pantin.verbs.model import Model
from pantin.verbs.posed_clip import posed_clip
from pantin.verbs.posing import Posing, describe_pose, read_posing
from pantin.verbs.retarget import with_motion
from pantin.verbs.upright import upright
from pantin.viewer.page import build_page
from pantin.viewer.page_four import Planes


def page_html(
    asset: Asset,
    clip: int | str | None = None,
    *,
    other: Asset | None = None,
    time: float | None = None,
    pose: Pose | Path | None = None,
    changes: Mapping[str, Any] | None = None,
    motion: Model | None = None,
    distances: bool = False,
    live: int = 0,
    constraints: bool = True,
    rotate: Planes | None = None,
) -> str:
    """The page of an asset; the clip, of the motion if there is one, is a name, an index, or an index as a
    string. `changes` are those of the pose: members of `Posing`."""
    if motion is not None:
        asset = with_motion(asset, motion, clip)
        clip = len(asset.rig.clips) - 1
    asset = upright(asset)
    index = None if clip is None else index_of(clip, [known.name for known in asset.rig.clips], "clip")
    wanted = None
    changes = {name: value for name, value in (changes or {}).items() if value is not None}
    read_posing(asset, **changes)  # which refuses those that are no mappings
    changes = {name: value for name, value in changes.items() if value}
    if time is not None:
        wanted = describe_pose(asset, pose, clip=index, time=time, constraints=constraints, **changes)
        index = None
    elif pose is not None or changes:
        if index is not None and not isinstance(pose, Pose):
            asset = _with_posed_clip(asset, index, read_posing(asset, pose, constraints=False, **changes))
        else:
            wanted = describe_pose(asset, pose, constraints=constraints, **changes)
    far = None
    if distances:
        if other is None:
            raise ValueError("distances need a second model: give other")
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


def _with_posed_clip(asset: Asset, clip: int, posing: Posing) -> Asset:
    """A copy of an asset with a clip that is changed in every frame."""
    copy = asset._editable_copy()
    copy.replace_clip(clip, posed_clip(asset.rig, asset.rig.clips[clip], posing))
    return copy
