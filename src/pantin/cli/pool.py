"""Checks many files, one after the other or in several processes, and hands the outcomes back in
file order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

from pantin.cli.streams import describe_error
from pantin.report import Report

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

IN_FLIGHT = 4
"""Files submitted per process and not yet taken back: enough that none idles, few enough that memory stays
flat.
"""


class Unreadable(NamedTuple):
    """A file that could not be read, with the sentence that says why."""

    message: str


class Fault(NamedTuple):
    """A file on which Pantin itself failed."""

    path: str
    message: str
    traceback: str


Outcome = Report | Unreadable | Fault


def examine(path: str, allow_outside: bool = False) -> Outcome:
    """Check one file. Never raises: what one file does to the checker must not cost the report on
    the others.
    """
    import pantin

    try:
        return pantin.check(path, allow_outside=allow_outside)
    except OSError as error:
        return Unreadable(describe_error(error, path))
    except Exception as fault:
        import traceback

        return Fault(path, f"{type(fault).__name__}: {fault}", traceback.format_exc())


def examine_all(paths: Iterable[str], jobs: int, allow_outside: bool = False) -> Iterator[Outcome]:
    """The outcome of each path, in order, computed by `jobs` processes."""
    if jobs == 1:
        yield from (examine(path, allow_outside) for path in paths)
        return
    with processes(jobs) as pool:
        waiting = iter(paths)
        running: deque[Future[Outcome]] = deque()

        def submit(count: int) -> None:
            for path in islice(waiting, count):
                with _signals_later():  # this may start a process
                    running.append(pool.submit(examine, path, allow_outside))

        submit(jobs * IN_FLIGHT)
        while running:
            yield running.popleft().result()
            submit(1)


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of fresh processes (spawned, as this is what every system has); what is not begun is dropped at
    the end, and all of it if the block ends by an exception: Ctrl-C, SIGTERM, a reader that is gone.
    """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context("spawn")
    with _exit_on_sigterm():
        pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_worker)
        try:
            yield pool
        except BaseException:
            for process in multiprocessing.active_children():
                process.kill()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _begin_worker() -> None:
    """Let the process end with its parent, however that ends, and by SIGTERM. Ctrl-C stays blocked: the
    terminal sends it to all processes, and the parent is the one to stop the work."""
    import signal

    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    else:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    import os
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _signals_later() -> Iterator[None]:
    """Deliver Ctrl-C and SIGTERM after the block. Processes that are started in it begin with both blocked,
    so that neither interrupts their start with a traceback."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _exit_on_sigterm() -> Iterator[None]:
    """Let SIGTERM raise `SystemExit`, so that the blocks around the work end before the process does."""
    import signal
    import threading

    def leave(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread handles signals
        return
    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
