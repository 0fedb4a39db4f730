"""Fuzz G4MF: any bytes, as binary or as text, are findings, a rig, or past a limit, and nothing else."""

from __future__ import annotations

from contextlib import suppress

from pantin.base.errors import BadFile, LimitExceeded, Unsupported
from pantin.base.limits import Limits
from pantin.formats.g4mf.accessor import AccessorFault
from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.save import to_bytes
from pantin.formats.g4mf.upgrade import upgrade

# What a limit does at a thousand it does at a billion, and no input takes long.
LIMITS = Limits(file_bytes=1 << 20, json_bytes=1 << 20, json_depth=64, elements=1 << 14, chunks=256)

SEEDS = (".g4b", ".g4tf")


def target(data: bytes) -> None:
    try:
        document = read(data, name="x.g4b" if data[:1] == b"G" else "x.g4tf", limits=LIMITS)
        assert to_bytes(document) == data
        findings = check(document)
    except LimitExceeded:
        return
    assert all(finding.message and finding.rule for finding in findings)
    with suppress(BadFile, Unsupported, LimitExceeded, AccessorFault):
        lift(document)
        upgrade(document)
