"""Poses written into documents."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.formats.g4mf.accessor import view
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.pose_document import DeformedMesh, bake_pose

CASES = Path(__file__).parents[2] / "cases"


@pytest.mark.parametrize("blend", [None, 7, {"shapes": 7}, {"shapes": [7, {"name": "smile"}]}])
def test_a_mesh_on_two_nodes_becomes_two_and_names_stay_unique(kit, blend):
    """Whatever its blend shapes are: those of a damaged file may be anything."""
    tree = kit.tree
    if blend is not None:
        tree["meshes"][0]["blend"] = blend
    tree["nodes"].append({"meshInstance": {"mesh": 0}})
    tree["nodes"][0]["children"] = [*tree["nodes"][0]["children"], len(tree["nodes"]) - 1]
    document = read(kit.text())
    rig = lift(document).rig
    nodes = [instance.node for instance in rig.instances]
    vertices = rig.meshes[0].surfaces[0].positions
    empty = ((),) * len(rig.meshes[0].surfaces)
    bake_pose(
        document, rig.rest_pose(), [DeformedMesh(node, vertices + node, empty, empty) for node in nodes]
    )
    meshes = [document.tree["nodes"][node]["meshInstance"]["mesh"] for node in nodes]
    assert len(set(meshes)) == 2
    for node, mesh in zip(nodes, meshes, strict=True):
        given = document.tree["meshes"][mesh]
        assert np.allclose(view(document, given["vertices"]), vertices + node)
        assert "skin" not in given
        assert "blend" not in given
    assert sum("name" in document.tree["meshes"][mesh] for mesh in meshes) == 1


def test_length_prefixed_lists_keep_their_lengths():
    from pantin.formats.g4mf.pose_document import _replace_indices

    assert _replace_indices(np.array([2, 7, 7, 1, 3]), np.arange(3)).tolist() == [2, 0, 1, 1, 2]


@pytest.mark.parametrize("case", ["G4MF-LIFT-001", "G4MF-MESH-022"])
def test_normals_that_were_lifted_in_part_are_not_posed(case, tmp_path):
    """Their values cannot be told from each other any more."""
    asset = pantin.load(CASES / case / "bad.g4tf")
    with pytest.raises(pantin.Unsupported, match="elements that cannot be read"):
        pantin.save(pantin.pose(asset), tmp_path / "a.g4b")
    assert list(tmp_path.iterdir()) == []
