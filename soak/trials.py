"""Numbered trials in forked processes: what `soak/parsers.py` and `soak/mutations.py` share.

A trial depends on its number alone, so a run that was ended goes on where it was, a fault is repeated by its
number, and a process that crashes costs one trial. The counts are kept in a file.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

BUDGET = 100_000_000
"""Bytes of the budget of each file: `Limits` read it when they are imported."""

SLOWEST = 10.0
"""Seconds of the processor that a trial may take."""

PATIENCE = 600
"""Seconds after which a trial is killed, however busy the machine is."""

MOST_MEMORY = 150_000_000 + 4 * BUDGET
ADDRESSES = 3_000_000_000
"""Bytes of addresses of a process: a fault must not take the memory of the machine."""

CHUNK = 1000
"""Trials of a process; its memory is measured when it ends."""

Attempt = Callable[[int], str]
"""Runs the trial of a number: what is wrong with how it ended, or an empty string."""


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


class Progress:
    """How many trials of each name were run, and the faults that were found, in a file where one is named."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.counts: dict[str, int] = {}
        self.faults: dict[str, str] = {}
        """The end of each distinct fault, and the first trial that found it."""
        if path is not None and path.exists():
            state = json.loads(path.read_text(encoding="utf-8"))
            self.counts, self.faults = state["counts"], state["faults"]

    def save(self) -> None:
        if self.path is not None:
            new = self.path.with_suffix(".new")
            new.write_text(
                json.dumps({"counts": self.counts, "faults": self.faults}, indent=1), encoding="utf-8"
            )
            new.replace(self.path)

    def note(self, trial: str, fault: str) -> None:
        last = "\n".join(fault.strip().splitlines()[-3:])
        if last not in self.faults:
            self.faults[last] = trial
            print(f"{trial}: {last}", flush=True)


def run_chunk(attempt: Attempt, name: str, first: int, count: int, progress: Progress) -> None:
    """Run trials in a process of their own, from one after a crash on in another."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        _answer(attempt, first, count, writer)
    os.close(writer)
    done, before = 0, _resident()
    with os.fdopen(reader, encoding="utf-8") as lines:
        for line in lines:
            number, fault = json.loads(line)
            done = number + 1 - first
            if fault:
                progress.note(f"{name} {number}", fault)
    _, status, used = os.wait4(child, 0)
    if os.WIFSIGNALED(status):
        progress.note(f"{name} {first + done}", f"ended by signal {os.WTERMSIG(status)}")
        done += 1
    if used.ru_maxrss * 1024 - before > MOST_MEMORY:
        progress.note(f"{name} {first} to {first + done}", f"{used.ru_maxrss // 1000} MB of memory")
    progress.counts[name] = first + done
    progress.save()


def _resident() -> int:
    """Bytes of memory that this process has, and a fork of it begins with."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def _answer(attempt: Attempt, first: int, count: int, writer: int) -> None:
    """Run trials and write a line about each. Runs in the process, and ends it."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # usd-core says a line about each of millions of faults
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    for number in range(first, first + count):
        signal.alarm(PATIENCE)
        began, fault = time.process_time(), ""
        try:
            with limited_time():
                fault = attempt(number)
        except Hang:
            fault = "does not end"
        except BaseException:
            fault = traceback.format_exc()
        took = time.process_time() - began
        fault = fault or (f"takes more than {SLOWEST:.0f} s" if took > SLOWEST else "")
        os.write(writer, json.dumps([number, fault]).encode() + b"\n")
    os._exit(0)


def run(
    attempts: dict[str, Attempt], count: int, seconds: float, path: Path | None, chunk: int = CHUNK
) -> int:
    """Run `count` trials of each name, or as many as there is time for, a chunk of each in turn; the exit
    code."""
    progress, end = Progress(path), time.monotonic() + seconds
    left = list(attempts)
    while left and time.monotonic() < end:
        for name in list(left):
            first = progress.counts.get(name, 0)
            if first >= count:
                left.remove(name)
            elif time.monotonic() < end:
                run_chunk(attempts[name], name, first, min(chunk, count - first), progress)
    for name in attempts:
        print(f"{name}: {progress.counts.get(name, 0):,}")
    total = sum(progress.counts.get(name, 0) for name in attempts)
    print(f"{total:,} trials, {len(progress.faults)} distinct faults")
    return int(bool(progress.faults))
