"""The parts of a rig as findings refer to them: by name and index in messages, by JSON pointer in glTF's
spelling."""

from __future__ import annotations

from collections.abc import Sequence

from pantin.base.records import Record
from pantin.report.pointer import pointer
from pantin.report.wording import LISTED, named, plural, quoted
from pantin.rig import Influences, Rig


def name_node(rig: Rig, node: int) -> str:
    """`'node "Hips" (3)'`."""
    return named("node", node, rig.nodes.names[node])


def name_skin(rig: Rig, skin: int) -> str:
    """`'skin "Body" (0)'`."""
    return named("skin", skin, rig.skins[skin].name)


def name_mesh(rig: Rig, mesh: int) -> str:
    """`'mesh "Face" (1)'`."""
    return named("mesh", mesh, rig.meshes[mesh].name)


def name_clip(rig: Rig, clip: int) -> str:
    """`'clip "walk" (2)'`."""
    return named("clip", clip, rig.clips[clip].name)


def name_nodes(rig: Rig, nodes: Sequence[int]) -> str:
    """`'nodes "Hips" (3) and "Spine" (4)'`."""
    return _list_named("node", nodes, [rig.nodes.names[node] for node in nodes[:LISTED]])


def name_joints(rig: Rig, skin: int, slots: Sequence[int]) -> str:
    """`'joints "Hips" (0) and "Spine" (1)'`: names of the nodes, and positions in the skin's joint list."""
    nodes = [int(rig.skins[skin].joints[slot]) for slot in slots[:LISTED]]
    return _list_named("joint", slots, [rig.nodes.names[node] if node >= 0 else None for node in nodes])


def _list_named(noun: str, indices: Sequence[int], names: Sequence[str | None]) -> str:
    """The first few by name and index, the rest as a count."""
    listed = [
        f"{quoted(name)} ({index})" if name else str(index)
        for index, name in zip(indices, names, strict=False)
    ]
    left = len(indices) - len(listed)
    last = f"{left:,} more" if left else listed.pop()
    return f"{plural(noun, len(indices))} " + " and ".join([", ".join(listed), last] if listed else [last])


class SkinnedSurface(Record, eq=False):
    """A surface with influences. Its pointer and name are only computed for findings, which are rare."""

    rig: Rig
    mesh: int
    number: int
    influences: Influences

    @property
    def pointer(self) -> str:
        return pointer("meshes", self.mesh, "primitives", self.number)

    @property
    def vertex_count(self) -> int:
        return max(len(self.influences.offsets) - 1, 1)

    @property
    def is_shown_skinned(self) -> bool:
        """Whether a node has the mesh with a skin."""
        return any(
            instance.mesh == self.mesh and instance.skin is not None for instance in self.rig.instances
        )

    @property
    def name(self) -> str:
        """`'surface 0 of mesh "Body" (1)'`."""
        return f"surface {self.number} of {name_mesh(self.rig, self.mesh)}"


def skinned_surfaces(rig: Rig) -> list[SkinnedSurface]:
    """Every surface that has influences."""
    return [
        SkinnedSurface(rig, mesh_index, index, surface.influences)
        for mesh_index, mesh in enumerate(rig.meshes)
        for index, surface in enumerate(mesh.surfaces)
        if surface.influences is not None
    ]
