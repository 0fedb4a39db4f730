"""VRM 0.x: the character and springs of `extensions.VRM`."""

from pantin.base.later import Later
from pantin.formats.gltf.extension import Avatar, Edits, Extension, IndexMember
from pantin.formats.gltf.extension_names import VRM0
from pantin.formats.gltf.schema import Gltf

CARRIED = {
    "specVersion": True,
    "meta": True,
    "humanoid": {"humanBones": {"bone": True, "node": True}},
    "firstPerson": {
        "firstPersonBoneOffset": True,
        "meshAnnotations": {"mesh": True, "firstPersonFlag": True},
        "lookAt*": True,
    },
    "blendShapeMaster": {
        "blendShapeGroups": {
            "name": True,
            "presetName": True,
            "isBinary": True,
            "binds": {"mesh": True, "index": True, "weight": True},
            "materialValues": {"materialName": True, "propertyName": True, "targetValue": True},
        }
    },
    "secondaryAnimation": True,
    "materialProperties": {
        **dict.fromkeys(("name", "shader", "keywordMap", "tagMap"), True),
        "floatProperties": dict.fromkeys(
            (
                *("_ShadeShift", "_ShadeToony", "_IndirectLightIntensity"),
                *("_RimLightingMix", "_RimFresnelPower", "_RimLift"),
                *("_OutlineWidthMode", "_OutlineWidth", "_OutlineColorMode", "_OutlineLightingMix"),
                *("_UvAnimScrollX", "_UvAnimScrollY", "_UvAnimRotation"),
                # Core glTF says these too, or they follow from what it says.
                *("_Cutoff", "_BumpScale", "_BlendMode", "_CullMode", "_OutlineCullMode"),
                *("_SrcBlend", "_DstBlend", "_ZWrite", "_AlphaToMask", "_DebugMode", "_MToonVersion"),
            ),
            True,
        ),
        "vectorProperties": dict.fromkeys(
            (
                *("_ShadeColor", "_RimColor", "_OutlineColor"),
                *("_Color", "_EmissionColor", "_MainTex", "_BumpMap", "_EmissionMap"),
            ),
            True,
        ),
        "textureProperties": dict.fromkeys(
            (
                *("_ShadeTexture", "_SphereAdd", "_RimTexture", "_OutlineWidthTexture", "_UvAnimMaskTexture"),
                *("_MainTex", "_BumpMap", "_EmissionMap"),
            ),
            True,
        ),
    },
}

EXTENSION = Extension(
    extends={VRM0: (Gltf,)},
    carried=CARRIED,
    index_members=(
        IndexMember("meta/texture", "textures", checked=False),  # −1: none
        IndexMember("humanoid/humanBones/*/node", "nodes", checked=False),
        IndexMember("firstPerson/firstPersonBone", "nodes", checked=False),
        IndexMember("firstPerson/meshAnnotations/*/mesh", "meshes", checked=False),
        IndexMember("blendShapeMaster/blendShapeGroups/*/binds/*/mesh", "meshes", checked=False),
        IndexMember("materialProperties/*/textureProperties/*", "textures", checked=False),
        *(
            IndexMember(f"secondaryAnimation/{path}", "nodes", checked=False, counted=False)
            for path in ("boneGroups/*/bones/*", "boneGroups/*/center", "colliderGroups/*/node")
        ),
    ),
    rules=Later(f"{__name__}.rules", "RULES"),
    families={"VRM0": "of VRM 0.x"},
    holds="springs",
    lift=Later(f"{__name__}.lift", "lift"),
    strip=Later(f"{__name__}.lift", "strip"),
    migrate=Later(f"{__name__}.migrate", "migrate"),
    edits=Edits(after_bake=Later(f"{__name__}.avatar", "drop_target_binds")),
    avatar=Avatar(
        meta=Later(f"{__name__}.avatar", "meta"),
        human_bones=Later(f"{__name__}.avatar", "human_bones"),
    ),
)
