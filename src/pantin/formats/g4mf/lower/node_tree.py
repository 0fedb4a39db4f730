"""The nodes of a new document, while they get children and components."""

from __future__ import annotations

from typing import Any

from pantin.formats.g4mf.model import COMPONENTS


class NodeTree:
    """`nodes` are the objects of the document, without their children, which `finish` writes."""

    def __init__(self) -> None:
        self.nodes: list[dict[str, Any]] = []
        self.children: dict[int, list[int]] = {}

    def add(self, parent: int, members: dict[str, Any]) -> int:
        """Add a node below another."""
        self.nodes.append(dict(members))
        self.add_child(len(self.nodes) - 1, parent)
        return len(self.nodes) - 1

    def add_child(self, node: int, parent: int, *, first: bool = False) -> None:
        siblings = self.children.setdefault(parent, [])
        siblings.insert(0 if first else len(siblings), node)

    def remove_child(self, node: int, parent: int) -> None:
        self.children[parent].remove(node)
        if not self.children[parent]:
            del self.children[parent]

    def free_node(self, node: int) -> int:
        """The node, or a child of it where it has a component already."""
        return self.add(node, {}) if any(key in self.nodes[node] for key in COMPONENTS) else node

    def finish(self) -> list[dict[str, Any]]:
        """The nodes with their children."""
        for node, children in self.children.items():
            self.nodes[node]["children"] = children
        return self.nodes
