"""Rules about scenes."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


@rule(
    "GLTF-SCENE_NON_ROOT_NODE", "error", "{scene} lists {node}, which is a child of {parent}, not a root node"
)
def scene_non_root_node(scope: Scope) -> Iterator[Finding]:
    """Scene lists a node that has a parent.

    What: The `nodes` of a scene must be root nodes.
    Why: The node would be shown twice, or at one of two positions.
    Fix: List its topmost ancestor instead, or remove the node from the children of its parent.
    Source: glTF 2.0 §3.5.1.
    """
    for i, scene in enumerate(scope.model.scenes):
        for j, node in enumerate((scene.nodes or ()) if scene else ()):
            parent = get(scope.parents, node)
            if parent is not None and get(scope.model.nodes, node) is not None:
                values = {"scene": scope.named("scene", i), "node": scope.named("node", node)}
                where, parent_name = pointer("scenes", i, "nodes", j), scope.named("node", parent)
                yield scene_non_root_node.at(where, **values, parent=parent_name)


RULES = (scene_non_root_node,)
