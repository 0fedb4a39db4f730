"""Normals and texture coordinates of corners in other formats: faceVarying primvars of USD, `f v/vt/vn` of
OBJ, vertices of their own in FBX. Expected values are those that the file was made of."""

from __future__ import annotations

import random

import numpy as np
import pytest

import pantin

TRIANGLES = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]]


def cornered(writer, rng, per="simplexes"):
    """A tetrahedron on a bone, whose corners (or triangles) have random normals and texture coordinates; the
    asset, and (4, 3) rows of both at each corner."""
    kit = writer.Writer(3)
    points = [[rng.uniform(-1, 1) for _ in range(3)] for _ in range(4)]
    normals = np.array([[rng.gauss(0, 1) for _ in range(3)] for _ in range(5)])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    texcoords = np.array([[rng.uniform(0, 1) for _ in range(2)] for _ in range(7)])
    if per == "simplexes":
        which = [[rng.randrange(5) for _ in range(3)] for _ in TRIANGLES]
        expected = np.array(which)
    else:
        which = [rng.randrange(5) for _ in TRIANGLES]
        expected = np.repeat(np.array(which)[:, None], 3, axis=1)
    maps = [[rng.randrange(7) for _ in range(3)] for _ in TRIANGLES]
    bound = kit.accessor(maps, "uint8")
    surface = {
        "simplexes": kit.accessor(TRIANGLES, "uint8"),
        "normals": {"values": kit.accessor(normals.tolist(), "float64"), per: kit.accessor(which, "uint8")},
        "textureMap": {"values": kit.accessor(texcoords.tolist(), "float64"), "simplexes": bound},
    }
    mesh = {"vertices": kit.accessor(points, "float64"), "surfaces": [surface]}
    mesh["skin"] = {
        "vertices": kit.accessor([0, 1, 2, 3], "uint8"),
        "groups": kit.accessor([0, 0, 0, 0], "uint8"),
        "weights": kit.accessor([1.0] * 4, "float64"),
    }
    kit.tree["meshes"] = [mesh]
    kit.tree["nodes"] = [
        {"children": [1]},
        {"name": "Rig", "skeleton": {"joints": [2]}, "children": [2, 3]},
        {"name": "Hips", "bone": {}},
        {"name": "Body", "meshInstance": {"mesh": 0}},
    ]
    asset = pantin.load(kit.text(), name="x.g4tf")
    return asset, np.array(points), normals[expected], texcoords[np.array(maps)]


@pytest.mark.parametrize("per", ["simplexes", "perSimplex"])
@pytest.mark.parametrize("seed", range(3))
def test_usd_has_them_as_face_varying_primvars(writer, tmp_path, seed, per):
    pxr = pytest.importorskip("pxr.Usd")
    from pxr import UsdGeom

    asset, points, normals, texcoords = cornered(writer, random.Random(seed), per=per)
    assert not about_corners(pantin.convert(asset, tmp_path / "x.usda"))
    stage = pxr.Stage.Open(str(tmp_path / "x.usda"))
    (mesh,) = [UsdGeom.Mesh(prim) for prim in stage.Traverse() if prim.IsA(UsdGeom.Mesh)]
    np.testing.assert_allclose(mesh.GetPointsAttr().Get(), points, atol=1e-6)
    assert list(mesh.GetFaceVertexIndicesAttr().Get()) == np.ravel(TRIANGLES).tolist()
    assert mesh.GetNormalsInterpolation() == "faceVarying"
    np.testing.assert_allclose(mesh.GetNormalsAttr().Get(), normals.reshape(-1, 3), atol=1e-6)
    primvar = UsdGeom.PrimvarsAPI(mesh).GetPrimvar("st")
    assert primvar.GetInterpolation() == "faceVarying"
    flipped = texcoords.reshape(-1, 2) * [1, -1] + [0, 1]
    np.testing.assert_allclose(primvar.Get(), flipped, atol=1e-6)


def about_corners(report):
    return [each.message for each in report.findings if "normal" in each.message or "coord" in each.message]


def corners_of(rig):
    """Positions, normals and texture coordinates of the corners of the only surface, in the world."""
    (posed,) = pantin.deform(rig, rig.rest_pose())
    surface = rig.meshes[0].surfaces[0]
    triangles = surface.triangles
    return posed.positions[triangles], posed.normals[triangles], surface.texcoords[0][triangles]


@pytest.mark.parametrize("suffix", [".usdz", ".glb", ".fbx"])
@pytest.mark.parametrize("seed", range(3))
def test_a_reader_finds_them_at_the_corners_of_the_same_triangles(writer, tmp_path, seed, suffix):
    asset, points, normals, texcoords = cornered(writer, random.Random(seed))
    assert not about_corners(pantin.convert(asset, tmp_path / f"x{suffix}"))
    found = corners_of(pantin.load(tmp_path / f"x{suffix}").rig)
    for got, expected in zip(found, (points[np.array(TRIANGLES)], normals, texcoords), strict=True):
        np.testing.assert_allclose(got, expected, atol=1e-5)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_obj_refers_to_them_from_its_faces(writer, tmp_path, seed, mirrored):
    """Posed by a rotation of 90° about z, and mirrored: normals follow, and windings stay outward."""
    asset, points, normals, texcoords = cornered(writer, random.Random(seed))
    half = np.sqrt(0.5)
    scale = (1, 1, -1) if mirrored else (1, 1, 1)
    pose = asset.rig.rest_pose().with_local("Hips", rotation=(0, 0, half, half), scale=scale)
    assert not about_corners(pantin.save(pantin.pose(asset, pose), tmp_path / "x.obj"))
    lines = [line.split() for line in (tmp_path / "x.obj").read_text().splitlines()]
    rows = {
        kind: np.array([[float(word) for word in line[1:]] for line in lines if line[0] == kind])
        for kind in ("v", "vt", "vn")
    }
    faces = (
        np.array([[corner.split("/") for corner in line[1:]] for line in lines if line[0] == "f"], int) - 1
    )
    turn = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1.0]]) @ np.diag(scale)
    order = [2, 1, 0] if mirrored else [0, 1, 2]
    np.testing.assert_allclose(rows["v"], points @ turn.T, atol=1e-6)
    assert faces[..., 0].tolist() == np.array(TRIANGLES)[:, order].tolist()
    np.testing.assert_allclose(rows["vn"][faces[..., 2]], (normals @ turn.T)[:, order], atol=1e-6)
    flipped = texcoords * [1, -1] + [0, 1]
    np.testing.assert_allclose(rows["vt"][faces[..., 1]], flipped[:, order], atol=1e-6)
    assert len(rows["v"]) == 4
    assert len(rows["vt"]) <= 7


def test_values_of_edges_are_still_reported(kit, tmp_path):
    tier = {"accessor": kit.accessor([0] * 6, "uint8"), "geometryDimension": 1, "decomposeDimension": 1}
    kit.surface["normals"] = {"values": kit.surface["normals"]["values"], "geometry": [tier]}
    asset = pantin.load(kit.text(), name="x.g4tf")
    for suffix in (".usda", ".obj", ".fbx"):
        report = pantin.convert(asset, tmp_path / f"x{suffix}")
        assert any("normals" in finding.message for finding in report.findings), suffix
