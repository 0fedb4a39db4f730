"""From checked source files to a `Rig`: bound meshes, and a node for each instance and scene child.

Nodes are in the order of the document: for each mesh its node, then the bones of its armature; then the
instances.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from pantin import rig
from pantin.formats.rigy.algebra import minus
from pantin.formats.rigy.attach import IDENTITY, Affine, Frame, attach, compose, frame, split_shear
from pantin.formats.rigy.bind import Binder, Bound, Capped, Flat, root_of
from pantin.formats.rigy.poses import BoneNode, pose_clips
from pantin.formats.rigy.profile import Profile
from pantin.formats.rigy.project import SourceFile
from pantin.formats.rigy.schema.document import (
    Armature,
    Binding,
    Bone,
    Document,
    Instance,
    Mesh,
    Pose,
    Vec3,
    version_of,
)
from pantin.formats.rigy.schema.features import has
from pantin.formats.rigy.shapes import Points, Solid, merge, tessellate, vertex_count
from pantin.formats.rigy.source import Path
from pantin.formats.rigy.uv import uv_sets
from pantin.formats.rigy.weight_file import Content

if TYPE_CHECKING:
    from pantin.formats.rigy.bake import Quaternion


class PoseToBake(Struct, frozen=True):
    """A pose to bake, and its document; imports are baked in the rest pose."""

    source: SourceFile
    pose: Pose

    def pose_of(self, source: SourceFile) -> Pose:
        return self.pose if source is self.source else Pose(self.pose.path, "", {})


class Assembly(Struct):
    """Collects the parts of a rig.

    `files` are the weight files of each source file, by weight map; `capped` the influences that binding
    dropped, and `flat` the gradients that do not vary, with their source file; `bones` the nodes of bones.
    With `clips`, poses become clips.
    """

    profile: Profile
    files: dict[int, dict[Path, Content]]
    pose: PoseToBake | None = None
    clips: bool = False
    nodes: list[rig.Node] = []
    meshes: list[rig.Mesh] = []
    materials: list[rig.Material] = []
    skins: list[rig.Skin] = []
    instances: list[rig.Instance] = []
    roots: list[int] = []
    capped: list[tuple[SourceFile, Capped]] = []
    flat: list[tuple[SourceFile, Flat]] = []
    bones: list[BoneNode] = []
    _shared: dict[tuple[int, str], int] = {}
    _materials: dict[object, int] = {}
    _transforms: dict[int, Affine] = {}

    def finish(self) -> rig.Rig:
        return rig.build(
            nodes=self.nodes,
            meshes=self.meshes,
            materials=self.materials,
            skins=self.skins,
            instances=self.instances,
            clips=pose_clips(self.bones) if self.clips else (),
            scenes=[rig.Scene(tuple(self.roots))],
            default_scene=0,
        )

    def node(self, name: str, parent: int = -1, at: Affine | None = None) -> int:
        """Add a node with the local transform `at`, and return its index."""
        if at == IDENTITY and not self.profile.identity_matrices:
            at = None
        matrix = None if at is None else [[*row, shift] for row, shift in zip(*at, strict=True)]
        if at is not None:
            self._transforms[len(self.nodes)] = at
        return self._node(rig.Node(name, parent, matrix=matrix), parent)

    def world(self, node: int) -> Affine:
        """The world transform of an instance node."""
        world = IDENTITY
        while node >= 0:
            world = compose(self._transforms.get(node, IDENTITY), world)
            node = self.nodes[node].parent
        return world

    def _node(self, node: rig.Node, parent: int) -> int:
        self.nodes.append(node)
        if parent < 0:
            self.roots.append(len(self.nodes) - 1)
        return len(self.nodes) - 1

    def add(self, source: SourceFile, parent: int = -1, prefix: str = "", *, nested: bool = True) -> None:
        """Add the meshes of a document below `parent`; its instances too, if `nested`."""
        document = source.document
        assert document is not None
        placement = _Placement(self, source, document, parent, prefix)
        for mesh in document.meshes:
            if not _is_empty(mesh):
                placement.mesh(mesh)
        for instance in document.instances if nested else ():
            self._instance(source, document, instance, parent, prefix)

    def _instance(
        self, source: SourceFile, document: Document, instance: Instance, parent: int, prefix: str
    ) -> None:
        if instance.source is not None:
            asset = source.imports[instance.source]
            assert asset.document is not None
            node = self._add_attached_node(document, asset.document, instance, parent, prefix)
            self.add(asset, node, f"{prefix}{instance.id}.", nested=not self.profile.imports_are_flat)
            return
        mesh = document.mesh_by_id[instance.mesh_id or ""]
        node = self._add_attached_node(document, document, instance, parent, prefix)
        if _is_empty(mesh):
            return
        if mesh.id in document.binding_by_mesh and not self.profile.geometry_per_instance:
            # A skinned mesh ignores its node, so the copy needs its own skeleton below the instance.
            _Placement(self, source, document, node, f"{prefix}{instance.id}.").mesh(mesh)
        else:
            self.instances.append(rig.Instance(node, self._shared[id(source), mesh.id]))

    def _add_attached_node(
        self, document: Document, asset: Document, instance: Instance, parent: int, prefix: str
    ) -> int:
        """Add the node for the geometry of an instance. A transform with shear needs two nodes: the inner one
        is returned."""
        name = prefix + instance.id
        if instance.attach3 is None:
            return self.node(name, parent, IDENTITY)
        start = anchor_frame(asset, from_anchors(instance, asset))
        end = anchor_frame(document, instance.attach3.end)
        assert start is not None
        assert end is not None
        if instance.attach3.mode == "affine" and not self.profile.sheared_nodes:
            parts = split_shear(start, end)
            if parts is not None:
                return self.node(f"{name}.frame", self.node(name, parent, parts[0]), parts[1])
        return self.node(name, parent, attach(start, end, instance.attach3.mode, self.profile))

    def material(self, source: SourceFile, name: str | None) -> int | None:
        """The index of a document's material, which is added when it is first used."""
        if name is None:
            return None
        material = source.material(name)
        assert material is not None
        name, color = material[0], material[1].base_color
        key: object = name if self.profile.materials_by_name else (name, color)
        if key not in self._materials:
            red, green, blue, alpha = color
            self._materials[key] = len(self.materials)
            self.materials.append(rig.Material(name, (red, green, blue, alpha)))
        return self._materials[key]


