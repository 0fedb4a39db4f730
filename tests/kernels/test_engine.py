"""Which backend runs a kernel: by the work and the environment; by what ran before only between backends with
the same bits. numba is imported late, can be absent, and its cache may be unwritable: the answers stay."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pantin.base.later import Later
from pantin.kernels import engine
from pantin.kernels.engine import Backend

MODULES = sorted(Path(engine.__file__).parents[1].rglob("*.py"))

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


EVERY_KERNEL = str(Path(__file__).with_name("every_kernel.py"))
TOTAL = engine.Kernel("total", sum, twin=Later("math", "fsum"), fused=Later("statistics", "fmean"))
del engine.KERNELS["total"]


@pytest.fixture
def asleep(monkeypatch):
    """As in a process that has not imported numba, where it is installed."""
    pytest.importorskip("numba", reason="numba cannot be imported")
    monkeypatch.delenv("PANTIN_NO_NUMBA", raising=False)
    monkeypatch.delenv("PANTIN_STRICT", raising=False)
    monkeypatch.delitem(sys.modules, "numba")
    monkeypatch.setattr(engine, "numba_importable", lambda: True)
    monkeypatch.setattr(engine.Kernel, "awake", False)


LITTLE, MUCH = engine.WORK_THRESHOLD - 1, engine.WORK_THRESHOLD


def test_a_kernel_runs_what_was_declared_for_the_backend():
    tenths = [0.1] * 10
    result = {}
    for backend in Backend:
        with engine.force_backend(backend):
            result[backend] = TOTAL(0, tenths)
    assert result == {Backend.NUMPY: sum(tenths), Backend.TWIN: 1.0, Backend.FUSED: 0.1}


def test_without_a_fused_form_the_twin_serves_large_work():
    plain = engine.Kernel("plain", sum, twin=Later("math", "fsum"))
    del engine.KERNELS["plain"]
    assert plain.implementation(Backend.FUSED) is plain.implementation(Backend.TWIN)


def test_the_work_alone_wakes_numba(asleep):
    assert engine.choose(LITTLE) is Backend.NUMPY
    assert engine.choose(MUCH) is Backend.FUSED


def test_the_work_of_earlier_calls_wakes_it_with_the_bits_of_numpy(asleep):
    assert engine.choose(1, done=LITTLE) is Backend.NUMPY
    assert engine.choose(1, done=MUCH) is Backend.TWIN
    assert engine.choose(MUCH, done=MUCH) is Backend.FUSED


def test_numba_imported_by_others_does_not_compile_little_work(asleep, monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", object())
    assert engine.choose(LITTLE) is Backend.NUMPY


def backends_of(works: list[int], fused: Later | None = None, light: bool = False) -> list[Backend]:
    """What runs calls of a new kernel, one after another."""
    ran: list[Backend] = []
    kernel = engine.Kernel("looped", sum, twin=Later("math", "fsum"), fused=fused, light=light)
    del engine.KERNELS["looped"]
    kernel.implementation = lambda backend: lambda: ran.append(backend)
    for work in works:
        kernel(work)
    return ran


def test_a_loop_of_small_calls_gets_the_twin(asleep, monkeypatch):
    """A third of the threshold each: two calls through NumPy, the third and all later ones compiled."""
    monkeypatch.setattr(engine, "is_cached", lambda module: True)
    ran = backends_of([engine.WORK_THRESHOLD // 3 + 1] * 4)
    assert ran == [Backend.NUMPY, Backend.NUMPY, Backend.TWIN, Backend.TWIN]


def test_once_numba_is_awake_little_work_gets_a_twin_that_is_in_the_cache(asleep, monkeypatch):
    monkeypatch.setattr(engine.Kernel, "awake", True)
    little = engine.AWAKE_THRESHOLD // 2
    monkeypatch.setattr(engine, "is_cached", lambda module: True)
    assert backends_of([little] * 3, light=True) == [Backend.NUMPY, Backend.TWIN, Backend.TWIN]
    assert backends_of([little] * 3) == [Backend.NUMPY] * 3
    monkeypatch.setattr(engine, "is_cached", lambda module: False)
    assert backends_of([little] * 3, light=True) == [Backend.NUMPY] * 3
    monkeypatch.setattr(engine, "is_cached", lambda module: True)
    monkeypatch.setattr(engine.Kernel, "awake", False)
    assert backends_of([little] * 3, light=True) == [Backend.NUMPY] * 3


def test_less_than_a_second_of_work_is_not_compiled_for(asleep, monkeypatch):
    """Where nothing is in numba's cache: four tenths of a second three times, and more after that."""
    monkeypatch.setattr(engine, "is_cached", lambda module: False)
    ran = backends_of([4 * engine.WORK_THRESHOLD] * 3 + [1])
    assert ran == [Backend.NUMPY, Backend.NUMPY, Backend.FUSED, Backend.TWIN]


