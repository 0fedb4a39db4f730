"""The poses of one `deform` as the surfaces need them: world maps, palettes and blend amounts, all finite."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pantin.deformation.posed import Guarded
from pantin.motion import palette, world
from pantin.rig import Doubles, Pose, Poses, Rig

LARGEST = 1e30
"""Entries of maps are held below this: times a coordinate of 1e7 they stay finite in float32."""


@dataclass(frozen=True, eq=False, slots=True)
class Moments:
    """F moments: (F, n, N, N + 1) world maps of the nodes and per instance (F, targets) blend amounts.

    `single` says that a pose was given and not a batch, so that results have no F.
    """

    rig: Rig
    placed: Doubles
    blend: tuple[Doubles, ...]
    single: bool
    guarded: Guarded
    _palettes: dict[int, Doubles] = field(default_factory=dict)

    @classmethod
    def of(cls, rig: Rig, poses: Pose | Poses) -> Moments:
        if poses.rig is not rig:
            raise ValueError("the pose is of another rig")
        single = isinstance(poses, Pose)
        with np.errstate(over="ignore", invalid="ignore"):
            placed = world(poses)
        placed, lost = held(placed[None] if single else placed)
        blend = tuple(amounts[None] if single else amounts for amounts in poses.blend)
        return cls(rig, placed, blend, single, Guarded(maps=lost))

    def palettes(self, skin: int) -> Doubles:
        """(F, J, N, N + 1) of one skin, made once however many surfaces are bound to it."""
        if skin not in self._palettes:
            with np.errstate(over="ignore", invalid="ignore"):
                made = palette(self.rig.skins[skin], self.placed)
            self._palettes[skin] = held(made)[0]
        return self._palettes[skin]


def held(maps: Doubles) -> tuple[Doubles, int]:
    """The maps with every number finite and at most `LARGEST`, and how many maps had to be changed for
    that."""
    if not maps.size or (maps.min() >= -LARGEST and maps.max() <= LARGEST):
        return maps, 0
    inside = np.clip(np.nan_to_num(maps, nan=0.0), -LARGEST, LARGEST)
    return inside, int((inside != maps).any(axis=(-2, -1)).sum())
