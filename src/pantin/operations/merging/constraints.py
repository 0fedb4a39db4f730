"""Node constraints of a part, on bones that may have other axes in the body."""

from __future__ import annotations

import numpy as np

from pantin.base.records import replace
from pantin.maths import affine, quaternion
from pantin.operations.edit.rig_parts import RigParts
from pantin.operations.merging.facts import Dropped
from pantin.operations.merging.placement import Placement
from pantin.rig import Constraint, Doubles, Rig

SAME_AXES = 1e-6
"""How far axes may be apart to be the same: float32 rotations are rounded by some 6e-8 at each bone."""

AXES = "XYZ"


def add_constraints(parts: RigParts, part: Rig, placement: Placement) -> list[Dropped]:
    """Add the constraints of a part; of two on one node the body's stays. Returns those that cannot be
    kept."""
    dropped = []
    constrained = {constraint.node for constraint in parts.constraints}
    known = set(parts.constraints)
    for constraint in part.constraints:
        name = part.nodes.names[constraint.node] or constraint.node
        what = f"the {constraint.kind} constraint of node {name!r}"
        moved = _moved(constraint, placement)
        if moved in known:
            continue
        if placement[constraint.node] in constrained:
            dropped.append(Dropped(what, "the body has one there"))
        elif moved is None:
            dropped.append(Dropped(what, "the axes of its bones differ from those of the body"))
        else:
            constrained.add(moved.node)
            parts.constraints.append(moved)
    return dropped


def _moved(constraint: Constraint, placement: Placement) -> Constraint | None:
    """The constraint on its nodes in the merged rig, about the same axis in space; None where none of their
    own axes is that axis, or where it would turn the node in another way.

    With T and S, the rotations from the axes in the part to those in the merged rig, of the node and of the
    source: a rotation q of the source becomes S q S⁻¹, and the node needs T q T⁻¹.
    """
    turn, source_turn = _turn(placement, constraint.node), _turn(placement, constraint.source)
    axis = constraint.axis
    if constraint.kind == "rotation":
        kept = _are_same(turn, source_turn)
    else:
        axis = _turned_axis(str(axis), turn)
        wanted = turn @ _basis(constraint, placement, merged=False) @ source_turn.T
        aims = constraint.kind == "aim"
        kept = axis is not None and (aims or _are_same(_basis(constraint, placement, merged=True), wanted))
    if not kept:
        return None
    return replace(
        constraint, node=placement[constraint.node], source=placement[constraint.source], axis=axis
    )


def _turn(placement: Placement, node: int) -> Doubles:
    return _rotation(placement.offset(node))


def _rotation(matrix: Doubles) -> Doubles:
    return np.asarray(quaternion.to_matrix(affine.decompose(matrix).rotation))


def _basis(constraint: Constraint, placement: Placement, *, merged: bool) -> Doubles:
    """From the axes of the source to those of the node, through their parents (VRMC_node_constraint 1.0,
    "Roll Constraint")."""

    def local(node: int) -> Doubles:
        if not merged:
            return _rotation(placement.part.nodes.local[node])
        return _rotation(placement.local(placement[node]))

    return np.asarray(local(constraint.node).T @ local(constraint.source))


def _turned_axis(axis: str, turn: Doubles) -> str | None:
    """The word for an axis after a rotation; None where it is none of the three then."""
    sign = -1.0 if axis.startswith("Negative") else 1.0
    column = sign * turn[:, AXES.index(axis[-1])]
    largest = int(np.abs(column).argmax())
    if abs(column[largest]) < 1 - SAME_AXES:
        return None
    side = "Positive" if column[largest] > 0 else "Negative"
    return AXES[largest] if len(axis) == 1 else f"{side}{AXES[largest]}"


def _are_same(a: Doubles, b: Doubles) -> bool:
    return bool(np.abs(a - b).max() <= SAME_AXES)
