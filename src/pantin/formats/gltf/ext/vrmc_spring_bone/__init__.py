"""VRMC_springBone 1.0 with VRMC_springBone_extended_collider 1.0 and VRMC_springBone_limit 1.0-draft."""

from pantin.base.later import Later
from pantin.formats.gltf.ext.vrm_family import VRM_FAMILY
from pantin.formats.gltf.extension import Extension
from pantin.formats.gltf.extension_names import SPRING_BONE, SPRING_BONE_EXTENDED, SPRING_BONE_LIMIT
from pantin.formats.gltf.schema import Gltf

EXTENSION = Extension(
    extends={SPRING_BONE: (Gltf,)},
    schema=Later(f"{__name__}.objects", "SPRING_BONE"),
    read_unlisted=True,
    rules=Later(f"{__name__}.rules", "RULES"),
    families=VRM_FAMILY,
    holds="springs",
    lift=Later(f"{__name__}.lift", "lift"),
    lower=Later(f"{__name__}.lower", "lower_rig"),
    obstacle=Later(f"{__name__}.lower", "obstacle"),
    store=Later(f"{__name__}.lower", "lower"),
    strip=Later(f"{__name__}.lower", "strip"),
)

# These two are only in objects of the first, never in those of core glTF, and it has their rules.
EXTENDED_COLLIDER = Extension(
    extends={SPRING_BONE_EXTENDED: ()},
    schema=Later(f"{__name__}.objects", "EXTENDED_COLLIDER"),
    read_unlisted=True,
)
LIMIT = Extension(
    extends={SPRING_BONE_LIMIT: ()},
    schema=Later(f"{__name__}.objects", "LIMIT"),
    read_unlisted=True,
)
