"""An avatar from Python: writes avatar.vrm (VRM 1.0) and older.vrm (VRM 0.x) beside this file.

    python examples/vrm/make.py

A figure of boxes in T-pose, with a face that smiles, blinks and speaks, eyes that follow a point, a forearm
that twists with the hand, and a ponytail. It is in the public domain (CC0 1.0).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import pantin
from pantin.rig import (
    BlendShape,
    Character,
    ColorBind,
    Constraint,
    Deltas,
    Expression,
    Influences,
    Instance,
    LookAt,
    Material,
    Mesh,
    MorphBind,
    Node,
    RangeMap,
    Rig,
    Scene,
    Skin,
    Spring,
    SpringJoint,
    SpringSettings,
    Surface,
    build,
)

HERE = Path(__file__).resolve().parent
SKIN, CLOTH, DARK, WHITE = range(4)

BONES: dict[str, tuple[str | None, tuple[float, float, float]]] = {
    "hips": (None, (0, 1.0, 0)),
    "spine": ("hips", (0, 0.12, 0)),
    "chest": ("spine", (0, 0.15, 0)),
    "neck": ("chest", (0, 0.2, 0)),
    "head": ("neck", (0, 0.08, 0)),
    "leftEye": ("head", (0.045, 0.11, 0.09)),
    "rightEye": ("head", (-0.045, 0.11, 0.09)),
    **{
        f"{side}{bone}": (parent if parent in ("hips", "chest") else f"{side}{parent}", (sign * x, y, z))
        for side, sign in (("left", 1), ("right", -1))
        for bone, parent, (x, y, z) in (
            ("UpperLeg", "hips", (0.1, -0.06, 0)),
            ("LowerLeg", "UpperLeg", (0, -0.43, 0)),
            ("Foot", "LowerLeg", (0, -0.43, 0)),
            ("UpperArm", "chest", (0.16, 0.15, 0)),
            ("LowerArm", "UpperArm", (0.27, 0, 0)),
            ("Hand", "LowerArm", (0.25, 0, 0)),
        )
    },
}
"""Parent and position of each bone, in metres; +X is the left of the figure, +Z its front."""

TWIST, TAIL, FACE, BODY = (len(BONES) + extra for extra in (0, 1, 5, 6))
"""Nodes after the bones: the twist of the left forearm, four of the ponytail, the face and the body."""

BOXES: list[tuple[str, int, tuple[float, float, float], tuple[float, float, float]]] = [
    ("hips", CLOTH, (0, -0.02, 0), (0.15, 0.09, 0.09)),
    ("spine", CLOTH, (0, 0.07, 0), (0.13, 0.09, 0.08)),
    ("chest", CLOTH, (0, 0.09, 0), (0.16, 0.11, 0.09)),
    ("neck", SKIN, (0, 0.03, 0), (0.04, 0.06, 0.04)),
    ("head", SKIN, (0, 0.12, 0), (0.1, 0.12, 0.1)),
    ("head", DARK, (0, 0.2, -0.015), (0.108, 0.06, 0.108)),
    ("leftEye", WHITE, (0, 0, 0), (0.025, 0.018, 0.018)),
    ("rightEye", WHITE, (0, 0, 0), (0.025, 0.018, 0.018)),
    ("leftEye", DARK, (0, 0, 0.015), (0.01, 0.012, 0.006)),
    ("rightEye", DARK, (0, 0, 0.015), (0.01, 0.012, 0.006)),
    *(
        (f"{side}{bone}", material, (sign * x, y, z), half)
        for side, sign in (("left", 1), ("right", -1))
        for bone, material, (x, y, z), half in (
            ("UpperLeg", CLOTH, (0, -0.21, 0), (0.07, 0.22, 0.07)),
            ("LowerLeg", SKIN, (0, -0.21, 0), (0.055, 0.21, 0.055)),
            ("Foot", DARK, (0, -0.04, 0.05), (0.055, 0.04, 0.11)),
            ("UpperArm", CLOTH, (0.13, 0, 0), (0.14, 0.05, 0.05)),
            ("LowerArm", SKIN, (0.1, 0, 0), (0.1, 0.042, 0.042)),
            ("Hand", SKIN, (0.08, 0, 0), (0.08, 0.02, 0.045)),
        )
    ),
]
"""Bone, material, centre from the bone and half the size of each box."""

CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
SIDES = np.array([(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)])
"""Each side of a box by four of its corners, counter-clockwise from outside."""


def nodes() -> list[Node]:
    """The bones, then the other nodes."""
    names = list(BONES)
    made = [
        Node(name[0].upper() + name[1:], -1 if parent is None else names.index(parent), position)
        for name, (parent, position) in BONES.items()
    ]
    made.append(Node("LeftForearmTwist", names.index("leftLowerArm"), (0.2, 0, 0)))
    made.append(Node("Tail1", names.index("head"), (0, 0.2, -0.12)))
    made += [Node(f"Tail{number}", TAIL + number - 2, (0, -0.02, -0.08)) for number in (2, 3, 4)]
    return [*made, Node("Face", names.index("head")), Node("Body")]


def box(centre: tuple[float, ...], half: tuple[float, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Corners, normals and triangles of a box, with sharp edges."""
    corners = np.asarray(centre, np.float32) + CORNERS * np.asarray(half, np.float32)
    sides = corners[SIDES]
    across = np.cross(sides[:, 1] - sides[:, 0], sides[:, 2] - sides[:, 0])
    normals = np.repeat(across / np.linalg.norm(across, axis=1)[:, None], 4, axis=0).astype(np.float32)
    triangles = np.arange(24).reshape(6, 4)[:, [0, 1, 2, 0, 2, 3]]
    return sides.reshape(-1, 3), normals, triangles.reshape(-1)


