"""One purpose for each accessor and each buffer view: the order of uses is the Khronos validator's."""

from __future__ import annotations


def test_the_first_use_sets_the_purpose_and_the_later_ones_are_reported(places, made):
    """Meshes come before skins and animations, base attributes before indices before morph targets."""
    shared = made.accessor([[0, 0, 0]])
    made.mesh({"POSITION": shared}, indices=shared, targets=[{"POSITION": shared}])
    made.tree["skins"] = [{"joints": [0], "inverseBindMatrices": shared}]
    made.animation([0], [[0, 0, 0]])
    made.tree["animations"][0]["samplers"][0]["input"] = shared
    assert places("ACCESSOR_USAGE_OVERRIDE", **made.members) == [
        "/meshes/0/primitives/0/indices",
        "/skins/0/inverseBindMatrices",
        "/animations/0/samplers/0/input",
    ]


def test_the_target_of_a_view_counts_as_its_first_use(places, made):
    made.mesh({"POSITION": made.accessor([[0, 0, 0]])})
    made.tree["bufferViews"][0]["target"] = 34963
    assert places("BUFFER_VIEW_TARGET_OVERRIDE", **made.members) == [
        "/meshes/0/primitives/0/attributes/POSITION"
    ]


def test_a_view_shared_by_vertices_and_keyframes_is_reported_at_the_keyframes(places, made):
    made.mesh({"POSITION": made.accessor([[0, 0, 0]])})
    made.animation([0], [[0, 0, 0]])
    made.tree["accessors"][2]["bufferView"] = 0
    assert places("BUFFER_VIEW_TARGET_OVERRIDE", **made.members) == ["/animations/0/samplers/0/output"]


def test_a_missing_target_is_mentioned_once_for_a_view(places, made):
    position = made.accessor([[0, 0, 0]])
    made.mesh({"POSITION": position})
    made.mesh({"POSITION": position})
    assert places("BUFFER_VIEW_TARGET_MISSING", **made.members) == [
        "/meshes/0/primitives/0/attributes/POSITION"
    ]


def test_names_of_attributes_are_escaped_in_pointers(places, made):
    made.mesh({"POSITION": made.accessor([[0, 0, 0]]), "_A/B~": made.accessor([[1, 2, 3]], "u1")})
    found = places("MESH_PRIMITIVE_ACCESSOR_UNALIGNED", **made.members)
    assert found == ["/meshes/0/primitives/0/attributes/_A~1B~0"]
