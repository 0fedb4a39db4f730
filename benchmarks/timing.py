"""Times of variants measured side by side, and the rows of `benchmarks/results` they become."""

from __future__ import annotations

import csv
import datetime
import math
import os
import platform
import re
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pantin

RESULTS = Path(os.environ.get("PANTIN_BENCH_RESULTS") or Path(__file__).resolve().parent / "results")
"""Where rows are kept; `scripts/bench --compare` keeps those of two commits apart."""

CORPUS = Path(os.environ.get("PANTIN_CORPUS") or "PANTIN_CORPUS is not set")
"""The folder of sample files that are not part of the project."""

COLUMNS = ("date", "version", "machine", "case", "variant", "seconds", "ratio")


@dataclass(frozen=True, slots=True)
class Times:
    """The least and the middle of the times of one variant, in seconds."""

    least: float
    median: float


SHARE = 0.05
"""Seconds each variant gets in a round, if that is more than one run: on a busy machine the least of fifteen
runs of some milliseconds is further from the least possible than that of fifteen long ones."""


def interleave(variants: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, Times]:
    """Run all variants in turn, `rounds` times: a busy moment of the machine falls on all alike."""
    taken: dict[str, list[float]] = {name: [] for name in variants}
    for _ in range(rounds):
        for name, run in variants.items():
            end = time.perf_counter() + SHARE
            while True:
                begin = time.perf_counter()
                run()
                taken[name].append(time.perf_counter() - begin)
                if time.perf_counter() >= end:
                    break
    return {name: Times(min(times), statistics.median(times)) for name, times in taken.items()}


def processor() -> str:
    """The name of the processor, as the system gives it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine() or "unknown"


def record(
    case: str,
    seconds: Mapping[str, float],
    base: str,
    ratios: Mapping[str, float] | None = None,
    machine: str | None = None,
) -> None:
    """Keep a row for each variant; its ratio is to the time of the variant `base`, or the one in `ratios`,
    for what is not a time. `machine` names what was measured, if it is not the processor.

    There is one set of rows for a version and a machine: those of the same case are replaced.
    """
    machine = machine or processor()
    file = RESULTS / (re.sub(r"[^A-Za-z0-9]+", "-", machine).strip("-").lower() + ".csv")
    RESULTS.mkdir(parents=True, exist_ok=True)
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    same = [pantin.__version__, machine, case]
    kept: list[list[str]] = []
    if file.exists():
        with file.open(newline="", encoding="utf-8") as rows:
            kept = [row for row in list(csv.reader(rows))[1:] if row[1:4] != same]
    for variant, value in seconds.items():
        ratio = (ratios or {}).get(variant, value / seconds[base])
        kept.append([today, *same, variant, f"{value:.6f}", f"{ratio:.2f}"])
    with file.open("w", newline="", encoding="utf-8") as out:
        csv.writer(out, lineterminator="\n").writerows([list(COLUMNS), *kept])


def report(
    case: str,
    times: Mapping[str, Times],
    base: str,
    goals: Mapping[str, float] | None = None,
    limits: Mapping[str, float] | None = None,
) -> bool:
    """Print and keep a table. True when each variant takes at least its goal, and at most its limit, of the
    time of `base`.
    """
    goals, limits = goals or {}, limits or {}
    print(f"\n{case}")
    met = True
    for name, one in times.items():
        ratio = one.least / times[base].least
        asked = ""
        if name in goals or name in limits:
            good = goals.get(name, 0.0) <= ratio <= limits.get(name, math.inf)
            met &= good
            bound = f"at least {goals[name]:g}x" if name in goals else f"at most {limits[name]:g}x"
            asked = f"  {bound}: {'ok' if good else 'MISSED'}"
        print(f"  {name:26} {one.least * 1e3:9.3f} ms  median {one.median * 1e3:9.3f}  {ratio:7.2f}x{asked}")
    record(case, {name: one.least for name, one in times.items()}, base)
    return met


def below(case: str, run: Callable[[], object], rounds: int, seconds: float = math.inf) -> bool:
    """Time what has no peer; whether its least time is below `seconds`."""
    one = interleave({"pantin": run}, rounds)["pantin"]
    asked = (
        f"  below {seconds:g} s: {'ok' if one.least < seconds else 'MISSED'}" if seconds < math.inf else ""
    )
    print(f"\n{case}\n  {'pantin':26} {one.least * 1e3:9.3f} ms  median {one.median * 1e3:9.3f}{asked}")
    record(case, {"pantin": one.least}, "pantin")
    return one.least < seconds
