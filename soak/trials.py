"""Numbered trials in forked processes: what `soak/parsers.py` and `soak/mutations.py` share.

A trial depends on its number alone, so a run that was ended goes on where it was, a fault is repeated by its
number, and a process that crashes costs one trial. The counts are kept in a file, and the faults with
everything that was printed about them.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import re
import resource
import selectors
import signal
import time
import traceback
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

for name in ("PANTIN_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "PXR_WORK_THREAD_LIMIT"):
    os.environ.setdefault(name, "1")  # the processes share the machine

BUDGET = 100_000_000
"""Bytes of the budget of each file: `Limits` read it when they are imported."""

SLOWEST = 10.0
"""Seconds of the processor that a trial may take."""

PATIENCE = 240
"""Seconds after which a trial is killed, however busy the machine is."""

MOST_MEMORY = 150_000_000 + 4 * BUDGET
ADDRESSES = 3_000_000_000
"""Bytes of addresses of a process: a fault must not take the memory of the machine."""

CHUNK = 1000
"""Trials of a process at most."""

CHUNK_SECONDS = 40.0
"""Seconds of the processor after which a process takes no further trial."""

NUMBERS = 5
"""Trials that are kept of each distinct fault."""

OPTIONAL = (
    "numba",
    "pxr",
    "PIL",
    "pyarrow",
    "meshopt",
    "DracoPy",
    "opengl_basisu",
    "av",
    "scipy",
    "zstandard",
)
"""Packages that Pantin can do without, or this run: what needs them is not tried where they are missing."""

Attempt = Callable[[int], str]
"""Runs the trial of a number: what is wrong with how it ended, or an empty string."""

FRAME = re.compile(r'File ".*?/(src/pantin/[^"]+)", line (\d+), in (\S+)')


class Hang(BaseException):
    """A trial that does not end; no handler catches it."""


@contextlib.contextmanager
def limited_time() -> Iterator[None]:
    def ring(number: int, frame: Any) -> None:
        raise Hang

    signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, 2 * SLOWEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


class Chunk(NamedTuple):
    """Trials from a number to before another."""

    name: str
    first: int
    last: int


def cause(fault: str) -> str:
    """What faults of one cause share: the type of an exception and where Pantin raised it, or a line."""
    lines = fault.strip().splitlines() or [""]
    last = next(
        (line for line in reversed(lines) if re.match(r"\w[\w.]*(Error|Warning|Exception)\b", line)),
        lines[-1],
    )
    frames = FRAME.findall(fault)
    return f"{last.partition(':')[0]} in {':'.join(frames[-1])}" if frames else last[:200]


class Progress:
    """How many trials of each name were run, and the faults that were found, in a file where one is named."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.counts: dict[str, int] = {}
        """Trials that were run."""
        self.next: dict[str, int] = {}
        """The first number that no process was given."""
        self.left: list[Chunk] = []
        """What processes were given and did not come to."""
        self.faults: dict[str, dict[str, Any]] = {}
        """By their cause: how many there were, the first trials that found it, and what was printed."""
        if path is not None and path.exists():
            state = json.loads(path.read_text(encoding="utf-8"))
            self.counts, self.next, self.faults = state["counts"], state["next"], state["faults"]
            self.left = [Chunk(*each) for each in state["left"]]

    def save(self, running: list[Chunk]) -> None:
        if self.path is not None:
            state = {"counts": self.counts, "next": self.next, "left": [*self.left, *running]}
            new = self.path.with_suffix(".new")
            new.write_text(json.dumps({**state, "faults": self.faults}, indent=1), encoding="utf-8")
            new.replace(self.path)

    def note(self, trial: str, fault: str) -> None:
        known = self.faults.setdefault(cause(fault), {"count": 0, "trials": [], "text": fault})
        known["count"] += 1
        if len(known["trials"]) < NUMBERS:
            known["trials"].append(trial)
        if known["count"] == 1:
            print(f"{trial}: {cause(fault)}", flush=True)

    def take(self, targets: dict[str, int], chunk: int) -> Chunk | None:
        """The next trials: of the name that is furthest from its target."""
        for place, left in enumerate(self.left):
            if left.name in targets:
                return self.left.pop(place)
        open_names = [name for name, count in targets.items() if self.next.get(name, 0) < count]
        if not open_names:
            return None
        name = min(open_names, key=lambda name: self.next.get(name, 0) / targets[name])
        first = self.next.get(name, 0)
        self.next[name] = min(first + chunk, targets[name])
        return Chunk(name, first, self.next[name])


