"""Commands on a chain and on a list of 100,000 nodes: five seconds each, and twice the time of half as many.

Seconds are those that the process computed, so that a busy machine counts less. Caveat: they include the
start of Python and reading and writing the files.
"""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from timing import record

NODES = (50_000, 100_000)
SECONDS = 5.0
LINEAR = 2.6
"""How many times as long twice the nodes may take: two, and the noise of one run."""

COMMANDS = {
    "check": ("check", "--quiet", "{}"),
    "inspect": ("inspect", "{}"),
    **{
        f"convert to {suffix}": ("convert", "{}", f"out{suffix}")
        for suffix in (".glb", ".gltf", ".g4b", ".npz")
    },
}


def model(count: int, *, chain: bool) -> bytes:
    """A GLB of nodes that are each the child of the one before, or all roots."""
    nodes: list[dict[str, object]] = [
        {"name": f"node {index}", "translation": [0, 1 / count, 0]} for index in range(count)
    ]
    for index in range(count - 1 if chain else 0):
        nodes[index]["children"] = [index + 1]
    roots = [0] if chain else list(range(count))
    text = json.dumps({"asset": {"version": "2.0"}, "nodes": nodes, "scenes": [{"nodes": roots}]}).encode()
    text += b" " * (-len(text) % 4)
    return struct.pack("<4sIIII", b"glTF", 2, 20 + len(text), len(text), 0x4E4F534A) + text


def measure(folder: str, words: tuple[str, ...], name: str) -> float:
    """The seconds that a command computes."""
    command = [sys.executable, "-m", "pantin", *(word.format(name) for word in words)]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=quiet, stderr=quiet, cwd=folder)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def main() -> int:
    if sys.platform == "win32":
        print("\ncommands on many nodes: the time of a process is not measured on Windows")
        return 0
    met = True
    with tempfile.TemporaryDirectory() as folder:
        for shape in ("chain", "list"):
            for count in NODES:
                (Path(folder) / f"{count}.glb").write_bytes(model(count, chain=shape == "chain"))
            for name, words in COMMANDS.items():
                half, whole = (measure(folder, words, f"{count}.glb") for count in NODES)
                good = whole <= SECONDS and whole <= LINEAR * half
                met &= good
                print(
                    f"  {name:18} {shape:6} {half:6.2f} s  {whole:6.2f} s  {'ok' if good else 'MISSED'}",
                    flush=True,
                )
                seconds = {f"{count} nodes": taken for count, taken in zip(NODES, (half, whole), strict=True)}
                record(f"{name}, a {shape} of nodes", seconds, f"{NODES[0]} nodes")
    return int(not met)


if __name__ == "__main__":
    sys.exit(main())
