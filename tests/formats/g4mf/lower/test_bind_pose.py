"""Binds without inverse binds."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.base.errors import Unsupported
from pantin.deformation import deform
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.lower import lower
from pantin.formats.g4mf.save import to_bytes
from pantin.operations.edit.skeleton_roots import add_skeleton_roots
from pantin.rig import Influences, Instance, Mesh, Node, Skin, Surface, build


def moved(*shift):
    out = np.eye(3, 4)
    out[:, 3] = shift
    return out


def rig(*skins):
    """Two joints, one above the other, and a mesh of two vertices for each list of inverse binds."""
    influences = Influences(np.array([0, 1, 3]), np.array([0, 0, 1]), np.array([1.0, 0.25, 0.75]))
    surface = Surface(np.array([[0.0, 0, 0], [1.0, 2, 3]]), mode="points", influences=influences)
    return add_skeleton_roots(
        build(
            nodes=[Node("a"), Node("b", 0, translation=[0, 1, 0])] + [Node() for _ in skins],
            meshes=[Mesh((surface,))],
            skins=[Skin(np.array([0, 1]), np.stack(binds)) for binds in skins],
            instances=[Instance(2 + index, 0, index) for index in range(len(skins))],
        )
    )


def test_binds_that_are_the_rest_keep_the_bones():
    lowered = lower(rig([moved(0, 0, 0), moved(0, -1, 0)]))
    assert not lowered.findings


def test_bones_are_rested_where_the_mesh_was_bound():
    """Posed as a whole, the vertices are where they were; and a finding says that the rest has changed."""
    source = rig([moved(0, 0, 0), moved(-3, -1, 0)])
    lowered = lower(source)
    assert [finding.rule for finding in lowered.findings] == ["LOSS-G4MF_REST"]
    after = lift(read(to_bytes(lowered.document))).rig
    turn = moved(4, 5, 6)
    poses = source.rest_pose().with_local("b", matrix=turn), after.rest_pose().with_local("b", matrix=turn)
    before_positions, after_positions = (
        deform(source, poses[0])[0].positions,
        deform(after, poses[1])[0].positions,
    )
    assert np.abs(before_positions - after_positions).max() < 1e-12


def test_two_binds_that_contradict_each_other_are_refused():
    with pytest.raises(Unsupported, match="two bind poses"):
        lower(rig([moved(0, 0, 0), moved(0, -1, 0)], [moved(0, 0, 0), moved(0, -2, 0)]))


def test_a_singular_bind_is_rejected():
    with pytest.raises(Unsupported, match="singular"):
        lower(rig([moved(0, 0, 0), np.zeros((3, 4))]))
