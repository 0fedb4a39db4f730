"""Slices of whole models: their volumes by formulas, their topology, and the values that corners have."""

from __future__ import annotations

import itertools
from collections import Counter
from functools import lru_cache
from math import factorial

import numpy as np
import pytest

import pantin
from pantin import shapes
from pantin.base.records import replace
from pantin.maths.rotor import rotation_matrix
from pantin.operations.edit.mesh_slice import Hyperplane, slice_mesh
from pantin.operations.edit.rig_slices import PosedBodies, slice_rig
from pantin.rig import BlendShape, Deltas, Instance, Material, Mesh, Node, Surface, build
from pantin.rig.topology import ElementAttribute, Topology

ROTATIONS = ["xw:0", "xw:30,yz:10", "zw:-75,xy:20,yw:13"]
NAMES = ["5-cell", "tesseract", "16-cell", "24-cell", "120-cell", "600-cell", "duoprism-5-7", "ball-4"]


def section_volume(corners, heights, height):
    """The size of the section of simplexes (S, N + 1, N) where a linear function has a value: the B-spline of
    the values at the corners (Curry and Schoenberg 1966), times N times the content."""
    size = corners.shape[-1]
    content = np.linalg.det(corners[:, 1:] - corners[:, :1]) / factorial(size)
    total = np.zeros(len(corners))
    for i in range(size + 1):
        others = [j for j in range(size + 1) if j != i]
        spread = (heights[:, [i]] - heights[:, others]).prod(1)
        total += np.maximum(heights[:, i] - height, 0) ** (size - 1) / spread
    return float((size * content * total).sum())


@lru_cache
def boundary_of(name):
    """The shape, its vertices moved a little so that no two heights are the same, and its simplexes."""
    shape = shapes.by_name(name)
    moved = np.random.default_rng(5).normal(size=shape.vertices.shape) * 0.005
    return shape, shape.vertices + moved, shape.simplexes()


