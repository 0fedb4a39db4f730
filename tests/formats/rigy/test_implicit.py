"""Implicit surfaces: fields by their formulas, surfaces where they should be."""

from __future__ import annotations

import json

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.formats.rigy import implicit
from pantin.formats.rigy.compile import check_text, compile_text
from pantin.formats.rigy.formatting import format_text
from pantin.formats.rigy.implicit import is_sound, surface, terms_of, vertex_count
from pantin.formats.rigy.schema.document import FIELDS, Domain, FieldOperator, Implicit, Transform
from pantin.kernels import implicit as kernel

BALL = FieldOperator((), "add", "metaball_sphere@1", 1.0, 1.0, None, None)
FIELD = Implicit(
    Domain((), (-1.0, -1.0, -1.0), (1.0, 1.0, 1.0), (21, 21, 21)), 0.25, (BALL,), "marching_cubes@1"
)


def field_at(ops, x, y, z):
    """The sum of terms at some points; what they reach of a grid does not matter there."""
    return kernel.field_at(terms_of(replace(FIELD, ops=ops), (np.zeros(2),) * 3), x, y, z)


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
    assert (
        kernel.sample_grid(terms_of(field, axes), axes).reshape(-1).tolist()
        == field_at(ops, x, y, z).tolist()
    )


TURNED = Transform((), (0.3, -0.2, 0.1), None, (20.0, 30.0, 40.0), None)
"""A translation and a rotation in degrees."""


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("factor", [0.25, 1.0, 3.0])
def test_a_uniform_scale_multiplies_radius_and_height(name, factor):
    """Rigy chapter 3.7: scale is applied in operator-local space before translation, and every field depends
    on distances divided by the radius alone."""
    points = np.random.default_rng(5).uniform(-2, 2, (3, 500))
    operator = FieldOperator((), "add", name, 0.7, 0.5, 0.8, replace(TURNED, scale=(factor,) * 3))
    larger = replace(operator, radius=0.5 * factor, height=0.8 * factor, transform=TURNED)
    assert field_at((operator,), *points) == pytest.approx(field_at((larger,), *points), abs=1e-12)
    whole = [surface(replace(FIELD, ops=(one,))).positions for one in (operator, larger)]
    assert whole[0] == pytest.approx(whole[1], abs=1e-9)


OPERATOR = """
version: "0.13"
meshes:
  - id: m
    primitives:
      - id: p
        type: implicit_surface
        domain: {{aabb: {{min: [-1, -1, -1], max: [1, 1, 1]}}, grid: {{nx: 9, ny: 9, nz: 9}}}}
        iso: 0.25
        ops:
          - op: add
            field: sdf_capsule@1
            strength: 1
            radius: {radius}
            height: {height}
            transform: {{{transform}}}
"""
MOVED = "translation: [0.25, 0, 0], rotation_degrees: [0, 0, 30]"


@pytest.mark.parametrize("scale", ["2", "2.0", "[2, 2, 2]", "[2, 2.0, '=1+1']", "'=4/2'"])
def test_the_spellings_of_a_scale(scale):
    text = OPERATOR.format(radius=0.125, height=0.25, transform=f"{MOVED}, scale: {scale}")
    larger = OPERATOR.format(radius=0.25, height=0.5, transform=MOVED)
    made, expected = (compile_text(one).rig.meshes[0].surfaces[0].positions for one in (text, larger))
    assert len(made) > 100
    assert made.tolist() == expected.tolist()  # a power of two is exact
    assert format_text(text) == text


@pytest.mark.parametrize(
    ("transform", "rule"),
    [
        ("scale: [1, 2, 1]", "RIGY-V85"),
        ("scale: [1, 1, 1.0000001]", "RIGY-V85"),
        ("scale: 0", "RIGY-V85"),
        ("scale: [-1, -1, -1]", "RIGY-V85"),
        ("shear: [1, 0, 0]", "RIGY-V85"),
        ("scal: 2", "RIGY-V85"),
        ("scale: [1, 1]", "RIGY-P13"),
        ("scale: wide", "RIGY-P10"),
        ("scale: true", "RIGY-P10"),
        ("scale: .inf", "RIGY-V32"),
        ("scale: [.nan, 1, 1]", "RIGY-V32"),
    ],
)
def test_any_other_scale_is_refused(transform, rule):
    """3.7, forbidden: a scale that is not uniform, shear, and any field that the transform does not have."""
    found = check_text(OPERATOR.format(radius=0.5, height=0.5, transform=transform)).errors
    assert [one.rule for one in found] == [rule]


