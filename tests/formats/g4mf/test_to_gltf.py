"""G4MF meshes as glTF: all surfaces of a mesh have one list of vertices, which is stored once."""

from __future__ import annotations

import random

import numpy as np
import pytest

import pantin


def three_surfaces(writer, rng):
    """A skinned mesh with a blend shape, whose surfaces use 16, 16 and 60 of its 92 vertices."""
    kit = writer.Writer(3)

    def triangles(first, last):
        size = last - first
        corners = [[first + (index + step) % size for step in range(3)] for index in range(size)]
        return kit.accessor(corners, "uint8")

    vertices = list(range(92))
    points = [[rng.uniform(-1, 1) for _ in range(3)] for _ in vertices]
    kit.tree["meshes"] = [
        {
            "vertices": kit.accessor(points, "float32"),
            "surfaces": [{"simplexes": triangles(*ends)} for ends in ((0, 16), (16, 32), (32, 92))],
            "skin": {
                "vertices": kit.accessor(vertices, "uint8"),
                "groups": kit.accessor([rng.randrange(2) for _ in vertices], "uint8"),
                "weights": kit.accessor([1.0 for _ in vertices], "float32"),
            },
            "blend": {
                "shapes": [
                    {
                        "position": {
                            "indices": kit.accessor([3, 20, 70], "uint8"),
                            "offsets": kit.accessor([[1, 0, 0], [0, 1, 0], [0, 0, 1]], "float32"),
                        }
                    }
                ],
                "amounts": [0.5],
            },
        }
    ]
    kit.tree["nodes"] = [
        {"children": [1]},
        {"skeleton": {"joints": [2, 3]}, "children": [2, 4]},
        {"bone": {}, "children": [3]},
        {"bone": {}, "position": [0, 1, 0]},
        {"meshInstance": {"mesh": 0}},
    ]
    return kit.text()


@pytest.mark.parametrize("seed", range(3))
def test_surfaces_share_the_accessors_of_their_vertices(writer, tmp_path, seed):
    source = pantin.load(three_surfaces(writer, random.Random(seed)), name="x.g4tf")
    assert pantin.convert(source, tmp_path / "x.glb").ok
    target = pantin.load(tmp_path / "x.glb")
    primitives = target.document.tree["meshes"][0]["primitives"]
    assert len(primitives) == 3
    assert len({str(primitive["attributes"]) for primitive in primitives}) == 1
    assert len({str(primitive["targets"]) for primitive in primitives}) == 1
    counts = [entry["count"] for entry in target.document.tree["accessors"]]
    assert counts.count(92) == 4  # positions, joints, weights, and the offsets of the shape
    posed = [pantin.deform(asset.rig, asset.rig.rest_pose()) for asset in (source, target)]
    for before, after in zip(*posed, strict=True):
        np.testing.assert_allclose(after.positions, before.positions, atol=1e-6)
