"""The object of KHR_node_visibility."""

from pantin.formats.gltf.schema import Node, Property


class Visibility(Property, frozen=True):
    visible: bool | None = None


VISIBILITY = {Node: Visibility}
