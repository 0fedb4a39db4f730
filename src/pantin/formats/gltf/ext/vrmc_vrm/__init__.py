"""VRMC_vrm 1.0: the humanoid, expressions, gaze, first person and meta of a character."""

from pantin.base.later import Later
from pantin.formats.gltf.ext.vrm_family import VRM_FAMILY
from pantin.formats.gltf.extension import Avatar, Choice, Edits, Extension
from pantin.formats.gltf.extension_names import VRMC_VRM
from pantin.formats.gltf.schema import Gltf

EXTENSION = Extension(
    extends={VRMC_VRM: (Gltf,)},
    rules=Later(f"{__name__}.rules", "RULES"),
    families=VRM_FAMILY,
    schema=Later("pantin.formats.gltf.ext.vrm_schema", "VRM"),
    read_unlisted=True,
    holds="character",
    lift=Later(f"{__name__}.lift", "lift"),
    lower=Later(f"{__name__}.lower", "lower_rig"),
    strip=Later(f"{__name__}.lower", "strip"),
    obstacle=Later(f"{__name__}.lower", "obstacle"),
    store=Later(f"{__name__}.lower", "lower"),
    choices={"character": Choice("vrm", Later(f"{__name__}.lower", "store_rig"))},
    edits=Edits(
        after_bake=Later(f"{__name__}.avatar", "drop_target_binds"),
        after_mesh_move=Later(f"{__name__}.avatar", "follow_mesh"),
    ),
    avatar=Avatar(
        meta=Later(f"{__name__}.meta", "read_meta"),
        set_meta=Later(f"{__name__}.meta", "set_meta"),
        human_bones=Later(f"{__name__}.avatar", "human_bones"),
    ),
)
