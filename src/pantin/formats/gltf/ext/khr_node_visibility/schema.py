"""The object of KHR_node_visibility."""

from typing import ClassVar

from pantin.formats.gltf.schema import Node, Property


class Visibility(Property, frozen=True):
    animated_flags: ClassVar[bool] = True
    carried: ClassVar[bool] = True

    visible: bool | None = None


VISIBILITY = {Node: Visibility}
