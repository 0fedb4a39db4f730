"""Which nodes of a new document are hidden: those that the rig hides, and all that no scene shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

DRAWN = ("meshInstance", "light")
"""Components of a node that its visibility matters for."""


def hide(
    nodes: Sequence[dict[str, Any]],
    children: Mapping[int, Sequence[int]],
    hidden: set[int],
    shown: Mapping[int, bool],
    add_child: Callable[[int], int],
) -> dict[int, int]:
    """Set `visible` so that exactly the meshes and lights on `shown` nodes are visible.

    `hidden` are nodes to hide with all descendants. A skinned mesh must be a child of its skeleton, which a
    hidden node may contain although the mesh is shown, or the other way round. Then the nodes above the mesh
    are visible, and what else they contain is hidden. `add_child` adds a node below another, for a hidden
    mesh on a node that must be visible. Returns where meshes and lights have moved to.
    """
    moved: dict[int, int] = {}
    parents = {child: node for node, listed in children.items() for child in listed}
    needed = _with_ancestors([node for node, is_shown in shown.items() if is_shown], parents)
    for node in sorted(hidden & needed):
        hidden.discard(node)
        hidden |= {child for child in children.get(node, ()) if child not in needed}
    visible = _visible_nodes(children, hidden)
    for node, is_shown in shown.items():
        if is_shown or node not in visible:
            continue
        if node in needed:
            child = moved[node] = add_child(node)
            for key in DRAWN:
                if key in nodes[node]:
                    nodes[child][key] = nodes[node].pop(key)
            hidden.add(child)
        else:
            hidden.add(node)
    for node in hidden:
        nodes[node]["visible"] = False
    return moved


def _with_ancestors(nodes: Sequence[int], parents: Mapping[int, int]) -> set[int]:
    result: set[int] = set()
    for node in nodes:
        here: int | None = node
        while here is not None and here not in result:
            result.add(here)
            here = parents.get(here)
    return result


def _visible_nodes(children: Mapping[int, Sequence[int]], hidden: set[int]) -> set[int]:
    visible: set[int] = set()
    queue = [0]
    while queue:
        node = queue.pop()
        if node not in hidden:
            visible.add(node)
            queue += children.get(node, ())
    return visible
