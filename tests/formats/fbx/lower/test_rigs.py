"""New files: what they contain, and that reading them gives the rig back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.base.limits import Limits
from pantin.base.records import field_names
from pantin.formats.fbx import FORMAT
from pantin.formats.fbx.document import read
from pantin.formats.fbx.lower.rigs import RigWriter, binary_document
from pantin.formats.fbx.reading import reading_of
from pantin.rig import (
    Camera,
    Channel,
    Clip,
    Image,
    Instance,
    Light,
    Material,
    Mesh,
    Node,
    Orthographic,
    Perspective,
    Surface,
    Texture,
    TextureTransform,
    TextureUse,
)
from pantin.rig.material_parts import MToon

EXAMPLES = Path(__file__).parents[4] / "examples"
MODELS = ("arm.glb", "face.gltf", "vrm/avatar.vrm", "skeletons/explicit.gltf")


def round_trip(rig, **options):
    document, _ = FORMAT.lower(rig, FORMAT.write_options({"embed": True, **options}, name="x"))
    assert pantin.check(document.data, name="x.fbx").errors == ()
    return pantin.load(document.data, name="x.fbx").rig


def posed(rig, pose):
    return np.concatenate([mesh.positions for mesh in pantin.deform(rig, pose)])


def farthest(ours, theirs):
    return max(float(np.abs(theirs - point).max(1).min()) for point in ours)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize(
    "options", [{}, {"ascii": True}, {"unit": "m", "axes": "z-up"}, {"unit": "inch"}], ids=str
)
def test_posed_vertices_survive(name, options):
    rig = pantin.load(EXAMPLES / name).rig
    again = round_trip(rig, **options)
    size = np.ptp(posed(rig, rig.rest_pose()), axis=0).max()
    assert farthest(posed(rig, rig.rest_pose()), posed(again, again.rest_pose())) < 1e-6 * size
    for index, clip in enumerate(rig.clips):
        longest = max(clip.channels, key=lambda channel: len(channel.times)).times
        for time in (float(longest[len(longest) // 2]), float(longest[0] * 0.4 + longest[-1] * 0.6)):
            ours = posed(rig, pantin.sample(rig, clip=index, time=time))
            theirs = posed(again, pantin.sample(again, clip=index, time=time))
            assert farthest(ours, theirs) < 1e-4 * size
    assert [clip.name for clip in again.clips] == [clip.name for clip in rig.clips]


@pytest.mark.parametrize("name", MODELS)
def test_the_same_rig_gives_the_same_bytes(name):
    rig = pantin.load(EXAMPLES / name).rig
    first, second = (FORMAT.lower(rig, FORMAT.write_options({}, name="x"))[0].data for _ in range(2))
    assert first == second


def test_materials_come_back_whole():
    """Each member of a material is stored: in Phong's properties, or in our own beside them."""
    png = bytes.fromhex("89504e470d0a1a0a")
    uses = [TextureUse(index, index % 2, TextureTransform((0.1, 0.2), 0.3, (2.0, 4.0))) for index in range(5)]
    material = Material(
        "skin", (0.2, 0.4, 0.6, 0.5), uses[0], 0.3, 0.7, uses[1], uses[2], 0.8, uses[3], 0.9, (1.5, 2.0, 0.1),
        uses[4], "mask", 0.25, double_sided=True, unlit=True, extras={"note": "x"},
    )  # fmt: skip
    corners = np.zeros((3, 3), np.float32)
    corners[[1, 2], [0, 1]] = 1
    pairs = tuple(np.full((3, 2), part, np.float32) for part in (0.25, 0.75))
    rig = pantin.build(
        nodes=[Node("a")],
        meshes=[Mesh((Surface(corners, texcoords=pairs, material=0),), "m")],
        instances=[Instance(0, 0)],
        materials=[material],
        textures=[Texture((index,), None, f"texture{index}") for index in range(5)],
        images=[Image(png + bytes([index]), "image/png", f"image{index}") for index in range(5)],
    )
    again = round_trip(rig)
    (theirs,) = again.materials
    for name in field_names(Material):
        ours, other = getattr(material, name), getattr(theirs, name)
        if isinstance(ours, TextureUse):
            assert other.texcoord == ours.texcoord
            assert other.transform.offset == pytest.approx(ours.transform.offset)
            assert other.transform.scale == pytest.approx(ours.transform.scale)
            image = again.images[again.textures[other.texture].images[0]]
            assert image.data == rig.images[ours.texture].data
        elif isinstance(ours, float | tuple):
            assert other == pytest.approx(ours, abs=1e-9), name
        else:
            assert other == ours, name


