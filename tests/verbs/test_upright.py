"""Which axis is up in a file that does not say so: inspect tells, and pictures are turned."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.verbs.upright import up_axis, upright_rig

CHAIN = {
    "Spine": ("Hips", 20),
    "Neck": ("Spine", 30),
    "Head": ("Neck", 10),
    "LeftLeg": ("LeftUpLeg", -40),
    "LeftFoot": ("LeftLeg", -40),
    "RightLeg": ("RightUpLeg", -40),
    "RightFoot": ("RightLeg", -40),
}
SIDES = {"LeftUpLeg": ("Hips", 10), "RightUpLeg": ("Hips", -10)}


def motion(up):
    """A person of ten joints who stands along an axis for two frames."""
    axis = "XYZ".index(up)
    across = (axis + 1) % 3
    children = {}
    for name, (parent, length) in {**CHAIN, **SIDES}.items():
        place = [0, 0, 0]
        place[across if name in SIDES else axis] = length
        children.setdefault(parent, []).append((name, place))

    def joint(kind, name, place, channels):
        rotations = "Zrotation Xrotation Yrotation"
        first = "6 Xposition Yposition Zposition" if channels == 6 else "3"
        inner = "".join(joint("JOINT", *child, 3) for child in children.get(name, ()))
        end = [0, 0, 0]
        end[(axis + 2) % 3] = 10 if "Foot" in name else 0
        end[axis] = 15 if name == "Head" else 0
        site = "" if inner else f"End Site\n{{\nOFFSET {end[0]} {end[1]} {end[2]}\n}}\n"
        offset = " ".join(map(str, place))
        return f"{kind} {name}\n{{\nOFFSET {offset}\nCHANNELS {first} {rotations}\n{inner}{site}}}\n"

    root = ["0", "0", "0"]
    root[axis] = "85"
    row = " ".join(root + ["0"] * 3 * (len(CHAIN) + len(SIDES) + 1))
    tree = joint("ROOT", "Hips", (0, 0, 0), 6)
    return f"HIERARCHY\n{tree}MOTION\nFrames: 2\nFrame Time: 0.033\n{row}\n{row}\n".encode()


@pytest.mark.parametrize(("up", "said"), [("Y", None), ("Z", "+Z"), ("X", "+X")])
def test_a_person_who_stands_along_another_axis(up, said):
    asset = pantin.load(motion(up), name="x.bvh")
    assert up_axis(asset) == said
    assert pantin.inspect(motion(up), name="x.bvh").to_builtins()["up"] == said
    rig = upright_rig(asset)
    places = pantin.motion.world_transforms(rig, pantin.sample(rig, clip=0, time=0.0))[:, :, 3]
    head, foot = (places[rig.node_index(name)] for name in ("Head", "LeftFoot"))
    along = (head - foot) / np.linalg.norm(head - foot)
    assert along[1] > 0.99


def test_formats_with_axes_are_taken_at_their_word():
    assert up_axis(pantin.load(motion("Y"), name="x.bvh")) is None
    assert up_axis(pantin.load("examples/retarget/walk.glb")) is None
