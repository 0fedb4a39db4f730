"""Which engine runs a kernel: NumPy, always there, or numba, imported when the work is worth its start.

`use_numba(work)` decides; `PANTIN_NO_NUMBA=1` keeps NumPy, `PANTIN_STRICT=1` forbids fused multiply-adds.
"""

from __future__ import annotations

import functools
import importlib
import os
import sys
from collections.abc import Callable
from typing import Any

# numba costs 0.4 s to import and wake; NumPy spends about 0.1 µs an item (vertex x frame, node x frame), so
# compiled code pays for itself in one process above a few million items, and at once where numba is loaded
# already.
WORK_THRESHOLD = 1_000_000


@functools.cache
def numba_importable() -> bool:
    """Whether numba can be imported here; the answer is kept, a failed import is not tried again."""
    try:
        importlib.import_module("numba")
    except Exception:  # numba refuses unknown Python or NumPy versions with several kinds of error
        return False
    return True


def use_numba(work: int) -> bool:
    """True when `work` items are worth the compiled twin (or numba is awake) and numba can be had."""
    if os.environ.get("PANTIN_NO_NUMBA") == "1":
        return False
    return (work >= WORK_THRESHOLD or "numba" in sys.modules) and numba_importable()


def strict_requested() -> bool:
    """`PANTIN_STRICT=1`: the same bits on every x86-64 level, for about a tenth of the speed."""
    return os.environ.get("PANTIN_STRICT") == "1"


def compile_options(strict: bool) -> dict[str, Any]:
    """Options of every njit here: never fastmath=True, which would license dropping NaN checks and
    reordering sums.
    """
    return {"nogil": True, "error_model": "numpy", "fastmath": False if strict else {"contract", "nsz"}}


def njit_cached(function: Callable[..., Any], **options: Any) -> Any:
    """njit with the disk cache where one can be written: beside the module, else in the user's cache, else
    none.

    That cache tells kernels apart by name, code and captured values, but not by options: those that change
    what is compiled are put into the name.
    """
    marks = {"parallel": options.get("parallel"), "strict": not options.get("fastmath")}
    function.__qualname__ = ".".join([function.__qualname__, *(name for name, on in marks.items() if on)])
    numba = importlib.import_module("numba")
    try:
        return numba.njit(cache=True, **options)(function)
    except RuntimeError:  # "cannot cache function: no locator available": read-only install and no home
        return numba.njit(**options)(function)


# A parallel launch costs microseconds on an idle machine and, where other programs keep the cores busy,
# tens of milliseconds for the thread that comes last. Below this much work, about half a millisecond of it,
# the calling thread is done before the others are awake.
PARALLEL_WORK = 100_000


def launch(kernel: Callable[..., Any], work: int, *arguments: Any) -> None:
    """Run a parallel kernel over `work` items: on all threads, or on the calling one where there is little.

    The number of threads is numba's own setting for the calling thread, put back afterwards.
    """
    numba = importlib.import_module("numba")
    threads = numba.get_num_threads()
    if work >= PARALLEL_WORK or threads == 1:
        kernel(*arguments)
        return
    numba.set_num_threads(1)
    try:
        kernel(*arguments)
    finally:
        numba.set_num_threads(threads)
