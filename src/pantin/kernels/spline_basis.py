# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN201
# mypy: allow-untyped-defs
"""The weights of a cubic Hermite spline, for kernels whose one source serves both engines."""

from __future__ import annotations


def spline_basis(t):
    """The weights of both end slopes and of the difference of the values, at a part of a span of length 1."""
    return t * (1.0 - t) * (1.0 - t), t * t * (t - 1.0), t * t * (3.0 - 2.0 * t)
