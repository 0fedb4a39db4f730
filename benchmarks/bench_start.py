"""How long the command takes to start, as a ratio to `python -c pass` measured in the same run."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from timing import CORPUS, interleave, report

ROOT = Path(__file__).resolve().parent.parent
FOX = CORPUS / "gltf-sample-assets" / "Fox.glb"
MODEL = FOX if FOX.is_file() else ROOT / "examples" / "arm.glb"
ROUNDS = 15
EMPTY = "python -c pass"
ARM = ROOT / "examples" / "rigy" / "arm.rigy.yaml"
LIMITS = {"pantin --version": 5.0, "pantin --help": 9.0, f"pantin check {MODEL.name}": 20.0}
"""The most each command may take, in starts of an empty Python."""


def command() -> list[str]:
    """The installed script, which is what people start; else the module."""
    script = Path(sys.executable).with_name("pantin.exe" if os.name == "nt" else "pantin")
    return [str(script)] if script.is_file() else [sys.executable, "-m", "pantin"]


def main() -> int:
    # An installed package has its bytecode; the first round, which makes it here, is never the least.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def start(*arguments: str) -> Callable[[], object]:
        quiet = subprocess.DEVNULL
        return lambda: subprocess.run(arguments, stdout=quiet, stderr=quiet, env=environment, check=False)

    pantin = command()
    with tempfile.TemporaryDirectory() as folder:
        runs = {
            EMPTY: start(sys.executable, "-c", "pass"),
            "pantin --version": start(*pantin, "--version"),
            "pantin --help": start(*pantin, "--help"),
            f"pantin check {MODEL.name}": start(*pantin, "check", str(MODEL)),
            "pantin compile arm": start(*pantin, "compile", str(ARM), "-o", str(Path(folder) / "arm.glb")),
        }
        times = interleave(runs, ROUNDS)
    return 0 if report("cold start", times, EMPTY, limits=LIMITS) else 1


if __name__ == "__main__":
    sys.exit(main())
