"""The poses of one `deform` call as surfaces need them: world transforms, palettes and blend weights,
clamped.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import field

from pantin.base.records import Record
from pantin.deformation.finite import clamp, in_range
from pantin.deformation.posed import DegenerateCounts
from pantin.motion import skin_palette, world_transforms
from pantin.motion.transforms import stacked_palettes
from pantin.rig import Doubles, Pose, Poses, Rig


class PosedNodes(Record, eq=False):
    """F frames: (F, n, N, N + 1) world transforms of the nodes, and (F, blend shapes) weights per instance.

    `single` is True for one pose instead of a batch: results then have no F.
    """

    rig: Rig
    world: Doubles
    blend: tuple[Doubles, ...]
    single: bool
    _clamped: int
    _palettes: dict[int, tuple[Doubles, int]] = field(default_factory=dict)

    @classmethod
    def from_poses(cls, rig: Rig, poses: Pose | Poses) -> PosedNodes:
        """The frames of a pose or of a batch of poses."""
        single = isinstance(poses, Pose)
        with np.errstate(over="ignore", invalid="ignore"):
            world = world_transforms(rig, poses)
        world, clamped = clamp_matrices(world[None] if single else world)
        blend = [weights[None] if single else weights for weights in poses.blend]
        for instance, weights in enumerate(blend):
            if not in_range(weights):
                blend[instance] = clamp(weights)
                clamped += int((blend[instance] != weights).sum())
        return cls(rig, world, tuple(blend), single, clamped)

    @property
    def degenerate(self) -> DegenerateCounts:
        """What was clamped so far; palettes are computed at their first use."""
        return DegenerateCounts(transforms=self._clamped + sum(count for _, count in self._palettes.values()))

    def stack_palettes(self, skins: Sequence[int]) -> Doubles:
        """(skins, J, N, N + 1) matrices in a single pose, of skins with J joints each: computed in one call,
        clamped as those of `palettes`.
        """
        missing = [skin for skin in dict.fromkeys(skins) if skin not in self._palettes]
        if missing:
            with np.errstate(over="ignore", invalid="ignore"):
                stacked = stacked_palettes([self.rig.skins[skin] for skin in missing], self.world[0])
            stacked, clamped = clamp_matrices(stacked)
            self._palettes.update({skin: (stacked[index, None], 0) for index, skin in enumerate(missing)})
            self._palettes[missing[0]] = (stacked[:1], clamped)
        return np.concatenate([self._palettes[skin][0] for skin in skins])

    def palettes(self, skin: int) -> Doubles:
        """(F, J, N, N + 1) matrices of one skin, computed once for all surfaces bound to it."""
        if skin not in self._palettes:
            with np.errstate(over="ignore", invalid="ignore"):
                palette = skin_palette(self.rig.skins[skin], self.world)
            self._palettes[skin] = clamp_matrices(palette)
        return self._palettes[skin][0]


def clamp_matrices(matrices: Doubles) -> tuple[Doubles, int]:
    """The matrices with every entry finite and not too large, and how many matrices were changed."""
    if in_range(matrices):
        return matrices, 0
    clamped = clamp(matrices)
    return clamped, int((clamped != matrices).any(axis=(-2, -1)).sum())