def test_sections_and_counts():
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    document = FORMAT.lower(rig, FORMAT.write_options({}, name="arm"))[0]
    assert [node.name for node in document.roots] == [
        *("FBXHeaderExtension", "FileId", "CreationTime", "Creator", "GlobalSettings", "Documents"),
        *("References", "Definitions", "Objects", "Connections", "Takes"),
    ]
    objects = document.section("Objects").children
    for kind in document.section("Definitions").every("ObjectType"):
        if kind.value() != "GlobalSettings":
            assert kind.first("Count").value() == sum(each.name == kind.value() for each in objects)
    poses = [each for each in objects if each.name == "Pose"]
    assert len(list(poses[0].every("PoseNode"))) == 4  # three joints and the mesh
    clusters = [each for each in objects if each.values[2] == "Cluster"]
    assert len(clusters) == 3


def test_bones_are_limb_nodes_and_have_no_jumps_in_their_angles():
    turns = np.array([[0, np.sin(a / 2), 0, np.cos(a / 2)] for a in np.linspace(0, 4 * np.pi, 17)])
    spin = Channel(0, "rotation", np.arange(17, dtype=np.float32), turns.astype(np.float32))
    rig = pantin.build(nodes=[Node("bone")], clips=[Clip((spin,), "spin")])
    document = FORMAT.lower(rig, FORMAT.write_options({}, name="x"))[0]
    curves = [node for node in document.section("Objects").children if node.name == "AnimationCurve"]
    for curve in curves:
        assert np.abs(np.diff(curve.numbers("KeyValueFloat"))).max(initial=0) < 100


def directions(rig, kind):
    """The world directions of all cameras or lights, sorted: helpers change their order."""
    worlds = pantin.motion.world_transforms(rig)
    rows = worlds[getattr(rig.nodes, kind) >= 0][:, :, 2]
    return rows[np.lexsort(np.round(rows, 5).T)]


def test_cameras_and_lights_look_the_same_way():
    nodes = [
        Node("camera", translation=(0, 1, 5), rotation=(0, 0.6, 0, 0.8), camera=0),
        Node("parent", rotation=(0.6, 0, 0, 0.8), camera=1),
        Node("child", 1),
        Node("spot", rotation=(0, 0, 0.6, 0.8), light=0),
    ]
    rig = pantin.build(
        nodes=nodes,
        cameras=[
            Camera(Perspective(0.8, 0.1, 100.0, 1.5), "wide"),
            Camera(Orthographic(2.0, 0.1, 10.0, 3.0), "flat"),
        ],
        lights=[Light("spot", (1.0, 0.5, 0.25), 12.0, inner_cone=0.2, outer_cone=0.6, name="lamp")],
    )
    for options in ({}, {"axes": "z-up", "unit": "m"}):
        again = round_trip(rig, **options)
        for kind in ("cameras", "lights"):
            assert np.allclose(directions(rig, kind), directions(again, kind), atol=1e-6)
        wide = next(camera for camera in again.cameras if isinstance(camera.projection, Perspective))
        assert wide.projection.fov == pytest.approx(0.8)
        assert (wide.projection.near, wide.projection.aspect) == pytest.approx((0.1, 1.5))
        flat = next(camera for camera in again.cameras if isinstance(camera.projection, Orthographic))
        assert (flat.projection.height, flat.projection.width) == pytest.approx((2.0, 3.0))
        (lamp,) = again.lights
        assert (lamp.intensity, lamp.inner_cone, lamp.outer_cone) == pytest.approx((12.0, 0.2, 0.6))


