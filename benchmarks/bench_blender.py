"""Load, rig, pose and deform every animated sample, beside Blender as a module (`bpy`).

`bpy` needs its own Python: PANTIN_BPY_PYTHON names the interpreter of an environment that has it. Without it
only our times are taken. Its process starts once and each file is imported into an empty scene; neither the
start nor the emptying is counted. Times are processor time, that of all threads. Both sides pose the first
animation in its middle and hand out world positions as arrays; ours include normals. Caveat: Blender makes
materials and images of what it imports too.
"""

from __future__ import annotations

import os

os.environ.setdefault("PANTIN_THREADS", "1")

import json
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from timing import CORPUS, SHARE, record

import pantin

SCRIPT = Path(__file__).with_name("blender_pose.py")
FOLDERS = ("gltf-sample-assets", "gltf-asset-generator")
ROUNDS = 3
GOAL = 25.0
"""How many times as long as Pantin Blender must take over all files; for each of them it is once."""

SAME = 0.02
"""How far the boxes around the posed vertices may be apart, as a share of their size: Blender
interpolates the numbers of quaternions one by one, so that positions between keys differ a little."""

CASE = "load, rig, pose and deform the animated samples, processor time"


class Blender:
    """The process with `bpy`, asked file by file."""

    def __init__(self, python: str) -> None:
        self.python = python
        self.process = subprocess.Popen(
            [python, str(SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def __enter__(self) -> Blender:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.communicate()

    def pose(self, path: Path, moment: float) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps([str(path), moment]), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"Blender ended at {path}: does {self.python} have bpy?")
        result: dict[str, Any] = json.loads(line)
        return result

    def seconds(self, path: Path, moment: float) -> float:
        result: float = self.pose(path, moment)["seconds"]
        return result


def has_bpy(python: str) -> bool:
    try:
        return subprocess.run([python, "-c", "import bpy"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def animated() -> dict[Path, float]:
    """The samples whose first clip has a channel, and the middle of that clip."""
    result = {}
    for folder in FOLDERS:
        for path in sorted((CORPUS / folder).rglob("*.gl*")):
            rig = pantin.load(path).rig if path.suffix in (".glb", ".gltf") else None
            if rig is not None and rig.clips and rig.clips[0].channels:
                result[path] = rig.clips[0].duration / 2
    return result


def posed(path: Path, moment: float) -> pantin.PosedMeshes:
    rig = pantin.load(path).rig
    assert rig is not None
    return pantin.deform(rig, pantin.sample(rig, rig.clips[0], moment))


def ours(path: Path, moment: float) -> float:
    begin = time.process_time()
    posed(path, moment)
    return time.process_time() - begin


def agree(path: Path, moment: float, box: list[list[float]] | None) -> bool:
    """Whether both sides posed the same: the boxes around all vertices."""
    together = np.concatenate([np.empty((0, 3)), *(mesh.positions for mesh in posed(path, moment))])
    if box is None or not len(together):
        return box is None and not len(together)
    low, high = together.min(0), together.max(0)
    apart = np.abs(np.array([low, high]) - box).max()
    return bool(apart <= SAME * float((high - low).max()))


def measure(files: dict[Path, float], blender: Blender | None) -> tuple[dict[Path, float], dict[Path, float]]:
    """The least seconds of each file here and there, in turn, with the same share of each round."""
    here: dict[Path, float] = {}
    there: dict[Path, float] = {}
    for _ in range(ROUNDS):
        for path, moment in files.items():
            here[path] = min(here.get(path, np.inf), least(partial(ours, path, moment)))
            if blender is not None:
                there[path] = min(there.get(path, np.inf), least(partial(blender.seconds, path, moment)))
    return here, there


def least(run: Callable[[], float]) -> float:
    """The least seconds that `run` reports in its share of a round."""
    end, result = time.perf_counter() + SHARE, run()
    while time.perf_counter() < end:
        result = min(result, run())
    return result


def usable(files: dict[Path, float], blender: Blender) -> dict[Path, float]:
    """The files that Blender imports; those that it refuses or poses elsewhere are named."""
    result, elsewhere = {}, []
    for path, moment in files.items():
        answer = blender.pose(path, moment)
        if "error" in answer:
            print(f"  {path.name} is left out, Blender refuses it: {answer['error']}")
            continue
        result[path] = moment
        if not agree(path, moment, answer["box"]):
            elsewhere.append(path.name)
    print(f"  both pose the same box in {len(result) - len(elsewhere)} of {len(result)} files", end="")
    print(f"; not in {', '.join(elsewhere)}" if elsewhere else "")
    return result


def verdict(here: dict[Path, float], there: dict[Path, float]) -> bool:
    ratios = {path: there[path] / here[path] for path in there}
    total = sum(there.values()) / sum(here.values())
    least = min(ratios, key=ratios.__getitem__)
    record(CASE, {"pantin": sum(here.values()), "bpy": sum(there.values())}, "pantin")
    record(f"{CASE}, the file of least ratio", {"pantin": here[least], "bpy": there[least]}, "pantin")
    for path, ratio in sorted(ratios.items(), key=lambda one: one[1]):
        print(f"  {path.name:34} {here[path] * 1e3:8.2f} ms  bpy {there[path] * 1e3:9.2f} ms  {ratio:7.1f}x")
    met = total >= GOAL and ratios[least] >= 1
    print(
        f"  {len(here)} files: {sum(here.values()) * 1e3:.1f} ms, bpy {sum(there.values()) * 1e3:.1f} ms, "
        f"{total:.1f}x, at least {ratios[least]:.1f}x ({least.name}); "
        f"goal {GOAL:g}x and never below 1x: {'ok' if met else 'MISSED'}"
    )
    return met


def main() -> int:
    print(f"\n{CASE}")
    files = animated()
    if not files:
        print(f"  there are no samples in {CORPUS}; the comparison is left out")
        return 0
    python = os.environ.get("PANTIN_BPY_PYTHON", "")
    with ExitStack() as stack:
        blender = stack.enter_context(Blender(python)) if python and has_bpy(python) else None
        if blender is None:
            here, _ = measure(files, None)
            record(CASE, {"pantin": sum(here.values())}, "pantin")
            print(f"  {len(here)} files: {sum(here.values()) * 1e3:.1f} ms; ", end="")
            print("bpy is not here: set PANTIN_BPY_PYTHON to the python of an environment that has it")
            return 0
        return 0 if verdict(*measure(usable(files, blender), blender)) else 1


if __name__ == "__main__":
    sys.exit(main())
