"""Convert a stage to parts of a rig: transformable prims become nodes, and joints become nodes below their
skeleton."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
from msgspec import Struct, field

from pantin.base.errors import LimitExceeded
from pantin.base.records import replace
from pantin.formats.usd.conventions import COPYRIGHT
from pantin.formats.usd.lift.context import Context, count_of, display_name, first_value
from pantin.formats.usd.lift.dual_quaternions import prepare_surfaces
from pantin.formats.usd.lift.instancers import is_prototype
from pantin.formats.usd.lift.kept_parts import has_kept_parts, read_kept_parts
from pantin.formats.usd.lift.materials import MaterialReader
from pantin.formats.usd.lift.mesh_parts import MeshParts, ReadGeometry, join_parts, surface_numbers
from pantin.formats.usd.lift.meshes import GeometryReader
from pantin.formats.usd.lift.shapes import is_shape, read_shape
from pantin.formats.usd.lift.skeletons import (
    ReadBinding,
    ReadShapes,
    ReadSkeleton,
    read_binding,
    read_shapes,
    read_skeleton,
    with_remainder,
    without_weight,
)
from pantin.formats.usd.lift.transforms import local_rest, node_of
from pantin.formats.usd.lift.view import read_camera, read_light
from pantin.maths import affine
from pantin.rig import Camera, Doubles, Instance, Light, Mesh, Node, Scene, Skin

HIDDEN_PURPOSES = ("guide", "proxy")
"""Prim purposes that final renders hide."""


class Blended(Struct, eq=False):
    """An instance with blend shapes, and the skeleton whose animation sets their weights."""

    node: int
    shapes: ReadShapes
    skeleton: str


class StageReader(Struct, eq=False, dict=True):
    """Reads the nodes, meshes, skins, materials, cameras and lights of a stage; clips are another pass.

    node_of_prim  the node of each prim that has one, by path
    prims         the path of the prim of each node that is not a joint
    node_of_mesh  the node of the mesh of each prim that has one, by path
    skeletons     the skeletons by path
    dual_skins    the skins with dual quaternions, and the first prim of each
    """

    context: Context
    open_image: Callable[[Any, Any], Any]
    nodes: list[Node] = field(default_factory=list)
    node_of_prim: dict[str, int] = field(default_factory=dict)
    prims: dict[int, str] = field(default_factory=dict)
    node_of_mesh: dict[str, int] = field(default_factory=dict)
    skeletons: dict[str, ReadSkeleton] = field(default_factory=dict)
    meshes: list[Mesh] = field(default_factory=list)
    skins: list[Skin] = field(default_factory=list)
    instances: list[Instance] = field(default_factory=list)
    blended: list[Blended] = field(default_factory=list)
    cameras: list[Camera] = field(default_factory=list)
    lights: list[Light] = field(default_factory=list)
    dual_skins: dict[int, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        from pxr import UsdSkel

        self.materials = MaterialReader(self.context, self.open_image)
        self._geometry = GeometryReader(self.context, self.materials)
        self._cache = UsdSkel.Cache()
        self._skin_keys: dict[Any, int] = {}
        self._mesh_keys: dict[Any, int] = {}
        self._taken: set[int] = set()
        self._scene_name: str | None = None
        self._base = -1

    def read(self) -> dict[str, Any]:
        """The arguments for `build`, without clips."""
        self._add_conversion()
        tree = self._collect()
        for prim in tree.order:
            self._add_node(prim, tree)
        for prim in tree.geometry:
            self._add_geometry(prim, tree.parts.others.get(str(prim.GetPath()), []))
        roots = tuple(index for index, node in enumerate(self.nodes) if node.parent < 0)
        layer = self.context.stage.GetRootLayer()
        return {
            "nodes": self.nodes,
            "meshes": self.meshes,
            "skins": self.skins,
            "instances": self.instances,
            "materials": self.materials.materials,
            "textures": self.materials.textures,
            "samplers": self.materials.samplers,
            "images": self.materials.images,
            "cameras": self.cameras,
            "lights": self.lights,
            "scenes": [Scene(roots, self._scene_name)] if roots else [],
            "default_scene": 0 if roots else None,
            "copyright": _text(layer.customLayerData.get(COPYRIGHT)),
            **read_kept_parts(self, tree.with_parts),
        }

    def _add_conversion(self) -> None:
        """Add a root node that rotates and scales the stage to metres with Y up."""
        from pxr import UsdGeom

        stage = self.context.stage
        scale = float(UsdGeom.GetStageMetersPerUnit(stage))
        up = str(UsdGeom.GetStageUpAxis(stage))
        if not (math.isfinite(scale) and scale > 0):
            scale = 1.0
        if up == "Y" and abs(scale - 1) < 1e-9:
            return
        half = math.sqrt(0.5)
        turns = {"Z": (-half, 0.0, 0.0, half), "X": (0.0, 0.0, half, half)}
        name = f"{up}_up_{scale:g}_m"
        self.nodes.append(Node(name, rotation=turns.get(up, (0.0, 0.0, 0.0, 1.0)), scale=(scale,) * 3))
        self._base = 0

    def _collect(self) -> _Tree:
        """The prims that become nodes, parents first. Raises `LimitExceeded`."""
        from pxr import Usd, UsdGeom, UsdSkel

        tree = _Tree()
        iterator = iter(Usd.PrimRange(self.context.stage.GetPseudoRoot(), Usd.TraverseInstanceProxies()))
        for count, prim in enumerate(iterator):
            if count > self.context.limits.prims:
                raise LimitExceeded("prims", f"the stage has more than {self.context.limits.prims:,} prims")
            if is_prototype(self.context, prim):
                iterator.PruneChildren()
                continue
            if has_kept_parts(prim):
                tree.with_parts.append(prim)
            if prim.IsA(UsdSkel.Root):
                self._cache.Populate(UsdSkel.Root(prim), Usd.TraverseInstanceProxies())
            if prim.IsA(UsdGeom.Xformable):
                tree.need(prim)
        return tree

    def _add_node(self, prim: Any, tree: _Tree) -> None:
        """Add the node of a prim, unless it is the root of a scene or merged into its parent."""
        from pxr import UsdGeom, UsdLux, UsdSkel

        path = str(prim.GetPath())
        parent = self._parent(prim)
        if self._is_scene(prim):
            self._scene_name = display_name(prim)
            self.node_of_prim[path] = parent
            return
        is_geometry = prim.IsA(UsdGeom.Gprim)
        if is_geometry:
            if self._is_later_part(prim, tree):
                return
            tree.geometry.append(prim)
            if not tree.children.get(path) and self._follows_joint(prim):
                return  # its node is that of the joint, or below it
        camera = read_camera(self.context, prim) if prim.IsA(UsdGeom.Camera) else None
        light = read_light(self.context, prim) if prim.HasAPI(UsdLux.LightAPI) else None
        local = local_rest(prim)
        if (is_geometry or camera or light) and self._stands_for(prim, tree, local):
            self.node_of_prim[path] = parent
            self._carry(parent, camera, light)
            return
        if prim.IsA(UsdSkel.Skeleton) and self._is_plain(prim, local):
            self.node_of_prim[path] = parent  # its joints are children of its parent
        else:
            self._append(prim, parent, local)
            self._carry(self.node_of_prim[path], camera, light)
        if prim.IsA(UsdSkel.Skeleton):
            self._add_joints(prim)

    def _append(self, prim: Any, parent: int, local: Any) -> None:
        from pxr import UsdGeom

        xformable = UsdGeom.Xformable(prim)
        parent = self._base if xformable and xformable.GetResetXformStack() else parent
        self.node_of_prim[str(prim.GetPath())] = len(self.nodes)
        self.prims[len(self.nodes)] = str(prim.GetPath())
        self.nodes.append(node_of(display_name(prim), parent, local, visible=self._is_visible(prim)))

    def _is_visible(self, prim: Any) -> bool:
        from pxr import UsdGeom

        imageable = UsdGeom.Imageable(prim)
        if not imageable:
            return True
        visibility = imageable.GetVisibilityAttr()
        shown = not visibility or first_value(visibility) != UsdGeom.Tokens.invisible
        return bool(shown) and imageable.ComputePurpose() not in HIDDEN_PURPOSES

    def _is_shown(self, prim: Any) -> bool:
        """Whether a prim and all its ancestors are visible."""
        while not prim.IsPseudoRoot():
            if not self._is_visible(prim):
                return False
            prim = prim.GetParent()
        return True

    def _parent(self, prim: Any) -> int:
        parent = prim.GetParent()
        return self.node_of_prim.get(str(parent.GetPath()), self._base)

    def _is_plain(self, prim: Any, local: Any) -> bool:
        """Whether the transform of a prim is always the identity."""
        from pxr import UsdGeom

        xformable = UsdGeom.Xformable(prim)
        fixed = not xformable or not (
            xformable.TransformMightBeTimeVarying() or xformable.GetResetXformStack()
        )
        return fixed and np.array_equal(local, affine.identity(3))

    def _is_scene(self, prim: Any) -> bool:
        """Whether a prim only groups all others and thus represents the scene."""
        from pxr import UsdGeom, UsdSkel

        stage = self.context.stage
        if prim != stage.GetDefaultPrim() or len(stage.GetPseudoRoot().GetChildren()) != 1:
            return False
        is_group = prim.GetTypeName() in ("", "Xform", "Scope", "SkelRoot")
        is_group = is_group and not prim.IsA(UsdGeom.Gprim) and not prim.IsA(UsdSkel.Skeleton)
        return bool(is_group and self._is_plain(prim, local_rest(prim)) and self._is_visible(prim))

    def _stands_for(self, prim: Any, tree: _Tree, local: Any) -> bool:
        """Whether a prim is merged into the node of its parent: an Xform with a mesh, a camera or a light
        that has no transform."""
        parent = prim.GetParent()
        path = str(parent.GetPath())
        if self.prims.get(self.node_of_prim.get(path, -1)) != path or parent.GetTypeName() != "Xform":
            return False
        alone = tree.shapes[path] <= 1
        is_leaf = not tree.children.get(str(prim.GetPath()))
        return bool(alone and is_leaf and self._is_plain(prim, local) and self._is_visible(prim))

    def _is_later_part(self, prim: Any, tree: _Tree) -> bool:
        """Whether a prim is a later part of a mesh, located where the first part is."""
        first = tree.parts.find_first(prim)
        if first is None or tree.children.get(str(prim.GetPath())):
            return False
        together = all(self._is_plain(each, local_rest(each)) for each in (first, prim))
        if together and self._is_visible(first) == self._is_visible(prim):
            tree.parts.others.setdefault(str(first.GetPath()), []).append(prim)
            return True
        return False

    def _carry(self, node: int, camera: Camera | None, light: Light | None) -> None:
        """Put a camera or a light on a node."""
        if camera is not None:
            self.cameras.append(camera)
            self.nodes[node] = replace(self.nodes[node], camera=len(self.cameras) - 1)
        if light is not None:
            self.lights.append(light)
            self.nodes[node] = replace(self.nodes[node], light=len(self.lights) - 1)

    def _add_joints(self, prim: Any) -> None:
        from pxr import UsdSkel

        skeleton = read_skeleton(prim, self._cache.GetSkelQuery(UsdSkel.Skeleton(prim)))
        if skeleton is None:
            return
        path = str(prim.GetPath())
        self.skeletons[path] = skeleton
        parts = zip(skeleton.names, skeleton.parents, skeleton.rest, strict=True)
        for joint, (name, parent, rest) in enumerate(parts):
            above = self.node_of_prim[path] if parent < 0 else skeleton.nodes[parent]
            if skeleton.added.is_added(joint):
                skeleton.nodes.append(above)
                continue
            skeleton.nodes.append(len(self.nodes))
            self.nodes.append(node_of(name, above, rest))

    def _add_geometry(self, prim: Any, others: list[Any]) -> None:
        """Add the mesh of a prim and its other parts, on its node or on the joint it follows."""
        whole = self._read_geometry(prim)
        if whole is None:
            return
        apart = []
        for part in filter(None, map(self._read_geometry, others)):
            joined = join_parts(whole, part) if self._skin_of(whole) == self._skin_of(part) else None
            if joined is None:
                apart.append(part)
            else:
                whole = joined
        for part in (whole, *apart):
            self._add_mesh(part)

    def _read_geometry(self, prim: Any) -> ReadGeometry | None:
        """The surfaces of a prim and their deformers; None without surfaces."""
        from pxr import UsdGeom

        linear = prim.IsA(UsdGeom.BasisCurves) and UsdGeom.BasisCurves(prim).GetTypeAttr().Get() == "linear"
        shape = read_shape(prim) if is_shape(prim) else None
        if not (prim.IsA(UsdGeom.Mesh) or prim.IsA(UsdGeom.Points) or linear or shape is not None):
            self.context.drop("geometry", prim, f"a {prim.GetTypeName()}")
            return None
        points = count_of(UsdGeom.PointBased(prim).GetPointsAttr()) if shape is None else len(shape.positions)
        query, skeleton = self._skinning(prim)
        binding = None if skeleton is None else read_binding(prim, query, skeleton, points)
        if binding is None and points:
            self._report_lost_influences(prim)
        is_pointed = skeleton is not None and shape is None  # blend shapes move points of the file
        shapes = read_shapes(self.context, prim, points) if is_pointed else None
        rigid = binding is not None and binding.rigid_joint is not None
        if binding is not None and skeleton is not None and not rigid:
            self._weigh_origin(binding, skeleton)
        influences = None if binding is None or rigid else binding.influences
        blend_shapes = shapes.shapes if shapes else ()
        if shape is not None:
            surfaces = self._geometry.read_shape(prim, replace(shape, influences=influences))
        else:
            surfaces = self._geometry.read(prim, influences, blend_shapes)
        if not surfaces:
            return None
        if binding is not None and skeleton is not None and not rigid:
            surfaces = prepare_surfaces(self.context, prim, skeleton.prim, binding, surfaces)
        numbers = surface_numbers(prim, len(surfaces))
        return ReadGeometry(prim, list(surfaces), numbers, binding, skeleton, shapes)

    def _skin_of(self, read: ReadGeometry) -> int | None:
        if read.binding is None or read.skeleton is None or read.rigid_joint is not None:
            return None
        return self._skin(read.skeleton, read.binding)

    def _add_mesh(self, read: ReadGeometry) -> None:
        """Add an instance of the surfaces to their node."""
        prim, path = read.prim, str(read.prim.GetPath())
        name = self.context.instance_prims.get(path) or display_name(prim)
        blend_names = tuple(read.shapes.names) if read.shapes else None
        mesh = self._mesh(Mesh(tuple(read.surfaces), name, blend_names=blend_names))
        if path not in self.node_of_prim and read.rigid_joint is None:
            self._append(prim, self._parent(prim), local_rest(prim))
        node = self.node_of_prim.get(path, self._base)
        skin = self._skin_of(read)
        if read.binding is not None and read.skeleton is not None:
            if read.rigid_joint is not None:
                node = self._node_on_joint(prim, node, read.skeleton, read.binding)
            elif read.binding.dual_quaternions and skin is not None:
                self.dual_skins.setdefault(skin, prim)
        if node in self._taken or node < 0:
            self.nodes.append(Node(display_name(prim), node))
            node = len(self.nodes) - 1
        self._taken.add(node)
        for each in (path, *read.joined):
            self.node_of_mesh[each] = node
        self.instances.append(Instance(node, mesh, skin))
        if read.shapes is not None and read.skeleton is not None:
            self.blended.append(Blended(node, read.shapes, str(read.skeleton.prim.GetPath())))

    def _weigh_origin(self, binding: ReadBinding, skeleton: ReadSkeleton) -> None:
        """Handle weights that do not sum to 1. UsdSkel sums points in skeleton space and then moves the sum;
        a rig sums moved points. The missing weight is assigned to a joint at the skeleton's origin. A
        skeleton at the world origin needs none, and dual quaternions are normalised."""
        node = self.node_of_prim[str(skeleton.prim.GetPath())]
        assert binding.influences is not None
        if binding.dual_quaternions:
            return
        if self._is_moved(skeleton.prim) and without_weight(binding.influences).any():
            binding.influences = with_remainder(binding.influences, len(binding.joints))
            binding.origin = node

    def _is_moved(self, prim: Any) -> bool:
        """Whether a prim or an ancestor has a translation, at rest or animated."""
        from pxr import UsdGeom

        while not prim.IsPseudoRoot():
            xformable = UsdGeom.Xformable(prim)
            if xformable and (xformable.TransformMightBeTimeVarying() or local_rest(prim)[:, 3].any()):
                return True
            prim = prim.GetParent()
        return False

    def _follows_joint(self, prim: Any) -> bool:
        """Whether a prim as a whole follows one joint."""
        query = self._query(prim)
        return bool(
            query
            and query.HasJointInfluences()
            and query.IsRigidlyDeformed()
            and query.GetNumInfluencesPerComponent() == 1
        )

    def _query(self, prim: Any) -> Any:
        """The UsdSkel query for a prim; for an instance, that of its prototype."""
        query = self._cache.GetSkinningQuery(prim)
        if not query and prim.IsInstanceProxy():
            query = self._cache.GetSkinningQuery(prim.GetPrimInPrototype())
        return query

    def _skinning(self, prim: Any) -> tuple[Any, ReadSkeleton | None]:
        """The UsdSkel query for a prim, and its skeleton."""
        from pxr import UsdSkel

        query = self._query(prim)
        if not query:
            return None, None
        skeleton = UsdSkel.BindingAPI(prim).GetInheritedSkeleton()
        return query, self.skeletons.get(str(skeleton.GetPath())) if skeleton else None

    def _report_lost_influences(self, prim: Any) -> None:
        """Report influences that UsdSkel ignores, or that do not fit the skeleton."""
        from pxr import UsdSkel

        if UsdSkel.BindingAPI(prim).GetJointIndicesPrimvar().HasAuthoredValue():
            why = "they fit no skeleton" if UsdSkel.Root.Find(prim) else "no SkelRoot is above the prim"
            self.context.drop("primvar", prim, f"its joint influences: {why}")

    def _node_on_joint(self, prim: Any, node: int, skeleton: ReadSkeleton, binding: ReadBinding) -> int:
        """A node that follows a joint: the joint's node, or a child with an offset."""
        assert binding.rigid_joint is not None
        assert skeleton.binds is not None
        joint = skeleton.nodes[binding.rigid_joint]
        inverse, singular = affine.invert(skeleton.binds[binding.rigid_joint])
        added = skeleton.added.offsets[binding.rigid_joint]
        offset = affine.multiply(added, affine.multiply(inverse, binding.geom_bind))
        if bool(singular):
            return node
        shown = self._is_shown(prim)
        if np.abs(offset - affine.identity(3)).max() < 1e-9 and joint not in self._taken and shown:
            return joint
        self.nodes.append(node_of(display_name(prim), joint, offset, visible=shown))
        return len(self.nodes) - 1

    def _skin(self, skeleton: ReadSkeleton, binding: ReadBinding) -> int:
        key = (
            *(binding.skeleton, tuple(binding.joints), binding.origin),
            *(binding.geom_bind.tobytes(), binding.dual_quaternions),
        )
        if key not in self._skin_keys:
            assert skeleton.binds is not None
            inverse = affine.multiply(affine.invert(skeleton.binds)[0], binding.geom_bind)
            inverse = affine.multiply(skeleton.added.offsets, inverse)
            nodes = [skeleton.nodes[joint] if joint >= 0 else -1 for joint in binding.joints]
            inverse = inverse[np.array(binding.joints, np.int64)]
            if binding.origin is not None:
                nodes.append(binding.origin)
                inverse = np.concatenate([inverse, np.zeros((1, 3, 4))])
            name = display_name(skeleton.prim)
            solver = "dqs" if binding.dual_quaternions else "linear"
            self._skin_keys[key] = len(self.skins)
            self.skins.append(Skin(np.array(nodes, np.int64), inverse, name, solver=solver))  # type: ignore[arg-type]
        return self._skin_keys[key]

    def blend_weights(self, node: int) -> Doubles:
        """The rest weights of the blend shapes on a node."""
        (instance,) = [each for each in self.instances if each.node == node]
        count = len(self.meshes[instance.mesh].surfaces[0].blend_shapes)
        stated = instance.blend_weights
        return np.zeros(count) if stated is None else np.asarray(stated, np.float64)

    def set_blend_weights(self, node: int, weights: Any) -> None:
        """Set the rest weights of the instance on a node."""
        for index, instance in enumerate(self.instances):
            if instance.node == node:
                self.instances[index] = replace(instance, blend_weights=weights)

    def _mesh(self, mesh: Mesh) -> int:
        """The index of a mesh; an equal existing mesh is reused."""
        parts: list[Any] = [mesh.name, mesh.blend_names]
        for surface in mesh.surfaces:
            parts += [surface.material, surface.mode]
            arrays = [surface.positions, surface.normals, surface.tangents, surface.indices]
            arrays += [*surface.texcoords, *surface.colors]
            for shape in surface.blend_shapes:
                for deltas in (shape.positions, shape.normals):
                    arrays += [None, None] if deltas is None else [deltas.values, deltas.indices]
            if surface.influences is not None:
                influences = surface.influences
                arrays += [influences.offsets, influences.joints, influences.weights]
            parts += [None if each is None else (each.shape, each.tobytes()) for each in arrays]
        key = tuple(parts)
        if key not in self._mesh_keys:
            self._mesh_keys[key] = len(self.meshes)
            self.meshes.append(mesh)
        return self._mesh_keys[key]


class _Tree:
    """The prims that become nodes: those with a transform, and the prims above them."""

    def __init__(self) -> None:
        self.order: list[Any] = []
        self.children: dict[str, list[Any]] = {}
        self.geometry: list[Any] = []
        self.with_parts: list[Any] = []
        self.parts = MeshParts()
        self.shapes: Counter[str] = Counter()
        """The number of shape children of a prim; all parts of a mesh count once."""
        self._known: set[str] = set()

    def need(self, prim: Any) -> None:
        from pxr import UsdGeom

        chain = []
        while not prim.IsPseudoRoot() and str(prim.GetPath()) not in self._known:
            chain.append(prim)
            prim = prim.GetParent()
        for each in reversed(chain):
            self._known.add(str(each.GetPath()))
            parent = str(each.GetParent().GetPath())
            self.children.setdefault(parent, []).append(each)
            self.shapes[parent] += each.IsA(UsdGeom.Gprim) and self.parts.find_first(each) is None
            self.order.append(each)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
