"""A plain glTF character from Python: writes mannequin.glb beside this file.

    python examples/retarget/mannequin.py

A figure 1.8 m tall with the joint names of Unreal, in an A-pose at rest. No extension says which joints are
human bones. It is in the public domain (CC0 1.0).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import pantin
from pantin.rig import Influences, Instance, Material, Mesh, Node, Rig, Scene, Skin, Surface, build

HERE = Path(__file__).resolve().parent
DOWN = np.radians(50)
"""How far the arms are below the horizontal."""

Place = tuple[float, float, float]


def along_arm(x: float) -> Place:
    """A place on the left arm, x metres from its shoulder."""
    return (0.19 + x * float(np.cos(DOWN)), 1.46 - x * float(np.sin(DOWN)), -0.02)


MIDDLE: dict[str, tuple[str | None, Place]] = {
    "root": (None, (0, 0, 0)),
    "pelvis": ("root", (0, 0.98, 0)),
    "spine_01": ("pelvis", (0, 1.09, 0)),
    "spine_02": ("spine_01", (0, 1.23, 0)),
    "spine_03": ("spine_02", (0, 1.36, 0)),
    "neck_01": ("spine_03", (0, 1.54, -0.01)),
    "head": ("neck_01", (0, 1.63, 0)),
}
LEFT: dict[str, tuple[str, Place]] = {
    "clavicle": ("spine_03", (0.04, 1.47, 0)),
    "upperarm": ("clavicle", along_arm(0.0)),
    "lowerarm": ("upperarm", along_arm(0.29)),
    "hand": ("lowerarm", along_arm(0.55)),
    "thigh": ("pelvis", (0.1, 0.94, 0)),
    "calf": ("thigh", (0.11, 0.51, 0.01)),
    "foot": ("calf", (0.11, 0.09, -0.02)),
    "ball": ("foot", (0.12, 0.03, 0.13)),
}
"""Joints with their parents and their places in the world; the figure looks along +Z."""

THICKNESS = {"pelvis": 0.15, "spine_01": 0.12, "spine_02": 0.13, "spine_03": 0.15, "head": 0.09}
ENDS: dict[str, Place] = {"head": (0, 1.82, 0.01), "hand": along_arm(0.72), "ball": (0.12, 0.02, 0.2)}
"""Where bones without a child end."""

STARTS: dict[str, Place] = {"pelvis": (0, 0.89, 0)}
"""Where bars begin that do not begin at their joint."""

CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (0, 1)], np.float64)
SIDES = np.array([(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)])


def joints() -> dict[str, tuple[str | None, Place, float, Place | None]]:
    """Each joint with its parent, its place, half the thickness of its bone, and its end."""
    made: dict[str, tuple[str | None, Place, float, Place | None]] = {
        name: (parent, place, THICKNESS.get(name, 0.05), ENDS.get(name))
        for name, (parent, place) in MIDDLE.items()
    }
    for side, sign in (("l", 1), ("r", -1)):
        for name, (parent, place) in LEFT.items():
            above = parent if parent in MIDDLE else f"{parent}_{side}"
            end = ENDS.get(name)
            made[f"{name}_{side}"] = (
                above,
                (sign * place[0], place[1], place[2]),
                0.045,
                None if end is None else (sign * end[0], end[1], end[2]),
            )
    return made


def bar(start: np.ndarray, end: np.ndarray, half: float) -> tuple[np.ndarray, np.ndarray]:
    """Corners and normals of a box from one place to another, four of each for every side."""
    along = end - start
    aside = np.cross(along, (0, 0, 1)) if abs(along[2]) < 0.8 * np.linalg.norm(along) else (1.0, 0, 0)
    aside = np.asarray(aside) / np.linalg.norm(aside)
    front = np.cross(along, aside) / np.linalg.norm(along)
    corners = start + CORNERS @ np.array([aside * half, front * half * 0.7, along])
    sides = corners[SIDES]
    across = np.cross(sides[:, 1] - sides[:, 0], sides[:, 2] - sides[:, 0])
    return sides.reshape(-1, 3), np.repeat(across / np.linalg.norm(across, axis=1)[:, None], 4, axis=0)


def mannequin() -> Rig:
    """The figure: a bar from each joint to the next."""
    listed = joints()
    names = list(listed)
    places = np.array([place for _, place, _, _ in listed.values()])
    nodes = []
    for name, (parent, place, _, _) in listed.items():
        above = -1 if parent is None else names.index(parent)
        nodes.append(Node(name, above, tuple(np.asarray(place) - (places[above] if above >= 0 else 0))))
    following = {parent: place for parent, place, _, _ in listed.values() if parent and parent != "root"}
    following |= {"spine_03": listed["neck_01"][1], "pelvis": listed["spine_01"][1]}
    parts = []
    for index, (name, (_, place, half, end)) in enumerate(listed.items()):
        stop = end or following.get(name)
        if stop is not None:
            parts.append((index, *bar(np.asarray(STARTS.get(name, place)), np.asarray(stop), half)))
    positions = np.concatenate([corners for _, corners, _ in parts])
    quads = np.arange(len(positions)).reshape(-1, 4)
    owners = np.repeat([index for index, _, _ in parts], 24)
    binds = np.tile(np.eye(3, 4), (len(names), 1, 1))
    binds[:, :, 3] = -places
    surface = Surface(
        positions.astype(np.float32),
        indices=quads[:, [0, 1, 2, 0, 2, 3]].reshape(-1),
        normals=np.concatenate([normals for _, _, normals in parts]).astype(np.float32),
        influences=Influences(np.arange(len(owners) + 1), owners, np.ones(len(owners), np.float32)),
        material=0,
    )
    return build(
        nodes=[*nodes, Node("Body")],
        meshes=[Mesh((surface,), "Body")],
        materials=[Material("grey", base_color=(0.5, 0.53, 0.57, 1))],
        skins=[Skin(np.arange(len(names)), binds, name="Body")],
        instances=[Instance(len(names), 0, 0)],
        scenes=[Scene((0, len(names)))],
        default_scene=0,
    )


if __name__ == "__main__":
    pantin.save(mannequin(), HERE / "mannequin.glb")
