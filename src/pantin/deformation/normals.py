"""Normals: how maps turn them, and what replaces one that vanished."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.rig import Doubles, Reals


def normal_maps(linear: Doubles) -> Doubles:
    """(…, N, N) maps that turn normals as `linear` turns points: the inverse transpose up to a positive
    factor.

    With linear = U·diag(s)·Vᵀ the inverse transpose is U·diag(1/s)·Vᵀ; multiplied by Πs it is U·diag(Π_{j≠i}
    s_j)·Vᵀ, which has no division and stays meaningful when one s is 0 (a flattened surface keeps the normal
    of its plane). An outward normal stays outward under a mirror.
    """
    u, s, vt = np.linalg.svd(linear)
    s = s / np.where(s[..., :1] > 0, s[..., :1], 1.0)
    others = np.stack([np.prod(np.delete(s, i, axis=-1), axis=-1) for i in range(s.shape[-1])], axis=-1)
    # Scaled to the largest entry 1, so that float32 can square it.
    largest = others[..., -1:]
    return np.asarray((u * (others / np.where(largest > 0, largest, 1.0))[..., None, :]) @ vt)


def make_unit(vectors: Reals, before: Reals) -> int:
    """Scale (…, N) vectors to length 1 in place; one that has no length takes its row of `before`. How many
    had none."""
    with np.errstate(over="ignore", invalid="ignore"):
        lengths = np.sqrt(np.einsum("...i,...i->...", vectors, vectors))
        lost = ~((lengths > 0) & np.isfinite(lengths))
        vectors /= np.where(lost, lengths.dtype.type(1), lengths)[..., None]
    return restore(vectors, before, lost)


BLOCK = 512
"""Vectors whose squares are summed at once: even in float32 a sum of so many is off by less than 0.05 (512 ·
3 roundings of 6e-8 · 512), while one vector of no length lowers it by 1."""


def _all_unit(vectors: Reals) -> bool:
    """Whether (V, N) vectors that are each unit or zero are all unit: ten times faster than looking at
    each."""
    width = vectors.shape[1]
    whole = len(vectors) // BLOCK * BLOCK
    blocks = vectors[:whole].reshape(-1, BLOCK * width)
    squares = np.einsum("bi,bi->b", blocks, blocks)
    return bool((squares > BLOCK - 0.5).all() and vectors[whole:].any(axis=1).all())


def restore(vectors: Reals, before: Reals, lost: NDArray[np.bool_] | None = None) -> int:
    """Put rows of `before`, made unit, where vectors were lost (without `lost`: where they are zero). How
    many.

    A row that has no length there either becomes the last axis: any direction will do, and none of length 1
    is worse.
    """
    if lost is None:
        if vectors.flags.c_contiguous and _all_unit(vectors.reshape(-1, vectors.shape[-1])):
            return 0
        lost = np.asarray(~vectors.any(axis=-1))
    count = int(lost.sum())
    if count:
        kept = np.broadcast_to(before, vectors.shape)[lost]
        lengths = np.sqrt(np.einsum("ki,ki->k", kept, kept))
        kept = kept / np.where(lengths > 0, lengths, 1)[:, None]
        kept[lengths == 0, -1] = 1
        vectors[lost] = kept
    return count
