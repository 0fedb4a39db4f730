"""VRMC_vrm 1.0: the humanoid, expressions, gaze, first person and meta of a character."""

from pantin.base.later import Later
from pantin.formats.gltf.ext.vrm_family import VRM_FAMILY
from pantin.formats.gltf.extension import Avatar, Edits, Extension, IndexMember
from pantin.formats.gltf.extension_names import VRMC_VRM
from pantin.formats.gltf.schema import Gltf

_EXPRESSION = {
    "isBinary": True,
    "override*": True,
    "morphTargetBinds": {"node": True, "index": True, "weight": True},
    "materialColorBinds": {"material": True, "type": True, "targetValue": True},
    "textureTransformBinds": {"material": True, "scale": True, "offset": True},
}
CARRIED = {
    "specVersion": True,
    "meta": True,
    "humanoid": {"humanBones": {"*": {"node": True}}},
    "firstPerson": {"meshAnnotations": {"node": True, "type": True}},
    "lookAt": {
        "type": True,
        "offsetFromHeadBone": True,
        "rangeMap*": {"inputMaxValue": True, "outputScale": True},
    },
    "expressions": {"preset": {"*": _EXPRESSION}, "custom": {"*": _EXPRESSION}},
}

EXTENSION = Extension(
    extends={VRMC_VRM: (Gltf,)},
    rules=Later(f"{__name__}.rules", "RULES"),
    families=VRM_FAMILY,
    carried=CARRIED,
    index_members=(
        IndexMember("meta/thumbnailImage", "images"),
        IndexMember("humanoid/humanBones/*/node", "nodes"),
        IndexMember("firstPerson/meshAnnotations/*/node", "nodes"),
        *(
            IndexMember(f"expressions/{kind}/*/{binds}/*/{member}", collection)
            for kind in ("preset", "custom")
            for binds, member, collection in (
                ("morphTargetBinds", "node", "nodes"),
                ("materialColorBinds", "material", "materials"),
                ("textureTransformBinds", "material", "materials"),
            )
        ),
    ),
    holds="character",
    lift=Later(f"{__name__}.lift", "lift"),
    lower=Later(f"{__name__}.lower", "lower_rig"),
    obstacle=Later(f"{__name__}.lower", "obstacle"),
    store=Later(f"{__name__}.lower", "lower"),
    edits=Edits(
        after_bake=Later(f"{__name__}.avatar", "drop_target_binds"),
        after_mesh_move=Later(f"{__name__}.avatar", "follow_mesh"),
    ),
    avatar=Avatar(
        meta=Later(f"{__name__}.avatar", "meta"),
        human_bones=Later(f"{__name__}.avatar", "human_bones"),
    ),
)
