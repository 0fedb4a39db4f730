"""Node constraints lifted into the rig; a broken one is skipped with a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pantin.formats.gltf.ext.character_parts import Broken
from pantin.formats.gltf.extension_names import NODE_CONSTRAINT as NAME
from pantin.formats.gltf.json_values import Object, as_index, as_list, as_object, number, understood
from pantin.formats.members.faults import shown
from pantin.rig import Constraint
from pantin.rig.builder_character import AXES

if TYPE_CHECKING:
    from pantin.formats.gltf.lift.source import Draft, Place, Source

AXIS_MEMBERS: dict[str, str | None] = {"roll": "rollAxis", "aim": "aimAxis", "rotation": None}


def lift(source: Source, draft: Draft) -> None:
    """Give the draft the constraints of its nodes."""
    tree = understood(source.document.tree, source.model)
    for index, node in enumerate(as_list(tree.get("nodes"))):
        extensions = as_object(as_object(node).get("extensions"))
        if NAME in extensions:
            place: Place = ("nodes", index, "extensions", NAME)
            try:
                body = as_object(as_object(extensions[NAME]).get("constraint"))
                draft.constraints.append(_constraint(source, body, index, len(draft.nodes), place))
            except Broken as fault:
                source.skip(place, f"the constraint of {source.named('node', index)}", str(fault))


def _constraint(source: Source, bodies: Object, node: int, count: int, place: Place) -> Constraint:
    kinds: list[Any] = [kind for kind in AXIS_MEMBERS if kind in bodies]
    if len(kinds) != 1:
        raise Broken(
            "it has several of roll, aim and rotation" if kinds else "it is not roll, aim or rotation"
        )
    kind = kinds[0]
    body, member = as_object(bodies[kind]), AXIS_MEMBERS[kind]
    follows = as_index(body.get("source"), count)
    if follows is None:
        raise Broken("its source does not exist")
    axis: Any = body.get(member) if member else None
    if axis not in AXES[kind]:
        raise Broken(f"its {member} is {shown(axis)}")
    weight = number(body.get("weight", 1.0))
    if weight is None:
        raise Broken(f"its weight is {shown(body.get('weight'))}")
    if not 0 <= weight <= 1:
        used = min(max(weight, 0.0), 1.0)
        where = (*place, "constraint", kind, "weight")
        source.skip(where, f"the weight {weight:g} of a constraint", f"expected 0 to 1; {used:g} is used")
        weight = used
    return Constraint(node, kind, follows, axis, weight)
