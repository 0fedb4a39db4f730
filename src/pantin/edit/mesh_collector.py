"""Collect meshes below one root, for rigs made of another rig's geometry."""

from __future__ import annotations

from collections.abc import Sequence

from pantin.rig import Clip, Instance, Material, Mesh, Node, Rig, Scene, build


class MeshCollector:
    """Builds a 3D rig with a root and one child node for each mesh."""

    def __init__(self, root: str | None = None) -> None:
        self._nodes = [Node(root)]
        self._meshes: list[Mesh] = []

    def add(self, name: str | None, mesh: Mesh) -> int:
        """Add a mesh; the index of its node, which gets this name."""
        self._nodes.append(Node(name, 0))
        self._meshes.append(mesh)
        return len(self._meshes)

    def rig(self, materials: Sequence[Material], clips: Sequence[Clip] = ()) -> Rig:
        """The rig with all meshes: node i + 1 has mesh i, and the only scene shows all of them."""
        return build(
            nodes=self._nodes,
            meshes=self._meshes,
            materials=materials,
            instances=[Instance(mesh + 1, mesh) for mesh in range(len(self._meshes))],
            clips=clips,
            scenes=[Scene((0,))],
            default_scene=0,
        )
