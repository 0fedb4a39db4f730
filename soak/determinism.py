"""Runs commands under other hash seeds, locales, threads, processors and Pythons, and compares their bytes.

python soak/determinism.py [PYTHON ...]
python soak/determinism.py --lines 300 [--processes 1] [--seconds S] [--seed 0]

What is promised (docs/conventions.md, "bytes") must be equal; of the rest is message where it differs.
With `--lines`, lines of every verb (those of `scripts/golden_recipes.py`) are run twice on one machine, with
all of that different at once and in another folder: what they print and write must be equal.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import shlex
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

from oracles import mutants

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


ONE_WAY = {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8", "PANTIN_THREADS": "1"}
ANOTHER = {"PYTHONHASHSEED": "77", "TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8", "PANTIN_THREADS": "3"}
FOLDERS = ("a", "another folder/with a longer name")
LARGEST = 60_000
"""Bytes of a model that a line is run on."""

TARGETS = (".glb", ".gltf", ".vrm", ".g4tf", ".g4b", ".obj", ".stl", ".npz", ".bvh", ".fbx", ".usda", ".usdz")


def result(
    words: list[str], files: dict[str, bytes], around: dict[str, str], folder: Path
) -> dict[str, object]:
    """What a line prints and leaves in a folder, and its exit code."""
    folder.mkdir(parents=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **around}
    command = [sys.executable, "-m", "pantin", *words]
    ended = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=600
    )
    left = {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
    return {"exit code": ended.returncode, "output": ended.stdout, "messages": ended.stderr, **left}


def differences(number: int, seed: int) -> str:
    """A line, and what is not the same when it is run twice; nothing if all is."""
    chance, trials = random.Random(f"{seed} {number}"), mutants.trials()
    verb = list(trials)[number % len(trials)]
    trial = chance.choice(trials[verb])
    source, suffix = mutants.choose(trial, mutants.models(LARGEST, *mutants.corpus_folders()), chance)
    files = {f"model{suffix}": source.read_bytes(), **trial.texts(random.Random(0))}
    words = mutants.fill(trial, f"model{suffix}", suffix, TARGETS, chance)
    with tempfile.TemporaryDirectory() as name:
        one, other = (
            result(words, files, around, Path(name, folder))
            for around, folder in zip((ONE_WAY, ANOTHER), FOLDERS, strict=True)
        )
    unequal = [part for part in (one | other) if one.get(part) != other.get(part)]
    return f"{number}: {shlex.join(words)} ({source}): {', '.join(unequal)}" if unequal else ""


def run_lines(options: argparse.Namespace) -> int:
    end = time.monotonic() + options.seconds

    def answer(number: int) -> str | None:
        return differences(number, options.seed) if time.monotonic() < end else None

    with ThreadPoolExecutor(options.processes) as pool:
        told = []
        for text in pool.map(answer, range(options.lines)):
            told.append(text)
            if text:
                print(text, flush=True)
    print(f"{sum(text is not None for text in told)} lines twice, {sum(map(bool, told))} differ")
    return int(any(told))


def _named(runs: list[tuple[str, str]]) -> str:
    return ", ".join(f"{command} ({engine})" for command, engine in runs)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pythons", nargs="*", metavar="PYTHON")
    parser.add_argument("--lines", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if options.lines:
        sys.exit(run_lines(options))
    pythons = options.pythons
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
