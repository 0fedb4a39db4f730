"""Fuzz lifting: whatever a file holds, its rig can be sampled, posed and written, or an error is raised."""

from __future__ import annotations

import numpy as np

from pantin.base.errors import PantinError
from pantin.base.limits import Limits
from pantin.deformation import deform
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.new import write
from pantin.motion import sample

LIMITS = Limits(file_bytes=1 << 20, json_bytes=1 << 20, json_depth=64, elements=1 << 12, chunks=256)


def target(data: bytes) -> None:
    try:
        rig = lift(read(data, name="x.glb" if data[:1] == b"g" else "x.gltf", limits=LIMITS)).rig
        if len(data) % 2:
            assert lift(write(rig)).findings == ()
            return
        pose = sample(rig, len(data) % len(rig.clips), 0.5) if rig.clips else rig.rest_pose()
        for posed in deform(rig, pose):
            assert np.isfinite(posed.positions).all()
    except PantinError:
        return