def body() -> tuple[Mesh, Skin]:
    """All boxes, each moved by one joint; a surface for each material."""
    listed = nodes()
    places = np.zeros((len(listed), 3))
    for index, node in enumerate(listed):
        places[index] = np.asarray(node.translation or (0, 0, 0)) + (
            places[node.parent] if node.parent >= 0 else 0
        )
    boxes = [(list(BONES).index(bone), material, centre, half) for bone, material, centre, half in BOXES]
    boxes.append((TWIST, SKIN, (0, 0, 0), (0.045, 0.043, 0.043)))
    boxes += [(TAIL + link, DARK, (0, -0.01, -0.04), (0.03 - 0.005 * link, 0.03, 0.05)) for link in range(3)]
    surfaces = []
    for material in range(4):
        parts = [
            (joint, *box(tuple(places[joint] + centre), half))
            for joint, own, centre, half in boxes
            if own == material
        ]
        joints = np.concatenate([np.full(len(positions), joint) for joint, positions, _, _ in parts])
        surfaces.append(
            Surface(
                np.concatenate([positions for _, positions, _, _ in parts]),
                indices=np.concatenate([24 * number + part[3] for number, part in enumerate(parts)]),
                normals=np.concatenate([normals for _, _, normals, _ in parts]),
                influences=Influences(np.arange(len(joints) + 1), joints, np.ones(len(joints), np.float32)),
                material=material,
            )
        )
    count = TAIL + 3  # the end of the tail, the face and the body move no vertex
    binds = np.tile(np.eye(3, 4), (count, 1, 1))
    binds[:, :, 3] = -places[:count]
    return Mesh(tuple(surfaces), "Body"), Skin(np.arange(count), binds, name="Body")


def face() -> Mesh:
    """A mouth and two eyelids in front of the head, with the blend shapes smile, blink and open."""
    columns = np.linspace(-0.045, 0.045, 7)
    mouth = np.array([(x, y, 0.103) for y in (0.038, 0.048) for x in columns], np.float32)
    strip = np.concatenate([[i, i + 1, i + 8, i, i + 8, i + 7] for i in range(6)])
    smile, still = np.zeros_like(mouth), np.zeros_like(mouth)
    smile[:, 1] = np.tile((columns / 0.045) ** 2, 2) * 0.025 - 0.006
    opened = np.zeros_like(mouth)
    opened[:7, 1] = -0.03 * (1 - (columns / 0.05) ** 2)
    lid = np.array([(x, y, 0.117) for y in (0.128, 0.13) for x in (-0.03, 0.03)], np.float32)
    lids = np.concatenate([np.add(lid, (side * 0.045, 0, 0)) for side in (1, -1)]).astype(np.float32)
    closed = np.zeros_like(lids)
    closed[[0, 1, 4, 5], 1] = -0.038
    quads = np.array([0, 1, 3, 0, 3, 2, 4, 5, 7, 4, 7, 6])
    front = np.array([(0, 0, 1)], np.float32)

    def shapes(*moves: np.ndarray) -> tuple[BlendShape, ...]:
        return tuple(BlendShape(Deltas(move)) for move in moves)

    nothing = np.zeros_like(lids)
    return Mesh(
        (
            Surface(
                mouth,
                indices=strip,
                normals=np.repeat(front, len(mouth), 0),
                blend_shapes=shapes(smile, still, opened),
                material=DARK,
            ),
            Surface(
                lids,
                indices=quads,
                normals=np.repeat(front, len(lids), 0),
                blend_shapes=shapes(nothing, closed, nothing),
                material=SKIN,
            ),
        ),
        "Face",
        blend_names=("smile", "blink", "open"),
    )


