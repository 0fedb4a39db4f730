"""Fuzz USD stages, as text and as crates: any bytes are a rig or a finding, and a rig can be posed.

usd-core itself may crash on bytes that nobody wrote on purpose, which is why Pantin reads in another process.
Here everything runs in this one, so that a crash shows: one inside usd-core is usd-core's, an exception is
Pantin's.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.deformation import deform
from pantin.formats.usd.containers import CRATE, TEXT, kind_of
from pantin.formats.usd.damage import Unopened
from pantin.formats.usd.reading import read_stage
from pantin.motion import sample
from pantin.rig import build

SEEDS = (".usda", ".usdc")
LIMITS = Limits(file_bytes=1 << 20, prims=1 << 10, samples=1 << 12)


def target(data: bytes) -> None:
    kind = CRATE if kind_of(data[:16]) == CRATE else TEXT
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"fuzz.{kind}"
        path.write_bytes(data)
        try:
            reading = read_stage(path, LIMITS, False, {})
        except (Unopened, LimitExceeded):
            return
    rig = build(**reading.parts)
    deform(rig, rig.rest_pose())
    for clip in range(len(rig.clips)):
        deform(rig, sample(rig, clip, 0.5))
