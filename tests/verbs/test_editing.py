"""Edits of assets: what they change, and that they change nothing else."""

from __future__ import annotations

import doctest
import io
import json
import shutil
from contextlib import chdir
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.formats.gltf import accessor
from pantin.formats.gltf.edits import append_accessor
from pantin.formats.gltf.extension_names import DRACO
from pantin.formats.gltf.new import write
from pantin.formats.gltf.save import to_bytes
from pantin.motion.channels import unit_values
from pantin.report.pointer import pointer
from pantin.rig import (
    Channel,
    Clip,
    Influences,
    Instance,
    Material,
    Mesh,
    Node,
    PropertyChannel,
    Scene,
    Skin,
    Surface,
    Texture,
    TextureUse,
    build,
)
from pantin.rig.rig import same_parts
from pantin.verbs.editing import EditableAsset

EXAMPLES = Path(__file__).parents[2] / "examples"
METHODS = sorted(name for name in vars(EditableAsset) if not name.startswith("_") and name not in ("path",))
EDITS = [name for name in METHODS if callable(getattr(EditableAsset, name))]


def values_in(value, place=()):
    """Every leaf of a JSON value, by its pointer."""
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    else:
        return {pointer(*place): value}
    leaves = {pointer(*place): type(value)}
    for token, item in items:
        leaves |= values_in(item, (*place, token))
    return leaves


def assert_others_unchanged(before, after):
    """The JSON differs at touched pointers alone; old bytes and untouched accessors are as they were.

    `after` has been written and read again; `touched` has pointers of every change of the document.
    """
    old, new = values_in(before.tree), values_in(after.tree)
    touched = after.touched
    changed = [place for place in old.keys() | new.keys() if old.get(place) != new.get(place)]
    assert [place for place in changed if not any(f"{place}/".startswith(f"{t}/") for t in touched)] == []
    for index in range(len(before.tree.get("buffers", ()))):
        data, grown = before.buffer(index).data, after.buffer(index).data
        length = before.tree["buffers"][index]["byteLength"]
        assert data is None or bytes(grown[:length]) == bytes(data[:length])
    for index in range(min(len(before.tree.get("accessors", ())), len(after.tree.get("accessors", ())))):
        if not any(t.startswith(f"/accessors/{index}") for t in touched):
            same_numbers(before, after, index)


def same_numbers(before, after, index):
    try:
        stored = accessor.view(before, index)
    except pantin.PantinError:
        return
    assert np.array_equal(stored, accessor.view(after, index))


def findings(report):
    return {(one.rule, one.pointer) for one in report.findings}


LEFT_OVER = {"GLTF-UNUSED_OBJECT"}
"""A clip that is removed and a material that is replaced leave objects without a user: no index changes."""


def edits_of(asset):
    """One edit of each kind that the asset has parts for: a function of an asset, and the rules whose
    findings it may cause."""
    rig = asset.rig
    box = [Node("new", translation=(1, 2, 3)), Node("leaf", parent=len(rig.nodes), extras={"a": 1})]
    yield (lambda a: a.add_nodes(box)), set()
    yield (lambda a: a.rename("node", 0, "renamed")), set()
    # The translation that it has: moving a joint would rightly be reported.
    taken = {*rig.nodes.parents.tolist(), *(instance.node for instance in rig.instances)}
    for leaf in [node for node in range(len(rig.nodes)) if node not in taken][:1]:
        yield (lambda a, n=leaf: a.set_local(n, translation=rig.nodes.translations[n])), set()
        keys = Channel(leaf, "translation", np.array([0, 1.0]), np.array([[0, 0, 0], [0, 1, 0]]))
        yield (lambda a, k=keys: a.add_clip(Clip((k,), "new"))), set()
    for index, mesh in enumerate(rig.meshes[:1]):
        yield from edits_of_mesh(index, mesh)
    for index, skin in enumerate(rig.skins[:1]):
        binds = np.tile(np.eye(4), (len(skin.joints), 1, 1))
        if skin.inverse_binds is not None:
            binds[:, :3] = skin.inverse_binds
        yield (lambda a, i=index, b=binds: a.set_inverse_binds(i, b)), set()
    corners = [[0, 2, 0], [1, 2, 0], [0, 3, 0]]
    yield (lambda a: a.add_mesh("flag", corners, [[0, 1, 2]], normals="smooth")), set()
    if rig.clips:
        yield (lambda a: a.remove_clip(0)), LEFT_OVER
        if rig.clips[0].channels and rig.clips[0].duration:
            yield (lambda a: a.replace_clip(0, faster(a.rig.clips[0]))), LEFT_OVER


def faster(clip):
    """The clip at twice its speed, with rotations of length 1: files round them."""
    channels = [
        channel.replace(values=unit_values(channel)) if channel.property == "rotation" else channel
        for channel in clip.channels
    ]
    return pantin.motion.retime(clip.replace(channels=tuple(channels)), 2.0)


def edits_of_mesh(index, mesh):
    surface, shapes = mesh.surfaces[0], mesh.blend_shape_count
    offsets = [np.zeros((len(surface.positions), 3)) for surface in mesh.surfaces]
    offsets[0][0] = 1, 2, 3
    yield (lambda a: a.add_blend_shape(index, "pantin test", offsets)), set()
    yield (lambda a: a.set_material(index, 0, Material("new", base_color=(1, 0, 0, 1)))), LEFT_OVER
    if shapes:
        yield (lambda a: a.set_blend_weights(index, np.full(shapes, 0.5))), set()
    if surface.influences is not None:
        weights = surface.influences.dense(int(surface.influences.joints.max()) + 1)
        given = np.tile(np.arange(weights.shape[1]), (len(weights), 1)), weights
        yield (lambda a: a.set_weights(index, 0, *given)), set()


def assert_edits_keep_the_rest(path, folder):
    asset = pantin.load(path)
    for number, (edit, left_over) in enumerate(edits_of(asset)):
        edited = asset.copy()
        edit(edited)
        assert edited.document.touched
        assert_others_unchanged(asset.document, edited.document)
        assert new_findings(asset, edited.report, left_over) == set()
        target = folder / f"{number}{path.suffix}"
        pantin.save(edited, target)
        assert_others_unchanged_on_disk(edited, target)
        assert new_findings(asset, pantin.check(target), left_over) == set()


def new_findings(asset, report, left_over):
    """Findings that the asset did not have. A buffer whose arrays all have new bytes has no user left: its
    bytes and its index stay."""
    new = findings(report) - findings(asset.report)
    unused = {finding for finding in new if finding[0] in LEFT_OVER and finding[1].startswith("/buffers/")}
    return {finding for finding in new - unused if finding[0] not in left_over}


