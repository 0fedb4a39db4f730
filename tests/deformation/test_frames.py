"""World maps and palettes of many poses, all finite."""

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.deformation.frames import PosedNodes, clamp_matrices
from pantin.rig import Instance, Mesh, Node, Skin, Surface, build

SQUARE = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]


def square(nodes, **surface):
    body = Surface(np.array(SQUARE, np.float32), indices=[0, 1, 2, 0, 2, 3], **surface)
    return build(nodes=nodes, meshes=[Mesh((body,))], instances=[Instance(0, 0)])


def test_numbers_that_overflow_along_a_chain_are_held_and_counted():
    rig = square([Node(parent=1, scale=[1e200] * 3), Node(scale=[1e200] * 3)])
    posed = deform(rig, rig.rest_pose())
    assert posed.degenerate.transforms == 2
    assert np.isfinite(posed[0].positions).all()


def test_a_number_that_is_none_becomes_zero():
    maps = np.full((2, 2, 3), 1.0)
    maps[0, 0, 0] = np.nan
    held_maps, count = clamp_matrices(maps)
    assert count == 1
    assert held_maps[0, 0, 0] == 0
    assert held_maps[1].tolist() == maps[1].tolist()


def test_palettes_are_made_once():
    rig = build(nodes=[Node()], skins=[Skin([0])])
    moments = PosedNodes.from_poses(rig, rig.rest_pose())
    assert moments.palettes(0) is moments.palettes(0)
    assert moments.palettes(0).shape == (1, 1, 3, 4)


def test_a_pose_of_another_rig_is_refused():
    with pytest.raises(ValueError, match="another rig"):
        PosedNodes.from_poses(build(), build(nodes=[Node()]).rest_pose())
