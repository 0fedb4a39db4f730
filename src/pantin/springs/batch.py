"""`SpringBatch`: the springs of many copies of one rig, stepped together."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pantin.kernels.spring_program import LANES
from pantin.rig import Doubles, Pose, Poses, Rig
from pantin.rig.arrays import doubles, frozen
from pantin.springs.colliders import Profile
from pantin.springs.crowd import Crowd, Driven, Face, SpringState


class SpringBatch(Face):
    """`count` copies of a rig. Each moves, to the bit, as a `SpringSimulation` of its own would.

    Copies differ in their poses, in where they stand (`placements`, a map (3, 4) above each copy's roots) and
    in the external force they feel.

    >>> rig = pantin.load("examples/springs/skirt.glb").rig
    >>> crowd = pantin.SpringBatch(rig, 100)
    >>> crowd.step(1 / 60, external=(0.2, 0, 0))
    >>> crowd.rotations.shape
    (100, 48, 4)
    """

    _driven: Driven

    def __init__(self, rig: Rig, count: int, profile: Profile = "spec", *, strict: bool = True) -> None:
        if count < 1:
            raise ValueError(f"a batch has at least one copy, not {count}")
        self.rig, self.profile, self.count = rig, profile, count
        self._crowd = Crowd(rig, profile, strict, count, LANES)
        self.reset()

    def reset(self, poses: Pose | Poses | None = None, *, placements: ArrayLike | None = None) -> None:
        """Bring every joint of every copy to rest in its pose: one for all, or `Poses` with one for each."""
        self._take(poses, placements)
        self._crowd.reset(self._driven)

    def step(
        self,
        dt: float,
        poses: Pose | Poses | None = None,
        *,
        placements: ArrayLike | None = None,
        external: ArrayLike | None = None,
    ) -> None:
        """One step of every copy; what is not given stays as it was. `rotations` has the result.

        `external` is one acceleration (3,) for all or (count, 3).
        """
        if poses is not None or placements is not None:
            self._take(poses, placements)
        self._crowd.advance(dt, self._driven, external, 1)

    @property
    def rotations(self) -> Doubles:
        """(count, joints, 4) local rotations xyzw."""
        return frozen(self._crowd.gathered(self._crowd.rotations).copy())

    def save(self) -> tuple[SpringState, Driven]:
        """All the batch remembers; `restore` takes it back."""
        return self._crowd.save(), self._driven

    def restore(self, saved: tuple[SpringState, Driven]) -> None:
        """Go back to where `save` was called."""
        if not isinstance(saved, tuple) or len(saved) != 2:
            raise TypeError(f"a state is what save() gave, not {type(saved).__name__}")
        state, driven = saved
        if not isinstance(driven, Driven):
            raise TypeError(f"poses are what save() gave, not {type(driven).__name__}")
        self._crowd.restore(state)
        self._driven = driven

    def _take(self, poses: Pose | Poses | None, placements: ArrayLike | None) -> None:
        if poses is not None or not hasattr(self, "_driven"):
            given = self.rig.rest_pose() if poses is None else poses
            crowd = self._crowd
            self._driven = crowd.apart(given) if isinstance(given, Poses) else crowd.shared(given)
        if placements is not None:
            maps = doubles(np.asarray(placements), "placements", (self.count, 3, 4))
            self._crowd.above = self._crowd.spread(maps.reshape(self.count, 12))
