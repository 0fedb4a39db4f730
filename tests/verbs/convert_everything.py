"""Run in a process of its own: `python convert_everything.py BACKEND FILE…` makes every kind of file of each,
and prints digests of what was written, as JSON. The backend is that of the kernels, "numpy" or "twin"."""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
import warnings
from pathlib import Path

import pantin
from pantin.kernels.engine import Backend, force_backend

SUFFIXES = (".glb", ".gltf", ".g4b", ".off", ".obj", ".stl", ".npz", ".bvh")


def make(source: Path, folder: Path, kind: str) -> None:
    if kind == "skeletons":
        pantin.save(pantin.derive_skeletons(pantin.load(source)), folder / "out.glb")
    elif kind == "fmt":
        (folder / "out.yaml").write_text(pantin.fmt(source.read_bytes()), "utf-8")
    else:
        # Frames between keys have to be interpolated.
        pantin.convert(source, folder / f"out{kind}", fps=24 if kind == ".bvh" else None)


def digest(source: Path, kind: str) -> str:
    """Of all files that are made; the name of the error where the format cannot store the model."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            make(source, folder, kind)
        except (pantin.PantinError, ValueError) as error:
            return type(error).__name__
        files = sorted(folder.iterdir())
        return hashlib.sha256(b"".join(file.name.encode() + file.read_bytes() for file in files)).hexdigest()


warnings.simplefilter("ignore")
backend, *sources = sys.argv[1:]
with force_backend(Backend(backend)):
    made = {
        f"{source} {kind}": digest(Path(source), kind)
        for source in sources
        for kind in (*SUFFIXES, "skeletons", *(["fmt"] if source.endswith(".yaml") else []))
    }
print(json.dumps(made))
