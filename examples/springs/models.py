"""Two plain rigs for springs to be put into: a head with a strand of hair, and hips with a skirt.

Nothing here knows of springs: nodes, a skin, and a clip that moves the body. In the public domain (CC0 1.0).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.motion import world_transforms
from pantin.rig import (
    Channel,
    Clip,
    Influences,
    Instance,
    Material,
    Mesh,
    Node,
    Rig,
    Scene,
    Skin,
    Surface,
    build,
)

Points = NDArray[np.float32]

STRANDS, LINKS = 12, 4
"""Chains around the skirt, and the bones of each."""

MATERIALS = (Material("skin", (0.91, 0.72, 0.60, 1.0)), Material("cloth", (0.16, 0.32, 0.60, 1.0)))


def grid(rows: Sequence[NDArray[np.float64]], joints: NDArray[np.int64], material: int) -> Surface:
    """Rings of points, from the lowest up, joined to a surface; each point hangs on one joint."""
    points = np.array(rows, np.float32)
    high, wide = points.shape[:2]
    at = np.arange(high * wide).reshape(high, wide)
    a, b = at[:-1], np.roll(at, -1, 1)[:-1]
    c, d = at[1:], np.roll(at, -1, 1)[1:]
    triangles = np.stack([a, c, b, b, c, d], -1).reshape(-1)
    count = high * wide
    held = Influences(np.arange(count + 1), joints.reshape(-1), np.ones(count, np.float32))
    return Surface(points.reshape(-1, 3), indices=triangles, influences=held, material=material)


def ring(centre: Sequence[float], radius: float, count: int) -> NDArray[np.float64]:
    """Points around a vertical axis."""
    angles = np.arange(count) * (2 * math.pi / count)
    flat = np.stack([np.cos(angles), 0 * angles, np.sin(angles)], 1)
    return np.asarray(centre) + radius * flat


def turns(axis: int, degrees: Sequence[float] | NDArray[np.int64]) -> NDArray[np.float64]:
    """Rotations about one axis, xyzw."""
    half = np.radians(degrees) / 2
    result = np.zeros((len(half), 4))
    result[:, axis], result[:, 3] = np.sin(half), np.cos(half)
    return result


def strand() -> Rig:
    """A head that looks to both sides, and a strand of hair behind it: nodes 1 to 7."""
    nodes = [Node("head", translation=(0, 1.6, 0)), Node("hair 0", 0, (0, 0.06, -0.11))]
    nodes += [Node(f"hair {index}", index, (0, -0.06, 0)) for index in range(1, 7)]
    heights = np.linspace(-0.1, 0.1, 7)
    ball = [ring((0, 1.6 + y, 0), math.sqrt(max(0.0, 0.01 - y * y)), 12) for y in heights]
    tube = [ring((0, 1.66 - 0.06 * index, -0.11), 0.014 - 0.0015 * index, 6) for index in range(7)]
    head = grid(ball, np.zeros((7, 12), np.int64), 0)
    hair = grid(tube[::-1], np.repeat(np.arange(1, 8)[::-1], 6).reshape(7, 6), 1)
    look = Channel(0, "rotation", np.linspace(0, 2, 5), turns(1, (0, 50, 0, -50, 0)))
    return _rig(nodes, Mesh((head, hair)), Clip((look,), "look"))


def skirt() -> Rig:
    """Hips with two legs that walk, and twelve chains of five nodes around them, from node 3 on."""
    nodes = [Node("hips", translation=(0, 0.9, 0))]
    nodes += [Node("leg L", 0, (0.09, 0, 0)), Node("leg R", 0, (-0.09, 0, 0))]
    rings = [ring((0, 0.9 - 0.1 * row, 0), 0.2 + 0.035 * row, STRANDS) for row in range(LINKS + 1)]
    for index in range(STRANDS):
        for row in range(LINKS + 1):
            above = 0 if row == 0 else len(nodes) - 1
            place = rings[0][index] - (0, 0.9, 0) if row == 0 else rings[row][index] - rings[row - 1][index]
            nodes.append(Node(f"skirt {index} {row}", above, place))
    hung = 3 + np.arange(STRANDS)[None, :] * (LINKS + 1) + np.arange(LINKS + 1)[:, None]
    legs = [
        grid([ring((side, y, 0), 0.07, 8) for y in (0.1, 0.9)], np.full((2, 8), joint), 0)
        for joint, side in ((1, 0.09), (2, -0.09))
    ]
    times = np.linspace(0, 1, 5)
    swing = np.array([0, 40, 0, -40, 0])
    steps = [Channel(leg, "rotation", times, turns(0, way * swing)) for leg, way in ((1, 1), (2, -1))]
    return _rig(nodes, Mesh((*legs, grid(rings[::-1], hung[::-1], 1))), Clip(tuple(steps), "walk"))


def _rig(nodes: list[Node], mesh: Mesh, clip: Clip) -> Rig:
    body = len(nodes)
    binds = world_transforms(build(nodes=nodes))
    binds[:, :, 3] *= -1  # no node is rotated or scaled: the inverse of a translation
    return build(
        nodes=[*nodes, Node("body")],
        meshes=[mesh],
        skins=[Skin(np.arange(body), binds)],
        instances=[Instance(body, 0, 0)],
        materials=MATERIALS,
        clips=[clip],
        scenes=[Scene((0, body))],
        default_scene=0,
    )
