"""What a batch costs besides its work: time per file here and on Dask, and memory of the parent process; and
whole runs over generated models.

python benchmarks/bench_batch.py [overhead] [memory] [cluster] [run] [--files N]     all but run without words

Overhead is measured with tasks that are refused before any work. Memory is measured with simulated names:
the whole way of a batch from a list of names to a report and a manifest, with nothing done to the files.
`run` checks and converts N models (1,000 without --files) with two workers, and checks them on a local Dask
cluster: small skinned models with a clip, each with its own name in it. It prints the time of the processes
too, which other programs on the machine change less.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from timing import Times, processor, record, report

import pantin
from pantin.batch.cluster import perform_on_cluster
from pantin.batch.row import Job, Task
from pantin.batch.supervision import perform_in_workers
from pantin.rig import Channel, Clip, Influences, Instance, Mesh, Node, Scene, Skin, Surface

WARM, COUNT = 200, 5_000
LIMITS = {"workers": 0.001, "Dask": 0.005}
"""Seconds that a file may cost besides its work."""

SIZES = (1_000, 100_000, 1_000_000)
GROWTH = 30
"""Megabytes that a batch of a million files may need more than one of a thousand: its caches are full."""

SIMULATION = """
import resource, sys
from pantin import batch
from pantin.batch import batch as core
from pantin.batch.row import Row

core.Batch._rows = lambda self, tasks: (Row(task.source, task.target, sha256="0" * 64) for task in tasks)
rows = batch.run("convert", ["@" + sys.argv[1]], sys.argv[2], to=".glb", report_file=sys.argv[2] + "/r.jsonl")
count = sum(1 for _ in rows)
print('{"files": %d, "kilobytes": %d}' % (count, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
"""


def refused(count: int) -> Iterator[Task]:
    return (Task(number, "x", None, None, "not wanted") for number in range(count))


def overhead(rows: Iterator[object]) -> Times:
    """Seconds per file after the first ones, which wait for processes to start."""
    for _ in range(WARM):
        next(rows)
    begin = time.perf_counter()
    count = sum(1 for _ in rows)
    seconds = (time.perf_counter() - begin) / count
    return Times(seconds, seconds)


def measure_memory() -> bool:
    """Print the peak of the memory for each number of files; whether it is flat."""
    peaks = []
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            names = Path(folder, "names.txt")
            with names.open("w", encoding="utf-8") as file:
                file.writelines(f"/models/{number // 1000:04}/{number:08}.glb\n" for number in range(size))
            begin = time.perf_counter()
            words = [sys.executable, "-c", SIMULATION, str(names), str(Path(folder, "out"))]
            ended = subprocess.run(words, capture_output=True, text=True, check=True, env=os.environ)
            found = json.loads(ended.stdout)
            peaks.append(found["kilobytes"] / 1000)
            seconds = time.perf_counter() - begin
            print(
                f"{found['files']:>9,} files: peak {peaks[-1]:.0f} MB, {seconds / size * 1e6:.0f} µs per file"
            )
    return peaks[-1] - peaks[0] <= GROWTH


RUNS = {
    "check": ["check", "{models}", "-j", "2", "--report-file", "{out}/check.parquet"],
    "check on Dask": ["check", "{models}", "--cluster", "local", "-j", "2", "--report-file", "{out}/d.jsonl"],
    "convert to .gltf": ["convert", "{models}", "{out}/gltf", "--to", ".gltf", "-j", "2", "-q"],
}
"""The words after `pantin` of each run."""

MARK = "model-00000000"


def make_model() -> bytes:
    """A strip of two joints, with a clip that bends it."""
    at = np.array([[x, y, 0.0] for y in range(5) for x in (0.0, 0.2)])
    weights = np.repeat(np.linspace(0.1, 0.9, 5), 2)
    influences = Influences(
        np.arange(0, 21, 2), np.tile([0, 1], 10), np.stack([1 - weights, weights], 1).ravel()
    )
    corners = np.array([corner for k in range(8) for corner in (k, k + 1, k + 2)])
    surface = Surface(at.astype(np.float32), indices=corners, influences=influences)
    half = np.sqrt(0.5)
    bend = Channel(1, "rotation", np.array([0.0, 1.0]), np.array([[0, 0, 0, 1], [0, 0, half, half]]))
    binds = np.tile(np.eye(3, 4), (2, 1, 1))
    binds[1, 1, 3] = -2
    rig = pantin.build(
        nodes=[Node("lower"), Node("upper", parent=0, translation=(0, 2, 0)), Node(MARK)],
        meshes=[Mesh((surface,), name="strip")],
        skins=[Skin(np.array([0, 1]), binds, name="strip")],
        instances=[Instance(node=2, mesh=0, skin=0)],
        clips=[Clip((bend,), "bend")],
        scenes=[Scene((0, 2))],
        default_scene=0,
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "strip.glb")
        pantin.save(rig, path)
        return path.read_bytes()


def write_models(folder: Path, count: int) -> int:
    """Write models to folders of a thousand; the bytes of one."""
    model = make_model()
    before, after = model.split(MARK.encode())
    for number in range(count):
        inner = folder / f"{number // 1000:04}"
        if number % 1000 == 0:
            inner.mkdir(parents=True)
        (inner / f"{number:08}.glb").write_bytes(before + f"model-{number:08}".encode() + after)
    return len(model)


def measure_runs(count: int) -> None:
    """Print and keep the time of each run."""
    with tempfile.TemporaryDirectory() as folder:
        models, out = Path(folder, "models"), Path(folder, "out")
        size = write_models(models, count)
        out.mkdir()
        print(f"\n{count:,} models of {size:,} bytes; {processor()}, {os.cpu_count()} CPUs", flush=True)
        for name, words in RUNS.items():
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            begin = time.perf_counter()
            command = [
                sys.executable,
                "-m",
                "pantin",
                *(word.format(models=models, out=out) for word in words),
            ]
            ended = subprocess.run(command, capture_output=True, text=True, check=False)
            seconds = time.perf_counter() - begin
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            busy = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
            print(
                f"  {name:18} {seconds:8.1f} s, {count / seconds:6,.0f} files/s; processes {busy:8.1f} s, "
                f"{busy / count * 1e3:.2f} ms per file; exit code {ended.returncode}; "
                f"{ended.stderr.strip().splitlines()[-1:]}",
                flush=True,
            )
            record(f"{name}, {count:,} generated models, 2 processes", {"pantin": seconds}, "pantin")


def main() -> int:
    given = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    given.add_argument("words", nargs="*", metavar="WORD")
    given.add_argument("--files", type=int, default=1_000)
    arguments = given.parse_args()
    wanted = arguments.words or ["overhead", "memory", "cluster"]
    job, good = Job("check", {}), True
    if "run" in wanted:
        measure_runs(arguments.files)
    times = {}
    if "overhead" in wanted:
        times["workers"] = overhead(perform_in_workers(job, refused(WARM + COUNT), 2))
    if "cluster" in wanted:
        times["Dask"] = overhead(perform_on_cluster(job, refused(WARM + COUNT), "local", 2))
    if times:
        report("batch, seconds per file besides the work, 2 processes", times, next(iter(times)))
        good = all(times[name].least <= LIMITS[name] for name in times)
    if "memory" in wanted:
        good = measure_memory() and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
