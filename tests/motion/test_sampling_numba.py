"""The compiled twin fills what the reference fills, and leaves alone what no channel moves."""

import numpy as np
import pytest

from pantin.kernels.engine import Backend, force_backend
from pantin.motion import sample
from pantin.rig import BlendShape, Channel, Clip, Deltas, Instance, Mesh, Node, Surface, build

pytest.importorskip("numba", reason="numba cannot be imported")


def both(rig, times):
    result = []
    for backend in (Backend.NUMPY, Backend.TWIN):
        with force_backend(backend):
            result.append(sample(rig, 0, times))
    return result


def test_weights_of_several_nodes_go_back_to_their_instances():
    body = Surface(np.zeros((1, 3)), blend_shapes=(BlendShape(positions=Deltas([[1.0] * 3])),) * 2)
    channels = [Channel(node, "weights", [0.0, 1.0], [[0.0, node], [2.0, 4.0]]) for node in (2, 0)]
    rig = build(
        nodes=[Node(), Node(), Node()],
        meshes=[Mesh((body,))],
        instances=[Instance(node, 0) for node in range(3)],
        clips=[Clip(tuple(channels))],
    )
    slow, fast = both(rig, [0.0, 0.25])
    assert [array.tolist() for array in fast.blend] == [array.tolist() for array in slow.blend]
    assert fast.blend[2].tolist() == [[0.0, 2.0], [0.5, 2.5]]
    assert fast.blend[1].tolist() == [[0.0, 0.0]] * 2


def test_parts_that_no_channel_moves_are_the_rest_pose_without_a_copy():
    turn = Channel(0, "rotation", [0.0, 1.0], [[0, 0, 0, 1.0], [0, 0, 1.0, 0]])
    rig = build(nodes=[Node(translation=(1, 2, 3)), Node()], clips=[Clip((turn,))])
    for poses in both(rig, np.linspace(0, 1, 7)):
        assert poses.translations.strides[0] == poses.scales.strides[0] == 0
        assert poses.rotations.strides[0] != 0
        assert poses.local[:, 0, :, 3].tolist() == [[1.0, 2.0, 3.0]] * 7
