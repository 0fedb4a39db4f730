"""numba is imported late, can be absent, and its cache may be unwritable: the answers stay."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pantin.kernels import engine

SKIN = """
import numpy as np, sys
from pantin.kernels.influences import bind_padded
from pantin.kernels.skinning import linear_blend
def skin(vertices):
    bound = bind_padded(np.zeros((vertices, 1), int), np.ones((vertices, 1)), 1)
    return linear_blend(bound, np.eye(3, 4)[None, None], np.ones((vertices, 3))).positions
"""


def run(code: str, **environment: str) -> str:
    source = str(Path(engine.__file__).parents[2])
    # fmt: off
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": source, **environment},
    )
    # fmt: on
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_little_work_does_not_import_numba():
    assert run(SKIN + "skin(100); print('numba' in sys.modules)") == "False"


def test_much_work_does():
    pytest.importorskip("numba", reason="numba cannot be imported")
    assert run(SKIN + "skin(1_000_000); print('numba' in sys.modules)", PANTIN_NO_NUMBA="0") == "True"


def test_without_numba_everything_goes_through_numpy():
    block = "import sys; sys.modules['numba'] = None\n"
    assert run(block + SKIN + "print(skin(1_000_000)[0, 5].tolist())") == "[1.0, 1.0, 1.0]"


def test_the_environment_can_forbid_numba():
    assert run(SKIN + "skin(1_000_000); print('numba' in sys.modules)", PANTIN_NO_NUMBA="1") == "False"


def test_a_kernel_compiles_where_no_cache_can_be_written(monkeypatch):
    """numba finds "no locator available" for a read-only install without a home, or a function from text."""
    pytest.importorskip("numba", reason="numba cannot be imported")
    scope: dict[str, object] = {}
    exec(compile("def twice(x):\n    return 2 * x\n", "<no file>", "exec"), scope)
    assert engine.njit_cached(scope["twice"], **engine.compile_options(False))(21) == 42


@pytest.mark.parametrize("strict", [True, False])
def test_fastmath_is_never_the_whole_set(strict):
    assert engine.compile_options(strict)["fastmath"] in (False, {"contract", "nsz"})


def test_little_work_stays_on_the_calling_thread():
    numba = pytest.importorskip("numba", reason="numba cannot be imported")
    before, seen = numba.get_num_threads(), []
    for work in (engine.PARALLEL_WORK - 1, engine.PARALLEL_WORK):
        engine.launch(lambda: seen.append(numba.get_num_threads()), work)
    assert seen == [1, before]
    assert numba.get_num_threads() == before


def test_a_strict_kernel_is_not_taken_from_the_cache_of_another(tmp_path):
    """numba's disk cache does not look at options: both kinds were one file, and the first to come stayed."""
    pytest.importorskip("numba", reason="numba cannot be imported")
    code = """
import numpy as np
from pantin.kernels.hierarchy_numba import world_kernel
nodes = np.arange(2)
for strict in (False, True):
    kernel = world_kernel(2, strict, parallel=False)
    kernel(nodes - 1, nodes, np.ones((1, 2, 2, 3)), np.empty((1, 2, 2, 3)))
    print(sum(kernel.stats.cache_hits.values()))
"""
    for hits in ("0\n0", "1\n1"):
        assert run(code, NUMBA_CACHE_DIR=str(tmp_path)) == hits
