"""Poses: local transforms and blend weights of a rig, one pose (`Pose`) or a batch (`Poses`)."""

from __future__ import annotations

import math
import operator
import warnings
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, cast, overload

import numpy as np
from msgspec import field
from numpy.typing import ArrayLike, NDArray

from pantin.base.arguments import check_arguments
from pantin.base.deprecation import renamed
from pantin.base.records import TypesByName, replace
from pantin.deprecated import WithFormerNames
from pantin.maths import quaternion
from pantin.maths.rotor import Rotation, rotation_matrix
from pantin.rig.arrays import Doubles, OnlyIn3D, doubles, read_only
from pantin.rig.clip import Properties
from pantin.rig.expressions import apply_expressions, find_expression, require_character
from pantin.rig.gaze import eye_rotations, gaze_expressions, look_angles, require_look_at
from pantin.rig.part import Part
from pantin.rig.pose_arrays import compose_poses, named_weights, with_matrices
from pantin.rig.surface_arrays import refuse_angles, unit_quaternion
from pantin.rig.transform import compose_local, decompose_nearest, has_shear, rotation_and_scale

if TYPE_CHECKING:
    from pantin.rig.rig import Rig


class PoseType(WithFormerNames, TypesByName):
    """The metaclass of poses, which are still made with `quaternions=`."""


