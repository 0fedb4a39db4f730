"""Valid VRM files with every member of the schemas, from which tests make others by changing members."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from avatars import BONES, FACE, META, Tree, avatar, avatar0, index_of

Place = tuple[str | int, ...]

PIXEL = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9"
    "awAAAABJRU5ErkJggg=="
)
TWISTED = index_of("leftLowerArm")


def _with_texture(tree: Tree) -> Tree:
    tree["images"], tree["textures"] = [{"uri": PIXEL}], [{"source": 0}]
    return tree


def mtoon() -> Tree:
    """Every member of VRMC_materials_mtoon 1.0."""
    textures = ("shadeMultiply", "rimMultiply", "outlineWidthMultiply", "uvAnimationMask")
    return {
        "specVersion": "1.0",
        "transparentWithZWrite": False,
        "renderQueueOffsetNumber": 1,
        "shadeColorFactor": [1, 0.5, 0],
        "shadingShiftFactor": 0.1,
        "shadingShiftTexture": {"index": 0, "texCoord": 0, "scale": 0.5},
        "shadingToonyFactor": 0.9,
        "giEqualizationFactor": 0.9,
        "matcapFactor": [1, 1, 0.5],
        "matcapTexture": {"index": 0, "texCoord": 0},
        "parametricRimColorFactor": [0, 0.5, 0],
        "rimLightingMixFactor": 0.5,
        "parametricRimFresnelPowerFactor": 5.5,
        "parametricRimLiftFactor": 0.5,
        "outlineWidthMode": "worldCoordinates",
        "outlineWidthFactor": 0.01,
        "outlineColorFactor": [0, 0, 0.5],
        "outlineLightingMixFactor": 0.5,
        "uvAnimationScrollXSpeedFactor": 0.5,
        "uvAnimationScrollYSpeedFactor": -0.5,
        "uvAnimationRotationSpeedFactor": 0.25,
        **{f"{name}Texture": {"index": 0, "texCoord": 0} for name in textures},
    }


def whole_avatar() -> Tree:
    """A VRM 1.0 with constraints of all kinds and an MToon material."""
    override = {"overrideBlink": "block", "overrideLookAt": "blend", "overrideMouth": "none"}
    happy = {
        "morphTargetBinds": [{"node": FACE, "index": 1, "weight": 0.5}],
        "materialColorBinds": [{"material": 1, "type": "rimColor", "targetValue": [1, 0, 0, 1]}],
        "textureTransformBinds": [{"material": 0, "scale": [1, 2], "offset": [0, 0.5]}],
        "isBinary": True,
        **override,
    }
    maps = {
        f"rangeMap{name}": {"inputMaxValue": 90, "outputScale": 10}
        for name in ("HorizontalInner", "HorizontalOuter", "VerticalDown", "VerticalUp")
    }
    tree = avatar(
        expressions={"preset": {"happy": happy}, "custom": {"grim": {"isBinary": False}}},
        lookAt={"type": "bone", "offsetFromHeadBone": [0, 0.06, 0], **maps},
        firstPerson={"meshAnnotations": [{"node": FACE, "type": "auto"}]},
        meta=deepcopy(META)
        | {
            "version": "1",
            "copyrightInformation": "none",
            "contactInformation": "none",
            "references": ["a book"],
            "thirdPartyLicenses": "none",
            "thumbnailImage": 0,
            "avatarPermission": "everyone",
            "allowExcessivelyViolentUsage": False,
            "allowExcessivelySexualUsage": False,
            "commercialUsage": "corporation",
            "allowPoliticalOrReligiousUsage": False,
            "allowAntisocialOrHateUsage": False,
            "creditNotation": "required",
            "allowRedistribution": True,
            "modification": "prohibited",
            "otherLicenseUrl": "https://example.com",
        },
    )
    hand = index_of("leftHand")
    kinds: dict[int, Tree] = {
        TWISTED: {"roll": {"source": hand, "rollAxis": "X", "weight": 0.5}},
        index_of("rightLowerArm"): {"aim": {"source": hand, "aimAxis": "NegativeX", "weight": 0.25}},
        index_of("neck"): {"rotation": {"source": hand, "weight": 1}},
    }
    for node, constraint in kinds.items():
        payload = {"specVersion": "1.0", "constraint": constraint}
        tree["nodes"][node]["extensions"] = {"VRMC_node_constraint": payload}
    tree["materials"][0]["extensions"] = {"VRMC_materials_mtoon": mtoon()}
    tree["extensionsUsed"] += ["VRMC_node_constraint", "VRMC_materials_mtoon"]
    return _with_texture(tree)


def whole_animation() -> Tree:
    """A VRM animation of every kind of thing that one can move; its clip rotates the hips."""
    tree = avatar()
    del tree["extensions"]["VRMC_vrm"]
    count = len(tree["nodes"])
    tree["nodes"] += [{"name": "happy"}, {"name": "wink"}, {"name": "gaze"}]
    tree["scenes"][0]["nodes"] += [count, count + 1, count + 2]
    bones = [bone for bone in BONES if "Eye" not in bone]
    tree["extensionsUsed"] = ["VRMC_vrm_animation"]
    tree["extensions"]["VRMC_vrm_animation"] = {
        "specVersion": "1.0",
        "humanoid": {"humanBones": {bone: {"node": index_of(bone)} for bone in bones}},
        "expressions": {"preset": {"happy": {"node": count}}, "custom": {"wink": {"node": count + 1}}},
        "lookAt": {"node": count + 2, "offsetFromHeadBone": [0, 0.06, 0.5]},
    }
    return tree


def whole_avatar0() -> Tree:
    """A VRM 0.x with every member of its schemas that Pantin reads."""
    group = {
        "name": "Joy",
        "presetName": "joy",
        "isBinary": False,
        "binds": [{"mesh": 0, "index": 1, "weight": 80.5}],
        "materialValues": [{"materialName": "Skin", "propertyName": "_Color", "targetValue": [1, 0.5, 0, 1]}],
    }
    curve = {"curve": [0, 0, 0, 1, 1, 1, 1, 0], "xRange": 90.5, "yRange": 10.5}
    tree = avatar0(
        exporterVersion="exporter",
        blendShapeMaster={"blendShapeGroups": [group]},
        firstPerson={
            "firstPersonBone": index_of("head"),
            "firstPersonBoneOffset": {"x": 0.5, "y": 0.06, "z": 0.5},
            "meshAnnotations": [{"mesh": 0, "firstPersonFlag": "Auto"}],
            "lookAtTypeName": "Bone",
            **{f"lookAt{name}": dict(curve) for name in ("HorizontalInner", "HorizontalOuter")},
            **{f"lookAt{name}": dict(curve) for name in ("VerticalDown", "VerticalUp")},
        },
        secondaryAnimation={
            "boneGroups": [
                {
                    "comment": "sleeve",
                    "stiffiness": 1.5,
                    "gravityPower": 0.5,
                    "gravityDir": {"x": 0, "y": -1.5, "z": 0},
                    "dragForce": 0.4,
                    "center": -1,
                    "hitRadius": 0.02,
                    "bones": [index_of("leftHand")],
                    "colliderGroups": [0],
                }
            ],
            "colliderGroups": [
                {
                    "node": index_of("leftLowerArm"),
                    "colliders": [{"offset": {"x": 0.1, "y": 0.02, "z": 0.03}, "radius": 0.05}],
                }
            ],
        },
    )
    block = tree["extensions"]["VRM"]
    block["meta"] |= {
        "contactInformation": "none",
        "reference": "a book",
        "texture": 0,
        "otherPermissionUrl": "https://example.com/a",
        "otherLicenseUrl": "https://example.com/b",
    }
    block["humanoid"] |= {
        **dict.fromkeys(("armStretch", "legStretch", "upperArmTwist", "lowerArmTwist"), 0.05),
        **dict.fromkeys(("upperLegTwist", "lowerLegTwist", "feetSpacing"), 0.5),
        "hasTranslationDoF": False,
    }
    block["humanoid"]["humanBones"][0] |= {
        "useDefaultValues": False,
        "min": {"x": -1.5, "y": 0, "z": 0},
        "max": {"x": 1.5, "y": 0, "z": 0},
        "center": {"x": 0, "y": 0.5, "z": 0},
        "axisLength": 0.5,
    }
    block["materialProperties"][0] |= {
        "shader": "VRM/MToon",
        "floatProperties": {"_Cutoff": 0.5},
        "vectorProperties": {"_Color": [1, 0.5, 0, 1]},
        "textureProperties": {"_MainTex": 0},
        "keywordMap": {"_ALPHATEST_ON": True},
        "tagMap": {"RenderType": "Opaque"},
    }
    return _with_texture(tree)


def at(tree: Any, place: Place) -> Any:
    """The value at a place of a tree."""
    for token in place:
        tree = tree[token]
    return tree


def members(value: Any, place: Place = ()) -> Iterator[Place]:
    """The place of every member below a value."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in pairs:
        yield (*place, key)
        yield from members(item, (*place, key))