def assert_others_unchanged_on_disk(edited, target):
    again = pantin.load(target)
    same = {key: value for key, value in edited.document.tree.items() if key != "buffers"}
    assert same == {key: value for key, value in again.document.tree.items() if key != "buffers"}


@pytest.mark.parametrize("name", ["arm.glb", "loose.glb", "face.gltf", "skeletons/explicit.gltf"])
def test_an_edit_changes_what_it_touches_and_nothing_else(name, tmp_path):
    assert_edits_keep_the_rest(EXAMPLES / name, tmp_path)


SAMPLES = (
    "gltf-sample-assets/Fox.glb",
    "gltf-sample-assets/RecursiveSkeletons.glb",
    "gltf-sample-assets/AnimatedMorphCube.glb",
    "gltf-sample-assets/MorphPrimitivesTest.glb",
    "gltf-sample-assets/SimpleMorph.gltf",
    "gltf-sample-assets/SimpleSkin.gltf",
    "gltf-sample-assets/SimpleSparseAccessor.gltf",
    "vrm/three-vrm/plane-collider.gltf",
    "vrm/usd-vrm-plugins/multiskin_ibm.vrm",
    "vrm/usd-vrm-plugins/vrm0_frontbake.vrm",
    "vrm/vrmmetalkit/swing_springbone_stiffness_1.vrm",
)


@pytest.mark.parametrize("name", SAMPLES)
def test_an_edit_of_a_sample_changes_nothing_else(name, corpus, tmp_path):
    assert_edits_keep_the_rest(corpus / name, tmp_path)


@pytest.mark.parametrize("name", [*EDITS, "copy", "with_rig"])
def test_its_documentation_has_an_example_that_runs(name, tmp_path):
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    (tmp_path / "out").mkdir()
    text = getattr(pantin.Asset, name).__doc__
    examples = doctest.DocTestParser().get_doctest(text, {"pantin": pantin}, name, None, 0)
    assert examples.examples
    with chdir(tmp_path):
        assert doctest.DocTestRunner().run(examples).failed == 0


def test_the_edits_are_those_of_the_documentation():
    assert EDITS == [
        "add_blend_shape", "add_clip", "add_mesh", "add_nodes", "add_skin", "add_texture", "remove_clip",
        "remove_joint", "remove_nodes", "rename", "replace_clip", "set_blend_weights", "set_image",
        "set_inverse_binds", "set_local", "set_material", "set_weights",
    ]  # fmt: skip


@pytest.fixture
def arm():
    return pantin.load(EXAMPLES / "arm.glb")


def as_rig(asset):
    """An asset that consists of the rig alone."""
    return pantin.Asset.of_rig(asset.rig, "arm")


@pytest.fixture(params=["file", "rig"])
def either(request, arm):
    """The arm as a file, and as a rig alone: edits do the same."""
    return arm if request.param == "file" else as_rig(arm)


def test_rig_and_report_follow_the_document_and_earlier_rigs_stay(either):
    before, report = either.rig, either.report
    either.rename("node", "elbow", "forearm")
    assert before.nodes.names[1] == "elbow"
    assert either.rig.nodes.names[1] == "forearm"
    assert either.rig is either.rig
    assert either.report is not report
    either.set_weights(0, 0, np.zeros((52, 1), int), np.full((52, 1), 0.5))
    assert not either.report.ok
    assert before.meshes[0].surfaces[0].influences.weights.sum() == pytest.approx(52)


def test_a_change_of_the_document_is_seen_too(arm):
    assert arm.rig.nodes.names[1] == "elbow"
    arm.document.set("/nodes/1/name", "forearm")
    assert arm.rig.nodes.names[1] == "forearm"
    alone = as_rig(arm)
    assert alone.from_rig
    alone.document.set("/nodes/1/name", "cubit")
    assert alone.rig.nodes.names[1] == "cubit"
    assert not alone.from_rig


def test_a_copy_is_independent_and_shares_the_bytes(either):
    other = either.copy()
    other.set_local("elbow", translation=(9, 9, 9))
    assert either.rig.nodes.translations[1].tolist() == [0, 1, 0]
    either.rename("node", 0, "root")
    assert other.rig.nodes.names[0] == "shoulder"
    if not either.from_rig:
        assert other.document.container is either.document.container


