"""Names of vertex groups in a document, omitted if equal to the names of bones."""

from __future__ import annotations

from collections.abc import Sequence

from pantin.formats.g4mf.document import Document
from pantin.formats.g4mf.model import Node, is_index
from pantin.formats.g4mf.rules.scope import Scope


def joint_names(nodes: Sequence[Node], skeleton: int) -> tuple[str, ...]:
    """The names of the bones of a skeleton's joints, slot by slot; empty for −1 and for bones without one."""
    return tuple(
        (nodes[joint].name or "") if joint is not None and is_index(joint, len(nodes)) else ""
        for joint in nodes[skeleton].joints
    )


def omit_inferable_names(document: Document) -> Document:
    """The document without group names that readers can infer from its only skeleton. G4MF skeleton, Group
    Names: allowed if exactly one skeleton uses the mesh and the names are identical."""
    scope = Scope(document)
    shorter = document.copy()
    for index, mesh in enumerate(scope.meshes):
        skeletons = scope.skeletons_of(index)
        if mesh.skin is None or len(skeletons) != 1 or not mesh.skin.group_names:
            continue
        if mesh.skin.group_names == joint_names(scope.nodes, skeletons[0]):
            shorter.remove(f"{mesh.skin.pointer}/groupNames")
    return shorter
