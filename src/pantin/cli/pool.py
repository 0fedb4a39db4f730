"""Checks many files, one after the other or in several processes, and hands the outcomes back in
file order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
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


def examine(path: str, allow_outside: bool = False, variants: Mapping[str, str] | None = None) -> Outcome:
    """Check one file. Never raises: what one file does to the checker must not cost the report on
    the others.
    """
    import pantin

    try:
        return pantin.check(path, allow_outside=allow_outside, variants=variants)
    except OSError as error:
        return Unreadable(describe_error(error, path))
    except ValueError as error:
        if variants:  # the file does not have them
            return Unreadable(str(error) if path in str(error) else f"{path}: {error}")
        return _fault(path, error)
    except Exception as fault:
        return _fault(path, fault)


def _fault(path: str, fault: Exception) -> Fault:
    import traceback

    return Fault(path, f"{type(fault).__name__}: {fault}", "".join(traceback.format_exception(fault)))


def examine_all(
    paths: Iterable[str], jobs: int, allow_outside: bool = False, variants: Mapping[str, str] | None = None
) -> Iterator[Outcome]:
    """The outcome of each path, in order, computed by `jobs` processes."""
    if jobs == 1:
        yield from (examine(path, allow_outside, variants) for path in paths)
        return
    with processes(jobs) as pool:
        waiting = iter(paths)
        running: deque[Future[Outcome]] = deque()
        running.extend(
            pool.submit(examine, path, allow_outside, variants) for path in islice(waiting, jobs * IN_FLIGHT)
        )
        while running:
            yield running.popleft().result()
            running.extend(pool.submit(examine, path, allow_outside, variants) for path in islice(waiting, 1))


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of fresh processes (spawned, as this is what every system has); what is not begun is dropped at
    the end.

    Workers ignore Ctrl-C: the terminal sends it to all of them, and the parent is the one to stop the work.
    """
    import multiprocessing
    import signal
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(
        jobs, mp_context=context, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    )
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
