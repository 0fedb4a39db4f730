"""KHR_node_visibility: nodes that are hidden with everything below them."""

from pantin.base.later import Later
from pantin.formats.gltf.ext.extension import Extension
from pantin.formats.gltf.schema import Node

NAME = "KHR_node_visibility"

EXTENSION = Extension(
    extends={NAME: (Node,)},
    schema=Later(f"{__name__}.schema", "VISIBILITY"),
    carried={"visible": True},
    holds="visibility",
    lift=Later(f"{__name__}.visibility", "lift"),
    lower=Later(f"{__name__}.visibility", "lower"),
)
