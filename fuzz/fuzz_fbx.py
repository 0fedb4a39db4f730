"""Fuzz FBX: any bytes are a document with findings, a rig that can be written again, or neither."""

from __future__ import annotations

from pantin.base.errors import LimitExceeded, Unsupported
from pantin.base.limits import Limits
from pantin.formats.fbx import FORMAT
from pantin.formats.fbx.check import check, condition
from pantin.formats.fbx.document import read
from pantin.formats.format import Condition
from pantin.rig import Rig

SEEDS = (".fbx",)
LIMITS = Limits(file_bytes=1 << 20, decoded_bytes=1 << 26)


def target(data: bytes) -> None:
    if len(data) > LIMITS.file_bytes:
        return
    document = read(data, "x", LIMITS)
    assert document.data == data
    for finding in check(document):
        assert finding.line is None or finding.line >= 1
    if condition(document) is Condition.EMPTY:
        return
    try:
        rig: Rig = FORMAT.lift(document).rig
        for clip in rig.clips:
            clip.channels  # noqa: B018  (made on first use)
        list(FORMAT.lift(document).findings)
        list(FORMAT.not_carried(document))
        written, _ = FORMAT.lower(rig, FORMAT.write_options({}, name="x"))
    except (LimitExceeded, Unsupported):
        return
    again = read(written.data, "x", LIMITS)
    again.visit()
    assert not again.faults