class _Placement(Struct):
    """One copy of a document in the rig. Each armature is added once, for all meshes it moves."""

    assembly: Assembly
    source: SourceFile
    document: Document
    parent: int
    prefix: str
    _skins: dict[str, int] = {}
    _binders: dict[str, Binder] = {}

    def mesh(self, mesh: Mesh) -> None:
        assembly, profile = self.assembly, self.assembly.profile
        key = (id(self.source), mesh.id)
        binding = self.document.binding_by_mesh.get(mesh.id)
        armature = None if binding is None else self.document.armature_by_id[binding.armature_id]
        baked = assembly.pose is not None and binding is not None
        if profile.geometry_per_instance or baked or key not in assembly._shared:
            assembly._shared[key] = self._geometry(mesh, binding, armature)
        # A skinned mesh ignores its node (glTF 2.0 §3.7.3.3), so its node is a root.
        alone = binding is not None and not profile.skinned_below_parent
        node = assembly.node(self.prefix + (mesh.name or mesh.id), -1 if alone else self.parent)
        skin = None
        if binding is not None and armature is not None:
            skin = self._skin(armature, self._solver(binding))
        if baked:
            skin = None
        assembly.instances.append(rig.Instance(node, assembly._shared[key], skin))

    def _geometry(self, mesh: Mesh, binding: Binding | None, armature: Armature | None) -> int:
        assembly = self.assembly
        solids = [tessellate(primitive, assembly.profile) for primitive in mesh.primitives]
        whole = _Whole(merge(solids), tuple(uv_sets(mesh, solids)), None)
        if binding is not None and armature is not None:
            counts = [len(solid.positions) for solid in solids]
            whole.bound = self._binder(armature).bind(mesh, binding, whole.solid.positions, counts)
            assembly.capped += [(self.source, capped) for capped in whole.bound.capped]
            assembly.flat += [(self.source, flat) for flat in whole.bound.flat]
            if assembly.pose is not None:
                whole.solid = self._bake(whole.solid, whole.bound, armature, self._solver(binding))
                whole.bound = None
                solids = whole.cut(solids)
        merged = assembly.pose is not None and assembly.profile.poses_are_worlds
        for name in (
            None if merged else mesh.material,
            *(primitive.material for primitive in mesh.primitives),
        ):
            assembly.material(self.source, name)
        split = has(version_of(self.document), "own surfaces") and not merged
        surfaces = self._surfaces(mesh, solids, whole) if split else (self._merge_surfaces(mesh, whole),)
        prefix = self.prefix if assembly.profile.geometry_per_instance else ""
        assembly.meshes.append(rig.Mesh(surfaces, prefix + (mesh.name or mesh.id)))
        return len(assembly.meshes) - 1

    def _binder(self, armature: Armature) -> Binder:
        """The binder of an armature, shared by its meshes because it ranks the bones."""
        if armature.id not in self._binders:
            files = self.assembly.files.get(id(self.source), {})
            self._binders[armature.id] = Binder(armature, self.assembly.profile, files)
        return self._binders[armature.id]

    def _solver(self, binding: Binding) -> str | None:
        return binding.skinning_solver or self.document.skinning_solver

    def _bake(self, solid: Solid, bound: Bound, armature: Armature, solver: str | None) -> Solid:
        """The mesh in the pose, in world space."""
        from pantin.formats.rigy.bake import bake, posed_joints

        posed = self.assembly.pose
        assert posed is not None
        above = self.assembly.world(self.parent)
        joints = posed_joints(armature, posed.pose_of(self.source), self.assembly.profile, above)
        return bake(solid, bound, joints, solver or "lbs", self.assembly.profile)

    def _merge_surfaces(self, mesh: Mesh, whole: _Whole) -> rig.Surface:
        """All primitives of a mesh as one surface."""
        tags = list(dict.fromkeys(tag for primitive in mesh.primitives for tag in primitive.tags))
        single = self.assembly.pose is not None and self.assembly.profile.stored_bounds
        return rig.Surface(
            whole.solid.positions.astype(np.float32 if single else np.float64, copy=False),
            whole.solid.normals,
            texcoords=whole.uv_sets,
            indices=whole.solid.triangles,
            material=self.assembly.material(self.source, mesh.primitives[0].material),
            influences=whole.influences(0, len(whole.solid.positions), self.assembly.profile),
            extras={"rigy_tags": tags} if tags else None,
        )

    def _surfaces(self, mesh: Mesh, solids: list[Solid], whole: _Whole) -> tuple[rig.Surface, ...]:
        """A surface for each primitive. In the reference the bounds are those of the stored numbers."""
        surfaces, start = [], 0
        dtype = np.float32 if self.assembly.profile.stored_bounds else np.float64
        for primitive, solid in zip(mesh.primitives, solids, strict=True):
            end = start + len(solid.positions)
            extras: dict[str, object] = {"rigy_id": primitive.id}
            if primitive.tags:
                extras["rigy_tags"] = list(primitive.tags)
            surface = rig.Surface(
                solid.positions.astype(dtype, copy=False),
                solid.normals,
                texcoords=tuple(uv_set[start:end] for uv_set in whole.uv_sets),
                indices=solid.triangles,
                material=self.assembly.material(self.source, primitive.material or mesh.material),
                influences=whole.influences(start, end, self.assembly.profile),
                extras=extras,
            )
            surfaces.append(surface)
            start = end
        return tuple(surfaces)

    def _skin(self, armature: Armature, solver: str | None) -> int:
        shared = not self.assembly.profile.armature_per_mesh
        key = f"{armature.id}\0{solver}"
        if shared and key in self._skins:
            return self._skins[key]
        first = len(self.assembly.nodes)
        nodes = {bone.id: first + index for index, bone in enumerate(armature.bones)}
        heads = {bone.id: bone.head for bone in armature.bones}
        posed = self.assembly.pose
        for bone in armature.bones:
            above = None if bone.is_root else heads.get(bone.parent)
            shift = bone.head if above is None else minus(bone.head, above)
            rotation = None
            if posed is not None:
                shift, rotation = self._posed_bone(bone, above, posed.pose_of(self.source))
            self.assembly.bones.append(BoneNode(nodes[bone.id], self.source, bone, above))
            self._bone(bone, shift, rotation, nodes)
        if posed is not None:
            self._skins[key] = -1
            return -1
        binds = np.zeros((len(nodes), 3, 4))
        binds[:, [0, 1, 2], [0, 1, 2]] = 1.0
        binds[:, :, 3] = -np.array([bone.head for bone in armature.bones])
        root = first + root_of(armature)
        skin = rig.Skin(
            np.arange(first, first + len(nodes)),
            binds,
            self.prefix + (armature.name or armature.id),
            root,
            solver="dqs" if solver == "dqs" else "linear",
        )
        self.assembly.skins.append(skin)
        self._skins[key] = len(self.assembly.skins) - 1
        return self._skins[key]

    def _posed_bone(self, bone: Bone, above: Vec3 | None, pose: Pose) -> tuple[Vec3, Quaternion | None]:
        """Translation and rotation (x, y, z, w) of the node of a bone; neither in some profiles."""
        if self.assembly.profile.poses_are_worlds:
            return (0.0, 0.0, 0.0), None
        from pantin.formats.rigy.bake import local_transform

        posed = pose.bones.get(bone.id)
        rotation = posed.rotation if posed is not None else None
        shift = local_transform(bone, above, pose)[1]
        return shift, None if rotation is None else (*rotation[1:], rotation[0])

    def _bone(self, bone: Bone, shift: Vec3, rotation: Quaternion | None, bone_nodes: dict[str, int]) -> None:
        nodes, roots = self.assembly.nodes, self.assembly.roots
        above = self.parent if bone.is_root else bone_nodes.get(bone.parent, -1)
        nodes.append(rig.Node(self.prefix + bone.id, above, translation=shift, rotation=rotation))
        if bone.is_root and above < 0:
            roots.append(len(nodes) - 1)


