"""Worker processes that may crash, hang or run out of memory without any harm to the batch."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import Queue

from pantin.base.child_process import OUT_OF_MEMORY, ChildProcess, Closed, Died, signals_blocked
from pantin.base.file_names import is_url
from pantin.base.files import remove_abandoned_files
from pantin.base.records import replace
from pantin.base.signals import exit_on_sigterm
from pantin.batch.perform import memory_words
from pantin.batch.row import Job, Row, Task
from pantin.batch.worker import READY

ATTEMPTS = 3
"""The most attempts for a file whose worker dies. A file that kills its worker does so again; if something
else killed the worker, the next attempt succeeds."""

IN_FLIGHT = 64
"""Files per worker whose rows may wait for an earlier one: a slow file does not stop the others, and memory
stays flat."""

ENTRY = "from pantin.batch.worker import main; main()"
"""The program of a worker process."""


class WorkersCannotStart(RuntimeError):
    """Workers end before their first task."""


class Worker:
    """A worker process, replaced whenever it dies; `perform` gives a row for every task."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._process = ChildProcess(ENTRY)

    def perform(self, task: Task) -> Row:
        """The row of a task, whatever it does to the process. Raises `Closed`, and `WorkersCannotStart`."""
        for attempt in range(1, ATTEMPTS + 1):
            self._start()
            try:
                row: Row = self._process.ask(task, self.job.timeout)
            except Died as death:
                clear_left_behind(task)
                lost = Row(
                    task.source, task.target, "failed", reason=f"{task.source}: {death}", attempts=attempt
                )
                if death.is_overdue:
                    return replace(lost, work_seconds=float(self.job.timeout or 0))
                if death.code == OUT_OF_MEMORY:
                    return replace(lost, reason=f"{task.source}: {memory_words(self.job)}")
                reason = f"{task.source}: the worker process {death}, {ATTEMPTS} times"
                continue
            if row.reason is not None and memory_words(self.job) in row.reason:
                self._process.stop()  # what is left of its memory is in pieces
            return replace(row, attempts=attempt)
        return replace(lost, reason=reason, traceback=reason)

    def close(self) -> None:
        """End the process now, whatever it does."""
        self._process.close()

    def release(self) -> None:
        """Free what the process leaves, after `close`."""
        self._process.stop()

    def _start(self) -> None:
        for _ in range(ATTEMPTS):
            if self._process.is_running:
                return
            self._process.start()
            with suppress(Died):
                if self._process.ask(self.job) == READY:
                    return
        raise WorkersCannotStart("worker processes end before their first file; see the messages above")


def clear_left_behind(task: Task) -> None:
    """Remove the temporary file of a worker that died while it wrote."""
    if task.target is not None and not is_url(task.target):
        remove_abandoned_files(Path(os.path.realpath(task.target)).parent)


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
    task = None
    try:
        while (task := waiting.get()) is not None:
            finished.put((task.number, worker.perform(task)))
    except Closed:
        if task is not None:
            clear_left_behind(task)
    except BaseException as error:
        finished.put(error)


def in_order(rows: Iterable[tuple[int, Row]]) -> Iterator[Row]:
    """Rows in the order of their tasks, which are numbered from 0."""
    early: dict[int, Row] = {}
    expected = 0
    for index, row in rows:
        early[index] = row
        while expected in early:
            yield early.pop(expected)
            expected += 1
