"""The vector vocabulary, tried by compiling small intrinsics."""

from __future__ import annotations

import numpy as np
import pytest

numba = pytest.importorskip("numba", reason="numba cannot be imported")
from numba.core import types  # noqa: E402
from numba.extending import intrinsic  # noqa: E402

from pantin.kernels.vector_ir import Lanes, lane_count  # noqa: E402


@intrinsic
def transposed(context, source, target):
    """16 rows of 4 floats become 4 rows of 16, and 8 rows of 8 are transposed behind them."""

    def generate(machine, builder, signature, arguments):
        k = Lanes(builder, 32, strict=True)
        for count, width, start in ((16, 4, 0), (8, 8, 64), (16, 16, 128)):
            rows = [k.vector(arguments[0], 4 * (start + i * width), width) for i in range(count)]
            for i, row in enumerate(k.transpose(rows)):
                k.store(row, arguments[1], 4 * (start + i * count))
        return machine.get_dummy_value()

    return types.void(types.int64, types.int64), generate


@intrinsic
def reversed_records(context, source, target):
    """16 records of 3 doubles with their components in the other order."""

    def generate(machine, builder, signature, arguments):
        k = Lanes(builder, 64, strict=False)
        k.interleave(k.deinterleave(arguments[0], 3, 16)[::-1], arguments[1])
        return machine.get_dummy_value()

    return types.void(types.int64, types.int64), generate


@numba.njit
def run_transposed(source, target):
    transposed(source.ctypes.data, target.ctypes.data)


@numba.njit
def run_reversed(source, target):
    reversed_records(source.ctypes.data, target.ctypes.data)


def test_transposing_groups_of_rows():
    source = np.arange(384, dtype=np.float32)
    target = np.zeros_like(source)
    run_transposed(source, target)
    assert (target[:64].reshape(4, 16) == source[:64].reshape(16, 4).T).all()
    assert (target[64:128].reshape(8, 8) == source[64:128].reshape(8, 8).T).all()
    assert (target[128:].reshape(16, 16) == source[128:].reshape(16, 16).T).all()


def test_interleave_undoes_deinterleave():
    source = np.arange(48, dtype=np.float64)
    target = np.zeros_like(source)
    run_reversed(source, target)
    assert (target.reshape(16, 3) == source.reshape(16, 3)[:, ::-1]).all()


def test_a_register_holds_a_power_of_two_of_elements():
    assert lane_count(32) in (8, 16)
    assert lane_count(64) * 2 == lane_count(32)
