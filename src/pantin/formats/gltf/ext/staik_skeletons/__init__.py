"""STAIK_skeletons: skeletons as independent objects, from which skins take their joints."""

from pantin.base.later import Later
from pantin.formats.gltf.extension import Choice, Extension
from pantin.formats.gltf.extension_names import SKELETONS
from pantin.formats.gltf.schema import Gltf, Node, Skin

EXTENSION = Extension(
    extends={SKELETONS: (Gltf, Node, Skin)},
    schema=Later(f"{__name__}.schema", "SKELETONS"),
    read_unlisted=True,
    # "The skinned mesh which uses said skeleton will use the parent of the root's transform."
    allows={
        "GLTF-NODE_SKINNED_MESH_PARENT_TRANSFORMS": Later(f"{__name__}.rules.scene", "meshes_beside_roots"),
        "GLTF-NODE_SKINNED_MESH_NON_ROOT": Later(f"{__name__}.rules.scene", "meshes_beside_roots"),
    },
    rules=Later(f"{__name__}.rules", "RULES"),
    data_rules=Later(f"{__name__}.rules", "DATA_RULES"),
    families={"STAIK": "of the glTF extension STAIK_skeletons"},
    holds="skeletons",
    lift=Later(f"{__name__}.lift", "lift"),
    lower=Later(f"{__name__}.lower", "lower_rig"),
    strip=Later(f"{__name__}.lower", "strip"),
    derive=Later(f"{__name__}.derive", "derive"),
    fixes=Later(f"{__name__}.fixes", "fixes"),
    choices={"skeletons": Choice("staik", Later(f"{__name__}.lower", "lower_rig"))},
)
