"""Runs every command over mutated models: no internal error, and no warning of NumPy.

python soak/mutations.py [--seconds 60] [--seed 0] [--keep FOLDER]

Each model is an example, or a file of the corpus in PANTIN_CORPUS, with some numbers of its data or some
values of its JSON replaced by others: not finite, enormous, tiny, of another type. A model that a command
fails on is kept, with the traceback beside it.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import struct
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FAULT = 4
"""The exit code of a fault of Pantin; see `pantin.cli.exit`."""

LARGEST = 300_000
NUMBERS = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    1e-45,
    1e-20,
    1e20,
    3.4e38,
    -3.4e38,
    float("inf"),
    float("-inf"),
    float("nan"),
]
VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    7,
    2.5,
    1e308,
    -1e308,
    1e-320,
    10**30,
    "",
    "x",
    [],
    {},
    [0],
    [[]],
    [{}],
]

COMMANDS = {
    "gltf": (
        "check IN",
        "inspect IN",
        "convert IN out.glb",
        "convert IN out.gltf",
        "convert IN out.g4b",
        "convert IN out.g4tf",
        "convert IN out.obj",
        "convert IN out.stl",
        "convert IN out.npz",
        "pose IN posed.glb",
        "pose IN posed.obj --clip 0 --time 0.3",
        "pose IN posed.gltf --keep-rig",
        "fix IN fixed.glb",
        "skeletons IN skeletons.glb",
        "bake IN baked.glb --seconds 0.2",
        "render IN -o picture.png --size 48x48",
        "render IN -o bones.png --size 48x48 --show mesh,skeleton,colliders,wireframe",
        "view IN --out page.html",
    ),
    "g4mf": (
        "check IN",
        "inspect IN",
        "convert IN out.g4tf",
        "convert IN out.g4b",
        "convert IN out.glb",
        "convert IN out.off",
        "convert IN out.npz",
        "pose IN posed.g4b",
        "slice IN cut.glb",
        "slice IN wires.glb --project perspective --distance 9",
        "convert IN out.obj",
        "view IN --out page.html",
    ),
}
SUFFIXES = {".glb": "gltf", ".gltf": "gltf", ".vrm": "gltf", ".g4b": "g4mf", ".g4tf": "g4mf"}


def find_models() -> list[Path]:
    folders = [ROOT / "examples"]
    if corpus := os.environ.get("PANTIN_CORPUS"):
        folders += [Path(corpus, name) for name in ("gltf-sample-assets", "vrm")]
    files = (file for folder in folders if folder.is_dir() for file in sorted(folder.rglob("*")))
    return [file for file in files if file.suffix in SUFFIXES and file.stat().st_size <= LARGEST]


def split_glb(data: bytes) -> tuple[bytes, bytes]:
    """The JSON text of a GLB, and the bytes after it."""
    (length,) = struct.unpack_from("<I", data, 12)
    return data[20 : 20 + length], data[20 + length :]


def join_glb(text: bytes, rest: bytes) -> bytes:
    text += b" " * (-len(text) % 4)
    return struct.pack("<4sIIII", b"glTF", 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest


def members(value: Any, owner: Any = None, key: Any = None) -> Iterator[tuple[Any, Any]]:
    """Every member of a tree as its owner and its key there."""
    if owner is not None:
        yield owner, key
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in list(items):
        yield from members(item, value, name)


def mutate_text(text: bytes, chance: random.Random) -> bytes:
    tree = json.loads(text)
    for _ in range(chance.choice((1, 1, 2, 4))):
        owner, key = chance.choice(list(members(tree)))
        old = owner[key]
        if isinstance(old, int | float) and not isinstance(old, bool) and chance.random() < 0.6:
            owner[key] = chance.choice([old + 1, old - 1, -old, old * 1000, 1e308, 1e-320, 3.5e38, 0])
        elif chance.random() < 0.2:
            del owner[key]
        else:
            owner[key] = chance.choice(VALUES)
    return json.dumps(tree).encode()


def mutate_numbers(data: bytes, first: int, chance: random.Random) -> bytes:
    """Some floats replaced from byte `first` on."""
    changed = bytearray(data)
    if len(data) - first < 8:
        return data
    for _ in range(chance.choice((1, 2, 8, 32))):
        struct.pack_into(
            "<f", changed, chance.randrange(first, len(data) - 4) // 4 * 4, chance.choice(NUMBERS)
        )
    return bytes(changed)


def mutate(path: Path, chance: random.Random) -> bytes:
    data = path.read_bytes()
    if path.suffix in (".gltf", ".g4tf"):
        return mutate_text(data, chance)
    if data[:4] != b"glTF":
        return mutate_numbers(data, len(data) // 2, chance)
    text, rest = split_glb(data)
    if chance.random() < 0.5:
        text = mutate_text(text, chance)
    if chance.random() < 0.6:
        rest = mutate_numbers(rest, 8, chance)
    return join_glb(text, rest)


def run_command(line: str, name: str) -> str | None:
    """Run a command in this process; the traceback if it fails."""
    from pantin.cli.run import run

    out, err = io.StringIO(), io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        warnings.simplefilter("error")
        code = run(line.replace("IN", name, 1).split())
    return err.getvalue() if code == FAULT else None


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, default=Path("mutations"))
    options = parser.parse_args()
    chance, models = random.Random(options.seed), find_models()
    os.environ["PANTIN_TRACEBACK"] = "1"
    options.keep = options.keep.resolve()
    end, runs, faults = time.monotonic() + options.seconds, 0, set[str]()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        while time.monotonic() < end:
            path = chance.choice(models)
            name = "model" + path.suffix
            try:
                Path(name).write_bytes(mutate(path, chance))
            except (ValueError, IndexError):
                continue
            for line in COMMANDS[SUFFIXES[path.suffix]]:
                fault = run_command(line, name)
                runs += 1
                last = "" if fault is None else "\n".join(fault.strip().splitlines()[-3:])
                if fault is not None and last not in faults:
                    faults.add(last)
                    options.keep.mkdir(parents=True, exist_ok=True)
                    kept = options.keep / f"{len(faults)}{path.suffix}"
                    kept.write_bytes(Path(name).read_bytes())
                    kept.with_suffix(".txt").write_text(f"{line}\n{path}\n{fault}", encoding="utf-8")
                    print(f"{line} ({path.name}): {last}", flush=True)
    print(f"{runs} commands, {len(faults)} distinct faults")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
