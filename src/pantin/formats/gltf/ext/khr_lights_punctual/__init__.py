"""KHR_lights_punctual: directional, point and spot lights on nodes."""

from pantin.base.later import Later
from pantin.formats.gltf.extension import Extension
from pantin.formats.gltf.extension_names import LIGHTS
from pantin.formats.gltf.schema import Gltf, Node

EXTENSION = Extension(
    extends={LIGHTS: (Gltf, Node)},
    schema=Later(f"{__name__}.schema", "LIGHTS"),
    rules=Later(f"{__name__}.rules", "RULES"),
    attaches_to_nodes=True,
    holds="lights",
    lift=Later(f"{__name__}.lights", "lift"),
    lower=Later(f"{__name__}.lights", "lower"),
)
