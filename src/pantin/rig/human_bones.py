"""The bones of a VRM humanoid, and the names of its expressions (VRMC_vrm 1.0, humanoid and expressions)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

_TORSO = {
    "hips": None,
    "spine": "hips",
    "chest": "spine",
    "upperChest": "chest",
    "neck": "upperChest",
    "head": "neck",
    "leftEye": "head",
    "rightEye": "head",
    "jaw": "head",
}
_LIMB = {
    "UpperLeg": "hips",
    "LowerLeg": "UpperLeg",
    "Foot": "LowerLeg",
    "Toes": "Foot",
    "Shoulder": "upperChest",
    "UpperArm": "Shoulder",
    "LowerArm": "UpperArm",
    "Hand": "LowerArm",
}
FINGER_SEGMENTS: dict[str, tuple[str, ...]] = {
    "Thumb": ("Metacarpal", "Proximal", "Distal"),
    **dict.fromkeys(("Index", "Middle", "Ring", "Little"), ("Proximal", "Intermediate", "Distal")),
}


def _parents() -> Iterator[tuple[str, str | None]]:
    yield from _TORSO.items()
    for side in ("left", "right"):
        for bone, parent in _LIMB.items():
            yield side + bone, side + parent if parent in _LIMB else parent
    for side in ("left", "right"):
        for finger, segments in FINGER_SEGMENTS.items():
            above = f"{side}Hand"
            for segment in segments:
                yield f"{side}{finger}{segment}", above
                above = f"{side}{finger}{segment}"


BONE_PARENTS: Mapping[str, str | None] = dict(_parents())
"""Every human bone, in the order of the specification, with its parent bone; if the model lacks a bone, the
next ancestor takes its place."""

REQUIRED_BONES: tuple[str, ...] = (
    *("hips", "spine", "head"),
    *(f"{side}{bone}" for bone in ("UpperLeg", "LowerLeg", "Foot") for side in ("left", "right")),
    *(f"{side}{bone}" for bone in ("UpperArm", "LowerArm", "Hand") for side in ("left", "right")),
)

NEED_PARENT: frozenset[str] = frozenset(
    {"upperChest"}
    | {
        f"{side}{finger}{segment}"
        for side in ("left", "right")
        for finger, segments in FINGER_SEGMENTS.items()
        for segment in segments[1:]
    }
)
"""Bones that a model may have only together with their parent bone."""

MOUTH = ("aa", "ih", "ou", "ee", "oh")
BLINK = ("blink", "blinkLeft", "blinkRight")
GAZE = ("lookUp", "lookDown", "lookLeft", "lookRight")

PRESETS: tuple[str, ...] = (
    *("happy", "angry", "sad", "relaxed", "surprised"),
    *MOUTH,
    *BLINK,
    *GAZE,
    "neutral",
)
"""Expressions with a predefined meaning; others may override those of mouth, eyelids and gaze."""


def parent_bone(bone: str, present: Mapping[str, object]) -> str | None:
    """The nearest bone above that is present."""
    above = BONE_PARENTS[bone]
    while above is not None and above not in present:
        above = BONE_PARENTS[above]
    return above
