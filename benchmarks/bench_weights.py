"""Weights of 100,000 vertices: `bind` to 60 joints, and `transfer` from a body of as many vertices.

The body is a figure of five tubes around a skeleton of 60 joints; the garment is the same figure, a little
wider and with other triangles, so that some of its vertices are matched and some are filled in.
"""

from __future__ import annotations

import sys

import numpy as np
from timing import below

import pantin
from pantin.rig import Instance, Mesh, Node, Rig, Skin, Surface, build

ROUNDS = 3
CHAIN = 12
"""Joints of a limb: five limbs have 60."""

SIDES, RINGS = 100, 200
DIRECTIONS = ((0, 1, 0), (1, 0.3, 0), (-1, 0.3, 0), (0.4, -1, 0), (-0.4, -1, 0))


def tube(direction: tuple[float, float, float], radius: float, sides: int, rings: int) -> tuple:
    """A tube of length 1 from near the origin: points (V, 3) and triangles (T, 3)."""
    along = np.array(direction) / np.sqrt(np.dot(direction, direction))
    across = np.cross(along, (0, 0, 1))
    angles = np.arange(sides) * 2 * np.pi / sides
    circle = np.cos(angles)[:, None] * across + np.sin(angles)[:, None] * np.cross(along, across)
    points = (np.linspace(0.05, 1, rings)[:, None, None] * along + radius * circle).reshape(-1, 3)
    first = (np.arange(rings - 1)[:, None] * sides + np.arange(sides)).reshape(-1)
    beside = (np.arange(rings - 1)[:, None] * sides + (np.arange(sides) + 1) % sides).reshape(-1)
    lower = np.stack([first, first + sides, beside], axis=1)
    upper = np.stack([beside, first + sides, beside + sides], axis=1)
    return points, np.concatenate([lower, upper])


def figure(radius: float, sides: int, rings: int) -> Rig:
    """Five tubes as one mesh without weights, and a skin that no mesh uses yet."""
    nodes, points, triangles, count = [], [], [], 0
    for direction in DIRECTIONS:
        step = np.array(direction) / np.sqrt(np.dot(direction, direction)) / CHAIN
        top = len(nodes)
        for index in range(CHAIN):
            above = top + index - 1 if index else (0 if top else -1)
            nodes.append(Node(f"{len(points)}_{index}", above, translation=step))
        places, corners = tube(direction, radius, sides, rings)
        points.append(places)
        triangles.append(corners + count)
        count += len(places)
    surface = Surface(
        np.concatenate(points).astype(np.float32), indices=np.concatenate(triangles).reshape(-1)
    )
    return build(
        nodes=[*nodes, Node("mesh")],
        meshes=[Mesh((surface,), "figure")],
        instances=[Instance(len(nodes), 0)],
        skins=[Skin(np.arange(len(nodes)))],
    )


def main() -> int:
    plain, garment = figure(0.05, SIDES, RINGS), figure(0.06, SIDES + 10, RINGS * 10 // 11)
    body = pantin.weights.bind(plain)
    pantin.weights.transfer(garment, body)  # compiles what both need
    size = "100,000 vertices, 60 joints"
    met = [
        below(f"weights: bind {size}", lambda: pantin.weights.bind(plain), ROUNDS, 10.0),
        below(f"weights: transfer {size}", lambda: pantin.weights.transfer(garment, body), ROUNDS, 3.0),
    ]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
