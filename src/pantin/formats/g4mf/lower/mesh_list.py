"""The meshes of a new document: each mesh of the rig, once for each way that instances use it."""

from __future__ import annotations

from functools import cached_property
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
                use = self._use(instance)
                first = uses[instance.mesh].setdefault(use, instance)
                if first is not None and first.skin is None and instance.skin is not None:
                    uses[instance.mesh][use] = instance
        return uses

    def _use(self, instance: Instance) -> Use:
        """The skin of a mesh has no effect where no skeleton uses it, so an instance without a skin may share
        a mesh that has one."""
        if instance.skin is None and not self._slots.is_in_skeleton(instance):
            return self._bound_uses.get(instance.mesh, (None, b""))
        return self._skinned_use(instance)

    @cached_property
    def _bound_uses(self) -> dict[int, Use]:
        """For each mesh that a skin binds where its vertices are, the first such use."""
        uses: dict[int, Use] = {}
        for instance in self._rig.instances:
            if instance.skin is not None and self._slots.skeleton_of(instance) is not None:
                use = self._skinned_use(instance)
                if use[0] is None:
                    uses.setdefault(instance.mesh, use)
        return uses

    def _skinned_use(self, instance: Instance) -> Use:
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
