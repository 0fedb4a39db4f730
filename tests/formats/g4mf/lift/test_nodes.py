"""Nodes of a rig."""

from __future__ import annotations

import numpy as np

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift


def test_node_i_is_that_of_the_file(kit):
    rig = lift(read(kit.text())).rig
    assert rig.nodes.names == ("World", "Body", "Skeleton", "Hips", "Arm", "Skinned")
    assert rig.nodes.parents.tolist() == [-1, 0, 1, 2, 3, 2]


def test_a_rotor_in_3d_stays_a_rotation(kit):
    """[0.8, 0.6, 0, 0] turns x towards y: about z, cos and sin of half the angle."""
    rig = lift(read(kit.text())).rig
    assert np.allclose(rig.nodes.rotations[1], [0, 0, 0.6, 0.8])
    assert not rig.nodes.general[1]
    assert rig.nodes.scales[1].tolist() == [2, 2, 2]


def test_a_node_that_is_its_own_ancestor_becomes_a_root(kit):
    kit.nodes += [{"children": [7]}, {"children": [6]}]
    lifted = lift(read(kit.text()))
    assert lifted.rig.nodes.parents[[6, 7]].tolist() == [-1, -1]
    assert len(lifted.findings) == 2
