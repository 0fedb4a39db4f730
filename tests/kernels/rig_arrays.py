"""Random rigs for the kernel tests: influences, palettes and surfaces of any dimension."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


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
