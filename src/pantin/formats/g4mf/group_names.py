"""Names of vertex groups in a document: inferred from bones, and left out where they can be."""

from __future__ import annotations

from pantin.formats.g4mf.document import Document
from pantin.formats.g4mf.hierarchy import Hierarchy
from pantin.formats.g4mf.model import read_model
from pantin.formats.g4mf.rules.scope import Scope, is_index


def joint_names(document: Document, skeleton: int) -> tuple[str, ...]:
    """The names of the bones of a skeleton's joints, slot by slot; empty for −1 and for bones without one."""
    nodes = read_model(document.tree).nodes
    return tuple(nodes[one].name if is_index(one, len(nodes)) else "" for one in nodes[skeleton].joints)


def omit_inferable_names(document: Document) -> Document:
    """The document without the group names that its one skeleton would give anyway.

    G4MF skeleton, Group Names: allowed where exactly one skeleton uses the mesh and the names are identical.
    """
    scope = Scope(document)
    shorter = document.copy()
    for at, mesh in enumerate(scope.meshes):
        skeletons = scope.skeletons_of(at)
        if mesh.skin is None or len(skeletons) != 1 or not mesh.skin.group_names:
            continue
        if mesh.skin.group_names == joint_names(document, skeletons[0]):
            shorter.remove(f"{mesh.skin.place}/groupNames")
    return shorter


def skeletons(document: Document) -> list[int]:
    """The nodes that are skeletons, of those that are reached from the root."""
    model = read_model(document.tree)
    reached = Hierarchy.of(model).reached
    return [at for at, node in enumerate(model.nodes) if node.skeleton is not None and at in reached]