def test_an_edit_that_fails_changes_nothing(arm):
    before = dict(arm.document.tree)
    with pytest.raises(ValueError, match="surrogate"):
        arm.add_blend_shape(0, "half \ud800", np.ones((52, 3)))
    assert arm.document.tree == before
    assert not arm.document.edited
    assert arm.rig.meshes[0].blend_shape_count == 0


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (lambda a: a.set_local("elbw", scale=(1, 1, 1)), ValueError, "Did you mean elbow"),
        (lambda a: a.set_local(9, scale=(1, 1, 1)), ValueError, "there is no node 9"),
        (lambda a: a.set_local(-1, scale=(1, 1, 1)), ValueError, "there is no node -1"),
        (lambda a: a.set_local(1.5, scale=(1, 1, 1)), TypeError, "a node must be given by index or name"),
        (lambda a: a.set_local(0), ValueError, "give a translation, rotation or scale"),
        (lambda a: a.set_local(0, translation=(1, 2)), ValueError, r"translation must have shape \(3\), not"),
        (lambda a: a.set_local(0, translation=(1, 2, np.nan)), ValueError, "translation must be finite"),
        (lambda a: a.set_local(0, rotation=(0, 0, 0, 2)), ValueError, "rotation must be quaternions of len"),
        (
            lambda a: a.set_weights(0, 0, np.zeros((52, 4), int), np.zeros((51, 4))),
            ValueError,
            r"weights must have shape \(52, 4\), not \(51, 4\)",
        ),
        (
            lambda a: a.set_weights(0, 0, np.zeros((52, 3), int), np.zeros((52, 4))),
            ValueError,
            r"joints must have shape \(52, 4\), not \(52, 3\)",
        ),
        (lambda a: a.set_weights(0, 0, np.zeros((52, 1)), np.ones((52, 1))), TypeError, "joints must be int"),
        (
            lambda a: a.set_weights(0, 0, np.full((52, 1), 3), np.ones((52, 1))),
            ValueError,
            r'joints must be 0 to 2, not 3: skin "arm" \(0\) has 3 joints',
        ),
        (lambda a: a.set_weights(0, 0, np.zeros((52, 1), int), -np.ones((52, 1))), ValueError, "negative"),
        (
            lambda a: a.set_weights(0, 1, np.zeros((52, 1), int), np.ones((52, 1))),
            ValueError,
            r'there is no surface 1: mesh "sleeve" \(0\) has 1 surface',
        ),
        (
            lambda a: a.set_inverse_binds(0, np.zeros((2, 4, 4))),
            ValueError,
            r"matrices must have shape \(3, 4, 4\), not \(2, 4, 4\)",
        ),
        (
            lambda a: a.set_inverse_binds(0, np.zeros((3, 4, 4))),
            ValueError,
            "must have the last row 0 0 0 1, not 0 0 0 0",
        ),
        (
            lambda a: a.add_blend_shape(0, "s", np.zeros((51, 3))),
            ValueError,
            r"positions must have shape \(52, 3\), not \(51, 3\)",
        ),
        (
            lambda a: a.add_blend_shape(0, "s", [np.zeros((52, 3))] * 2),
            ValueError,
            "positions must have 1 array, one per surface, not 2",
        ),
        (lambda a: a.set_blend_weights(0, [1]), ValueError, "has no blend shapes"),
        (lambda a: a.add_clip("bend"), TypeError, "must be a pantin.rig.Clip, not str"),
        (lambda a: a.add_clip(Clip(())), ValueError, "the clip has no channels"),
        (lambda a: a.remove_clip("bnd"), ValueError, "Did you mean bend"),
        (lambda a: a.replace_clip("bnd", a.rig.clips[0]), ValueError, "Did you mean bend"),
        (lambda a: a.replace_clip(0, "bend"), TypeError, "must be a pantin.rig.Clip, not str"),
        (
            lambda a: a.replace_clip(0, Clip(a.rig.clips[0].channels, node_names={1: "knee", 2: "toe"})),
            ValueError,
            "belongs to another rig: its node 1 is 'knee', here it is 'elbow'",
        ),
        (lambda a: a.add_nodes([]), ValueError, "at least one node"),
        (lambda a: a.add_nodes([Node(parent=9)]), ValueError, "parents"),
        (lambda a: a.add_nodes(["hand"]), TypeError, "must be pantin.rig.Node, not str"),
        (lambda a: a.rename("nodes", 0, "x"), ValueError, "kind must be one of .* Did you mean node"),
        (lambda a: a.rename("node", 0, 3), TypeError, "name must be a string, not int"),
        (lambda a: a.set_material(0, 0, "red"), ValueError, "no material is called 'red'"),
    ],
)
def test_a_wrong_argument_is_named_and_nothing_changes(either, call, error, sentence):
    names = either.rig.nodes.names
    with pytest.raises(error, match=sentence):
        call(either)
    assert either.rig.nodes.names == names
    assert either.from_rig or not either.document.edited


def test_a_format_without_edits_says_which_have_them():
    with pytest.raises(pantin.Unsupported, match="is a G4MF file; only glTF files support this"):
        pantin.load(EXAMPLES / "g4mf" / "arm.g4tf").rename("node", 0, "x")


def test_a_rounded_quaternion_is_normalised_with_a_warning(either):
    with pytest.warns(UserWarning, match="rotation is normalised") as warned:
        either.set_local("elbow", rotation=(0, 0, 0.707, 0.707))
    assert warned[0].filename == __file__
    assert np.linalg.norm(either.rig.nodes.rotations[1]) == pytest.approx(1, abs=1e-12)
    assert either.report.ok


def matrix_node(shear):
    tree = {
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0]}],
        "nodes": [{"matrix": [2, 0, 0, 0, shear, 2, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1], "extras": 1}],
    }
    return pantin.load(json.dumps(tree).encode(), name="m.gltf")


def test_a_matrix_without_shear_gives_way_to_its_parts():
    asset = matrix_node(0)
    asset.set_local(0, translation=(7, 8, 9))
    assert asset.document.tree["nodes"][0]["matrix"][12:15] == [7, 8, 9]
    asset.set_local(0, rotation=(0, 0, 1, 0))
    assert asset.document.tree["nodes"][0] == {
        "extras": 1,
        "translation": [7, 8, 9],
        "rotation": [0, 0, 1, 0],
        "scale": [2, 2, 2],
    }


def test_a_matrix_with_shear_needs_all_parts():
    asset = matrix_node(1)
    with pytest.raises(ValueError, match="the matrix of node 0 has shear"):
        asset.set_local(0, scale=(1, 1, 1))
    with pytest.raises(ValueError, match="shear"):
        asset.add_clip(Clip((Channel(0, "scale", np.zeros(1), np.ones((1, 3))),)))
    assert not asset.document.edited


def dense(asset, joints=3):
    """The weights as a (V, joints) matrix."""
    surface = asset.rig.meshes[0].surfaces[0]
    influences = surface.influences
    matrix = np.zeros((len(surface.positions), joints))
    rows = np.repeat(np.arange(len(matrix)), np.diff(influences.offsets))
    np.add.at(matrix, (rows, influences.joints.astype(int)), influences.weights)
    return matrix


