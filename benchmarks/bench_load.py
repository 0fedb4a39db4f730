"""Loading: every accessor of a file with many of them, beside trimesh and pygltflib; the channels of a clip;
a large file; ten minutes of motion as text; and a file of 5 KB, from its bytes to posed vertices, in a
process that has done so before and in one that has not.

The other libraries are the extra `bench`. pygltflib gives bytes, so its accessors are turned into arrays
here, in the plainest way. Caveat: trimesh makes meshes of what it reads and drops skins and animations.
"""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from timing import CORPUS, interleave, record, report

import pantin
from pantin.formats.gltf.accessor import view
from pantin.formats.gltf.document import read

ROOT = Path(__file__).resolve().parent.parent
MANY = CORPUS / "gltf-sample-assets" / "RecursiveSkeletons.glb"
ROUNDS = 7
GOALS = {"trimesh": 1.0, "pygltflib": 50.0}
"""How many times as long as Pantin each of the others must take."""

CHANNEL_SECONDS = 10e-6
LARGE_SECONDS, LARGE_GROWTH = 0.010, 10 << 20
VERTICES, TARGETS, JOINTS = 500_000, 8, 100

MEASURED = """
import json, resource, sys, time
from pantin.formats.gltf.accessor import view
from pantin.formats.gltf.document import read
import pantin.formats.gltf.model
read(sys.argv[1]).model
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()
before = resident()
times = []
for _ in range(5):
    begin = time.perf_counter()
    document = read(sys.argv[2])
    arrays = [view(document, i) for i in range(len(document.model.accessors))]
    times.append(time.perf_counter() - begin)
print(json.dumps({"seconds": min(times), "growth": resident() - before}))
"""


def pantin_views(path: Path) -> int:
    document = read(path)
    return sum(view(document, i).size for i in range(len(document.model.accessors)))


def trimesh_load(path: Path) -> object:
    import trimesh

    return trimesh.load(path)


def pygltflib_views(path: Path) -> int:
    from pygltflib import GLTF2

    dtypes = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
    widths = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
    gltf: Any = GLTF2().load(str(path))
    size = 0
    for accessor in gltf.accessors:
        part = gltf.bufferViews[accessor.bufferView]
        data = gltf.get_data_from_buffer_uri(gltf.buffers[part.buffer].uri)
        start = (part.byteOffset or 0) + (accessor.byteOffset or 0)
        count = accessor.count * widths[accessor.type]
        size += np.frombuffer(data, dtypes[accessor.componentType], count, start).size
    return size


def many_accessors() -> bool:
    """The views of 1,769 accessors."""
    if not MANY.is_file():
        print(f"\n{MANY.name} is not there, the comparison of loading is left out")
        return True
    variants: dict[str, Callable[[], object]] = {
        "pantin": lambda: pantin_views(MANY),
        "trimesh": lambda: trimesh_load(MANY),
        "pygltflib": lambda: pygltflib_views(MANY),
    }
    for run in variants.values():
        run()
    times = interleave(variants, ROUNDS)
    return report(f"load {MANY.name} with a view of every accessor", times, "pantin", GOALS)


def clip_channels() -> bool:
    """The channels of a clip, which are read and checked when they are first needed."""
    if not MANY.is_file():
        return True
    seconds, count = [], 0
    for _ in range(5 * ROUNDS):
        rig = pantin.load(MANY).rig
        assert rig is not None
        begin = time.perf_counter()
        count = len(rig.clips[0].channels)
        seconds.append(time.perf_counter() - begin)
    case, each = f"lift the {count} channels of {MANY.name}", min(seconds) / count
    record(case, {"pantin": min(seconds)}, "pantin")
    met = each <= CHANNEL_SECONDS
    goal = f"at most {CHANNEL_SECONDS * 1e6:.0f}"
    print(f"\n{case}: {each * 1e6:.1f} µs per channel ({goal}): {'ok' if met else 'MISSED'}")
    return met


