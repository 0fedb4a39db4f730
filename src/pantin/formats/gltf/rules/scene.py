"""Rules about scenes."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


@rule("GLTF-SCENE_NON_ROOT_NODE", "error", "node {node} is a child of node {parent}")
def scene_non_root_node(scope: Scope) -> Iterator[Finding]:
    """The nodes of a scene must be roots.

    Why: a node that is also somebody's child would be drawn twice, or in one place or the other.
    Mend: list its topmost ancestor instead, or take the node out of its parent's children.
    Source: glTF 2.0 §3.5.1.
    """
    for i, scene in enumerate(scope.model.scenes):
        for j, node in enumerate((scene.nodes or ()) if scene else ()):
            parent = get(scope.parents, node)
            if parent is not None and get(scope.model.nodes, node) is not None:
                yield scene_non_root_node.at(pointer("scenes", i, "nodes", j), node=node, parent=parent)


RULES = (scene_non_root_node,)
