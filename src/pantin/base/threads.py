"""How many threads a call may use (`threads=`, PANTIN_THREADS), and the one pool that runs parts of its work.

The calling thread works too and takes parts that no other thread has begun. So a call never waits for a
thread that the system has not started yet, and parts may share work themselves without a deadlock. Parts
write to separate memory, so the number of threads does not change the bits of a result.

numba's parallel loops were tried: they divide the work into one part per thread beforehand and wait for all.
While other programs kept the cores busy, skinning of 100,000 vertices took 14 ms instead of 0.5.
"""

from __future__ import annotations

import functools
import operator
import os
from collections.abc import Callable, Iterator
from contextvars import ContextVar, copy_context
from itertools import pairwise
from queue import SimpleQueue
from threading import Lock, Thread

from pantin.base.short_repr import short_value

VARIABLE = "PANTIN_THREADS"

PART = 2e-4
"""The least seconds of work for a thread: short work wakes few threads."""

LEAST = 5e-5
"""The least seconds of work in a part: several times the cost of starting one."""

MOST_HELPERS = 256
"""The most threads of the pool, which starts threads as calls request them."""

WORTHWHILE = 5e-4
"""Seconds of work from which threads share it. Handing it over costs 0.05 ms, and more where other programs
keep the cores busy."""

_chosen: ContextVar[int | None] = ContextVar("threads", default=None)


def core_count() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def thread_count() -> int:
    """The threads that may be used here: what `use_threads` was given, else PANTIN_THREADS, else one for each
    core. Raises `ValueError` for a PANTIN_THREADS that is not a number of threads."""
    chosen = _chosen.get()
    if chosen is not None:
        return chosen
    text = os.environ.get(VARIABLE, "")
    if not text:
        return core_count()
    try:
        count = int(text)
    except ValueError:
        count = 0
    if count < 1:
        raise ValueError(f"{VARIABLE} must be a whole number of threads, 1 or more, not {short_value(text)}")
    return count


class use_threads:  # noqa: N801
    """Use this many threads inside the block; None: those that may be used outside of it.

    A class, since every call of `sample` and `deform` enters several: a generator takes twice as long.
    """

    __slots__ = ("threads", "token")

    def __init__(self, threads: int | None) -> None:
        self.threads = threads

    def __enter__(self) -> None:
        threads = self.threads
        self.token = _chosen.set(thread_count() if threads is None else _check_thread_count(threads))

    def __exit__(self, *error: object) -> None:
        _chosen.reset(self.token)


def _check_thread_count(threads: int) -> int:
    try:
        count = operator.index(threads)
    except TypeError:
        count = None
    if count is None or isinstance(threads, bool):
        raise TypeError(f"threads must be a whole number, 1 or more, not {short_value(threads)}")
    if count < 1:
        raise ValueError(f"threads must be 1 or more, not {count}")
    return count


def share(run: Callable[[int, int], object], count: int, seconds: float) -> None:
    """Call `run(begin, end)` for parts of range(count) that together are all of it, on several threads; or
    once on the calling thread, if one thread needs less than about `WORTHWHILE` for all of it.

    For functions that release the interpreter lock, as NumPy's and compiled kernels do. An error in a part
    is raised here when all threads have stopped; parts that no thread has begun are then skipped.
    """
    threads = min(thread_count(), count, int(seconds / PART)) if seconds >= WORTHWHILE else 1
    if threads <= 1:
        if count:
            run(0, count)
        return
    work = _Work(run, list(_cuts(count, threads, LEAST / seconds * count)))
    with use_threads(1):
        work.run_all(helpers=threads - 1)


def _cuts(count: int, threads: int, least: float) -> Iterator[int]:
    """The boundaries of the parts of range(count): large ones first, because each takes time to begin, and
    small ones at the end, so that no thread waits long for the last. Threads that begin late or are
    interrupted take fewer."""
    cut = 0
    while cut < count:
        yield cut
        cut += max(1, int(least), (count - cut) // (3 * threads))
    yield count


def share_frames(run: Callable[[slice, int, int], object], frames: int, blocks: int, seconds: float) -> None:
    """As `share` for work on blocks of vertices in all frames: `run(frames, begin, end)`. Threads share the
    blocks or the frames, whichever are more."""
    if share_by_frames(frames, blocks):
        share(lambda begin, end: run(slice(begin, end), 0, blocks), frames, seconds)
    else:
        share(lambda begin, end: run(slice(0, frames), begin, end), blocks, seconds)


def share_by_frames(frames: int, blocks: int) -> bool:
    """Whether threads share frames, not blocks: each frame is then in one part alone."""
    return frames > blocks


class _Work:
    """The parts of one call. Threads take them one after another until none is left."""

    def __init__(self, run: Callable[[int, int], object], cuts: list[int]) -> None:
        import numpy as np

        self.run, self.parts = run, pairwise(cuts)
        self.stopped, self.at_work = False, 0
        self.lock = Lock()
        self.ended: SimpleQueue[None] = SimpleQueue()
        self.error: BaseException | None = None
        self.numpy_errors = np.geterr()

    def run_all(self, helpers: int) -> None:
        """Work on the calling thread and on others, and return when none is working any more: even after
        Ctrl-C, no thread keeps writing to arrays of the caller."""
        try:
            _pool().call(self._help, helpers)
            self._run_parts()
        finally:
            self._wait()
        if self.error is not None:
            raise self.error

    def _wait(self) -> None:
        """Wait for the parts that other threads have begun; Ctrl-C is raised when they have ended."""
        try:
            self._stop()
            while self.at_work:
                self.ended.get()
        except BaseException:
            self._wait()
            raise

    def _help(self) -> None:
        """Work on a thread of the pool."""
        import numpy as np

        with self.lock:
            if self.stopped:
                return
            self.at_work += 1
        try:
            with np.errstate(**self.numpy_errors):  # before NumPy 2 not a part of the context
                self._run_parts()
        except BaseException as error:
            self.error = error
            self._stop()
        finally:
            with self.lock:
                self.at_work -= 1
            self.ended.put(None)

    def _run_parts(self) -> None:
        while True:
            with self.lock:
                part = None if self.stopped else next(self.parts, None)
            if part is None:
                return
            self.run(*part)

    def _stop(self) -> None:
        with self.lock:
            self.stopped = True


class _Pool:
    """Threads that wait for calls. They end with the process, at work or not: `ThreadPoolExecutor`, which
    joins its threads at the end, waits for ever where Ctrl-C came while it started one.
    """

    def __init__(self) -> None:
        self.calls: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self.started, self.lock = 0, Lock()

    def call(self, function: Callable[[], object], times: int) -> None:
        """Let threads call a function, in the context of this call, as soon as they are free."""
        with self.lock:
            while self.started < min(times, MOST_HELPERS):
                try:
                    Thread(target=self._serve, name="pantin", daemon=True).start()
                except RuntimeError:  # the interpreter is shutting down, or the system has no more threads
                    break
                self.started += 1
        for _ in range(min(times, self.started)):
            self.calls.put(functools.partial(copy_context().run, function))

    def _serve(self) -> None:
        while True:
            call = self.calls.get()
            call()
            del call  # or its arrays would live until the next one


_pool = functools.cache(_Pool)

if hasattr(os, "register_at_fork"):
    # A forked process has none of the threads: it makes its own pool.
    os.register_at_fork(after_in_child=_pool.cache_clear)