class Pose(Part, eq=False, metaclass=PoseType):
    """One pose of a rig. It is read-only; the `with_…` methods return a new pose.

    local         (n, N, N + 1) local transforms
    general       (n,) True where `local` is a general matrix, not composed of the three below
    translations  (n, N)
    rotations     (n, 4) quaternions xyzw; raises `OnlyIn3D` in other dimensions
    scales        (n, N)
    blend         the blend weights of each instance
    expressions   the weights that `with_expression` was given, by index in the character of the rig
    properties    values that a clip gives materials, lights, cameras and the visibility of nodes;
                  `appearance` is the rig with them

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> pose = rig.rest_pose().with_local("wrist", translation=(0, 1.5, 0))
    >>> pose.translations[rig.node_index("wrist")]
    array([0. , 1.5, 0. ])
    """

    former: ClassVar[dict[str, str]] = {"quaternions": "xyzw"}

    rig: Rig
    local: Doubles
    general: NDArray[np.bool_]
    translations: Doubles
    xyzw: Doubles | None
    scales: Doubles
    blend: tuple[Doubles, ...]
    expressions: Mapping[int, float] = field(default_factory=lambda: MappingProxyType({}))
    properties: Properties = field(default_factory=lambda: MappingProxyType({}))

    @property
    def appearance(self) -> Rig:
        """The rig with the materials, lights, cameras and visibility of this pose: itself, unless the pose
        is of a clip that animates them."""
        from pantin.rig.properties import with_properties

        return with_properties(self.rig, self.properties)

    @property
    def rotations(self) -> Doubles:
        """(n, 4) quaternions xyzw; raises `OnlyIn3D` in other dimensions."""
        return _require_3d(self.xyzw, self.rig)

    @property
    def blend_weights(self) -> tuple[Doubles, ...]:
        """The blend weights of each instance."""
        return self.blend

    @property
    def quaternions(self) -> Doubles | None:
        """Deprecated name of `rotations`."""
        warnings.warn("quaternions is now called rotations", DeprecationWarning, stacklevel=2)
        return self.xyzw

    def replace(self, **changes: Any) -> Pose:
        """The pose with other `translations`, `rotations` (quaternions xyzw), `scales` or `blend_weights`, as
        `rig.poses` takes them, or with other matrices as `local`.

        >>> rig = pantin.load("examples/arm.glb").rig
        >>> pose = rig.rest_pose()
        >>> raised = pose.replace(translations=pose.translations + (0, 1, 0))
        >>> raised.local[1, :, 3]
        array([0., 2., 0.])
        """
        return cast(Pose, _replace(self, changes))

    __replace__ = replace

    def __repr__(self) -> str:
        return f"<Pose of {self.rig!r}>"

    def _repr_html_(self) -> str:
        """A short table, for notebooks."""
        from pantin.rig.notebook import poses_html

        return poses_html(self)

    @check_arguments
    def with_local(
        self,
        node: int | str,
        *,
        translation: ArrayLike | None = None,
        rotation: ArrayLike | None = None,
        planes: Rotation | None = None,
        scale: ArrayLike | None = None,
        matrix: ArrayLike | None = None,
    ) -> Pose:
        """The pose with another local transform for one node; other parts are unchanged.

        `rotation` is a quaternion xyzw, in 3D. `planes` is a rotation in any dimension: degrees in planes
        (`{"yw": 90}`, or `"yw:90,xz:10"`), or a matrix (N, N), as `pantin.maths.rotor.rotation_matrix` takes
        it. `matrix` is any affine matrix (N, N + 1) and excludes the others. On a node with a general matrix,
        a translation replaces the last column. A rotation or scale decomposes the matrix, which must not have
        shear.

        >>> rig = pantin.load("examples/g4mf/creature.g4b").rig
        >>> pose = rig.rest_pose().with_local("LowerArm", planes={"yw": 90})  # y towards w
        >>> pose.local[rig.node_index("LowerArm")] @ [0, 1, 0, 0, 0]
        array([0., 0., 0., 1.])
        """
        index = self.rig.node_index(node)
        if rotation is not None and planes is not None:
            raise ValueError("give rotation or planes, not both")
        parts = (translation, rotation if planes is None else planes, scale)
        if matrix is not None:
            if any(part is not None for part in parts):
                raise ValueError("give either matrix or translation, rotation and scale")
            return self._with_matrix(index, doubles(matrix, "matrix", self.local.shape[1:]))
        if self.general[index] and parts[1] is None and scale is None:
            translated = self.local[index].copy()
            if translation is not None:
                translated[:, -1] = doubles(translation, "translation", (self.rig.dimension,))
            return self._with_matrix(index, translated)
        if self.general[index] and any(part is None for part in parts) and has_shear(self.local[index]):
            raise ValueError(
                f"node {index} has a matrix with shear, which has no rotation and scale: "
                "give matrix= or all of translation, rotation and scale"
            )
        if self.rig.dimension != 3 and (planes is not None or self.general[index]):
            return self._with_planes(index, translation, planes, scale)
        if planes is not None:
            rotation = quaternion.from_matrix(rotation_matrix(planes, 3))
        return self._with_parts(index, translation, rotation, scale)

    @check_arguments
    def with_blend(
        self,
        node: int | str,
        weights: ArrayLike | Mapping[str, float] | None = None,
        *,
        amounts: ArrayLike | None = None,
    ) -> Pose:
        """The pose with other blend weights for the mesh on one node: one for each blend shape, or some by
        name, `{"smile": 0.5}`.

        `amounts` is the deprecated name of `weights`.

        >>> rig = pantin.load("examples/face.gltf").rig
        >>> rig.rest_pose().with_blend("face", {"smile": 0.5}).blend_weights[0].tolist()
        [0.5, 0.0]
        """
        if amounts is not None:
            warnings.warn("amounts= is now called weights=", DeprecationWarning, stacklevel=2)
        weights_by_shape = amounts if weights is None else weights
        if weights_by_shape is None or (weights is not None and amounts is not None):
            raise TypeError("with_blend needs weights of the blend shapes of the mesh on the node")
        instance = self.rig.instance_at(node)
        blend = list(self.blend)
        if isinstance(weights_by_shape, Mapping):
            mesh = self.rig.meshes[self.rig.instances[instance].mesh]
            weights_by_shape = named_weights(mesh.blend_names or (), blend[instance], weights_by_shape)
        blend[instance] = doubles(weights_by_shape, "blend weights", blend[instance].shape)
        return replace(self, blend=tuple(blend))

    @check_arguments
    def with_expression(self, expression: int | str, weight: float) -> Pose:
        """The pose with one more expression of the character, at a weight from 0 to 1. Other weights are
        clamped.

        Blend shapes that expressions move start from 0; what `with_blend` gave them before is replaced. The
        pose remembers the weights, because expressions override each other and may change materials.

        >>> rig = pantin.load("examples/vrm/avatar.vrm").rig
        >>> smiling = rig.rest_pose().with_expression("happy", 0.8)
        >>> smiling.blend[0].tolist()
        [0.8, 0.0, 0.0]
        """
        character = require_character(self.rig, "expressions")
        if not math.isfinite(weight):
            raise ValueError(f"the weight of expression {expression!r} must be finite, not {weight}")
        return self._with_expressions({find_expression(character, expression): float(weight)})

    @check_arguments
    def with_look_at(self, point: ArrayLike) -> Pose:
        """The pose with the eyes rotated towards a point of the world, by eye bones or expressions, within
        the character's limits.

        >>> rig = pantin.load("examples/vrm/avatar.vrm").rig
        >>> pose = rig.rest_pose().with_look_at((1, 1.6, 2))
        """
        return self.with_gaze(*look_angles(self, point))

    @check_arguments
    def with_gaze(self, yaw: float, pitch: float) -> Pose:
        """As `with_look_at`, by angles in degrees: `yaw` to the character's left, `pitch` downwards."""
        if require_look_at(self.rig).kind == "expression":
            weights = gaze_expressions(self.rig, yaw, pitch)
            return self._with_expressions({index: float(weight) for index, weight in weights.items()})
        pose = self
        for node, rotation in eye_rotations(self.rig, yaw, pitch).items():
            pose = pose.with_local(node, rotation=rotation)
        return pose

    def _with_expressions(self, weights: Mapping[int, float]) -> Pose:
        inputs, blend = apply_expressions(self, weights)
        return replace(self, expressions=MappingProxyType(dict(inputs)), blend=blend)

    def _with_matrix(self, node: int, matrix: Doubles) -> Pose:
        translation, rotation, scale = decompose_nearest(matrix)
        return self._with_node(node, matrix, True, translation, rotation, scale)

    def _with_planes(
        self, node: int, translation: ArrayLike | None, planes: Rotation | None, scale: ArrayLike | None
    ) -> Pose:
        """As `_with_parts`, outside 3D, where only a matrix can store a rotation."""
        shape = (self.rig.dimension,)
        rotation, new_scale = rotation_and_scale(self.local[node])
        if not self.general[node]:
            new_scale = self.scales[node]
        if planes is not None:
            rotation = rotation_matrix(planes, self.rig.dimension)
        if scale is not None:
            new_scale = doubles(scale, "scale", shape)
        position = self.local[node, :, -1]
        if translation is not None:
            position = doubles(translation, "translation", shape)
        matrix = np.column_stack([rotation * new_scale, position])
        return self._with_node(node, matrix, True, position, None, new_scale)

    def _with_parts(
        self, node: int, translation: ArrayLike | None, rotation: ArrayLike | None, scale: ArrayLike | None
    ) -> Pose:
        shape = (self.rig.dimension,)
        new_translation = self.translations[node]
        if translation is not None:
            new_translation = doubles(translation, "translation", shape)
        new_scale = self.scales[node] if scale is None else doubles(scale, "scale", shape)
        xyzw = None if self.xyzw is None else self.xyzw[node]
        if rotation is not None:
            _require_3d(self.xyzw, self.rig)
            refuse_angles(rotation, "rotation")
            xyzw = unit_quaternion(doubles(rotation, "rotation", (4,)), "rotation")
        matrix = compose_local(new_translation, xyzw, new_scale)
        return self._with_node(node, matrix, False, new_translation, xyzw, new_scale)

    def _with_node(
        self,
        node: int,
        matrix: Doubles,
        general: bool,
        translation: Doubles,
        xyzw: Doubles | None,
        scale: Doubles,
    ) -> Pose:
        quaternions = self.xyzw
        if quaternions is not None and xyzw is not None:
            quaternions = _with_row(quaternions, node, xyzw)
        return replace(
            self,
            local=_with_row(self.local, node, matrix),
            general=_with_row(self.general, node, general),
            translations=_with_row(self.translations, node, translation),
            xyzw=quaternions,
            scales=_with_row(self.scales, node, scale),
        )


