"""Small projects on disk."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def project(tmp_path):
    """Writes files into a fresh folder, and gives the path of the first."""

    def write(**files: str) -> Path:
        for name, content in files.items():
            path = tmp_path / name.replace("__", "/")
            path = path.with_name(path.name + (".rigs.yaml" if "rigs_version" in content else ".rigy.yaml"))
            if "contract_version" in content:
                path = path.with_name(path.name.replace(".rigy.", ".ricy.").removeprefix("contract_"))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        first = next(iter(files))
        return next(tmp_path.glob(f"{first}.rig*.yaml"))

    return write


PART = """
version: "0.3"
meshes: [{id: part_mesh, name: Part, primitives: [{id: L_p, type: sphere, dimensions: {radius: 1},
  transform: {translation: [1, 0, 0]}}]}]
armatures: [{id: part_rig, bones: [{id: hub, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings: [{mesh_id: part_mesh, armature_id: part_rig}]
anchors:
  - {id: a, translation: [0, 0, 0]}
  - {id: b, translation: [1, 0, 0]}
  - {id: c, translation: [0, 1, 0]}
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
"""

WHOLE = """
version: "0.3"
imports: {part: {source: parts/part.rigy.yaml}}
meshes: [{id: body, primitives: [{id: b, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
anchors:
  - {id: p, translation: [5, 0, 0]}
  - {id: q, translation: [6, 0, 0]}
  - {id: r, translation: [5, 1, 0]}
instances:
  - {id: one, import: part, attach3: {from: [part.a, part.b, c], to: [p, q, r], mode: rigid}}
  - {id: two, import: part, attach3: {from: [a, b, c], to: [q, p, r], mode: rigid}}
"""


@pytest.fixture
def part():
    return PART


@pytest.fixture
def whole():
    return WHOLE