def pointer_to(place: Place) -> str:
    return "/" + "/".join(map(str, place))


WRONG: tuple[Any, ...] = (
    *(None, True, 7, -1, 101, 1.5, 1e9, "", "x", [], [1], ["x"], [0, 0, 0, 0, 0], {}, {"a": 1}),
)
"""Values that replace members, one after another."""

DELETED = "deleted"

Change = tuple[Place, Any]
"""A place, and its new value; `DELETED`: it is removed."""


def changes(block: Any) -> Iterator[list[Change]]:
    """Every member of a block with every other value, and those of objects deleted: several at once, none
    below another."""
    places = list(members(block))
    for value in (*WRONG, DELETED):
        is_new = [repr(at(block, place)) != repr(value) for place in places]
        left = [place for place, new in zip(places, is_new, strict=True) if new]
        if value is DELETED:
            left = [place for place in left if isinstance(place[-1], str)]
        while left:
            chosen: list[Place] = []
            for place in left:
                if len(chosen) < AT_ONCE and not any(_is_within(place, other) for other in chosen):
                    chosen.append(place)
            yield [(place, value) for place in chosen]
            left = [place for place in left if place not in chosen]


def _is_within(place: Place, other: Place) -> bool:
    """Whether one of the places is the other one, or below it."""
    shorter = min(len(place), len(other))
    return place[:shorter] == other[:shorter]


