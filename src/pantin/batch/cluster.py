"""The same batch on a Dask cluster: Dask schedules, moves tasks off lost workers, and retries."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from typing import Any

from pantin.batch.row import Job, Row, Task
from pantin.batch.storage import absolute, is_url
from pantin.batch.supervision import Worker, exit_on_sigterm
from pantin.errors import MissingExtra

LOCAL = "local"
"""The address that starts a cluster on this machine."""

IN_FLIGHT = 32
"""Tasks per thread of the cluster that are submitted and not yet taken back."""

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
        running: dict[Any, Task] = {}
        remaining = iter(tasks)

        def submit(most: int) -> None:
            while len(running) < most and (task := next(remaining, None)) is not None:
                future = client.submit(perform_remotely, job, _absolute(task), pure=False, retries=2)
                running[future] = task
                finished.add(future)

        submit(slots)
        while running:
            future = next(finished)
            task = running.pop(future)
            yield task.number, _row_of(future, task)
            submit(slots)


def perform_remotely(job: Job, task: Task) -> Row:
    """The row of a task, from a process beside the Dask worker: there, too, a file may crash, hang or need
    too much memory without any harm to the worker."""
    held: tuple[Job, Worker] | None = getattr(_held, "worker", None)
    if held is None or held[0] != job:
        if held is not None:
            held[1].close()
            held[1].release()
        held = _held.worker = (job, Worker(job))
    return held[1].perform(task)


def _absolute(task: Task) -> Task:
    """The task with paths that mean the same wherever a worker runs."""
    source, target = (
        name if name is None or is_url(name) else absolute(name) for name in (task.source, task.target)
    )
    assert source is not None
    done = task.done
    if done is not None:  # one of another target is not done
        done = replace(done, path=source, target=target) if done.target == task.target else None
    return task._replace(source=source, target=target, done=done)


def _row_of(future: Any, task: Task) -> Row:
    """The row of a future, with the names of the task; a file whose workers were lost too often failed."""
    absolute = _absolute(task)
    try:
        row: Row = future.result()
    except Exception as error:
        reason = f"{task.source}: the cluster gave up: {type(error).__name__}: {error}"
        return Row(task.source, task.target, "failed", reason, traceback=reason)

    def named(text: str) -> str:
        text = text.replace(absolute.source, task.source)
        return text if absolute.target is None else text.replace(absolute.target, task.target or "")

    return replace(
        row,
        path=task.source,
        target=task.target,
        reason=None if row.reason is None else named(row.reason),
        notes=tuple(map(named, row.notes)),
        findings=tuple(replace(finding, message=named(finding.message)) for finding in row.findings),
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
        raise MissingExtra("--cluster needs an optional dependency: pip install 'pantin[cluster]'") from None