def test_a_fused_kernel_runs_by_its_work_alone(asleep, monkeypatch):
    """Its bits are not those of NumPy, and may not depend on what a cache holds."""
    monkeypatch.setattr(engine, "is_cached", lambda module: False)
    assert backends_of([MUCH], Later("statistics", "fmean")) == [Backend.FUSED]


def test_a_cache_is_looked_for_where_numba_keeps_it(tmp_path, monkeypatch):
    """Compiled twins of a module have an index each, in a folder named after that of the source."""
    pytest.importorskip("numba", reason="numba cannot be imported")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not engine.is_cached("pantin.kernels.polar_numba")
    code = """
import numpy as np
from pantin.kernels.dual_quaternion import split
from pantin.kernels.engine import Backend, force_backend
with force_backend(Backend.TWIN):
    split(np.eye(3, 4)[None])
"""
    run(code, NUMBA_CACHE_DIR=str(tmp_path), PANTIN_NO_NUMBA="")
    assert engine.is_cached("pantin.kernels.polar_numba")
    assert not engine.is_cached("pantin.kernels.euler_numba")


def test_strict_results_are_those_of_numpy_at_any_size(asleep, monkeypatch):
    monkeypatch.setenv("PANTIN_STRICT", "1")
    assert engine.choose(LITTLE) is Backend.NUMPY
    assert engine.choose(MUCH) is Backend.TWIN


def test_a_file_that_promises_its_bytes_is_made_without_fusing(asleep):
    with engine.strict_rounding():
        assert engine.choose(MUCH) is Backend.TWIN
    assert engine.choose(MUCH) is Backend.FUSED


def test_the_environment_or_a_missing_numba_leaves_numpy(asleep, monkeypatch):
    monkeypatch.setattr(engine, "numba_importable", lambda: False)
    assert engine.choose(MUCH) is Backend.NUMPY
    assert not engine.numba_wanted()
    monkeypatch.setattr(engine, "numba_importable", lambda: True)
    assert engine.numba_wanted()
    monkeypatch.setenv("PANTIN_NO_NUMBA", "1")
    assert engine.choose(MUCH) is Backend.NUMPY
    assert not engine.numba_wanted()


def test_a_forced_backend_is_left_as_it_was_before():
    with engine.force_backend(Backend.NUMPY):
        with engine.force_backend(Backend.TWIN):
            assert engine.choose(0) is Backend.TWIN
        assert engine.choose(MUCH) is Backend.NUMPY


@pytest.fixture(scope="module")
def processes():
    """What every kernel gives in a fresh process, and in one that has done much work with every kernel."""
    pytest.importorskip("numba", reason="numba cannot be imported")
    unset = {"PANTIN_NO_NUMBA": "0", "PANTIN_STRICT": "0"}
    code = f"import runpy; runpy.run_path({EVERY_KERNEL!r}, run_name='__main__')"
    fresh = json.loads(run(code, **unset))
    busy = (
        "from pantin.kernels import engine; engine.Kernel.done = property(lambda self: 1e9, lambda *_: None)"
    )
    return fresh, json.loads(run(f"{busy}\n{code}", **unset))


def test_results_do_not_depend_on_what_was_imported_or_ran_before(processes):
    """Through the public functions, whose little work goes through the twins after much work."""
    fresh, awake = processes
    assert awake["first"] == fresh["first"]
    assert awake["large"] == fresh["large"]
    assert fresh["second"] == awake["second"] == fresh["first"]