class Poses(Part, eq=False, metaclass=PoseType):
    """A batch of F poses of a rig as arrays, without a Python object for each; `poses[f]` is one `Pose`,
    `poses[f:g]` a batch.

    As `Pose`, with F in front: local (F, n, N, N + 1), general (F, n), translations and scales (F, n, N),
    rotations (F, n, 4), and blend weights (F, blend shapes) of each instance; `expressions` and
    `properties` have an entry for each pose, or are empty.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> poses = pantin.sample(rig, "bend", [0.0, 0.5, 1.0])
    >>> len(poses), poses.local.shape
    (3, (3, 4, 3, 4))
    """

    former: ClassVar[dict[str, str]] = {"quaternions": "xyzw"}

    rig: Rig
    local: Doubles
    general: NDArray[np.bool_]
    translations: Doubles
    xyzw: Doubles | None
    scales: Doubles
    blend: tuple[Doubles, ...]
    expressions: tuple[Mapping[int, float], ...] = ()
    properties: tuple[Properties, ...] = ()

    @classmethod
    @renamed(given="poses")
    def of(cls, poses: Iterable[Pose]) -> Poses:
        """Deprecated: use `stack`."""
        from pantin.base.deprecation import warn

        warn("Poses.of is deprecated: use Poses.stack")
        return cls.stack(poses)

    @classmethod
    def stack(cls, single_poses: Iterable[Pose]) -> Poses:
        """These poses, all of one rig, as one batch."""
        is_one = not isinstance(single_poses, Iterable) or getattr(single_poses, "ndim", 1) == 0
        poses = [cast("Pose", single_poses)] if is_one else list(single_poses)
        for pose in poses:
            if not isinstance(pose, Pose):
                raise TypeError(f"expected a Pose or several, not {type(pose).__name__}")
        if not poses:
            raise ValueError("expected at least one pose")
        rig = poses[0].rig
        if any(rig._mismatch(pose) for pose in poses):
            raise ValueError("the poses belong to different rigs")
        quaternions = None
        if rig.dimension == 3:
            quaternions = read_only(np.stack([pose.rotations for pose in poses]))
        return cls(
            rig,
            read_only(np.stack([pose.local for pose in poses])),
            read_only(np.stack([pose.general for pose in poses])),
            read_only(np.stack([pose.translations for pose in poses])),
            quaternions,
            read_only(np.stack([pose.scales for pose in poses])),
            tuple(read_only(np.stack(rows)) for rows in zip(*(pose.blend for pose in poses), strict=True)),
            tuple(pose.expressions for pose in poses) if any(pose.expressions for pose in poses) else (),
            tuple(pose.properties for pose in poses) if any(pose.properties for pose in poses) else (),
        )

    @property
    def rotations(self) -> Doubles:
        """(F, n, 4) quaternions xyzw; raises `OnlyIn3D` in other dimensions."""
        return _require_3d(self.xyzw, self.rig)

    @property
    def blend_weights(self) -> tuple[Doubles, ...]:
        """The blend weights of each instance."""
        return self.blend

    @property
    def quaternions(self) -> Doubles | None:
        """Deprecated name of `rotations`."""
        warnings.warn("quaternions is now called rotations", DeprecationWarning, stacklevel=2)
        return self.xyzw

    def replace(self, **changes: Any) -> Poses:
        """The poses with other `translations`, `rotations` (quaternions xyzw), `scales` or `blend_weights`,
        each for all poses or with F in front, or with other matrices as `local`.

        >>> rig = pantin.load("examples/arm.glb").rig
        >>> poses = pantin.sample(rig, "bend", [0.0, 0.5, 1.0])
        >>> poses.replace(rotations=rig.rest_pose().rotations).rotations.shape
        (3, 4, 4)
        """
        return cast(Poses, _replace(self, changes))

    __replace__ = replace

    def __repr__(self) -> str:
        return f"<Poses {len(self)} of {self.rig!r}>"

    def _repr_html_(self) -> str:
        """A short table, for notebooks."""
        from pantin.rig.notebook import poses_html

        return poses_html(self)

    def __len__(self) -> int:
        return len(self.local)

    def __iter__(self) -> Iterator[Pose]:
        return (self[frame] for frame in range(len(self)))

    @overload
    def __getitem__(self, index: int) -> Pose: ...

    @overload
    def __getitem__(self, index: slice) -> Poses: ...

    def __getitem__(self, index: int | slice) -> Pose | Poses:
        """One pose, or the batch of a slice, as views of the same arrays."""
        if not isinstance(index, slice):
            try:
                index = operator.index(index)
            except TypeError:
                raise TypeError(f"poses are indexed by an integer or a slice, not by {index!r}") from None
        parts = (
            self.rig,
            self.local[index],
            self.general[index],
            self.translations[index],
            None if self.xyzw is None else self.xyzw[index],
            self.scales[index],
            tuple(weights[index] for weights in self.blend),
        )
        if isinstance(index, slice):
            return Poses(*parts, self.expressions[index], self.properties[index])
        more: dict[str, Any] = {}
        if self.expressions:
            more["expressions"] = self.expressions[index]
        if self.properties:
            more["properties"] = self.properties[index]
        return Pose(*parts, **more)


REPLACED = ("translations", "rotations", "scales", "blend_weights")


def _replace(pose: Pose | Poses, changes: dict[str, Any]) -> Pose | Poses:
    """A pose with other arrays, which stay consistent with each other."""
    if "quaternions" in changes:
        warnings.warn("quaternions= is now called rotations=", DeprecationWarning, stacklevel=3)
        changes["rotations"] = changes.pop("quaternions")
    if "blend" in changes:
        changes["blend_weights"] = changes.pop("blend")
    if set(changes) == {"local"}:
        return with_matrices(pose, changes["local"])
    unknown = [name for name in changes if name not in REPLACED]
    if unknown:
        raise TypeError(f"replace takes local alone, or {', '.join(REPLACED)}, not {unknown[0]}")
    return compose_poses(pose, **changes)


def _require_3d(quaternions: Doubles | None, rig: Rig) -> Doubles:
    if quaternions is None:
        raise OnlyIn3D(f"quaternions need 3 dimensions; this rig has {rig.dimension}")
    return quaternions


def _with_row(array: NDArray[Any], row: int, values: Any) -> NDArray[Any]:
    changed = array.copy()
    changed[row] = values
    return read_only(changed)
