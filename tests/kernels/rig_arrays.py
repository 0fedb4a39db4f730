"""Random rigs for the kernel tests: influences, palettes and surfaces of any dimension."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.kernels.implicit import Terms


class Surface(NamedTuple):
    offsets: np.ndarray
    joint: np.ndarray
    weight: np.ndarray
    palette: np.ndarray
    positions: np.ndarray
    normals: np.ndarray
    tangents: np.ndarray


def surface(
    vertices: int, most: int, *, dimension: int = 3, joints: int = 20, frames: int = 2, seed: int = 0
) -> Surface:
    """Rows of 1 … `most` influences, rotations with mild stretch, unit normals."""
    r = np.random.default_rng(seed)
    counts = r.integers(1, most + 1, vertices)
    counts[0] = most
    offsets = np.concatenate([[0], np.cumsum(counts)])
    weight = r.uniform(0.1, 1, offsets[-1])
    weight /= np.repeat(np.add.reduceat(weight, offsets[:-1]), counts)
    turn, _ = np.linalg.qr(r.standard_normal((frames, joints, dimension, dimension)) + 4 * np.eye(dimension))
    linear = turn * r.uniform(0.8, 1.25, (frames, joints, 1, dimension))
    palette = np.concatenate([linear, r.standard_normal((frames, joints, dimension, 1))], -1)
    normals = r.standard_normal((vertices, dimension))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    tangents = np.concatenate([np.roll(normals[:, :3], 1, 1), np.sign(r.standard_normal((vertices, 1)))], 1)
    joint = r.integers(0, joints, offsets[-1])
    return Surface(
        offsets, joint, weight, palette, r.standard_normal((vertices, dimension)), normals, tangents
    )


def random_terms(draw, axes) -> Terms:
    """Terms of all kinds, in a grid that they reach beyond: added and taken away, turned or not."""
    kinds = [(added, metaball, turned) for added in (1, 1, 0) for metaball in (0, 1) for turned in (0, 1)]
    added, metaball, turned = np.array(kinds, bool).T
    count = len(kinds)
    radius, height = draw.uniform(0.2, 0.6, count), draw.choice([0.0, 0.3, 0.5], count)
    shift, scale = draw.uniform(-0.7, 0.7, (count, 3)), draw.choice([1.0, 0.75], count)
    turn = np.linalg.qr(draw.normal(size=(count, 3, 3)))[0]
    far = scale * (np.where(metaball, radius, 2 * radius) + height / 2) * (1 + 1e-9)
    reach = [
        [np.searchsorted(axes[axis], (place - r, place + r)) for axis, place in enumerate(places)]
        for places, r in zip(shift, far, strict=True)
    ]
    strength = draw.uniform(0.3, 1.0, count)
    return Terms(added, metaball, strength, radius, height, shift, turned, turn, scale, np.array(reach))