AT_ONCE = 20
"""Changes of one file: as many faults as an exporter with a bug may write."""


def change(block: Any, chosen: list[Change]) -> None:
    """Apply changes to a block."""
    for place, value in chosen:
        owner = at(block, place[:-1])
        if value is DELETED:
            del owner[place[-1]]
        else:
            owner[place[-1]] = deepcopy(value)


WHOLE: dict[str, tuple[Callable[[], Tree], tuple[Place, ...], str]] = {
    "VRMC_vrm": (whole_avatar, (("extensions", "VRMC_vrm"),), "VRMC_vrm.schema.json"),
    "VRMC_node_constraint": (
        whole_avatar,
        tuple(
            ("nodes", index_of(bone), "extensions", "VRMC_node_constraint")
            for bone in ("leftLowerArm", "rightLowerArm", "neck")
        ),
        "VRMC_node_constraint.schema.json",
    ),
    "VRMC_materials_mtoon": (
        whole_avatar,
        (("materials", 0, "extensions", "VRMC_materials_mtoon"),),
        "VRMC_materials_mtoon.schema.json",
    ),
    "VRMC_vrm_animation": (
        whole_animation,
        (("extensions", "VRMC_vrm_animation"),),
        "VRMC_vrm_animation.schema.json",
    ),
    "VRM": (whole_avatar0, (("extensions", "VRM"),), "vrm.schema.json"),
}
"""Each extension with a file that has it, where it is there, and the schema that describes it."""
