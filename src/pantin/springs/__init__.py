"""Spring bones over time: `SpringSimulation` for one rig, `SpringBatch` for many copies of it."""

from pantin.springs.batch import SpringBatch
from pantin.springs.colliders import Profile
from pantin.springs.crowd import SpringState
from pantin.springs.simulation import SpringSimulation

__all__ = ["Profile", "SpringBatch", "SpringSimulation", "SpringState"]
