"""The table of speeds in the README, made of the newest rows of `benchmarks/results`.

python benchmarks/quote.py [--write]     prints it, or puts it into the README
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
QUOTED = ROOT / "benchmarks" / "results" / "intel-r-xeon-r-processor-2-80ghz.csv"
HEAD = "| work | Pantin | peers |\n| --- | --- | --- |\n"

Results = Mapping[str, Mapping[str, float]]
"""Seconds by case and variant."""


class Row(NamedTuple):
    """What a reader calls a case, and which of its variants are ours and theirs."""

    work: str
    case: str
    ours: str
    peers: Mapping[str, str]


SKINNING = "skinning 3D, 1000000 vertices, 4 influences"
ROWS = (
    Row(
        "skin 1,000,000 vertices with normals, 4 influences",
        SKINNING,
        "pantin, linear normals",
        {"numpy": "NumPy", "usd-core": "usd-core"},
    ),
    Row(
        "a frame of 1,000 avatars with 100 spring joints each",
        "springs, a step of 1,000 avatars of 100 joints with 4 colliders",
        "pantin",
        {"three-vrm": "three-vrm"},
    ),
    Row(
        "open RecursiveSkeletons.glb with a view of each of its 1,769 accessors",
        "load RecursiveSkeletons.glb with a view of every accessor",
        "pantin",
        {"trimesh": "trimesh", "pygltflib": "pygltflib"},
    ),
)
"""Three that people notice; `docs/benchmarks.md` has all."""


def results(path: Path = QUOTED) -> Results:
    """The newest rows of each case: later rows of a file are newer."""
    result: dict[str, dict[str, float]] = {}
    days: dict[str, str] = {}
    with path.open(newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            if days.get(row["case"]) != row["date"]:
                days[row["case"]], result[row["case"]] = row["date"], {}
            result[row["case"]][row["variant"]] = float(row["seconds"])
    return result


def table(found: Results) -> str:
    """The rows of the README, of those cases that were measured."""
    return HEAD + "".join(_line(row, found[row.case]) for row in ROWS if row.case in found)


def _line(row: Row, times: Mapping[str, float]) -> str:
    ours = times[row.ours]
    peers = [f"{name} {_figures(times[key] / ours)}×" for key, name in row.peers.items() if key in times]
    return f"| {row.work} | {_duration(ours)} | {', '.join(peers)} |\n"


def _duration(seconds: float) -> str:
    return f"{_figures(seconds)} s" if seconds >= 0.1 else f"{_figures(seconds * 1e3)} ms"


def _figures(value: float) -> str:
    """Two significant figures, three of a ratio between 10 and 20: noise allows no more."""
    return f"{value:.0f}" if value >= 20 else f"{value:.1f}" if value >= 1 else f"{value:.2g}"


def main() -> None:
    result = table(results())
    if "--write" not in sys.argv[1:]:
        print(result, end="")
        return
    text = README.read_text(encoding="utf-8")
    before, _, rest = text.partition(HEAD)
    kept = rest.partition("\n\n")[2]
    README.write_text(f"{before}{result}\n{kept}", encoding="utf-8")


if __name__ == "__main__":
    main()
