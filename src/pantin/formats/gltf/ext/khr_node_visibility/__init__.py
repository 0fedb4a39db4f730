"""KHR_node_visibility: nodes that are hidden with everything below them."""

from pantin.base.later import Later
from pantin.formats.gltf.extension import Extension
from pantin.formats.gltf.extension_names import VISIBILITY
from pantin.formats.gltf.schema import Node

EXTENSION = Extension(
    extends={VISIBILITY: (Node,)},
    schema=Later(f"{__name__}.schema", "VISIBILITY"),
    holds="visibility",
    lift=Later(f"{__name__}.visibility", "lift"),
    lower=Later(f"{__name__}.visibility", "lower"),
)