def write_large(path: Path) -> None:
    """A skinned mesh with morph targets, 75 MB: grids of numbers, no file of anybody's."""
    rng = np.random.default_rng(1)
    positions = rng.random((VERTICES, 3), np.float32)
    joints = rng.integers(0, JOINTS, (VERTICES, 4), np.uint8)
    weights = np.full((VERTICES, 4), 0.25, np.float32)
    indices = rng.integers(0, VERTICES, 1_200_000, np.uint32)
    binds = np.tile(np.eye(4, dtype=np.float32), (JOINTS, 1, 1))
    arrays = [positions, positions, joints, weights, indices, binds] + [positions] * TARGETS
    formats = [
        (5126, "VEC3"),
        (5126, "VEC3"),
        (5121, "VEC4"),
        (5126, "VEC4"),
        (5125, "SCALAR"),
        (5126, "MAT4"),
    ]
    formats += [(5126, "VEC3")] * TARGETS
    offsets = np.cumsum([0] + [array.nbytes for array in arrays]).tolist()
    primitive = {"attributes": {"POSITION": 0, "NORMAL": 1, "JOINTS_0": 2, "WEIGHTS_0": 3}, "indices": 4}
    targets = [{"POSITION": 6 + k} for k in range(TARGETS)]
    tree = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": offsets[-1]}],
        "bufferViews": [
            {"buffer": 0, "byteOffset": start, "byteLength": array.nbytes}
            for start, array in zip(offsets, arrays, strict=False)
        ],
        "accessors": [
            {"bufferView": i, "componentType": component, "type": type, "count": len(arrays[i])}
            for i, (component, type) in enumerate(formats)
        ],
        "meshes": [{"primitives": [primitive | {"targets": targets}]}],
        "nodes": [{"mesh": 0, "skin": 0}, *({} for _ in range(JOINTS))],
        "skins": [{"joints": list(range(1, JOINTS + 1)), "inverseBindMatrices": 5}],
    }
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    with path.open("wb") as out:
        out.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + offsets[-1]))
        out.write(struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", offsets[-1], b"BIN\0"))
        for array in arrays:
            out.write(array.tobytes())


def large_file() -> bool:
    """Loading must not touch vertex data: time and memory do not grow with it."""
    with tempfile.TemporaryDirectory() as folder:
        path, small = Path(folder) / "large.glb", ROOT / "examples" / "arm.glb"
        write_large(path)
        size = path.stat().st_size
        first = small if small.is_file() else path
        command = [sys.executable, "-c", MEASURED, str(first), str(path)]
        parsed = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    case = f"load {size / 1e6:.0f} MB with a view of every accessor"
    record(case, {"pantin": parsed["seconds"]}, "pantin")
    met = bool(parsed["seconds"] < LARGE_SECONDS and parsed["growth"] < LARGE_GROWTH)
    print(
        f"\n{case}: {parsed['seconds'] * 1000:.1f} ms (below {LARGE_SECONDS * 1000:.0f}), "
        f"growth {parsed['growth'] / 2**20:.1f} MiB (below {LARGE_GROWTH >> 20}): {'ok' if met else 'MISSED'}"
    )
    return met


BVH_SECONDS, BVH_GOAL, BVH_RATE, BVH_JOINTS = 600, 1.0, 60, 60

BVH_MEASURED = """
import sys, time
import pantin
begin = time.perf_counter()
rig = pantin.load(sys.argv[1]).rig
keys = sum(len(channel.times) for channel in rig.clips[0].channels)
print(time.perf_counter() - begin)
"""


def write_motion(path: Path) -> None:
    """Ten minutes of a chain of 60 joints, 60 frames a second, as text."""
    joints = "".join(
        f"JOINT j{joint} {{ OFFSET 0 5 0 CHANNELS 3 Zrotation Xrotation Yrotation\n"
        for joint in range(1, BVH_JOINTS)
    )
    head = "HIERARCHY\nROOT j0 { OFFSET 0 90 0\nCHANNELS 6 Xposition Yposition Zposition "
    head += f"Zrotation Xrotation Yrotation\n{joints}End Site {{ OFFSET 0 5 0 }} {'}' * BVH_JOINTS}\n"
    frames, columns = BVH_SECONDS * BVH_RATE, 3 * BVH_JOINTS + 3
    rows = np.random.default_rng(2).normal(0, 60, (1000, columns)).tolist()
    line = " ".join(["%.6f"] * columns) + "\n"
    text = "".join(line % tuple(row) for row in rows) * (frames // len(rows))
    path.write_text(f"{head}MOTION\nFrames: {frames}\nFrame Time: {1 / BVH_RATE:.7f}\n{text}")


def long_motion() -> bool:
    """In processes of their own, with kernels compiled before: the time includes importing numba."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.bvh"
        write_motion(path)
        size = path.stat().st_size
        command = [sys.executable, "-c", BVH_MEASURED, str(path)]
        runs = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(4)]
    seconds = min(float(run.stdout) for run in runs[1:])  # the first may compile
    case = (
        f"load {BVH_SECONDS // 60} minutes of BVH ({BVH_JOINTS} joints, {BVH_RATE} Hz, {size / 1e6:.0f} MB)"
    )
    record(case, {"pantin": seconds}, "pantin")
    met = seconds < BVH_GOAL
    print(f"\n{case}: {seconds:.2f} s (below {BVH_GOAL:g}): {'ok' if met else 'MISSED'}")
    return met


SMALL_BYTES, SMALL_GOAL, SMALL_SECONDS = 100_000, 1_000, 3.0

SMALL_MEASURED = """
import sys, time
import pantin
paths = sys.argv[2:]
for path in paths:
    pantin.load(path).rig
begin, count = time.perf_counter(), 0
used = time.process_time()
while time.perf_counter() < begin + float(sys.argv[1]):
    for path in paths:
        pantin.load(path).rig
    count += len(paths)
print(count / (time.perf_counter() - begin), count / (time.process_time() - used))
"""


def small_rigs() -> bool:
    """Rigs under 100 KB, loaded and lifted by two processes at once: files a second of the clock, and of the
    processors, which other programs take part of."""
    found = [path for path in sorted(CORPUS.rglob("*.glb")) if path.stat().st_size < SMALL_BYTES]
    paths = [str(path) for path in found if b'"skins"' in path.read_bytes()]
    if not paths:
        return True
    command = [sys.executable, "-c", SMALL_MEASURED, str(SMALL_SECONDS), *paths]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    rates = [[float(word) for word in process.communicate()[0].split()] for process in running]
    clock, processor = (sum(rate) for rate in zip(*rates, strict=True))
    case = f"load and lift a rig under {SMALL_BYTES // 1000} KB, 2 processes, processor time"
    record(case, {"pantin": 1 / processor}, "pantin")
    met = processor >= SMALL_GOAL
    print(
        f"\n{case}: {processor:,.0f} files/s, {clock:,.0f} by the clock "
        f"(at least {SMALL_GOAL:,}): {'ok' if met else 'MISSED'}"
    )
    return met


ARM = ROOT / "examples" / "arm.glb"
ARM_SECONDS, FIRST_SECONDS, STARTS = 0.001, 0.150, 15

FIRST_RESULT = """
import sys
import pantin
rig = pantin.load(sys.argv[1]).rig
pantin.deform(rig, pantin.sample(rig, 0, 0.5))
"""


def posed_arm() -> object:
    rig = pantin.load(ARM).rig
    assert rig is not None
    return pantin.deform(rig, pantin.sample(rig, 0, 0.5))


def small_file() -> bool:
    """From a file of 5 KB to its posed vertices, in a warm process; trimesh reads the mesh alone."""
    variants: dict[str, Callable[[], object]] = {
        "pantin": posed_arm,
        "trimesh, mesh alone": lambda: trimesh_load(ARM),
    }
    for run in variants.values():
        run()
    times = interleave(variants, 2 * ROUNDS)
    report(f"load, rig, sample and deform {ARM.name}, warm", times, "pantin")
    met = times["pantin"].least <= ARM_SECONDS
    print(f"  below {ARM_SECONDS * 1e3:g} ms: {'ok' if met else 'MISSED'}")
    return met


def first_result() -> bool:
    """Processor seconds of a process that loads and deforms once, beside one that imports NumPy."""
    if sys.platform == "win32":
        return True
    programs = {"pantin": FIRST_RESULT, "import numpy": "import numpy", "an empty Python": ""}
    least: dict[str, float] = {}
    for _ in range(STARTS):
        for name, program in programs.items():
            used = child_seconds([sys.executable, "-c", program, str(ARM)])
            least[name] = min(least.get(name, used), used)
    case = f"load and deform {ARM.name}, the first result of a process, processor time"
    record(case, least, "pantin")
    met = least["pantin"] <= FIRST_SECONDS
    print(f"\n{case}: {', '.join(f'{name} {seconds * 1e3:.0f} ms' for name, seconds in least.items())}")
    print(f"  below {FIRST_SECONDS * 1e3:g} ms: {'ok' if met else 'MISSED'}")
    return met


def child_seconds(command: list[str]) -> float:
    """The processor seconds of a process, of the system's as well; its bytecode is cached, as that of an
    installed package is."""
    import resource

    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    large = large_file() if sys.platform == "linux" else True
    met = [
        many_accessors(),
        clip_channels(),
        large,
        long_motion(),
        small_rigs(),
        small_file(),
        first_result(),
    ]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
