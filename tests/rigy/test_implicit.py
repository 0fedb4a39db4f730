"""Implicit surfaces: fields by their formulas, surfaces where they should be."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigy import implicit
from pantin.rigy.implicit import (
    CASES,
    EDGE_CORNERS,
    field_at,
    is_sound,
    surface,
    triangle_table,
    vertex_count,
)
from pantin.rigy.schema.document import Domain, FieldOperator, Implicit, Transform

BALL = FieldOperator((), "add", "metaball_sphere@1", 1.0, 1.0, None, None)
FIELD = Implicit(
    Domain((), (-1.0, -1.0, -1.0), (1.0, 1.0, 1.0), (21, 21, 21)), 0.25, (BALL,), "marching_cubes@1"
)


@pytest.mark.parametrize(
    ("name", "at", "expected"),
    [
        ("metaball_sphere@1", 0.5, 0.25),
        ("metaball_sphere@1", 1.0, 0.0),
        ("sdf_sphere@1", 0.0, 1.0),
        ("sdf_sphere@1", 1.0, 0.5),
        ("sdf_sphere@1", 2.0, 0.0),
    ],
)
def test_fields_have_their_values(name, at, expected):
    """Rigy chapter 3: (1 − d/r)² inside r; half of 1 − (d − r)/r between the centre and 2r."""
    point = np.array([at]), np.zeros(1), np.zeros(1)
    assert field_at((replace(BALL, field=name),), *point)[0] == expected
    assert field_at((replace(BALL, field=name, op="subtract"),), *point)[0] == -expected


def test_a_capsule_is_a_sphere_around_each_end_of_its_axis():
    capsule = replace(BALL, field="metaball_capsule@1", height=2.0)
    y = np.array([1.5, 0.0, -1.5])
    assert field_at((capsule,), np.array([0.0, 0.5, 0.0]), y, np.zeros(3)).tolist() == [0.25, 0.25, 0.25]


def test_the_surface_of_a_ball_is_a_sphere():
    made = surface(FIELD)
    radii = np.linalg.norm(made.positions, axis=1)
    step = 0.1
    assert np.abs(radii - 0.5).max() < step**2
    outward = (made.positions / radii[:, None] * made.normals).sum(axis=1)
    assert outward.min() > 0.99
    assert vertex_count(FIELD) == len(made.positions)


def test_fields_that_cannot_be_sampled_have_no_count():
    for domain in (
        replace(FIELD.domain, grid=(1, 5, 5)),
        replace(FIELD.domain, grid=(2000, 2000, 2)),
        replace(FIELD.domain, high=(-1.0, 1.0, 1.0)),
        replace(FIELD.domain, low=(float("nan"), 0.0, 0.0)),
    ):
        assert vertex_count(replace(FIELD, domain=domain)) is None
    assert not is_sound(replace(FIELD, ops=()))
    assert not is_sound(replace(FIELD, ops=(replace(BALL, field="metaball_capsule@1"),)))


def test_a_term_is_sampled_wherever_it_is_not_zero():
    """Only the part of the grid that a term reaches is worked on: a slow sum over all points agrees."""
    tilted = Transform((), (0.3, -0.2, 0.1), (0.4, 0.5, 0.6), None, None)
    ops = (
        FieldOperator((), "add", "metaball_sphere@1", 1.0, 0.7, None, None),
        FieldOperator((), "add", "sdf_capsule@1", 0.5, 0.2, 0.9, tilted),
        FieldOperator((), "subtract", "metaball_capsule@1", 0.8, 0.3, 0.4, tilted),
    )
    field = Implicit(
        Domain((), (-1.0, -1.0, -1.0), (1.0, 1.5, 1.0), (9, 11, 7)), 0.2, ops, "marching_cubes@1"
    )
    axes = implicit._axes(field)
    z, y, x = (one.reshape(-1) for one in np.meshgrid(*axes[::-1], indexing="ij"))
    assert implicit._sample(field, axes).reshape(-1).tolist() == field_at(ops, x, y, z).tolist()


SHA256 = "310452ffcd9e01a0824bb1bcd2dac54447dc4264595239f0a44419b20862754d"
"""Of the published constants (Rigy chapter 3): 256 sets of edges, then 256 rows of 16, as 32-bit integers."""


def test_the_constants_are_the_published_ones():
    corners = (np.arange(256)[:, None] >> np.arange(8)) & 1
    crossed = corners[:, EDGE_CORNERS[:, 0]] != corners[:, EDGE_CORNERS[:, 1]]
    edges = crossed @ (1 << np.arange(len(EDGE_CORNERS)))
    table, counts = triangle_table()
    rows = np.full((256, 16), -1)
    used = np.arange(table.shape[1]) < counts[:, None]
    rows[:, : table.shape[1]][used] = table[used]
    published = edges.astype("<i4").tobytes() + rows.astype("<i4").tobytes()
    assert hashlib.sha256(published).hexdigest() == SHA256


def test_triangles_use_exactly_the_edges_between_inside_and_outside():
    for case, digits in enumerate(CASES.split()):
        crossed = {
            edge for edge, (a, b) in enumerate(EDGE_CORNERS.tolist()) if (case >> a & 1) != (case >> b & 1)
        }
        assert {int(digit, 16) for digit in digits.strip("-")} == crossed


def test_neighbouring_triangles_are_wound_alike():
    """No two triangles of a case run along one edge in the same direction."""
    for digits in CASES.split():
        corners = digits.strip("-")
        runs = [
            one + other
            for at in range(0, len(corners), 3)
            for one, other in zip(corners[at : at + 3], corners[at + 1 : at + 3] + corners[at], strict=True)
        ]
        assert len(set(runs)) == len(runs)
