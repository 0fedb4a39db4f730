"""One dispatch for all kernels: NumPy, which is always there, or code that numba compiles.

A kernel is declared once, as a `Kernel`, and called with its amount of work; `choose` alone decides which
backend runs. `PANTIN_NO_NUMBA=1` keeps NumPy, `PANTIN_STRICT=1` forbids fused multiply-adds.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from enum import Enum
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

from pantin.base.arguments import check_arguments
from pantin.base.later import Later

P = ParamSpec("P")
T = TypeVar("T")

# Work is counted in items that take NumPy about 0.1 µs (a vertex or a node in a frame); kernels whose items
# cost more count them more than once. numba costs 0.4 s to import and wake, and a kernel that is not in its
# cache seconds to compile, so compiled code pays for itself in one process above a few million items: of one
# call, or of all calls of a kernel so far, since a loop is many calls.
WORK_THRESHOLD = 1_000_000

AWAKE_THRESHOLD = 20_000
"""Total work of a kernel's calls from which its twin runs, if numba is loaded and has the twin in its cache:
loading it takes some milliseconds."""

COMPILE_THRESHOLD = 10 * WORK_THRESHOLD
"""A second of work in NumPy. Less work does not wait for a twin to be compiled: the reference has the same
bits."""


class Backend(Enum):
    """The backends of a kernel.

    NUMPY  the reference, which defines the result
    TWIN   compiled, with the bits of the reference: only the time differs
    FUSED  compiled, faster than the twin, with different last bits (fused multiply-adds, reciprocals)
    """

    NUMPY = "numpy"
    TWIN = "twin"
    FUSED = "fused"


class Kernel(Generic[P, T]):
    """A computation with its backends, which all take the same arguments.

    numpy  the reference
    twin   imported when it first runs, like `fused`: both need numba
    fused  the same for large work; without it, the twin serves all sizes
    light  whether nearly all calls need the same specialisation: if it is in the cache, the twin runs for
           little work too
    compiled_in  the module whose functions the twin compiles, if it is not its own
    done   the work of all calls in this process
    awake  whether compiled code of any kernel has run in this process
    """

    awake = False

    def __init__(
        self,
        name: str,
        numpy: Callable[P, T],
        twin: Later,
        fused: Later | None = None,
        *,
        light: bool = False,
        compiled_in: str | None = None,
    ) -> None:
        self.name, self.numpy, self.twin, self.fused, self.light = name, numpy, twin, fused, light
        self.compiled_in = compiled_in or twin.module
        self.done = 0
        self._compiled, self._looks_at = False, AWAKE_THRESHOLD
        KERNELS[name] = self

    def __call__(self, work: int, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run it over `work` items on the backend from `choose`, or on NumPy if that backend is not compiled
        yet and the work takes less than a second."""
        self.done += work
        backend = choose(work, self.done)
        is_twin = backend is Backend.TWIN or (backend is Backend.FUSED and self.fused is None)
        if is_twin and not self._compiled and _FORCED.get() is None:
            self._compiled = self.done >= COMPILE_THRESHOLD or is_cached(self.compiled_in)
            backend = backend if self._compiled else Backend.NUMPY
        elif backend is Backend.NUMPY and self._is_ready():
            backend = Backend.TWIN
        Kernel.awake |= backend is not Backend.NUMPY
        return self.implementation(backend)(*args, **kwargs)

    def _is_ready(self) -> bool:
        """Whether the twin can run at once, and enough work was done to make loading it worthwhile. It has
        the bits of NumPy."""
        if not (self.light and Kernel.awake) or _FORCED.get() is not None or not numba_wanted():
            return False
        if not self._compiled and self.done >= self._looks_at:
            self._compiled, self._looks_at = is_cached(self.compiled_in), 2 * self.done
        return self._compiled

    def implementation(self, backend: Backend) -> Callable[P, T]:
        if backend is Backend.NUMPY:
            return self.numpy
        later = self.fused if backend is Backend.FUSED and self.fused else self.twin
        run: Callable[P, T] = later.get()
        return run


KERNELS: dict[str, Kernel[Any, Any]] = {}
"""Every kernel whose module has been imported, by name."""


def choose(work: int, done: int = 0) -> Backend:
    """The backend for a call of `work` items, where calls of the same kernel so far add up to `done`.

    The bits of a result may depend on the call, the environment variables and what is installed, but not on
    earlier calls in the process. So the work of this call alone decides on FUSED. NUMPY and TWIN have the
    same bits, so earlier calls may decide between those two.
    """
    forced = _FORCED.get()
    if forced is not None:
        return forced
    if os.environ.get("PANTIN_NO_NUMBA") == "1" or max(work, done) < WORK_THRESHOLD:
        return Backend.NUMPY
    if not numba_importable():
        return Backend.NUMPY
    strict = _STRICT.get() or os.environ.get("PANTIN_STRICT") == "1"
    return Backend.FUSED if work >= WORK_THRESHOLD and not strict else Backend.TWIN


_STRICT: ContextVar[bool] = ContextVar("strict", default=False)


@contextmanager
def strict_rounding() -> Iterator[None]:
    """Run no kernel fused, as with `PANTIN_STRICT=1`: for files that must have the same bytes everywhere."""
    token = _STRICT.set(True)
    try:
        yield
    finally:
        _STRICT.reset(token)


_FORCED: ContextVar[Backend | None] = ContextVar("forced backend", default=None)


