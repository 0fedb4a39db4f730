"""The accessors of vertex attributes and morph targets."""

from __future__ import annotations

import pytest

FORMAT = "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"
BASE = "/meshes/0/primitives/0"


def mesh(made, semantic, accessor, morph=False):
    base = {"POSITION": made.accessor([[0, 0, 0]], min=[0, 0, 0], max=[0, 0, 0])}
    if morph:
        made.mesh(base, targets=[{semantic: accessor}])
    else:
        made.mesh(base | {semantic: accessor})


@pytest.mark.parametrize(("extension", "expected"), [(False, [BASE + "/attributes/NORMAL"]), (True, [])])
def test_quantisation_allows_more_formats_where_it_is_declared(places, made, extension, expected):
    mesh(made, "NORMAL", made.accessor([[0, 0, 127]], "i1", normalized=True))
    if extension:
        made.tree["extensionsUsed"] = made.tree["extensionsRequired"] = ["KHR_mesh_quantization"]
    assert places(FORMAT, **made.members) == expected


def test_tangents_have_a_sign_in_the_base_and_none_in_morph_targets(places, made):
    mesh(made, "TANGENT", made.accessor([[0, 0, 0, 0]]), morph=True)
    assert places(FORMAT, **made.members) == [BASE + "/targets/0/TANGENT"]


def test_signed_colours_are_for_morph_targets_only(places, made):
    color = made.accessor([[0, 0, 0, 0]], "i1", normalized=True)
    mesh(made, "COLOR_0", color)
    mesh(made, "COLOR_0", color, morph=True)
    assert places(FORMAT, **made.members) == [BASE + "/attributes/COLOR_0"]


def test_attributes_of_ones_own_have_any_format_but_long_integers(places, made):
    mesh(made, "_OWN", made.accessor([1], "<u4"))
    assert places(FORMAT, **made.members) == []
    assert places("MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT", **made.members) == [
        BASE + "/attributes/_OWN"
    ]


def test_the_second_accessor_in_a_tight_view_is_reported_once(places, made):
    """An accessor used twice shares the view with nobody."""
    first = made.accessor([[0, 0, 0], [1, 1, 1]])
    second = made.accessor([[0, 0, 0]], bufferView=0, byteOffset=12)
    made.tree["accessors"][first]["count"] = 1
    made.mesh({"POSITION": first})
    made.mesh({"POSITION": first})
    assert not places("MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE", **made.members)
    made.mesh({"POSITION": second})
    made.mesh({"POSITION": second})
    found = places("MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE", **made.members)
    assert found == ["/meshes/2/primitives/0/attributes/POSITION"]


def test_counts_are_compared_with_the_first_attribute(places, made):
    one, two = made.accessor([[0, 0, 0]]), made.accessor([[0, 0, 0]] * 2)
    made.mesh({"POSITION": one, "NORMAL": two}, targets=[{"POSITION": two, "NORMAL": two}])
    assert places("MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT", **made.members) == [BASE + "/attributes/NORMAL"]
    found = places("MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT", **made.members)
    assert found == [BASE + "/targets/0/POSITION"]


def test_positions_need_bounds_in_morph_targets_too(places, made):
    bare = made.accessor([[0, 0, 0]])
    made.mesh({"POSITION": bare}, targets=[{"POSITION": bare}])
    found = places("MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS", **made.members)
    assert found == [BASE + "/attributes/POSITION", BASE + "/targets/0/POSITION"]
