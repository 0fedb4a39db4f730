"""Kills commands at random moments while they overwrite a set of files, and lets two of them write one set at
once: what is left is a whole old set or a whole new one.

python soak/interruptions.py 300            # kills in all
python soak/interruptions.py 300 obj g4tf   # only cases whose names contain one of these
"""

from __future__ import annotations

import base64
import hashlib
import json
import random
import re
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

import pantin
from pantin.formats.geometry.obj_reading import read_obj
from pantin.rig import Image, Instance, Material, Mesh, Node, Rig, Scene, Surface, Texture, TextureUse, build

ROOT = Path(__file__).resolve().parent.parent
VERTICES = 60_000
"""Enough that writing takes a while and can be hit."""

SIDE = 200
"""Pixels of each side of the image, which are random, so that it cannot be compressed."""

Lines = dict[str, list[str]]
"""The command lines of two versions of a target, by their names."""


def png(generator: np.random.Generator) -> bytes:
    """A square of random grey pixels (PNG 3rd edition, §5)."""
    rows = b"".join(b"\0" + generator.bytes(SIDE) for _ in range(SIDE))
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def model(version: int) -> Rig:
    """A mesh with a texture; versions differ in vertices and image."""
    generator = np.random.default_rng(version)
    positions = generator.random((VERTICES, 3)).astype(np.float32)
    image = Image(png(generator), "image/png", "skin")
    return build(
        nodes=[Node("thing")],
        meshes=[
            Mesh(
                (Surface(positions, indices=np.arange(VERTICES), texcoords=(positions[:, :2],), material=0),),
                "thing",
            )
        ],
        instances=[Instance(0, 0)],
        materials=[Material("m", base_color_texture=TextureUse(0))],
        textures=[Texture(images=(0,))],
        images=[image],
        scenes=[Scene((0,))],
        default_scene=0,
    )


def converted(folder: Path, target: Path, *options: str) -> Lines:
    lines = {}
    for version in (1, 2):
        source = folder / f"{version}.glb"
        pantin.save(model(version), source)
        lines[str(version)] = ["convert", str(source), str(target), *options]
    return lines


def copied(folder: Path, target: Path) -> Lines:
    """Conversions of G4MF files whose data is in files of one name."""
    lines = {}
    for version in (1, 2):
        source = folder / str(version) / "model.g4tf"
        source.parent.mkdir()
        pantin.save(model(version), source)
        tree = json.loads(source.read_text())
        for number, buffer in enumerate(tree["buffers"]):
            data = base64.b64decode(buffer["uri"].partition(",")[2])
            (source.parent / f"{number}.bin").write_bytes(data)
            buffer["uri"] = f"{number}.bin"
        source.write_text(json.dumps(tree, indent=1) + "\n")
        lines[str(version)] = ["convert", str(source), str(target)]
    return lines


def baked(folder: Path, target: Path) -> Lines:
    source = str(ROOT / "examples" / "springs" / "strand.glb")
    return {seconds: ["bake", source, str(target), "--seconds", seconds] for seconds in ("1", "2")}


def fixed(folder: Path, target: Path) -> Lines:
    """`fix` of two files with other weights to normalise."""
    lines = {}
    for version in ("1", "2"):
        asset = pantin.load(ROOT / "examples" / "loose.glb")
        asset.set_local(0, translation=(float(version), 0, 0))
        pantin.save(asset, folder / f"{version}.gltf")
        lines[version] = ["fix", str(folder / f"{version}.gltf"), str(target)]
    return lines


CASES: dict[str, tuple[str, Callable[[Path, Path], Lines]]] = {
    "convert to .glb": (".glb", converted),
    "convert to .gltf and .bin": (".gltf", converted),
    "convert to .g4b": (".g4b", converted),
    "convert to .g4tf and .bin": (".g4tf", copied),
    "convert to .obj, .mtl and .png": (".obj", converted),
    "bake to .gltf and .bin": (".gltf", baked),
    "fix to .gltf and .bin": (".gltf", fixed),
}


def content(target: Path) -> str:
    """A digest of what a reader of the set gets: vertices, clips, transforms and images."""
    parts: list[bytes] = []
    if target.suffix == ".obj":
        text = target.read_text()
        library = (target.parent / re.findall(r"mtllib (\S+)", text)[0]).read_text()
        parts = [read_obj(text.encode()).positions.tobytes()]
        parts += [(target.parent / name).read_bytes() for name in re.findall(r"map_Kd (\S+)", library)]
    else:
        report = pantin.check(target)
        errors = [finding.message for finding in report.findings if finding.severity == "error"]
        if errors:
            sys.exit(f"{target}: {errors[0]}")
        rig = pantin.load(target).rig
        parts = [surface.positions.tobytes() for mesh in rig.meshes for surface in mesh.surfaces]
        parts += [channel.values.tobytes() for clip in rig.clips for channel in clip.channels]
        parts += [rig.nodes.local.tobytes(), *(bytes(image.data or b"") for image in rig.images)]
    return hashlib.sha256(b"".join(parts)).hexdigest()


def start(line: list[str]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "pantin", *line]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def finish(process: subprocess.Popen[bytes]) -> None:
    _, errors = process.communicate()
    if process.returncode:
        sys.exit(f"{process.args}: code {process.returncode}: {errors.decode()}")


def trial(name: str, rounds: int, folder: Path) -> Counter[str]:
    """How often a kill left the old set, and how often the new one; exits with a message otherwise."""
    suffix, prepare = CASES[name]
    out = folder / "out"
    out.mkdir()
    target = out / f"t{suffix}"
    lines = prepare(folder, target)
    sets, seconds = {}, 0.0
    for version, line in lines.items():
        began = time.perf_counter()
        finish(start(line))
        seconds = time.perf_counter() - began
        sets[content(target)] = version
    if len(sets) != len(lines):
        sys.exit(f"{name}: the versions are the same")
    left: Counter[str] = Counter()
    for number in range(rounds):
        before = content(target)
        line = lines[next(version for old, version in sets.items() if old != before)]
        process = start(line)
        # The first half of a run imports modules and reads; the moments that matter are after that.
        time.sleep(random.uniform(0.4, 1.2) * seconds)
        left["killed"] += process.poll() is None
        process.kill()
        process.communicate()
        after = content(target)
        if after not in sets:
            sys.exit(f"{name}: {target} is neither the old set nor the new one")
        left["old" if after == before else "new"] += 1
        if number % 5 == 0:
            race(name, lines, target, sets)
    finish(start(lines[sets[content(target)]]))
    if rest := [path.name for path in out.iterdir() if path.name.startswith(".")]:
        sys.exit(f"{name}: temporary files are left: {rest}")
    return left


def race(name: str, lines: Lines, target: Path, sets: dict[str, str]) -> None:
    """Two writers at once: one of the two results."""
    for process in [start(line) for line in lines.values()]:
        finish(process)
    if content(target) not in sets:
        sys.exit(f"{name}: {target} is a mixture of two sets")


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    chosen = [name for name in CASES if not sys.argv[2:] or any(part in name for part in sys.argv[2:])]
    for name in chosen:
        with tempfile.TemporaryDirectory() as folder:
            left = trial(name, max(rounds // len(chosen), 1), Path(folder))
        print(f"{name}: killed {left['killed']} times; old set left {left['old']}, new one {left['new']}")


if __name__ == "__main__":
    main()
