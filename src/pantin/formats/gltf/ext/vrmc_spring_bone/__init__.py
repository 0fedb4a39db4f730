"""VRMC_springBone 1.0 with VRMC_springBone_extended_collider 1.0 and VRMC_springBone_limit 1.0-draft."""

from pantin.base.later import Later
from pantin.formats.gltf.ext.extension import VRM_FAMILY, Extension, IndexMember
from pantin.formats.gltf.schema import Gltf

NAME = "VRMC_springBone"
EXTENDED = "VRMC_springBone_extended_collider"
LIMIT = "VRMC_springBone_limit"
VERSION = "1.0"
LIMIT_VERSION = "1.0-draft"

EXTENSION = Extension(
    # The other two are only in objects of the first, never in those of core glTF.
    extends={NAME: (Gltf,), EXTENDED: (), LIMIT: ()},
    carried=True,
    index_members=tuple(
        IndexMember(path, "nodes", checked=False, counted=False)
        for path in ("colliders/*/node", "springs/*/joints/*/node", "springs/*/center")
    ),
    rules=Later(f"{__name__}.rules", "RULES"),
    families=VRM_FAMILY,
    holds="springs",
    lift=Later(f"{__name__}.lift", "lift"),
    lower=Later(f"{__name__}.lower", "lower_rig"),
    strip=Later(f"{__name__}.lower", "strip"),
)
