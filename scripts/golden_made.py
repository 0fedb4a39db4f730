"""Inputs that `scripts/golden` makes: files of suffixes that few others have, and files that recipes name."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

from golden_jobs import Tree, by_hash
from golden_lines import Input, run_line

SEEDS = (
    "examples/arm.glb",
    "examples/face.gltf",
    "examples/vrm/avatar.vrm",
    "examples/springs/strand.glb",
    "examples/g4mf/creature.g4b",
    "examples/motion/walk.bvh",
)
"""What inputs are made of for suffixes that have fewer than `ENOUGH`."""

ENOUGH = 8

SHAPES_AS_INPUTS = ("cube-2.g4b", "cube-5.g4b", "simplex-6.g4b", "cube-7.off", "orthoplex-8.g4b")
"""Inputs in other dimensions than three and four, made by `pantin shape`."""

VARIANTS = """#usda 1.0
(
    defaultPrim = "box"
    upAxis = "Y"
)

def Xform "box" (
    prepend variantSets = "size"
    variants = {
        string size = "small"
    }
)
{
    variantSet "size" = {
        "small" {
            def Mesh "mesh" {
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
            }
        }
        "large" {
            def Mesh "mesh" {
                int[] faceVertexCounts = [4]
                int[] faceVertexIndices = [0, 1, 2, 3]
                point3f[] points = [(0, 0, 0), (9, 0, 0), (9, 9, 0), (0, 9, 0)]
            }
        }
    }
}
"""

TEXTS = {
    "variants.usda": VARIANTS,
    "pose.json": '{"nodes": {"elbow": {"rotation": [0, 0, 0.6, 0.8]}}, "blend": {"smile": 0.5}}\n',
    "bones.json": '{"mixamorig:Spine2": "upperChest", "mixamorig:LeftToeBase": null}\n',
    "pantin.toml": 'ignore = ["info"]\nstrict = true\nformat = "json"\n',
    "list.txt": "arm.glb\n",
}
"""Files that some lines need, in made/texts."""

MIDNIGHT = bytes([0, 0, 0x21, 0])
"""1 January 1980, 0:00, as zip archives store it."""


def make_inputs(tree: Tree, inputs: Sequence[Input], folder: Path) -> None:
    """Make files of the suffixes that few inputs have, and other files that recipes name."""
    by_name = {made.name: made for made in inputs}
    for name, text in TEXTS.items():
        place(folder / "texts" / name).write_text(text, encoding="utf-8")
    for name in SHAPES_AS_INPUTS:
        run_line(("shape", Path(name).stem, str(place(folder / "shapes" / name))), folder)
    for suffix, format in tree.formats.items():
        if sum(1 for made in inputs if made.suffix == suffix) >= ENOUGH:
            continue
        home = folder / suffix.strip("._").replace(".", "-")
        if suffix in tree.targets:
            for seed in SEEDS:
                made = place(home / f"{Path(seed).name.partition('.')[0]}{suffix}")
                run_line(("convert", by_name[seed], str(made)), folder)
                stop_clock(made)
                cut_in_half(made, suffix)
        else:
            copy_others(inputs, format, suffix, home)
    for unfinished in folder.rglob(".*"):
        unfinished.unlink()


def place(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    return file


def stop_clock(file: Path) -> None:
    """Set the times in a .usdz to midnight: usd-core writes the local time, and inputs must stay the same."""
    if file.suffix != ".usdz" or not zipfile.is_zipfile(file):
        return
    data = bytearray(file.read_bytes())
    with zipfile.ZipFile(file) as opened:
        places = [info.header_offset + 10 for info in opened.infolist()]
        place = opened.start_dir
        for info in opened.infolist():
            places.append(place + 12)
            place += 46 + len(info.filename.encode()) + len(info.extra) + len(info.comment)
    for place in places:
        data[place : place + 4] = MIDNIGHT
    file.write_bytes(data)


def cut_in_half(file: Path, suffix: str) -> None:
    """Write the first half of a file beside it: damaged files matter as much as good ones."""
    if file.is_file() and file.name == f"arm{suffix}":
        data = file.read_bytes()
        file.with_name(f"half{suffix}").write_bytes(data[: len(data) // 2])


def copy_others(inputs: Sequence[Input], format: str, suffix: str, home: Path) -> None:
    """Copy inputs of the format whose suffix begins as this one does: .rigy.yaml for .rigy.yml."""
    others = {made.suffix for made in inputs if made.format == format and made.suffix != suffix}
    if not others:
        return
    closest = max(sorted(others), key=lambda other: common_start(other, suffix))
    for number, made in enumerate(by_hash((m for m in inputs if m.suffix == closest), suffix)[:4]):
        shutil.copy(made.path, place(home / f"copy-{number}{suffix}"))


def common_start(one: str, other: str) -> int:
    """How many characters two texts begin with in common."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
