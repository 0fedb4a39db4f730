"""Stages with more than one character: every one keeps its skeleton, its mesh and its motion. Points are
compared with those of UsdSkel."""

from __future__ import annotations

import numpy as np
import pytest
from pxr import Gf, Sdf, Usd, UsdGeom, UsdSkel, Vt
from usd_skel import posed_points

import pantin

CLOSE = 1e-5
"""Of the size: points of USD are float32."""
SIDES = 8
TIMES = (0.0, 7.3, 24.0, 31.7, 48.0)
CHARACTERS = {
    "ann": (("a", "a/b"), 0.0, {0: 10.0, 24: 80.0, 48: 30.0}),
    "bob": (("root", "root/hand"), 3.0, {0: -40.0, 10: 60.0, 36: 5.0}),
}
"""Joints, place along X, and the angles of the second joint at times."""


def open_new(path):
    stage = Usd.Stage.CreateNew(str(path))
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    UsdGeom.SetStageUpAxis(stage, "Y")
    stage.SetTimeCodesPerSecond(24)
    stage.SetStartTimeCode(0)
    stage.SetEndTimeCode(48)
    return stage


def author(path, layout):
    """The characters below one Xform as SkelRoots, in one SkelRoot, or beside each other at the top."""
    stage = open_new(path)
    if layout != "top":
        kind = UsdSkel.Root if layout == "one root" else UsdGeom.Xform
        kind.Define(stage, "/world")
    above = "" if layout == "top" else "/world"
    for name, (joints, place, angles) in CHARACTERS.items():
        kind = UsdGeom.Xform if layout == "one root" else UsdSkel.Root
        prim = kind.Define(stage, f"{above}/{name}").GetPrim()
        UsdGeom.Xformable(prim).AddRotateYOp().Set(20.0 * place)
        character(stage, str(prim.GetPath()), joints, place, angles)
    stage.SetDefaultPrim(stage.GetPrimAtPath("/ann" if layout == "top" else "/world"))
    stage.Save()
    return stage


def character(stage, path, joints, place, angles):
    """A tube around two joints, the second of which turns."""
    places = Vt.Matrix4dArray([Gf.Matrix4d().SetTranslate(Gf.Vec3d(0, y, 0)) for y in (0, 1)])
    skeleton = UsdSkel.Skeleton.Define(stage, f"{path}/skeleton")
    skeleton.CreateJointsAttr(list(joints))
    skeleton.CreateBindTransformsAttr(places)
    skeleton.CreateRestTransformsAttr(places)
    skeleton.AddTranslateOp().Set(Gf.Vec3d(place, 0, 0))
    animation = UsdSkel.Animation.Define(stage, f"{path}/wave")
    animation.CreateJointsAttr(list(joints))
    animation.CreateTranslationsAttr([Gf.Vec3f(0, 0, 0), Gf.Vec3f(0, 1, 0)])
    animation.CreateScalesAttr([Gf.Vec3h(1, 1, 1)] * 2)
    for time, angle in angles.items():
        turn = Gf.Quatf(Gf.Rotation(Gf.Vec3d(0.6, 0, 0.8), angle).GetQuat())
        animation.CreateRotationsAttr().Set(Vt.QuatfArray([Gf.Quatf(1), turn]), time)
    bound = UsdSkel.BindingAPI.Apply(skeleton.GetPrim())
    bound.CreateAnimationSourceRel().SetTargets([animation.GetPath()])
    skinned_tube(stage, f"{path}/mesh", skeleton)


