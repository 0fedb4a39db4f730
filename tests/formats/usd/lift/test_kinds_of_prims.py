"""Every type of prim that usd-core knows is read, or a finding names it."""

from __future__ import annotations

import pytest
from pxr import Sdf, Tf, Usd

import pantin
from pantin.cli.run import run

READ = {
    *("Xform", "Scope", "SkelRoot", "Skeleton", "BlendShape", "Camera", "DistantLight", "SphereLight"),
    *("Mesh", "Points", "Cube", "Sphere", "Cylinder", "Cylinder_1", "Cone", "Capsule", "Capsule_1", "Plane"),
    *("PointInstancer", "Material", "NodeGraph", "Shader"),
}
"""What a rig holds, or is made of, even where the prim is empty."""


def known_types():
    """The names of all types that a prim can have, from the registry of schemas."""
    registry = Usd.SchemaRegistry()
    types = Tf.Type.FindByName("UsdSchemaBase").GetAllDerivedTypes()
    return sorted(str(registry.GetSchemaTypeName(each)) for each in types if registry.IsConcrete(each))


def pointed(path, folder):
    """The prims that findings of a conversion point to."""
    return {each.pointer for each in pantin.convert(path, folder / "out.glb").findings}


def test_every_type_of_prim_is_read_or_reported(tmp_path):
    stage = Usd.Stage.CreateNew(str(tmp_path / "all.usda"))
    stage.SetDefaultPrim(stage.DefinePrim("/root", "Xform"))
    types = known_types()
    assert len(types) > 50
    for name in types:
        stage.DefinePrim(f"/root/{name}", name)
    stage.DefinePrim("/root/unknown", "SomethingOfAPlugin")
    stage.Save()
    found = pointed(tmp_path / "all.usda", tmp_path)
    expected = {f"/root/{name}" for name in {*types, "unknown"} - READ}
    assert found >= expected
    assert not found & {f"/root/{name}" for name in READ}


@pytest.mark.parametrize("kind", ["BasisCurves", "NurbsCurves", "HermiteCurves", "TetMesh", "Volume"])
@pytest.mark.parametrize("place", ["/root/shape", "/root/instancer/shape", "/root/copy/shape"])
def test_shapes_that_are_not_read_are_reported_wherever_they_are(kind, place, tmp_path):
    """In a prototype and in an instance too; `--strict` counts them."""
    stage = Usd.Stage.CreateNew(str(tmp_path / "scene.usda"))
    stage.SetDefaultPrim(stage.DefinePrim("/root", "Xform"))
    if "instancer" in place:
        instancer = stage.DefinePrim("/root/instancer", "PointInstancer")
        instancer.CreateRelationship("prototypes").SetTargets([place])
        instancer.CreateAttribute("protoIndices", Sdf.ValueTypeNames.IntArray).Set([0, 0])
        instancer.CreateAttribute("positions", Sdf.ValueTypeNames.Point3fArray).Set([(0, 0, 0), (1, 0, 0)])
        stage.DefinePrim(place, kind)
    elif "copy" in place:
        stage.CreateClassPrim("/model")
        stage.DefinePrim("/model/shape", kind)
        copy = stage.DefinePrim("/root/copy", "Xform")
        copy.GetReferences().AddInternalReference("/model")
        copy.SetInstanceable(True)
    else:
        stage.DefinePrim(place, kind)
    stage.Save()
    found = pantin.convert(tmp_path / "scene.usda", tmp_path / "out.glb").findings
    assert any(kind in each.message and each.rule == "LOSS-USD_GEOMETRY" for each in found)
    code = run(["convert", str(tmp_path / "scene.usda"), str(tmp_path / "strict.glb"), "--strict"])
    assert code == 1
