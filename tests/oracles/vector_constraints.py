"""The test vectors of VRMC_node_constraint: small models, poses, and the rotations that the text gives."""

from __future__ import annotations

import math
from typing import Any

from vector_sentences import SENTENCES
from vector_springs import rotation
from vrm_text import Quaternion, Skeleton

Tree = dict[str, Any]
NAME = "VRMC_node_constraint"

POSES = [
    [],
    [("x", 40)],
    [("y", -70)],
    [("z", 100)],
    [("x", 35), ("z", 50)],
    [("y", 120), ("x", -60)],
]
"""How the source is rotated from its rest, one after another."""


def _turned(parts: list[tuple[str, float]], rest: list[float]) -> list[float]:
    result = tuple(rest)
    for axis, degrees in parts:
        result = _product(result, tuple(rotation(axis, degrees)))
    size = math.sqrt(sum(value * value for value in result))
    return [round(value / size, 9) + 0.0 for value in result]


def _product(a: Quaternion, b: Quaternion) -> Quaternion:
    (ax, ay, az, aw), (bx, by, bz, bw) = a, b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def constrained_model(kind: str, *, rests: bool = False, **body: Any) -> Tree:
    """A root (0), the source (1) with a tip (3), and the destination (2), both children of the root.

    With `rests`, all are rotated at rest.
    """
    body = {"source": 3 if kind == "aim" else 1, **body}
    constraint = {"specVersion": "1.0", "constraint": {kind: body}}
    nodes: list[Tree] = [
        {"name": "root", "children": [1, 2]},
        {"name": "source", "translation": [0.3, 0.5, 0.1], "children": [3]},
        {"name": "destination", "translation": [-0.1, 0.4, 0.0], "extensions": {NAME: constraint}},
        {"name": "tip", "translation": [0.2, 0.1, 0.4]},
    ]
    if rests:
        for index, turn in enumerate((("x", 20), ("y", 65), ("z", -40))):
            nodes[index]["rotation"] = rotation(*turn)
    return {
        "asset": {"version": "2.0"},
        "extensionsUsed": [NAME],
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": nodes,
    }


def _make_case(name: str, sentence: str, model: Tree, source: int = 1) -> Tree:
    rest = model["nodes"][source].get("rotation", [0.0, 0.0, 0.0, 1.0])
    return {
        "kind": "node_constraint",
        "name": name,
        "text": SENTENCES[sentence],
        "model": model,
        "poses": [{str(source): _turned(parts, rest)} for parts in POSES],
        "tolerance": 1e-5,
    }


def list_constraints() -> list[Tree]:
    """Every vector of constraints, without what is expected."""
    cases = []
    for axis in "XYZ":
        plain = constrained_model("roll", rollAxis=axis)
        cases.append(_make_case(f"roll-{axis.lower()}", "roll", plain))
        rotated = constrained_model("roll", rests=True, rollAxis=axis)
        cases.append(_make_case(f"roll-{axis.lower()}-rotated-rests", "roll swing", rotated))
        for sign in ("Positive", "Negative"):
            aimed = constrained_model("aim", aimAxis=sign + axis)
            cases.append(_make_case(f"aim-{sign.lower()}-{axis.lower()}", "aim", aimed))
    half = {"weight": 0.5}
    cases += [
        _make_case(
            "aim-rotated-rests", "aim smallest", constrained_model("aim", rests=True, aimAxis="PositiveX")
        ),
        _make_case("rotation", "rotation constraint", constrained_model("rotation")),
        _make_case(
            "rotation-rotated-rests", "rotation constraint", constrained_model("rotation", rests=True)
        ),
        _make_case("roll-half", "weight", constrained_model("roll", rests=True, rollAxis="Y", **half)),
        _make_case("aim-half", "weight", constrained_model("aim", rests=True, aimAxis="PositiveZ", **half)),
        _make_case("rotation-half", "weight", constrained_model("rotation", rests=True, **half)),
        _make_case("rotation-none", "weight", constrained_model("rotation", rests=True, weight=0.0)),
        _make_case("aim-scaled-parent", "aim", _scaled()),
        _make_case("one-follows-another", "dependencies", _following()),
        _make_case("aim-at-what-another-moves", "dependencies", _aiming()),
    ]
    return cases


def _scaled() -> Tree:
    model = constrained_model("aim", rests=True, aimAxis="PositiveX")
    model["nodes"][0]["scale"] = [2.0, 2.0, 2.0]
    return model


def _following() -> Tree:
    """Node 2 follows node 4, which is listed later and follows node 1."""
    model = constrained_model("rotation", rests=True)
    nodes = model["nodes"]
    follower = {"specVersion": "1.0", "constraint": {"roll": {"source": 1, "rollAxis": "X"}}}
    nodes.append({"name": "follower", "extensions": {NAME: follower}})
    nodes[0]["children"].append(4)
    nodes[2]["extensions"][NAME]["constraint"]["rotation"]["source"] = 4
    return model


def _aiming() -> Tree:
    """Node 2 aims at node 5, whose parent 4 follows node 1."""
    model = constrained_model("aim", aimAxis="PositiveZ")
    nodes = model["nodes"]
    follower = {"specVersion": "1.0", "constraint": {"rotation": {"source": 1}}}
    nodes.append({"name": "follower", "children": [5], "extensions": {NAME: follower}})
    nodes.append({"name": "target", "translation": [0.1, 0.2, 0.6]})
    nodes[0]["children"].append(4)
    nodes[2]["extensions"][NAME]["constraint"]["aim"]["source"] = 5
    return model


def constrained_rotations(model: Tree, pose: dict[str, list[float]]) -> dict[str, list[float]]:
    """The rotations of the constrained nodes in a pose, from the text in plain Python."""
    nodes = model["nodes"]
    parents = [-1] * len(nodes)
    for index, node in enumerate(nodes):
        for child in node.get("children", []):
            parents[child] = index
    rests = [tuple(node.get("rotation", (0.0, 0.0, 0.0, 1.0))) for node in nodes]
    constraints = {
        index: node["extensions"][NAME]["constraint"]
        for index, node in enumerate(nodes)
        if "extensions" in node
    }
    skeleton = Skeleton(
        parents,
        [tuple(node.get("translation", (0.0, 0.0, 0.0))) for node in nodes],
        rests,
        [tuple(node.get("scale", (1.0, 1.0, 1.0))) for node in nodes],
        [tuple(pose.get(str(index), rest)) for index, rest in enumerate(rests)],
        constraints,
    )
    skeleton.update_all()
    return {str(node): list(skeleton.rotations[node]) for node in sorted(constraints)}
