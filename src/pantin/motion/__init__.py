"""Rigs in motion: sample clips, solve constraints, compute world transforms and the palettes of skins.

The sampler and the solver are imported at their first use: a check that needs world transforms only does not
wait for them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pantin.motion.transforms import bone_lengths, joint_positions, palette, skin_palette, world_transforms

if TYPE_CHECKING:
    from pantin.motion.constraints import solve_constraints
    from pantin.motion.sampling import sample

__all__ = [
    "bone_lengths",
    "joint_positions",
    "palette",
    "sample",
    "skin_palette",
    "solve_constraints",
    "world_transforms",
]

_LATER = {"sample": "pantin.motion.sampling", "solve_constraints": "pantin.motion.constraints"}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
