"""Rigs made step by step: names for indices, defaults, and sentences for what is wrong."""

import warnings

import numpy as np
import pytest

import pantin
from pantin.rig import (
    Camera,
    Channel,
    Influences,
    InvalidRig,
    Light,
    Material,
    Perspective,
    RigBuilder,
    Texture,
)

SQUARE = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], np.float32)

SPLINE = np.array([[3.0, 0, 0, 0], [0, 0, 0, 1], [0, 5, 0, 0]])
"""A key of a spline: the tangent before it, the rotation, the tangent after it."""


def leg():
    """Two joints, a mesh of two triangles along them, on a node of its own."""
    builder = RigBuilder()
    builder.add_node("hip", translation=[1, 2, 3])
    builder.add_node("knee", parent="hip", translation=[0, -1, 0])
    builder.add_node("body", translation=[5, 0, 0])
    builder.add_mesh("leg", SQUARE, [[0, 1, 2], [0, 2, 3]], node="body")
    return builder


def test_parts_are_found_by_name_and_joints_are_bound_at_rest():
    builder = leg()
    weights = [[1, 0], [0.5, 0.5], [0, 1], [0, 1]]
    assert builder.add_skin(["hip", "knee"], name="skin", mesh="leg", weights=weights) == 0
    rig = builder.build()
    assert rig.nodes.parents.tolist() == [-1, 0, -1]
    # At rest nothing moves: the mesh is where its node puts it.
    (posed,) = pantin.deform(rig, rig.rest_pose())
    np.testing.assert_allclose(posed.positions, SQUARE + np.array([5, 0, 0]), atol=1e-6)
    # The knee rotates half a turn about Z: vertices 2 and 3 rotate about the knee at (1, 1, 3).
    (bent,) = pantin.deform(rig, rig.rest_pose().with_local("knee", rotation=[0, 0, 1, 0]))
    np.testing.assert_allclose(bent.positions[2], [2 - 6, 2 - 1, 0], atol=1e-6)
    np.testing.assert_allclose(bent.positions[0], [5, 0, 0], atol=1e-6)


def test_without_a_scene_one_scene_shows_everything():
    rig = leg().build()
    assert [scene.roots for scene in rig.scenes] == [(0, 2)]
    assert rig.default_scene == 0


def test_influences_may_be_sparse():
    builder = leg()
    csr = Influences(np.array([0, 1, 2, 3, 4]), np.array([0, 1, 1, 0]), np.ones(4, np.float32))
    builder.add_skin(["hip", "knee"], mesh="leg", weights=csr)
    rig = builder.build()
    assert rig.meshes[0].surfaces[0].influences.joints.tolist() == [0, 1, 1, 0]


def test_polygons_are_triangulated_and_normals_computed_on_request():
    builder = RigBuilder()
    builder.add_node("n")
    builder.add_mesh("m", SQUARE, [[0, 1, 2, 3]], triangulate=True, normals="smooth", node="n")
    surface = builder.build().meshes[0].surfaces[0]
    assert surface.triangles.tolist() == [[0, 1, 2], [0, 2, 3]]
    np.testing.assert_array_equal(surface.normals, np.tile([0, 0, 1], (4, 1)))
    assert surface.normals.dtype == np.float32


def test_blend_shapes_and_clips():
    builder = leg()
    assert builder.add_blend_shape("leg", "bulge", np.ones((4, 3))) == 0
    assert builder.add_blend_shape("leg", None, np.zeros((4, 3)), normals=None) == 1
    clip = builder.add_clip("walk")
    builder.add_channel("walk", "hip", "translation", [0, 1], [[0, 0, 0], [0, 0, 2]])
    builder.add_channel(clip, "body", "weights", [0, 1], [[0, 0], [1, 0]])
    rig = builder.build()
    assert rig.meshes[0].blend_names == ("bulge", "")
    pose = pantin.sample(rig, "walk", 0.5)
    assert pose.translations[0].tolist() == [0, 0, 1]
    assert pose.blend[0].tolist() == [0.5, 0]


def test_unnamed_blend_shapes_stay_unnamed():
    builder = leg()
    builder.add_blend_shape("leg", None, np.ones((4, 3)))
    assert builder.build().meshes[0].blend_names is None


