"""The rules about single nodes."""

from __future__ import annotations

import pytest

from pantin.formats.gltf.model import Node
from pantin.formats.gltf.rules.node import has_transform


def test_default_values_are_no_transform():
    defaults = {"translation": (0.0,) * 3, "rotation": (0.0, 0.0, 0.0, 1.0), "scale": (1.0,) * 3}
    assert not has_transform(Node(**defaults))
    assert has_transform(Node(scale=(1.0, 1.0, -1.0)))


@pytest.mark.parametrize(("w", "wrong"), [(1.0, False), (0.9924, False), (0.9922, True)])
def test_a_quaternion_may_be_off_by_what_eight_bits_round(places, w, wrong):
    """The tolerance is 0.00769."""
    assert bool(places("ROTATION_NON_UNIT", nodes=[{"rotation": [0, 0, 0, w]}])) == wrong


def test_a_joint_is_not_empty(places):
    assert places("NODE_EMPTY", nodes=[{}, {}], skins=[{"joints": [1]}]) == ["/nodes/0"]


def test_a_node_with_weights_for_a_mesh_without_targets(places):
    mesh = {"primitives": [{"attributes": {"POSITION": 0}}]}
    assert places("NODE_WEIGHTS_INVALID", meshes=[mesh], nodes=[{"mesh": 0, "weights": [1]}]) == [
        "/nodes/0/weights"
    ]
