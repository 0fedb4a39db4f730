"""Fuzz BVH: any bytes are a document with findings, a rig that can be written again, or neither."""

from __future__ import annotations

from pantin.base.errors import Unsupported
from pantin.base.limits import Limits
from pantin.formats.bvh.document import read
from pantin.formats.bvh.lower import lower
from pantin.formats.bvh.rigs import to_rig
from pantin.formats.bvh.rules import check
from pantin.formats.format import WriteOptions

SEEDS = (".bvh",)
LIMITS = Limits(file_bytes=1 << 16)


def target(data: bytes) -> None:
    if len(data) > LIMITS.file_bytes:
        return
    document = read(data, "walk", LIMITS)
    for finding in check(document):
        assert finding.line is None or finding.line >= 1
        assert finding.column is None or finding.column >= 1
    if not document.joints:
        return
    rig = to_rig(document)
    try:
        written, _ = lower(rig, WriteOptions())
    except (ValueError, Unsupported):
        return  # too many frames, or numbers that no reader takes
    names = [joint.name for joint in written.joints if joint.name is not None]
    assert len(set(names)) == len(names)
    assert not written.faults
