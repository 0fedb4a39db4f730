"""The springs of a file: those of VRM 1.0, else those of VRM 0.x."""

from __future__ import annotations

from collections.abc import Sequence

from pantin.formats.gltf.ext.vrm0 import lift as vrm0
from pantin.formats.gltf.ext.vrmc_spring_bone import lift as vrm1
from pantin.formats.gltf.lift.source import Source
from pantin.rig import Node, NotARig, SpringSettings


def springs(source: Source, nodes: Sequence[Node]) -> SpringSettings:
    """The springs of the file; VRM 1.0 wins where a file has both."""
    found = vrm1.springs(source)
    if found.springs or found.colliders:
        return found
    try:
        return vrm0.springs(source, nodes)
    except NotARig:
        # A node of numbers that are not finite: `lift` comes back here with nodes that a rig can have.
        return SpringSettings()
