"""What people see of values: a `repr` of any public type fits two lines, and notebooks show short tables."""

from __future__ import annotations

import copy
import importlib
import inspect
import io
import pickle
import pydoc
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import pantin
from pantin import rig as rig_types
from pantin.base.records import content_key, defaults, field_names, is_record
from pantin.rig import Influences, Instance, Mesh, Node, Skin, Surface

EXAMPLES = Path(__file__).parents[1] / "examples"
LINES = 2 * 80
MODULES = ("", ".arrays", ".formats", ".motion", ".results", ".rig", ".rigy", ".shapes")
MODULES += (".springs", ".weights", ".edit")

NOT_MADE = {
    *("BadFile", "LimitExceeded", "PantinError", "Unsupported", "InvalidRig", "OnlyIn3D"),  # exceptions
    *(
        "Capabilities",
        "Condition",
        "Extension",
        "Lifted",
        "Option",
        "SourceDocument",
        "WriteOptions",
    ),  # of plug-ins
}
"""Public types that the values below do not have."""


def large_rig():
    """A skinned mesh of 5,000 vertices on 300 joints."""
    count, joints = 5000, 300
    nodes = [Node(f"joint {index}", index - 1, translation=(0, 0.1, 0)) for index in range(joints)]
    influences = Influences(np.arange(count + 1), np.arange(count) % joints, np.ones(count, np.float32))
    surface = Surface(np.zeros((count, 3), np.float32), influences=influences)
    return pantin.build(
        nodes=[*nodes, Node("skin")],
        meshes=[Mesh((surface,), "skin")],
        skins=[Skin(np.arange(joints))],
        instances=[Instance(joints, 0, skin=0)],
    )


def values():
    """Results of the library for the examples, and everything inside of them."""
    avatar, arm = pantin.load(EXAMPLES / "vrm/avatar.vrm"), pantin.load(EXAMPLES / "arm.glb")
    skirt = pantin.load(EXAMPLES / "springs/skirt.glb")
    toy, face = pantin.load(EXAMPLES / "g4mf/toy.g4b"), pantin.load(EXAMPLES / "face.gltf")
    large = large_rig()
    yield from (avatar, arm, skirt, toy, face)
    for rig in (avatar.rig, arm.rig, skirt.rig, toy.rig, face.rig, large):
        yield rig
        yield list(rig.nodes)[:3]
        yield rig.rest_pose()
        yield pantin.RigBuilder.from_rig(rig)
    yield pantin.sample(arm.rig, "bend", np.linspace(0, 2, 500))
    yield pantin.rig.Poses.stack([large.rest_pose()] * 50)
    yield pantin.deform(large, large.rest_pose())
    yield pantin.deform(avatar.rig, avatar.rig.rest_pose())
    yield [asset.report for asset in (avatar, toy)]
    yield pantin.diff(avatar, arm)
    yield [pantin.inspect(asset) for asset in (avatar, skirt, toy)]
    yield pantin.find_humanoid(avatar)
    yield [pantin.read_meta(avatar), pantin.Limits(), pantin.Limits(vertices=5)]
    yield [pantin.shapes.ball(4), pantin.shapes.cell120()]
    yield [pantin.slim(arm), pantin.bake_springs(skirt, seconds=0.2), pantin.pose(arm), pantin.fix(arm)]
    yield [pantin.edit_clips(arm, reverse=True), pantin.edit_weights(arm, limit=2)]
    yield [pantin.derive_skeletons(arm), pantin.render_sheet([arm], size=(64, 48))]
    yield from parts_of_results(arm, skirt)
    yield pantin.Created((Path("lamp.rigy.yaml"),), ("pantin view lamp.rigy.yaml",))
    yield pantin.retarget(EXAMPLES / "retarget/walk.glb", avatar)
    yield [pantin.render(arm, size=(32, 24)), pantin.view(arm)]
    simulation, batch = pantin.SpringSimulation(skirt.rig), pantin.SpringBatch(skirt.rig, 100)
    yield [simulation, batch, simulation.save(), batch.save()]
    yield [*pantin.list_formats(), *pantin.explain("GLTF")]
    yield pantin.motion.approximations(arm.rig.clip("bend"))
    yield pantin.edit.plan_baked_pose(arm.rig, arm.rig.rest_pose())
    yield pantin.motion.root_motion(arm.rig, arm.rig.clip("bend"))
    yield from (kind() for kind in public_types() if is_without_arguments(kind))
    use = rig_types.TextureUse(0, transform=rig_types.TextureTransform(scale=(1 / 3, 1 / 3)))
    yield rig_types.MToon(rim_color=(1 / 3, 1 / 3, 1 / 3), shade_texture=use, matcap_texture=use)
    yield rig_types.Image(b"pixels" * 1000, "image/png", "paint" * 20)
    yield rig_types.Camera(rig_types.Perspective(1.0, 0.1), "camera")
    yield rig_types.Camera(rig_types.Orthographic(1.0, 1.0, 0.1, 10.0))
    yield rig_types.Light("spot", (1 / 3, 1 / 3, 1 / 3), 2.0, name="light")
    glow = rig_types.PropertyChannel("materials", 0, "emissive", np.arange(900.0), np.zeros((900, 3)))
    yield [glow, glow.target]
    yield [rig_types.SpringLimit("cone", 1.0), rig_types.TextureTransformBind(3)]
    yield rig_types.Deltas(np.zeros((5000, 3), np.float32), np.arange(5000))


