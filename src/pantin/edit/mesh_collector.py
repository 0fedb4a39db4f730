"""Meshes gathered below one root, as rigs that are made of another rig's geometry have them."""

from __future__ import annotations

from collections.abc import Sequence

from pantin.rig import Clip, Instance, Material, Mesh, Node, Rig, Scene, build


class MeshCollector:
    """A 3D rig in the making: a root, and below it a node for each mesh."""

    def __init__(self, root: str | None = None) -> None:
        self._nodes = [Node(root)]
        self._meshes: list[Mesh] = []

    def add(self, name: str | None, mesh: Mesh) -> int:
        """Take in a mesh; the node it is on, which has this name."""
        self._nodes.append(Node(name, 0))
        self._meshes.append(mesh)
        return len(self._meshes)

    def rig(self, materials: Sequence[Material], clips: Sequence[Clip] = ()) -> Rig:
        """The rig of all that was taken in: node i + 1 has mesh i, and the one scene shows them all."""
        return build(
            nodes=self._nodes,
            meshes=self._meshes,
            materials=materials,
            instances=[Instance(at + 1, at) for at in range(len(self._meshes))],
            clips=clips,
            scenes=[Scene((0,))],
            default_scene=0,
        )
