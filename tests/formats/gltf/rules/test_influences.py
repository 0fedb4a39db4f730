"""Joints and weights, held against a walk through them number by number as the Khronos validator does it."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pantin.formats.gltf.rules import influences

BASE = "/meshes/0/primitives/0/attributes/"
CODES = {
    "outside": ("ACCESSOR_JOINTS_INDEX_OOB", "JOINTS"),
    "repeated": ("ACCESSOR_JOINTS_INDEX_DUPLICATE", "JOINTS"),
    "negative": ("ACCESSOR_WEIGHTS_NEGATIVE", "WEIGHTS"),
    "idle": ("ACCESSOR_JOINTS_USED_ZERO_WEIGHT", "JOINTS"),
    "sum": ("ACCESSOR_WEIGHTS_NON_NORMALIZED", "WEIGHTS"),
}


def walked(joints, weights, last):
    """The faults by kind and set, found one number after the other in single precision."""
    faults = set()
    for vertex in range(len(joints[0])):
        total, tolerance, taken = np.float32(0), 0.0, set()
        for component in range(4):
            for set_number in range(len(joints)):
                joint, weight = joints[set_number][vertex][component], weights[set_number][vertex][component]
                if joint > last:
                    faults.add(("outside", set_number))
                    continue
                if weight == 0:
                    if joint != 0:
                        faults.add(("idle", set_number))
                    continue
                if joint in taken:
                    faults.add(("repeated", set_number))
                if weight < 0:
                    faults.add(("negative", set_number))
                elif joint not in taken:
                    total, tolerance = np.float32(total + np.float32(weight)), tolerance + 2e-7
                taken.add(joint)
        if abs(float(total) - 1.0) > tolerance:
            faults |= {("sum", set_number) for set_number in range(len(joints))}
    return faults


@pytest.mark.parametrize("sets", [1, 2, 3, 5])
def test_whole_arrays_give_what_a_walk_gives(places, sets, made):
    chance = random.Random(sets)
    choices = [0, 0, 0.25, 0.5, 1, -0.25, 0.1, 0.3, 0.9]
    for _ in range(40):
        vertices = chance.randrange(1, 4)
        joints = [[[chance.randrange(5) for _ in range(4)] for _ in range(vertices)] for _ in range(sets)]
        weights = [[[chance.choice(choices) for _ in range(4)] for _ in range(vertices)] for _ in range(sets)]
        made = type(made)()
        made.skinned(joints, weights, joint_count=4)
        found = walked(joints, weights, 3)
        for kind, (code, semantic) in CODES.items():
            expected = [f"{BASE}{semantic}_{number}" for number in range(sets) if (kind, number) in found]
            assert places(code, **made.members) == expected


def test_the_smallest_skin_that_draws_the_mesh_sets_the_limit(places, made):
    """The fixture's second skin has three joints, its first four."""
    made.skinned([[[3, 0, 0, 0]]], [[[1, 0, 0, 0]]], joint_count=3)
    assert places("ACCESSOR_JOINTS_INDEX_OOB", **made.members) == [BASE + "JOINTS_0"]
    made.tree["nodes"][1].pop("skin")
    assert places("ACCESSOR_JOINTS_INDEX_OOB", **made.members) == []


def test_bytes_that_sum_to_255_sum_to_one(places, made):
    made.skinned([[[0, 1, 2, 0]]], [[[1, 0, 0, 0]]])
    made.tree["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = made.accessor(
        [[100, 100, 55, 0]], "u1", normalized=True
    )
    assert places("ACCESSOR_WEIGHTS_NON_NORMALIZED", **made.members) == []


def test_rows_are_looked_at_some_at_a_time_with_the_same_result(places, made, monkeypatch):
    monkeypatch.setattr(influences, "CHUNK_SLOTS", 8)
    made.skinned([[[0, 0, 0, 0]] * 9], [[[1, 0, 0, 0]] * 8 + [[0.5, 0, 0, 0]]])
    assert places("ACCESSOR_WEIGHTS_NON_NORMALIZED", **made.members) == [BASE + "WEIGHTS_0"]
    assert places("ACCESSOR_JOINTS_INDEX_OOB", **made.members) == []


def test_meshes_that_no_skin_draws_are_not_judged(places, made):
    made.skinned([[[9, 0, 0, 0]]], [[[0.5, 0, 0, 0]]])
    made.tree["nodes"][:2] = [{"mesh": 0}, {}]
    assert places("ACCESSOR_WEIGHTS_NON_NORMALIZED", **made.members) == []