def _is_empty(mesh: Mesh) -> bool:
    """Whether a mesh has no vertices: no primitives, or only empty implicit surfaces."""
    return not any(map(vertex_count, mesh.primitives))


class _Whole(Struct):
    """All primitives of a mesh together, before they are split into surfaces."""

    solid: Solid
    uv_sets: tuple[Points, ...]
    bound: Bound | None

    def cut(self, solids: list[Solid]) -> list[Solid]:
        """The solids as slices of the whole."""
        parts, start = [], 0
        for solid in solids:
            end = start + len(solid.positions)
            part = self.solid.positions[start:end], self.solid.normals[start:end]
            parts.append(Solid(*part, solid.triangles))
            start = end
        return parts

    def influences(self, start: int, end: int, profile: Profile) -> rig.Influences | None:
        if self.bound is None:
            return None
        return _rows(self.bound.joints[start:end], self.bound.weights[start:end], profile)


def _rows(joints: np.ndarray, weights: np.ndarray, profile: Profile) -> rig.Influences:
    """Influences as compressed rows, without zero weights unless the profile keeps them."""
    count, width = joints.shape
    if profile.zero_weights_kept:
        offsets = np.arange(0, count * width + 1, width)
        return rig.Influences(offsets, joints.reshape(-1), weights.reshape(-1))
    used = weights.astype(np.float32) > 0.0  # as they are stored: glTF wants joint 0 beside a weight of 0
    offsets = np.concatenate([[0], np.cumsum(used.sum(axis=1))])
    return rig.Influences(offsets, joints[used], weights[used])


def from_anchors(instance: Instance, asset: Document) -> tuple[str, ...]:
    """The ids of the `from` anchors of an attached instance in the document of the asset.

    The name of the import may stand before them: `wheel.hub` is the anchor `hub` of the import `wheel`. An id
    may contain dots too, so a name without such an anchor is an id as a whole.
    """
    assert instance.attach3 is not None
    space = "" if instance.source is None else f"{instance.source}."
    names = []
    for name in instance.attach3.start:
        inner = name.removeprefix(space)
        names.append(
            name if inner not in asset.anchor_positions and name in asset.anchor_positions else inner
        )
    return tuple(names)


def anchor_frame(document: Document, names: tuple[str, ...]) -> Frame | None:
    """The frame of three anchors by name, or None where one is missing or they are collinear."""
    anchors = document.anchor_positions
    if len(names) != 3 or any(name not in anchors for name in names):
        return None
    first, second, third = (anchors[name] for name in names)
    return frame((first, second, third))
