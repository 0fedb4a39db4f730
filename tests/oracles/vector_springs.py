"""The test vectors of spring bones: small models, how they are moved, and the sentence that each exercises.

Each case is a change of one bone (or a chain of bones) below a root. `scalar_rotations` has the expected
rotations, from the scalar oracle.
"""

from __future__ import annotations

import json
import math
from typing import Any

from spring_scalar import Scalar
from vector_sentences import LIMIT, LIMIT_VERSION, SENTENCES

import pantin

Tree = dict[str, Any]
Motion = list[dict[str, dict[str, list[float]]]]

STEPS = 60
SPRINGS = "VRMC_springBone"
EXTENDED = "VRMC_springBone_extended_collider"
RECORDED = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 60)
"""The steps at which rotations are written: the transient in full, then less and less."""

JOINT = {
    "hitRadius": 0.0,
    "stiffness": 1.0,
    "gravityPower": 0.0,
    "gravityDir": [0.0, -1.0, 0.0],
    "dragForce": 0.4,
}
"""Every number is written down in every model: a default is the subject of one case alone."""

STALE = "a bone length is measured to a tail whose matrix is one step old"
AGREES = ""
UNSUPPORTED = "VRMC_springBone_limit is not implemented"


def spring_model(
    count: int = 1,
    *,
    along: tuple[float, float, float] = (0.0, -0.1, 0.0),
    root: Tree | None = None,
    first: Tree | None = None,
    colliders: tuple[Tree, ...] = (),
    groups: list[list[int]] | None = None,
    used: list[int] | None = None,
    center: int | None = None,
    limit: Tree | None = None,
    **numbers: Any,
) -> Tree:
    """A root (node 0), and below it a spring of `count` bones: nodes 1 to `count` + 1."""
    nodes: list[Tree] = [{"name": "root", "children": [1], **(root or {})}]
    nodes.append({"name": "joint 0", "translation": [0.0, 1.0, 0.0], **(first or {})})
    for index in range(1, count + 1):
        nodes[index]["children"] = [index + 1]
        nodes.append({"name": f"joint {index}", "translation": list(along)})
    joint = JOINT | numbers
    if limit is not None:
        joint = joint | {"extensions": {LIMIT: {"specVersion": LIMIT_VERSION, "limit": limit}}}
    joints = [{"node": index, **joint} for index in range(1, count + 1)]
    spring: Tree = {"joints": [*joints, {"node": count + 1}]}
    block: Tree = {"specVersion": "1.0", "springs": [spring]}
    if colliders:
        listed = groups or [list(range(len(colliders)))]
        block |= {"colliders": list(colliders), "colliderGroups": [{"colliders": group} for group in listed]}
        spring["colliderGroups"] = list(range(len(listed))) if used is None else used
    if center is not None:
        spring["center"] = center
    names = [SPRINGS]
    if any("extensions" in collider for collider in colliders):
        names.append(EXTENDED)
    if limit is not None:
        names.append(LIMIT)
    return {
        "asset": {"version": "2.0"},
        "extensionsUsed": names,
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": nodes,
        "extensions": {SPRINGS: block},
    }


def sphere(offset: list[float], radius: float, node: int = 0) -> Tree:
    return {"node": node, "shape": {"sphere": {"offset": offset, "radius": radius}}}


def capsule(offset: list[float], tail: list[float], radius: float, node: int = 0) -> Tree:
    return {"node": node, "shape": {"capsule": {"offset": offset, "tail": tail, "radius": radius}}}


def extended(shape: Tree, node: int = 0, base: Tree | None = None) -> Tree:
    """A collider of the extension; its base shape is out of reach unless `base` is given."""
    far = {"sphere": {"offset": [0.0, -10000.0, 0.0], "radius": 0.0}}
    return {
        "node": node,
        "shape": base or far,
        "extensions": {EXTENDED: {"specVersion": "1.0", "shape": shape}},
    }


def rotation(axis: str, degrees: float) -> list[float]:
    half = math.radians(degrees) / 2
    return [_short(math.sin(half) if letter == axis else 0.0) for letter in "xyz"] + [_short(math.cos(half))]


def _short(value: float) -> float:
    """What is written is what is computed with."""
    return round(value, 9) + 0.0


def shaken(node: int = 0, axis: int = 0) -> Motion:
    """A node that goes to and fro: 15 cm, twice in sixty steps."""
    rows: Motion = []
    for step in range(1, STEPS + 1):
        place = [0.0, 0.0, 0.0]
        place[axis] = _short(0.15 * math.sin(4 * math.pi * step / 60))
        rows.append({str(node): {"translation": place}})
    return rows


def jerked(node: int = 0) -> Motion:
    """A node that goes 5 cm aside in one step, and stays there."""
    return [{str(node): {"translation": [0.05, 0.0, 0.0]}}]


def swung(node: int = 0, axis: str = "z") -> Motion:
    """A node that rotates to and fro by 40 degrees."""
    return [
        {str(node): {"rotation": rotation(axis, 40 * math.sin(2 * math.pi * step / 60))}}
        for step in range(1, STEPS + 1)
    ]


def both(a: Motion, b: Motion) -> Motion:
    merged: Motion = []
    for one, other in zip(a, b, strict=True):
        nodes = sorted({*one, *other})
        merged.append({node: one.get(node, {}) | other.get(node, {}) for node in nodes})
    return merged


def make_case(
    name: str,
    sentence: str,
    model: Tree,
    motion: Motion | None = None,
    *,
    step: float = 1 / 60,
    differs: str | None = None,
    reading: str | None = None,
) -> Tree:
    """A vector. `differs` says why three-vrm 3.5.5 gives other rotations, `reading` what the text leaves
    open.

    Without `differs` it does so for limits and for chains; `AGREES` are those in which nothing comes of that.
    """
    if differs is None and LIMIT in model["extensionsUsed"]:
        differs = UNSUPPORTED
    if differs is None and any(len(each["joints"]) > 2 for each in model["extensions"][SPRINGS]["springs"]):
        differs = STALE
    return {
        "kind": "springbone",
        "name": name,
        "text": SENTENCES[sentence],
        **({"differs": {"three-vrm 3.5.5": differs}} if differs else {}),
        **({"reading": reading} if reading else {}),
        "step": step,
        "steps": STEPS,
        "model": model,
        "motion": motion or [],
        "tolerance": 1e-4,
    }


def scalar_rotations(
    model: Tree, motion: Motion, step: float, *, nudge: float = 0.0
) -> list[dict[str, list[float]]]:
    """The rotation of every simulated node after each step; `nudge` moves all tails at the start."""
    rig = pantin.load(json.dumps(model).encode(), name="vector.gltf").rig
    oracle = Scalar(rig)
    oracle.state = [tuple([x + nudge for x in tail] for tail in pair) for pair in oracle.state]
    answer, pose = [], rig.rest_pose()
    for index in range(STEPS):
        for node, members in motion[index].items() if index < len(motion) else ():
            pose = pose.with_local(int(node), **members)
        found = oracle.step(step, pose)
        answer.append({str(node): list(found[node]) for node in sorted(found)})
    return answer
