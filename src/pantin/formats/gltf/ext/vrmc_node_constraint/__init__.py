"""VRMC_node_constraint 1.0: nodes whose rotation follows that of another node."""

from pantin.base.later import Later
from pantin.formats.gltf.ext.vrm_family import VRM_FAMILY
from pantin.formats.gltf.extension import Extension
from pantin.formats.gltf.extension_names import NODE_CONSTRAINT
from pantin.formats.gltf.schema import Node

EXTENSION = Extension(
    extends={NODE_CONSTRAINT: (Node,)},
    rules=Later(f"{__name__}.rules", "RULES"),
    families=VRM_FAMILY,
    schema=Later(f"{__name__}.schema", "CONSTRAINT"),
    read_unlisted=True,
    holds="constraints",
    lift=Later(f"{__name__}.lift", "lift"),
    lower=Later(f"{__name__}.lower", "lower_rig"),
)
