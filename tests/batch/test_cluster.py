"""On a Dask cluster a batch gives what it gives here, also when workers are lost."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from batch_files import tree

from pantin import batch

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


def test_a_cluster_that_does_not_answer_is_named(models, monkeypatch):
    monkeypatch.setattr("pantin.batch.cluster.PATIENCE", "1s")
    with pytest.raises(OSError, match=r"tcp://127.0.0.1:9: no Dask cluster answers"):
        list(batch.run("check", ["models"], cluster="tcp://127.0.0.1:9"))
