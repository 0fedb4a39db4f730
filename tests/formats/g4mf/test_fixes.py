"""Fixes of influences: what they change, that the posed vertices stay, and that nothing unused is left."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.formats.g4mf.accessor import scalars

RULES = ("G4MF-SKIN-011", "G4MF-SKIN-012", "G4MF-SKIN-019", "G4MF-SKIN-021")


def load(kit, vertices, groups, weights, type="float32"):
    """The small file with these influences."""
    kit.skin["vertices"] = kit.accessor(vertices, "uint8")
    kit.skin["groups"] = kit.accessor(groups, "uint8")
    kit.skin["weights"] = kit.accessor(weights, type)
    return pantin.load(kit.text(), name="x.g4tf")


def influences_of(asset):
    document = asset.document
    skin = document.tree["meshes"][0]["skin"]
    listed = (scalars(document, skin[key]).tolist() for key in ("vertices", "groups", "weights"))
    return list(zip(*listed, strict=True))


def posed(asset):
    rig = asset.rig
    pose = rig.rest_pose().with_local("Arm", rotation=(0.0, 0.0, 0.6, 0.8))
    return [mesh.positions for mesh in pantin.deform(rig, pose)]


CASES = {
    "unsorted vertices": ([1, 0, 1, 3, 2], [0, 0, 1, 1, 1], [0.5, 1.0, 0.5, 1.0, 1.0], "G4MF-SKIN-011"),
    "unsorted weights": ([0, 1, 1, 2, 3], [0, 0, 1, 1, 1], [1.0, 0.25, 0.75, 1.0, 1.0], "G4MF-SKIN-012"),
    "repeated group": ([0, 1, 1, 1, 2, 3], [0, 1, 0, 0, 1, 1], [1, 0.4, 0.3, 0.3, 1, 1], "G4MF-SKIN-019"),
    "sums": ([0, 1, 1, 2, 3], [0, 0, 1, 1, 1], [1.0, 1.5, 0.5, 1.0, 0.5], "G4MF-SKIN-021"),
}


@pytest.mark.parametrize("case", CASES)
def test_the_finding_goes_and_the_model_moves_as_before(kit, case, tmp_path):
    *influences, rule = CASES[case]
    asset = load(kit, *influences)
    finding = next(finding for finding in asset.report.findings if finding.rule == rule)
    assert finding.is_fixable
    fixed = pantin.fix(asset)
    pantin.save(fixed, tmp_path / "fixed.g4b")
    after = pantin.load(tmp_path / "fixed.g4b")
    assert not {finding.rule for finding in after.report.findings} & set(RULES)
    assert pantin.fix(after).changes == []
    for old, new in zip(posed(asset), posed(after), strict=True):
        np.testing.assert_allclose(new, old, atol=1e-6)


def test_influences_come_by_vertex_and_then_by_weight(kit):
    fixed = pantin.fix(load(kit, [3, 1, 1, 0, 2], [1, 0, 1, 0, 1], [1.0, 0.25, 0.75, 1.0, 1.0]))
    assert influences_of(fixed) == [(0, 0, 1), (1, 1, 0.75), (1, 0, 0.25), (2, 1, 1), (3, 1, 1)]
    assert fixed.changes[0].what == "sorted 5 influences by vertex and weight"


def test_merged_influences_are_sorted_again(kit):
    """0.6 is the sum of two, and comes after 0.4 in the file."""
    fixed = pantin.fix(load(kit, [0, 1, 1, 1, 2, 3], [0, 1, 0, 0, 1, 1], [1, 0.4, 0.3, 0.3, 1, 1]))
    vertex, group, weight = influences_of(fixed)[1]
    assert (vertex, group) == (1, 0)
    assert weight == pytest.approx(0.6)


def test_no_accessor_or_buffer_view_is_added_where_they_have_one_user(kit):
    asset = load(kit, [1, 0, 1, 3, 2], [0, 0, 1, 1, 1], [0.5, 1.0, 0.5, 1.0, 1.0])
    tree = pantin.fix(asset).document.tree
    for collection in ("accessors", "bufferViews"):
        assert len(tree[collection]) == len(asset.document.tree[collection])


def test_arrays_that_other_members_use_stay(kit):
    """The groups and the vertices are one accessor: sorting one must not sort the other."""
    shared = kit.accessor([1, 0, 1, 1, 0], "uint8")
    kit.skin |= {"vertices": shared, "groups": shared, "weights": kit.accessor([1.0] * 5, "float32")}
    asset = pantin.load(kit.text(), name="x.g4tf")
    fixed = pantin.fix(asset, ["G4MF-SKIN-011"])
    assert scalars(fixed.document, shared).tolist() == [1, 0, 1, 1, 0]
    assert [vertex for vertex, _, _ in influences_of(fixed)] == [0, 0, 1, 1, 1]


def test_half_precision_weights_become_single_precision_to_sum_to_one(kit):
    asset = load(kit, [0, 1, 1, 1, 2, 3], [0, 0, 1, 2, 1, 1], [1.0, 0.5, 0.5, 0.5, 1.0, 1.0], "float16")
    fixed = pantin.fix(asset, ["G4MF-SKIN-021"])
    index = fixed.document.tree["meshes"][0]["skin"]["weights"]
    assert fixed.document.tree["accessors"][index]["componentType"] == "float32"
    assert sum(weight for vertex, _, weight in influences_of(fixed) if vertex == 1) == pytest.approx(1, 1e-6)


def test_weights_that_are_no_numbers_are_not_fixed(kit):
    asset = load(kit, [1, 0, 1, 3, 2], [0, 0, 1, 1, 1], [float("nan"), 1.0, 0.5, 1.0, 1.0])
    assert not any(finding.is_fixable for finding in asset.report.findings if finding.rule in RULES)
