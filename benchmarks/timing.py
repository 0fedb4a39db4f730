"""Times of variants measured side by side, and the rows of `benchmarks/results` they become."""

from __future__ import annotations

import csv
import datetime
import platform
import re
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pantin

RESULTS = Path(__file__).resolve().parent / "results"
COLUMNS = ("date", "version", "machine", "case", "variant", "seconds", "ratio")


@dataclass(frozen=True, slots=True)
class Times:
    """The least and the middle of the times of one variant, in seconds."""

    least: float
    median: float


def interleave(variants: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, Times]:
    """Run all variants in turn, `rounds` times: a busy moment of the machine falls on all alike."""
    taken: dict[str, list[float]] = {name: [] for name in variants}
    for _ in range(rounds):
        for name, run in variants.items():
            begin = time.perf_counter()
            run()
            taken[name].append(time.perf_counter() - begin)
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


def record(case: str, seconds: Mapping[str, float], base: str) -> None:
    """Append a row for each variant; its ratio is to the time of the variant `base`."""
    machine = processor()
    file = RESULTS / (re.sub(r"[^A-Za-z0-9]+", "-", machine).strip("-").lower() + ".csv")
    RESULTS.mkdir(exist_ok=True)
    fresh = not file.exists()
    with file.open("a", newline="", encoding="utf-8") as out:
        rows = csv.writer(out, lineterminator="\n")
        if fresh:
            rows.writerow(COLUMNS)
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        for variant, value in seconds.items():
            ratio = value / seconds[base]
            rows.writerow((today, pantin.__version__, machine, case, variant, f"{value:.6f}", f"{ratio:.2f}"))
