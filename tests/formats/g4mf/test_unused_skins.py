"""A skin that no skeleton uses: its influences stay in the rig and in every file that can hold them.

G4MF skeleton, Overview: a skin is used by a skeleton where the mesh is on a direct child of it.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

import pantin
from pantin.edit import parent_to_skeleton
from pantin.formats.g4mf.accessor import scalars


def unused(writer, rng, named=True):
    """A mesh of 12 vertices with random influences, some vertices without, beside a skeleton; and them."""
    kit = writer.Writer(3)
    points = [[rng.uniform(-1, 1) for _ in range(3)] for _ in range(12)]
    rows = []
    for vertex in rng.sample(range(12), 9):
        first = rng.uniform(0.5, 1)
        groups = rng.sample(range(3), 2)
        rows += [(vertex, groups[0], first)] + ([(vertex, groups[1], 1 - first)] if first < 1 else [])
    rows.sort(key=lambda row: (row[0], -row[2]))
    skin = {
        "vertices": kit.accessor([row[0] for row in rows], "uint8"),
        "groups": kit.accessor([row[1] for row in rows], "uint8"),
        "weights": kit.accessor([row[2] for row in rows], "float64"),
    }
    if named:
        skin["groupNames"] = ["Hips", "Arm", "Hand"]
    surface = {"simplexes": kit.accessor([[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]], "uint8")}
    kit.tree["meshes"] = [{"vertices": kit.accessor(points), "surfaces": [surface], "skin": skin}]
    kit.tree["nodes"] = [
        {"children": [1, 5]},
        {"name": "Rig", "skeleton": {"joints": [2, 3, 4]}, "children": [2]},
        {"name": "Hips", "bone": {}, "children": [3]},
        {"name": "Arm", "bone": {}, "position": [0, 1, 0], "children": [4]},
        {"name": "Hand", "bone": {}, "position": [0, 1, 0]},
        {"name": "Body", "meshInstance": {"mesh": 0}},
    ]
    return pantin.load(kit.text(), name="x.g4tf"), rows


def listed(rig):
    """(vertex, group, weight) of the first surface of the first mesh."""
    own = rig.meshes[0].surfaces[0].influences
    vertices = np.repeat(np.arange(len(own.offsets) - 1), np.diff(own.offsets))
    return sorted(zip(vertices.tolist(), own.joints.tolist(), own.weights.tolist(), strict=True))


@pytest.mark.parametrize("seed", range(4))
def test_influences_are_in_the_rig_and_come_back(writer, tmp_path, seed):
    asset, rows = unused(writer, random.Random(seed))
    np.testing.assert_allclose(listed(asset.rig), sorted(rows), atol=1e-12)
    for name in ("new.g4tf", "new.npz"):
        report = pantin.save(asset.rig, tmp_path / name)
        assert not [finding for finding in report.findings if "influence" in finding.message]
        back = pantin.load(tmp_path / name).rig
        np.testing.assert_allclose(listed(back), sorted(rows), atol=1e-12)
        assert back.meshes[0].group_names == ("Hips", "Arm", "Hand")
        assert not back.skins


@pytest.mark.parametrize("suffix", [".obj", ".usda", ".fbx"])
def test_other_formats_report_them(writer, tmp_path, suffix):
    asset, _ = unused(writer, random.Random(0))
    report = pantin.convert(asset, tmp_path / f"x{suffix}")
    assert report.lossy
    assert any("unused influences of surface 0 of mesh 0" in finding.message for finding in report.findings)


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_a_mesh_that_is_parented_to_the_skeleton_follows_its_bones(writer, tmp_path, seed, named):
    """Moved by (1, 0, 0) at the second bone, each vertex moves by its weights of that bone and the third."""
    asset, rows = unused(writer, random.Random(seed), named)
    bound = parent_to_skeleton(asset.rig, ["Body"], "Rig")
    pantin.save(bound, tmp_path / "bound.g4b")
    for rig in (bound, pantin.load(tmp_path / "bound.g4b").rig):
        pose = rig.rest_pose().with_local("Arm", translation=(1, 1, 0))
        (rest,), (moved,) = (pantin.deform(rig, given) for given in (rig.rest_pose(), pose))
        expected = np.zeros((12, 3))
        for vertex, group, weight in rows:
            expected[vertex, 0] += weight if group > 0 else 0.0
        np.testing.assert_allclose(moved.positions - rest.positions, expected, atol=1e-6)
        np.testing.assert_allclose(rest.positions, asset.rig.meshes[0].surfaces[0].positions, atol=1e-6)


def test_inspect_counts_the_joints_of_the_file(kit):
    """A vertex without influences is at rest in a slot of its own, which the file does not have."""
    del kit.skin["groupNames"]
    kit.skin["vertices"] = kit.accessor([0], "uint8")
    kit.skin["groups"] = kit.accessor([0], "uint8")
    kit.skin["weights"] = kit.accessor([1.0], "float32")
    data = kit.text()
    assert -1 in pantin.load(data, name="x.g4tf").rig.skins[0].joints
    (skeleton,) = pantin.inspect(data, name="x.g4tf").to_builtins()["skeletons"]
    listed = next(node["skeleton"]["joints"] for node in kit.nodes if "skeleton" in node)
    assert skeleton["joints"] == len(listed)


def below_two_joints(writer, seed):
    """Half of the groups named, the last without a joint: "those groups do nothing"."""
    asset, rows = unused(writer, random.Random(seed))
    kit = asset.document
    kit.set("/nodes/0/children", [1])
    kit.set("/nodes/1", {"name": "Rig", "skeleton": {"joints": [2, 3]}, "children": [2, 5]})
    return asset, rows


@pytest.mark.parametrize("seed", range(4))
def test_vertices_of_no_group_are_in_none_after_saving(writer, tmp_path, seed):
    """Skeleton, Vertices: "not at all if it is not influenced by any group"; also where a group has a name
    and no joint."""
    asset, rows = below_two_joints(writer, seed)
    report = pantin.save(asset.rig, tmp_path / "new.g4tf")
    saved = pantin.load(tmp_path / "new.g4tf")
    assert saved.rig.meshes[0].group_names == ("Hips", "Arm", "Hand")
    tree, stored = saved.document.tree, {}
    for key in ("vertices", "groups"):
        stored[key] = scalars(saved.document, tree["meshes"][0]["skin"][key]).tolist()
    kept = [(vertex, group) for vertex, group, _ in rows if group < 2]
    assert sorted(zip(stored["vertices"], stored["groups"], strict=True)) == sorted(kept)
    idle = sum(group == 2 for _, group, _ in rows)
    (loss,) = [finding for finding in report.findings if finding.rule == "LOSS-UNSUPPORTED"]
    assert loss.pointer == "/meshes/0/skin/groups"
    assert f" {idle} influence" in loss.message
    pose = (
        asset.rig.rest_pose().with_local("Arm", translation=(1, 2, 3)).with_local("Hips", planes={"xy": 30})
    )
    again = (
        saved.rig.rest_pose().with_local("Arm", translation=(1, 2, 3)).with_local("Hips", planes={"xy": 30})
    )
    before, after = pantin.deform(asset.rig, pose), pantin.deform(saved.rig, again)
    assert np.abs(before[0].positions - after[0].positions).max() < 1e-6
