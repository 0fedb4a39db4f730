"""What the tests of extensions share."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.motion import sample
from pantin.rig import Rig


@pytest.fixture(scope="session")
def poses() -> Callable[[Rig], list[np.ndarray]]:
    """The positions of every surface at rest and at five moments of every clip, ordered by mesh and surface.

    Nodes are left out of the order: a mesh may move to another.
    """

    def look(rig: Rig) -> list[np.ndarray]:
        moments = [rig.rest_pose()]
        for at, clip in enumerate(rig.clips):
            moments += [sample(rig, at, time) for time in np.linspace(0, clip.duration, 5).tolist()]
        found = []
        for pose in moments:
            posed = sorted(
                deform(rig, pose), key=lambda one: (one.mesh, one.surface, one.positions.tobytes())
            )
            found += [one.positions for one in posed]
        return found

    return look
