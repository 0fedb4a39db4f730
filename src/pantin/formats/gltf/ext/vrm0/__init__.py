"""VRM 0.x: springs, humanoid bones and expressions of `extensions.VRM`."""

from pantin.formats.gltf.ext.extension import Avatar, Edits, Extension, IndexMember
from pantin.later import Later

NAME = "VRM"

EXTENSION = Extension(
    extends={NAME: None},
    checked=False,  # its springs are, and nothing else
    rules=Later(f"{__name__}.rules", "RULES"),
    families={"VRM0": "of the spring bones of VRM 0.x"},
    index_members=(
        IndexMember("meta/texture", "textures", checked=False),
        IndexMember("materialProperties/*/textureProperties/*", "textures", checked=False),
    ),
    holds="springs",
    lift=Later(f"{__name__}.lift", "lift"),
    strip=Later(f"{__name__}.lift", "strip"),
    edits=Edits(after_bake=Later(f"{__name__}.avatar", "drop_target_binds")),
    avatar=Avatar(
        meta=Later(f"{__name__}.avatar", "meta"),
        human_bones=Later(f"{__name__}.avatar", "human_bones"),
        expressions=Later(f"{__name__}.avatar", "expressions"),
        faces_back=True,
    ),
)
