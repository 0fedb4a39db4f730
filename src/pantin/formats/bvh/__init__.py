"""Biovision motion (BVH): a tree of joints with offsets, then the angles of every frame as text.

There is no specification; facts from "Motion Capture File Formats Explained" (Lander 1998) and from the
files of CMU, LAFAN1, Bandai Namco, Mixamo and MotionBuilder.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pantin.base.later import Later
from pantin.base.options import Option
from pantin.formats.format import Capabilities, Condition, Format, Lifted, write_data
from pantin.formats.single_clip import CLIP

if TYPE_CHECKING:
    from pathlib import Path

    from pantin.base.files import Resolver
    from pantin.base.limits import Limits
    from pantin.formats.bvh.document import Document


class Bvh(Format):
    name = "BVH"
    suffixes = (".bvh",)
    stores = Capabilities("nodes: names", "clips", "scenes")
    """One clip of joints. The writer reports other clips, and what it drops of this one."""
    options = (
        CLIP,
        Option("fps", float, "Frames per second (default: those of the clip)."),
        Option("scale", float, "Multiply all positions, for another unit of length (default: 1)."),
    )
    rules = (f"{__name__}.rules", f"{__name__}.lower")
    families = {"BVH": "about Biovision motion files"}
    declares_axes = False

    check = Later(f"{__name__}.rules", "check")
    lower = Later(f"{__name__}.lower", "lower")
    adapt = Later(f"{__name__}.lower", "adapt")
    write = staticmethod(write_data)

    def sniff(self, start: bytes, name: str) -> bool:
        from pantin.formats.bvh.document import OPENING

        return OPENING.match(start) is not None

    def read(self, source: Path | bytes, *, name: str, limits: Limits, resolver: Resolver) -> Document:
        from pantin.formats.bvh.document import read
        from pantin.formats.registry import stem_of

        return read(source, stem_of(name), limits)

    def condition(self, document: Document) -> Condition:
        return Condition.WHOLE if document.joints else Condition.EMPTY

    def lift(self, document: Document) -> Lifted:
        from pantin.formats.bvh.rigs import to_rig

        return Lifted(to_rig(document), ())

    def not_carried(self, document: Document) -> Iterator[tuple[str, int, str]]:
        """Columns that no channel of a rig can hold, and frames with faults."""
        unknown = sum(not channel.kind for joint in document.joints for channel in joint.channels)
        if unknown:
            yield "unknown channels", unknown, ""
        if document.motion is not None and document.motion.left_out:
            yield "frames with faults", document.motion.left_out, ""


FORMAT = Bvh()