@pytest.mark.parametrize("columns", [1, 3, 4, 5, 9])
def test_weights_of_any_width_are_read_back(either, columns):
    """Zeros at joint −1, a joint twice, and columns without weight: the sums of each joint count."""
    random = np.random.default_rng(columns)
    joints = random.integers(0, 3, (52, columns))
    weights = random.random((52, columns))
    weights[:, columns // 2 :: 2] = 0 if columns > 1 else 1
    weights /= weights.sum(axis=1, keepdims=True)
    joints[weights == 0] = -1
    expected = np.zeros((52, 3))
    np.add.at(expected, (np.arange(52)[:, None], np.maximum(joints, 0)), weights)
    either.set_weights("sleeve", 0, joints, weights)
    assert dense(either) == pytest.approx(expected, abs=1e-6)
    assert (either.rig.meshes[0].surfaces[0].influences.weights != 0).all()


def test_more_than_four_influences_take_more_sets_and_fewer_take_them_away():
    asset = pantin.load(EXAMPLES / "springs" / "skirt.glb")
    count = len(asset.rig.meshes[0].surfaces[0].positions)
    joints = np.tile(np.arange(6), (count, 1))
    asset.set_weights(0, 0, joints, np.full((count, 6), 1 / 6))
    attributes = asset.document.tree["meshes"][0]["primitives"][0]["attributes"]
    assert {"JOINTS_0", "JOINTS_1", "WEIGHTS_0", "WEIGHTS_1"} <= set(attributes)
    assert asset.report.ok
    asset.set_weights(0, 0, joints[:, :2], np.full((count, 2), 0.5))
    attributes = asset.document.tree["meshes"][0]["primitives"][0]["attributes"]
    assert {name for name in attributes if name[-2:] == "_1"} == set()
    assert asset.report.ok


def test_weights_replace_an_accessor_that_nothing_else_uses(arm):
    arm.set_weights(0, 0, np.tile([0, 1, 2], (52, 1)), np.tile([0.5, 0.25, 0.25], (52, 1)))
    assert arm.report.findings == ()


def test_an_accessor_with_other_users_stays(arm):
    """A second mesh that shares the weights keeps them."""
    mesh = arm.document.tree["meshes"][0]
    arm.document.append("/meshes", mesh)
    old = mesh["primitives"][0]["attributes"]["WEIGHTS_0"]
    before = accessor.view(arm.document, old).copy()
    arm.set_weights(0, 0, np.zeros((52, 1), int), np.ones((52, 1)))
    assert arm.document.tree["meshes"][1]["primitives"][0]["attributes"]["WEIGHTS_0"] == old
    assert np.array_equal(accessor.view(arm.document, old), before)
    assert arm.document.tree["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] != old


def test_an_accessor_that_an_unknown_extension_may_use_stays(arm):
    arm.document.set("/meshes/0/extensions", {"ACME_weights": {"accessor": 4}})
    old = arm.document.tree["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"]
    described = arm.document.tree["accessors"][old]
    arm.set_weights(0, 0, np.zeros((52, 1), int), np.ones((52, 1)))
    assert arm.document.tree["accessors"][old] == described


def test_inverse_binds_are_stored_with_and_without_last_rows(either):
    binds = np.tile(np.eye(4), (3, 1, 1))
    binds[:, :3, 3] = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    either.set_inverse_binds("arm", binds)
    assert np.array_equal(either.rig.skins[0].inverse_binds, binds[:, :3])
    either.set_inverse_binds(0, binds[:, :3] * 2)
    assert np.array_equal(either.rig.skins[0].inverse_binds, binds[:, :3] * 2)
    assert either.rig.skins[0].joints.tolist() == [0, 1, 2]


def face(either=True):
    return pantin.load(EXAMPLES / "face.gltf")


@pytest.mark.parametrize("make", [face, lambda: as_rig(face())])
def test_a_blend_shape_is_added_with_name_weights_and_keys(make):
    asset = make()
    before = asset.rig
    mesh = before.meshes[0]
    count, vertices = mesh.blend_shape_count, len(mesh.surfaces[0].positions)
    clip = Channel(before.instances[0].node, "weights", np.array([0.0, 1.0]), np.ones((2, count)))
    asset.add_clip(Clip((clip,), "talk"))
    asset.set_blend_weights(0, np.arange(count) / 8, node=before.instances[0].node)
    offsets = np.zeros((vertices, 3))
    offsets[1] = 1, 0, 0.5
    normals = np.zeros((vertices, 3)) if mesh.surfaces[0].normals is not None else None
    assert asset.add_blend_shape(0, "sulk", offsets, normals) == count
    after = asset.rig
    assert after.meshes[0].blend_names == (*mesh.blend_names, "sulk")
    assert after.instances[0].blend_weights.tolist() == [*(np.arange(count) / 8), 0]
    assert after.clips[-1].channels[0].values.tolist() == [[1] * count + [0]] * 2
    pose = after.rest_pose().with_blend(after.instances[0].node, [0] * count + [1])
    moved = pantin.deform(after, pose)[0].positions - mesh.surfaces[0].positions
    assert moved == pytest.approx(offsets, abs=1e-7)
    assert asset.report.ok
    with pytest.raises(ValueError, match=r"already has a blend shape called 'sulk'"):
        asset.add_blend_shape(0, "sulk", offsets)
    assert before.meshes[0].blend_shape_count == count


def test_a_blend_shape_is_sparse_where_that_is_smaller(arm):
    one, all_of_them = np.zeros((52, 3)), np.ones((52, 3))
    one[7] = 0, 2, 0
    arm.add_blend_shape(0, "one", one)
    arm.add_blend_shape(0, "all", all_of_them)
    arm.add_blend_shape(0, "none", np.zeros((52, 3)))
    targets = arm.document.tree["meshes"][0]["primitives"][0]["targets"]
    stored = [arm.document.tree["accessors"][target["POSITION"]] for target in targets]
    assert [("sparse" in item, "bufferView" in item) for item in stored] == [
        (True, False),
        (False, True),
        (False, False),
    ]
    assert (stored[0]["min"], stored[0]["max"]) == ([0, 0, 0], [0, 2, 0])
    assert arm.report.ok
    assert accessor.values(arm.document, targets[0]["POSITION"]).tolist() == one.tolist()


def test_shapes_without_a_name_get_one_when_a_named_one_follows(arm):
    arm.add_blend_shape(0, "first", np.ones((52, 3)))
    arm.document.remove("/meshes/0/extras")
    arm.add_blend_shape(0, "second", np.ones((52, 3)))
    assert arm.rig.meshes[0].blend_names == ("target_0", "second")


def test_keys_of_a_sampler_that_another_mesh_uses_too_stay():
    """Two nodes with meshes of one blend shape each share a sampler: adding a shape to one mesh must not
    change the keys of the other (glTF 2.0 §3.11: outputs have a number for each target)."""
    asset = face()
    count = asset.rig.meshes[0].blend_shape_count
    node = asset.rig.instances[0].node
    document = asset.document
    other = document.append("/meshes", document.tree["meshes"][0])
    second = document.append("/nodes", {"mesh": other})
    document.append("/scenes/0/nodes", second)
    keys = Channel(node, "weights", np.array([0.0, 1.0]), np.ones((2, count)))
    index = asset.add_clip(Clip((keys,), "talk"))
    target = {"sampler": 0, "target": {"node": second, "path": "weights"}}
    document.append(f"/animations/{index}/channels", target)
    vertices = len(asset.rig.meshes[0].surfaces[0].positions)
    asset.add_blend_shape(0, "sulk", np.ones((vertices, 3)))
    widths = {channel.node: channel.values.shape[1] for channel in asset.rig.clips[index].channels}
    assert widths == {node: count + 1, second: count}
    assert asset.report.ok


def test_weights_of_blend_shapes_are_those_of_the_mesh_or_of_a_node():
    asset = face()
    node = asset.rig.instances[0].node
    asset.set_blend_weights("face", [0.25, 0.5])
    assert asset.rig.meshes[0].blend_weights.tolist() == [0.25, 0.5]
    asset.set_blend_weights("face", {"smile": 1}, node=node)
    assert asset.rig.instances[0].blend_weights.tolist() == [1, 0.5]
    with pytest.raises(ValueError, match=r"weights must have shape \(2\), not \(1,\)"):
        asset.set_blend_weights(0, [1])
    with pytest.raises(ValueError, match="Did you mean smile"):
        asset.set_blend_weights(0, {"smiel": 1})
    added = asset.add_nodes(Node("bare"))
    with pytest.raises(ValueError, match=r'node "bare" \(\d+\) does not have mesh "face" \(0\)'):
        asset.set_blend_weights(0, [1, 1], node=added[0])


def test_a_clip_that_no_file_could_hold_is_refused(either):
    keys = np.zeros((2, 3))
    for times, sentence in (([1, 1], "two keys at 1 s"), ([-1, 0], "must not be negative")):
        with pytest.raises(ValueError, match=sentence):
            either.add_clip(Clip((Channel(0, "translation", np.array(times, float), keys),)))
    with pytest.raises(ValueError, match="out of range"):
        either.add_clip(Clip((Channel(9, "translation", np.array([0.0]), keys[:1]),)))


def test_a_clip_added_and_removed_leaves_the_json_as_it_was(arm):
    before = arm.document.tree["accessors"]
    clip = Clip((Channel(0, "scale", np.array([0.0, 1]), np.ones((2, 3))),), "grow", {"fps": 30})
    assert arm.add_clip(clip) == 1
    assert arm.rig.clips[1].extras == {"fps": 30}
    arm.remove_clip("grow")
    assert arm.document.tree["accessors"] == before
    assert [clip.name for clip in arm.rig.clips] == ["bend"]


def test_a_spline_of_one_key_is_stored_as_a_step(arm):
    """glTF 2.0 §C.5: a spline has at least two keys."""
    values = np.arange(9, dtype=float).reshape(1, 3, 3)
    arm.add_clip(Clip((Channel(0, "translation", np.array([0.5]), values, "CUBICSPLINE"),)))
    channel = arm.rig.clips[-1].channels[0]
    assert (channel.interpolation, channel.values.tolist()) == ("STEP", [[3, 4, 5]])
    assert arm.report.ok


def test_nodes_are_added_below_others_and_removed_with_what_is_below_them(either):
    count = len(either.rig.nodes)
    hidden = Node("lid", parent=count, visible=False)
    assert either.add_nodes([Node("box"), hidden], parent="wrist") == [count, count + 1]
    assert either.rig.nodes.parents.tolist()[-2:] == [2, count]
    assert not either.rig.nodes.visible[count + 1]
    assert either.add_nodes(Node("free")) == [count + 2]
    assert count + 2 in either.rig.scenes[0].roots
    assert either.remove_nodes("box") == [count, count + 1]
    rig = either.rig
    assert rig.nodes.names[count:] == (None, None, "free")
    assert rig.nodes.parents.tolist()[count:] == [-1, -1, -1]
    assert rig.scenes[0].roots[-1] == count + 2
    assert either.remove_nodes([count + 1, "free"]) == [count + 1, count + 2]
    assert len(either.rig.nodes) == count + 1
    assert either.report.ok


def test_a_node_in_use_is_not_removed(either):
    with pytest.raises(ValueError, match=r'node "elbow" \(1\) cannot be removed: skin "arm" \(0\)'):
        either.remove_nodes(["arm", "elbow"])
    assert either.rig.nodes.names == ("shoulder", "elbow", "wrist", "arm")
    assert len(either.rig.instances) == 1


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        (
            {"extensions": {"VRMC_vrm": {"humanoid": {"humanBones": {"hips": {"node": 4}}}}}},
            r"extension VRMC_vrm refers to it \(/extensions/VRMC_vrm/humanoid/humanBones/hips/node\)",
        ),
        (
            {"extensions": {"ACME_watch": {"pointer": "/nodes/4/translation"}}},
            "extension ACME_watch refers to it",
        ),
        ({"extensions": {"VRM": {"secondaryAnimation": {"boneGroups": [{"bones": [4]}]}}}}, "extension VRM"),
    ],
)
def test_a_node_that_an_extension_names_is_not_removed(arm, members, sentence):
    arm.add_nodes(Node("free"))
    for name, value in members.items():
        arm.document.set(f"/{name}", value)
    with pytest.raises(ValueError, match=sentence):
        arm.remove_nodes("free")


