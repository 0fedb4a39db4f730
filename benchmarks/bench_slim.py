"""Keys that `slim` and glTF-Transform's `resample` need for the same error at the skin, clip by clip.

    GLTF_TRANSFORM=folder-with-node_modules python benchmarks/bench_slim.py model.glb...

`resample` takes a tolerance per channel, so it runs with several; its keys at the bound of `slim` are
interpolated between the two tolerances around it. Where the finer one has no error at all, that gives fewer
keys than `resample` reaches at the bound. Clips with fewer than ten keys per channel are poses and not
counted. The second ratio counts a key of a spline as three, because it has three values.

38 clips of 15 models (AnimatedMorphCube, BrainStem, CesiumMan, CesiumMilkTruck, Flamingo, Fox, Horse,
Michelle, MorphStressTest, Parrot, RiggedSimple, RobotExpressive, Soldier, Stork, Xbot) with glTF-Transform
4.5.1: at 0.1 mm for a person the median ratio is 1.09 (1.01 by values), at 0.5 mm 1.19 (1.07). For the 12
clips with 1,000 keys or more it is 1.67 (1.08) and 2.04 (1.31); short clips, with hand-made or few keys, need
nearly all of them. The constants of the search were chosen on some of these clips. `slim` also drops channels
of nodes that move nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np
from timing import CORPUS, record

import pantin
from pantin.assets.slimming import DEFAULT_ERROR
from pantin.rig import Channel, Clip, Rig
from pantin.slimming.measure import measure
from pantin.slimming.skin import Skin

BOUNDS = (DEFAULT_ERROR, 3e-4)
"""Parts of the size of the model: 0.1 and 0.5 mm for a person."""

LEAST_KEYS = 10
"""Of the longest channel of a clip: shorter clips are poses."""

TOLERANCES = ("1e-2", "3e-3", "1e-3", "3e-4", "1e-4", "3e-5", "1e-5", "3e-6")
SCRIPT = Path(__file__).with_name("gltf_transform_resample.mjs")


class Row(NamedTuple):
    """A clip at a bound: keys before, of `slim`, with splines counted three times, and of `resample`; seconds
    of both for the whole model, at its first clip."""

    model: str
    clip: str
    bound: float
    keys: int
    slim: int
    values: int
    resample: float
    seconds: float
    peer_seconds: float


def count(channels: Iterable[Channel], spline: int = 1) -> int:
    return sum(len(each.times) * (spline if each.interpolation == "CUBICSPLINE" else 1) for each in channels)


def error_of(rig: Rig, clip: Clip, other: Rig, there: Clip) -> float:
    return measure(replace(rig, clips=(clip,)), replace(other, clips=(there,))).error


def peer_keys(points: list[tuple[float, int]], bound: float) -> float:
    """The keys of `resample` at this error, of the errors and keys at all tolerances."""
    for index, (error, keys) in enumerate(points):
        if error <= bound:
            if index == 0 or points[index - 1][0] <= error:
                return float(keys)
            large, few = points[index - 1]
            part = np.log(large / bound) / np.log(large / max(error, 1e-12))
            return float(np.exp(np.log(few) + part * (np.log(keys) - np.log(few))))
    return float(points[-1][1])


def resample(path: Path) -> tuple[list[Rig], float]:
    """The model resampled with each tolerance, and the mean seconds of one, with reading and writing."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        subprocess.run(["node", SCRIPT, path, folder, *TOLERANCES], check=True)
        seconds = (time.perf_counter() - start) / len(TOLERANCES)
        return [pantin.load(Path(folder) / f"{tolerance}.glb").rig for tolerance in TOLERANCES], seconds


def compare(path: Path) -> Iterator[Row]:
    asset = pantin.load(path)
    rig = asset.rig
    most = [max((len(channel.times) for channel in clip.channels), default=0) for clip in rig.clips]
    long = [index for index, keys in enumerate(most) if keys >= LEAST_KEYS]
    if not long:
        return
    peers, peer_seconds = resample(path)
    points = {
        index: [
            (error_of(rig, rig.clips[index], peer, peer.clips[index]), count(peer.clips[index].channels))
            for peer in peers
        ]
        for index in long
    }
    size = Skin.of(rig).size
    for bound in BOUNDS:
        start = time.perf_counter()
        clips = pantin.slim(asset, skin_error=bound * size).rig.clips
        seconds = time.perf_counter() - start
        print(f"# {path.stem}, {bound:.0e}: {seconds:.1f} s", file=sys.stderr)
        for index in long:
            before, after = rig.clips[index].channels, clips[index].channels
            keys = (count(before), count(after), count(after, 3), peer_keys(points[index], bound * size))
            # The seconds of a model count once.
            times = (seconds, peer_seconds) if index == long[0] else (0.0, 0.0)
            yield Row(path.stem, rig.clips[index].name or str(index), bound, *keys, *times)


def summarise(rows: Iterable[Row], bound: float) -> None:
    """Print and keep the median ratio of the keys at one bound."""
    some = [row for row in rows if row.bound == bound]
    keys = median(row.resample / row.slim for row in some)
    values = median(row.resample / row.values for row in some)
    print(f"# {bound:.0e}: {len(some)} clips, median {keys:.2f}, by values {values:.2f}", file=sys.stderr)
    seconds = {
        "pantin": sum(row.seconds for row in some),
        "glTF-Transform resample, keys": sum(row.peer_seconds for row in some),
    }
    case = f"slim {len(some)} clips within {bound:.0e} of the size, median ratio of keys"
    record(case, seconds, "pantin", ratios={"glTF-Transform resample, keys": keys})


def main() -> int:
    paths = [Path(path) for path in sys.argv[1:]] or sorted((CORPUS / "gltf-sample-assets").glob("*.glb"))
    if not paths or "GLTF_TRANSFORM" not in os.environ:
        print("slim beside resample is left out: name models, and set GLTF_TRANSFORM to its folder")
        return 0
    print("model,clip,bound,keys,slim,slim values,resample,ratio,ratio of values")
    rows = []
    for row in (row for path in paths for row in compare(path)):
        rows.append(row)
        ratios = f"{row.resample / row.slim:.2f},{row.resample / row.values:.2f}"
        numbers = f"{row.keys},{row.slim},{row.values},{row.resample:.0f}"
        print(f"{row.model},{row.clip},{row.bound:.0e},{numbers},{ratios}", flush=True)
    for bound in BOUNDS if rows else ():
        summarise(rows, bound)
    return 0


if __name__ == "__main__":
    sys.exit(main())
