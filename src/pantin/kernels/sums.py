"""Sums of a few products in one order, which the NumPy references and the compiled kernels share.

A sum of floating-point numbers depends on its order, and `einsum` does not promise one: it follows the memory
layout and the vector registers of the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from numpy.typing import NDArray

Array = NDArray[Any]
T = TypeVar("T")

LANES = 4
"""Partial sums: one register of 16 bytes holds four floats."""


def lane_sum(terms: Sequence[T], add: Callable[[T, T], T]) -> T:
    """The sum as four lanes make it: terms 0, 4, … in the first, 1, 5, … in the second, then the lanes in
    pairs.

    This is what `einsum` does to contiguous float32 on x86-64, from which the order was taken.
    """
    lanes = list(terms[:LANES])
    for place, term in enumerate(terms[LANES:]):
        lanes[place % LANES] = add(lanes[place % LANES], term)
    while len(lanes) > 1:
        pairs = [add(a, b) for a, b in zip(lanes[::2], lanes[1::2], strict=False)]
        lanes = pairs + lanes[2 * len(pairs) :]
    return lanes[0]


def dot(a: Array, b: Array) -> Array:
    """Σ a b over the last axis, which has at least one entry; a sum that vanishes is +0."""
    total = lane_sum([a[..., i] * b[..., i] for i in range(a.shape[-1])], _add)
    total += 0.0
    return total


def _add(a: Array, b: Array) -> Array:
    """In place, since nobody else sees the terms."""
    a += b
    return a


def apply(linear: Array, vectors: Array) -> Array:
    """Matrices (…, N, N) times vectors (…, N), each entry a `dot`."""
    return dot(linear, vectors[..., None, :])
