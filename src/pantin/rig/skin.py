"""Skins and skeletons: which nodes are joints, and where they stood when the mesh was bound."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np

from pantin.maths import affine
from pantin.rig.arrays import Doubles, Indices

Solver: TypeAlias = Literal["linear", "dqs"]
"""Linear blend skinning, or dual quaternions (3D only)."""


@dataclass(frozen=True, eq=False, slots=True)
class Skin:
    """J joints as influences number them.

    joints         (J,) nodes; one may come twice, and −1 stands still in the space of `root`
    inverse_binds  (J, N, N + 1) maps from the mesh into each joint; None: the identity for each
    root           the node the skin hangs from, where the file names it; None is the world
    skeleton       index into the rig's skeletons, if one owns the joints
    solver         how the influences of a vertex are combined unless the caller of `deform` says otherwise
    """

    joints: Indices
    inverse_binds: Doubles | None = None
    name: str | None = None
    root: int | None = None
    skeleton: int | None = None
    solver: Solver = "linear"


@dataclass(frozen=True, eq=False, slots=True)
class Skeleton:
    """Joints that form one tree below `root`, and the pose they were modelled in.

    joints         (J,) nodes, each once, `root` among them
    inverse_binds  (J, N, N + 1) from the space of the root's parent into each joint; None: bound as at rest
    above          (J,) the place of each joint's parent in `joints`, −1 at the root; the builder's
    rest           (J, N, N + 1) rest maps of the joint nodes; the builder's
    """

    joints: Indices
    root: int
    inverse_binds: Doubles | None = None
    name: str | None = None
    above: Indices = field(default_factory=lambda: np.zeros(0, np.int64), repr=False)
    rest: Doubles = field(default_factory=lambda: np.zeros((0, 0, 0)), repr=False)

    def rest_maps(self) -> Doubles:
        """(J, N, N + 1) where the joints rest, in the space of the root's parent.

        Each pass multiplies by what stands twice as far above as in the last: log₂ J products of arrays for a
        chain of J joints.
        """
        maps, above = self.rest, self.above
        while (above >= 0).any():
            inside = above >= 0
            further = maps.copy()
            further[inside] = affine.multiply(maps[above[inside]], maps[inside])
            maps, above = further, np.where(inside, above[above], -1)
        return maps

    def bind_pose(self) -> Doubles:
        """(J, N, N + 1) local maps of the joints when they were bound; the root's is into the space of its
        parent.

        From the skeleton's own inverse binds, else as the nodes rest. Raises `ValueError` when a bind is
        singular.
        """
        if self.inverse_binds is None:
            return self.rest
        bound, singular = affine.invert(self.inverse_binds)
        if singular.any():
            raise ValueError("the skeleton has an inverse bind that cannot be inverted")
        inside = self.above >= 0
        local = bound.copy()
        local[inside] = affine.multiply(self.inverse_binds[self.above[inside]], bound[inside])
        return local
