"""Keys that `slim` and glTF-Transform's `resample` need for the same error at the skin, clip by clip.

    GLTF_TRANSFORM=folder-with-node_modules python benchmarks/bench_slim.py model.glb...

`resample` takes a tolerance per channel, so it runs with several; its keys at the error of `slim` are
interpolated between the two tolerances around it. Clips in which `slim` leaves two keys or fewer per node say
nothing and are not counted: poses of one frame. SKIN_ERROR is the bound as a part of the size of the model.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

import numpy as np

import pantin
from pantin.assets.slimming import DEFAULT_ERROR
from pantin.rig import Clip, Rig
from pantin.slimming.measure import measure
from pantin.slimming.reduction import count_keys, reduce_clips
from pantin.slimming.skin import Skin

TOLERANCES = ("3e-2", "1e-2", "3e-3", "1e-3", "3e-4", "1e-4", "3e-5", "1e-5", "3e-6")
SCRIPT = Path(__file__).with_name("gltf_transform_resample.mjs")


def error_of(rig: Rig, clip: Clip, other: Rig, there: Clip) -> float:
    return measure(replace(rig, clips=(clip,)), replace(other, clips=(there,))).error


def peer_keys(rig: Rig, clip: Clip, peers: list[Rig], index: int, error: float) -> float:
    """The keys of `resample` at this error."""
    points = []
    for peer in peers:
        there = peer.clips[index]
        points.append((error_of(rig, clip, peer, there), count_keys(there.channels)))
        if points[-1][0] <= error:
            break
    if points[-1][0] > error or len(points) == 1:
        return float(points[-1][1])
    (large, few), (small, many) = points[-2:]
    part = np.log(large / error) / np.log(large / max(small, 1e-12))
    return float(np.exp(np.log(few) + part * (np.log(many) - np.log(few))))


def compare(path: Path) -> list[float]:
    rig = pantin.load(path).rig
    bound = float(os.environ.get("SKIN_ERROR", DEFAULT_ERROR)) * Skin.of(rig).size
    start = time.perf_counter()
    clips = reduce_clips(rig, bound)
    seconds = time.perf_counter() - start
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["node", SCRIPT, path, folder, *TOLERANCES], check=True)
        peers = [pantin.load(Path(folder) / f"{tolerance}.glb").rig for tolerance in TOLERANCES]
        ratios = []
        for index, (clip, slim) in enumerate(zip(rig.clips, clips, strict=True)):
            if max(len(channel.times) for channel in clip.channels) < 3:
                continue
            keys = count_keys(slim.channels)
            theirs = peer_keys(rig, clip, peers, index, bound)
            ratios.append(theirs / keys)
            print(
                f"{path.stem},{clip.name},{count_keys(clip.channels)},{keys},{theirs:.0f},{theirs / keys:.2f}"
            )
    print(f"# {path.stem}: {seconds:.1f} s", file=sys.stderr)
    return ratios


if __name__ == "__main__":
    print("model,clip,keys,slim,resample,ratio")
    found = [ratio for path in sys.argv[1:] for ratio in compare(Path(path))]
    print(f"# {len(found)} clips, median {median(found):.2f}, smallest {min(found):.2f}", file=sys.stderr)