def test_materials_images_cameras_and_lights():
    builder = RigBuilder()
    image = builder.add_image(b"\x89PNG", mime_type="image/png")
    texture = builder.add_texture(Texture((image,)))
    red = builder.add_material("red", base_color=(1, 0, 0, 1))
    builder.add_material(Material("blue"), roughness=0.5)
    camera = builder.add_camera(Camera(Perspective(1.0, 0.1), "eye"))
    light = builder.add_light(Light("point", name="lamp"))
    builder.add_node("n", camera="eye", light="lamp")
    builder.add_mesh("m", SQUARE, [[0, 1, 2]], material="blue", node="n")
    rig = builder.build()
    assert (texture, red, camera, light) == (0, 0, 0, 0)
    assert rig.meshes[0].surfaces[0].material == 1
    assert (rig.nodes.cameras[0], rig.nodes.lights[0]) == (0, 0)
    assert rig.materials[1].roughness == 0.5


def test_what_is_built_is_saved(tmp_path):
    builder = leg()
    builder.add_skin(["hip", "knee"], mesh="leg", weights=np.eye(2)[[0, 0, 1, 1]])
    rig = builder.build()
    for suffix in (".glb", ".gltf", ".g4b"):
        assert pantin.save(rig, tmp_path / f"leg{suffix}").ok
        assert pantin.check(tmp_path / f"leg{suffix}").ok


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (lambda b: b.add_node("x", parent="hipp"), "no node is called 'hipp'; did you mean 'hip'"),
        (lambda b: b.add_node("x", parent=9), "there is no node 9: the rig has 3"),
        (
            lambda b: b.add_node("x", rotation=[0, 0, 0, 2]),
            "node 3 rotation must be unit .* length 2",
        ),
        (
            lambda b: b.add_clip("x", [Channel(0, "rotation", [0.0], [[0.0, 0.0, 0.0, 0.0]])]),
            "clip 0 channel 0 values must be unit .* length 0",
        ),
        (
            lambda b: b.add_channel(b.add_clip("x"), "hip", "rotation", [0.0], [SPLINE * 0], "CUBICSPLINE"),
            "clip 0 channel 0 values must be unit .* length 0",
        ),
        (lambda b: b.add_mesh("x", np.zeros((3, 2))), r"positions must have shape \(any, 3\), not \(3, 2\)"),
        (
            lambda b: b.add_mesh("x", SQUARE, [[0, 1, 2, 3]]),
            r"triangles must have shape \(any, 3\), not \(1, 4\)",
        ),
        (lambda b: b.add_mesh("x", SQUARE, [[0, 1, 4]]), "triangles: index 4 is outside 0 … 3"),
        (
            lambda b: b.add_mesh("x", SQUARE, [[0, 1]], triangulate=True),
            "at least 3 vertices",
        ),
        (
            lambda b: b.add_mesh("x", SQUARE, normals=SQUARE[:2]),
            r"\(4, 3\), not \(2, 3\)",
        ),
        (
            lambda b: b.add_mesh("x", SQUARE, normals="flat"),
            'an array or "smooth", not .flat',
        ),
        (
            lambda b: b.add_skin(["hip"], mesh="leg", weights=np.ones((3, 1))),
            r"weights .* \(4, 1\), not \(3, 1\)",
        ),
        (lambda b: b.add_skin(["hip"], weights=np.ones((4, 1))), "weights need the mesh"),
        (
            lambda b: b.add_skin(["hip"], inverse_binds=np.eye(4)),
            r"inverse_binds must have shape \(1, 4, 4\), not \(4, 4\)",
        ),
        (
            lambda b: b.add_skin(["hip"], inverse_binds=[np.eye(4) * 2]),
            "inverse_binds must have the last row 0 0 0 1, not 0 0 0 2",
        ),
        (lambda b: b.add_skin(["hip"], solver="cubic"), "skin 0 solver must be linear or dqs, not 'cubic'"),
        (lambda b: b.add_node(5), "node 3 name must be a string, not 5"),
        (lambda b: b.add_node("x", translation=[1, 2]), r"node 3 translation must have shape \(3\)"),
        (lambda b: b.add_node("x", scale=[1, np.inf, 1]), "node 3 scale must be finite"),
        (lambda b: b.add_node("x", matrix=np.eye(3)), r"node 3 matrix must have shape \(3, 4\)"),
        (lambda b: b.add_node("x", matrix=np.eye(4), scale=[1, 1, 1]), "both a matrix and"),
        (lambda b: b.add_mesh("x", SQUARE, mode="quads"), "mode must be one of .*, not 'quads'"),
        (lambda b: b.add_mesh("x", SQUARE, colors=SQUARE[:2]), r"colors must have shape \(4, any\)"),
        (lambda b: b.add_mesh("x", SQUARE, colors=[["red"] * 3] * 4), "colors must be numbers"),
        (lambda b: b.add_instance("leg", "body"), "node 2 already has a mesh"),
        (lambda b: b.add_instance("leg", "hip", blend_weights=["a"]), "blend_weights must be numbers"),
        (
            lambda b: b.set_weights("leg", pantin.rig.Influences([0, 1], [0], [1.0])),
            r"weights: influence offsets must have shape \(5\)",
        ),
        (lambda b: b.add_clip("walk", [3]), "clip 0 channel 0 must be a Channel, not int"),
        (
            lambda b: b.add_channel(b.add_clip("walk"), "hip", "translation", [1, 0], np.zeros((2, 3))),
            "clip 0 channel 0 times must be in ascending order",
        ),
        (
            lambda b: b.add_channel(b.add_clip("walk"), "hip", "scale", [0, 1], np.zeros((3, 3))),
            r"clip 0 channel 0 values must have shape \(2, 3\), not \(3, 3\)",
        ),
        (
            lambda b: b.add_channel(b.add_clip("walk"), "hip", "size", [0], [[1, 1, 1]]),
            "property must be one of .*, not 'size'",
        ),
        (
            lambda b: (
                [b.add_clip("walk")]
                + [b.add_channel("walk", "hip", "scale", [0], [[1, 1, 1]]) for _ in range(2)]
            ),
            "clip 0 has a channel for the scale of node 0 already",
        ),
        (lambda b: b.add_material("x", roughness="rough"), "material 0 roughness must be a finite number"),
        (lambda b: b.add_texture(pantin.rig.Texture((0,))), "texture 0 image is 0, out of range"),
        (lambda b: b.add_image("photo.png"), "image 0 data must be bytes, not str"),
        (lambda b: b.add_camera("wide"), "camera 0 must be a Camera, not str"),
        (
            lambda b: b.add_blend_shape("leg", "a", np.ones((3, 3))),
            r"positions .* \(4, 3\), not \(3, 3\)",
        ),
        (lambda b: b.add_channel("walk", "hip", "scale", [0], [[1, 1, 1]]), "no clip is called 'walk'"),
    ],
)
def test_what_is_wrong_is_refused_where_it_is_added(step, sentence):
    builder = leg()
    with pytest.raises(ValueError, match=sentence):
        step(builder)
    builder.build()  # what was refused is not in the rig


