"""Write the constraints of a rig into the nodes of its document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pantin.formats.gltf.edits import set_extension
from pantin.formats.gltf.ext.vrm_family import VERSION
from pantin.formats.gltf.ext.vrmc_node_constraint.lift import AXIS_MEMBERS
from pantin.formats.gltf.extension_names import NODE_CONSTRAINT as NAME
from pantin.report.pointer import pointer
from pantin.rig import Constraint, Rig

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document


def lower_rig(document: Document, rig: Rig) -> None:
    for constraint in rig.constraints:
        value = {"specVersion": VERSION, "constraint": {constraint.kind: constraint_json(constraint)}}
        set_extension(document, pointer("nodes", constraint.node), NAME, value)


def constraint_json(constraint: Constraint) -> dict[str, Any]:
    member = AXIS_MEMBERS[constraint.kind]
    axis = {} if member is None else {member: constraint.axis}
    # The specification has weights from 0 to 1, a rig any: beyond that they act like the bound.
    return {"source": constraint.source, **axis, "weight": min(max(float(constraint.weight), 0.0), 1.0)}
