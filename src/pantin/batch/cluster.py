"""The same batch on a Dask cluster: Dask schedules, moves tasks off lost workers, and retries."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from typing import Any

from pantin.base.errors import MissingExtra
from pantin.base.extras import install_command
from pantin.base.file_names import is_url
from pantin.base.records import replace
from pantin.base.signals import exit_on_sigterm
from pantin.batch.row import Job, Row, Task
from pantin.batch.storage import absolute_path
from pantin.batch.supervision import Worker

LOCAL = "local"
"""The address that starts a cluster on this machine."""

IN_FLIGHT = 4
"""Calls per thread of the cluster that are submitted and not yet taken back."""

MOST_TOGETHER = 16
TOGETHER_SECONDS = 0.2
"""How many files one call works on, and for how long: Dask itself needs milliseconds for each call. A call
that finds larger files than those before leaves the rest of them to other calls, one by one."""

PATIENCE = "10s"
"""How long a cluster may take to answer."""

_held = threading.local()
"""The worker process of each thread of a Dask worker, with the job that it was started for."""


def perform_on_cluster(
    job: Job, tasks: Iterable[Task], address: str, count: int
) -> Iterator[tuple[int, Row]]:
    """The row of each task with its index, as they come, from the cluster at `address`; "local" starts one
    with `count` workers. Raises `MissingExtra`, and `OSError` where no cluster answers."""
    distributed = _import_distributed()
    with exit_on_sigterm(), _connect(distributed, address, count) as client:
        slots = max(sum(client.nthreads().values()), 1) * IN_FLIGHT
        finished = distributed.as_completed(loop=client.loop)
        running: dict[Any, list[Task]] = {}
        remaining, together = iter(tasks), 1

        def submit(tasks: list[Task]) -> None:
            future = client.submit(
                perform_remotely, job, [*map(_with_absolute_paths, tasks)], pure=False, retries=2
            )
            running[future] = tasks
            finished.add(future)

        while True:
            while len(running) < slots and (some := list(islice(remaining, together))):
                submit(some)
            if not running:
                return
            future = next(finished)
            part = running.pop(future)
            done, seconds = _result(future, part)
            for task in part[len(done) :]:
                submit([task])
            yield from done
            together = max(1, min(int(len(done) * TOGETHER_SECONDS / max(seconds, 1e-3)), MOST_TOGETHER))


def perform_remotely(job: Job, tasks: list[Task]) -> tuple[list[Row], float]:
    """The rows of the first tasks, as many as there is time for, and the seconds that they took. The work is
    done in a process beside the Dask worker: there, too, a file may crash, hang or need too much memory
    without any harm to the worker."""
    held: tuple[Job, Worker] | None = getattr(_held, "worker", None)
    if held is None or held[0] != job:
        if held is not None:
            held[1].close()
            held[1].release()
        held = _held.worker = (job, Worker(job))
    rows: list[Row] = []
    begin, seconds = time.perf_counter(), 0.0
    while len(rows) < len(tasks) and seconds < TOGETHER_SECONDS:
        rows.append(held[1].perform(tasks[len(rows)]))
        seconds = time.perf_counter() - begin
    return rows, seconds


def _with_absolute_paths(task: Task) -> Task:
    """The task with paths that mean the same wherever a worker runs."""
    source, target = (
        name if name is None or is_url(name) else absolute_path(name) for name in (task.source, task.target)
    )
    assert source is not None
    done = task.done
    if done is not None:  # one of another target is not done
        done = replace(done, path=source, target=target) if done.target == task.target else None
    return task._replace(source=source, target=target, done=done)


def _result(future: Any, tasks: list[Task]) -> tuple[list[tuple[int, Row]], float]:
    """The rows of a call, with the numbers and names of its tasks, and its seconds. If its workers were lost
    too often, the only task has failed; of several, none is done."""
    try:
        rows, seconds = future.result()
    except Exception as error:
        if len(tasks) > 1:
            return [], math.inf
        reason = f"{tasks[0].source}: the cluster gave up: {type(error).__name__}: {error}"
        rows, seconds = (
            [Row(tasks[0].source, tasks[0].target, "failed", reason=reason, traceback=reason)],
            math.inf,
        )
    return [(task.number, _restore_names(row, task)) for task, row in zip(tasks, rows, strict=False)], seconds


def _restore_names(row: Row, task: Task) -> Row:
    """The row with the names of the task as they were given."""
    absolute = _with_absolute_paths(task)

    def restore(text: str) -> str:
        text = text.replace(absolute.source, task.source)
        return text if absolute.target is None else text.replace(absolute.target, task.target or "")

    return replace(
        row,
        path=task.source,
        target=task.target,
        reason=None if row.reason is None else restore(row.reason),
        notes=tuple(map(restore, row.notes)),
        findings=tuple(replace(finding, message=restore(finding.message)) for finding in row.findings),
    )


@contextmanager
def _connect(distributed: Any, address: str, count: int) -> Iterator[Any]:
    if address != LOCAL:
        try:
            client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise OSError(f"{address}: no Dask cluster answers: {error}") from None
        with client:
            yield client
        return
    settings = {"threads_per_worker": 1, "dashboard_address": "127.0.0.1:0", "memory_limit": 0}
    with (
        distributed.LocalCluster(n_workers=count, processes=True, silence_logs=50, **settings) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client


def _import_distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        raise MissingExtra(f"--cluster needs an optional dependency: {install_command('cluster')}") from None