def test_a_name_can_be_taken_away(either):
    either.rename("mesh", "sleeve", None)
    assert either.rig.meshes[0].name is None
    either.rename("mesh", 0, None)
    either.rename("skin", 0, "upper")
    assert either.rig.skins[0].name == "upper"


def test_a_material_is_chosen_added_and_taken_away(either):
    red = Material("red", base_color=(1, 0, 0, 1), unlit=True)
    index = either.set_material("sleeve", 0, red)
    assert either.rig.meshes[0].surfaces[0].material == index
    assert either.rig.materials[index].unlit
    assert either.report.ok
    assert either.set_material(0, 0, None) is None
    assert either.rig.meshes[0].surfaces[0].material is None
    assert either.set_material(0, 0, "red") == index
    with pytest.raises(ValueError, match="texture"):
        either.set_material(0, 0, Material(base_color_texture=TextureUse(7)))


@pytest.mark.parametrize("suffix", [".glb", ".gltf"])
def test_an_edited_asset_is_saved_in_every_container(either, suffix, tmp_path):
    either.add_blend_shape(0, "thick", np.ones((52, 3)))
    either.set_weights(0, 0, np.zeros((52, 1), int), np.ones((52, 1)))
    report = pantin.save(either, tmp_path / f"edited{suffix}")
    assert report.ok
    again = pantin.load(tmp_path / f"edited{suffix}")
    assert findings(again.report) == findings(either.report)
    assert again.rig.meshes[0].blend_names == ("thick",)


def test_an_edited_avatar_is_saved_as_one(tmp_path):
    avatar = pantin.load(EXAMPLES / "vrm" / "avatar.vrm")
    before = findings(avatar.report)
    avatar.rename("node", 0, "renamed")
    assert pantin.save(avatar, tmp_path / "edited.vrm").ok
    again = pantin.load(tmp_path / "edited.vrm")
    assert (again.rig.nodes.names[0], findings(again.report)) == ("renamed", before)


def test_static_geometry_of_a_posed_asset_is_that_after_the_edit(arm, tmp_path):
    posed = pantin.pose(arm, rotate={"elbow": (0, 0, 45)})
    posed.set_local("arm", scale=(2, 2, 2))
    pantin.save(posed, tmp_path / "big.obj")
    lines = (tmp_path / "big.obj").read_text(encoding="utf-8").splitlines()
    heights = [float(line.split()[2]) for line in lines if line.startswith("v ")]
    straight = arm.rig.meshes[0].surfaces[0].positions[:, 1]
    assert max(heights) > 1.5 * straight.max()


