"""The smallest character that VRM 1.0 allows, with eyes: for tests that pose one."""

from __future__ import annotations

from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.gltf.new import write
from pantin.rig import Node, Scene, build
from pantin.verbs.asset import Asset

BONES = {
    "hips": (-1, (0, 1, 0)),
    "spine": ("hips", (0, 0.2, 0)),
    "head": ("spine", (0, 0.4, 0)),
    "leftEye": ("head", (0.04, 0.06, 0.08)),
    "rightEye": ("head", (-0.04, 0.06, 0.08)),
    "leftUpperLeg": ("hips", (0.1, -0.05, 0)),
    "leftLowerLeg": ("leftUpperLeg", (0, -0.4, 0)),
    "leftFoot": ("leftLowerLeg", (0, -0.4, 0)),
    "rightUpperLeg": ("hips", (-0.1, -0.05, 0)),
    "rightLowerLeg": ("rightUpperLeg", (0, -0.4, 0)),
    "rightFoot": ("rightLowerLeg", (0, -0.4, 0)),
    "leftUpperArm": ("spine", (0.2, 0.3, 0)),
    "leftLowerArm": ("leftUpperArm", (0.25, 0, 0)),
    "leftHand": ("leftLowerArm", (0.25, 0, 0)),
    "rightUpperArm": ("spine", (-0.2, 0.3, 0)),
    "rightLowerArm": ("rightUpperArm", (-0.25, 0, 0)),
    "rightHand": ("rightLowerArm", (-0.25, 0, 0)),
}


def character(**members):
    """The bones that VRM 1.0 requires, eyes that turn, and an expression."""
    names = list(BONES)
    nodes = [
        Node(name, names.index(parent) if parent in BONES else -1, tuple(map(float, place)))
        for name, (parent, place) in BONES.items()
    ]
    asset = Asset("person.vrm", GLTF, document=write(build(nodes=nodes, scenes=[Scene((0,))])))
    human = {"humanBones": {name: {"node": node} for node, name in enumerate(names)}}
    ranges = {"inputMaxValue": 60.0, "outputScale": 30.0}
    names_of_ranges = ("HorizontalInner", "HorizontalOuter", "VerticalDown", "VerticalUp")
    look_at = {f"rangeMap{name}": ranges for name in names_of_ranges}
    look_at |= {"type": "bone", "offsetFromHeadBone": [0.0, 0.06, 0.05]}
    meta = {"name": "person", "authors": ["somebody"], "licenseUrl": "https://vrm.dev/licenses/1.0/"}
    vrm = {"specVersion": "1.0", "meta": meta, "humanoid": human, "lookAt": look_at, **members}
    asset.document.set("/extensionsUsed", ["VRMC_vrm"])
    asset.document.set("/extensions", {"VRMC_vrm": vrm})
    return Asset(asset.path, GLTF, document=asset.document)