def skinned_tube(stage, path, skeleton):
    """Texture coordinates, normals and colours of its corners are different at every corner."""
    angles = np.linspace(0, 2 * np.pi, SIDES, endpoint=False)
    points = [(0.2 * np.cos(turn), ring, 0.2 * np.sin(turn)) for ring in (0, 0.6, 1.3, 2) for turn in angles]
    around = [(side, (side + 1) % SIDES) for side in range(SIDES)]
    rows = [(ring, ring + SIDES) for ring in range(0, 3 * SIDES, SIDES)]
    faces = [(low + one, low + two, high + two, high + one) for low, high in rows for one, two in around]
    mesh = UsdGeom.Mesh.Define(stage, path)
    mesh.CreatePointsAttr([Gf.Vec3f(*point) for point in points])
    mesh.CreateFaceVertexCountsAttr([4] * len(faces))
    mesh.CreateFaceVertexIndicesAttr([index for face in faces for index in face])
    mesh.CreateSubdivisionSchemeAttr("none")
    corner_values(mesh, 4 * len(faces))
    api = UsdSkel.BindingAPI.Apply(mesh.GetPrim())
    api.CreateSkeletonRel().SetTargets([skeleton.GetPath()])
    api.CreateJointIndicesPrimvar(False, 2).Set([0, 1] * len(points))
    second = np.clip(np.array(points)[:, 1] - 0.5, 0, 1)
    weights = np.stack([1 - second, second], axis=1).astype(np.float32)
    api.CreateJointWeightsPrimvar(False, 2).Set(Vt.FloatArray.FromNumpy(weights.ravel()))


def corner_values(mesh, count):
    rng = np.random.default_rng(count)
    normals = rng.normal(size=(count, 3))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    mesh.CreateNormalsAttr(Vt.Vec3fArray.FromNumpy(normals.astype(np.float32)))
    mesh.SetNormalsInterpolation("faceVarying")
    api = UsdGeom.PrimvarsAPI(mesh)
    texcoords = api.CreatePrimvar("st", Sdf.ValueTypeNames.TexCoord2fArray, "faceVarying")
    texcoords.Set(Vt.Vec2fArray.FromNumpy(rng.random((count, 2)).astype(np.float32)))
    colours = api.CreatePrimvar("displayColor", Sdf.ValueTypeNames.Color3fArray, "faceVarying")
    colours.Set(Vt.Vec3fArray.FromNumpy(rng.random((count, 3)).astype(np.float32)))


def by_character(stage, time):
    """The posed points of UsdSkel, by the character that a mesh is below."""
    return {
        next(name for name in CHARACTERS if f"/{name}/" in str(path)): points
        for path, points in posed_points(stage, time).items()
    }


def posed(rig, seconds, at=0):
    """Posed vertices by the name of the character: that of the joint that its mesh is bound to first."""
    found = {}
    for each in pantin.deform(rig, pantin.sample(rig, at, seconds), normals=False):
        skin = rig.skins[rig.instances[rig.instance_at(each.node)].skin]
        first = rig.nodes.names[int(skin.joints[0])]
        found["ann" if first == "a" else "bob"] = each.positions
    return found


def distance(points, vertices):
    nearest = np.abs(points[:, None] - vertices[None]).max(-1)
    return max(nearest.min(0).max(), nearest.min(1).max()) / np.ptp(points, axis=0).max()


@pytest.mark.parametrize("layout", ["two roots", "one root", "top"])
def test_each_follows_its_own_skeleton_and_motion(layout, tmp_path):
    stage = author(tmp_path / "two.usda", layout)
    rig = pantin.load(tmp_path / "two.usda").rig
    assert len(rig.skins) == len(rig.instances) == 2
    for time in TIMES:
        expected, found = by_character(stage, time), posed(rig, time / 24)
        assert expected.keys() == found.keys() == CHARACTERS.keys()
        assert max(distance(expected[name], found[name]) for name in expected) < CLOSE


@pytest.mark.parametrize("suffix", [".usda", ".usdc", ".usdz"])
@pytest.mark.parametrize("layout", ["two roots", "one root", "top"])
def test_a_written_stage_has_both_as_they_were(layout, suffix, tmp_path):
    stage = author(tmp_path / "two.usda", layout)
    assert not pantin.convert(tmp_path / "two.usda", tmp_path / f"out{suffix}").findings
    written = Usd.Stage.Open(str(tmp_path / f"out{suffix}"))
    skeletons = [prim for prim in written.Traverse() if prim.IsA(UsdSkel.Skeleton)]
    assert len(skeletons) == 2
    for time in TIMES:
        expected = by_character(stage, time)
        found = by_character(written, time / 24 * written.GetTimeCodesPerSecond())
        assert max(distance(expected[name], found[name]) for name in expected) < CLOSE