@pytest.mark.parametrize("keep_rig", [False, True])
def test_an_edit_after_posing_does_not_reach_the_posed_asset(either, keep_rig):
    posed = pantin.pose(either, rotate={"elbow": (0, 0, 45)}, keep_rig=keep_rig)
    either.rename("node", "shoulder", "root")
    either.add_nodes(Node("new"))
    assert posed.rig.nodes.names[0] == "shoulder"
    assert "new" not in posed.rig.nodes.names


def test_a_rig_in_four_dimensions_is_edited_too():
    asset = pantin.Asset.of_rig(pantin.load(EXAMPLES / "g4mf" / "creature.g4b").rig, "creature")
    asset.set_local(0, translation=(1, 2, 3, 4))
    assert asset.rig.nodes.translations[0].tolist() == [1, 2, 3, 4]
    with pytest.raises(ValueError, match="shape"):
        asset.set_local(0, translation=(1, 2, 3))


@pytest.fixture
def draco():
    """A square of Draco-packed positions, with weights beside the stream, on a node with a skin."""
    encoder = pytest.importorskip("DracoPy", reason="the extra pantin[draco] is not installed")
    points = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], np.float32)
    stream = encoder.encode(points, np.array([[0, 1, 2], [0, 2, 3]], np.uint32), preserve_order=True)
    plain = as_document(points)
    view = plain.append_bytes(stream)
    extension = {"bufferView": view, "attributes": {"POSITION": 0}}
    for accessor_index in (0, plain.tree["meshes"][0]["primitives"][0]["indices"]):
        plain.remove(f"/accessors/{accessor_index}/bufferView")
    plain.set("/meshes/0/primitives/0/extensions", {DRACO: extension})
    plain.append("/extensionsUsed", DRACO)
    plain.append("/extensionsRequired", DRACO)
    return pantin.load(to_bytes(plain), name="packed.glb")


def as_document(points):
    weights = Influences(np.arange(5), np.zeros(4, np.uint8), np.ones(4, np.float32))
    surface = Surface(points, indices=np.array([0, 1, 2, 0, 2, 3]), influences=weights)
    rig = build(
        nodes=[Node("body"), Node("hip"), Node("knee", 1)],
        meshes=[Mesh((surface,), "square")],
        skins=[Skin(np.array([1, 2]))],
        instances=[Instance(0, 0, 0)],
        scenes=[Scene((0, 1))],
    )
    return write(rig)


def test_a_packed_primitive_is_unpacked_before_it_is_edited(draco):
    before = draco.rig.meshes[0].surfaces[0]
    old = findings(draco.report)
    draco.set_weights(0, 0, np.tile([0, 1], (4, 1)), np.full((4, 2), 0.5))
    after = draco.rig.meshes[0].surfaces[0]
    assert np.array_equal(after.positions, before.positions)
    assert np.array_equal(after.indices, before.indices)
    assert "extensionsUsed" not in draco.document.tree
    assert dense(draco, 2).tolist() == [[0.5, 0.5]] * 4
    assert {finding for finding in findings(draco.report) - old if finding[0] not in LEFT_OVER} == set()
    draco.add_blend_shape(0, "wide", np.ones((4, 3)))
    assert draco.rig.meshes[0].blend_names == ("wide",)


def test_a_packed_primitive_gets_a_blend_shape(draco):
    draco.add_blend_shape(0, "wide", np.ones((4, 3)))
    assert draco.rig.meshes[0].surfaces[0].blend_shapes[0].positions.values.tolist() == [[1, 1, 1]] * 4
    assert DRACO not in json.dumps(draco.document.tree)


def test_quantised_weights_become_floats_and_other_attributes_stay(tmp_path):
    """KHR_mesh_quantization allows positions in shorts beside weights in floats."""
    document = as_document(np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], np.float32))
    shorts = append_accessor(
        document, np.array([[0, 0, 0], [9, 0, 0], [9, 9, 0], [0, 9, 0]], np.int16), target=34962, min_max=True
    )
    bytes_ = append_accessor(
        document, np.tile(np.array([255, 0, 0, 0], np.uint8), (4, 1)), target=34962, normalized=True
    )
    document.set("/meshes/0/primitives/0/attributes/POSITION", shorts)
    document.set("/meshes/0/primitives/0/attributes/WEIGHTS_0", bytes_)
    for member in ("extensionsUsed", "extensionsRequired"):
        document.append(f"/{member}", "KHR_mesh_quantization")
    asset = pantin.load(to_bytes(document), name="small.glb")
    old = findings(asset.report)
    asset.set_weights(0, 0, np.tile([0, 1], (4, 1)), np.full((4, 2), 0.5))
    asset.add_blend_shape("square", "up", np.tile([0, 0, 4], (4, 1)))
    assert findings(asset.report) <= old
    assert dense(asset, 2).tolist() == [[0.5, 0.5]] * 4
    assert asset.rig.meshes[0].surfaces[0].positions.tolist() == [[0, 0, 0], [9, 0, 0], [9, 9, 0], [0, 9, 0]]


def test_files_without_edits_of_their_own_are_written_anew(tmp_path):
    """What the format has no place for is reported: OFF has no names."""
    cube = pantin.load(EXAMPLES / "g4mf" / "tesseract.off")
    before = pantin.deform(cube.rig, cube.rig.rest_pose())[0].positions
    cube.set_local(0, scale=(2, 2, 2, 2))
    cube.rename("mesh", 0, "large")
    report = pantin.save(cube, tmp_path / "large.off")
    assert 'dropped name of mesh "large" (0): .off stores static geometry only' in [
        finding.message for finding in report.findings
    ]
    after = pantin.load(tmp_path / "large.off").rig
    assert np.allclose(pantin.deform(after, after.rest_pose())[0].positions, before * 2)


def test_a_mapping_renames_nodes_all_or_none():
    asset = pantin.load(EXAMPLES / "arm.glb")
    before = asset.document.tree["animations"]
    asset.rename({"elbow": "wrist", "wrist": "elbow"})
    assert asset.rig.nodes.names == ("shoulder", "wrist", "elbow", "arm")
    assert asset.document.tree["animations"] == before
    with pytest.raises(ValueError, match="knee"):
        asset.rename({"shoulder": "top", "knee": "foot"})
    assert asset.rig.nodes.names == ("shoulder", "wrist", "elbow", "arm")
    alone = pantin.Asset.of_rig(asset.rig)
    alone.rename({"shoulder": "top"})
    assert alone.rig.nodes.names == ("top", "wrist", "elbow", "arm")


PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc000000301"
    "0100c9fe92ef0000000049454e44ae426082"
)


def with_unknown_extension():
    """The arm with what Pantin does not know, on a node, a mesh and the root."""
    asset = pantin.load(EXAMPLES / "arm.glb")
    document = asset.document
    for place in ("/nodes/1", "/meshes/0", ""):
        document.set(f"{place}/extensions", {"VENDOR_note": {"text": place, "nodes": [0, 1]}})
    document.append("/extensionsUsed", "VENDOR_note")
    stream = io.BytesIO()
    pantin.save(asset, stream, format=".glb")
    return pantin.load(stream.getvalue())


def test_a_rig_is_written_into_the_document_with_everything_else_in_it():
    asset = with_unknown_extension()
    assert any(
        finding.rule.startswith("LOSS-") for finding in pantin.save(asset.rig, io.BytesIO(), format=".glb")
    )
    nodes = asset.rig.node_list()
    nodes[2] = nodes[2].replace(translation=(0, 2, 0), name="hand")
    changed = asset.with_rig(asset.rig.replace(nodes=nodes))
    assert changed.document.touched == ("/nodes/2/translation", "/nodes/2/name")
    assert changed.rig.nodes.names == ("shoulder", "elbow", "hand", "arm")
    assert changed.rig.nodes.translations[2].tolist() == [0, 2, 0]
    assert asset.rig.nodes.names[2] == "wrist"
    assert list(pantin.save(changed, io.BytesIO(), format=".glb")) == []
    assert changed.document.get("/meshes/0/extensions/VENDOR_note/text") == "/meshes/0"


def test_an_unchanged_rig_changes_no_byte():
    asset = with_unknown_extension()
    same = asset.with_rig(asset.rig.replace())
    assert not same.document.edited
    assert to_bytes(same.document) == to_bytes(asset.document)


def test_every_part_of_a_rig_can_be_written(arm):
    rig = arm.rig
    builder = pantin.RigBuilder.from_rig(rig)
    image = builder.add_image(PNG, name="dot")
    texture = builder.add_texture(Texture((image,)))
    material = builder.add_material("spotted", base_color_texture=TextureUse(texture))
    builder.add_node("hand", parent="wrist", translation=(0, 0.5, 0))
    built = builder.build()
    surface = built.meshes[0].surfaces[0]
    moved = surface.replace(positions=surface.positions + np.float32(0.5), material=material)
    clip = pantin.motion.retime(built.clip("bend"), 2.0)
    new = built.replace(meshes=[built.meshes[0].replace(surfaces=(moved,))], clips=[clip])
    stream = io.BytesIO()
    pantin.save(arm.with_rig(new), stream)
    again = pantin.load(stream.getvalue()).rig
    assert pantin.diff(again, new).equal
    assert bytes(again.images[0].data) == PNG
    assert again.rest_pose().translations[4].tolist() == [0, 0.5, 0]


def test_parts_of_a_file_are_not_renumbered(arm):
    with pytest.raises(ValueError, match="fewer meshes than the file"):
        arm.with_rig(arm.rig.replace(meshes=(), instances=()))
    arm.add_clip(Clip(arm.rig.clips[0].channels, "again"))
    with pytest.raises(ValueError, match="in another order"):
        arm.with_rig(arm.rig.replace(clips=arm.rig.clips[::-1]))
    assert [clip.name for clip in arm.with_rig(arm.rig.replace(clips=arm.rig.clips[1:])).rig.clips] == [
        "again"
    ]


def test_other_formats_say_that_their_documents_are_not_edited():
    asset = pantin.load(EXAMPLES / "g4mf/face.g4tf")
    with pytest.raises(pantin.Unsupported, match="only glTF files support this"):
        asset.with_rig(asset.rig.replace(clips=()))


def test_a_mesh_and_a_skin_are_added(either):
    before = either.report.findings
    mesh = either.add_mesh("flag", [[0, 2, 0], [1, 2, 0], [0, 3, 0]], [[0, 1, 2]], normals="smooth")
    skin = either.add_skin(["elbow", "wrist"], mesh="flag", weights=[[1, 0], [0.5, 0.5], [0, 1]])
    rig = either.rig
    assert (mesh, skin) == (1, 1)
    assert either.report.findings == before
    assert rig.meshes[1].surfaces[0].influences.dense(2).tolist() == [[1, 0], [0.5, 0.5], [0, 1]]
    posed = pantin.deform(rig, rig.rest_pose())[1].positions
    assert posed == pytest.approx(np.array([[0, 2, 0], [1, 2, 0], [0, 3, 0]]))


def test_an_image_is_replaced(arm, tmp_path):
    with pytest.raises(ValueError, match=r"the model has none, and add_texture\(image, mesh=…\) adds one"):
        arm.set_image(0, PNG)
    builder = pantin.RigBuilder.from_rig(arm.rig)
    builder.add_image(PNG, name="dot")
    textured = arm.with_rig(builder.build())
    other = PNG[:-1] + b"\x83"
    (tmp_path / "other.png").write_bytes(other)
    for data in (other, io.BytesIO(other), tmp_path / "other.png"):
        edited = textured.copy()
        edited.set_image("dot", data)
        assert bytes(edited.rig.images[0].data) == other
    with pytest.raises(ValueError, match="give its mime_type"):
        textured.set_image(0, b"not an image")


def test_a_texture_is_shown_on_a_mesh_without_material_and_coordinates(either):
    before = either.report.findings
    rig = either.rig
    places = rig.meshes[0].surfaces[0].positions[:, :2]
    assert either.add_texture(PNG, mesh="sleeve", texcoords=places, name="dot") == 0
    changed = either.rig
    surface = changed.meshes[0].surfaces[0]
    material = changed.materials[surface.material]
    image = changed.images[changed.textures[material.base_color_texture.texture].images[0]]
    assert (bytes(image.data), image.mime_type, image.name) == (PNG, "image/png", "dot")
    assert surface.texcoords[0] == pytest.approx(places)
    assert either.report.findings == before
    assert same_parts(changed.clips, rig.clips)
    assert same_parts(changed.skins, rig.skins)


