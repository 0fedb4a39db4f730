"""The neutral model of a rigged asset: frozen, in the order of the file. `pantin.rig.build` makes one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.base.arguments import check_arguments, check_arguments_but, is_asset, no_rig
from pantin.base.records import field_names, is_record
from pantin.rig.arrays import Doubles, Indices, read_only
from pantin.rig.character import Character, Constraint
from pantin.rig.clip import Clip
from pantin.rig.material import Material
from pantin.rig.mesh import Instance, Mesh, Scene
from pantin.rig.names import find_index, names_of
from pantin.rig.node import Node, Nodes
from pantin.rig.part import Part, with_number
from pantin.rig.pose import Pose, Poses
from pantin.rig.pose_arrays import BlendWeights, compose_poses
from pantin.rig.skin import Skeleton, Skin
from pantin.rig.spring import SpringSettings
from pantin.rig.texture import Image, Json, Sampler, Texture
from pantin.rig.tree import subtree_mask
from pantin.rig.view import Camera, Light


class Rig(Part, eq=False, dict=True, weakref=True):
    """Nodes in N dimensions, with meshes, skins, clips and springs. Everything in it is read-only and
    checked.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> rig.dimension, len(rig.skins), [clip.name for clip in rig.clips]
    (3, 1, ['bend'])
    """

    dimension: int
    nodes: Nodes
    meshes: tuple[Mesh, ...]
    materials: tuple[Material, ...]
    skins: tuple[Skin, ...]
    skeletons: tuple[Skeleton, ...]
    instances: tuple[Instance, ...]
    clips: tuple[Clip, ...]
    scenes: tuple[Scene, ...]
    default_scene: int | None
    springs: SpringSettings = SpringSettings()
    textures: tuple[Texture, ...] = ()
    samplers: tuple[Sampler, ...] = ()
    images: tuple[Image, ...] = ()
    cameras: tuple[Camera, ...] = ()
    lights: tuple[Light, ...] = ()
    character: Character | None = None
    constraints: tuple[Constraint, ...] = ()
    copyright: str | None = None
    extras: Json | None = None

    def __repr__(self) -> str:
        parts = ("nodes", "meshes", "skins", "skeletons", "clips", "materials")
        counts = {part: len(getattr(self, part)) for part in parts} | {"springs": len(self.springs.springs)}
        listed = " ".join(f"{part}={count}" for part, count in counts.items() if count)
        size = "" if self.dimension == 3 else f" {self.dimension}D"
        return f"<Rig{size} {listed}>" if listed else f"<Rig{size} empty>"

    def _repr_html_(self) -> str:
        """A short table, for notebooks."""
        from pantin.rig.notebook import rig_html

        return rig_html(self)

    @property
    def order(self) -> Indices:
        """Node indices, every node after its parent."""
        return self.nodes.order

    def rest_pose(self) -> Pose:
        """The pose stored in the file, with the blend weights of each instance, or else of its mesh."""
        return self._rest

    @check_arguments
    @check_arguments_but("translations", "rotations", "scales", "blend_weights")
    def poses(
        self,
        *,
        translations: ArrayLike | None = None,
        rotations: ArrayLike | None = None,
        scales: ArrayLike | None = None,
        blend_weights: BlendWeights | None = None,
        nodes: Iterable[int | str] | None = None,
        relative: bool = False,
    ) -> Pose | Poses:
        """A pose from arrays of local transforms, or a batch if one of them has a dimension for it in front;
        everything else is from the rest pose.

        translations, scales  (n, N) or (F, n, N)
        rotations             (n, 4) or (F, n, 4) quaternions xyzw, of length 1
        blend_weights         by the names of blend shapes: `{"smile": 0.5}`, numbers or (F,) arrays; or
                              (shapes,) or (F, shapes) of the only mesh with blend shapes, or a list with an
                              array for each instance
        nodes                 the nodes that rows belong to, by index or name; without it all nodes
        relative              rotations are relative to the rest pose, in the axes of each node at rest

        >>> import numpy as np
        >>> rig = pantin.load("examples/arm.glb").rig
        >>> half = np.sin(np.linspace(0, np.pi / 4, 30))
        >>> turns = np.stack([0 * half, 0 * half, half, np.sqrt(1 - half**2)], axis=-1)
        >>> poses = rig.poses(rotations=turns[:, None], nodes=["elbow"], relative=True)
        >>> poses
        <Poses 30 of <Rig nodes=4 meshes=1 skins=1 clips=1>>
        """
        return compose_poses(
            self.rest_pose(),
            translations=translations,
            rotations=rotations,
            scales=scales,
            blend_weights=blend_weights,
            nodes=nodes,
            relative=relative,
        )

    def _mismatch(self, pose: Pose | Poses) -> str:
        """Why a pose does not fit this rig; empty if it does.

        It fits a rig with the same nodes, parents, names and blend shapes: that of a copy, of a second `load`
        or of `replace`. Names may differ where one rig became the other by edits.
        """
        other = pose.rig
        if other is self:
            return ""
        if other.dimension != self.dimension or len(other.nodes) != len(self.nodes):
            mine, its = (
                f"{len(self.nodes)} nodes in {self.dimension}D",
                f"{len(other.nodes)} in {other.dimension}D",
            )
            return f"this one has {mine}, that one {its}"
        if not np.array_equal(other.nodes.parents, self.nodes.parents):
            return "its nodes have other parents"
        kin = self.__dict__.get("_lineage")
        if other.nodes.names != self.nodes.names and (
            kin is None or other.__dict__.get("_lineage") is not kin
        ):
            pairs = zip(self.nodes.names, other.nodes.names, strict=True)
            node, names = next((node, pair) for node, pair in enumerate(pairs) if pair[0] != pair[1])
            return f"its node {node} is {names[1]!r}, here it is {names[0]!r}"
        shapes = [len(weights) for weights in self.rest_pose().blend]
        if [weights.shape[-1] for weights in pose.blend] != shapes:
            return "its meshes have other blend shapes"
        return ""

    def node(self, which: int | str) -> Node:
        """A node by index or by name; raises `ValueError` where no node or several match.

        >>> pantin.load("examples/arm.glb").rig.node("elbow").parent
        0
        """
        index = self.node_index(which)
        return with_number(self.nodes[index], index)

    def node_index(self, which: int | str) -> int:
        """The index of a node, by index or by name; raises `ValueError` where no node or several match."""
        return find_index(which, self._node_names, len(self.nodes), "node")

    def clip(self, which: int | str) -> Clip:
        """A clip by index or by name; raises `ValueError` where no clip or several match."""
        return self.clips[self.clip_index(which)]

    def clip_index(self, which: int | str) -> int:
        """The index of a clip, by index or by name; raises `ValueError` where no clip or several match."""
        return find_index(which, self._clip_names, len(self.clips), "clip")

    def skin(self, which: int | str) -> Skin:
        """A skin by index or by name; raises `ValueError` where no skin or several match."""
        index = self.skin_index(which)
        return with_number(self.skins[index], index)

    def skin_index(self, which: int | str) -> int:
        """The index of a skin, by index or by name; raises `ValueError` where no skin or several match."""
        return find_index(which, names_of(skin.name for skin in self.skins), len(self.skins), "skin")

    def mesh(self, which: int | str) -> Mesh:
        """A mesh by index or by name; raises `ValueError` where no mesh or several match."""
        index = self.mesh_index(which)
        return with_number(self.meshes[index], index)

    def mesh_index(self, which: int | str) -> int:
        """The index of a mesh, by index or by name; raises `ValueError` where no mesh or several match."""
        return find_index(which, names_of(mesh.name for mesh in self.meshes), len(self.meshes), "mesh")

    def instance_at(self, node: int | str) -> int:
        """The index of the instance on a node; raises `ValueError` where the node has no mesh."""
        index = self.node_index(node)
        if index not in self._instances:
            raise ValueError(f"node {index} has no mesh")
        return self._instances[index]

    def shown(self, scene: int | str | None = None) -> NDArray[np.bool_]:
        """Which nodes a scene shows; without a scene: the default scene, else the first, else all nodes.

        A node that is not visible hides its descendants.
        """
        requested = None if scene is None else find_index(scene, self._scene_names, len(self.scenes), "scene")
        if not self.scenes:
            return self.visible
        index = next(index for index in (requested, self.default_scene, 0) if index is not None)
        roots = np.asarray(self.scenes[index].roots, np.int64)
        return read_only(subtree_mask(self.nodes.parents, self.nodes.order, roots) & self.visible)

    def node_list(self) -> list[Node]:
        """The nodes one at a time, as `build` takes them."""
        return list(self.nodes)

    def replace(self, **changes: Any) -> Rig:
        """A copy with other parts, checked as `build` does it; `nodes` is a list of `Node`.

        >>> rig = pantin.load("examples/arm.glb").rig
        >>> rig.replace(clips=()).clips
        ()
        """
        from pantin.rig.builder import build  # the builder makes rigs

        parts = {name: getattr(self, name) for name in field_names(self)}
        if "nodes" not in changes:
            parts["nodes"] = self.node_list()
        changed = build(**(parts | changes))
        changed._inherit(self)
        return changed

    def _remember(self, lineage: object, not_lifted: Callable[[], tuple[Any, ...]]) -> None:
        """Remember the source of the rig, and how to list the contents of its file that are not in the
        rig."""
        self.__dict__["_lineage"], self.__dict__["_not_lifted"] = lineage, not_lifted

    @property
    def not_lifted(self) -> tuple[Any, ...]:
        """Findings about contents of the source file that are not in the rig: saving the rig drops them. If
        the file has changed since, the findings are still those for this rig."""
        make = self.__dict__.get("_not_lifted", tuple)
        return tuple(make())

    def __reduce__(self) -> tuple[Any, ...]:
        reduced = super().__reduce__()
        return (
            (*reduced, {"_not_lifted": _Remembered(not_lifted)})
            if (not_lifted := self.not_lifted)
            else reduced
        )

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def equals(self, other: Rig) -> bool:
        """Whether another rig has the same parts with the same numbers, whatever file it comes from.

        >>> rig = pantin.load("examples/arm.glb").rig
        >>> rig.equals(pantin.load("examples/arm.glb").rig), rig.equals(rig.replace(clips=()))
        (True, False)
        """
        require_rig(other)
        return same_parts(self, other)

    def _inherit(self, other: Rig) -> None:
        """Copy from `other`, which this rig was made from, its source and the contents of its file that are
        not in the rig."""
        for name in ("_lineage", "_not_lifted"):
            if name in other.__dict__:
                self.__dict__[name] = other.__dict__[name]

    @cached_property
    def visible(self) -> NDArray[np.bool_]:
        """Which nodes are neither hidden nor below a hidden node."""
        nodes = self.nodes
        hidden = np.flatnonzero(~nodes.visible)
        if not len(hidden):
            return read_only(np.ones(len(nodes), bool))
        return read_only(~subtree_mask(nodes.parents, nodes.order, hidden))

    @cached_property
    def _rest(self) -> Pose:
        nodes = self.nodes
        blend = tuple(self._rest_weights(instance) for instance in self.instances)
        return Pose(
            self, nodes.local, nodes.general, nodes.translations, nodes.rotations, nodes.scales, blend
        )

    def _rest_weights(self, instance: Instance) -> Doubles:
        mesh = self.meshes[instance.mesh]
        weights = mesh.blend_weights if instance.blend_weights is None else instance.blend_weights
        return read_only(np.zeros(mesh.blend_shape_count)) if weights is None else weights

    @cached_property
    def _instances(self) -> dict[int, int]:
        return {instance.node: index for index, instance in enumerate(self.instances)}

    @cached_property
    def _node_names(self) -> dict[str, list[int]]:
        return names_of(self.nodes.names)

    @cached_property
    def _scene_names(self) -> dict[str, list[int]]:
        return names_of([scene.name for scene in self.scenes])

    @cached_property
    def _clip_names(self) -> dict[str, list[int]]:
        return names_of([clip.name for clip in self.clips])


class _Remembered(tuple[Any, ...]):
    """Findings that were made before a rig was pickled."""

    def __call__(self) -> tuple[Any, ...]:
        return self


def same_parts(a: Any, b: Any) -> bool:
    """Whether two values of a rig are equal: arrays with shape and dtype, records field by field."""
    if a is b:
        return True
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        arrays = isinstance(a, np.ndarray) and isinstance(b, np.ndarray)
        return arrays and a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
    if isinstance(a, memoryview | bytes) and isinstance(b, memoryview | bytes):
        return bytes(a) == bytes(b)
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(same_parts(a[name], b[name]) for name in a)
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(map(same_parts, a, b))
    if type(a) is not type(b):
        return bool(a == b)
    if is_record(a):
        return all(same_parts(getattr(a, name), getattr(b, name)) for name in field_names(a))
    return bool(a == b)


def require_fit(rig: Rig, pose: Pose | Poses) -> None:
    """Raise `ValueError` for a pose of another rig."""
    why = rig._mismatch(pose)
    if why:
        raise ValueError(f"the pose belongs to another rig: {why}")


class HasRig(Protocol):
    """An asset, for annotations: it has a rig."""

    @property
    def rig(self) -> Rig: ...

    @property
    def document(self) -> Any: ...


def rig_of(subject: Rig | HasRig) -> Rig:
    """A rig, or that of an asset. Raises `TypeError` for anything else, with a hint for a file."""
    if isinstance(subject, Rig):
        return subject
    if not is_asset(subject):
        raise TypeError(no_rig(subject))
    return subject.rig


def require_rig(rig: object) -> None:
    """Raise `TypeError` for anything but a rig, with a hint for an asset."""
    if not isinstance(rig, Rig):
        raise TypeError(no_rig(rig))
