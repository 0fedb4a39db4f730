"""The meshes of a new document: each mesh of the rig, once for each way that instances use it."""

from __future__ import annotations

from typing import Any, TypeAlias

from pantin.formats.g4mf.lower.baking import bake_bind_pose
from pantin.formats.g4mf.lower.bind_pose import BindPose
from pantin.formats.g4mf.lower.data_builder import DataBuilder
from pantin.formats.g4mf.lower.joint_slots import JointSlots
from pantin.formats.g4mf.lower.losses import Losses
from pantin.formats.g4mf.lower.materials import MaterialWriter
from pantin.formats.g4mf.lower.meshes import MeshWriter, Slots
from pantin.report.pointer import pointer
from pantin.report.wording import counted
from pantin.rig import Instance, Mesh, Rig

Use: TypeAlias = tuple[int | None, bytes]
"""What makes an instance need its own mesh: the skin whose bind pose moves its vertices, and its vertex
groups."""


class MeshList:
    """Writes all meshes with their data; `json` has them, meshes that nothing uses too."""

    def __init__(
        self,
        rig: Rig,
        data: DataBuilder,
        losses: Losses,
        materials: MaterialWriter,
        slots: JointSlots,
        bind_pose: BindPose,
    ) -> None:
        self._rig, self._data, self._losses, self._materials = rig, data, losses, materials
        self._slots, self._bind_pose = slots, bind_pose
        self.json: list[dict[str, Any]] = []
        self.dropped_bindings = 0
        self._writers: list[MeshWriter] = []
        self._index: dict[tuple[int, Use], int] = {}
        for index, uses in self._uses().items():
            for use, first in (uses or {(None, b""): None}).items():
                self._index[index, use] = len(self.json)
                self._write(index, first)

    def of_instance(self, instance: Instance) -> tuple[int, MeshWriter]:
        """The index of the mesh of an instance, and what wrote it."""
        index = self._index[instance.mesh, self._use(instance)]
        return index, self._writers[index]

    def _uses(self) -> dict[int, dict[Use, Instance | None]]:
        """The ways that instances use each mesh with surfaces, each with its first instance."""
        uses: dict[int, dict[Use, Instance | None]] = {}
        for index, mesh in enumerate(self._rig.meshes):
            if mesh.surfaces:
                uses[index] = {}
            else:
                self._losses.add("", "without surfaces", pointer("meshes", index))
        for instance in self._rig.instances:
            if instance.mesh in uses:
                uses[instance.mesh].setdefault(self._use(instance), instance)
        return uses

    def _use(self, instance: Instance) -> Use:
        slots = self._slots.slots(instance)
        moves = instance.skin is not None and instance.skin in self._bind_pose.moves
        return instance.skin if moves else None, b"" if slots is None else slots.groups.tobytes()

    def _write(self, index: int, first: Instance | None) -> None:
        mesh = self._rig.meshes[index]
        slots = None if first is None else self._slots.slots(first)
        if slots is None:
            slots = self._slots.unbound_slots(index)
        self._report(index, mesh, slots)
        skin = None if first is None else first.skin
        moves = None if skin is None else self._bind_pose.moves.get(skin)
        if moves is not None:
            mesh = bake_bind_pose(mesh, *moves)
        writer = MeshWriter(self._data, mesh, self._materials)
        self.json.append(writer.json(slots))
        self._writers.append(writer)
        self.dropped_bindings += writer.dropped_bindings

    def _report(self, index: int, mesh: Mesh, slots: Slots | None) -> None:
        """What the document has no place for."""
        where = pointer("meshes", index)
        if slots is None and any(surface.influences is not None for surface in mesh.surfaces):
            self._losses.add("the influences", "used without a skin", where)
        for number, surface in enumerate(mesh.surfaces if self._rig.dimension > 3 else ()):
            if surface.topology is None and len(surface.triangles):
                of_surface = pointer("meshes", index, "surfaces", number)
                self._losses.add("the triangles", "G4MF has them in 2D and 3D only", of_surface)
        if len(mesh.blend_names or ()) > mesh.blend_shape_count:
            self._losses.add("names without a blend shape", "G4MF has none", where)
        names = None if slots is None else slots.names
        if mesh.group_names and not names:
            why = "they are not the groups of its skeleton"
            self._losses.add("the names of vertex groups", why, where)
        elif names and len(names) < len(mesh.group_names or ()):
            cut = len(mesh.group_names or ()) - len(names)
            part = counted(cut, "name") + " of vertex groups"
            self._losses.add(part, "the skin has no such groups", where)
