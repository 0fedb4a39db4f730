"""Influences: all sets side by side, integers as fractions, idle slots at joint 0."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.errors import LimitExceeded
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.limits import Limits


def surface(raw, **attributes):
    positions = raw.accessor([[0, 0, 0], [1, 0, 0]])
    raw.tree["meshes"] = [{"primitives": [{"attributes": {"POSITION": positions} | attributes}]}]
    return raw.lift().rig.meshes[0].surfaces[0]


def test_two_sets_follow_each_other_in_each_vertex(raw):
    made = surface(
        raw,
        JOINTS_0=raw.accessor([[1, 2, 3, 4], [5, 6, 7, 8]], "u1"),
        WEIGHTS_0=raw.accessor([[0.1, 0.1, 0.1, 0.1]] * 2),
        JOINTS_1=raw.accessor([[11, 12, 13, 14], [15, 16, 17, 18]], "u2"),
        WEIGHTS_1=raw.accessor([[0.2, 0.2, 0.1, 0.1]] * 2),
    ).influences
    assert made.offsets.tolist() == [0, 8, 16]
    assert made.joints.tolist() == [1, 2, 3, 4, 11, 12, 13, 14, 5, 6, 7, 8, 15, 16, 17, 18]
    assert np.allclose(made.weights[:8], [0.1] * 4 + [0.2, 0.2, 0.1, 0.1])


def test_normalised_weights_are_fractions(raw):
    made = surface(
        raw,
        JOINTS_0=raw.accessor([[0, 1, 0, 0]] * 2, "u1"),
        WEIGHTS_0=raw.accessor([[51, 204, 0, 0]] * 2, "u1", normalized=True),
    ).influences
    assert np.allclose(made.weights[:4], [0.2, 0.8, 0, 0])


def test_slots_without_weight_name_joint_0_whatever_the_file_says(raw):
    """glTF 2.0 §3.7.3.3: unused joint values SHOULD be zero; other values move nothing."""
    made = surface(
        raw,
        JOINTS_0=raw.accessor([[1, 255, 3, 3]] * 2, "u1"),
        WEIGHTS_0=raw.accessor([[1, 0, 0, 0]] * 2),
    ).influences
    assert made.joints.tolist() == [1, 0, 0, 0] * 2


def test_integers_that_are_not_normalised_are_no_weights(raw):
    made = surface(
        raw,
        JOINTS_0=raw.accessor([[1, 0, 0, 0]] * 2, "u1"),
        WEIGHTS_0=raw.accessor([[1, 0, 0, 0]] * 2, "u1"),
    )
    assert len(made.positions) == 0


def test_a_surface_without_sets_has_no_influences(raw):
    assert surface(raw).influences is None


def test_sets_put_side_by_side_count_against_the_limit(raw):
    """A file may name the same accessors in thousands of sets, and is none the larger for it."""
    joints, weights = raw.accessor([[0, 0, 0, 0]] * 2, "u1"), raw.accessor([[1, 0, 0, 0]] * 2)
    attributes = {"POSITION": raw.accessor([[0, 0, 0], [1, 0, 0]])}
    for at in range(1000):
        attributes |= {f"JOINTS_{at}": joints, f"WEIGHTS_{at}": weights}
    raw.tree["meshes"] = [{"primitives": [{"attributes": attributes}]}]
    assert lift(raw.document()).rig.meshes[0].surfaces[0].influences.offsets.tolist() == [0, 4000, 8000]
    # Four joints and four weights of two vertices in a thousand sets take 40,000 bytes; the file takes fewer.
    limited = read(raw.bytes(), name="made.gltf", limits=Limits(file_bytes=39_999))
    with pytest.raises(LimitExceeded, match="file_bytes"):
        lift(limited)
