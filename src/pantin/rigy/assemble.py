"""From checked units to a `Rig`: meshes bound to armatures, instances and scene children under nodes of
their own.

Nodes come in the order of the text: for each mesh its node, then the bones of its armature; then the
instances.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pantin import rig
from pantin.rigy.attach import IDENTITY, Affine, Frame, attach, frame
from pantin.rigy.bind import Binder, Capped, root_of
from pantin.rigy.profile import Profile
from pantin.rigy.schema.document import Armature, Binding, Document, Instance, Mesh, Vec3
from pantin.rigy.shapes import merge
from pantin.rigy.source import Path
from pantin.rigy.units import Unit
from pantin.rigy.weight_file import Content


@dataclass(slots=True)
class Assembly:
    """The parts of a rig as they are gathered.

    `files` holds the weight files of each unit by weight map; `capped` what binding had to drop, with
    its unit.
    """

    profile: Profile
    files: dict[int, dict[Path, Content]]
    nodes: list[rig.Node] = field(default_factory=list)
    meshes: list[rig.Mesh] = field(default_factory=list)
    materials: list[rig.Material] = field(default_factory=list)
    skins: list[rig.Skin] = field(default_factory=list)
    instances: list[rig.Instance] = field(default_factory=list)
    roots: list[int] = field(default_factory=list)
    capped: list[tuple[Unit, Capped]] = field(default_factory=list)
    _shared: dict[tuple[int, str], int] = field(default_factory=dict)
    _materials: dict[object, int] = field(default_factory=dict)

    def finish(self) -> rig.Rig:
        return rig.build(
            nodes=self.nodes,
            meshes=self.meshes,
            materials=self.materials,
            skins=self.skins,
            instances=self.instances,
            scenes=[rig.Scene(tuple(self.roots))],
            default_scene=0,
        )

    def node(self, name: str, parent: int = -1, at: Affine | None = None) -> int:
        """A node that holds others, or a mesh; `at` places it."""
        matrix = None if at is None else [[*row, shift] for row, shift in zip(*at, strict=True)]
        return self._node(rig.Node(name, parent, matrix=matrix), parent)

    def _node(self, node: rig.Node, parent: int) -> int:
        self.nodes.append(node)
        if parent < 0:
            self.roots.append(len(self.nodes) - 1)
        return len(self.nodes) - 1

    def add(self, unit: Unit, parent: int = -1, prefix: str = "", *, nested: bool = True) -> None:
        """Everything a document holds, below `parent`; its instances too, if `nested`."""
        document = unit.document
        assert document is not None
        placed = _Placed(self, unit, document, parent, prefix)
        for mesh in document.meshes:
            if mesh.primitives:
                placed.mesh(mesh)
        for one in document.instances if nested else ():
            self._instance(unit, document, one, parent, prefix)

    def _instance(self, unit: Unit, document: Document, one: Instance, parent: int, prefix: str) -> None:
        if one.source is not None:
            asset = unit.imports[one.source]
            assert asset.document is not None
            node = self.node(prefix + one.id, parent, self._attached(document, asset.document, one))
            self.add(asset, node, f"{prefix}{one.id}.", nested=not self.profile.imports_are_flat)
            return
        mesh = next(each for each in document.meshes if each.id == one.mesh_id)
        node = self.node(prefix + one.id, parent, self._attached(document, document, one))
        bound = any(each.mesh_id == mesh.id for each in document.bindings)
        if not mesh.primitives:
            return
        if bound and not self.profile.geometry_per_instance:
            # A skinned mesh ignores its node, so the copy needs a skeleton of its own below the instance.
            _Placed(self, unit, document, node, f"{prefix}{one.id}.").mesh(mesh)
        else:
            self.instances.append(rig.Instance(node, self._shared[id(unit), mesh.id]))

    def _attached(self, document: Document, asset: Document, one: Instance) -> Affine:
        if one.attach3 is None:
            return IDENTITY
        start = triple(asset, tuple(name.rpartition(".")[2] for name in one.attach3.start))
        end = triple(document, one.attach3.end)
        assert start is not None
        assert end is not None
        return attach(start, end, one.attach3.mode, self.profile)

    def material(self, document: Document, name: str | None) -> int | None:
        """The index of a document's material, which is added when it is first used."""
        if name is None:
            return None
        colour = document.materials[name].base_color
        key: object = name if self.profile.materials_by_name else (name, colour)
        if key not in self._materials:
            red, green, blue, alpha = colour
            self._materials[key] = len(self.materials)
            self.materials.append(rig.Material(name, (red, green, blue, alpha)))
        return self._materials[key]


