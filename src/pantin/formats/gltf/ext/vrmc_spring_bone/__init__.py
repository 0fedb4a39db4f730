"""VRMC_springBone 1.0 with VRMC_springBone_extended_collider 1.0 and VRMC_springBone_limit 1.0-draft."""

from pantin.base.later import Later
from pantin.formats.gltf.ext.vrm_family import VRM_FAMILY
from pantin.formats.gltf.extension import Extension, IndexMember
from pantin.formats.gltf.extension_names import SPRING_BONE, SPRING_BONE_EXTENDED, SPRING_BONE_LIMIT
from pantin.formats.gltf.schema import Gltf

EXTENSION = Extension(
    # The other two are only in objects of the first, never in those of core glTF.
    extends={SPRING_BONE: (Gltf,), SPRING_BONE_EXTENDED: (), SPRING_BONE_LIMIT: ()},
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
    store=Later(f"{__name__}.lower", "lower"),
    strip=Later(f"{__name__}.lower", "strip"),
)
