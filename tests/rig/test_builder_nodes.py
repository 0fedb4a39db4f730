"""Nodes the builder refuses, and what it makes of the others."""

import numpy as np
import pytest

from pantin.rig import InvalidRig, Node, build

REFUSED = [
    ({"nodes": [Node(parent=1)]}, "parents: index 1 is outside -1 … 0"),
    ({"nodes": [Node(parent=1), Node(parent=0)]}, "its own ancestor"),
    ({"nodes": [Node(translation=[1, 2])]}, r"node 0 translation must have shape \(3\), not \(2,\)"),
    ({"nodes": [Node(), Node(scale=[1, 2, np.nan])]}, "node 1 scale must be finite"),
    ({"nodes": [Node(rotation=[0, 0, 1])]}, "node 0 rotation must have shape"),
    ({"nodes": [Node(matrix=np.eye(3))]}, r"node 0 matrix must have shape \(3, 4\), not \(3, 3\)"),
    (
        {"nodes": [Node(), Node(matrix=[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [5, 6, 7, 1]])]},
        "node 1 matrix must have the last row 0 0 0 1, not 5 6 7 1: .* transposed",
    ),
    ({"nodes": [Node(matrix=[[1, 0], [0, 1, 2]])]}, "node 0 matrix must be one array"),
    ({"nodes": [Node(matrix=np.eye(3, 4), scale=[1, 1, 1])]}, "both a matrix and"),
    ({"dimension": 4, "nodes": [Node(rotation=[0, 0, 0, 1])]}, "3 dimensions, not 4"),
    ({"nodes": [Node(translation=["a", "b", "c"])]}, "node 0 translation must be"),
]


@pytest.mark.parametrize(("parts", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_refused_with_a_sentence(parts, sentence):
    with pytest.raises(InvalidRig, match=sentence):
        build(**parts)


def test_bad_node_is_named_among_good_ones():
    with pytest.raises(InvalidRig, match="node 2 translation"):
        build(nodes=[Node(translation=[0, 0, 0]), Node(), Node(translation=[0, 0, 0, 0])])


def test_an_empty_rig_is_a_rig():
    rig = build()
    assert len(rig.nodes) == 0
    assert rig.order.tolist() == []


def test_a_node_that_gives_nothing_is_the_identity():
    assert build(nodes=[Node()]).nodes.local.tolist() == [np.eye(3, 4).tolist()]


def test_a_quaternion_as_float32_rounds_it_still_turns_without_scaling():
    stored = np.array([0.1, 0.2, 0.3, 0.9], np.float32)
    linear = build(nodes=[Node(rotation=stored)]).nodes.local[0, :, :3]
    np.testing.assert_allclose(linear @ linear.T, np.eye(3), atol=1e-15)


def test_a_quaternion_of_no_length_turns_nothing():
    assert build(nodes=[Node(rotation=[0, 0, 0, 0])]).nodes.local.tolist() == [np.eye(3, 4).tolist()]


@pytest.mark.parametrize("dimension", [2, 3, 4])
def test_a_square_matrix_is_one_without_its_last_row(dimension):
    square = np.eye(dimension + 1)
    square[0, 1], square[0, -1] = 0.5, 7.0  # shear, and a translation
    nodes = [Node(matrix=square), Node(matrix=square[:-1].tolist())]
    local = build(dimension=dimension, nodes=nodes).nodes.local
    np.testing.assert_array_equal(local, [square[:-1]] * 2)
