"""VRMC_vrm 1.0: the humanoid bones and expressions of an avatar."""

from pantin.formats.gltf.ext.extension import Avatar, Edits, Extension, IndexMember
from pantin.later import Later

NAME = "VRMC_vrm"

EXTENSION = Extension(
    extends={NAME: None},
    checked=False,
    index_members=(IndexMember("meta/thumbnailImage", "images"),),
    edits=Edits(after_bake=Later(f"{__name__}.avatar", "drop_target_binds")),
    avatar=Avatar(
        meta=Later(f"{__name__}.avatar", "meta"),
        human_bones=Later(f"{__name__}.avatar", "human_bones"),
        expressions=Later(f"{__name__}.avatar", "expressions"),
    ),
)