def parts_of_results(arm, skirt):
    """What the attributes of results hold."""
    picture, named = io.BytesIO(), arm.copy()
    Image.new("RGB", (64, 64)).save(picture, "PNG")
    uvs = arm.rig.meshes[0].surfaces[0].positions[:, :2]
    named.add_texture(picture.getvalue(), mesh=0, texcoords=uvs)
    slimmed = pantin.slim(named, texture_size=16)
    yield [slimmed.steps, slimmed.textures, pantin.slim(skirt, lod=[0.5]).levels]
    yield [pantin.fix(EXAMPLES / "loose.glb").changes, pantin.derive_skeletons(arm).skeletons]
    yield [pantin.bake_springs(skirt, seconds=0.2).track, pantin.diff(arm, skirt).differences]
    yield pantin.retarget(EXAMPLES / "retarget/walk.glb", EXAMPLES / "vrm/avatar.vrm").map["hips"]
    yield pantin.deform(arm.rig, arm.rig.rest_pose()).degenerate
    for name in ("face.g4tf", "tesseract.off"):
        topology = pantin.load(EXAMPLES / "g4mf" / name).rig.meshes[0].surfaces[0].topology
        yield [topology, topology.texcoords]
    yield pantin.Gallery(1, (), (), 5000)


def walk(value, seen, depth=0):
    """The value, and the public values that it is made of."""
    if id(value) in seen or depth > 6:
        return
    seen[id(value)] = value
    if type(value).__module__.startswith("pantin."):
        yield value
    if isinstance(value, list | tuple):
        parts = list(value)[:60]
    elif isinstance(value, dict):
        parts = list(value.values())[:60]
    elif is_record(value):
        parts = [getattr(value, name, None) for name in field_names(value)]
    else:
        parts = []
    for part in parts:
        yield from walk(part, seen, depth + 1)


@pytest.fixture(scope="module")
def everything():
    seen = {}
    return [part for value in values() for part in walk(value, seen)]


def public_types():
    for name in MODULES:
        module = importlib.import_module(f"pantin{name}")
        for public in module.__all__:
            value = getattr(module, public)
            if inspect.isclass(value) and value.__module__.startswith("pantin."):
                yield value


def is_without_arguments(kind):
    return hasattr(kind, "__struct_fields__") and set(field_names(kind)) <= set(defaults(kind))


def test_every_repr_fits_two_lines(everything):
    public = tuple(public_types())
    shown_to_users = [value for value in everything if isinstance(value, public)]
    assert len(shown_to_users) > 250
    for value in shown_to_users:
        shown = repr(value)
        assert len(shown) <= LINES, (type(value), shown[:300])
        assert shown.count("\n") <= 1, shown
        assert " object at 0x" not in shown, shown


def test_the_values_are_of_every_public_type(everything):
    made = {base.__name__ for value in everything for base in type(value).__mro__}
    assert sorted({kind.__name__ for kind in public_types()} - made - NOT_MADE) == []


def test_every_value_is_pickled_and_copied(everything):
    public = tuple(public_types())
    for value in everything:
        if isinstance(value, public):
            for copied in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value), copy.copy(value)):
                assert type(copied) is type(value)
                assert repr(copied) == repr(value)


@pytest.mark.parametrize("name", MODULES)
def test_every_public_module_has_help(name):
    """Also of types whose fields have types that are imported for type checkers alone."""
    module = importlib.import_module(f"pantin{name}")
    assert module.__name__ in pydoc.render_doc(module)
    for kind in public_types():
        if not issubclass(kind, BaseException):
            assert kind.__name__ == "SourceDocument" or inspect.signature(kind).parameters, kind


def test_arrays_are_shown_by_their_shapes():
    surface = large_rig().meshes[0].surfaces[0]
    assert repr(surface) == "<Surface triangles positions=(5000, 3) influences=5000>"
    shape = pantin.load(EXAMPLES / "face.gltf").rig.meshes[0].surfaces[0].blend_shapes[0]
    assert repr(shape.positions) == "Deltas(values=<float32 (4, 3)>, indices=None)"
    joint = pantin.load(EXAMPLES / "springs/strand.glb").rig.springs.springs[0].joints[0]
    assert "gravity_dir=[0.0, -1.0, 0.0]" in repr(joint)


def test_a_record_with_many_fields_shows_those_that_say_something():
    assert repr(pantin.rig.Material("skin", roughness=0.5)) == "Material(name='skin', roughness=0.5)"
    assert repr(pantin.Limits(vertices=5)) == "Limits(vertices=5)"


def test_notebooks_show_short_tables_of_rigs_poses_and_reports():
    rig = large_rig()
    poses = pantin.rig.Poses.stack([rig.rest_pose().with_local("joint 7", translation=(1, 0, 0))] * 200)
    for value in (rig, rig.rest_pose(), poses, pantin.check(EXAMPLES / "g4mf/toy.g4b")):
        assert 0 < len(value._repr_html_()) < 5000
    assert "<td>5,000</td>" in rig._repr_html_()
    assert "and 295 more" in rig._repr_html_()
    assert "<td>1</td><td style='text-align:left'>joint 7</td>" in poses._repr_html_()


def test_names_in_a_notebook_are_text():
    rig = pantin.build(nodes=[Node("<script>alert(1)</script>")])
    assert "<script>" not in rig._repr_html_()


def test_values_with_the_same_looks_may_differ():
    """Merging compares materials by content, not by what is shown of them."""
    plain = pantin.rig.Material("a" * 80)
    other = plain.replace(name="a" * 79 + "b")
    assert repr(plain) == repr(other)
    assert content_key(plain) != content_key(other)
