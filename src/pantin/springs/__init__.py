"""Simulate spring bones: `SpringSimulation` for one rig, `SpringBatch` for many copies of it.

The settings types are those of `pantin.rig`.
"""

from pantin.rig import Collider, ColliderGroup, Spring, SpringJoint, SpringLimit, SpringSettings
from pantin.springs.batch import SpringBatch, SpringState
from pantin.springs.colliders import Profile
from pantin.springs.simulation import SpringSimulation

__all__ = [
    "Collider",
    "ColliderGroup",
    "Profile",
    "Spring",
    "SpringBatch",
    "SpringJoint",
    "SpringLimit",
    "SpringSettings",
    "SpringSimulation",
    "SpringState",
]


def __dir__() -> list[str]:
    return sorted(__all__)
