"""A pose as the page starts with it: edits of nodes relative to the rest pose, and weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.base.errors import Unsupported
from pantin.maths import affine, quaternion
from pantin.report.wording import named
from pantin.rig.transform import has_shear
from pantin.viewer.page_data import effective_expressions

if TYPE_CHECKING:
    from pantin.rig import Doubles, Pose, Rig

SAME = 1e-9
"""Parts that differ by less are equal."""


def pose_data(rig: Rig, pose: Pose) -> dict[str, Any]:
    """The pose as viewer/src/page_data.ts declares it. Raises `Unsupported` for shear, and in 4D."""
    if rig.dimension != 3:
        raise Unsupported(
            "only models in three dimensions start in a pose: those in four are shown as slices"
        )
    rest = rig.rest_pose()
    moved = np.flatnonzero((np.abs(pose.local - rest.local) > SAME).any(axis=(1, 2))).tolist()
    expressions = rig.character.expressions if rig.character is not None else ()
    listed = effective_expressions(rig)
    expressed = {(bind.node, bind.shape) for index in pose.expressions for bind in expressions[index].morphs}
    weights = [
        (f"{instance.node}.{shape}", float(weights[shape]))
        for instance, weights, before in zip(rig.instances, pose.blend, rest.blend, strict=True)
        for shape in np.flatnonzero(np.abs(weights - before) > SAME).tolist()
        if (instance.node, shape) not in expressed
    ]
    return {
        "edits": [(node, _edit(rig, rest, pose, node)) for node in moved],
        "weights": weights,
        "expressions": [
            (listed.index(index), weight) for index, weight in pose.expressions.items() if index in listed
        ],
    }


def _edit(rig: Rig, rest: Pose, pose: Pose, node: int) -> dict[str, list[float]]:
    (before, turn, size), (after, turned, sized) = (_parts(rig, given, node) for given in (rest, pose))
    with np.errstate(all="ignore"):
        scale = np.where(size == 0, 1.0, sized / size)
    return {
        "rotation": quaternion.product(quaternion.conjugate(turn), turned).tolist(),
        "translation": (after - before).tolist(),
        "scale": scale.tolist(),
    }


def _parts(rig: Rig, pose: Pose, node: int) -> tuple[Doubles, Doubles, Doubles]:
    if not pose.general[node]:
        return pose.translations[node], pose.rotations[node], pose.scales[node]
    if has_shear(pose.local[node]):
        raise Unsupported(
            f"{named('node', node, rig.nodes.names[node])} has a matrix with shear in this pose; a page "
            "starts only with translations, rotations and scales"
        )
    return affine.decompose(pose.local[node])[:3]
