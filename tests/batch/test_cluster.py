"""On a Dask cluster a batch gives what it gives here, also when workers are lost."""

from __future__ import annotations

import os
import signal
from contextlib import nullcontext
from pathlib import Path

import pytest
from batch_files import tree

from pantin import batch
from pantin.batch import cluster
from pantin.batch.row import Job, Row, Task

pytestmark = pytest.mark.filterwarnings("ignore")  # of Dask's own


def plain(rows):
    return [(row.path, row.target, row.outcome, row.reason, row.findings) for row in rows]


def test_a_local_cluster_gives_the_same_rows_and_bytes(models):
    Path("models/broken.glb").write_bytes(b"glTF")
    here = list(batch.run("convert", ["models"], "here", to=".gltf"))
    there = list(batch.run("convert", ["models"], "there", to=".gltf", cluster="local", jobs=2))
    assert str(plain(here)).replace("here/", "there/") == str(plain(there))
    assert tree("here") == tree("there")
    again = batch.run("convert", ["models"], "there", to=".gltf", cluster="local", jobs=1, resume=True)
    assert [row.resumed for row in again] == [True, False, True, True]


def test_workers_that_are_killed_change_nothing(models):
    """Dask gives the tasks of a lost worker to another; the inner process ends with its Dask worker."""
    from distributed import Client, LocalCluster

    for number in range(60):
        Path(f"models/{number:02}.glb").hardlink_to("models/arm.glb")
    list(batch.run("convert", ["models"], "here", to=".gltf", options={"embed": True}))
    settings = {"threads_per_worker": 1, "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
    with LocalCluster(n_workers=2, **settings) as cluster, Client(cluster, set_as_default=False) as client:
        rows = []
        address, processes = cluster.scheduler_address, list(client.run(os.getpid).values())
        options = {"to": ".gltf", "options": {"embed": True}, "cluster": address}
        for row in batch.run("convert", ["models"], "there", **options):
            rows.append(row)
            if len(rows) in (5, 30):
                os.kill(processes.pop(), signal.SIGKILL)
    assert {row.outcome for row in rows} == {"ok"}
    assert tree("here") == tree("there")


class Calls:
    """A stand-in for Dask with one thread that runs each call when its result is taken: the first task of a
    call takes 1 ms, 3 s for a "large" one; a call with a "deadly" one fails."""

    loop = None

    def __init__(self) -> None:
        self.lengths: list[int] = []
        self.waiting: list[Calls.Future] = []
        self.most = 0

    class Future:
        def __init__(self, tasks: list[Task]) -> None:
            self.tasks = tasks

        def result(self) -> tuple[list[Row], float]:
            if any("deadly" in task.source for task in self.tasks):
                raise RuntimeError("all workers were lost")
            large = any("large" in task.source for task in self.tasks)
            done = self.tasks[:1] if large else self.tasks
            return [Row(task.source) for task in done], 3.0 if large else 0.001 * len(done)

    def nthreads(self) -> dict[str, int]:
        return {"one": 1}

    def submit(self, function: object, job: Job, tasks: list[Task], **options: object) -> Future:
        self.lengths.append(len(tasks))
        self.waiting.append(self.Future(tasks))
        self.most = max(self.most, len(self.waiting))
        return self.waiting[-1]

    def as_completed(self, loop: object) -> Calls:
        return self

    def add(self, future: Future) -> None: ...

    def __next__(self) -> Future:
        return self.waiting.pop(0)


def run_calls(monkeypatch, names: list[str]) -> tuple[Calls, list[Row]]:
    calls = Calls()
    monkeypatch.setattr(cluster, "_import_distributed", lambda: calls)
    monkeypatch.setattr(cluster, "_connect", lambda *given: nullcontext(calls))
    tasks = (Task(number, name) for number, name in enumerate(names))
    rows = dict(cluster.perform_on_cluster(Job("check", {}), tasks, "local", 1))
    assert sorted(rows) == list(range(len(names)))  # each once
    return calls, [rows[number] for number in range(len(names))]


def test_small_files_are_sent_together(monkeypatch):
    names = [f"{number}.glb" for number in range(1000)]
    calls, rows = run_calls(monkeypatch, names)
    assert [row.path for row in rows] == names
    assert len(calls.lengths) < 100
    assert max(calls.lengths) == cluster.MOST_TOGETHER
    assert calls.most <= cluster.IN_FLIGHT


def test_large_files_are_sent_one_by_one(monkeypatch):
    """Also those that were sent together with others, before the first of them was known to be large."""
    calls, _ = run_calls(monkeypatch, ["small"] * 40 + ["large"] * 100)
    assert calls.lengths[-50:] == [1] * 50


def test_only_files_that_lose_their_workers_fail(monkeypatch):
    names = ["a"] * 30 + ["deadly"] + ["b"] * 30
    _, rows = run_calls(monkeypatch, names)
    assert [row.path for row in rows if row.outcome == "failed"] == ["deadly"]
    assert rows[30].reason == "deadly: the cluster gave up: RuntimeError: all workers were lost"


def test_a_cluster_that_does_not_answer_is_named(models, monkeypatch):
    monkeypatch.setattr("pantin.batch.cluster.PATIENCE", "1s")
    with pytest.raises(OSError, match=r"tcp://127.0.0.1:9: no Dask cluster answers"):
        list(batch.run("check", ["models"], cluster="tcp://127.0.0.1:9"))