def test_a_rounded_quaternion_is_normalised_with_a_warning():
    builder = RigBuilder()
    with pytest.warns(UserWarning, match="node 0 rotation off unit length by 0.0003: normalised"):
        builder.add_node("a", rotation=[0, 0, 0.707, 0.7076])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        builder.add_node("b", rotation=np.array([0, 0, np.sqrt(0.5), np.sqrt(0.5)], np.float32))
    rig = builder.build()
    assert abs(np.linalg.norm(rig.nodes.rotations[0]) - 1) < 1e-15


def test_tangents_of_a_spline_have_any_length():
    builder = leg()
    builder.add_channel(builder.add_clip("x"), "hip", "rotation", [0.0], [SPLINE], "CUBICSPLINE")
    assert builder.build().clips[0].channels[0].values.tolist() == [SPLINE.tolist()]


def test_a_singular_joint_cannot_be_bound():
    builder = leg()
    builder.add_node("flat", scale=[1, 0, 1])
    builder.add_skin(["flat"], mesh="leg", weights=np.ones((4, 1)))
    with pytest.raises(InvalidRig, match="joint 3 has a singular transform"):
        builder.build()


def test_in_four_dimensions():
    builder = RigBuilder(4)
    builder.add_node("root")
    builder.add_node("tip", parent="root", translation=[0, 0, 0, 1])
    assert builder.build().nodes.local.shape == (2, 4, 5)


def test_integer_colours_are_those_of_pictures():
    builder = leg()
    builder.add_mesh("coloured", SQUARE, colors=np.full((4, 4), 51, np.uint8), node=builder.add_node("c"))
    np.testing.assert_allclose(builder.build().meshes[1].surfaces[0].colors[0], 0.2, atol=1e-7)


@pytest.mark.parametrize("channels", [1, 2, 5])
def test_colours_are_rgb_or_rgba(channels):
    """glTF 2.0 §3.7.2.1: COLOR_n is VEC3 or VEC4; a file with anything else would be invalid."""
    with pytest.raises(
        InvalidRig, match=rf"colors must have shape \(4, 3\) or \(4, 4\), not \(4, {channels}\)"
    ):
        leg().add_mesh("coloured", SQUARE, colors=np.zeros((4, channels)))


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"nodes": ["a"]}, r"nodes\[0\] must be a Node, not str"),
        ({"meshes": [SQUARE]}, r"meshes\[0\] must be a Mesh, not ndarray"),
        ({"nodes": [pantin.rig.Node(5)]}, r"nodes\[0\] name must be a string, not 5"),
    ],
)
def test_parts_of_another_type_are_refused(parts, sentence):
    with pytest.raises(InvalidRig, match=sentence):
        pantin.build(**parts)


