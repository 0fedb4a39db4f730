"""Detect where UsdSkel and a rig bend a mesh with dual quaternions differently. UsdSkel moves points by
geomBindTransform, blends the joints in skeleton space, and moves the result with the skeleton. A rig blends
the product of all three. The results agree for rotations, translations, mirrors and uniform scales; the
reader and the writer keep other transforms out of the product where they can."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from pantin.report import Finding, rule
from pantin.rig import Clip, Doubles, Node, Skin

EVEN = 1e-5
"""The largest difference between scale factors that count as equal: rounding of matrices in single
precision."""

SINGULAR = 1e-10
"""UsdSkel ignores a joint whose determinant (`GfMatrix4d::Factor`) is below this fraction of its bind
value."""


@rule("LOSS-USD_SKINNING", "warning", "{what}")
def bent_differently(parts: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    """Dual quaternion skinning gives other points than in UsdSkel.

    What: A mesh has dual quaternions, and the skeleton or a prim above it has shear or a scale that is not
    the same in all directions, its weights do not sum to 1, or a joint is scaled to 0.
    Why: UsdSkel blends joints in the space of the skeleton, a rig in the world; UsdSkel scales points by
    the sum of their weights where joints are scaled; and it leaves out joints without a size.
    Fix: Apply the scale to the skeleton and its meshes, normalise the weights, hide parts in another way; or
    use linear skinning.
    Source: UsdSkelSkinPoints, "dualQuaternion"; GfMatrix4d::Factor.
    """
    for path, what in parts:
        yield bent_differently.at(path, what=what)


def is_even(matrix: Doubles) -> bool:
    """Whether a (…, 3, 4) transform has uniform scale, possibly with a mirror."""
    linear = matrix[..., :3]
    gram = np.swapaxes(linear, -1, -2) @ linear
    square = np.trace(gram, axis1=-2, axis2=-1)[..., None, None] / 3
    return bool((np.abs(gram - square * np.eye(3)) <= EVEN * square).all())


def flattened_joints(skin: Skin, nodes: Sequence[Node], clips: Sequence[Clip]) -> list[int]:
    """The joints of a skin that the rest pose or a key scales to 0, directly or through an ancestor."""
    scales = [1.0 if node.scale is None else np.asarray(node.scale, np.float64) for node in nodes]
    sizes = [float(np.abs(np.prod(scale))) for scale in scales]
    flat = {index for index, size in enumerate(sizes) if size == 0}
    for clip in clips:
        for channel in clip.channels:
            if channel.property == "scale":
                keys = channel.values[:, 1] if channel.interpolation == "CUBICSPLINE" else channel.values
                if np.abs(np.prod(keys, axis=-1)).min() < SINGULAR * sizes[channel.node]:
                    flat.add(channel.node)
    return [joint for joint in sorted({*skin.joints.tolist()} - {-1}) if _is_below(joint, flat, nodes)]


def _is_below(node: int, ancestors: set[int], nodes: Sequence[Node]) -> bool:
    while node >= 0 and node not in ancestors:
        node = nodes[node].parent
    return node >= 0
