"""Fuzz checking: any bytes, taken as text or as GLB, are findings or past a limit, and nothing else."""

from __future__ import annotations

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read

# What a limit does at a thousand it does at a billion, and no input takes long.
LIMITS = Limits(file_bytes=1 << 20, json_bytes=1 << 20, json_depth=64, elements=1 << 14, chunks=256)


def target(data: bytes) -> None:
    try:
        findings = check(read(data, name="x.glb" if data[:1] == b"g" else "x.gltf", limits=LIMITS))
    except LimitExceeded:
        return
    assert all(finding.message and finding.rule for finding in findings)