def test_joints_are_a_list_of_nodes():
    builder = leg()
    with pytest.raises(TypeError, match="joints must be a list of nodes, not the string 'hip'"):
        builder.add_skin("hip")
    with pytest.raises(InvalidRig, match="at least one node"):
        builder.add_skin([])
    with pytest.raises(InvalidRig, match=r"weights must have shape \(4, 2\), not \(4, 3\)"):
        builder.add_skin(["hip", "knee"], mesh="leg", weights=np.ones((4, 3)))
    with pytest.raises(InvalidRig, match="weights must not be negative"):
        builder.add_skin(["hip"], mesh="leg", weights=-np.ones((4, 1)))
    with pytest.raises(TypeError, match="a node must be given by index or name, not as True"):
        builder.add_node("x", parent=True)


def test_square_matrices_are_taken_for_nodes_and_skins():
    """As libraries for graphics have them: 4 x 4, with a last row that says nothing."""
    builder = RigBuilder()
    moved = np.eye(4)
    moved[:3, 3] = [1, 2, 3]
    builder.add_node("hip", matrix=moved)
    builder.add_skin(["hip"], inverse_binds=np.linalg.inv(moved)[None])
    rig = builder.build()
    np.testing.assert_array_equal(rig.nodes.local[0], moved[:3])
    np.testing.assert_array_equal(rig.skins[0].inverse_binds[0], np.linalg.inv(moved)[:3])


def test_a_node_with_a_matrix_can_be_animated_and_saved(tmp_path):
    """glTF 2.0 §3.5.3 forbids to animate a matrix: the file gets translation, rotation and scale."""
    builder = RigBuilder()
    moved = np.eye(4)
    moved[:3, 3] = [1, 2, 3]
    builder.add_node("hip", matrix=moved)
    builder.add_channel(builder.add_clip("turn"), "hip", "scale", [0, 1], [[1, 1, 1], [2, 2, 2]])
    rig = builder.build()
    assert pantin.save(rig, tmp_path / "turn.glb").ok
    assert pantin.check(tmp_path / "turn.glb").ok
    read = pantin.load(tmp_path / "turn.glb").rig
    for time in (0.0, 0.5, 1.0):
        ours, theirs = (pantin.sample(one, 0, time).local[0] for one in (rig, read))
        np.testing.assert_allclose(theirs, ours, atol=1e-7)
        np.testing.assert_allclose(ours[:, 3], [1, 2, 3])


def test_planes_rotate_a_node_in_any_dimension():
    """y goes to w, and its scale with it; in 3D planes are a quaternion."""
    builder = RigBuilder(dimension=4)
    builder.add_node("leg", planes="yw:90", translation=(1, 2, 3, 4), scale=(1, 2, 1, 1))
    local = builder.build().nodes.local[0]
    assert local.tolist() == [[1, 0, 0, 0, 1], [0, 0, 0, -1, 2], [0, 0, 1, 0, 3], [0, 2, 0, 0, 4]]
    flat = RigBuilder()
    flat.add_node("arm", planes={"xy": 90})
    assert flat.build().nodes.rotations[0] == pytest.approx([0, 0, 0.5**0.5, 0.5**0.5])
    with pytest.raises(InvalidRig, match="give rotation, planes or matrix, not several"):
        flat.add_node("both", planes="xy:90", rotation=(0, 0, 0, 1))
    with pytest.raises(ValueError, match="3 dimensions have no axis w"):
        flat.add_node("far", planes="xw:90")


def test_surfaces_made_elsewhere_become_a_mesh():
    from pantin.shapes import simplex

    builder = RigBuilder(dimension=4)
    builder.add_node("body")
    shapes = [simplex(4), simplex(4).transformed(translation=(3, 0, 0, 0))]
    builder.add_mesh("two", surfaces=[shape.surface() for shape in shapes], node="body")
    builder.add_skin(["body"], mesh="two", weights=[np.ones((5, 1))] * 2)
    rig = builder.build()
    assert [len(surface.topology.simplexes) for surface in rig.meshes[0].surfaces] == [5, 5]
    assert all(surface.influences is not None for surface in rig.meshes[0].surfaces)
    wrong = RigBuilder(dimension=3)
    wrong.add_mesh("wrong", surfaces=[simplex(4).surface()])
    with pytest.raises(InvalidRig):
        wrong.build()
