"""Rigs in motion: sample clips, solve constraints, compute world transforms and the palettes of skins; clips
and poses as values: cut, join, blend, mirror, loop and reach for points.

Everything but world transforms is imported at its first use, so a check that only needs those does not wait.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pantin.motion.transforms import bone_lengths, joint_positions, palette, skin_palette, world_transforms

if TYPE_CHECKING:
    from pantin.motion.arithmetic import concatenate, cut, resample, retime, reverse
    from pantin.motion.blending import additive, apply_additive, blend
    from pantin.motion.constraints import solve_constraints
    from pantin.motion.fitting import approximations
    from pantin.motion.looping import loop
    from pantin.motion.mirroring import mirror
    from pantin.motion.pose_clips import clip_from_poses
    from pantin.motion.reaching import reach
    from pantin.motion.restarting import start_at
    from pantin.motion.sampling import sample
    from pantin.motion.travel import RootMotion, in_place, root_motion

__all__ = [
    "RootMotion",
    "additive",
    "apply_additive",
    "approximations",
    "blend",
    "bone_lengths",
    "clip_from_poses",
    "concatenate",
    "cut",
    "in_place",
    "joint_positions",
    "loop",
    "mirror",
    "palette",
    "reach",
    "resample",
    "retime",
    "reverse",
    "root_motion",
    "sample",
    "skin_palette",
    "solve_constraints",
    "start_at",
    "world_transforms",
]

_HOMES = {
    "pantin.motion.arithmetic": ("concatenate", "cut", "resample", "retime", "reverse"),
    "pantin.motion.blending": ("additive", "apply_additive", "blend"),
    "pantin.motion.constraints": ("solve_constraints",),
    "pantin.motion.fitting": ("approximations",),
    "pantin.motion.looping": ("loop",),
    "pantin.motion.mirroring": ("mirror",),
    "pantin.motion.pose_clips": ("clip_from_poses",),
    "pantin.motion.travel": ("RootMotion", "in_place", "root_motion"),
    "pantin.motion.reaching": ("reach",),
    "pantin.motion.restarting": ("start_at",),
    "pantin.motion.sampling": ("sample",),
}
_LATER = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
