"""The poses of one `deform` as the surfaces need them: world maps, palettes and blend amounts, all finite."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pantin.deformation.finite import drawn_back, within
from pantin.deformation.posed import Guarded
from pantin.motion import palette, world
from pantin.rig import Doubles, Pose, Poses, Rig


@dataclass(frozen=True, eq=False, slots=True)
class Moments:
    """F moments: (F, n, N, N + 1) world maps of the nodes and per instance (F, targets) blend amounts.

    `single` says that a pose was given and not a batch, so that results have no F.
    """

    rig: Rig
    placed: Doubles
    blend: tuple[Doubles, ...]
    single: bool
    _lost: int
    _palettes: dict[int, tuple[Doubles, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, rig: Rig, poses: Pose | Poses) -> Moments:
        if poses.rig is not rig:
            raise ValueError("the pose is of another rig")
        single = isinstance(poses, Pose)
        with np.errstate(over="ignore", invalid="ignore"):
            placed = world(poses)
        placed, lost = held(placed[None] if single else placed)
        blend = [amounts[None] if single else amounts for amounts in poses.blend]
        for at, amounts in enumerate(blend):
            if not within(amounts):
                blend[at] = drawn_back(amounts)
                lost += int((blend[at] != amounts).sum())
        return cls(rig, placed, tuple(blend), single, lost)

    @property
    def guarded(self) -> Guarded:
        """What had to be drawn back so far; palettes are made when first asked for."""
        return Guarded(maps=self._lost + sum(lost for _, lost in self._palettes.values()))

    def palettes(self, skin: int) -> Doubles:
        """(F, J, N, N + 1) of one skin, made once however many surfaces are bound to it."""
        if skin not in self._palettes:
            with np.errstate(over="ignore", invalid="ignore"):
                made = palette(self.rig.skins[skin], self.placed)
            self._palettes[skin] = held(made)
        return self._palettes[skin][0]


def held(maps: Doubles) -> tuple[Doubles, int]:
    """The maps with every number finite and none too large, and how many maps had to be changed for
    that."""
    if within(maps):
        return maps, 0
    inside = drawn_back(maps)
    return inside, int((inside != maps).any(axis=(-2, -1)).sum())
