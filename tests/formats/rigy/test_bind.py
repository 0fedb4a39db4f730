"""Weights: layers, order, four at most, sums (Rigy 0.3, Influence Resolution Order and what follows)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pantin.formats.rigy.bind import Binder
from pantin.formats.rigy.profile import REFERENCE, STANDARD
from pantin.formats.rigy.schema.document import (
    Armature,
    Binding,
    Bone,
    BoneWeight,
    Dimensions,
    Gradient,
    Mesh,
    Override,
    Primitive,
    PrimitiveWeights,
    WeightMap,
)
from pantin.formats.rigy.shapes import merge, tessellate
from pantin.formats.rigy.weight_file import Content, Entry, Vertex

NAMES = ("root", "zeta", "alpha", "mid", "b4", "b5")
RIG = Armature((), "rig", tuple(
    Bone((), name, "root" if at else "none", (0.0, 0.0, 0.0), (0.0, 1.0, 0.0)) for at, name in
    enumerate(NAMES) ))  # fmt: skip
MESH = Mesh((), "mesh", (Primitive((), "box", "box", Dimensions({"x": 2.0, "y": 2.0, "z": 2.0})),))
POSITIONS = merge([tessellate(one, STANDARD) for one in MESH.primitives]).positions


def listed(**weights):
    return tuple(BoneWeight((), name, weight) for name, weight in weights.items())


def bind(*maps, weights=(), profile=STANDARD, files=None):
    constant = (PrimitiveWeights(("w",), "box", weights),) if weights else ()
    binding = Binding((), "mesh", "rig", constant, maps)
    return Binder(RIG, profile, files or {}).bind(MESH, binding, POSITIONS, [len(POSITIONS)])


def row(bound, vertex):
    """Bones with weight, strongest first."""
    pairs = zip(bound.joints[vertex].tolist(), bound.weights[vertex].tolist(), strict=True)
    return [(NAMES[joint], weight) for joint, weight in pairs if weight]


def test_without_a_word_everything_goes_to_the_root():
    assert row(bind(), 5) == [("root", 1.0)]


def test_weights_are_made_to_sum_to_one_and_equal_ones_are_sorted_by_id():
    assert row(bind(weights=listed(zeta=0.5, alpha=0.5, mid=1.0)), 0) == [
        ("mid", 0.5),
        ("alpha", 0.25),
        ("zeta", 0.25),
    ]


def test_weights_that_are_all_zero_fall_back_to_the_root():
    assert row(bind(weights=listed(zeta=0.0)), 0) == [("root", 1.0)]


def test_a_gradient_is_from_below_its_range_to_above_and_linear_between():
    along = Gradient((), "y", (-2.0, 2.0), listed(zeta=1.0), listed(alpha=1.0))
    bound = bind(WeightMap((), "box", gradients=(along,)))
    assert {tuple(row(bound, vertex)) for vertex in range(24)} == {
        (("alpha", 0.75), ("zeta", 0.25)),
        (("zeta", 0.75), ("alpha", 0.25)),
    }
    clamped = Gradient((), "y", (-0.5, 0.5), listed(zeta=1.0), listed(alpha=1.0))
    bound = bind(WeightMap((), "box", gradients=(along, clamped)))
    assert {tuple(row(bound, vertex)) for vertex in range(24)} == {(("alpha", 1.0),), (("zeta", 1.0),)}


def test_a_gradient_that_gives_nothing_falls_back_to_the_root():
    nothing = Gradient((), "y", (-1.0, 1.0), listed(zeta=0.0), listed(alpha=1.0))
    bound = bind(WeightMap((), "box", gradients=(nothing,)))
    assert {tuple(row(bound, vertex)) for vertex in range(24)} == {(("root", 1.0),), (("alpha", 1.0),)}


def test_layers_replace_each_other_in_the_order_of_the_specification():
    content = Content("box", 24, [Vertex(0, [Entry("mid", 1.0)]), Vertex(1, [Entry("mid", 1.0)])])
    override = Override((), (1,), listed(b4=1.0))
    bound = bind(
        WeightMap(("m",), "box", overrides=(override,), source="w.json"),
        weights=listed(zeta=1.0),
        files={("m", "box"): content},
    )
    assert [row(bound, vertex) for vertex in range(3)] == [[("mid", 1.0)], [("b4", 1.0)], [("zeta", 1.0)]]


def test_a_mirrored_map_reads_the_bones_of_the_other_side():
    content = Content("box", 24, [Vertex(0, [Entry("mid", 1.0)])])
    one = WeightMap(("m",), "box", source="w.json", renames={"mid": "alpha"})
    assert row(bind(one, files={("m", "box"): content}), 0) == [("alpha", 1.0)]


def test_more_than_four_are_capped_and_the_dropped_are_named():
    weights = listed(root=0.1, zeta=0.2, alpha=0.3, mid=0.4, b4=0.5, b5=0.05)
    bound = bind(weights=weights)
    assert [name for name, _ in row(bound, 0)] == ["b4", "mid", "alpha", "zeta"]
    assert bound.weights[0].sum() == pytest.approx(1.0)
    assert bound.capped[0].dropped == {("root", "b5"): list(range(24))}


def test_zero_weights_keep_their_joint_only_in_the_reference():
    weights = listed(zeta=1.0, b5=0.0)
    assert bind(weights=weights).joints[0].tolist() == [1, 0, 0, 0]
    assert bind(weights=weights, profile=REFERENCE).joints[0].tolist() == [1, 5, 0, 0]


BONES = st.dictionaries(st.sampled_from(NAMES), st.floats(0, 1), min_size=1).map(
    lambda given: listed(**given)
)


@st.composite
def maps(draw):
    low = draw(st.floats(-2, 2))
    gradient = Gradient(
        (), draw(st.sampled_from("xyz")), (low, low + draw(st.floats(0.01, 3))), draw(BONES), draw(BONES)
    )
    vertices = tuple(draw(st.lists(st.integers(0, 23), max_size=5)))
    return WeightMap((), "box", (gradient,), (Override((), vertices, draw(BONES)),))


@settings(deadline=None)
@given(st.lists(maps(), max_size=2), BONES, st.sampled_from([STANDARD, REFERENCE]))
def test_any_weights_sum_to_one_are_sorted_and_at_most_four(given_maps, weights, profile):
    bound = bind(*given_maps, weights=weights, profile=profile)
    # Four quotients by their own sum: each is off by half an ulp of 1 at most, and so are three additions.
    assert np.abs(bound.weights.sum(axis=1) - 1.0).max() < 8 * 2.0**-53
    assert bound.weights.shape == (24, 4)
    assert (np.diff(bound.weights, axis=1) <= 0).all()
    for vertex in range(24):
        # Sorted before they are divided: weights an ulp apart may be equal after it, in the order of weights.
        ties = [(-round(weight, 12), name) for name, weight in row(bound, vertex) if weight > 1e-9]
        exact = len({weight for weight, _ in ties}) == len(ties)
        assert [weight for weight, _ in ties] == sorted(weight for weight, _ in ties)
        assert not exact or ties == sorted(ties)


@pytest.mark.parametrize("low", [-1.7e308, -1e308, -1.0])
@pytest.mark.parametrize("high", [1.0, 1e308, 1.7e308])
def test_a_gradient_over_any_range_of_doubles(low, high):
    """Rigy chapter 5.2: t = (p − r0) / (r1 − r0), here in exact fractions."""
    gradient = Gradient((), "y", (low, high), listed(root=1.0), listed(zeta=1.0))
    bound = bind(WeightMap((), "box", (gradient,)))
    dense = np.zeros((len(POSITIONS), len(NAMES)))
    np.add.at(dense, (np.arange(len(dense))[:, None], bound.joints), bound.weights)
    for position, weights in zip(POSITIONS, dense, strict=True):
        t = (Fraction(position[1]) - Fraction(low)) / (Fraction(high) - Fraction(low))
        assert weights[:2] == pytest.approx([float(1 - t), float(t)])
