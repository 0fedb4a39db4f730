"""Author a stage: the nodes of a rig as prims, with meshes, skeletons, materials, cameras and lights."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import msgspec

from pantin.base.records import replace
from pantin.formats.kept_parts import IndexMap, kept_parts
from pantin.formats.usd import gf
from pantin.formats.usd.conventions import (
    BIND_JOINTS,
    CANDELA,
    COPYRIGHT,
    FARTHEST,
    JOINT_NAMES,
    JOINT_SCALES,
    JOINT_SEPARATOR,
    KEPT_PARTS,
    MESH_PART,
    SCALE_JOINTS,
    TENTH,
)
from pantin.formats.usd.lower import scales
from pantin.formats.usd.lower.materials import MaterialWriter, texture_files
from pantin.formats.usd.lower.meshes import (
    Binding,
    MeshPart,
    bind,
    blend_name,
    expand_lines,
    split_mesh,
    write_blend_shapes,
    write_geometry,
    write_subsets,
)
from pantin.formats.usd.lower.skeletons import PlannedSkeleton, plan_skeletons
from pantin.formats.usd.names import Siblings, identifier
from pantin.maths import exact
from pantin.rig import Camera, Instance, Light, Mesh, Perspective, Rig

TIME_CODES_PER_SECOND = 60.0


class StageWriter:
    """A stage in memory with everything of a rig but its clips, and where each part of the rig is in it.

    root       the path of the default prim
    prims      the path of each node that is a prim; those of joints are missing
    mesh_prims the paths of the meshes on each node that has any
    skeletons  the skeletons with their paths
    tokens     the names in animations of blend shapes, by the path of the skeleton and the instance
    attached   cameras and lights of joints: (node, anchor, prim)
    """

    def __init__(self, rig: Rig, name: str) -> None:
        from pxr import Usd, UsdGeom

        self.rig, self.stage = rig, Usd.Stage.CreateInMemory()
        UsdGeom.SetStageUpAxis(self.stage, UsdGeom.Tokens.y)
        UsdGeom.SetStageMetersPerUnit(self.stage, 1.0)
        self.stage.SetTimeCodesPerSecond(TIME_CODES_PER_SECOND)
        self.stage.SetFramesPerSecond(TIME_CODES_PER_SECOND)
        if rig.copyright is not None:
            self.stage.GetRootLayer().customLayerData = {COPYRIGHT: rig.copyright}
        self.files = texture_files(rig)
        self._plans = [scales.fold_scales(rig, plan) for plan in plan_skeletons(rig)]
        self._joints = {node: plan for plan in self._plans for node in plan.of_node}
        self.skeletons: list[tuple[PlannedSkeleton, str]] = []
        self.tokens: dict[tuple[str, int], list[str]] = {}
        self.attached: list[tuple[int, int, Any]] = []
        self.prims: dict[int, str] = {}
        self.mesh_prims: dict[int, list[str]] = {}
        self.root = self._define_root(name)
        self._siblings: dict[str, Siblings] = {}
        self._materials: dict[int, Any] = {}
        self._prototypes: dict[tuple[int, bool], str] = {}
        self._uses = Counter(instance.mesh for instance in rig.instances if instance.skin is None)
        self._with_children = set(rig.nodes.parents.tolist())
        self._shown = rig.shown()
        self._write()

    def _define_root(self, name: str) -> str:
        from pxr import Kind, Usd, UsdGeom, UsdSkel

        rig = self.rig
        shown = rig.scenes[rig.default_scene or 0].name if rig.scenes else None
        path = f"/{identifier(name, 'rig')}"
        defined = (UsdSkel.Root if self._plans else UsdGeom.Xform).Define(self.stage, path)
        prim = defined.GetPrim()
        self.stage.SetDefaultPrim(prim)
        Usd.ModelAPI(prim).SetKind(Kind.Tokens.component)
        if shown is not None and f"/{shown}" != path:
            prim.SetDisplayName(shown)
        return path

    def _write(self) -> None:
        rig = self.rig
        if rig.materials:
            from pxr import UsdGeom

            scope = self.claim(self.root, "Materials")
            UsdGeom.Scope.Define(self.stage, scope)
            materials = MaterialWriter(self.stage, scope, rig, self.files)
            self._materials = {index: materials.write(index) for index in range(len(rig.materials))}
        for node in rig.order.tolist():
            if node not in self._joints:
                self._write_node(node)
        for plan in self._plans:
            self._write_skeleton(plan)
        for index, instance in enumerate(rig.instances):
            self._write_instance(index, instance)
        for node in self._joints:
            self._write_attached(node)
        write_kept_parts(self, rig)

    def claim(self, parent: str, name: str | None, fallback: str = "prim") -> str:
        """The path of a new prim below another."""
        siblings = self._siblings.setdefault(parent, Siblings())
        return f"{parent}/{siblings.claim(name, fallback)}"

    def parent_path(self, node: int) -> str:
        """The prim of a node, or of the root for −1."""
        return self.prims[node] if node >= 0 else self.root

    def material_path(self, material: int) -> str:
        """The prim of a material."""
        return str(self._materials[material].GetPath())

    def joints(self) -> dict[int, tuple[str, str]]:
        """The nodes that are joints: the path of the skeleton of each, and that of the joint in it."""
        return {
            node: (path, paths[joint])
            for plan, path in self.skeletons
            for paths in (joint_paths(self.rig, plan)[0],)
            for node, joint in plan.of_node.items()
        }

    def _name(self, prim: Any, name: str | None) -> None:
        if name is not None and name != prim.GetName():
            prim.SetDisplayName(name)

    def _write_node(self, node: int) -> None:
        from pxr import UsdGeom

        nodes = self.rig.nodes
        parent = int(nodes.parents[node])
        while parent in self._joints:  # a skinned mesh below a joint, whose own transform moves nothing
            parent = self._joints[parent].anchor
        path = self.claim(self.parent_path(parent), nodes.names[node], f"node_{node}")
        self.prims[node] = path
        prim = UsdGeom.Xform.Define(self.stage, path).GetPrim()
        self._name(prim, nodes.names[node])
        self._define_view(node, path)
        self._hide(prim, node)

    def _hide(self, prim: Any, node: int) -> None:
        rig = self.rig
        outside = rig.nodes.parents[node] < 0 and not self._shown[node]
        if outside or not rig.nodes.visible[node]:
            self._hide_prim(prim)

    def _write_skeleton(self, plan: PlannedSkeleton) -> None:
        from pxr import UsdSkel, Vt

        parent = self.parent_path(plan.anchor)
        path = self.claim(parent, "Skeleton")
        skeleton = UsdSkel.Skeleton.Define(self.stage, path)
        paths, names = joint_paths(self.rig, plan)
        skeleton.CreateJointsAttr(paths)
        if any(name != joint.rpartition("/")[2] for name, joint in zip(names, paths, strict=True)):
            skeleton.CreateJointNamesAttr(names)
        own = ["" if joint.node < 0 else self.rig.nodes.names[joint.node] or "" for joint in plan.joints]
        if any(mine and mine != name for mine, name in zip(own, names, strict=True)):
            kept = [mine or name for mine, name in zip(own, names, strict=True)]
            skeleton.GetPrim().SetCustomDataByKey(JOINT_NAMES, Vt.StringArray(kept))
        self._mark_added(skeleton.GetPrim(), plan)
        skeleton.CreateBindTransformsAttr(gf.matrices(scales.bind_transforms(plan)))
        skeleton.CreateRestTransformsAttr(gf.matrices(scales.rest_transforms(self.rig, plan)))
        UsdSkel.BindingAPI.Apply(skeleton.GetPrim())
        if len(plan.geom_binds) == 1:
            self._name(skeleton.GetPrim(), self.rig.skins[next(iter(plan.geom_binds))].name)
        self.skeletons.append((plan, path))

    def _mark_added(self, prim: Any, plan: PlannedSkeleton) -> None:
        """Record added joints and folded scales in custom data, so that reading can undo both."""
        from pxr import Vt

        for key, joints in ((SCALE_JOINTS, plan.scale_joints()), (BIND_JOINTS, plan.bind_joints())):
            if joints:
                prim.SetCustomDataByKey(key, Vt.IntArray(joints))
        folds = [joint.fold for joint in plan.joints]
        if any(fold != 1.0 for fold in folds):
            prim.SetCustomDataByKey(JOINT_SCALES, Vt.DoubleArray(folds))

    def _write_instance(self, index: int, instance: Instance) -> None:
        from pxr import Vt

        rig = self.rig
        mesh = _with_expanded_lines(rig.meshes[instance.mesh])
        own = instance.materials or (None,) * len(mesh.surfaces)
        chosen = [
            surface.material if other is None else other
            for surface, other in zip(mesh.surfaces, own, strict=True)
        ]
        sides = [material is not None and rig.materials[material].double_sided for material in chosen]
        parts = split_mesh(mesh, sides, instance.skin is not None)
        if self._shares_mesh(instance) and len(parts) == 1 and len(set(chosen)) == 1:
            self._write_shared(instance, mesh, parts[0], chosen[0], sides[0])
            return
        parent = self.prims.get(instance.node)
        is_attached = parent is None
        if parent is None:
            parent = self.parent_path(self._joints[instance.node].anchor)
        for part in parts:
            path = self.claim(parent, mesh.name, f"mesh_{instance.mesh}")
            self.mesh_prims.setdefault(instance.node, []).append(path)
            geometry = write_geometry(self.stage, path, mesh, part, sides[part.surfaces[0]])
            self._name(geometry.GetPrim(), mesh.name)
            if len(parts) > 1:
                numbers = Vt.IntArray([index, *part.surfaces])
                geometry.GetPrim().SetCustomDataByKey(MESH_PART, numbers)
            if is_attached and not rig.visible[instance.node]:
                self._hide_prim(geometry.GetPrim())
            self._bind_materials(geometry, mesh, part, [chosen[surface] for surface in part.surfaces])
            plan = self._plan_of(instance) if part.skinned else self._joints.get(instance.node)
            if plan is not None:
                binding = self._binding(plan, instance, part)
                bind(geometry, mesh, part, binding)
                if mesh.blend_shape_count:
                    tokens = self._claim_tokens(binding.skeleton, index, mesh)
                    write_blend_shapes(self.stage, geometry, mesh, part, tokens)

    def _shares_mesh(self, instance: Instance) -> bool:
        """Whether a node's prim becomes an instance of a prototype: it holds only a mesh, and one that
        others share. Relationship targets outside a prototype do not resolve, so the material is bound
        on the prim."""
        nodes, node = self.rig.nodes, instance.node
        rigid = instance.skin is None and not self.rig.meshes[instance.mesh].blend_shape_count
        holds_more = node in self._with_children or max(nodes.cameras[node], nodes.lights[node]) >= 0
        return rigid and self._uses[instance.mesh] > 1 and node in self.prims and not holds_more

    def _write_shared(
        self, instance: Instance, mesh: Mesh, part: MeshPart, material: int | None, double_sided: bool
    ) -> None:
        """Make the prim of a node an instance of the prototype of its mesh."""
        from pxr import Sdf, UsdGeom, UsdShade

        key = (instance.mesh, double_sided)
        if key not in self._prototypes:
            if not self._prototypes:
                self._prototype_scope = self.claim(self.root, "Prototypes")
                scope = UsdGeom.Scope.Define(self.stage, self._prototype_scope)
                scope.GetPrim().SetSpecifier(Sdf.SpecifierClass)
            path = self.claim(self._prototype_scope, mesh.name, f"mesh_{instance.mesh}")
            UsdGeom.Xform.Define(self.stage, path)
            inside = self.claim(path, mesh.name, f"mesh_{instance.mesh}")
            geometry = write_geometry(self.stage, inside, mesh, part, double_sided)
            self._name(geometry.GetPrim(), mesh.name)
            if len(part.surfaces) > 1:
                write_subsets(geometry, mesh, part)
            self._prototypes[key] = path
        prim = self.stage.GetPrimAtPath(self.prims[instance.node])
        prim.GetReferences().AddInternalReference(self._prototypes[key])
        prim.SetInstanceable(True)
        self.mesh_prims.setdefault(instance.node, []).append(self.prims[instance.node])
        if material is not None:
            UsdShade.MaterialBindingAPI.Apply(prim).Bind(self._materials[material])

    def _hide_prim(self, prim: Any) -> None:
        from pxr import UsdGeom

        UsdGeom.Imageable(prim).CreateVisibilityAttr(UsdGeom.Tokens.invisible)

    def _plan_of(self, instance: Instance) -> PlannedSkeleton | None:
        """The skeleton of a skinned instance; None for a skin without joints."""
        return next((plan for plan in self._plans if instance.skin in plan.slots), None)

    def _binding(self, plan: PlannedSkeleton, instance: Instance, part: MeshPart) -> Binding:
        path = next(path for known, path in self.skeletons if known is plan)
        skin = instance.skin
        if part.skinned and skin is not None:
            dual = self.rig.skins[skin].solver == "dqs"
            return Binding(path, plan.geom_binds[skin], plan.slots[skin], False, dual)
        joint = plan.of_node[instance.node]
        bind = plan.joints[joint].bind
        assert bind is not None
        return Binding(path, bind, [joint], True)

    def _claim_tokens(self, skeleton: str, index: int, mesh: Mesh) -> list[str]:
        """Unique blend shape names among the instances of a skeleton, because their weights are
        independent."""
        key = (skeleton, index)
        if key not in self.tokens:
            siblings = self._siblings.setdefault(f"blend shapes of {skeleton}", Siblings())
            self.tokens[key] = [
                siblings.claim(blend_name(mesh, number), f"shape_{number}")
                for number in range(mesh.blend_shape_count)
            ]
        return self.tokens[key]

    def _bind_materials(self, geometry: Any, mesh: Mesh, part: MeshPart, materials: list[int | None]) -> None:
        from pxr import UsdShade

        targets = [geometry] if len(materials) == 1 else write_subsets(geometry, mesh, part)
        for target, material in zip(targets, materials, strict=True):
            if material is not None:
                UsdShade.MaterialBindingAPI.Apply(target.GetPrim()).Bind(self._materials[material])

    def _write_attached(self, node: int) -> None:
        """Write cameras and lights of a joint as prims beside the skeleton, with the joint's transform."""
        anchor = self._joints[node].anchor
        for prim in self._define_view(node, self.parent_path(anchor)):
            if not self.rig.visible[node]:
                self._hide_prim(prim)
            self.attached.append((node, anchor, prim))

    def _define_view(self, node: int, parent: str) -> list[Any]:
        """The prims of the camera and the light of a node."""
        rig, prims = self.rig, []
        camera, light = int(rig.nodes.cameras[node]), int(rig.nodes.lights[node])
        if camera >= 0:
            name = rig.cameras[camera].name
            path = self.claim(parent, name, "camera")
            prims.append((name, define_camera(self.stage, path, rig.cameras[camera])))
        if light >= 0:
            name = rig.lights[light].name
            path = self.claim(parent, name, "light")
            prims.append((name, define_light(self.stage, path, rig.lights[light])))
        for name, defined in prims:
            self._name(defined.GetPrim(), name)
        return [defined.GetPrim() for _, defined in prims]