def test_a_solid_has_no_scale():
    """Only field operators have one (3.7); the transform of a primitive does not."""
    box = "{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {scale: [1, 1, 1]}}"
    text = f'version: "0.13"\nmeshes: [{{id: m, primitives: [{box}]}}]\n'
    assert [one.rule for one in check_text(text).errors] == ["RIGY-V57"]


def test_the_mirror_image_of_a_scaled_operator_is_scaled():
    text = OPERATOR.format(radius=0.125, height=0.25, transform=f"{MOVED}, scale: 2").replace(
        "id: p", "id: L_p"
    )
    text += "symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\n"
    positions = compile_text(text).rig.meshes[0].surfaces[0].positions
    assert positions[:, 0].min() == pytest.approx(-positions[:, 0].max())
    assert positions[:, 0].max() > 0.5  # 0.25 + 0.25: the radius is doubled


def slow_field(ops, at):
    """The sum of operators at a point, by the formulas of chapter 3."""
    total = 0.0
    for op in ops:
        x, y, z = (here - there for here, there in zip(at, op["transform"]["translation"], strict=True))
        half = op.get("height", 0.0) / 2
        distance = np.hypot(np.hypot(x, y - min(max(y, -half), half)), z) / op["radius"]
        if op["field"].startswith("metaball"):
            value = op["strength"] * (1 - distance) ** 2 if distance < 1 else 0.0
        else:
            value = op["strength"] * min(max(1 - distance / 2, 0.0), 1.0)
        total += value if op["op"] == "add" else -value
    return total


def slow_normal(ops, at, low, high, steps):
    """Against the gradient, by central differences over one step along each axis, inside the domain."""
    against = []
    for axis in range(3):
        ends = [list(at), list(at)]
        ends[0][axis] = max(at[axis] - steps[axis], low[axis])
        ends[1][axis] = min(at[axis] + steps[axis], high[axis])
        below, above = (slow_field(ops, end) for end in ends)
        against.append((below - above) / (ends[1][axis] - ends[0][axis]))
    return np.array(against) / np.linalg.norm(against)


@pytest.mark.parametrize("seed", range(4))
def test_normals_are_against_the_gradient_whatever_the_steps_of_the_grid(seed):
    """Chapter 3.7: "computed from the scalar field gradient via central differences", "one grid step along
    the corresponding axis"; samples outside of the domain are clamped to it."""
    random = np.random.default_rng(seed)
    low, high = random.uniform(-1.2, -0.4, 3), random.uniform(0.4, 1.2, 3)
    grid = random.permutation([5, 9, 17])
    kinds = ("metaball_sphere@1", "sdf_sphere@1", "metaball_capsule@1", "sdf_capsule@1")
    ops = [
        {"op": "add" if k < 3 else "subtract", "field": kind, "strength": 1.0,
         "radius": random.uniform(0.3, 0.7),
         "transform": {"translation": random.uniform(-0.3, 0.3, 3).tolist()}}
        | ({"height": 0.4} if "capsule" in kind else {})
        for k, kind in enumerate(random.permutation(kinds).tolist())
    ]  # fmt: skip
    solid = {"id": "s", "type": "implicit_surface", "iso": 0.4, "ops": ops, "domain": {
        "aabb": {"min": low.tolist(), "max": high.tolist()},
        "grid": dict(zip(("nx", "ny", "nz"), map(int, grid), strict=True))}}  # fmt: skip
    text = json.dumps({"version": "0.13", "meshes": [{"id": "m", "primitives": [solid]}]})
    (made,) = compile_text(text).rig.meshes[0].surfaces
    steps = (high - low) / (grid - 1)
    expected = [slow_normal(ops, at, low, high, steps) for at in made.positions.astype(float)]
    assert len(expected) > 100
    np.testing.assert_allclose(made.normals, expected, atol=1e-5)
    (raw,) = compile_text(text, profile="reference").rig.meshes[0].surfaces
    assert np.abs(raw.normals - expected).max() > 0.1
