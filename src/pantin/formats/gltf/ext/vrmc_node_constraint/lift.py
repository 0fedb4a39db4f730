"""Lift node constraints into the rig; broken ones are skipped with a finding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pantin.formats.gltf.ext.character_parts import Broken
from pantin.formats.gltf.ext.vrmc_node_constraint.schema import Kinds, NodeConstraint
from pantin.formats.gltf.extension_names import NODE_CONSTRAINT as NAME
from pantin.formats.gltf.json_values import number
from pantin.formats.members.faults import shown
from pantin.rig import Constraint
from pantin.rig.builder_character import AXES

if TYPE_CHECKING:
    from pantin.formats.gltf.lift.source import Draft, Source
    from pantin.formats.members.faults import Fault
    from pantin.report.pointer import JsonPath

AXIS_MEMBERS: dict[str, str | None] = {"roll": "rollAxis", "aim": "aimAxis", "rotation": None}


def lift(source: Source, draft: Draft) -> None:
    """Set the constraints of the draft's nodes."""
    extended = source.extended(NAME)
    faults = {fault.path: fault for fault in extended.faults if fault.kind != "missing"}
    whole = {path: NodeConstraint(spec_version=None, constraint=None) for path in faults if path[-1] == NAME}
    for path, constraint in sorted({**whole, **dict(extended.objects_of(NAME))}.items()):
        node = int(path[1])
        try:
            draft.constraints.append(_constraint(source, constraint, node, path, faults))
        except Broken as fault:
            source.skip(path, f"the constraint of {source.named('node', node)}", str(fault))


def _constraint(
    source: Source, constraint: NodeConstraint, node: int, path: JsonPath, faults: dict[JsonPath, Fault]
) -> Constraint:
    bodies, path = constraint.constraint or Kinds(), (*path, "constraint")
    stated: list[Any] = stated_kinds(bodies, path, faults)
    if len(stated) != 1:
        raise Broken(
            "it has several of roll, aim and rotation" if stated else "it is not roll, aim or rotation"
        )
    kind, member = stated[0], AXIS_MEMBERS[stated[0]]
    body, path = getattr(bodies, kind), (*path, kind)
    follows = body.source if body is not None else None
    if follows is None or not 0 <= follows < len(source.model.nodes):
        raise Broken("its source does not exist")
    axis = None if kind == "rotation" else body.roll_axis if kind == "roll" else body.aim_axis
    if axis not in AXES[kind]:
        broken = faults.get((*path, member or ""))
        raise Broken(f"its {member} is {shown(broken.value if broken else None)}")
    return Constraint(node, kind, follows, axis, _weight(source, body.weight, (*path, "weight"), faults))


def stated_kinds(bodies: Kinds, path: JsonPath, faults: Mapping[JsonPath, Fault]) -> list[str]:
    """The kinds of the constraint at a path, valid or not."""
    return [kind for kind in AXIS_MEMBERS if getattr(bodies, kind) is not None or (*path, kind) in faults]


def _weight(source: Source, stated: float | None, path: JsonPath, faults: dict[JsonPath, Fault]) -> float:
    """The weight of a constraint, clamped to its range."""
    fault = faults.get(path)
    if fault is None:
        return 1.0 if stated is None else stated
    weight = number(fault.value)
    if weight is None:
        raise Broken(f"its weight is {shown(fault.value)}")
    used = min(max(weight, 0.0), 1.0)
    source.skip(path, f"the weight {weight:g} of a constraint", f"expected 0 to 1; {used:g} is used")
    return used
