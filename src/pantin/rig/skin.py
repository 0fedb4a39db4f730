"""Skins and skeletons: joints and their bind poses."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np
from msgspec import field

from pantin.maths import affine
from pantin.rig.arrays import Doubles, Indices
from pantin.rig.part import Numbered, Part
from pantin.rig.texture import Json

Solver: TypeAlias = Literal["linear", "dqs"]
"""Linear blend skinning, or dual quaternions (3D only)."""


class Skin(Numbered, Part, eq=False, dict=True):
    """J joints, in the order that influences refer to.

    joints         (J,) nodes; they may repeat, and −1 stays fixed in the space of `root`
    inverse_binds  (J, N, N + 1) inverse bind matrices, from the mesh into each joint; None: identities
    root           the root node of the skin, if the file names one; None is the world
    skeleton       index into the rig's skeletons, if one owns the joints
    solver         how influences are blended, unless the caller of `deform` overrides it

    >>> skin = pantin.load("examples/arm.glb").rig.skins[0]
    >>> skin.name, skin.joints.tolist(), skin.inverse_binds.shape, skin.solver
    ('arm', [0, 1, 2], (3, 3, 4), 'linear')
    """

    joints: Indices
    inverse_binds: Doubles | None = None
    name: str | None = None
    root: int | None = None
    skeleton: int | None = None
    solver: Solver = "linear"
    extras: Json | None = None

    def __repr__(self) -> str:
        return f"<Skin {self.name!r} joints={len(self.joints)}>"


class Skeleton(Part, eq=False):
    """Joints that form one tree with the root `root`, and their bind pose.

    joints         (J,) nodes without repetition, including `root`
    inverse_binds  (J, N, N + 1) from the space of the root's parent into each joint; None: bound at rest
    parents        (J,) position of each joint's parent in `joints`, −1 for the root; set by the builder
    rest           (J, N, N + 1) local rest transforms of the joints; set by the builder

    >>> skeleton = pantin.load("examples/skeletons/explicit.gltf").rig.skeletons[0]
    >>> skeleton.name, skeleton.joints.tolist(), skeleton.parents.tolist()
    ('arm', [1, 4, 2], [-1, 0, 1])
    """

    joints: Indices
    root: int
    inverse_binds: Doubles | None = None
    name: str | None = None
    parents: Indices = field(default_factory=lambda: np.zeros(0, np.int64))
    rest: Doubles = field(default_factory=lambda: np.zeros((0, 0, 0)))

    def rest_transforms(self) -> Doubles:
        """(J, N, N + 1) rest transforms of the joints in the space of the root's parent.

        Pointer doubling: each pass multiplies by the transform of an ancestor twice as far up, so that a
        chain of J joints takes log₂ J products of arrays.
        """
        matrices, ancestors = self.rest, self.parents
        while (ancestors >= 0).any():
            inside = ancestors >= 0
            product = matrices.copy()
            product[inside] = affine.multiply(matrices[ancestors[inside]], matrices[inside])
            matrices, ancestors = product, np.where(inside, ancestors[ancestors], -1)
        return matrices

    def bind_pose(self) -> Doubles:
        """(J, N, N + 1) local transforms of the joints in the bind pose.

        From the skeleton's own inverse bind matrices, else the rest pose. Raises `ValueError` where a matrix
        is singular.
        """
        if self.inverse_binds is None:
            return self.rest
        bound, singular = affine.invert(self.inverse_binds)
        if singular.any():
            raise ValueError("the skeleton has a singular inverse bind matrix")
        inside = self.parents >= 0
        local = bound.copy()
        local[inside] = affine.multiply(self.inverse_binds[self.parents[inside]], bound[inside])
        return local
