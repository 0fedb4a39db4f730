"""The extension taken away: a valid plain file that poses the same."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.gltf.check import check
from pantin.formats.gltf.ext.staik_skeletons.lower import strip
from pantin.formats.gltf.lift import lift


def stripped(arm):
    document = arm.document()
    assert strip(document, lift(document).rig)
    return document


def test_nothing_of_the_extension_is_left_and_no_empty_object(arm):
    document = stripped(arm)
    assert b"STAIK" not in document.new_text()
    assert b'"extensions' not in document.new_text()
    assert [one for one in check(document) if one.severity == "error"] == []


def test_what_belongs_to_others_stays(arm):
    arm.tree["extensionsUsed"] = ["ACME_a", "STAIK_skeletons", "ACME_b"]
    arm.tree["extensionsRequired"] = ["STAIK_skeletons"]
    arm.nodes[1]["extensions"]["ACME_a"] = {"x": 1}
    arm.tree["extensions"]["ACME_b"] = {}
    tree = stripped(arm).tree
    assert tree["extensionsUsed"] == ["ACME_a", "ACME_b"]
    assert "extensionsRequired" not in tree
    assert tree["nodes"][1]["extensions"] == {"ACME_a": {"x": 1}}
    assert tree["extensions"] == {"ACME_b": {}}


def test_binds_from_the_scene_are_written_first(arm, poses):
    del arm.skin["inverseBindMatrices"]
    arm.nodes[0]["translation"] = [1, 2, 3]
    arm.nodes[1]["rotation"] = [0, 0.6, 0, 0.8]
    before = poses(lift(arm.document()).rig)
    document = stripped(arm)
    assert "inverseBindMatrices" in document.tree["skins"][0]
    np.testing.assert_allclose(poses(lift(document).rig), before, atol=1e-6)


def test_a_skin_that_core_gltf_binds_stays_without_matrices(arm):
    del arm.skin["inverseBindMatrices"], arm.skin["extensions"]
    assert "inverseBindMatrices" not in stripped(arm).tree["skins"][0]


def test_a_plain_file_stays_as_it_is(arm):
    document = arm.plain().document()
    assert not strip(document, lift(document).rig)
    assert not document.edited


@pytest.mark.parametrize("mark", [None, 3, "x", [], {}])
def test_broken_objects_go_too(arm, mark):
    arm.nodes[2]["extensions"]["STAIK_skeletons"] = mark
    arm.skin["extensions"]["STAIK_skeletons"] = mark
    arm.tree["extensions"]["STAIK_skeletons"] = mark
    assert b"STAIK" not in stripped(arm).new_text()
