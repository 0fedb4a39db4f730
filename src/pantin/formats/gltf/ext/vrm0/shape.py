"""What the block of VRM 0.x must look like (its JSON schemas)."""

from __future__ import annotations

from pantin.formats.gltf.ext.json_shapes import Flag, Items, Members, Number, Text, Whole
from pantin.formats.gltf.ext.vrm0.character import PRESET_NAMES

_INTEGER = Whole(None)
"""An index whose range the schema leaves open: −1 often stands for none."""

_POINT = Members({"x": Number(), "y": Number(), "z": Number()})
_ALLOWED = Text(words=("Disallow", "Allow"))
_MAP = Members({"curve": Items(Number()), "xRange": Number(), "yRange": Number()})

LICENSES = (
    *("Redistribution_Prohibited", "CC0", "CC_BY", "CC_BY_NC", "CC_BY_SA", "CC_BY_NC_SA", "CC_BY_ND"),
    *("CC_BY_NC_ND", "Other"),
)
TEXTS = (
    *("title", "version", "author", "contactInformation", "reference"),
    *("otherPermissionUrl", "otherLicenseUrl"),
)
LIMBS = (
    *("armStretch", "legStretch", "upperArmTwist", "lowerArmTwist", "upperLegTwist", "lowerLegTwist"),
    "feetSpacing",
)

META = Members(
    {
        **dict.fromkeys(TEXTS, Text()),
        "texture": _INTEGER,
        "allowedUserName": Text(words=("OnlyAuthor", "ExplicitlyLicensedPerson", "Everyone")),
        "violentUssageName": _ALLOWED,
        "sexualUssageName": _ALLOWED,
        "commercialUssageName": _ALLOWED,
        "licenseName": Text(words=LICENSES),
    }
)

_BONE = Members(
    {
        "bone": Text(),  # VRM0-012 looks at its name
        "node": _INTEGER,
        "useDefaultValues": Flag(),
        "min": _POINT,
        "max": _POINT,
        "center": _POINT,
        "axisLength": Number(),
    }
)

FIRST_PERSON = Members(
    {
        "firstPersonBone": _INTEGER,
        "firstPersonBoneOffset": _POINT,
        "meshAnnotations": Items(Members({"mesh": _INTEGER, "firstPersonFlag": Text()})),
        "lookAtTypeName": Text(words=("Bone", "BlendShape")),
        "lookAtHorizontalInner": _MAP,
        "lookAtHorizontalOuter": _MAP,
        "lookAtVerticalDown": _MAP,
        "lookAtVerticalUp": _MAP,
    }
)

_BIND = Members({"mesh": Whole(), "index": Whole(), "weight": Number(0.0, 100.0)})
_MATERIAL_VALUE = Members({"materialName": Text(), "propertyName": Text(), "targetValue": Items(Number())})
_BLEND_SHAPE_GROUP = Members(
    {
        "name": Text(),
        "presetName": Text(words=("unknown", *PRESET_NAMES)),
        "isBinary": Flag(),
        "binds": Items(_BIND),
        "materialValues": Items(_MATERIAL_VALUE),
    }
)

_BONE_GROUP = Members(
    {
        "comment": Text(),
        "stiffiness": Number(),
        "gravityPower": Number(),
        "gravityDir": _POINT,
        "dragForce": Number(),
        "center": _INTEGER,
        "hitRadius": Number(),
        "bones": Items(_INTEGER),
        "colliderGroups": Items(_INTEGER),
    }
)
_COLLIDER_GROUP = Members(
    {"node": _INTEGER, "colliders": Items(Members({"offset": _POINT, "radius": Number()}))}
)

_MATERIAL = Members(
    {
        "name": Text(),
        "shader": Text(),
        "renderQueue": _INTEGER,
        "floatProperties": Members(others=Number()),
        "vectorProperties": Members(others=Items(Number())),
        "textureProperties": Members(others=_INTEGER),
        "keywordMap": Members(others=Flag()),
        "tagMap": Members(others=Text()),
    }
)

SHAPE = Members(
    {
        "exporterVersion": Text(),
        "specVersion": Text(),
        "meta": META,
        "humanoid": Members(
            {
                "humanBones": Items(_BONE),
                **dict.fromkeys(LIMBS, Number()),
                "hasTranslationDoF": Flag(),
            }
        ),
        "firstPerson": FIRST_PERSON,
        "blendShapeMaster": Members({"blendShapeGroups": Items(_BLEND_SHAPE_GROUP)}),
        "secondaryAnimation": Members(
            {"boneGroups": Items(_BONE_GROUP), "colliderGroups": Items(_COLLIDER_GROUP)}
        ),
        "materialProperties": Items(_MATERIAL),
    }
)
