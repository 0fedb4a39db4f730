"""Keys that `slim` and glTF-Transform's `resample` need for the same error at the skin, clip by clip.

    GLTF_TRANSFORM=folder-with-node_modules python benchmarks/bench_slim.py model.glb...

`resample` takes a tolerance per channel and says nothing about the skin. So for each clip the largest
tolerance whose measured error is within a bound is looked for, by running it; then `slim` gets the error that
was measured. Two more rows take the tolerances 1e-4, its default, and 1e-3. What `resample` gave is kept in
the temporary folder of the system for the next run.

Clips of models with a skin count that have a channel with ten keys or more; others are poses. The second
ratio counts a key of a spline as three, because it has three values.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from timing import CORPUS, record

import pantin
from pantin.formats.gltf.slim.draft import Draft
from pantin.operations.slimming.measure import measure_clip
from pantin.operations.slimming.skin import PosedVertices
from pantin.rig import Channel
from pantin.verbs.slim import DEFAULT_ERROR

BOUNDS = {"0.1 mm": DEFAULT_ERROR, "0.5 mm": 3e-4, "5 mm": 3e-3}
"""Parts of the size of the model, by what they are for a person."""

FIXED = ("1e-4", "1e-3")
"""Tolerances of `resample` that are compared whatever their error is."""

LEAST_KEYS = 10
"""Of the longest channel of a clip: shorter clips are poses."""

NO_ERROR = 3e-6
"""Part of the size below which an error of `resample` is rounding; `slim` gets the bound then."""

STEPS = range(-64, 1)
"""Exponents of tolerances, in eighths of a power of ten."""

CACHE = Path(tempfile.gettempdir()) / "pantin-resample"
SCRIPT = Path(__file__).with_name("gltf_transform_resample.mjs")


class Point(NamedTuple):
    """A clip after `resample`: its error as a part of the size of the model, and its keys."""

    error: float
    keys: int


class Row(NamedTuple):
    """A clip in one case: keys before, those of `resample` with its tolerance and its error, the error that
    `slim` was given, its keys, also with those of splines counted three times, and its seconds."""

    model: str
    clip: str
    case: str
    keys: int
    tolerance: str
    error: float
    resample: int
    given: float
    slim: int
    values: int
    seconds: float

    @property
    def ratio(self) -> float:
        return self.resample / self.slim


def count(channels: Iterable[Channel], spline: int = 1) -> int:
    return sum(len(each.times) * (spline if each.interpolation == "CUBICSPLINE" else 1) for each in channels)


def tolerance_of(step: int) -> str:
    return f"{10 ** (step / 8):.3e}"


class Model:
    """A model with the clips that count, and what `resample` makes of them."""

    def __init__(self, path: Path) -> None:
        self.path, self.asset = path, pantin.load(path)
        self.rig = self.asset.rig
        longest = [max((len(c.times) for c in clip.channels), default=0) for clip in self.rig.clips]
        skinned = any(instance.skin is not None for instance in self.rig.instances)
        self.clips = [index for index, keys in enumerate(longest) if skinned and keys >= LEAST_KEYS]
        self.skin = PosedVertices.from_rig(self.rig)
        self.kept = CACHE / f"{hashlib.sha256(path.read_bytes()).hexdigest()[:16]}.json"
        self.points: dict[str, list[list[float]]] = (
            json.loads(self.kept.read_text()) if self.kept.exists() else {}
        )

    def slim(self, clip: int, error: float) -> tuple[int, int, float]:
        """The keys of `slim` on the model with one clip, with those of splines counted three times, and the
        seconds that it takes."""
        draft = Draft(self.asset.document)
        draft.tree["animations"] = [draft.tree["animations"][clip]]
        alone = pantin.Asset(self.path, self.asset.format, document=draft.finish())
        start = time.process_time()
        channels = pantin.slim(alone, skin_error=error * self.skin.size, effort=True).rig.clips[0].channels
        return count(channels), count(channels, 3), time.process_time() - start

    def point(self, tolerance: str, clip: int) -> Point:
        error, keys = self.points[tolerance][self.clips.index(clip)]
        return Point(error, int(keys))

    def resample(self, tolerances: Iterable[str]) -> None:
        """Run `resample` with the tolerances that are not known yet, and measure all clips."""
        new = sorted(set(tolerances) - set(self.points))
        if not new:
            return
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["node", SCRIPT, self.path, folder, *new], check=True)
            for tolerance in new:
                self.points[tolerance] = self._measure(pantin.load(Path(folder) / f"{tolerance}.glb").rig)
        CACHE.mkdir(exist_ok=True)
        self.kept.write_text(json.dumps(self.points))

    def _measure(self, other: pantin.Rig) -> list[list[float]]:
        there = PosedVertices.from_rig(other)
        found = []
        for index in self.clips:
            distances = measure_clip(self.skin, there, self.rig.clips[index], other.clips[index])
            found.append([float(distances.most.max()) / self.skin.size, count(other.clips[index].channels)])
        return found

    def find_tolerances(self, bound: float) -> dict[int, str]:
        """For each clip the largest tolerance whose error is within the bound, by bisection."""
        ends = dict.fromkeys(self.clips, (STEPS.start, STEPS.stop))
        while tried := {clip: (a + b) // 2 for clip, (a, b) in ends.items() if b - a > 1}:
            self.resample(map(tolerance_of, tried.values()))
            for clip, step in tried.items():
                within = self.point(tolerance_of(step), clip).error <= bound
                ends[clip] = (step, ends[clip][1]) if within else (ends[clip][0], step)
        self.resample([tolerance_of(STEPS.start)])
        return {clip: tolerance_of(first) for clip, (first, _) in ends.items()}


def compare(path: Path) -> Iterator[Row]:
    model = Model(path)
    if not model.clips or not model.skin.real:
        return
    model.resample(FIXED)
    known: dict[tuple[int, float], tuple[int, int, float]] = {}
    for case in (*BOUNDS, *FIXED):
        tolerances = dict.fromkeys(model.clips, case)
        if case in BOUNDS:
            tolerances = model.find_tolerances(BOUNDS[case])
        for clip, tolerance in tolerances.items():
            before, point = model.rig.clips[clip], model.point(tolerance, clip)
            given = BOUNDS.get(case, DEFAULT_ERROR) if point.error < NO_ERROR else point.error
            if (clip, given) not in known:
                known[clip, given] = model.slim(clip, given)
            yield Row(
                *(path.stem, before.name or str(clip), case, count(before.channels), tolerance, *point),
                *(given, *known[clip, given]),
            )


def summarise(rows: Sequence[Row]) -> None:
    """Print and keep the median ratio of the keys of each case."""
    for case in (*BOUNDS, *FIXED):
        some = [row for row in rows if row.case == case]
        keys, values = median(row.ratio for row in some), median(row.resample / row.values for row in some)
        models = [[row.ratio for row in some if row.model == model] for model in {row.model for row in some}]
        all_models = median(median(ratios) for ratios in models)
        text = f"{len(some)} clips, median {keys:.2f}, of models {all_models:.2f}, by values {values:.2f}"
        print(f"# {case}: {text}", file=sys.stderr)
        what = f"the error for {case} of a person" if case in BOUNDS else f"the error of tolerance {case}"
        record(
            f"slim {len(some)} clips at {what}, median ratio of keys",
            {"pantin": sum(row.seconds for row in some), "glTF-Transform resample, keys": 0.0},
            "pantin",
            ratios={"glTF-Transform resample, keys": keys},
        )


def main() -> int:
    paths = [Path(path) for path in sys.argv[1:]] or sorted((CORPUS / "gltf-sample-assets").glob("*.glb"))
    if not paths or "GLTF_TRANSFORM" not in os.environ:
        print("slim beside resample is left out: name models, and set GLTF_TRANSFORM to its folder")
        return 0
    print("model,clip,case,keys,tolerance,error,resample,error given,slim,slim values,ratio,seconds")
    rows = []
    for row in (row for path in paths for row in compare(path)):
        rows.append(row)
        peer = f"{row.tolerance},{row.error:.3g},{row.resample}"
        numbers = f"{row.given:.3g},{row.slim},{row.values},{row.ratio:.2f},{row.seconds:.2f}"
        print(f"{row.model},{row.clip},{row.case},{row.keys},{peer},{numbers}", flush=True)
    if rows:
        summarise(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
