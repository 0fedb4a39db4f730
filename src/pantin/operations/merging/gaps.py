"""Nodes between the joints of a skin that are no joints of it: engines that build a skeleton from the list of
joints lose their transforms."""

from __future__ import annotations

from collections.abc import Sequence

from pantin.maths import affine
from pantin.rig import Doubles


def find_gaps(parents: Sequence[int], joints: Sequence[int]) -> dict[int, int]:
    """The nodes with a joint above and a joint below, each with that joint below."""
    inside, outside = set(joints), set[int]()
    gaps: dict[int, int] = {}
    for joint in joints:
        path, node = list[int](), parents[joint] if joint >= 0 else -1
        while node >= 0 and node not in inside and node not in outside:
            path.append(node)
            node = parents[node]
        if node < 0 or node in outside:
            outside.update(path)
        else:
            inside.update(path)
            gaps |= dict.fromkeys(path, joint)
    return gaps


def bind_like(rest: Doubles, joint_rest: Doubles, joint_bind: Doubles) -> Doubles | None:
    """The inverse bind matrix of a node that moves a mesh at rest to where a joint moves it; None where the
    node has a scale of 0."""
    inverse, singular = affine.invert(rest)
    if bool(singular):
        return None
    return affine.multiply(inverse, affine.multiply(joint_rest, joint_bind))
