"""Bindings of every kind."""

from __future__ import annotations

import pytest

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift


def bound(kit, **binding):
    """The bound normals of the kit's surface with this binding."""
    kit.surface["normals"] = {"values": kit.surface["normals"]["values"], **binding}
    kit.shape["surfaces"] = [{"surface": 0, "textureMap": kit.shape["surfaces"][0]["textureMap"]}]
    lifted = lift(read(kit.text()))
    return lifted.rig.meshes[0].surfaces[0].topology.normals, lifted.findings


def test_a_simplex_follows_all_its_vertices(kit):
    (found,), _ = bound(kit, perSimplex=kit.accessor([3, 2, 1, 0], "uint8"))
    assert found.value_indices.tolist() == [3, 2, 1, 0]
    assert found.offsets.tolist() == [0, 3, 6, 9, 12]


@pytest.mark.parametrize(
    ("dimension", "parts", "numbers", "over"),
    [
        (0, 0, [0, 1, 2, 3], "elements of dimension 0"),
        (1, 1, [0, 1, 2, 3, 0, 1], "elements of dimension 1"),
        (1, 0, [0, 1] * 6, "ends of edges"),
        (2, 2, [0, 1, 2, 3], "elements of dimension 2"),
        (2, 0, [3, 0, 0, 0, 3, 1, 1, 1, 3, 2, 2, 2, 3, 3, 3, 3], "parts of elements of dimension 2"),
        (2, 1, [3, 0, 0, 0, 3, 1, 1, 1, 3, 2, 2, 2, 3, 3, 3, 3], "parts of elements of dimension 2"),
    ],
)
def test_elements_of_every_dimension(kit, dimension, parts, numbers, over):
    tier = {
        "accessor": kit.accessor(numbers, "uint8"),
        "geometryDimension": dimension,
        "decomposeDimension": parts,
    }
    (found,), findings = bound(kit, geometry=[tier])
    assert found.elements == over
    assert not findings


def test_lists_that_do_not_follow_the_cells_are_left_out(kit):
    tier = {"accessor": kit.accessor([2, 0, 0], "uint8"), "geometryDimension": 2}
    found, findings = bound(kit, geometry=[tier])
    assert not found
    assert findings
