"""Runs commands under other hash seeds, locales, threads, processors and Pythons, and compares their bytes.

python soak/determinism.py [PYTHON ...]

What is promised (docs/conventions.md, "bytes") must be equal; of the rest is message where it differs.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

COMMANDS = {
    "compile": ("compile", "rigy/humanoid.rigy.yaml", "-o", "out.glb"),
    "compile imports": ("compile", "rigy/car.rigy.yaml", "-o", "out.glb"),
    "compile scene": ("compile", "rigy/scene.rigs.yaml", "-o", "out.glb"),
    "convert gltf": ("convert", "arm.glb", "out.gltf", "--embed"),
    "convert g4mf": ("convert", "arm.glb", "out.g4b"),
    "skeletons": ("skeletons", "skeletons/plain.gltf", "out.glb"),
    "check": ("check", "broken.gltf", "--format", "json"),
    "slice": ("slice", "g4mf/tesseract.off", "out.glb", "--w", "0.2"),
    "pose": ("pose", "arm.glb", "out.glb", "--clip", "0", "--time", "0.4"),
    "bake": ("bake", "springs/skirt.glb", "out.glb", "--seconds", "1"),
    "render": ("render", "arm.glb", "-o", "out.png", "--size", "160x120"),
}

MACHINE = frozenset({"pose", "bake", "slice", "render"})
"""Commands that promise the same bytes on one machine, with either engine."""

ENGINES = {
    "NumPy": ("-m", "pantin"),
    # The examples are too small to be worth waking numba; compiled twins serve a process that has it already.
    "compiled": (
        "-c",
        "import numba, runpy; runpy.run_module('pantin', run_name='__main__', alter_sys=True)",
    ),
}
RUNS = [(command, "NumPy") for command in COMMANDS] + [(command, "compiled") for command in sorted(MACHINE)]

SAME_MACHINE: dict[str, dict[str, str]] = {
    "hash seed 1": {"PYTHONHASHSEED": "1"},
    "hash seed random": {"PYTHONHASHSEED": "random"},
    "locale C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "locale Turkish": {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
    "one thread": {"PANTIN_THREADS": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    "three threads": {"PANTIN_THREADS": "3"},
    "another time zone": {"TZ": "Asia/Kathmandu"},
}

OTHER_MACHINE: dict[str, dict[str, str]] = {
    "NumPy without AVX": {"NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3 AVX512F AVX512_SKX"},
    "old BLAS": {"OPENBLAS_CORETYPE": "Nehalem"},
    "generic processor": {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""},
    "without numba": {"PANTIN_NO_NUMBA": "1"},
}


def written(python: str, run: tuple[str, str], around: dict[str, str], folder: Path) -> str:
    """The hash of everything that a command prints and writes, with one engine."""
    name, engine = run
    arguments = COMMANDS[name]
    result = folder / "made"
    result.mkdir()
    examples = ROOT / "examples"
    words = [
        str(examples / argument) if (examples / argument).is_file() else argument for argument in arguments
    ]
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT / "src"), **around}
    environment["NUMBA_CACHE_DIR"] = str(folder / "kernels" / "-".join(around.values()).replace(os.sep, "-"))
    command = [python, "-W", "ignore", *ENGINES[engine], *words]
    ended = subprocess.run(command, cwd=result, env=environment, capture_output=True)
    if ended.returncode not in (0, 1):
        sys.exit(f"{' '.join(arguments)}: {ended.stderr.decode(errors='replace')}")
    digest = hashlib.sha256(ended.stdout)
    for file in sorted(result.iterdir()):
        digest.update(file.name.encode() + file.read_bytes())
        file.unlink()
    result.rmdir()
    return digest.hexdigest()


def _named(runs: list[tuple[str, str]]) -> str:
    return ", ".join(f"{command} ({engine})" for command, engine in runs)


def main() -> None:
    pythons = sys.argv[1:]
    broken = 0
    rows = [(name, sys.executable, around, True) for name, around in SAME_MACHINE.items()]
    rows += [(name, sys.executable, around, False) for name, around in OTHER_MACHINE.items()]
    rows += [(python, python, {}, False) for python in pythons]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        usual = {run: written(sys.executable, run, {}, folder) for run in RUNS}
        apart = [
            command for command in sorted(MACHINE) if usual[command, "NumPy"] != usual[command, "compiled"]
        ]
        broken += len(apart)
        print(
            f"NumPy and compiled: {'other bytes: ' + ', '.join(apart) if apart else 'the same'}", flush=True
        )
        for title, python, around, same in rows:
            differing = [run for run in RUNS if written(python, run, around, folder) != usual[run]]
            unkept = [run for run in differing if same or run[0] not in MACHINE]
            broken += len(unkept)
            message = f"other bytes: {_named(differing)}" if differing else "the same"
            print(f"{title}: {message}{f' (PROMISED: {_named(unkept)})' if unkept else ''}", flush=True)
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
