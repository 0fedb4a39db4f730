"""The object of KHR_skeleton_bone."""

from typing import Annotated, ClassVar

from pantin.formats.gltf.schema import Node, Property
from pantin.formats.members.description import NOT_CARRIED


class Bone(Property, frozen=True):
    animated_flags: ClassVar[bool] = True
    carried: ClassVar[bool] = True

    # KHR-SKB-010 reports a negative length.
    length: float | None = None
    # Whether it is connected follows from transforms and lengths, but only the file says it.
    connected: Annotated[bool, NOT_CARRIED] | None = None


BONE = {Node: Bone}
