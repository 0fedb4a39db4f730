"""Clips sampled at moments, local transforms carried down the tree, and the palettes that skins read.

The sampler is imported when it is first asked for: a check that looks at world maps does not wait for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pantin.motion.palette import palette
from pantin.motion.world import world

if TYPE_CHECKING:
    from pantin.motion.sampling import sample

__all__ = ["palette", "sample", "world"]


def __getattr__(name: str) -> Any:
    if name != "sample":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pantin.motion.sampling import sample

    return sample