@pytest.mark.parametrize("rotate", ROTATIONS)
@pytest.mark.parametrize("name", NAMES)
def test_the_volume_of_a_slice_of_a_rotated_polytope(name, rotate):
    """A body is made of simplexes from a point inside to its boundary."""
    shape, points, simplexes = boundary_of(name)
    points = points @ rotation_matrix(rotate, 4).T
    inside = np.broadcast_to([0.01, 0.02, -0.01, 0.013], (len(simplexes), 1, 4))
    corners = np.concatenate([inside, points[simplexes]], axis=1)
    for w in (-0.2003, 0.1007, 0.45):
        cut = slice_mesh(points, simplexes, Hyperplane.at_w(w), flatten=False)
        expected = section_volume(corners, corners[..., 3], w)
        assert cut.volume() == pytest.approx(-expected, rel=1e-6, abs=1e-9)
        exact = Hyperplane.at_w(w).before_rotation(rotation_matrix(rotate, 4))
        volumes = [
            slice_mesh(shape.vertices, simplexes, exact, flatten=flat).volume() for flat in (True, False)
        ]
        assert volumes[0] == pytest.approx(volumes[1], rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("w", [0.0, 0.3, -0.7])
@pytest.mark.parametrize("rotate", ROTATIONS)
def test_the_volume_of_a_slice_of_a_ball(rotate, w):
    """4/3 π (1 − w²)^(3/2), of which the flat pieces leave little out."""
    cut = pantin.slice(rig_of("ball-4"), w=w, rotate=rotate)
    expected = 4 / 3 * np.pi * (1 - w * w) ** 1.5
    assert 0.9 * expected < volume(cut.rig) < expected


def test_the_volume_of_a_slice_of_a_duocylinder():
    """At w in the second disc: a cylinder with the area of the disc, as long as the chord."""
    cut = pantin.slice(shapes.duocylinder(size=2**0.5, segments=96).rig(), w=0.6)
    assert volume(cut.rig) == pytest.approx(np.pi * 2 * 0.8, rel=3e-3)


def volume(rig):
    return sum(
        np.linalg.det(surface.positions[surface.triangles].astype(np.float64)).sum() / 6
        for mesh in rig.meshes
        for surface in mesh.surfaces
    )


@pytest.mark.parametrize("rotate", ROTATIONS)
@pytest.mark.parametrize("name", [*NAMES, "duocylinder", "spherinder"])
def test_the_slice_of_a_convex_body_is_a_sphere(name, rotate):
    """V − E + F = 2, and every edge is of two triangles, which go along it in opposite ways."""
    rig = rig_of(name)
    plane = Hyperplane.at_w(0.1234).before_rotation(rotation_matrix(rotate, 4))
    (body,) = PosedBodies.from_rig(rig, rig.rest_pose()).cut(plane).bodies
    assert euler(body.simplexes) == 2
    assert is_closed(body.simplexes)


@lru_cache
def rig_of(name):
    return shapes.by_name(name).rig()


@pytest.mark.parametrize("rotate", ["xw:30,yz:10,yw:5", "zw:-75,xy:20,yw:13"])
@pytest.mark.parametrize("name", NAMES[:-1])
def test_the_corners_of_a_slice_are_those_of_its_convex_hull(name, rotate):
    """They are where the edges of a convex polytope cross the 3-space, and nowhere else."""
    shape = boundary_of(name)[0].transformed(rotate=rotate)
    ends = shape.vertices[shape.edges()]
    heights = ends[..., 3] - 0.1234
    crossing = heights[:, 0] * heights[:, 1] < 0
    share = heights[crossing, :1] / (heights[crossing, :1] - heights[crossing, 1:])
    expected = ends[crossing, 0] + share * (ends[crossing, 1] - ends[crossing, 0])
    (surface,) = pantin.slice(rig_of(name), w=0.1234, rotate=rotate).rig.meshes[0].surfaces
    assert len(surface.positions) == len(expected)
    apart = np.linalg.norm(surface.positions[:, None] - expected[None, :, :3], axis=2)
    assert apart.min(1).max() < 1e-9
    assert sorted(apart.argmin(1).tolist()) == list(range(len(expected)))


def euler(triangles):
    edges = {frozenset((row[i], row[i - 1])) for row in triangles.tolist() for i in range(3)}
    return len(set(triangles.reshape(-1).tolist())) - len(edges) + len(triangles)


def is_closed(triangles):
    edges = Counter((row[index], row[index - 2]) for row in triangles.tolist() for index in range(3))
    return all(edges[end, start] == count == 1 for (start, end), count in list(edges.items()))


@pytest.mark.parametrize("dimension", [5, 6, 7])
def test_a_cube_of_more_dimensions_is_cut_to_a_cube(dimension):
    cube = shapes.hypercube(dimension, size=dimension**0.5)  # corners at ±1
    cut = pantin.slice(cube.rig(), w=0.3, v=-0.2)
    assert volume(cut.rig) == pytest.approx(8)
    assert len(cut.rig.meshes[0].surfaces[0].positions) == 8


def section_of_a_cube(rotation, rest):
    """Corners and volume of {y : |(Rᵀ (y, rest))ᵢ| ≤ 1} in 3D: of 2 N half-spaces, where three planes meet
    inside all others, and the facets as pyramids from the origin."""
    columns = rotation.T
    normals = np.concatenate([columns[:, :3], -columns[:, :3]])
    limits = 1 - np.concatenate([columns[:, 3:] @ rest, -columns[:, 3:] @ rest])
    corners = []
    for three in itertools.combinations(range(len(normals)), 3):
        if abs(np.linalg.det(normals[list(three)])) > 1e-9:
            corner = np.linalg.solve(normals[list(three)], limits[list(three)])
            if (normals @ corner <= limits + 1e-9).all():
                corners.append(corner)
    points = np.unique(np.round(corners, 9), axis=0)
    total = 0.0
    for normal, limit in zip(normals, limits, strict=True):
        on = points[np.abs(points @ normal - limit) < 1e-8]
        if len(on) > 2:
            unit = normal / np.linalg.norm(normal)
            first = on[1] - on[0]
            first -= (first @ unit) * unit
            second = np.cross(unit, first)
            middle = on - on.mean(0)
            on = on[np.argsort(np.arctan2(middle @ second, middle @ first))]
            area = np.cross(on, np.roll(on, -1, axis=0)).sum(0) @ unit / 2
            total += limit / np.linalg.norm(normal) * area / 3
    return points, total


GENERAL = {
    5: "xw:30,yv:20,zw:15,xv:25,yz:50",
    6: "xw:30,yu:20,zv:15,uv:10,xv:25,yw:35,zu:40",
    7: "xw:30,yt:20,zu:15,uv:10,xv:25,yu:35,zt:40,xt:50,wu:33",
    8: "xw:30,ys:20,zt:15,uv:10,xv:25,yu:35,zs:40,xt:50,wu:33",
}


@pytest.mark.parametrize("dimension", GENERAL)
def test_a_rotated_cube_of_more_dimensions_is_cut_to_its_half_spaces(dimension):
    """Its pieces get thin on the way down: a hole stays wherever one is left out."""
    cube = shapes.hypercube(dimension, size=dimension**0.5)  # corners at ±1
    cut = pantin.slice(cube.rig(), w=0.05, rotate=GENERAL[dimension])
    rest = np.zeros(dimension - 3)
    rest[0] = 0.05
    corners, content = section_of_a_cube(rotation_matrix(GENERAL[dimension], dimension), rest)
    (surface,) = cut.rig.meshes[0].surfaces
    assert is_closed(surface.triangles)
    assert volume(cut.rig) == pytest.approx(content, rel=1e-9)
    assert len(surface.positions) == len(corners)


@pytest.mark.parametrize("name", ["simplex-5", "orthoplex-5", "cube-5", "simplex-6"])
@pytest.mark.parametrize("rotate", ["xv:33,yw:21", "xw:30,yv:10,zv:50"])
def test_one_cut_of_five_and_six_dimensions_has_the_content_of_the_formula(name, rotate):
    shape = shapes.by_name(name).transformed(rotate=rotate)
    rng = np.random.default_rng(7)
    points = shape.vertices + rng.normal(size=shape.vertices.shape) * 0.01
    simplexes = shape.simplexes()
    cut = slice_mesh(points, simplexes, Hyperplane.at_last(0.0511, shape.dimension))
    inside = np.broadcast_to(rng.normal(size=shape.dimension) * 0.01, (len(simplexes), 1, shape.dimension))
    corners = np.concatenate([inside, points[simplexes]], axis=1)
    expected = section_volume(corners, corners[..., -1], 0.0511)
    assert abs(cut.volume()) == pytest.approx(abs(expected), rel=1e-4)
    assert cut.volume() > 0
    ridges = Counter(
        tuple(sorted(row[:corner] + row[corner + 1 :]))
        for row in cut.simplexes.tolist()
        for corner in range(len(row))
    )
    assert set(ridges.values()) == {2}


def test_the_slice_of_a_ball_of_five_dimensions_is_a_ball():
    """Cut at v = 0.3 and w = 0.4, the radius is √(1 − 0.25), which the flat pieces of a coarse ball miss by a
    tenth."""
    cut = pantin.slice(shapes.ball(5).rig(), w=0.4, v=0.3)
    reach = np.linalg.norm(cut.rig.meshes[0].surfaces[0].positions, axis=1)
    assert 0.75 * 0.75**0.5 < reach.min() <= reach.max() <= 0.75**0.5 + 1e-9


def test_the_order_of_cuts_does_not_matter():
    """An axis is cut where it is asked for: v of a 5D box is longer than w."""
    box = shapes.hypercube(5, size=5**0.5).transformed(scale=(1, 1, 1, 0.5, 2))
    assert volume(pantin.slice(box.rig(), v=1.9, w=0.4).rig) == pytest.approx(8)
    with pytest.raises(ValueError, match=r"w = 0.6 misses the model \(w ranges from -0.500 to 0.500\)"):
        pantin.slice(box.rig(), w=0.6)
    with pytest.raises(ValueError, match=r"v = 2.1 misses the model \(v ranges from -2.000 to 2.000\)"):
        pantin.slice(box.rig(), v=2.1)


def two_halves(**fields):
    """A tesseract whose cells belong to two surfaces, each with vertices of its own."""
    shape = shapes.hypercube(4, size=2)
    simplexes = shape.simplexes()
    lid = (shape.vertices[simplexes][:, :, 0] == 1).all(1)
    surfaces = []
    for mask, material in ((lid, 0), (~lid, 1)):
        used, index = np.unique(simplexes[mask], return_inverse=True)
        own = Topology(simplexes=index.reshape(-1, 4))
        surfaces.append(
            Surface(
                shape.vertices[used], indices=np.zeros(0, np.int64), topology=own, material=material, **fields
            )
        )
    return build(
        nodes=[Node("Split")],
        dimension=4,
        meshes=[Mesh(tuple(surfaces))],
        materials=[Material("Lid", roughness=0.25, metallic=1.0), Material("Box")],
        instances=[Instance(0, 0)],
    )


@pytest.mark.parametrize("normal", [[1, 2, 3, 4], [0, 1, 1, 1], [0, 0, 1, 2], [3, 1, 0, 5]])
def test_surfaces_with_vertices_of_their_own_fit_without_t_junctions(normal):
    rig = two_halves()
    (body,) = PosedBodies.from_rig(rig, rig.rest_pose()).cut(Hyperplane.from_normal(normal, 0.2)).bodies
    assert is_closed(body.simplexes)
    assert set(body.owners.tolist()) == {0, 1}
    made = slice_rig(rig, rig.rest_pose(), Hyperplane.from_normal(normal, 0.2))
    assert [surface.material for surface in made.meshes[0].surfaces] == [0, 1]
    assert made.materials == rig.materials


def textured(rig_shape, **attributes):
    surface = replace(rig_shape.surface(), **attributes)
    return build(
        nodes=[Node("Body")],
        dimension=4,
        meshes=[Mesh((surface,))],
        instances=[Instance(0, 0)],
    )


@pytest.mark.parametrize("rotate", ROTATIONS)
def test_texture_coordinates_and_colours_are_those_of_the_point(rotate):
    """Given as linear functions of the position, they are the same functions in the slice."""
    shape = shapes.cell24()
    linear = np.random.default_rng(3).normal(size=(4, 2))
    rig = textured(shape, texcoords=(shape.vertices @ linear,), colors=((shape.vertices[:, :3] + 2) / 4,))
    rotation = rotation_matrix(rotate, 4)
    plane = Hyperplane.at_w(0.2).before_rotation(rotation)
    (surface,) = slice_rig(rig, rig.rest_pose(), plane).meshes[0].surfaces
    points = surface.positions @ plane.basis + plane.offset * plane.normal
    assert np.allclose(surface.texcoords[0], points @ linear, atol=1e-12)
    assert np.allclose(surface.colors[0], (points[:, :3] + 2) / 4, atol=1e-12)


def test_values_of_corners_make_seams():
    """Every cell of the tesseract has texture coordinates of its own: a cube cut from it has 6 faces, and 24
    corners that differ."""
    shape = shapes.hypercube(4, size=2)
    simplexes = shape.simplexes()
    cells = np.abs(shape.vertices[simplexes].mean(1)).argmax(1) * 2 + (
        shape.vertices[simplexes].mean(1).sum(1) > 0
    )
    flat = simplexes.reshape(-1)
    values = np.column_stack([np.repeat(cells, 4) * 10.0, shape.vertices[flat][:, 0]])
    texcoords = ElementAttribute(values, np.arange(len(flat)), np.arange(len(flat) + 1), flat)
    surface = shape.surface()
    rig = textured(shape, topology=replace(surface.topology, texcoords=(texcoords,)))
    (cut,) = slice_rig(rig, rig.rest_pose(), Hyperplane.at_w(0.5)).meshes[0].surfaces
    assert volume(slice_rig(rig, rig.rest_pose(), Hyperplane.at_w(0.5))) == pytest.approx(8)
    assert len(
        {
            (*point, *value)
            for point, value in zip(
                cut.positions.round(9).tolist(), cut.texcoords[0].round(9).tolist(), strict=True
            )
        }
    ) == len(cut.positions)
    assert len(set(cut.texcoords[0][:, 0].round(9).tolist())) == 6
    assert np.allclose(cut.texcoords[0][:, 1], cut.positions[:, 0])


@pytest.mark.parametrize("rotate", ROTATIONS)
def test_normals_are_those_of_the_round_surface(rotate):
    """Cut through the centre, the normal of a ball is the direction of the point."""
    (surface,) = pantin.slice(rig_of("ball-4"), rotate=rotate).rig.meshes[0].surfaces
    directions = surface.positions / np.linalg.norm(surface.positions, axis=1, keepdims=True)
    assert (surface.normals * directions).sum(1).min() > np.cos(np.radians(6))
    assert np.allclose(np.linalg.norm(surface.normals, axis=1), 1)


def test_normals_of_the_slice_of_a_duocylinder():
    """At w = 0 it is a cylinder along z: round around it, flat at the ends."""
    (surface,) = pantin.slice(shapes.duocylinder(2**0.5).rig()).rig.meshes[0].surfaces
    around = surface.positions * [1, 1, 0]
    around /= np.maximum(np.linalg.norm(around, axis=1, keepdims=True), 1e-9)
    ends = np.sign(surface.positions[:, 2:]) * [0, 0, 1]
    best = np.maximum((surface.normals * around).sum(1), (surface.normals * ends).sum(1))
    assert best.min() > np.cos(np.radians(6))


def test_a_mirrored_model_keeps_its_values():
    shape = shapes.ball(4, segments=16)
    rig = textured(shape, texcoords=(shape.vertices[:, :2],))
    pose = rig.rest_pose().with_local("Body", scale=(1, 1, -1, 1))
    cut = slice_rig(rig, pose, Hyperplane.at_w(0.1))
    assert volume(cut) > 0
    (surface,) = cut.meshes[0].surfaces
    assert np.allclose(surface.texcoords[0], surface.positions[:, :2])
    assert ((surface.normals * surface.positions).sum(1) > 0).all()


def test_blended_texture_coordinates_are_cut():
    shape = shapes.hypercube(4, size=2)
    shift = BlendShape(positions=Deltas(np.zeros((16, 4))), texcoords=(Deltas(np.full((16, 2), 0.5)),))
    rig = textured(shape, texcoords=(shape.vertices[:, :2],), blend_shapes=(shift,))
    pose = rig.rest_pose().with_blend(0, [1.0])
    (surface,) = slice_rig(rig, pose, Hyperplane.at_w(0.1)).meshes[0].surfaces
    assert np.allclose(surface.texcoords[0], surface.positions[:, :2] + 0.5)


def test_the_material_of_an_instance_is_that_of_its_slice():
    rig = two_halves()
    other = rig.replace(instances=[replace(rig.instances[0], materials=(None, 0))])
    made = slice_rig(other, other.rest_pose(), Hyperplane.from_normal([1, 2, 3, 4], 0.2))
    assert [surface.material for surface in made.meshes[0].surfaces] == [0, 0]


def test_a_sweep_poses_the_model_once(monkeypatch):
    from pantin.operations.edit import slice_bodies

    calls = []
    deform = slice_bodies.deform
    monkeypatch.setattr(
        slice_bodies, "deform", lambda *given, **options: calls.append(1) or deform(*given, **options)
    )
    pantin.slice(shapes.hypercube(4).rig(), sweep=7)
    assert calls == [1]
