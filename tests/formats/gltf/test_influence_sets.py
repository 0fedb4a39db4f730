"""Influences of a primitive as one table: sets of different types meet in float32."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.gltf.edits import append_accessor
from pantin.formats.gltf.influence_sets import change_sets
from pantin.formats.gltf.new import write
from pantin.rig import Influences, Mesh, Surface, build


@pytest.fixture
def document():
    influences = Influences(np.array([0, 5]), np.arange(5), np.full(5, 0.2))
    return write(build(meshes=[Mesh((Surface(np.zeros((1, 3)), influences=influences),))]))


def test_all_sets_stand_side_by_side(document):
    seen = []
    change_sets(document, lambda sets: seen.append(sets) or np.zeros(1, bool))
    assert (seen[0].count, seen[0].whole) == (2, None)
    assert seen[0].joints.tolist() == [[0, 1, 2, 3, 4, 0, 0, 0]]
    assert not document.edited


def test_weights_of_different_types_meet_in_floats(document):
    new = append_accessor(document, np.array([[51, 0, 0, 0]], np.uint8), normalized=True, target=34962)
    document.set("/meshes/0/primitives/0/attributes/WEIGHTS_1", new)
    seen = []
    change_sets(document, lambda sets: seen.append(sets) or np.zeros(1, bool))
    assert seen[0].weights.dtype == np.float32
    assert np.allclose(seen[0].weights, [[0.2, 0.2, 0.2, 0.2, 0.2, 0, 0, 0]])