def test_clips_of_both_are_one_variant_each(tmp_path):
    """A clip moves both characters: choosing its variant binds an animation to each skeleton."""
    author(tmp_path / "two.usda", "two roots")
    asset = pantin.load(tmp_path / "two.usda")
    (wave,) = asset.rig.clips
    backwards = pantin.motion.reverse(wave).replace(name="backwards")
    both = asset.rig.replace(clips=[wave, backwards])
    pantin.save(both, tmp_path / "out.usda")
    written = Usd.Stage.Open(str(tmp_path / "out.usda"))
    variants = written.GetDefaultPrim().GetVariantSets().GetVariantSet("animation")
    rig = pantin.load(tmp_path / "two.usda").rig
    for name, seconds in (("wave", 0.4), ("backwards", wave.duration - 0.4)):
        assert variants.SetVariantSelection(name)
        expected = posed(rig, 0.4)
        found = by_character(written, seconds * written.GetTimeCodesPerSecond())
        assert max(distance(expected[each], found[each]) for each in expected) < CLOSE


def corners_of(path):
    """(T, 3) rows of a mesh's normals, texture coordinates and colours at the corners of its triangles, as
    they were authored: quads are split along their first diagonal."""
    stage = Usd.Stage.Open(str(path))
    mesh = UsdGeom.Mesh(stage.GetPrimAtPath("/world/bob/mesh"))
    api, rows = UsdGeom.PrimvarsAPI(mesh), np.arange(4 * 3 * SIDES).reshape(-1, 4)
    triangles = rows[:, [[0, 1, 2], [0, 2, 3]]].reshape(-1, 3)
    values = (mesh.GetNormalsAttr().Get(), api.GetPrimvar("st").Get(), api.GetPrimvar("displayColor").Get())
    return [np.array(each)[triangles] for each in values]


@pytest.mark.parametrize("suffix", [".usda", ".usdc", ".usdz", ".glb"])
def test_values_of_corners_are_at_the_corners_of_the_same_triangles(suffix, tmp_path):
    author(tmp_path / "two.usda", "two roots")
    normals, texcoords, colours = corners_of(tmp_path / "two.usda")
    pantin.convert(tmp_path / "two.usda", tmp_path / f"out{suffix}")
    for path in (tmp_path / "two.usda", tmp_path / f"out{suffix}"):
        for mesh in pantin.load(path).rig.meshes:
            (surface,) = mesh.surfaces
            at = surface.triangles
            np.testing.assert_allclose(surface.normals[at], normals, atol=1e-6)
            np.testing.assert_allclose(surface.texcoords[0][at], texcoords * (1, -1) + (0, 1), atol=1e-6)
            np.testing.assert_allclose(surface.colors[0][at][..., :3], colours, atol=1e-6)


def test_an_obj_of_both_has_the_values_of_every_corner(tmp_path):
    """Read by hand: `f v/vt/vn` of each object, with colours behind the positions of `v`."""
    author(tmp_path / "two.usda", "two roots")
    normals, texcoords, colours = corners_of(tmp_path / "two.usda")
    pantin.convert(tmp_path / "two.usda", tmp_path / "out.obj")
    lines = [line.split() for line in (tmp_path / "out.obj").read_text().splitlines()]
    v, vt, vn = (
        np.array([line[1:] for line in lines if line[0] == kind], float) for kind in ("v", "vt", "vn")
    )
    faces = [[corner.split("/") for corner in line[1:]] for line in lines if line[0] == "f"]
    per_object = np.array(faces, int).reshape(2, -1, 3, 3) - 1
    assert sum(line[0] == "o" for line in lines) == 2
    for faces_of_one, angle in zip(per_object, (0.0, 60.0), strict=True):
        np.testing.assert_allclose(vt[faces_of_one[..., 1]], texcoords, atol=1e-6)
        np.testing.assert_allclose(v[faces_of_one[..., 0]][..., 3:], colours, atol=1e-6)
        turn = np.array(Gf.Matrix3d(Gf.Rotation(Gf.Vec3d(0, 1, 0), angle)))  # of row vectors
        np.testing.assert_allclose(vn[faces_of_one[..., 2]], normals @ turn, atol=1e-5)
