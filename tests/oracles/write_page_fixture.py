"""Writes viewer/test/four_dimensions.json: what Pantin computes, for the unit tests of the page's script.

Run it with the Python of the test environment; a test fails if the file is stale.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path

import numpy as np

import pantin
from pantin.deformation import deform
from pantin.maths.rotor import rotation_matrix
from pantin.operations.edit.mesh_slice import Hyperplane, slice_mesh
from pantin.operations.edit.projection import project_points
from pantin.rig.triangulation import boundary
from pantin.viewer.page_four import build_four

ROOT = Path(__file__).parents[2]
FIXTURE = ROOT / "viewer" / "test" / "four_dimensions.json"
EXAMPLES = ROOT / "examples" / "g4mf"

ROTATIONS = ("xw:30,yz:10", "xw:90", "yw:-90,xz:180", "wx:45", "zw:12.5,xy:-77,zw:200,yw:1")
CUTS = (
    ("tesseract.off", "", (0, 0, 0, 1), 0.0),  # a cube, cut between its vertices
    ("tesseract.off", "", (0, 0, 0, 1), 1.0),  # a facet lies in the 3-space
    ("tesseract.off", "", (1, 1, 1, 1), 0.0),  # an octahedron, through vertices
    ("tesseract.off", "xw:30,yz:10", (0, 0, 0, 1), 0.2),
    ("creature.g4b", "xw:30,yz:10,yw:75", (0, 0, 0, 1), -0.3),
    ("creature.g4b", "zw:40", (1, 2, -0.5, 0.25), 0.5),
)
POSES = {
    "creature.g4b": ({"LowerArm": "yw:90", "UpperArm": "xw:20,zw:-35"}, {}),
    "face.g4tf": ({}, {"FaceSmile": 0.7}),
}


def build() -> dict[str, object]:
    """The content of the file."""
    return {
        "rotations": [
            {"text": text, "matrix": rotation_matrix(text, 4).reshape(-1).tolist()} for text in ROTATIONS
        ],
        "cuts": [_cut(*case) for case in CUTS],
        "poses": [_pose(name, *wanted) for name, wanted in POSES.items()],
    }


def _cut(name: str, rotate: str, normal: tuple[float, ...], offset: float) -> dict[str, object]:
    rig = pantin.load(EXAMPLES / name).rig
    (mesh,) = deform(rig, rig.rest_pose(), normals=False)
    points = np.asarray(mesh.positions, np.float64)
    simplexes = boundary(rig.meshes[mesh.mesh].surfaces[mesh.surface])
    assert simplexes is not None
    plane = Hyperplane.from_normal(normal, offset)
    if rotate:
        plane = plane.before_rotation(rotation_matrix(rotate, 4))
    cut = slice_mesh(points, simplexes, plane, flatten=False)
    return {
        "points": points.reshape(-1).tolist(),
        "simplexes": simplexes.reshape(-1).tolist(),
        "rotate": rotate,
        "normal": list(normal),
        "offset": offset,
        "triangles": cut.positions[cut.simplexes].reshape(-1, 9).tolist(),
        "volume": cut.volume(),
        "projected": project_points(points, plane, 20.0).reshape(-1).tolist(),
    }


def _pose(name: str, joints: dict[str, str], weights: dict[str, float]) -> dict[str, object]:
    rig = pantin.load(EXAMPLES / name).rig
    model = build_four(rig)
    pose = rig.rest_pose()
    for joint, turns in joints.items():
        rest = pose.local[rig.node_index(joint)][:, :4]
        unscaled = rest / np.linalg.norm(rest, axis=0)
        pose = pose.with_local(joint, planes=unscaled @ rotation_matrix(turns, 4))
    shapes: list[list[object]] = []
    for shape, weight in weights.items():
        for index, instance in enumerate(rig.instances):
            names = list(rig.meshes[instance.mesh].blend_names or ())
            blend = pose.blend[index].copy()
            blend[names.index(shape)] = weight
            pose = pose.with_blend(instance.node, blend)
            shapes.append([f"{instance.node}.{names.index(shape)}", weight])
    posed = [mesh.positions.astype(np.float64).reshape(-1).tolist() for mesh in deform(rig, pose)]
    return {
        "four": model.data,
        "arrays": base64.b64encode(model.arrays).decode(),
        "parents": rig.nodes.parents.tolist(),
        "joints": [[rig.node_index(joint), turns] for joint, turns in joints.items()],
        "weights": shapes,
        "posed": posed,
    }


if __name__ == "__main__":
    FIXTURE.write_text(json.dumps(build()) + "\n", encoding="utf-8", newline="\n")
    print(f"{FIXTURE.relative_to(ROOT)}: {FIXTURE.stat().st_size:,} bytes")
