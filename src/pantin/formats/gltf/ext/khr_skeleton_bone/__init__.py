"""KHR_skeleton_bone (draft): which nodes are bones, how long they are, and which node is their skeleton."""

from pantin.base.later import Later
from pantin.formats.gltf.extension import Choice, Extension
from pantin.formats.gltf.extension_names import SKELETON_BONE
from pantin.formats.gltf.schema import Node

EXTENSION = Extension(
    extends={SKELETON_BONE: (Node,)},
    schema=Later(f"{__name__}.schema", "BONE"),
    # A skinned mesh must be a child of its skeleton.
    allows={
        "GLTF-NODE_SKINNED_MESH_PARENT_TRANSFORMS": Later(f"{__name__}.bones", "meshes_of_skeletons"),
        "GLTF-NODE_SKINNED_MESH_NON_ROOT": Later(f"{__name__}.bones", "meshes_of_skeletons"),
    },
    rules=Later(f"{__name__}.rules", "RULES"),
    data_rules=Later(f"{__name__}.rules", "DATA_RULES"),
    families={"KHR": "of drafts of Khronos: KHR_skeleton_bone, and KHR_character with its family"},
    holds="bones",
    lift=Later(f"{__name__}.lift", "lift"),
    lower=Later(f"{__name__}.lower", "lower"),
    strip=Later(f"{__name__}.lower", "strip"),
    derive=Later(f"{__name__}.derive", "derive"),
    choices={"skeletons": Choice("khr", Later(f"{__name__}.lower", "lower_skeletons"))},
)