class Worker:
    """A process that runs a chunk, and what it has answered."""

    def __init__(self, attempt: Attempt, chunk: Chunk, end: float) -> None:
        self.chunk, self.done, self.rest = chunk, chunk.first, b""
        self.reader, writer = os.pipe()
        self.child = os.fork()
        if not self.child:
            os.close(self.reader)
            _answer(attempt, chunk, end, writer)
        os.close(writer)

    def hear(self, progress: Progress) -> bool:
        """Read what the process has to say; whether it has ended."""
        data = os.read(self.reader, 1 << 20)
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            number, fault = json.loads(line)
            self._count(progress, number)
            if fault:
                progress.note(f"{self.chunk.name} {number}", fault)
        return not data

    def finish(self, progress: Progress) -> None:
        os.close(self.reader)
        _, status = os.waitpid(self.child, 0)
        if os.WIFSIGNALED(status):
            progress.note(f"{self.chunk.name} {self.done}", f"ended by signal {os.WTERMSIG(status)}")
            self._count(progress, self.done)
        if self.done < self.chunk.last:
            progress.left.append(self.chunk._replace(first=self.done))

    def _count(self, progress: Progress, number: int) -> None:
        self.done = number + 1
        progress.counts[self.chunk.name] = progress.counts.get(self.chunk.name, 0) + 1


def _resident() -> int:
    """Bytes of memory that this process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def _answer(attempt: Attempt, chunk: Chunk, end: float, writer: int) -> None:
    """Run trials and write a line about each. Runs in the process, and ends it."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # usd-core says a line about each of millions of faults
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    before = _resident()
    for number in range(chunk.first, chunk.last):
        signal.alarm(PATIENCE)
        began, fault = time.process_time(), ""
        try:
            with limited_time():
                fault = attempt(number)
        except Hang:
            fault = traceback.format_exc() + "\ndoes not end"
        except BaseException:
            fault = traceback.format_exc()
        took = time.process_time() - began
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before
        fault = fault or (f"takes more than {SLOWEST:.0f} s" if took > SLOWEST else "")
        fault = fault or (f"takes too much memory: {peak // 1_000_000} MB" if peak > MOST_MEMORY else "")
        os.write(writer, json.dumps([number, fault]).encode() + b"\n")
        if time.monotonic() > end or time.process_time() > CHUNK_SECONDS or peak > MOST_MEMORY:
            break
    os._exit(0)


def add_options(parser: ArgumentParser, count: int) -> None:
    parser.add_argument("--count", type=int, default=count, help="trials of each name")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--progress", type=Path, help="a file of counts and faults; a run goes on from it")


def run(attempts: dict[str, Attempt], options: Namespace, chunk: int = CHUNK) -> int:
    """Run trials of each name, or as many as there is time for, in several processes; the exit code."""
    progress, end = Progress(options.progress), time.monotonic() + options.seconds
    targets = dict.fromkeys(attempts, options.count)
    workers: dict[int, Worker] = {}
    with selectors.DefaultSelector() as selector:
        while True:
            while len(workers) < options.processes and time.monotonic() < end:
                taken = progress.take(targets, chunk)
                if taken is None:
                    break
                worker = Worker(attempts[taken.name], taken, end)
                workers[worker.reader] = worker
                selector.register(worker.reader, selectors.EVENT_READ)
            if not workers:
                break
            for key, _ in selector.select():
                if workers[key.fd].hear(progress):
                    selector.unregister(key.fd)
                    workers.pop(key.fd).finish(progress)
                    progress.save([worker.chunk._replace(first=worker.done) for worker in workers.values()])
    _print(progress, list(attempts))
    return int(bool(progress.faults))


def _print(progress: Progress, names: list[str]) -> None:
    for name in names:
        print(f"{name}: {progress.counts.get(name, 0):,}")
    missing = [name for name in OPTIONAL if importlib.util.find_spec(name) is None]
    if missing:
        print(f"left out what needs {', '.join(missing)}")
    for fault, known in progress.faults.items():
        print(f"{known['count']:,} x {fault} ({', '.join(known['trials'])})")
    total = sum(progress.counts.get(name, 0) for name in names)
    print(f"{total:,} trials, {len(progress.faults)} distinct faults")
