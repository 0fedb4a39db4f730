"""UV sets: coordinates of known vertices, as the language's chapter 9 gives them."""

from __future__ import annotations

import json

import pytest

from pantin.formats.rigy.compile import compile_text


def texcoords(kind: str, *generators: str):
    sizes = {"box": {"x": 2, "y": 4, "z": 6}, "sphere": {"radius": 1}}
    dimensions = sizes.get(kind, {"radius": 1, "height": 2})
    sets = {f"uv{at}": {"generator": one} for at, one in enumerate(generators)}
    mesh = {"id": "m", "primitives": [{"id": "p", "type": kind, "dimensions": dimensions}], "uv_sets": sets}
    return compile_text(json.dumps({"version": "0.8", "meshes": [mesh]})).rig.meshes[0].surfaces[0].texcoords


def test_a_box_is_projected_face_by_face():
    """+X has u = −z, v = y; its first corner is (1, −2, −3)."""
    planar, projected = texcoords("box", "planar_xy@1", "box_project@1")
    assert planar[0].tolist() == [1.0, -2.0]
    assert projected[0].tolist() == [3.0, -2.0]
    assert projected[4].tolist() == [3.0, -2.0]  # −X: u = z, v = y at (−1, −2, 3)


@pytest.mark.parametrize(
    ("kind", "generator", "last"),
    [
        ("sphere", "sphere_latlong@1", [1.0, 1.0]),
        ("capsule", "capsule_cyl_latlong@1", [1.0, 1.0]),
        ("cylinder", "cylindrical@1", [1.0, 0.5]),
    ],
)
def test_round_primitives_run_from_zero_to_one(kind, generator, last):
    """The last vertex of a cylinder lies on the rim of its lower cap, at angle 2π."""
    (made,) = texcoords(kind, generator)
    assert made[0].tolist() == [0.0, 0.0]
    assert made[-1].tolist() == pytest.approx(last)
    assert made.min() >= 0.0
    assert made.max() <= 1.0
