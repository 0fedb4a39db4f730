"""The numbers of meshes: indices, unit vectors, colours."""

from __future__ import annotations

import numpy as np
import pytest

BASE = "/meshes/0/primitives/0"


def test_indices_of_a_primitive_without_vertices_are_all_outside(places, made):
    made.mesh({"POSITION": 9}, indices=made.accessor([0, 0, 0], "<u2"))
    assert places("ACCESSOR_INDEX_OOB", **made.members) == [BASE + "/indices"]


@pytest.mark.parametrize(("dtype", "greatest"), [("u1", 255), ("<u2", 65535), ("<u4", 4294967295)])
def test_the_greatest_value_of_each_type_restarts_primitives(places, made, dtype, greatest):
    indices = made.accessor([0, greatest, 0], dtype)
    made.mesh({"POSITION": made.accessor([[0, 0, 0]])}, indices=indices)
    assert places("ACCESSOR_INDEX_PRIMITIVE_RESTART", **made.members) == [BASE + "/indices"]


@pytest.mark.parametrize(("mode", "expected"), [(4, [BASE + "/indices"]), (5, []), (0, [])])
def test_only_lists_of_triangles_are_looked_through_for_degenerate_ones(places, made, mode, expected):
    """In strips they join one strip to the next. The incomplete triangle at the end is none."""
    indices = made.accessor([0, 1, 2, 2, 1, 1, 0, 0], "<u2")
    made.mesh({"POSITION": made.accessor([[0, 0, 0]] * 3)}, indices=indices, mode=mode)
    assert places("ACCESSOR_INDEX_TRIANGLE_DEGENERATE", **made.members) == expected


@pytest.mark.parametrize(("length", "unit"), [(1 + 0.0067, True), (1 + 0.0068, False), (1 - 0.0068, False)])
def test_normals_are_of_unit_length_within_the_error_of_signed_bytes(places, made, length, unit):
    made.mesh({"NORMAL": made.accessor([[0, 0, 1], [0, length, 0]])})
    found = places("ACCESSOR_VECTOR3_NON_UNIT", **made.members)
    assert found == ([] if unit else [BASE + "/attributes/NORMAL"])


def test_quantised_normals_are_measured_as_fractions(places, made):
    made.tree["extensionsUsed"] = made.tree["extensionsRequired"] = ["KHR_mesh_quantization"]
    normals = made.accessor([[0, 0, 127, 0]], "i1", normalized=True, type="VEC3")
    made.tree["bufferViews"][0]["byteStride"] = 4
    made.mesh({"NORMAL": normals})
    assert places("ACCESSOR_VECTOR3_NON_UNIT", **made.members) == []


def test_the_sign_of_a_tangent_is_no_part_of_its_length(places, made):
    made.mesh({"NORMAL": 0, "TANGENT": made.accessor([[0, 1, 0, -1], [0, 1, 0, 0.5]])})
    assert places("ACCESSOR_VECTOR3_NON_UNIT", **made.members) == []
    assert places("ACCESSOR_INVALID_SIGN", **made.members) == [BASE + "/attributes/TANGENT"]


def test_nan_is_left_to_the_rule_about_floats(places, made):
    made.mesh({"NORMAL": made.accessor([[np.nan, 0, 0]]), "COLOR_0": made.accessor([[np.nan, 0, 0]])})
    assert places("ACCESSOR_VECTOR3_NON_UNIT", **made.members) == []
    assert places("ACCESSOR_NON_CLAMPED", **made.members) == []
    assert len(places("ACCESSOR_INVALID_FLOAT", **made.members)) == 2


def test_only_the_first_set_of_colours_is_clamped(places, made):
    colors = made.accessor([[0, 0, 1.5]])
    made.mesh({"COLOR_0": colors, "COLOR_1": colors})
    assert places("ACCESSOR_NON_CLAMPED", **made.members) == [BASE + "/attributes/COLOR_0"]
