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

Processor time on one core of an AMD EPYC, 18 to 20 November 2026; the load of a machine changes these shares
little.

- A 5 KB model from its file to posed vertices, 0.9 ms: load 0.09, rig 0.28, sample 0.27 (a quarter reads
  the keys, a third prepares arcs between them), deform 0.25. No step dominates: 2,300 calls, most of them
  of NumPy on a few numbers, and none takes 3 %. trimesh reads the mesh alone in 0.16 ms.
- The first result of a process, 0.13 s: 0.07 s import NumPy, of which its BLAS takes 0.03 s to start
  threads (`OPENBLAS_NUM_THREADS=1` saves them), 0.05 s import Pantin and msgspec.
- 20,000 vertices in 100 poses, 5.0 ms: threads share 4.3 ms, so two are at most 1.77 times as fast as one
  (1.70 before the palettes, 0.25 ms, were laid out by the threads that read them). The rest is on one
  thread: world transforms 0.13, palettes 0.14, mirrored joints 0.07, ranges 0.08, and calls 0.15.
- `slim` and `diff` of one-channel clips of eight keys on nine nodes, at a load of 15 on two cores: 1.0 and
  0.7 ms a clip, in a straight line to 10,000 clips (11 and 7 s). A third of `slim` is the JSON of the file,
  which each step that may renumber objects decodes and writes; the rest measures lever arms, searches keys
  and measures distances for many clips together. Of `diff`, 0.5 ms of the 1.2 ms of a clip that differs
  pose all vertices at the times of the largest bounds.
- `check` of arm.glb takes 116 ms of processor time at that load where 0.2.0 took 144 (a fifth less; a
  quarter was wanted). Of the imports, 94 ms with `-X importtime`, Pantin's 213 modules take 38 and NumPy
  25.
- `check` beside gltf-validator, all GLBs of these repositories that are not compressed, both in processor
  time: 285 of glTF-Sample-Assets and of the assets of Babylon.js (4.3 times as fast on a quiet machine, 3.2
  to 4.0 at a load of 10 to 20), 53 of the KayKit Adventurers, three.js, cx20/gltf-test, glTF-Transform and
  madjin/vrm-samples (3.4; 2.8 to 2.9 before accessors, samplers and channels were columns). Of the 53, five
  characters with 8,700 channels each take 57 %: 58 ms each. No step of theirs takes a tenth: JSON to
  structs 5, columns of channels and accessors 6, numbers as arrays 4, finite numbers and bounds 2, repeated
  names 3, references 3, unit rotations 2, the rig without clips 2, signs of rotations 3, equal clips 2,
  reading 2; the rest are forty rules below 1 ms, and freeing the objects. Of the 285, decoding takes 5 %,
  reading 9 %, bounds 8 % (each number is looked at twice), rigs 20 %. A file of an extension that adds
  words to core glTF, such as KHR_animation_pointer, is decoded member by member: 4 of the 23 ms of one of
  the 53.
- `check` of 67 GLBs below 16 KB: 0.61 ms of processor time each on a quiet machine, as long as
  gltf-validator takes. A static one of 2 KB takes 1,500 calls: 60 rules half of the time, none of them more
  than 6 %, reading 8 %, JSON to structs 5 %, asking whether a rig is needed 5 %. Twelve that have a skin, a
  clip or an extension that a rig holds take 0.8 to 3 ms each, and 44 % of the time of all.
- `check -j 2` of files of 2 KB, each with a skin and a clip: 0.8 times the processor time of the code
  before, measured in turn on 5,000 files at a load of 11 (2.0 and 2.1 ms a file beside 2.4 and 2.7, with
  the starts of the processes). On a quiet machine 5,000 files take 5.5 to 6 s, 1.1 ms each; 1.0 was wanted.
  A check is 6.75 million instructions (7.08 before), 3,300 calls: 43 % of the time for the rig and the
  rules about it. Only a rig of fewer parts, or these rules without one, would change that.
- The animated samples beside Blender, in processor time: 10 times as fast over 33 files, of which
  RecursiveSkeletons (24 times) takes a third: 840 channels and 84 skins, of which the JSON takes 15 %, the
  channels 35, nodes, skins and their checks 20, sampling 8 and vertices 10. Most others take 0.7 to 2 ms of
  calls here and 2 to 20 ms there: some 2,200 calls to lift, sample and deform even one cube, so 25 times
  would need a tenth of a millisecond for a file. Earlier rows are of elapsed time.
- One pose in PyTorch: these rows are the time of `pantin.torch` divided by that of dense PyTorch, so more
  than 1 is slower. For four nodes and 52 vertices nearly all of it is the start of some thirty operations.
  With gradients, arm.glb is at 1.2 to 1.35 from run to run.
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
