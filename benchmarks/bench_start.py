"""How long the command takes to start, as a ratio to `python -c pass` measured in the same run."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORPUS = Path(os.environ.get("PANTIN_CORPUS", ROOT.parent / "shared" / "corpus"))
FOX = CORPUS / "gltf-sample-assets" / "Fox.glb"
MODEL = FOX if FOX.is_file() else ROOT / "examples" / "arm.glb"
ROUNDS = 15
GOALS = {"--version": 5.0, "--help": 9.0, f"check {MODEL.name}": 20.0}
"""The most each command may take, in starts of an empty Python."""


def command() -> list[str]:
    """The installed script, which is what people start; else the module."""
    script = Path(sys.executable).with_name("pantin.exe" if os.name == "nt" else "pantin")
    return [str(script)] if script.is_file() else [sys.executable, "-m", "pantin"]


def seconds(arguments: list[str], environment: dict[str, str]) -> float:
    begin = time.perf_counter()
    quiet = subprocess.DEVNULL
    subprocess.run(arguments, stdout=quiet, stderr=quiet, env=environment, check=False)
    return time.perf_counter() - begin


def main() -> int:
    runs = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "--version": [*command(), "--version"],
        "--help": [*command(), "--help"],
        f"check {MODEL.name}": [*command(), "check", str(MODEL)],
    }
    # An installed package has its bytecode; the first round, which makes it here, is never the least.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    best = dict.fromkeys(runs, float("inf"))
    # Interleaved, so that a busy moment of the machine falls on all alike; the least time is the least
    # disturbed.
    for _ in range(ROUNDS):
        for name, arguments in runs.items():
            best[name] = min(best[name], seconds(arguments, environment))
    base = best.pop("python -c pass")
    print(f"start: python -c pass {base * 1000:.0f} ms (least of {ROUNDS})")
    for name, least in best.items():
        ratio, goal = least / base, GOALS[name]
        met = "ok" if ratio <= goal else "MISSED"
        print(f"start: pantin {name} {least * 1000:.0f} ms = {ratio:.1f}x, goal {goal:.0f}x: {met}")
    return int(any(least / base > GOALS[name] for name, least in best.items()))


if __name__ == "__main__":
    sys.exit(main())
