"""Poses: the local transforms and blend amounts of a rig at one moment (`Pose`) or at many (`Poses`)."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rig.arrays import Doubles, OnlyIn3D, doubles, frozen
from pantin.rig.transform import made, nearest_parts, sheared

if TYPE_CHECKING:
    from pantin.rig.rig import Rig


@dataclass(frozen=True, eq=False, slots=True)
class Pose:
    """One moment of a rig. Nothing in it changes; the `with_…` methods give a new pose.

    local         (n, N, N + 1) maps of each node into its parent
    general       (n,) True where `local` is a map of its own and not made from the three below
    translations  (n, N)
    quaternions   (n, 4) xyzw; None outside 3D
    scales        (n, N)
    blend         per instance its blend amounts

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> pose = rig.rest_pose().with_local("wrist", translation=(0, 1.5, 0))
    >>> pose.translations[rig.node("wrist")]
    array([0. , 1.5, 0. ])
    """

    rig: Rig = field(repr=False)
    local: Doubles
    general: NDArray[np.bool_]
    translations: Doubles
    quaternions: Doubles | None
    scales: Doubles
    blend: tuple[Doubles, ...]

    @property
    def rotations(self) -> Doubles:
        """(n, 4) quaternions xyzw; raises `OnlyIn3D` in other dimensions."""
        return _in_3d(self.quaternions, self.rig)

    def with_local(
        self,
        node: int | str,
        *,
        translation: ArrayLike | None = None,
        rotation: ArrayLike | None = None,
        scale: ArrayLike | None = None,
        matrix: ArrayLike | None = None,
    ) -> Pose:
        """The pose with another local transform on one node; what is not given stays as it is.

        `rotation` is a quaternion xyzw, in 3D. `matrix` is any affine map (N, N + 1) and excludes the others.
        A node that holds a general map takes a translation as its last column; to take a rotation or a scale
        it must be free of shear, and is from then on held as translation, rotation and scale.
        """
        at = self.rig.node(node)
        parts = (translation, rotation, scale)
        if matrix is not None:
            if any(part is not None for part in parts):
                raise ValueError("give either matrix or translation, rotation and scale")
            return self._with_map(at, doubles(matrix, "matrix", self.local.shape[1:]))
        if self.general[at] and rotation is None and scale is None:
            moved = self.local[at].copy()
            if translation is not None:
                moved[:, -1] = doubles(translation, "translation", (self.rig.dimension,))
            return self._with_map(at, moved)
        if self.general[at] and any(part is None for part in parts) and sheared(self.local[at]):
            raise ValueError(
                f"the transform of node {at} has shear: give matrix, or translation, rotation and scale"
            )
        return self._with_parts(at, translation, rotation, scale)

    def with_blend(self, node: int | str, amounts: ArrayLike) -> Pose:
        """The pose with other blend amounts for the mesh on one node."""
        at = self.rig.instance_at(node)
        blend = list(self.blend)
        blend[at] = doubles(amounts, "blend amounts", blend[at].shape)
        return replace(self, blend=tuple(blend))

    def _with_map(self, at: int, matrix: Doubles) -> Pose:
        translation, rotation, scale = nearest_parts(matrix)
        return self._replaced(at, matrix, True, translation, rotation, scale)

    def _with_parts(
        self, at: int, translation: ArrayLike | None, rotation: ArrayLike | None, scale: ArrayLike | None
    ) -> Pose:
        size = (self.rig.dimension,)
        moved = self.translations[at] if translation is None else doubles(translation, "translation", size)
        sized = self.scales[at] if scale is None else doubles(scale, "scale", size)
        turned = None if self.quaternions is None else self.quaternions[at]
        if rotation is not None:
            _in_3d(self.quaternions, self.rig)
            turned = doubles(rotation, "rotation", (4,))
            if not turned.any():
                raise ValueError("rotation 0, 0, 0, 0 is not a unit quaternion (no rotation: 0, 0, 0, 1)")
        return self._replaced(at, made(moved, turned, sized), False, moved, turned, sized)

    def _replaced(
        self, at: int, matrix: Doubles, general: bool, moved: Doubles, turned: Doubles | None, sized: Doubles
    ) -> Pose:
        quaternions = self.quaternions
        if quaternions is not None and turned is not None:
            quaternions = _with_row(quaternions, at, turned)
        return replace(
            self,
            local=_with_row(self.local, at, matrix),
            general=_with_row(self.general, at, general),
            translations=_with_row(self.translations, at, moved),
            quaternions=quaternions,
            scales=_with_row(self.scales, at, sized),
        )


@dataclass(frozen=True, eq=False, slots=True)
class Poses:
    """F moments of a rig as arrays, without a Python object for each; `poses[f]` makes the one at f,
    `poses[f:g]` a batch of those between.

    As `Pose`, with the moment in front: local (F, n, N, N + 1), general (F, n), translations and scales (F,
    n, N), quaternions (F, n, 4), and per instance blend amounts (F, targets).
    """

    rig: Rig = field(repr=False)
    local: Doubles
    general: NDArray[np.bool_]
    translations: Doubles
    quaternions: Doubles | None
    scales: Doubles
    blend: tuple[Doubles, ...]

    @classmethod
    def of(cls, given: Iterable[Pose]) -> Poses:
        """These poses, all of one rig, as one batch."""
        poses = list(given) if isinstance(given, Iterable) else [given]
        for one in poses:
            if not isinstance(one, Pose):
                raise TypeError(f"a pose or several poses are expected, not {type(one).__name__}")
        if not poses:
            raise ValueError("no pose is given")
        rig = poses[0].rig
        if any(pose.rig is not rig for pose in poses):
            raise ValueError("the poses are of different rigs")
        quaternions = None
        if rig.dimension == 3:
            quaternions = frozen(np.stack([pose.rotations for pose in poses]))
        return cls(
            rig,
            frozen(np.stack([pose.local for pose in poses])),
            frozen(np.stack([pose.general for pose in poses])),
            frozen(np.stack([pose.translations for pose in poses])),
            quaternions,
            frozen(np.stack([pose.scales for pose in poses])),
            tuple(frozen(np.stack(rows)) for rows in zip(*(pose.blend for pose in poses), strict=True)),
        )

    @property
    def rotations(self) -> Doubles:
        """(F, n, 4) quaternions xyzw; raises `OnlyIn3D` in other dimensions."""
        return _in_3d(self.quaternions, self.rig)

    def __len__(self) -> int:
        return len(self.local)

    def __iter__(self) -> Iterator[Pose]:
        return (self[at] for at in range(len(self)))

    @overload
    def __getitem__(self, at: int) -> Pose: ...

    @overload
    def __getitem__(self, at: slice) -> Poses: ...

    def __getitem__(self, at: int | slice) -> Pose | Poses:
        """The pose at one moment, or those of a slice, as views of the same arrays."""
        if not isinstance(at, slice):
            try:
                at = operator.index(at)
            except TypeError:
                raise TypeError(f"a pose is given by its index or a slice, not as {at!r}") from None
        kind = Poses if isinstance(at, slice) else Pose
        return kind(
            self.rig,
            self.local[at],
            self.general[at],
            self.translations[at],
            None if self.quaternions is None else self.quaternions[at],
            self.scales[at],
            tuple(amounts[at] for amounts in self.blend),
        )


def _in_3d(quaternions: Doubles | None, rig: Rig) -> Doubles:
    if quaternions is None:
        raise OnlyIn3D(f"rotations as quaternions exist in 3 dimensions; this rig has {rig.dimension}")
    return quaternions


def _with_row(array: NDArray[Any], at: int, row: Any) -> NDArray[Any]:
    changed = array.copy()
    changed[at] = row
    return frozen(changed)
