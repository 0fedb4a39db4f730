"""Rigs in motion: sample clips, compute world transforms and the palettes of skins.

The sampler is imported at its first use: a check that needs world transforms only does not wait for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pantin.motion.transforms import bone_lengths, joint_positions, palette, skin_palette, world_transforms

if TYPE_CHECKING:
    from pantin.motion.sampling import sample

__all__ = ["bone_lengths", "joint_positions", "palette", "sample", "skin_palette", "world_transforms"]


def __getattr__(name: str) -> Any:
    if name != "sample":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pantin.motion.sampling import sample

    return sample
