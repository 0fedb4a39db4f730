"""The emitted arithmetic in full is tried against NumPy in `test_spring_step_numba.py`; here, its scratch."""

from itertools import pairwise

import pytest

pytest.importorskip("numba", reason="numba cannot be imported")
from pantin.kernels.spring_lanes import At

SIZES = {
    "PARENT": 12, "LOCAL": 12, "MOVED": 6, "CENTER": 12, "EXTERNAL": 3, "ROTATION": 4, "TAILS": 6, "FRAME": 9,
    "HEAD": 3, "SIZE": 1, "RADIUS": 1, "LENGTH": 1, "REST": 3, "UNIT": 3, "TAIL": 3, "DELTA": 3, "DEPTH": 1,
    "REACH": 1, "TO": 3, "TURN": 4, "RESULT": 12, "VALUES": 42,
}  # fmt: skip


def test_rows_of_the_scratch_do_not_overlap():
    assert [one.name for one in At] == [*SIZES, "END"]
    assert all(b - a == SIZES[a.name] for a, b in pairwise(At))
