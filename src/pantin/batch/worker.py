"""A worker process: reads tasks from its standard input and writes rows to its standard output, pickled.

It ends when its input ends, even in the middle of a task, and so with the process that started it, however
that one ends.
"""

from __future__ import annotations

import os
import sys
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

READY = "ready"
OUT_OF_MEMORY = 86
"""The exit code of a worker that watched its memory and found that it needs too much."""

SINGLE_THREADED = (
    "PANTIN_THREADS",
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMBA_NUM_THREADS",
    "PXR_WORK_THREAD_LIMIT",
)
"""Settings that are 1 in workers unless the user sets them: each process has its core. Those of Pantin, of
the libraries of linear algebra that NumPy and PyTorch may use, of numba and of USD."""

WATCH_SECONDS = 0.05


def main() -> None:
    """Serve the process that started this one."""
    incoming, outgoing = _take_streams()
    _settle_signals()
    for name in SINGLE_THREADED:
        os.environ.setdefault(name, "1")
    os.environ.setdefault("TF_ENV_SETTING_ALERTS_ENABLED", "0")  # or USD announces each setting above
    tasks: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_receive, args=(incoming, tasks), daemon=True).start()
    _serve(tasks, outgoing)


def _take_streams() -> tuple[BinaryIO, BinaryIO]:
    """The two pipes; whatever a library prints goes to standard error."""
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    return incoming, outgoing


def _settle_signals() -> None:
    """End by SIGTERM. Ctrl-C is not for workers: the terminal sends it to all processes, and the one that
    started them stops the work."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})


def _receive(incoming: BinaryIO, tasks: SimpleQueue[Any]) -> None:
    import pickle

    try:
        while True:
            tasks.put(pickle.load(incoming))
    except (EOFError, OSError, pickle.UnpicklingError):
        os._exit(0)


def _serve(tasks: SimpleQueue[Any], outgoing: BinaryIO) -> None:
    import pickle

    from pantin.base.files import sweep_folders_once
    from pantin.batch.perform import perform

    job = tasks.get()
    sweep_folders_once()
    _import_what_most_files_need()
    if job.memory is not None:
        limit_memory(job.memory)
    _send(outgoing, pickle.dumps(READY))
    while True:
        _send(outgoing, pickle.dumps(perform(job, tasks.get())))


def _import_what_most_files_need() -> None:
    """So that the time of the first file, which may be limited, is its own."""
    import pantin

    pantin.check(b'{"asset": {"version": "2.0"}, "nodes": [{}]}', name="empty.gltf")


def _send(outgoing: BinaryIO, message: bytes) -> None:
    try:
        outgoing.write(message)
        outgoing.flush()
    except BrokenPipeError:
        os._exit(0)


def limit_memory(most: int) -> None:
    """Let allocations fail beyond `most` bytes. Memory that is reserved and not in use when the worker starts
    (stacks, arenas) does not count. Systems other than Linux do not limit it: there the worker watches."""
    if sys.platform == "win32":
        raise NotImplementedError("Windows has no limit on the memory of a process")
    import resource

    if sys.platform == "linux":
        from pathlib import Path

        import numpy  # noqa: F401  (whose buffers are part of every worker)

        status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
        reserved = max(_kilobytes(status["VmData"]) - _kilobytes(status["RssAnon"]), 0)
        resource.setrlimit(resource.RLIMIT_DATA, (most + reserved, resource.RLIM_INFINITY))
    else:
        Thread(target=_watch_memory, args=(most,), daemon=True).start()


def _kilobytes(text: str) -> int:
    return int(text.split()[0]) * 1024


def _watch_memory(most: int) -> None:
    if sys.platform == "win32":
        return
    import resource
    import time

    # macOS counts bytes, the others kilobytes.
    unit = 1 if sys.platform == "darwin" else 1024
    while resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit <= most:
        time.sleep(WATCH_SECONDS)
    os._exit(OUT_OF_MEMORY)