def character() -> Character:
    """Bones, expressions and gaze."""
    blush = ColorBind(SKIN, "color", (1.0, 0.62, 0.5, 1.0))
    return Character(
        meta={
            "name": "Box figure",
            "authors": ["Pantin examples"],
            "licenseUrl": "https://vrm.dev/licenses/1.0/",
            "avatarPermission": "everyone",
            "commercialUsage": "corporation",
            "creditNotation": "unnecessary",
            "allowRedistribution": True,
            "modification": "allowModificationRedistribution",
        },
        humanoid={bone: index for index, bone in enumerate(BONES)},
        expressions=(
            Expression("happy", morphs=(MorphBind(FACE, 0, 1.0),), colors=(blush,), override_mouth="blend"),
            Expression("blink", morphs=(MorphBind(FACE, 1, 1.0),)),
            Expression("aa", morphs=(MorphBind(FACE, 2, 1.0),)),
        ),
        look_at=LookAt(
            "bone", (0, 0.11, 0.09), RangeMap(90, 35), RangeMap(90, 35), RangeMap(90, 20), RangeMap(90, 20)
        ),
    )


def figure() -> Rig:
    mesh, skin = body()
    tail = Spring(
        tuple(SpringJoint(TAIL + link, stiffness=0.6, gravity_power=0.3, drag=0.3) for link in range(4)),
        name="tail",
    )
    colors = ((0.85, 0.55, 0.4, 1), (0.16, 0.3, 0.5, 1), (0.06, 0.05, 0.06, 1), (0.9, 0.9, 0.9, 1))
    return build(
        nodes=nodes(),
        meshes=[face(), mesh],
        materials=[
            Material(name, base_color=color)
            for name, color in zip(("skin", "cloth", "dark", "white"), colors, strict=True)
        ],
        skins=[skin],
        instances=[Instance(FACE, 0), Instance(BODY, 1, 0)],
        scenes=[Scene((0, BODY))],
        default_scene=0,
        springs=SpringSettings((tail,)),
        character=character(),
        constraints=[Constraint(TWIST, "roll", list(BONES).index("leftHand"), "X", 0.5)],
    )


def turned(values: np.ndarray) -> np.ndarray:
    """Places or directions after half a turn about the vertical."""
    return np.asarray(values) * np.array([-1, 1, -1], np.asarray(values).dtype)


def older() -> pantin.Asset:
    """The figure as VRM 0.x has it: it looks along −Z, and an extension of another form says which nodes are
    bones and which swing. Its face does not move."""
    rig = figure()
    binds = np.array(rig.skins[0].inverse_binds)
    binds[:, :, 3] = turned(binds[:, :, 3])
    surfaces = tuple(
        surface.replace(positions=turned(surface.positions), normals=turned(surface.normals), blend_shapes=())
        for mesh in rig.meshes
        for surface in mesh.surfaces
    )
    still = len(rig.meshes[0].surfaces)
    plain = rig.replace(
        nodes=[node.replace(translation=turned(node.translation)) for node in rig.node_list()],
        meshes=[Mesh(surfaces[:still], "Face"), Mesh(surfaces[still:], "Body")],
        skins=[rig.skins[0].replace(inverse_binds=binds)],
        character=None,
        springs=SpringSettings(),
        constraints=[],
    )
    asset = pantin.Asset.of_rig(plain)
    asset.document.set("/extensions", {"VRM": older_block([material.name for material in rig.materials])})
    asset.document.set("/extensionsUsed", ["VRM"])
    return asset


def older_block(materials: list[str]) -> dict[str, object]:
    """What VRM 0.x says about the figure."""
    tail = {"stiffiness": 0.6, "gravityPower": 0.3, "gravityDir": {"x": 0, "y": -1, "z": 0}, "dragForce": 0.3}
    return {
        "specVersion": "0.0",
        "exporterVersion": "Pantin examples",
        "meta": {
            "title": "Older box figure",
            "version": "1",
            "author": "Pantin examples",
            "allowedUserName": "Everyone",
            "violentUssageName": "Disallow",
            "sexualUssageName": "Disallow",
            "commercialUssageName": "Allow",
            "licenseName": "CC0",
        },
        "humanoid": {
            "humanBones": [
                {"bone": bone, "node": node, "useDefaultValues": True} for node, bone in enumerate(BONES)
            ]
        },
        "firstPerson": {"firstPersonBone": list(BONES).index("head"), "lookAtTypeName": "Bone"},
        "blendShapeMaster": {"blendShapeGroups": []},
        "secondaryAnimation": {
            "boneGroups": [
                {
                    **tail,
                    "comment": "tail",
                    "center": -1,
                    "hitRadius": 0.02,
                    "bones": [TAIL],
                    "colliderGroups": [],
                }
            ],
            "colliderGroups": [],
        },
        "materialProperties": [
            {"name": name, "shader": "VRM_USE_GLTFSHADER", "renderQueue": 2000} for name in materials
        ],
    }


if __name__ == "__main__":
    pantin.save(figure(), HERE / "avatar.vrm")
    pantin.save(older(), HERE / "older.vrm")
