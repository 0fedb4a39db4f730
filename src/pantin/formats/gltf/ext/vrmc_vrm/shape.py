"""What the block of VRMC_vrm 1.0 must look like (its JSON schemas)."""

from __future__ import annotations

from typing import get_args

from pantin.formats.gltf.ext.json_shapes import VECTOR, Flag, Items, Members, Number, Text, Whole
from pantin.rig.character import ColourTarget, FirstPersonFlag, LookAtKind, Override
from pantin.rig.human_bones import BONE_PARENTS, PRESETS

_RANGE_MAP = Members({"inputMaxValue": Number(0.0, 180.0), "outputScale": Number()})
_OVERRIDE = Text(words=get_args(Override))

_EXPRESSION = Members(
    {
        "morphTargetBinds": Items(
            Members({"node": Whole(), "index": Whole(), "weight": Number()}, ("node", "index", "weight")),
            least=1,
        ),
        "materialColorBinds": Items(
            Members(
                {
                    "material": Whole(),
                    "type": Text(words=get_args(ColourTarget)),
                    "targetValue": Items(Number(), length=4),
                },
                ("material", "type", "targetValue"),
            ),
            least=1,
        ),
        "textureTransformBinds": Items(
            Members(
                {
                    "material": Whole(),
                    "scale": Items(Number(), length=2),
                    "offset": Items(Number(), length=2),
                },
                ("material",),
            ),
            least=1,
        ),
        "isBinary": Flag(),
        "overrideBlink": _OVERRIDE,
        "overrideLookAt": _OVERRIDE,
        "overrideMouth": _OVERRIDE,
    }
)

META = Members(
    {
        "name": Text(filled=True),
        "version": Text(),
        "authors": Items(Text(filled=True), least=1),
        "copyrightInformation": Text(),
        "contactInformation": Text(),
        "references": Items(Text(), least=1),
        "thirdPartyLicenses": Text(),
        "thumbnailImage": Whole(),
        "licenseUrl": Text(),
        "avatarPermission": Text(words=("onlyAuthor", "onlySeparatelyLicensedPerson", "everyone")),
        "allowExcessivelyViolentUsage": Flag(),
        "allowExcessivelySexualUsage": Flag(),
        "commercialUsage": Text(words=("personalNonProfit", "personalProfit", "corporation")),
        "allowPoliticalOrReligiousUsage": Flag(),
        "allowAntisocialOrHateUsage": Flag(),
        "creditNotation": Text(words=("required", "unnecessary")),
        "allowRedistribution": Flag(),
        "modification": Text(words=("prohibited", "allowModification", "allowModificationRedistribution")),
        "otherLicenseUrl": Text(),
    },
    ("name", "authors", "licenseUrl"),
)

_BONE = Members({"node": Whole()}, ("node",))

SHAPE = Members(
    {
        "specVersion": Text(),
        "meta": META,
        "humanoid": Members({"humanBones": Members(dict.fromkeys(BONE_PARENTS, _BONE))}, ("humanBones",)),
        "firstPerson": Members(
            {
                "meshAnnotations": Items(
                    Members(
                        {"node": Whole(), "type": Text(words=get_args(FirstPersonFlag))}, ("node", "type")
                    ),
                    least=1,
                )
            }
        ),
        "lookAt": Members(
            {
                "offsetFromHeadBone": VECTOR,
                "type": Text(words=get_args(LookAtKind)),
                "rangeMapHorizontalInner": _RANGE_MAP,
                "rangeMapHorizontalOuter": _RANGE_MAP,
                "rangeMapVerticalDown": _RANGE_MAP,
                "rangeMapVerticalUp": _RANGE_MAP,
            }
        ),
        "expressions": Members(
            {"preset": Members(dict.fromkeys(PRESETS, _EXPRESSION)), "custom": Members(others=_EXPRESSION)}
        ),
    },
    ("specVersion", "meta", "humanoid"),
)
