"""Kills commands at random moments while they overwrite a file: what is left is the old file or the new one,
and beside a new one all the files that it names.

python soak/interruptions.py 300
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np

from pantin.formats.gltf import save
from pantin.formats.gltf.document import read
from pantin.formats.gltf.edits import append_accessor

ROOT = Path(__file__).resolve().parent.parent
FILLER = 4_000_000
"""Bytes to write beside the model: a write that takes a while can be hit."""

CASES = {
    "convert": (ROOT / "examples" / "arm.glb", ".glb", ("convert",), ()),
    "companions": (ROOT / "examples" / "arm.glb", ".gltf", ("convert",), ()),
    "bake": (ROOT / "examples" / "springs" / "strand.glb", ".glb", ("bake",), ("--seconds", "1")),
}


def heavy(source: Path, target: Path) -> Path:
    """A copy of a model with some megabytes more in its buffer."""
    document = read(source)
    append_accessor(document, np.arange(FILLER // 4, dtype=np.float32))
    save.write(document, target)
    return target


def interrupted(command: list[str], after: float) -> bool:
    """Start a command and kill it some time after; whether it was still running."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(after)
    running = process.poll() is None
    process.kill()
    process.wait()
    return running


def trial(name: str, rounds: int, folder: Path) -> Counter[str]:
    """How often the old file was left, and how often the new one; raises for anything else."""
    example, suffix, command, flags = CASES[name]
    source, out = heavy(example, folder / "in.glb"), folder / "out"
    out.mkdir()
    target = out / f"{name}{suffix}"
    line = [sys.executable, "-m", "pantin", *command, str(source), str(target), *flags]
    start = time.perf_counter()
    subprocess.run(line, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    whole = time.perf_counter() - start
    new, old = {path.name: path.read_bytes() for path in out.iterdir()}, b"the old file"
    left: Counter[str] = Counter()
    for _ in range(rounds):
        for path in out.iterdir():
            path.unlink()
        target.write_bytes(old)
        # The first half of a run only reads; the moments that matter are in the second.
        running = interrupted(line, random.uniform(0.5, 1.4) * whole)
        result = target.read_bytes()
        if result not in (old, new[target.name]):
            sys.exit(f"{name}: {target} is neither the old file nor the new one")
        if result != old and any((out / path).read_bytes() != data for path, data in new.items()):
            sys.exit(f"{name}: {target} is new, and a file that it names is not")
        left["old" if result == old else "new"] += 1
        left["killed"] += running
    return left


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for name in CASES:
        with tempfile.TemporaryDirectory() as folder:
            left = trial(name, rounds // len(CASES), Path(folder))
        print(f"{name}: killed {left['killed']} times; old file left {left['old']}, new one {left['new']}")


if __name__ == "__main__":
    main()