def joint_paths(rig: Rig, plan: PlannedSkeleton) -> tuple[list[str], list[str]]:
    """The path of each joint from the skeleton, and a unique name for each."""
    below: dict[int, Siblings] = {}
    paths: list[str] = []
    taken: set[str] = set()
    names: list[str] = []
    for joint in plan.joints:
        name = "fixed" if joint.node < 0 else rig.nodes.names[joint.node]
        own = below.setdefault(joint.parent, Siblings()).claim(name, f"node_{joint.node}")
        paths.append(own if joint.parent < 0 else f"{paths[joint.parent]}/{own}")
        wanted, number = name or own, 0
        unique = wanted
        while unique in taken:
            number += 1
            unique = f"{wanted}_{number}"
        taken.add(unique)
        names.append(unique)
    return paths, names


def _with_expanded_lines(mesh: Mesh) -> Mesh:
    return replace(mesh, surfaces=tuple(expand_lines(surface) for surface in mesh.surfaces))


class _Table:
    """Numbers for paths, in order of first use."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, path: str) -> int:
        return self._numbers.setdefault(path, len(self._numbers))

    def paths(self) -> list[str]:
        return list(self._numbers)


def write_kept_parts(writer: StageWriter, rig: Rig) -> None:
    """Author the custom data for parts that USD lacks, if a rig has any."""
    nodes, materials = _Table(), _Table()
    joints = writer.joints()

    def relative(path: str) -> str:
        return path.removeprefix(f"{writer.root}/")

    def node_index(node: int) -> int:
        if node not in joints:
            return nodes.number(relative(writer.prims[node]))
        skeleton, joint = joints[node]
        return nodes.number(f"{relative(skeleton)}{JOINT_SEPARATOR}{joint}")

    def mesh_indices(node: int) -> list[int]:
        return [nodes.number(relative(path)) for path in writer.mesh_prims.get(node, ())]

    def material_indices(material: int) -> list[int]:
        return [materials.number(relative(writer.material_path(material)))]

    parts = kept_parts(rig, IndexMap(node_index, mesh_indices, material_indices))
    if parts:
        whole = {"nodes": nodes.paths(), "materials": materials.paths(), **parts}
        text = msgspec.json.encode(whole, enc_hook=dict).decode()
        writer.stage.GetPrimAtPath(writer.root).SetCustomDataByKey(KEPT_PARTS, text)


APERTURE = 24.0
"""The film height in tenths of a unit; the focal length follows from it and the field of view."""

LIGHT_TYPES = {"directional": "DistantLight", "point": "SphereLight", "spot": "SphereLight"}

POINT_RADIUS = 0.001
"""The radius of a point light in metres; it has no effect on a normalised intensity."""


def define_camera(stage: Any, path: Any, camera: Camera) -> Any:
    from pxr import Gf, UsdGeom

    defined = UsdGeom.Camera.Define(stage, path)
    projection = camera.projection
    if isinstance(projection, Perspective):
        height, aspect, far = APERTURE, projection.aspect or 1.0, projection.far or FARTHEST
        defined.CreateProjectionAttr("perspective")
        defined.CreateFocalLengthAttr(height / 2 / exact.tan(projection.fov / 2))
        width = height * aspect
    else:
        height, far = projection.height / TENTH, projection.far
        width = height if projection.width is None else projection.width / TENTH
        defined.CreateProjectionAttr("orthographic")
    defined.CreateVerticalApertureAttr(height)
    defined.CreateHorizontalApertureAttr(width)
    defined.CreateClippingRangeAttr(Gf.Vec2f(projection.near, far))
    return defined


def define_light(stage: Any, path: Any, light: Light) -> Any:
    from pxr import Gf, UsdLux

    kind = getattr(UsdLux, LIGHT_TYPES[light.kind])
    defined = kind.Define(stage, path)
    defined.CreateNormalizeAttr(True)
    defined.CreateColorAttr(Gf.Vec3f(*light.color))
    if light.kind == "directional":
        defined.CreateIntensityAttr(light.intensity)
        return defined
    defined.CreateIntensityAttr(light.intensity * CANDELA)
    defined.CreateRadiusAttr(POINT_RADIUS)
    defined.CreateTreatAsPointAttr(True)
    if light.kind == "spot":
        shaping = UsdLux.ShapingAPI.Apply(defined.GetPrim())
        shaping.CreateShapingConeAngleAttr(math.degrees(light.outer_cone))
        softness = 1 - light.inner_cone / light.outer_cone if light.outer_cone else 0.0
        shaping.CreateShapingConeSoftnessAttr(softness)
    return defined
