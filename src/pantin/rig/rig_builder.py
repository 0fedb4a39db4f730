"""`RigBuilder`: make a rig step by step, with names wherever `build` takes indices.

A long file of one class: a method for each part of a rig, with all that the part can have in its signature.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.base.arguments import check_arguments, check_arguments_but
from pantin.base.deprecation import keyword_only, renamed
from pantin.base.records import replace
from pantin.base.short_repr import short_value
from pantin.maths import quaternion
from pantin.maths.rotor import Rotation, rotation_matrix
from pantin.rig.arrays import InvalidRig, doubles, reals
from pantin.rig.builder import build, check_dimension, check_skin, check_type
from pantin.rig.builder_clip import check_channels
from pantin.rig.builder_material import (
    check_camera,
    check_image,
    check_light,
    check_material,
    check_sampler,
    check_texture,
)
from pantin.rig.builder_mesh import check_mode, given_colors
from pantin.rig.builder_nodes import check_transform
from pantin.rig.clip import Channel, Clip, Interpolation, Property
from pantin.rig.joint_weights import JointWeights, influences_from
from pantin.rig.material import Material
from pantin.rig.mesh import Instance, Mesh, Scene
from pantin.rig.names import find_index, names_of
from pantin.rig.node import Node
from pantin.rig.rest_binding import bind_at_rest
from pantin.rig.rig import Rig, require_rig
from pantin.rig.skin import Skin, Solver
from pantin.rig.spring import SpringSettings
from pantin.rig.surface import BlendShape, Deltas, Mode, Surface
from pantin.rig.surface_arrays import (
    given_normals,
    per_surface,
    rotation_keys,
    triangle_indices,
    unit_quaternion,
    with_unit_rotations,
)
from pantin.rig.texture import Image, Json, Sampler, Texture
from pantin.rig.transform import affine_matrices
from pantin.rig.view import Camera, Light

PARTS = (
    *("meshes", "skins", "instances", "clips", "scenes", "materials"),
    *("textures", "samplers", "images", "cameras", "lights"),
)
"""The lists of a rig that a builder adds to, beside nodes."""

LATER = 1 << 31
"""An upper limit for texture indices: a material may be added before its textures."""

Which = int | str
"""A part by index or by name."""


class RigBuilder:
    """Makes a rig step by step. Each `add_…` returns the index of the new part; every argument that names a
    part takes its index or its name.

    >>> builder = pantin.rig.RigBuilder()
    >>> hip = builder.add_node("hip")
    >>> knee = builder.add_node("knee", parent="hip", translation=[0, -1, 0])
    >>> node = builder.add_node("leg")
    >>> corners = [[0, 0, 0], [0.1, 0, 0], [0, -1, 0]]
    >>> leg = builder.add_mesh("leg", corners, [[0, 1, 2]], node="leg")
    >>> skin = builder.add_skin(["hip", "knee"], mesh="leg", weights=[[1, 0], [1, 0], [0, 1]])
    >>> rig = builder.build()
    >>> len(rig.nodes), rig.skins[0].inverse_binds[1][:, 3]
    (3, array([0., 1., 0.]))
    """

    def __init__(self, dimension: int = 3) -> None:
        check_dimension(dimension)
        self.dimension = dimension
        self.springs = SpringSettings()
        self.copyright: str | None = None
        self.extras: Json | None = None
        self._nodes: list[Node] = []
        self._meshes: list[Mesh] = []
        self._skins: list[Skin] = []
        self._unbound: list[int] = []
        self._instances: list[Instance] = []
        self._clips: list[Clip] = []
        self._scenes: list[Scene] = []
        self._default_scene: int | None = None
        self._materials: list[Material] = []
        self._textures: list[Texture] = []
        self._samplers: list[Sampler] = []
        self._images: list[Image] = []
        self._cameras: list[Camera] = []
        self._lights: list[Light] = []
        self._base: Rig | None = None
        """The rig that the builder started with: it provides everything for which the builder has no
        methods."""

    def __repr__(self) -> str:
        nodes, meshes = f"nodes={len(self._nodes)}", f"meshes={len(self._meshes)}"
        return f"<RigBuilder {nodes} {meshes} skins={len(self._skins)} clips={len(self._clips)}>"

    @classmethod
    def from_rig(cls, rig: Rig) -> RigBuilder:
        """A builder that has all parts of a rig already, to add more to them; `build` gives another rig.

        >>> builder = pantin.RigBuilder.from_rig(pantin.load("examples/arm.glb").rig)
        >>> hand = builder.add_node("hand", parent="wrist", translation=[0, 0.2, 0])
        >>> builder.build().nodes.names
        ('shoulder', 'elbow', 'wrist', 'arm', 'hand')
        """
        require_rig(rig)
        builder = cls(rig.dimension)
        builder._base = rig
        builder.springs, builder.copyright, builder.extras = rig.springs, rig.copyright, rig.extras
        builder._nodes, builder._default_scene = rig.node_list(), rig.default_scene
        for name in PARTS:
            setattr(builder, f"_{name}", list(getattr(rig, name)))
        return builder

    @check_arguments_but(
        "name", "parent", "translation", "rotation", "planes", "scale", "matrix", "camera", "light", "visible"
    )
    def add_node(
        self,
        name: str | None = None,
        *,
        parent: Which | None = None,
        translation: ArrayLike | None = None,
        rotation: ArrayLike | None = None,
        planes: Rotation | None = None,
        scale: ArrayLike | None = None,
        matrix: ArrayLike | None = None,
        visible: bool = True,
        camera: Which | None = None,
        light: Which | None = None,
        extras: Json | None = None,
    ) -> int:
        """Add a node below `parent` (None: at the root), with translation, rotation (xyzw) and scale, or a
        matrix (N, N + 1) or (N + 1, N + 1), with or without shear. `planes` is a rotation in any dimension:
        degrees in planes, such as `"yw:90"`. A rotation off unit length by rounding is normalised, with a
        warning."""
        number = len(self._nodes)
        if planes is not None:
            if rotation is not None or matrix is not None:
                raise InvalidRig(f"node {number}: give rotation, planes or matrix, not several")
            turned = rotation_matrix(planes, self.dimension)
            if self.dimension == 3:
                rotation = quaternion.from_matrix(turned)
            else:
                matrix = self._matrix(turned, translation, scale)
                translation = scale = None
        if rotation is not None and self.dimension == 3:
            rotation = unit_quaternion(rotation, f"node {number} rotation")
        node = Node(
            name,
            -1 if parent is None else self._node(parent),
            translation,
            rotation,
            scale,
            matrix,
            visible=visible,
            camera=None if camera is None else self._index("camera", camera, self._cameras),
            light=None if light is None else self._index("light", light, self._lights),
            extras=extras,
        )
        check_type(node, Node, f"node {number}")
        return _append(self._nodes, check_transform(node, number, self.dimension))

    def _matrix(
        self, rotation: NDArray[np.float64], translation: ArrayLike | None, scale: ArrayLike | None
    ) -> NDArray[np.float64]:
        shape = (self.dimension,)
        factors = np.ones(shape) if scale is None else doubles(scale, "scale", shape)
        moved = np.zeros(shape) if translation is None else doubles(translation, "translation", shape)
        return np.column_stack([rotation * factors, moved])

    @renamed(colours="colors", faces="triangles")
    @check_arguments_but("name", "positions", "triangles", "normals", "texcoords", "colors")
    def add_mesh(
        self,
        name: str | None = None,
        positions: ArrayLike | None = None,
        triangles: ArrayLike | Sequence[Sequence[int]] | None = None,
        *,
        normals: ArrayLike | Literal["smooth"] | None = None,
        texcoords: ArrayLike | None = None,
        colors: ArrayLike | None = None,
        material: Which | None = None,
        mode: Mode = "triangles",
        triangulate: bool = False,
        surfaces: Iterable[Surface] = (),
        node: Which | None = None,
    ) -> int:
        """Add a mesh; with positions (V, N), one with a surface. `add_surface` adds more surfaces, and
        `surfaces` are those that are made elsewhere, such as by `pantin.shapes`.

        `triangles` are vertex indices (T, 3), or those of the lines and points of another mode; with
        `triangulate=True` polygons of any size. `normals="smooth"` computes normals. With `node`, the mesh is
        put on that node.
        """
        listed = tuple(surfaces)
        wrong = next((one for one in listed if not isinstance(one, Surface)), None)
        if wrong is not None:
            raise TypeError(f"surfaces must be Surface objects, not {type(wrong).__name__}")
        mesh = Mesh(listed, name)
        check_type(mesh, Mesh, f"mesh {len(self._meshes)}")
        if positions is not None:
            surface = self._surface(
                positions, triangles, normals, texcoords, colors, material, mode, triangulate
            )
            mesh = replace(mesh, surfaces=(surface, *mesh.surfaces))
        target_node = None if node is None else self._free_node(node)
        index = _append(self._meshes, mesh)
        if target_node is not None:
            self._instances.append(Instance(target_node, index))
        return index

    @renamed(colours="colors", faces="triangles")
    @check_arguments_but("positions", "triangles", "normals", "texcoords", "colors")
    def add_surface(
        self,
        mesh: Which,
        positions: ArrayLike,
        triangles: ArrayLike | Sequence[Sequence[int]] | None = None,
        *,
        normals: ArrayLike | Literal["smooth"] | None = None,
        texcoords: ArrayLike | None = None,
        colors: ArrayLike | None = None,
        material: Which | None = None,
        mode: Mode = "triangles",
        triangulate: bool = False,
    ) -> int:
        """Add a surface to a mesh, as in `add_mesh`; the index of the surface in the mesh."""
        index = self._index("mesh", mesh, self._meshes)
        surface = self._surface(positions, triangles, normals, texcoords, colors, material, mode, triangulate)
        self._meshes[index] = replace(self._meshes[index], surfaces=(*self._meshes[index].surfaces, surface))
        return len(self._meshes[index].surfaces) - 1

    def _surface(
        self,
        positions: ArrayLike,
        triangles: ArrayLike | Sequence[Sequence[int]] | None,
        normals: ArrayLike | Literal["smooth"] | None,
        texcoords: ArrayLike | None,
        colors: ArrayLike | None,
        material: Which | None,
        mode: Mode,
        triangulate: bool,
    ) -> Surface:
        points = reals(positions, "positions", (None, self.dimension))
        check_mode(mode, "mode")
        corners = None
        if triangles is not None:
            corners = triangle_indices(triangles, points, triangulate=triangulate, mode=mode)
        return Surface(
            points,
            given_normals(normals, points, corners),
            texcoords=() if texcoords is None else (reals(texcoords, "texcoords", (len(points), 2)),),
            colors=() if colors is None else (given_colors(colors, "colors", len(points)),),
            indices=corners,
            mode=mode,
            material=None if material is None else self._index("material", material, self._materials),
        )

    def add_instance(
        self,
        mesh: Which,
        node: Which,
        *,
        skin: Which | None = None,
        blend_weights: ArrayLike | None = None,
    ) -> int:
        """Put a mesh on a node, with or without a skin. The mesh may get its blend shapes later."""
        instance = Instance(
            self._free_node(node),
            self._index("mesh", mesh, self._meshes),
            None if skin is None else self._index("skin", skin, self._skins),
            None if blend_weights is None else doubles(blend_weights, "blend_weights", (None,)),
        )
        return _append(self._instances, instance)

    @check_arguments_but("joints")
    def add_skin(
        self,
        joints: Iterable[Which],
        *,
        name: str | None = None,
        inverse_binds: ArrayLike | None = None,
        root: Which | None = None,
        solver: Solver = "linear",
        mesh: Which | None = None,
        weights: JointWeights | Sequence[JointWeights] | None = None,
    ) -> int:
        """Add a skin. Without inverse bind matrices, (J, N, N + 1) or (J, N + 1, N + 1), the joints are bound
        where they are at rest.

        With `mesh`, its instances get this skin, and `weights` become its influences: see `set_weights`.
        """
        if isinstance(joints, str):
            raise TypeError(f"joints must be a list of nodes, not the string {joints!r}")
        if not isinstance(joints, Iterable) or not getattr(joints, "ndim", 1):
            raise TypeError(f"joints must be a list of nodes, not {short_value(joints)}")
        listed = [self._node(joint) for joint in joints]
        if not listed:
            raise InvalidRig("joints must list at least one node")
        binds = None
        if inverse_binds is not None:
            binds = affine_matrices(inverse_binds, "inverse_binds", self.dimension, len(listed))
        what, below = f"skin {len(self._skins)}", None if root is None else self._node(root)
        added_skin = Skin(np.asarray(listed, np.int64), binds, name, below, solver=solver)
        check_type(added_skin, Skin, what)
        added_skin = check_skin(added_skin, what, len(self._nodes), self.dimension, 0)
        if mesh is None and weights is not None:
            raise InvalidRig("weights need the mesh that they are for: add_skin(…, mesh=…)")
        placed = [] if mesh is None else self._instances_of(mesh)
        if mesh is not None and weights is not None:
            self._set_weights(self._index("mesh", mesh, self._meshes), weights, len(listed))
        skin = _append(self._skins, added_skin)
        if binds is None:
            self._unbound.append(skin)
        for number in placed:
            self._instances[number] = replace(self._instances[number], skin=skin)
        return skin

    def _instances_of(self, mesh: Which) -> list[int]:
        index = self._index("mesh", mesh, self._meshes)
        placed = [number for number, part in enumerate(self._instances) if part.mesh == index]
        if not placed:
            raise InvalidRig(f"mesh {mesh!r} is not on any node: add_mesh(…, node=…) puts it on one")
        return placed

    def set_weights(self, mesh: Which, weights: JointWeights | Sequence[JointWeights]) -> None:
        """Set the influences of a mesh: a dense (V, J) matrix, a pair (joints, weights) of (V, K) matrices,
        or `Influences` (CSR); a list of them for a mesh of several surfaces."""
        self._set_weights(self._index("mesh", mesh, self._meshes), weights, None)

    def _set_weights(self, index: int, weights: Any, joints: int | None) -> None:
        surfaces = self._meshes[index].surfaces
        per_surface = list(weights) if len(surfaces) != 1 else [weights]
        if len(per_surface) != len(surfaces):
            raise InvalidRig(
                f"weights must be {len(surfaces)} arrays, one per surface, not {len(per_surface)}"
            )
        self._meshes[index] = replace(
            self._meshes[index],
            surfaces=tuple(
                replace(surface, influences=influences_from(part, len(surface.positions), joints))
                for surface, part in zip(surfaces, per_surface, strict=True)
            ),
        )

    def add_blend_shape(
        self,
        mesh: Which,
        name: str | None,
        positions: ArrayLike | Sequence[ArrayLike],
        normals: ArrayLike | Sequence[ArrayLike] | None = None,
    ) -> int:
        """Add a blend shape to a mesh: offsets from the base, one (V, N) array per surface, or a bare array
        for a mesh of one surface."""
        index = self._index("mesh", mesh, self._meshes)
        base = self._meshes[index]
        offsets = per_surface(base, positions, "positions")
        bends = [None] * len(base.surfaces) if normals is None else per_surface(base, normals, "normals")
        surfaces = tuple(
            replace(
                surface,
                blend_shapes=(
                    *surface.blend_shapes,
                    BlendShape(Deltas(offset), None if bend is None else Deltas(bend)),
                ),
            )
            for surface, offset, bend in zip(base.surfaces, offsets, bends, strict=True)
        )
        count = len(surfaces[0].blend_shapes)
        names = [*(base.blend_names or [""] * (count - 1)), name or ""]
        weights = base.blend_weights
        self._meshes[index] = replace(
            base,
            surfaces=surfaces,
            blend_names=tuple(names) if any(names) else None,
            blend_weights=None if weights is None else np.append(weights, 0.0),
        )
        return count - 1

    @check_arguments
    def add_clip(self, name: str | None = None, channels: Iterable[Channel] = ()) -> int:
        """Add a clip; `add_channel` adds to it. Rotations off unit length by rounding are normalised, with a
        warning."""
        clip, what = Clip(tuple(channels), name), f"clip {len(self._clips)}"
        check_type(clip, Clip, what)
        for number, channel in enumerate(clip.channels):
            check_type(channel, Channel, f"{what} channel {number}")
        checked = self._check_channels(clip.channels, what, 0)
        return _append(self._clips, replace(clip, channels=with_unit_rotations(checked, what)))

    def add_channel(
        self,
        clip: Which,
        node: Which,
        property: Property,
        times: ArrayLike,
        values: ArrayLike | Sequence[Rotation],
        interpolation: Interpolation = "LINEAR",
    ) -> int:
        """Add a channel to a clip: keys (K, …) at times (K,) for a property of a node; the index of the
        channel in the clip.

        Keys of a rotation are quaternions xyzw, or in any dimension angles in planes (`"xw:90"`, or
        `{"xw": 90, "yz": 30}`, in degrees) or matrices (K, N, N). A rotation takes the shortest way from one
        key to the next, so a whole turn needs a key every half turn at least.

        >>> builder = pantin.RigBuilder(4)
        >>> hub = builder.add_node("hub")
        >>> spin = builder.add_clip("spin")
        >>> channel = builder.add_channel(spin, hub, "rotation", [0, 1, 2], ["xw:0", "xw:180", "xw:360"])
        >>> pantin.sample(builder.build(), "spin", 0.5).local[0, :, :-1] @ [1, 0, 0, 0]  # x towards w
        array([0., 0., 0., 1.])
        """
        index = self._index("clip", clip, self._clips)
        if property == "rotation":
            values = rotation_keys(values, self.dimension)
        channel = Channel(self._node(node), property, times, values, interpolation)  # type: ignore[arg-type]
        known = self._clips[index].channels
        if any((other.node, other.property) == (channel.node, property) for other in known):
            raise InvalidRig(f"clip {index} has a channel for the {property} of node {channel.node} already")
        checked = self._check_channels([channel], f"clip {index}", len(known))
        unit = with_unit_rotations(checked, f"clip {index}", len(known))
        self._clips[index] = replace(self._clips[index], channels=(*known, *unit))
        return len(known)

    def _check_channels(self, channels: Sequence[Channel], clip: str, first: int) -> tuple[Channel, ...]:
        """Check channels, except for the number of blend shapes, which may still grow."""
        shapes = {
            channel.node: np.asarray(channel.values).shape[-1]
            for channel in channels
            if channel.property == "weights" and np.ndim(channel.values) > 1
        }

        def name(number: int) -> str:
            return f"{clip} channel {first + number}"

        return check_channels(channels, name, self.dimension, shapes, len(self._nodes))

    @keyword_only("name")
    @check_arguments
    def add_scene(self, roots: Iterable[Which], *, name: str | None = None, default: bool = False) -> int:
        """Add a scene with these root nodes."""
        self._scenes.append(Scene(tuple(self._node(root) for root in roots), name))
        if default or self._default_scene is None:
            self._default_scene = len(self._scenes) - 1
        return len(self._scenes) - 1

    def add_material(self, material: Material | str | None = None, **members: Any) -> int:
        """Add a material: a `Material`, or its name and members (`base_color=…`, `roughness=…`)."""
        part = material if isinstance(material, Material) else Material(material)
        what = f"material {len(self._materials)}"
        part = replace(part, **members)
        check_type(part, Material, what)
        return _append(self._materials, check_material(part, what, LATER))

    def add_texture(self, texture: Texture) -> int:
        """Add a texture of images and a sampler that were added before."""
        what, images, samplers = f"texture {len(self._textures)}", len(self._images), len(self._samplers)
        check_type(texture, Texture, what)
        return _append(self._textures, check_texture(texture, what, images, samplers))

    def add_sampler(self, sampler: Sampler) -> int:
        """Add a sampler."""
        what = f"sampler {len(self._samplers)}"
        check_type(sampler, Sampler, what)
        return _append(self._samplers, check_sampler(sampler, what))

    @keyword_only("mime_type", "name")
    def add_image(self, data: bytes, *, mime_type: str | None = None, name: str | None = None) -> int:
        """Add an image: the bytes of a PNG, JPEG or other file."""
        image, what = Image(data, mime_type, name), f"image {len(self._images)}"
        check_type(image, Image, what)
        return _append(self._images, check_image(image, what))

    def add_camera(self, camera: Camera) -> int:
        """Add a camera; `add_node(camera=…)` puts it on a node."""
        what = f"camera {len(self._cameras)}"
        check_type(camera, Camera, what)
        return _append(self._cameras, check_camera(camera, what))

    def add_light(self, light: Light) -> int:
        """Add a light; `add_node(light=…)` puts it on a node."""
        what = f"light {len(self._lights)}"
        check_type(light, Light, what)
        return _append(self._lights, check_light(light, what))

    def build(self) -> Rig:
        """The rig. Without `add_scene`, one scene shows everything; new root nodes of a rig that was given
        are in all its scenes."""
        roots = tuple(index for index, node in enumerate(self._nodes) if node.parent < 0)
        parts: Mapping[str, Any] = {
            "dimension": self.dimension,
            "nodes": self._nodes,
            "meshes": self._meshes,
            "materials": self._materials,
            "skins": self._skins,
            "instances": self._instances,
            "clips": self._clips,
            "scenes": self._scenes or ([Scene(roots)] if roots else []),
            "default_scene": self._default_scene if self._scenes else (0 if roots else None),
            "springs": self.springs,
            "textures": self._textures,
            "samplers": self._samplers,
            "images": self._images,
            "cameras": self._cameras,
            "lights": self._lights,
            "copyright": self.copyright,
            "extras": self.extras,
        }
        if self._base is None:
            return bind_at_rest(build(**parts), self._unbound)
        scenes = [self._with_new_roots(number) for number in range(len(self._scenes))]
        return bind_at_rest(
            self._base.replace(**{**parts, "scenes": scenes or parts["scenes"]}), self._unbound
        )

    def _with_new_roots(self, number: int) -> Scene:
        """A scene; one of the rig that was given has the new nodes without a parent too."""
        assert self._base is not None
        scene, known = self._scenes[number], len(self._base.nodes)
        if number >= len(self._base.scenes):
            return scene
        added = [index for index, node in enumerate(self._nodes) if index >= known and node.parent < 0]
        return replace(scene, roots=(*scene.roots, *added))

    def _free_node(self, which: Which) -> int:
        """The index of a node that has no mesh yet."""
        node = self._node(which)
        if any(instance.node == node for instance in self._instances):
            raise InvalidRig(f"node {node} already has a mesh: add another node for the next one")
        return node

    def _node(self, which: Which) -> int:
        return self._index("node", which, self._nodes)

    @staticmethod
    def _index(kind: str, which: Which, parts: Sequence[Any]) -> int:
        return find_index(which, names_of(part.name for part in parts), len(parts), kind)


def _append(parts: list[Any], part: Any) -> int:
    parts.append(part)
    return len(parts) - 1
