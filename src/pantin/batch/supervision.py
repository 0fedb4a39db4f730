"""Worker processes that may crash, hang or run out of memory without any harm to the batch."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from queue import Queue
from typing import Any

from pantin.base.files import remove_left_behind
from pantin.batch.perform import memory_words
from pantin.batch.row import Job, Row, Task
from pantin.batch.storage import is_url
from pantin.batch.worker import OUT_OF_MEMORY, READY

ATTEMPTS = 3
"""How often a file is begun whose worker dies. A file that kills its worker does so again; one whose worker
was killed by something else gets its result."""

IN_FLIGHT = 64
"""Files per worker whose rows may wait for an earlier one: a slow file does not stop the others, and memory
stays flat."""

WATCH_SECONDS = 0.02
"""How often the time limit is looked at."""


ENTRY = "from pantin.batch.worker import main"
"""What a worker process imports."""


class WorkersCannotStart(RuntimeError):
    """Workers end before their first task."""


class Closed(Exception):
    """The batch has ended."""


class Worker:
    """A worker process, replaced whenever it dies; `perform` gives a row for every task."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False
        self._deadline: float | None = None
        self._overdue = False
        if job.timeout is not None:
            threading.Thread(target=self._watch, daemon=True).start()

    def perform(self, task: Task) -> Row:
        """The row of a task, whatever it does to the process. Raises `Closed`, and `WorkersCannotStart`."""
        for attempt in range(1, ATTEMPTS + 1):
            process = self._started()
            row = self._exchange(process, task)
            if isinstance(row, Row):
                if row.reason is not None and memory_words(self.job) in row.reason:
                    self._stop()  # what is left of its memory is in pieces
                return replace(row, attempts=attempt)
            code = self._stop()
            if self._closed:
                raise Closed
            clear_left_behind(task)
            lost = Row(task.source, task.target, "failed", attempts=attempt)
            if self._overdue:
                reason = f"{task.source}: took longer than {self.job.timeout:g} s"
                return replace(lost, reason=reason, work_seconds=float(self.job.timeout or 0))
            if code == OUT_OF_MEMORY:
                return replace(lost, reason=f"{task.source}: {memory_words(self.job)}")
        reason = f"{task.source}: the worker process {death_words(code)}, {ATTEMPTS} times"
        return replace(lost, reason=reason, traceback=reason)

    def close(self) -> None:
        """End the process now, whatever it does."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()

    def release(self) -> None:
        """Free what the process leaves, after `close`."""
        self._stop()

    def _started(self) -> subprocess.Popen[bytes]:
        for _ in range(ATTEMPTS):
            with self._lock:
                if self._closed:
                    raise Closed
                if self._process is not None:
                    return self._process
                self._process = process = start_process()
            if self._send(process, self.job) and self._receive(process) == READY:
                return process
            self._stop()
        raise WorkersCannotStart("worker processes end before their first file; see the messages above")

    def _exchange(self, process: subprocess.Popen[bytes], task: Task) -> Any:
        """The row of the process, or None where it died."""
        self._overdue = False
        if self.job.timeout is not None:
            self._deadline = time.monotonic() + self.job.timeout
        try:
            return self._receive(process) if self._send(process, task) else None
        finally:
            self._deadline = None

    def _send(self, process: subprocess.Popen[bytes], message: Any) -> bool:
        assert process.stdin is not None
        try:
            process.stdin.write(pickle.dumps(message))
            process.stdin.flush()
        except (OSError, ValueError):
            return False
        return True

    def _receive(self, process: subprocess.Popen[bytes]) -> Any:
        assert process.stdout is not None
        try:
            return pickle.load(process.stdout)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            return None

    def _stop(self) -> int:
        """End the process, if there is one; its exit code."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return 0
        # It may be on its way out: the code of its own death says more than that of ours.
        with suppress(subprocess.TimeoutExpired):
            process.wait(0 if self._closed or self._overdue else 0.5)
        process.kill()
        code = process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        return code

    def _watch(self) -> None:
        while not self._closed:
            time.sleep(WATCH_SECONDS)
            deadline = self._deadline
            if deadline is not None and time.monotonic() > deadline:
                with self._lock:
                    if self._deadline == deadline and self._process is not None:
                        self._overdue = True
                        self._process.kill()


def start_process() -> subprocess.Popen[bytes]:
    """A fresh interpreter that finds its modules where this one does. It needs nothing of the main module, so
    a script that starts a batch needs no guard."""
    code = f"import sys; sys.path[:] = {sys.path!r}; {ENTRY}; main()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with signals_blocked():
        return subprocess.Popen([sys.executable, "-c", code], **pipes)  # type: ignore[call-overload, no-any-return]


@contextmanager
def signals_blocked() -> Iterator[None]:
    """Block Ctrl-C and SIGTERM in this thread. A process that is started begins with both blocked, so that
    neither interrupts its start with a traceback."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def death_words(code: int) -> str:
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"


def clear_left_behind(task: Task) -> None:
    """Remove the temporary file of a worker that died while it wrote."""
    if task.target is not None and not is_url(task.target):
        remove_left_behind(Path(os.path.realpath(task.target)).parent)


def perform_in_workers(job: Job, tasks: Iterable[Task], count: int) -> Iterator[tuple[int, Row]]:
    """The row of each task with its index, as they come, from `count` worker processes. All processes have
    ended when this has: by Ctrl-C, SIGTERM or a reader that is gone, too."""
    waiting: Queue[Task | None] = Queue()
    finished: Queue[tuple[int, Row] | BaseException] = Queue()
    workers = [Worker(job) for _ in range(count)]
    threads = [threading.Thread(target=_work, args=(worker, waiting, finished)) for worker in workers]
    with exit_on_sigterm():
        try:
            with signals_blocked():  # which threads inherit: the main thread answers signals
                for thread in threads:
                    thread.start()
            running = 0
            remaining = iter(tasks)
            while True:
                while running < count * IN_FLIGHT and (task := next(remaining, None)) is not None:
                    waiting.put(task)
                    running += 1
                if not running:
                    return
                item = finished.get()
                if isinstance(item, BaseException):
                    raise item
                running -= 1
                yield item
        finally:
            for worker in workers:
                worker.close()
            for _ in workers:
                waiting.put(None)
            for thread, worker in zip(threads, workers, strict=True):
                if thread.ident is not None:
                    thread.join()
                worker.release()


def _work(
    worker: Worker, waiting: Queue[Task | None], finished: Queue[tuple[int, Row] | BaseException]
) -> None:
    try:
        while (task := waiting.get()) is not None:
            finished.put((task.number, worker.perform(task)))
    except Closed:
        pass
    except BaseException as error:
        finished.put(error)


@contextmanager
def exit_on_sigterm() -> Iterator[None]:
    """Let SIGTERM raise `SystemExit`, so that the blocks around the work end before the process does."""

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


def in_order(rows: Iterable[tuple[int, Row]]) -> Iterator[Row]:
    """Rows in the order of their tasks, which are numbered from 0."""
    early: dict[int, Row] = {}
    expected = 0
    for index, row in rows:
        early[index] = row
        while expected in early:
            yield early.pop(expected)
            expected += 1
