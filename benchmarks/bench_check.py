"""`pantin check -j 2` of a folder of a thousand files: time, and whether memory stays flat."""

from __future__ import annotations

import random
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from timing import record

ROOT = Path(__file__).resolve().parent.parent
MODEL = ROOT / "examples" / "arm.glb"
FEW, MANY = 100, 1000
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


def main() -> int:
    if sys.platform == "win32":
        print("\ncheck many files: peak memory is not measured on Windows")
        return 0
    results = {count: measure(count) for count in (FEW, MANY)}
    print()
    for count, (elapsed, peak) in results.items():
        print(f"check {count} files with -j 2: {elapsed:.1f} s, peak {peak / 1e6:.1f} MB")
        record(f"check {count} files with -j 2", {"pantin": elapsed}, "pantin")
    growth = results[MANY][1] - results[FEW][1]
    print(f"  the main process grew by {growth / 1e6:.1f} MB: {'flat' if growth <= FLAT else 'NOT FLAT'}")
    return int(growth > FLAT)


if __name__ == "__main__":
    sys.exit(main())
