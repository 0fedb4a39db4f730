"""Tessellation: counts, orientation, mirrors (Rigy chapter 3; reference tables of the v0_1_default
profile)."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pantin.formats.rigy.profile import REFERENCE, STANDARD
from pantin.formats.rigy.schema.document import Dimensions, Primitive, Transform
from pantin.formats.rigy.shapes import VERTEX_COUNTS, merge, tessellate

SIZES = st.floats(0.01, 100)
ANGLES = st.tuples(*[st.floats(-4, 4)] * 3)
POINTS = st.tuples(*[st.floats(-10, 10)] * 3)
KINDS = {
    "box": ("x", "y", "z"),
    "sphere": ("radius",),
    "cylinder": ("radius", "height"),
    "capsule": ("radius", "height"),
}


@st.composite
def primitives(draw, kind=None):
    kind = kind or draw(st.sampled_from(sorted(KINDS)))
    sizes = {name: draw(SIZES) for name in KINDS[kind]}
    transform = Transform((), draw(POINTS), draw(st.none() | ANGLES), None, None)
    return Primitive((), kind, "p", Dimensions(sizes), transform=draw(st.none() | st.just(transform)))


def volume(solid):
    a, b, c = (solid.positions[solid.triangles.reshape(-1, 3)[:, k]] for k in range(3))
    centre = solid.positions.mean(axis=0)
    return float(np.einsum("ij,ij->i", a - centre, np.cross(b - centre, c - centre)).sum()) / 6


@pytest.mark.parametrize(
    ("kind", "indices"), [("box", 36), ("sphere", 3072), ("cylinder", 384), ("capsule", 4800)]
)
def test_counts_of_the_default_profile(kind, indices):
    """Rigy chapter 3 §3.1."""
    solid = tessellate(Primitive((), kind, "p", Dimensions(dict.fromkeys(KINDS[kind], 1.0))), STANDARD)
    assert len(solid.positions) == len(solid.normals) == VERTEX_COUNTS[kind]
    assert len(solid.triangles) == indices


@settings(deadline=None)
@given(primitives())
def test_faces_point_outward(primitive):
    """The signed volume is positive, and no triangle turns its back to the normals of its corners."""
    solid = tessellate(primitive, STANDARD)
    assert volume(solid) > 0
    corners = solid.triangles.reshape(-1, 3)
    a, b, c = (solid.positions[corners[:, k]] for k in range(3))
    faces = np.cross(b - a, c - a)
    size = np.ptp(solid.positions, axis=0).max() ** 2
    agree = np.einsum("ij,ij->i", faces, solid.normals[corners].sum(axis=1))
    assert agree.min() >= -1e-9 * size  # slivers at the poles have no direction of their own


def test_the_volume_of_a_box_is_exact():
    box = tessellate(Primitive((), "box", "p", Dimensions({"x": 2.0, "y": 3.0, "z": 4.0})), STANDARD)
    assert volume(box) == 24.0


def test_the_reference_winds_round_solids_inward():
    for kind, sizes in (("sphere", {"radius": 1.0}), ("capsule", {"radius": 1.0, "height": 1.0})):
        assert volume(tessellate(Primitive((), kind, "p", Dimensions(sizes)), REFERENCE)) < 0


@settings(deadline=None)
@given(primitives())
def test_a_mirrored_primitive_is_the_mirror_vertex_by_vertex(primitive):
    """Rigy 0.3, Vertex Addressing Under Symmetry: vertex i is vertex i with x negated, faces stay outward."""
    from msgspec.structs import replace

    solid, mirror = tessellate(primitive, STANDARD), tessellate(replace(primitive, mirrored=True), STANDARD)
    across = np.array([-1.0, 1.0, 1.0])
    assert np.array_equal(mirror.positions, solid.positions * across)
    assert np.array_equal(mirror.normals, solid.normals * across)
    assert volume(mirror) > 0


def test_height_of_a_capsule_is_its_cylindrical_part():
    capsule = tessellate(Primitive((), "capsule", "p", Dimensions({"radius": 0.25, "height": 1.0})), STANDARD)
    assert capsule.positions[:, 1].max() == 0.75
    assert capsule.positions[:, 1].min() == -0.75


def test_defaults_of_missing_sizes_and_the_older_names_of_a_box():
    box = tessellate(Primitive((), "box", "p", Dimensions({"width": 4.0, "x": 2.0})), STANDARD)
    assert np.ptp(box.positions, axis=0).tolist() == [4.0, 1.0, 1.0]


def test_primitives_are_merged_in_order_with_shifted_indices():
    sphere = Primitive((), "sphere", "s", Dimensions({"radius": 1.0}))
    box = Primitive((), "box", "b", Dimensions({"x": 1.0, "y": 1.0, "z": 1.0}))
    both = merge([tessellate(one, STANDARD) for one in (sphere, box)])
    assert len(both.positions) == 561 + 24
    assert both.triangles[-36:].min() == 561
    assert len(merge([]).positions) == 0


def test_normals_have_length_one():
    turned = Transform((), None, (0.3, 0.4, 0.5), None, None)
    capsule = Primitive((), "capsule", "p", Dimensions({"radius": 1.0, "height": 1.0}), transform=turned)
    lengths = np.linalg.norm(tessellate(capsule, STANDARD).normals, axis=1)
    assert math.isclose(lengths.min(), 1.0, rel_tol=1e-14)
    assert math.isclose(lengths.max(), 1.0, rel_tol=1e-14)


def test_the_reference_turns_points_as_blas_does():
    """Each product with a row is rounded once per step, from the first column on, beginning with 0."""
    turn = Transform((), None, (0.3, -1.1, 2.0), None, None)
    primitive = Primitive((), "box", "p", Dimensions({"x": 0.7, "y": 1.3, "z": 2.1}), transform=turn)
    flat = tessellate(Primitive((), "box", "p", primitive.dimensions), REFERENCE)

    def fused(a, b, c):
        return float(Fraction(a) * Fraction(b) + Fraction(c))

    def product(a, b):
        rows = [[0.0] * len(b[0]) for _ in a]
        for i, row in enumerate(a):
            for j in range(len(b[0])):
                for k, left in enumerate(row):
                    rows[i][j] = fused(left, b[k][j], rows[i][j])
        return rows

    (cx, sx), (cy, sy), (cz, sz) = ((math.cos(a), math.sin(a)) for a in turn.rotation_euler)
    about_x, about_y = (
        [[1.0, 0.0, 0.0], [0.0, cx, -sx], [0.0, sx, cx]],
        [[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]],
    )
    matrix = product(product([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]], about_y), about_x)
    wanted = np.array(product(matrix, flat.positions.T.tolist())).T
    assert tessellate(primitive, REFERENCE).positions.tolist() == wanted.tolist()