def test_a_texture_is_multiplied_by_no_factor_of_zero(arm):
    flat = np.zeros((52, 2))
    arm.add_texture(PNG, mesh="sleeve", texcoords=flat, slot="emissive")
    arm.add_texture(io.BytesIO(PNG), material=0, slot="metallic_roughness")
    (material,) = arm.rig.materials
    assert sorted(material.texture_uses()) == ["emissive_texture", "metallic_roughness_texture"]
    assert (material.emissive, material.metallic, material.roughness) == ((1, 1, 1), 1, 1)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "give the mesh or the material, not both"),
        ({"mesh": 0}, 'mesh "sleeve" .0. has no texture coordinates: give texcoords, two numbers for each'),
        ({"mesh": 0, "slot": "basecolor"}, "slot must be one of .* Did you mean base_color"),
        ({"mesh": "sleave"}, "no mesh is called 'sleave'.* Did you mean sleeve"),
        ({"mesh": 0, "texcoords": [[0, 0]]}, r"texcoords must have shape \(52, 2\), not \(1, 2\)"),
        ({"material": 0}, "there is no material 0"),
        ({"material": 0, "texcoords": [[0, 0]]}, "give mesh, not material"),
    ],
)
def test_a_texture_that_cannot_be_shown_changes_nothing(arm, given, sentence):
    before = arm.document.revision
    with pytest.raises((ValueError, TypeError), match=sentence):
        arm.add_texture(PNG, **given)
    assert arm.document.revision == before


def test_a_textured_mesh_is_drawn_with_its_texture(arm):
    plain = pantin.render(arm, size=(64, 64)).pixels
    arm.add_texture(PNG, mesh="sleeve", texcoords=np.zeros((52, 2)))
    drawn = pantin.render(arm, size=(64, 64)).pixels
    changed = (plain != drawn).any(axis=-1)
    assert changed.sum() > 100
    middle = drawn[changed][:, :3].astype(int).mean(axis=0)
    assert middle[0] > 2 * max(middle[1:])


@pytest.mark.parametrize("joint", ["elbow", "wrist"])
def test_a_joint_is_removed_and_its_weights_go_to_its_parent(either, joint):
    before = either.rig
    weights = before.meshes[0].surfaces[0].influences.dense(3)
    slot = before.skins[0].joints.tolist().index(before.node_index(joint))
    expected = np.delete(weights, slot, axis=1)
    expected[:, slot - 1] += weights[:, slot]
    either.remove_joint(joint)
    rig = either.rig
    assert joint not in rig.nodes.names
    assert rig.meshes[0].surfaces[0].influences.dense(2) == pytest.approx(expected)
    assert pantin.deform(rig, rig.rest_pose())[0].positions == pytest.approx(
        pantin.deform(before, before.rest_pose())[0].positions
    )
    assert either.report.ok


def test_children_of_a_removed_joint_move_as_before_where_it_stands_still(arm):
    """The wrist turns below an elbow that is turned at rest, and that no clip moves."""
    arm.set_local("elbow", rotation=(0, 0, 0.6, 0.8))
    turn = Channel(2, "rotation", np.array([0.0, 1.0]), np.array([[0, 0, 0, 1.0], [0.6, 0, 0, 0.8]]))
    move = Channel(2, "translation", np.array([0.0, 1.0]), np.array([[0, 1.0, 0], [0.5, 1.0, 0]]))
    arm.replace_clip("bend", Clip((turn, move), "bend"))
    before = arm.rig
    arm.remove_joint("elbow")
    for time in (0.0, 0.3, 1.0):
        worlds = [
            pantin.motion.world_transforms(rig, pantin.sample(rig, "bend", time))[2]
            for rig in (before, arm.rig)
        ]
        assert worlds[0] == pytest.approx(worlds[1], abs=1e-6)


@pytest.mark.parametrize(("file", "joint"), [("skeletons/explicit.gltf", 2), ("g4mf/toy.g4b", 3)])
def test_a_joint_is_removed_from_declared_skeletons(file, joint):
    """The second skeleton lists joints that are one tree, before and after."""
    before = pantin.load(EXAMPLES / file)
    asset = before if before.format.edits.store_changes else pantin.Asset.from_model(before.rig)
    shape = pantin.deform(before.rig, before.rig.rest_pose()).positions
    asset.remove_joint(joint)
    assert all(joint not in skeleton.joints for skeleton in asset.rig.skeletons)
    assert pantin.deform(asset.rig, asset.rig.rest_pose()).positions == pytest.approx(shape, abs=1e-6)
    assert asset.report.ok


def test_a_joint_that_a_skin_lists_twice_is_removed_twice():
    """The tip of the toy has two slots; the vertices of both go to the middle."""
    asset = pantin.Asset.from_model(pantin.load(EXAMPLES / "g4mf/toy.g4b").rig)
    assert asset.rig.skins[0].joints.tolist() == [2, 3, 4, 4]
    weights = asset.rig.meshes[0].surfaces[0].influences.dense(4)
    asset.remove_joint("Tip")
    assert asset.rig.skins[0].joints.tolist() == [2, 3]
    moved = asset.rig.meshes[0].surfaces[0].influences.dense(2)
    assert moved == pytest.approx(np.stack([weights[:, 0], weights[:, 1:].sum(axis=1)], axis=1))


def test_the_root_of_a_skeleton_goes_to_its_only_child():
    asset = pantin.load(EXAMPLES / "skeletons/explicit.gltf")
    asset.remove_joint(1, weights_to=4 if 4 in asset.rig.skins[0].joints else 2)
    assert asset.rig.skeletons[0].root == 4


def test_a_joint_that_cannot_be_removed_says_why(arm):
    with pytest.raises(ValueError, match='no ancestor that is a joint of skin "arm"'):
        arm.remove_joint("shoulder")
    arm.copy().remove_joint("shoulder", weights_to="elbow")
    with pytest.raises(ValueError, match="is not a joint of a skin"):
        arm.remove_joint("arm")
    skirt = pantin.load(EXAMPLES / "springs/skirt.glb")
    joint = skirt.rig.springs.springs[0].joints[1].node
    if any(joint in skin.joints for skin in skirt.rig.skins):
        with pytest.raises(ValueError, match="spring"):
            skirt.remove_joint(joint)


def test_a_clip_hides_a_node_that_states_no_visibility(arm):
    """The objects on the way to /nodes/3/extensions/KHR_node_visibility/visible are added."""
    hidden = PropertyChannel("nodes", 3, "visible", np.array([0.0, 1.0]), np.array([[1.0], [0.0]]), "STEP")
    index = arm.add_clip(Clip((), "hide", properties=(hidden,)))
    assert arm.document.tree["nodes"][3]["extensions"] == {"KHR_node_visibility": {}}
    (channel,) = arm.rig.clips[index].properties
    assert (channel.target, channel.values.tolist()) == (hidden.target, [[1], [0]])
    assert arm.report.ok