def test_a_node_with_shear_is_exact():
    shear = np.array([[1, 0.5, 0, 0], [0, 1, 0.3, 2], [0, 0, 2, 0.0]])
    triangle = Surface(np.array([[0, 0, 0], [1, 0, 0], [0, 1, 1]], np.float32))
    rig = pantin.build(
        nodes=[Node("a", matrix=shear), Node("b", 0, translation=(1, 2, 3))],
        meshes=[Mesh((triangle,), "m")],
        instances=[Instance(1, 0)],
    )
    again = round_trip(rig)
    assert np.allclose(posed(rig, rig.rest_pose()), posed(again, again.rest_pose()), atol=1e-6)


def test_leaf_bones_are_added_on_request():
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    names = round_trip(rig, leaf_bones=True).nodes.names
    assert "wrist_end" in names
    assert "wrist_end" not in round_trip(rig).nodes.names


def test_hidden_nodes_and_lines_survive():
    lines = Surface(np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0]], np.float32), mode="line_strip")
    rig = pantin.build(
        nodes=[Node("shown"), Node("hidden", visible=False)],
        meshes=[Mesh((lines,), "m")],
        instances=[Instance(0, 0)],
    )
    again = round_trip(rig)
    assert again.nodes.visible.tolist() == [True, False]
    (surface,) = again.meshes[0].surfaces
    assert (surface.mode, len(surface.indices)) == ("lines", 4)


def test_a_large_file_has_offsets_of_64_bits():
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    roots = RigWriter(rig, FORMAT.write_options({}, name="x")).write()
    document = read(binary_document(roots, most=100), "x", Limits())
    document.visit()
    assert (document.version, document.faults) == (7500, ())
    assert document.section("FBXHeaderExtension").first("FBXVersion").value() == 7500


def test_textures_of_parts_that_fbx_does_not_have_are_left_out():
    """Toon shading has textures of its own; `stores` says that files do not hold them."""
    material = Material(base_color_texture=TextureUse(0), mtoon=MToon(shade_texture=TextureUse(0)))
    rig = pantin.load(EXAMPLES / "face.gltf").rig
    surfaces = [
        mesh.replace(surfaces=tuple(surface.replace(material=0) for surface in mesh.surfaces))
        for mesh in rig.meshes
    ]
    rig = rig.replace(
        meshes=surfaces,
        materials=[material],
        textures=[Texture((0,))],
        images=[Image(b"\x89PNG\r\n\x1a\n", "image/png")],
    )
    (again,) = round_trip(rig).materials
    assert again.base_color_texture is not None
    assert again.mtoon is None


def test_only_models_are_connected_to_the_scene():
    """As in 119 files of Maya, 3ds Max, MotionBuilder and Blender with animations; ufbx warns of others."""
    document, _ = FORMAT.lower(
        pantin.load(EXAMPLES / "arm.glb").rig, FORMAT.write_options({"embed": True}, name="x")
    )
    models = {node.value() for node in document.section("Objects").every("Model")}
    roots = [node.values[1] for node in document.section("Connections").children if node.values[2] == 0]
    assert roots
    assert models.issuperset(roots)


def test_a_stack_has_the_whole_transform_of_what_it_moves():
    """ufbx 0.23 takes a transform property that a stack leaves out from the next model: a node with a moving
    rotation and a still translation would move to that of another node."""
    half = np.array([[0, 0, 0, 1], [0, 0, 1, 0]], np.float32)
    rig = pantin.build(
        nodes=[Node("upper", translation=(0, 2, 0)), Node("lower", 0, translation=(0, 1, 0))],
        clips=[Clip((Channel(0, "rotation", np.array([0, 1], np.float32), half),), "turn")],
    )
    document, _ = FORMAT.lower(rig, FORMAT.write_options({}, name="x"))
    scene = reading_of(document).scene
    (upper,) = (thing for thing in scene.of_kind("Model") if thing.name == "upper")
    tracks = dict(scene.at_properties(upper.id, "AnimationCurveNode"))
    assert set(tracks) == {"Lcl Translation", "Lcl Rotation", "Lcl Scaling"}
    assert tracks["Lcl Translation"].props.number("d|Y") == 200  # centimetres
    assert [channel.property for channel in reading_of(document).rig.clips[0].channels] == ["rotation"]