@dataclass(slots=True)
class _Placed:
    """One placement of a document: its armatures stand once in it, whatever number of meshes they move."""

    assembly: Assembly
    unit: Unit
    document: Document
    parent: int
    prefix: str
    _skins: dict[str, int] = field(default_factory=dict)
    _bindings: dict[str, Binding] = field(init=False)
    _armatures: dict[str, Armature] = field(init=False)

    def __post_init__(self) -> None:
        self._bindings = {one.mesh_id: one for one in self.document.bindings}
        self._armatures = {one.id: one for one in self.document.armatures}

    def mesh(self, mesh: Mesh) -> None:
        assembly, profile = self.assembly, self.assembly.profile
        key = (id(self.unit), mesh.id)
        binding = self._bindings.get(mesh.id)
        armature = None if binding is None else self._armatures[binding.armature_id]
        if profile.geometry_per_instance or key not in assembly._shared:
            assembly._shared[key] = self._geometry(mesh, binding, armature)
        # A skinned mesh does not follow its node (glTF 2.0 §3.7.3.3), so it hangs on nothing.
        alone = binding is not None and not profile.skinned_below_parent
        node = assembly.node(self.prefix + (mesh.name or mesh.id), -1 if alone else self.parent)
        skin = None
        if binding is not None and armature is not None:
            skin = self._skin(armature, binding.skinning_solver or self.document.skinning_solver)
        assembly.instances.append(rig.Instance(node, assembly._shared[key], skin))

    def _geometry(self, mesh: Mesh, binding: Binding | None, armature: Armature | None) -> int:
        assembly = self.assembly
        solid = merge(mesh.primitives, assembly.profile)
        influences = None
        if binding is not None and armature is not None:
            binder = Binder(armature, assembly.profile, assembly.files.get(id(self.unit), {}))
            bound = binder.bind(mesh, binding, solid.positions)
            assembly.capped += [(self.unit, one) for one in bound.capped]
            influences = _rows(bound.joints, bound.weights, assembly.profile)
        for primitive in mesh.primitives:
            assembly.material(self.document, primitive.material)
        tags = list(dict.fromkeys(tag for one in mesh.primitives for tag in one.tags))
        surface = rig.Surface(
            solid.positions,
            solid.normals,
            indices=solid.triangles,
            material=assembly.material(self.document, mesh.primitives[0].material),
            influences=influences,
            extras={"rigy_tags": tags} if tags else None,
        )
        prefix = self.prefix if assembly.profile.geometry_per_instance else ""
        assembly.meshes.append(rig.Mesh((surface,), prefix + (mesh.name or mesh.id)))
        return len(assembly.meshes) - 1

    def _skin(self, armature: Armature, solver: str | None) -> int:
        shared = not self.assembly.profile.armature_per_mesh
        key = f"{armature.id}\0{solver}"
        if shared and key in self._skins:
            return self._skins[key]
        first = len(self.assembly.nodes)
        place = {bone.id: first + at for at, bone in enumerate(armature.bones)}
        heads = {bone.id: bone.head for bone in armature.bones}
        for bone in armature.bones:
            above = heads.get(bone.parent, (0.0, 0.0, 0.0)) if bone.parent != "none" else None
            shift = bone.head if above is None or bone.parent not in heads else _minus(bone.head, above)
            self._bone(self.prefix + bone.id, shift, bone.parent, place)
        binds = np.zeros((len(place), 3, 4))
        binds[:, [0, 1, 2], [0, 1, 2]] = 1.0
        binds[:, :, 3] = -np.array([bone.head for bone in armature.bones])
        root = first + root_of(armature)
        skin = rig.Skin(
            np.arange(first, first + len(place)),
            binds,
            self.prefix + (armature.name or armature.id),
            root,
            solver="dqs" if solver == "dqs" else "linear",
        )
        self.assembly.skins.append(skin)
        self._skins[key] = len(self.assembly.skins) - 1
        return self._skins[key]

    def _bone(self, name: str, shift: Vec3, parent: str, place: dict[str, int]) -> None:
        nodes, roots = self.assembly.nodes, self.assembly.roots
        above = self.parent if parent == "none" else place.get(parent, -1)
        nodes.append(rig.Node(name, above, translation=shift))
        if parent == "none" and above < 0:
            roots.append(len(nodes) - 1)


def _minus(a: Vec3, b: Vec3) -> Vec3:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _rows(joints: np.ndarray, weights: np.ndarray, profile: Profile) -> rig.Influences:
    """Compressed rows. Places without weight are left out, unless the profile keeps what they hold."""
    count, width = joints.shape
    if profile.zero_weights_kept:
        offsets = np.arange(0, count * width + 1, width)
        return rig.Influences(offsets, joints.reshape(-1), weights.reshape(-1))
    used = weights > 0.0
    offsets = np.concatenate([[0], np.cumsum(used.sum(axis=1))])
    return rig.Influences(offsets, joints[used], weights[used])


def triple(document: Document, names: tuple[str, ...]) -> Frame | None:
    """The frame of three anchors by name, or None where one is missing or they span none."""
    anchors = {one.id: one.translation for one in document.anchors}
    if len(names) != 3 or any(name not in anchors for name in names):
        return None
    first, second, third = (anchors[name] for name in names)
    return frame((first, second, third))
