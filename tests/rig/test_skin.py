"""The bind pose of a skeleton (its own binds, else the nodes as stored)."""

import numpy as np
import pytest

from pantin.rig import Node, Skeleton, build


def moved(x):
    return [[1, 0, 0, x], [0, 1, 0, 0], [0, 0, 1, 0]]


NODES = [
    Node(translation=[5, 0, 0]),
    Node(parent=0, translation=[1, 0, 0]),
    Node(parent=1, translation=[2, 0, 0]),
]


def test_without_binds_the_nodes_rest_in_the_bind_pose():
    skeleton = build(nodes=NODES, skeletons=[Skeleton([2, 1], 1)]).skeletons[0]
    assert skeleton.bind_pose().tolist() == [moved(2), moved(1)]


def test_with_binds_locals_come_from_their_inverses():
    """Bound at x = 10 and x = 13 in the space of the root's parent: the lower joint is 3 away from the
    upper."""
    skeleton = Skeleton([2, 1], 1, inverse_binds=[moved(-13), moved(-10)])
    assert build(nodes=NODES, skeletons=[skeleton]).skeletons[0].bind_pose().tolist() == [moved(3), moved(10)]


def test_a_singular_bind_has_no_bind_pose():
    skeleton = Skeleton([1], 1, inverse_binds=np.zeros((1, 3, 4)))
    with pytest.raises(ValueError, match="singular inverse bind matrix"):
        build(nodes=NODES, skeletons=[skeleton]).skeletons[0].bind_pose()