def test_every_kernel_takes_part_in_that_comparison(processes):
    fresh, awake = processes
    names = set(
        re.findall(r'engine\.Kernel\(\s*"(.*?)"', "".join(module.read_text("utf-8") for module in MODULES))
    )
    assert fresh["ran"] == {name: ["numpy"] for name in names}
    assert awake["ran"] == {name: ["twin"] for name in names}


def test_the_engine_alone_asks_for_numba():
    """A second place that decides would decide differently one day."""
    asked = re.compile(r"PANTIN_NO_NUMBA|PANTIN_STRICT|numba. in sys\.modules|import_module\(.numba")
    asking = {module.name for module in MODULES if asked.search(module.read_text("utf-8"))}
    assert asking == {"engine.py"}


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
    scope: dict[str, object] = {"__name__": "made"}
    exec(compile("def twice(x):\n    return 2 * x\n", "<no file>", "exec"), scope)
    assert engine.njit_cached(scope["twice"], **engine.compile_options(False))(21) == 42


@pytest.mark.parametrize("strict", [True, False])
def test_fastmath_is_never_the_whole_set(strict):
    assert engine.compile_options(strict)["fastmath"] in (False, {"contract", "nsz"})


def test_a_strict_kernel_is_not_taken_from_the_cache_of_another(tmp_path):
    """numba's disk cache does not look at options: both kinds were one file, and the first to come stayed."""
    pytest.importorskip("numba", reason="numba cannot be imported")
    (tmp_path / "kernels.py").write_text(
        "def made():\n    def twice(x):\n        return 2 * x\n    return twice\n"
    )
    code = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
from kernels import made
from pantin.kernels import engine
for strict in (False, True):
    kernel = engine.njit_cached(made(), **engine.compile_options(strict))
    kernel(1.0)
    print(sum(kernel.stats.cache_hits.values()))
"""
    for hits in ("0\n0", "1\n1"):
        assert run(code, NUMBA_CACHE_DIR=str(tmp_path)) == hits


COMPILE = (
    SKIN
    + """
from pantin.kernels import engine
modules = []
engine.on_compile(modules.append)
skin(engine.WORK_THRESHOLD)
print(*sorted(set(modules)))
"""
)


def test_the_first_compilation_is_announced_and_later_ones_are_not(tmp_path):
    pytest.importorskip("numba", reason="numba cannot be imported")
    cache = {"NUMBA_CACHE_DIR": str(tmp_path), "PANTIN_NO_NUMBA": "", "PANTIN_STRICT": ""}
    assert "pantin.kernels.skinning_numba" in run(COMPILE, **cache).split()
    assert run(COMPILE, **cache) == ""


QUIET = COMPILE.replace("engine.on_compile(modules.append)", "")


def test_the_library_logs_one_line_by_default(tmp_path):
    """`logging` prints a warning without handlers on standard error."""
    pytest.importorskip("numba", reason="numba cannot be imported")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PANTIN_NO_NUMBA": "", "PANTIN_STRICT": ""}
    environment["PYTHONPATH"] = str(Path(engine.__file__).parents[2])
    done = subprocess.run([sys.executable, "-c", QUIET], capture_output=True, text=True, env=environment)
    assert done.returncode == 0
    assert len(done.stderr.splitlines()) == 1
    assert "compiling kernels, skinning first" in done.stderr


CACHED = """
import sys
sys.path.insert(0, sys.argv[1])
import made_for_a_test
from pantin.kernels import engine
print(engine.njit_cached(made_for_a_test.twice)(3.0))
"""


def test_an_index_that_cannot_be_read_is_made_anew(tmp_path):
    """An update of Pantin may remove a class that the index of an earlier version names."""
    pytest.importorskip("numba")
    (tmp_path / "made_for_a_test.py").write_text("def twice(x):\n    return 2 * x\n")
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}

    def run():
        command = [sys.executable, "-W", "ignore", "-c", CACHED, str(tmp_path)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    assert run() == "6.0\n"
    (index,) = (tmp_path / "cache").rglob("*.nbi")
    sound = index.read_bytes()
    index.write_bytes(sound.replace(b"numba", b"nowhere"[:5]))
    damaged = index.read_bytes()
    assert run() == "6.0\n"
    assert index.read_bytes() != damaged
