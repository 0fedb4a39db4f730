"""A worker that dies, hangs or needs too much memory costs one file, never the batch."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pantin import batch
from pantin.batch.supervision import in_order


def outcomes(**settings):
    rows = batch.run("check", ["models"], **settings)
    return {row.path.rpartition("/")[2]: row for row in rows}


@pytest.mark.parametrize("jobs", [1, 2])
def test_files_that_end_their_worker_fail_and_the_others_do_not(hostile, jobs):
    hostile("b.glb", "crash!!")
    hostile("c.glb", "exit!!!")
    hostile("d.glb", "raise!!")
    rows = outcomes(jobs=jobs, timeout=60)
    assert [row.outcome for row in rows.values()] == ["ok", "failed", "failed", "failed", "ok", "findings"]
    assert rows["b.glb"].reason == "models/b.glb: the worker process was ended by SIGSEGV, 3 times"
    assert rows["c.glb"].reason == "models/c.glb: the worker process ended with exit code 7, 3 times"
    assert rows["d.glb"].reason == "models/d.glb: ZeroDivisionError: by nought"
    assert [rows[name].code for name in ("arm.glb", "b.glb", "c.glb", "d.glb")] == [0, 4, 4, 4]


@pytest.mark.parametrize(("chosen", "used"), [(None, 1), ("3", 3)])
def test_a_worker_uses_one_thread_unless_the_user_chose_otherwise(hostile, monkeypatch, chosen, used):
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.delenv("PANTIN_THREADS", raising=False)
    if chosen:
        monkeypatch.setenv("PANTIN_THREADS", chosen)
    hostile("b.glb", "threads")
    reason = outcomes(jobs=2)["b.glb"].reason
    assert reason == f"models/b.glb: RuntimeError: {used} thread(s), 1 of OpenMP"


def test_a_file_that_takes_too_long_fails(hostile):
    hostile("b.glb", "hang!!!")
    rows = outcomes(jobs=2, timeout=8)
    assert rows["b.glb"].reason == "models/b.glb: took longer than 8 s"
    assert (rows["b.glb"].code, rows["b.glb"].attempts) == (3, 1)
    assert [row.outcome for row in rows.values()] == ["ok", "failed", "ok", "findings"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the memory of a process")
def test_a_file_that_needs_too_much_memory_fails(hostile):
    hostile("b.glb", "memory!")
    rows = outcomes(memory=1 << 30)
    assert rows["b.glb"].reason == "models/b.glb: needed more memory than a worker may use (1,074 MB)"
    assert rows["b.glb"].code == 3
    assert [row.outcome for row in rows.values()] == ["ok", "failed", "ok", "findings"]


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is of POSIX")
def test_a_worker_that_is_killed_from_outside_costs_nothing(models):
    """The file is begun again, so the result is that of a run without the kill."""
    names = [f"models/{number:02}.glb" for number in range(60)]
    for name in names:
        Path(name).hardlink_to("models/arm.glb")
    rows, killed = [], 0
    for row in batch.run("check", names, jobs=2):
        rows.append(row)
        if len(rows) in (1, 20, 40):
            killed += kill_workers()
    assert killed >= 2
    assert [(row.path, row.outcome) for row in rows] == [(name, "ok") for name in names]


def kill_workers():
    """Kill the worker processes of this one; how many there were."""
    command = ["ps", "-ww", "-e", "-o", "pid=,ppid=,args="]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    fields = [line.split(None, 2) for line in listed.stdout.splitlines()]
    own = [(pid, words[0]) for pid, parent, *words in fields if words and int(parent) == os.getpid()]
    workers = [int(pid) for pid, words in own if "pantin.batch.worker" in words]
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
    return len(workers)


def test_rows_are_in_the_order_of_the_files():
    assert list(in_order([(2, "c"), (0, "a"), (1, "b"), (3, "d")])) == ["a", "b", "c", "d"]


def test_work_is_not_taken_far_ahead_of_what_is_asked_for(models):
    """Memory stays flat: some files per worker wait with their rows, however many there are."""
    taken = []

    def tasks():
        for number in range(10_000):
            taken.append(number)
            yield batch.Task(number, "models/arm.glb")

    from pantin.batch.row import Job
    from pantin.batch.supervision import IN_FLIGHT, perform_in_workers

    rows = perform_in_workers(Job("check", {}), tasks(), 2)
    next(rows)
    assert len(taken) <= 2 * IN_FLIGHT + 1
    rows.close()


def test_a_script_needs_no_guard(models):
    """Workers import nothing of the main module, so a batch may stand at the top of a script."""
    script = "import pantin\nprint([r.outcome for r in pantin.batch.run('check', ['models'], jobs=2)])\n"
    (models / "script.py").write_text(script)
    ended = subprocess.run([sys.executable, "script.py"], capture_output=True, text=True, check=True)
    assert (ended.stdout, ended.stderr) == ("['ok', 'ok', 'findings']\n", "")