@contextmanager
def force_backend(backend: Backend) -> Iterator[None]:
    """Run every kernel on one backend, whatever its work: to compile kernels ahead of time, and in tests."""
    token = _FORCED.set(backend)
    try:
        yield
    finally:
        _FORCED.reset(token)


def numba_wanted() -> bool:
    """Whether large work is compiled here: numba can be imported, and the environment does not forbid it."""
    return choose(WORK_THRESHOLD) is not Backend.NUMPY


@functools.cache
def numba_importable() -> bool:
    """Whether numba can be imported here; the answer is cached, so a failed import is not repeated."""
    try:
        importlib.import_module("numba")
    except Exception:  # numba refuses unknown Python or NumPy versions with several kinds of error
        return False
    return True


def is_cached(module: str) -> bool:
    """Whether numba has compiled a twin of a module on this machine. It looks for index files in numba's
    cache folders, because importing numba takes 0.4 s."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        return False
    source = Path(spec.origin)
    indices = f"{source.stem}.*.strict-*.nbi"
    folder = os.environ.get("NUMBA_CACHE_DIR")
    if folder:
        return any(Path(folder).glob(f"*/{indices}"))
    # In this order; the folder of the user is for installations that cannot be written to.
    return any((source.parent / "__pycache__").glob(indices)) or any(_user_cache().glob(f"*/{indices}"))


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "")) / "numba" / "Cache"
    if sys.platform == "darwin":
        return Path(os.path.expanduser("~/Library/Caches/numba"))  # noqa: PTH111
    return Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "numba"  # noqa: PTH111


def compile_options(strict: bool) -> dict[str, Any]:
    """Options of every njit here; strict ones round as NumPy does. Never fastmath=True, which allows the
    compiler to drop NaN checks and reorder sums.
    """
    return {"nogil": True, "error_model": "numpy", "fastmath": False if strict else {"contract", "nsz"}}


def log_compilation(module: str) -> None:
    """Log, once in a process, why the first large work takes long. Without handlers, `logging` prints it on
    standard error."""
    import logging  # not before: it takes as long to import as reading a small file

    global _compile_callback
    _compile_callback = None
    name = module.rpartition(".")[2].removesuffix("_numba").replace("_", " ")
    logging.getLogger("pantin").warning(
        "compiling kernels, %s first: once on this machine, some seconds each; "
        "pantin.warmup() compiles all of them in advance",
        name,
    )


_compile_callback: Callable[[str], object] | None = log_compilation


@check_arguments
def on_compile(callback: Callable[[str], object] | None) -> None:
    """Set the function that is called before kernels are compiled on this machine for the first time.

    `callback` gets the name of the module. Compiling takes seconds, and an interactive program can use this
    to tell its users why they wait. A new callback replaces the previous one; None disables it. By default,
    the logger "pantin" logs one warning.

    >>> pantin.on_compile(lambda module: print("compiling", module))
    >>> pantin.on_compile(None)
    """
    global _compile_callback
    _compile_callback = callback


def _announce_compilation(dispatcher: Any, module: str) -> None:
    """Call the function of `on_compile` if the cache of numba has no index file of a kernel of the module."""
    if _compile_callback is None:
        return
    folder = dispatcher.stats.cache_path
    name = module.rpartition(".")[2]
    if folder is None or not any(Path(folder).glob(f"{name}.*.nbi")):
        _compile_callback(module)


HELPERS: dict[str, list[Callable[..., Any]]] = {}
"""The functions that the kernel of a module calls, where one source serves both engines; by module."""

Function = TypeVar("Function", bound=Callable[..., Any])


def helper(function: Function) -> Function:
    """Declare a function that the kernel of this module calls. It is interpreted until `compile_source` is
    called."""
    HELPERS.setdefault(function.__module__, []).append(function)
    return function


def compile_source(kernel: Callable[..., Any], *loops: Callable[..., Any]) -> Any:
    """Compile a kernel whose source serves both engines, and its helpers; `loops` replace functions of the
    same names that are NumPy's. From then on, the interpreted kernel also uses the compiled functions, which
    have the same bits."""
    numba = importlib.import_module("numba")
    module = importlib.import_module(kernel.__module__)
    for function in (*loops, *HELPERS[kernel.__module__]):
        compiled = numba.njit(**compile_options(strict=True))(function)
        setattr(module, function.__name__, compiled)
        setattr(importlib.import_module(function.__module__), function.__name__, compiled)
    return njit_cached(kernel, **compile_options(strict=True))


def njit_cached(function: Callable[..., Any], **options: Any) -> Any:
    """njit with the disk cache where one can be written: beside the module, else in the user's cache, else
    none.

    The cache distinguishes kernels by name, code and captured values, but not by options, so options that
    change the compiled code are added to the name.
    """
    if not options.get("fastmath"):
        function.__qualname__ += ".strict"
    numba = importlib.import_module("numba")
    try:
        dispatcher = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # "cannot cache function: no locator available": read-only install and no home
        dispatcher = numba.njit(**options)(function)
    _empty_unreadable_index(dispatcher)
    _announce_compilation(dispatcher, function.__module__)
    return dispatcher


def _empty_unreadable_index(dispatcher: Any) -> None:
    """Empty the index of a kernel's cache if it cannot be read. The index of an earlier version may name a
    class that no longer exists, and numba reads the index before it compares source versions."""
    cache = getattr(dispatcher, "_cache", None)
    index = getattr(cache, "_cache_file", None)
    if cache is None or index is None:  # there is no cache, or another numba keeps it elsewhere
        return
    try:
        index._load_index()
    except Exception:
        with suppress(OSError):
            cache.flush()
