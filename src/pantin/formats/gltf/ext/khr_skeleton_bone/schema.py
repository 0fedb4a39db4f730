"""The object of KHR_skeleton_bone."""

from typing import ClassVar

from pantin.formats.gltf.schema import Node, Property


class Bone(Property, frozen=True):
    animated_flags: ClassVar[bool] = True

    # KHR-SKB-010 reports a negative length.
    length: float | None = None
    connected: bool | None = None


BONE = {Node: Bone}
