"""Springs and node constraints as the page solves them while somebody poses the model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.kernels.spring_program import JOINT
from pantin.maths import quaternion
from pantin.rig.constraint_order import sort_constraints
from pantin.springs.chains import find_chains
from pantin.springs.compile import compile_program, unit_directions
from pantin.viewer.colliders import PROFILE

if TYPE_CHECKING:
    from pantin.rig import Rig


def spring_data(rig: Rig) -> list[dict[str, Any]]:
    """The bones of springs as viewer/src/page_data.ts declares them, in the order in which they move.

    Springs that cannot be simulated are not among them, nor are those with limits, which the page does not
    know: they stay as the clip has them.
    """
    settings = rig.springs
    chains = find_chains(rig)
    if not chains.bones:
        return []
    limited = {bone.spring for bone in chains.bones if bone.joint.limit is not None}
    operations = compile_program(rig, chains, PROFILE).ops.tolist()
    order = [index for kind, index in operations if kind == JOINT]
    rest = quaternion.normalize(rig.rest_pose().rotations)
    directions = unit_directions(np.array([bone.vector for bone in chains.bones]))
    data = []
    for index in order:
        bone = chains.bones[index]
        spring = settings.springs[bone.spring]
        if bone.spring in limited:
            continue
        with np.errstate(over="ignore"):
            gravity = np.asarray(bone.joint.gravity_dir, np.float64) * bone.joint.gravity_power
        data.append(
            {
                "node": bone.node,
                "center": spring.center,
                "vector": np.asarray(bone.vector).tolist(),
                "direction": directions[index].tolist(),
                "rest": rest[bone.node].tolist(),
                "stiffness": bone.joint.stiffness,
                "inertia": 1.0 - bone.joint.drag,
                "gravity": np.nan_to_num(gravity, posinf=0.0, neginf=0.0).tolist(),
                "radius": bone.joint.hit_radius,
                "colliders": [item for group in spring.groups for item in settings.groups[group].colliders],
            }
        )
    return data


def constraint_data(rig: Rig) -> list[dict[str, Any]]:
    """The node constraints in the order in which they are solved; none if they form a cycle."""
    order, cycle = sort_constraints(rig.constraints, rig.nodes.parents.tolist())
    if cycle:
        return []
    rest = quaternion.normalize(rig.rest_pose().rotations) if rig.constraints else np.zeros((0, 4))
    return [
        {
            "node": constraint.node,
            "kind": constraint.kind,
            "source": constraint.source,
            "axis": constraint.axis,
            "weight": min(max(constraint.weight, 0.0), 1.0),
            "rest": rest[constraint.node].tolist(),
            "sourceRest": rest[constraint.source].tolist(),
        }
        for constraint in (rig.constraints[index] for index in order)
    ]
