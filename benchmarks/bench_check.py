"""`pantin check -j 2` of a folder of a thousand files: time, and whether memory stays flat; and checking real
models in one process beside the npm package gltf-validator.

The models are the .glb files in the folder PANTIN_MODELS, without compression, which gltf-validator does not
decode. The package is looked for in the folder PANTIN_NODE_MODULES. Without both, the comparison is left out.
It is of processor time, including that of the threads which node runs beside the main one.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from timing import Times, record, report

import pantin

ROOT = Path(__file__).resolve().parent.parent
MODEL = ROOT / "examples" / "arm.glb"
FEW, MANY = 100, 1000
ROUNDS = 5
GOALS = {"gltf-validator": 4.0}
"""How many times as long as Pantin it must take."""
FLAT = 4 << 20
"""Growth of the main process from a hundred files to a thousand that still counts as flat: allocator
noise.
"""

MEASURED = """
import resource, sys
from pantin.cli.run import run
code = run(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""


def generate(folder: Path, count: int) -> None:
    """Copies of the example, each with a byte of its buffer changed, so that most have findings."""
    data = bytearray(MODEL.read_bytes())
    (json_length,) = struct.unpack_from("<I", data, 12)
    noise = random.Random(count)
    for index in range(count):
        copy = bytearray(data)
        copy[noise.randrange(28 + json_length, len(copy))] ^= 0x55
        (folder / f"model-{index:04}.glb").write_bytes(copy)


def measure(count: int) -> tuple[float, int]:
    """Seconds, and the peak resident bytes of the main process."""
    with tempfile.TemporaryDirectory() as name:
        generate(Path(name), count)
        command = [sys.executable, "-c", MEASURED, "check", name, "-j", "2"]
        begin = time.perf_counter()
        ended = subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
        )
        elapsed = time.perf_counter() - begin
    unit = 1 if sys.platform == "darwin" else 1024  # ru_maxrss: bytes on macOS, KiB elsewhere
    return elapsed, int(ended.stderr.split()[-1]) * unit


def beside_validator() -> bool:
    """Check the same files in turn, in one process each that has checked them before."""
    folder, modules = os.environ.get("PANTIN_MODELS"), os.environ.get("PANTIN_NODE_MODULES")
    if not folder or not modules or not Path(modules, "gltf-validator").is_dir():
        print("\nbeside gltf-validator: set PANTIN_MODELS and PANTIN_NODE_MODULES")
        return True
    paths = sorted(Path(folder).iterdir())
    command = ["node", str(ROOT / "benchmarks" / "gltf_validator.mjs"), str(Path(modules).resolve())]
    taken: dict[str, list[float]] = {"pantin": [], "gltf-validator": []}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as node:
        assert node.stdin is not None
        assert node.stdout is not None
        for _ in range(ROUNDS + 1):
            begin = time.process_time()
            for path in paths:
                pantin.check(path)
            taken["pantin"].append(time.process_time() - begin)
            print(folder, file=node.stdin, flush=True)
            taken["gltf-validator"].append(json.loads(node.stdout.readline())["seconds"])
        node.stdin.close()
    times = {name: Times(min(each[1:]), statistics.median(each[1:])) for name, each in taken.items()}
    return report(f"check {len(paths)} GLBs in one process, processor time", times, "pantin", GOALS)


def main() -> int:
    met = beside_validator()
    if sys.platform == "win32":
        print("\ncheck many files: peak memory is not measured on Windows")
        return int(not met)
    results = {count: measure(count) for count in (FEW, MANY)}
    print()
    for count, (elapsed, peak) in results.items():
        print(f"check {count} files with -j 2: {elapsed:.1f} s, peak {peak / 1e6:.1f} MB")
        record(f"check {count} files with -j 2", {"pantin": elapsed}, "pantin")
    growth = results[MANY][1] - results[FEW][1]
    print(f"  the main process grew by {growth / 1e6:.1f} MB: {'flat' if growth <= FLAT else 'NOT FLAT'}")
    return int(growth > FLAT or not met)


if __name__ == "__main__":
    sys.exit(main())
