"""`from_arrays`: a rig from named arrays."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from pantin.arrays.clips import clip_from
from pantin.arrays.named import (
    READABLE,
    Arrays,
    Given,
    as_array,
    count_numbered_prefixes,
    current_name,
    name_or_none,
    with_current_names,
)
from pantin.arrays.nodes import agree, joint_arrays, joints_as_nodes, nodes_from
from pantin.arrays.surfaces import surface_from
from pantin.base.arguments import caller_level, check_arguments
from pantin.base.deprecation import warn
from pantin.base.errors import Unsupported
from pantin.maths import affine
from pantin.rig import (
    Doubles,
    Instance,
    Material,
    Mesh,
    Node,
    Rig,
    Scene,
    Skeleton,
    Skin,
    Solver,
    build,
)
from pantin.rig.builder import HIGHEST_DIMENSION, LOWEST_DIMENSION
from pantin.rig.builder_nodes import flatten_nodes

JOINT_ARRAYS = ("joint_parents", "joint_nodes", "joint_rest_local", "joint_rest_world", "joint_positions")

OF_VERTICES = (
    *("triangles", "lines", "points", "normals", "tangents", "texcoords", "colors"),
    *("weights", "weight_offsets", "weight_joints", "weight_values", "blend_positions"),
)
"""Arrays of a surface, which mean nothing without positions."""

DERIVED = ("joint_rest_local", "joint_rest_world")
"""Matrices of joints that follow from those of the nodes."""


@check_arguments
def from_arrays(given: Given) -> Rig:
    """The rig with these arrays: what `to_arrays` gives, or as few as `positions` or `joint_parents`.

    Without arrays `node_…`, the joints are the nodes, each mesh has a separate node in the world, and
    joints without inverse bind matrices are bound at rest. Joints need `joint_rest_local`, `joint_rest_world`
    or `joint_positions`; weights are a matrix `weights` or compressed sparse rows. docs/arrays.md describes
    every array.

    Warns with a `UserWarning` about arrays that are not in the schema, and ignores them. Raises `ValueError`
    with the name of an array that is missing or has another shape, or that contradicts another, and
    `Unsupported` for a later version of the schema.

    >>> rig = pantin.arrays.from_arrays({
    ...     "positions": [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]],
    ...     "triangles": [[0, 1, 2]],
    ...     "joint_names": ["hip", "knee"],
    ...     "joint_parents": [-1, 0],
    ...     "joint_positions": [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
    ...     "weights": [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
    ... })
    >>> rig.nodes.names, len(rig.skins[0].joints)
    (('hip', 'knee', 'mesh'), 2)
    """
    if not isinstance(given, Mapping):
        raise TypeError(f"expected a mapping of names to arrays, not {type(given).__name__}")
    arrays = with_current_names(given)
    former = next((name for name in given if name not in arrays), None)
    if former is not None:
        warn(f"array {former!r} is deprecated: write {current_name(former)!r}")
    rig, unknown = read_arrays(arrays)
    if unknown:
        listed = ", ".join(map(repr, unknown[:8])) + (", …" if len(unknown) > 8 else "")
        warnings.warn(f"ignored arrays that are not in the schema: {listed}", stacklevel=caller_level())
    return rig


def read_arrays(named_arrays: Given) -> tuple[Rig, list[str]]:
    """The rig with these arrays, by current or former names, and the names of those that are not in the
    schema."""
    current = with_current_names(named_arrays)
    arrays = Arrays({name: as_array(name, values) for name, values in current.items()})
    _require_version(arrays)
    rig = _Reader(arrays).rig()
    return rig, arrays.unread_names()


def _require_version(arrays: Arrays) -> None:
    if "pantin_version" in arrays:
        version = int(arrays.integers("pantin_version"))
        if version not in READABLE:
            supported = " and ".join(map(str, READABLE))
            raise Unsupported(f"the arrays have version {version} of the schema (supported: {supported})")


class _Reader:
    """Reads the parts of a rig in turn: later ones refer to earlier ones."""

    def __init__(self, arrays: Arrays) -> None:
        self.arrays = arrays
        self.names = arrays.names()
        self.dimension = _find_dimension(arrays)
        self.skin_parts = self._parts("skin", JOINT_ARRAYS)
        self.mesh_parts = self._parts("mesh", ("positions", "surface0/positions"))
        if not self.mesh_parts:
            _has_surface(arrays, self.dimension)
        self.has_nodes = "node_parents" in arrays
        self.nodes: list[Node] = nodes_from(arrays, self.dimension) if self.has_nodes else []

    def rig(self) -> Rig:
        arrays = self.arrays
        skins = self._skins()
        meshes = [
            self._mesh(part, name) for part, name in zip(self.mesh_parts, self._mesh_names(), strict=True)
        ]
        instances = self._instances(meshes, skins)
        skins = self._bind(skins)
        clips = self._names("clip_names", count_numbered_prefixes(self.names, "clip"))
        on_nodes = [instance.node for instance in instances]
        rig = build(
            dimension=self.dimension,
            nodes=self.nodes,
            meshes=meshes,
            materials=self._materials(),
            skins=skins,
            skeletons=self._skeletons(),
            instances=instances,
            clips=[
                clip_from(arrays.with_prefix(f"clip{number}/"), self.dimension, on_nodes, name)
                for number, name in enumerate(clips)
            ],
            scenes=self._scenes(),
            default_scene=self._default_scene(),
        )
        self._check_derived(rig)
        return rig

    def _parts(self, word: str, typical: Sequence[str]) -> list[Arrays]:
        """The arrays of each mesh or skin: below a prefix, or without one if there is a single one."""
        count = count_numbered_prefixes(self.names, word)
        listed = f"{word}_names"
        if listed in self.arrays:
            total = len(self.arrays.strings(listed, word[0].upper()))
            if count > total:
                raise ValueError(
                    f"array {listed!r} must have shape ({count},), one name per {word}, not ({total},)"
                )
        else:
            total = count or int(any(name in self.arrays for name in typical))
        if total == 1 and not count:
            return [self.arrays]
        return [self.arrays.with_prefix(f"{word}{number}/") for number in range(total)]

    def _names(self, name: str, count: int) -> list[str | None]:
        if name in self.arrays:
            return [name_or_none(text) for text in self.arrays.strings(name, count or "any")]
        return [None] * count

    def _mesh_names(self) -> list[str | None]:
        return self._names("mesh_names", len(self.mesh_parts))

    def _skins(self) -> list[Skin]:
        count = len(self.skin_parts)
        names = self._names("skin_names", count)
        roots = self._indices("skin_roots", count)
        skeletons = self._indices("skin_skeletons", count)
        solvers = self.arrays.optional_strings("skin_solvers", count) or ["linear"] * count
        skins = []
        for number, part in enumerate(self.skin_parts):
            if self.has_nodes:
                joints = part.integers("joint_nodes", "J")
            else:
                new = joints_as_nodes(part, self.dimension, len(self.nodes))
                joints = np.arange(len(self.nodes), len(self.nodes) + len(new))
                self.nodes += new
            binds = part.optional("inverse_binds", len(joints), self.dimension, self.dimension + 1)
            skins.append(
                Skin(
                    joints,
                    binds,
                    names[number],
                    roots[number],
                    skeletons[number],
                    cast("Solver", solvers[number]),  # the builder checks the words
                )
            )
        return skins

    def _bind(self, skins: list[Skin]) -> list[Skin]:
        """Skins whose joints without inverse bind matrices are bound at rest."""
        if all(skin.inverse_binds is not None for skin in skins):
            return skins
        flat = flatten_nodes(self.nodes, self.dimension)
        world = affine.world_transforms(flat.parents, flat.order, flat.local)
        return [
            skin if skin.inverse_binds is not None else self._bound_at_rest(skin, world, part.prefix)
            for skin, part in zip(skins, self.skin_parts, strict=True)
        ]

    def _bound_at_rest(self, skin: Skin, world: Doubles, prefix: str) -> Skin:
        joints = np.where(skin.joints < 0, -1 if skin.root is None else skin.root, skin.joints)
        if len(joints) and not (joints.min() >= -1 and joints.max() < len(world)):
            name = f"{prefix}joint_nodes"
            raise ValueError(f"array {name!r} must hold −1 or indices of the {len(world)} nodes")
        with_fixed = np.concatenate([world, affine.identity(self.dimension)[None]])
        binds, singular = affine.invert(with_fixed[joints])
        if singular.any():
            name = f"{prefix}inverse_binds"
            raise ValueError(
                f"array {name!r} is missing, and the rest transform of joint {int(singular.argmax())} has no "
                "inverse"
            )
        return Skin(skin.joints, binds, skin.name, skin.root, skin.skeleton, skin.solver)

    def _mesh(self, part: Arrays, name: str | None) -> Mesh:
        count = count_numbered_prefixes(part.names(), "surface")
        under = [part.with_prefix(f"surface{number}/") for number in range(count)]
        under = under or ([part] if _has_surface(part, self.dimension) else [])
        blend_names = part.optional_strings("blend_names", "B") or []
        shapes = _blend_shape_count(blend_names, under)
        return Mesh(
            tuple(surface_from(arrays, self.dimension, shapes) for arrays in under),
            name,
            blend_weights=part.optional("blend_weights", shapes) if under and shapes else None,
            blend_names=tuple(blend_names) if any(blend_names) else None,
            group_names=tuple(part.strings("group_names", "G")) if "group_names" in part else None,
        )

    def _instances(self, meshes: list[Mesh], skins: list[Skin]) -> list[Instance]:
        if "instance_nodes" not in self.arrays:
            return self._instances_by_default(meshes, skins)
        nodes = self.arrays.integers("instance_nodes", "I").tolist()
        count = len(nodes)
        listed = self.arrays.integers("instance_meshes", count).tolist()
        by_skin = self._indices("instance_skins", count)
        instances = []
        for number in range(count):
            under = self.arrays.with_prefix(f"instance{number}/")
            materials = under.optional_integers("materials", "S")
            instances.append(
                Instance(
                    nodes[number],
                    listed[number],
                    by_skin[number],
                    under.optional("blend_weights", "B"),
                    None if materials is None else tuple(_index(index) for index in materials.tolist()),
                )
            )
        return instances

    def _instances_by_default(self, meshes: list[Mesh], skins: list[Skin]) -> list[Instance]:
        """One instance per mesh, on a separate node: with the only skin, or the one with its number."""
        instances = []
        for number, mesh in enumerate(meshes):
            skin = None
            if skins and any(surface.influences is not None for surface in mesh.surfaces):
                if len(skins) not in (1, len(meshes)):
                    raise ValueError(
                        f"array 'instance_skins' is missing: there are {len(meshes)} meshes and {len(skins)} "
                        "skins"
                    )
                skin = 0 if len(skins) == 1 else number
            name = mesh.name or ("mesh" if len(meshes) == 1 else f"mesh{number}")
            instances.append(Instance(len(self.nodes), number, skin))
            self.nodes.append(Node(name))
        return instances

    def _indices(self, name: str, count: int) -> list[int | None]:
        indices = self.arrays.optional_integers(name, count)
        return [None] * count if indices is None else [_index(index) for index in indices.tolist()]

    def _skeletons(self) -> list[Skeleton]:
        names = self._names("skeleton_names", count_numbered_prefixes(self.names, "skeleton"))
        skeletons = []
        for number, name in enumerate(names):
            part = self.arrays.with_prefix(f"skeleton{number}/")
            joints = part.integers("joint_nodes", "J")
            binds = part.optional("inverse_binds", len(joints), self.dimension, self.dimension + 1)
            root = int(self.arrays.integers("skeleton_roots", len(names))[number])
            skeletons.append(Skeleton(joints, root, binds, name))
        return skeletons

    def _materials(self) -> list[Material]:
        names = self._names("material_names", 0)
        colors = self.arrays.optional("material_base_colors", len(names) or "K", 4)
        if not names and colors is not None:
            names = [None] * len(colors)
        factors: dict[str, NDArray[Any] | None] = {
            "base_color": colors,
            "metallic": self.arrays.optional("material_metallic", len(names)),
            "roughness": self.arrays.optional("material_roughness", len(names)),
        }
        given_factors = {field: values.tolist() for field, values in factors.items() if values is not None}
        return [
            Material(name, **{field: _number_or_row(rows[index]) for field, rows in given_factors.items()})
            for index, name in enumerate(names)
        ]

    def _scenes(self) -> list[Scene]:
        count = count_numbered_prefixes(self.names, "scene")
        if not count and not self.has_nodes and self.nodes:
            return [Scene(tuple(index for index, node in enumerate(self.nodes) if node.parent < 0))]
        return [
            Scene(tuple(self.arrays.with_prefix(f"scene{number}/").integers("roots", "R").tolist()), name)
            for number, name in enumerate(self._names("scene_names", count))
        ]

    def _default_scene(self) -> int | None:
        if "default_scene" in self.arrays:
            return int(self.arrays.integers("default_scene"))
        return None if self.has_nodes or not self.nodes else 0

    def _check_derived(self, rig: Rig) -> None:
        """Arrays that follow from the nodes must agree: a change of one of them alone would be lost."""
        if self.has_nodes and "node_rest_local" in self.arrays:
            stored = self.arrays.numbers("node_rest_local", *rig.nodes.local.shape)
            if not agree(stored, rig.nodes.local):
                raise ValueError(
                    "arrays 'node_rest_local' and 'node_translations', 'node_rotations', 'node_scales' "
                    "contradict each other: remove the ones that you did not change"
                )
        world = affine.world_transforms(rig.nodes.parents, rig.nodes.order, rig.nodes.local)
        for skin, part in zip(rig.skins, self.skin_parts, strict=True):
            if self.has_nodes or all(name in part for name in DERIVED):
                self._check_joints(part, joint_arrays(rig, skin, world))

    def _check_joints(self, part: Arrays, derived: dict[str, np.ndarray]) -> None:
        other = "the arrays 'node_…'" if self.has_nodes else repr(part.prefix + DERIVED[0])
        advice = "change those, or remove them" if self.has_nodes else "remove one of them"
        for name, expected in derived.items():
            if name not in part or name in ("joint_nodes", "inverse_binds"):
                continue
            if name == "joint_names":
                same = part.strings(name, *expected.shape) == expected.tolist()
            elif name == "joint_parents":
                same = np.array_equal(part.integers(name, *expected.shape), expected)
            else:
                same = agree(part.numbers(name, *expected.shape), expected)
            if not same:
                raise ValueError(f"array {part.prefix + name!r} contradicts {other}: {advice}")


def _has_surface(part: Arrays, dimension: int) -> bool:
    """Whether there are positions. Raises `ValueError` for vertex data without positions."""
    if "positions" not in part and any(name in part for name in OF_VERTICES):
        part.numbers("positions", "V", dimension)  # which says that they are missing
    return "positions" in part


def _blend_shape_count(names: list[str], surfaces: list[Arrays]) -> int:
    """How many blend shapes a mesh has: the length of the first array that lists them."""
    if names:
        return len(names)
    for arrays in surfaces:
        for name in arrays.names():
            if name.startswith("blend_") and name not in ("blend_names", "blend_weights"):
                return len(arrays.numbers(name, "B", "V", "any"))
    return 0


def _number_or_row(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _index(number: int) -> int | None:
    return None if number < 0 else number


def _find_dimension(arrays: Arrays) -> int:
    """The number of dimensions, from the first array that shows it."""
    axes = {"node_rest_local": 1, "joint_rest_local": 1, "joint_rest_world": 1, "inverse_binds": 1}
    axes |= {"joint_positions": 1, "positions": 1}
    for wanted, axis in axes.items():
        for name in arrays.names():
            if name.rpartition("/")[2] == wanted:
                shape = arrays.shape(name)
                if len(shape) <= axis:
                    continue
                if not LOWEST_DIMENSION <= shape[axis] <= HIGHEST_DIMENSION:
                    raise ValueError(
                        f"array {name!r} has {shape[axis]} dimensions by its shape {shape}; rigs have "
                        f"{LOWEST_DIMENSION} to {HIGHEST_DIMENSION}"
                    )
                return shape[axis]
    return 3
