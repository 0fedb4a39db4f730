"""Clips sampled at moments, local transforms carried down the tree, and the palettes that skins read."""

from pantin.motion.palette import palette
from pantin.motion.sampling import sample
from pantin.motion.world import world

__all__ = ["palette", "sample", "world"]
