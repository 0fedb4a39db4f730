"""A BVH file: its bytes, its joints, its frames, and faults, which rules turn into findings."""

from __future__ import annotations

import re
from pathlib import Path

from pantin.base import files
from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.base.records import Record
from pantin.formats.bvh.frames import Motion, read_motion
from pantin.formats.bvh.hierarchy import MOST_FAULTS, Joint, read_hierarchy
from pantin.formats.bvh.text import Fault, Text

OPENING = re.compile(rb"(?:\xef\xbb\xbf)?\s*HIERARCHY\s+ROOT\s", re.IGNORECASE)


class Document(Record, eq=False):
    """The bytes of the file, and what they say; `name` is that of the file, without its suffix."""

    data: bytes
    name: str
    joints: tuple[Joint, ...] = ()
    motion: Motion | None = None
    faults: tuple[Fault, ...] = ()
    kind: str = "bvh"


def read(source: Path | bytes, name: str, limits: Limits) -> Document:
    """A file, or bytes. Raises `LimitExceeded` and `OSError`, nothing for any content."""
    data = source if isinstance(source, bytes) else bytes(files.read(source, limits.file_bytes))
    if len(data) > limits.file_bytes:
        raise LimitExceeded("file_bytes", f"the file has more than {limits.file_bytes:,} bytes")
    text = Text(data)
    hierarchy = read_hierarchy(text)
    faults = list(hierarchy.faults)
    motion = None
    if hierarchy.motion is not None:
        motion = read_motion(text, hierarchy.motion, hierarchy.columns)
        faults += motion.faults
    elif hierarchy.joints:
        faults.append(Fault("BVH-NO_MOTION", *text.locate(len(text.data))))
    faults += _repeated_names(hierarchy.joints, text)[:MOST_FAULTS]
    return Document(data, name, tuple(hierarchy.joints), motion, tuple(faults))


def _repeated_names(joints: list[Joint], text: Text) -> list[Fault]:
    """A fault for each joint whose name another joint before it has."""
    known: set[str] = set()
    faults = []
    for joint in joints:
        if joint.name is not None:
            if joint.name in known:
                faults.append(Fault("BVH-NAME", *text.locate(joint.position), {"name": joint.name}))
            known.add(joint.name)
    return faults
