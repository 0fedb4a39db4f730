"""`pantin.diff`: a model with clips against a copy, and many vertices against the same in another order."""

from __future__ import annotations

import sys

import numpy as np
from timing import CORPUS, interleave, record

import pantin
from pantin.rig import Instance, Mesh, Node, Rig, Surface

FOX = CORPUS / "gltf-sample-assets" / "Fox.glb"
SIDE = 316
"""Of a grid with about a hundred thousand vertices."""

ROUNDS = 3


def make_grid(order: np.ndarray | None = None) -> Rig:
    """A wavy grid; with `order`, its vertices in that order."""
    x, y = (axis.reshape(-1) for axis in np.meshgrid(np.arange(SIDE), np.arange(SIDE)))
    positions = np.stack([x, y, np.sin(x / 9) * np.cos(y / 7)], axis=1).astype(float)
    first = (np.arange(SIDE - 1)[:, None] * SIDE + np.arange(SIDE - 1)).reshape(-1)
    right, below, across = first + 1, first + SIDE, first + SIDE + 1
    triangles = np.concatenate([np.stack([first, right, below], 1), np.stack([right, across, below], 1)])
    if order is not None:
        positions, triangles = positions[order], np.argsort(order)[triangles]
    surface = Surface(positions, indices=triangles.reshape(-1))
    return pantin.build(nodes=[Node("grid")], meshes=[Mesh((surface,), "grid")], instances=[Instance(0, 0)])


def main() -> int:
    order = np.random.default_rng(1).permutation(SIDE * SIDE)
    pairs = {
        "diff of Fox, three clips": (pantin.load(FOX).rig, pantin.load(FOX).rig),
        "diff of 100,000 vertices in another order": (make_grid(), make_grid(order)),
    }
    print()
    for case, (first, second) in pairs.items():
        assert pantin.diff(first, second).equal, case
        taken = interleave({"pantin": lambda a=first, b=second: pantin.diff(a, b)}, ROUNDS)["pantin"].least
        print(f"{case}: {taken:.2f} s")
        record(case, {"pantin": taken}, "pantin")
    return 0


if __name__ == "__main__":
    sys.exit(main())
