"""Runs one fuzz target under atheris: fuzz_target.py NAME SECONDS CORPUS FINDINGS (started by
scripts/fuzz).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import atheris

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 4096
"""Bytes of an input. Longer ones slow each execution down more than they reach."""


GLTF = (".gltf", ".glb", ".vrm", ".vrma")
"""What a target starts from that does not say so itself, as `SEEDS`."""


def seeds(suffixes: tuple[str, ...]) -> list[Path]:
    """Good and bad files to start from: the examples, the cases of the rules, and the corpus where there is
    one.
    """
    folders = [ROOT / "examples", ROOT / "tests" / "cases"]
    if corpus := os.environ.get("PANTIN_CORPUS"):
        folders += [Path(corpus, "gltf-validator"), Path(corpus, "vrm")]
    files = (file for folder in folders if folder.is_dir() for file in sorted(folder.rglob("*")))
    return [f for f in files if f.suffix in suffixes and f.stat().st_size <= LONGEST]


def main() -> None:
    name, seconds, corpus, findings = sys.argv[1:]
    sys.path.insert(0, str(ROOT / "fuzz"))
    with atheris.instrument_imports(include=["pantin"]):
        module = __import__(name)
    for index, seed in enumerate(seeds(getattr(module, "SEEDS", GLTF))):
        Path(corpus, f"{index}{seed.suffix}").write_bytes(seed.read_bytes())
    options = [f"-max_total_time={seconds}", f"-artifact_prefix={findings}{os.sep}", "-print_final_stats=1"]
    options += [f"-max_len={LONGEST}"]
    atheris.Setup([sys.argv[0], *options, "-rss_limit_mb=2048", "-timeout=60", corpus], module.target)
    atheris.Fuzz()


main()
