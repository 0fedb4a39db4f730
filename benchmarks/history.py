"""docs/benchmarks.md: how the ratios to other programs changed from version to version.

python benchmarks/history.py     writes the page and its plots, from the rows of benchmarks/results
"""

from __future__ import annotations

import csv
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "scripts")]

from plots import Curve, plot  # noqa: E402

PAGE = ROOT / "docs" / "benchmarks.md"
PICTURES = ROOT / "docs" / "pictures" / "benchmarks"
HEAD = """\
# Benchmarks over versions

`scripts/bench` measures Pantin beside its peers, interleaved, and keeps one set of rows per version and
machine in `benchmarks/results/`. A ratio is the time of the peer, or of the other way of doing it, divided by
Pantin's in the same run: above 1, Pantin is faster. Times of different machines cannot be compared; ratios
can, roughly. `python benchmarks/history.py` writes this page. To compare two commits, use
`scripts/bench --compare REF`.
"""

LIMITS = """
## What limits it

Processor time on one core of an AMD EPYC, 18 November 2026; the load of a machine does not change these
shares.

- A 5 KB model from its file to posed vertices, 0.9 ms: load 0.09, rig 0.28, sample 0.27 (a quarter reads
  the keys, a third prepares arcs between them), deform 0.25. No step dominates: 2,300 calls, most of them
  of NumPy on a few numbers. trimesh reads the mesh alone in 0.16 ms.
- The first result of a process, 0.13 s: 0.07 s import NumPy, of which its BLAS takes 0.03 s to start
  threads (`OPENBLAS_NUM_THREADS=1` saves them), 0.05 s import Pantin and msgspec.
- 20,000 vertices in 100 poses, 5.2 ms: threads share 4.4 ms, so two are at most 1.74 times as fast as one.
  The rest checks ranges, finds mirrored joints and lays out palettes on one thread.
- `check` beside gltf-validator: 250 GLBs of glTF-Sample-Assets and the assets of Babylon.js (3.6 to 4.1
  times in five runs), 54 others (2.6 to 2.9), 57 below 16 KB (0.6 to 0.7). Of the 54, five characters with
  8,700 channels each take 60 % of the time: 12 µs a channel, of which 6 are rules about its accessors and
  its sampler, 3 the channel of a rig, 1 rules about that. A small file takes 3,700 calls, spread over 160
  rules and the making of a rig; none takes 5 %.
- `check -j 2` of 20,000 files of 2 KB, each with a skin and a clip: 1.2 ms a file, of which two processes
  check for 1.0 and pass on rows for 0.2.
"""

Ratios = dict[str, dict[str, dict[str, float]]]
"""Ratios by case, variant and version."""


def ratios(path: Path) -> tuple[str, list[str], Ratios]:
    """The machine, its versions in order, and the ratios that were measured on it."""
    found: Ratios = defaultdict(lambda: defaultdict(dict))
    versions: dict[str, None] = {}
    machine = path.stem
    with path.open(newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            machine = row["machine"]
            versions[row["version"]] = None
            if float(row["ratio"]) != 1.0:
                found[row["case"]][row["variant"]][row["version"]] = float(row["ratio"])
    return machine, list(versions), found


def section(path: Path) -> str:
    """The table of one machine, with a plot of each case that was measured with more than one version."""
    machine, versions, found = ratios(path)
    lines = [f"\n## {machine}\n", f"| case | variant | {' | '.join(versions)} |"]
    lines.append("| --- | --- |" + " --- |" * len(versions))
    pictures = []
    for case, variants in sorted(found.items()):
        for variant, by_version in variants.items():
            cells = [f"{by_version[version]:.2f}" if version in by_version else "" for version in versions]
            lines.append(f"| {case} | {variant} | {' | '.join(cells)} |")
        if picture := draw(path.stem, case, variants, versions):
            pictures.append(f"\n![{case}]({picture})")
    return "\n".join([*lines, *pictures]) + "\n"


def draw(machine: str, case: str, variants: dict[str, dict[str, float]], versions: list[str]) -> str:
    """The plot of one case, relative to docs/; nothing where only one version was measured."""
    curves = [
        Curve(variant, [versions.index(version) for version in by_version], list(by_version.values()))
        for variant, by_version in variants.items()
        if len(by_version) > 1
    ]
    if not curves:
        return ""
    PICTURES.mkdir(parents=True, exist_ok=True)
    name = "".join(letter if letter.isalnum() else "-" for letter in f"{machine}-{case}".lower())
    file = PICTURES / f"{name}.svg"
    label = "version: " + ", ".join(f"{index} is {version}" for index, version in enumerate(versions))
    file.write_text(plot(curves, case, label, "ratio to Pantin"), encoding="utf-8")
    return file.relative_to(ROOT / "docs").as_posix()


def page() -> str:
    files = sorted((ROOT / "benchmarks" / "results").glob("*.csv"))
    return HEAD + LIMITS + "".join(section(path) for path in files)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
