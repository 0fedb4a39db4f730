"""Meshes of a rig."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift


def test_all_surfaces_share_the_vertices_of_the_file(kit):
    kit.mesh["surfaces"].append({"edges": kit.surface["edges"]})
    kit.shape.pop("surfaces")
    (mesh,) = lift(read(kit.binary())).rig.meshes
    assert np.shares_memory(mesh.surfaces[0].positions, mesh.surfaces[1].positions)
    assert mesh.blend_names == ("Smile", "Frown")
    assert mesh.group_names == ("Hips", "Arm")
    assert mesh.blend_weights.tolist() == [0.5, 0.0]


@pytest.mark.parametrize(
    ("type", "kept"), [("float32", "f4"), ("float64", "f8"), ("float16", "f8"), ("int8", "f8")]
)
def test_float32_stays_and_all_else_becomes_float64(kit, type, kept):
    kit.mesh["vertices"] = kit.accessor([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], type)
    assert lift(read(kit.text())).rig.meshes[0].surfaces[0].positions.dtype == np.dtype(kept)


def test_a_mesh_without_sound_vertices_is_empty(kit):
    kit.mesh["vertices"] = kit.accessor([[0, 0]] * 4, "float32")
    lifted = lift(read(kit.text()))
    assert lifted.rig.meshes[0].surfaces == ()
    assert lifted.findings


def test_influences_of_no_vertex_are_left_out(kit):
    kit.skin["vertices"] = kit.accessor([0, 1, 1, 2, 200], "uint8")
    lifted = lift(read(kit.text()))
    assert "1 influence" in lifted.findings[0].message
