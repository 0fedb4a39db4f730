"""What a batch costs besides its work: time per file here and on Dask, and memory of the parent process.

python benchmarks/bench_batch.py [overhead] [memory] [cluster]     all without words

Overhead is measured with tasks that are refused before any work. Memory is measured with simulated names:
the whole way of a batch from a list of names to a report and a manifest, with nothing done to the files.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from timing import Times, report

from pantin.batch.cluster import perform_on_cluster
from pantin.batch.row import Job, Task
from pantin.batch.supervision import perform_in_workers

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


def main() -> int:
    wanted = sys.argv[1:] or ["overhead", "memory", "cluster"]
    job, good = Job("check", {}), True
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
