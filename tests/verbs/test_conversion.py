"""Every pair of formats: converted models pose as before, and what is dropped is reported."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.deformation import deform
from pantin.formats.format import Format
from pantin.formats.g4mf import FORMAT as G4MF
from pantin.formats.g4mf.check import check as check_g4mf
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.lower import lower
from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.gltf.lift import lift as lift_gltf
from pantin.formats.registry import by_suffix, writable_suffixes
from pantin.motion import sample
from pantin.operations.edit.skeleton_roots import add_skeleton_roots
from pantin.rig import (
    Channel,
    Clip,
    Influences,
    Instance,
    Material,
    Mesh,
    Node,
    Scene,
    Skeleton,
    Skin,
    Spring,
    SpringJoint,
    SpringSettings,
    Surface,
    build,
)
from pantin.verbs.asset import Asset
from pantin.verbs.dropped import dropped_by_format
from pantin.verbs.load import load_as

EXAMPLES = Path(__file__).parents[2] / "examples"
CLOSE = 1e-6
"""Relative to the size of the model: positions are stored in float32, whose rounding is 6e-8."""


def posed(rig, pose):
    """By node, the corners of the triangles of each mesh that the default scene shows, or the vertices of
    points and lines, those of all its surfaces together. Vertices may be shared, split or left out on the
    way, and those that nothing is drawn with are."""
    result: dict[int, list] = {}
    for mesh in deform(rig, pose, normals=False):
        surfaces = rig.meshes[rig.instances[rig.instance_at(mesh.node)].mesh].surfaces
        first, own = surfaces[0], surfaces[mesh.surface]
        if any(len(other.triangles) for other in surfaces):
            result.setdefault(mesh.node, []).append(mesh.positions[own.triangles.reshape(-1)])
        elif own.mode.startswith("triangle") or (own.mode != "points" and len(mesh.positions) < 2):
            result.setdefault(mesh.node, []).append(mesh.positions[:0])
        elif mesh.surface == 0 or not np.array_equal(first.positions, own.positions):
            chosen = slice(None) if own.indices is None or own.mode != "points" else own.indices
            result.setdefault(mesh.node, []).append(mesh.positions[chosen])
    return {node: np.concatenate(parts) for node, parts in result.items()}


def same_poses(rig, other, lowered, poses, name):
    """Whether in each pose every mesh of one rig is where it is in the other."""
    for pose in poses:
        there = other.rest_pose()
        # glTF gives a sheared node a parent with a part of its transform; the pose has all of it in the node.
        for added in range(len(lowered.document.tree["nodes"]), len(other.nodes)):
            there = there.with_local(added, matrix=np.eye(3, 4))
        for node, place in lowered.node_map.items():
            there = there.with_local(place, matrix=pose.local[node])
        want, nodes = posed(rig, pose), {instance.node for instance in other.instances}
        for instance, amounts in zip(rig.instances, pose.blend, strict=True):
            node = lowered.mesh_nodes.get(instance.node)
            if len(amounts) and node in nodes:
                there = there.with_blend(node, amounts)
            elif node is not None and node not in nodes:  # glTF has no mesh that draws nothing
                assert not len(want.get(instance.node, ())), name
        got = posed(other, there)
        size = max([1.0, *(float(np.abs(one).max(initial=0)) for one in want.values())])
        for node, mesh in want.items():
            if len(mesh):
                off = np.abs(got[lowered.mesh_nodes[node]] - mesh).max()
                assert off < CLOSE * size, name


def some_poses(rig):
    pick = np.random.default_rng(5)
    pose = rig.rest_pose()
    for node in range(min(len(rig.nodes), 40)):
        pose = pose.with_local(node, matrix=rig.nodes.local[node] + 0.1 * pick.normal(size=(3, 4)))
    return [pose, *(sample(rig, clip, clip.duration * 0.4) for clip in rig.clips[:3])]


def rigged(corpus):
    suffixes = (".glb", ".gltf", ".vrm")
    # Files of the validator are broken on purpose.
    valid = [one for one in corpus.iterdir() if one.is_dir() and one.name != "gltf-validator"]
    for path in sorted(one for folder in valid for one in folder.rglob("*") if one.suffix in suffixes):
        try:
            rig = pantin.load(path).rig
        except pantin.PantinError:
            continue
        if rig.skins or any(mesh.blend_shape_count for mesh in rig.meshes):
            yield path, rig


def test_every_rigged_file_crosses_to_g4mf_and_back(corpus):
    """glTF, then G4MF, then glTF: posed vertices stay within 1e-6, and both files are sound."""
    count = 0
    for path, rig in rigged(corpus):
        rig = add_skeleton_roots(rig)
        lowered = lower(rig)
        there = lift(lowered.document).rig
        poses = some_poses(rig)
        weights = [finding for finding in lowered.findings if finding.rule == "LOSS-G4MF_WEIGHT"]
        if not weights:
            same_poses(rig, there, lowered, poses, path)
        document, _ = GLTF.lower(there, GLTF.write_options())
        back = lift_gltf(document).rig
        if not weights:
            same_poses(rig, back, lowered, poses, path)
        assert len(back.skeletons) == len(there.skeletons), path
        count += 1
    assert count > 40


@pytest.fixture(scope="module")
def random_rig():
    """Rigs with all that glTF can hold, by a seed; made for the tests of its writer."""
    path = Path(__file__).parents[1] / "formats" / "gltf" / "new" / "conftest.py"
    spec = importlib.util.spec_from_file_location("random_rigs", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.random_rig


def test_generated_rigs_cross_to_g4mf_and_back(random_rig):
    """Any number of influences, skins on shapes, matrices on nodes, meshes on joints. What is refused has a
    joint that has two bind poses."""
    count = 0
    for seed in range(30):
        rig = add_skeleton_roots(random_rig(seed))
        try:
            lowered = lower(rig)
        except pantin.Unsupported as error:
            assert "two bind poses" in str(error)  # noqa: PT017  (others are as good)
            continue
        assert not [finding for finding in check_g4mf(lowered.document) if finding.severity == "error"]
        if not any(finding.rule == "LOSS-G4MF_WEIGHT" for finding in lowered.findings):
            there = lift(lowered.document).rig
            pose = some_poses(rig)[:1]
            same_poses(rig, there, lowered, pose, seed)
            same_poses(rig, lift_gltf(GLTF.lower(there, GLTF.write_options())[0]).rig, lowered, pose, seed)
            count += 1
    assert count > 8


PAIRS = [
    (source, target)
    for source in ("arm.glb", "g4mf/arm.g4tf", "rigy/arm.rigy.yaml", "g4mf/face-2026-01.g4tf")
    for target in writable_suffixes()
]


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_every_pair_is_written_or_refused_with_a_sentence(source, target, tmp_path):
    format = by_suffix(target)
    if source.startswith("g4mf/face") and format.name in (
        "glTF",
        "OBJ",
        "STL",
        "RigNet",
        "BVH",
        "USD",
        "FBX",
    ):
        with pytest.raises(pantin.Unsupported, match="3 dimensions"):
            pantin.convert(EXAMPLES / source, tmp_path / f"out{target}")
        return
    if target in {".vrm", ".vrma"}:
        with pytest.raises(pantin.Unsupported, match=r"is not a VRM|human bones"):
            pantin.convert(EXAMPLES / source, tmp_path / f"out{target}")
        return
    pantin.convert(EXAMPLES / source, tmp_path / f"out{target}")
    if format.readable:
        report = pantin.check(tmp_path / f"out{target}")
        assert report.ok, report.findings
        assert pantin.load(tmp_path / f"out{target}").rig.meshes or not format.holds("meshes")


@pytest.mark.parametrize("name", ["out.xyz", "out", "out.glb.zip"])
def test_a_suffix_of_no_format_is_refused_with_those_there_are(name, tmp_path):
    with pytest.raises(ValueError, match=r"(formats that it writes|chooses the format): \.gltf, \.glb"):
        pantin.convert(EXAMPLES / "arm.glb", tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("target", "options", "able"),
    [
        ("a.glb", {"dialect": "2026-01"}, r"dialect applies to \.g4b, \.g4tf, \.g3b, \.g3tf, \.g4mf only"),
        ("a.obj", {"omit_inferable": True}, r"omit_inferable applies to \.g4b, "),
        ("a.g4b", {"embed": True}, r"embed applies to \.gltf, \.glb, \.vrm, \.vrma, \.fbx only"),
    ],
)
def test_options_are_for_the_formats_that_have_them(target, options, able, tmp_path):
    with pytest.raises(ValueError, match=able):
        pantin.convert(EXAMPLES / "arm.glb", tmp_path / target, **options)
    assert not list(tmp_path.iterdir())


def test_convert_brings_g4mf_up_to_date_and_save_keeps_it(tmp_path):
    old = EXAMPLES / "g4mf" / "face-2026-01.g4tf"
    pantin.convert(old, tmp_path / "new.g4tf")
    assert "G4MF-CORE-011" in {finding.rule for finding in pantin.check(old).findings}
    assert "G4MF-CORE-011" not in {finding.rule for finding in pantin.check(tmp_path / "new.g4tf").findings}
    pantin.save(pantin.load(old), tmp_path / "same.g4tf")
    assert (tmp_path / "same.g4tf").read_bytes() == old.read_bytes()


def test_a_g4mf_file_of_today_is_copied_and_changes_its_container_without_loss(tmp_path):
    file = EXAMPLES / "g4mf" / "face.g4tf"
    pantin.convert(file, tmp_path / "same.g4tf")
    assert (tmp_path / "same.g4tf").read_bytes() == file.read_bytes()
    pantin.convert(file, tmp_path / "a.g4b")
    pantin.convert(tmp_path / "a.g4b", tmp_path / "b.g4tf")
    before, after = (pantin.load(one).document for one in (file, tmp_path / "b.g4tf"))
    assert before.tree.keys() == after.tree.keys()
    assert before.buffer(0).data == after.buffer(0).data


def test_a_dialect_and_names_of_groups_are_as_asked_for(tmp_path):
    pantin.convert(EXAMPLES / "g4mf" / "face.g4tf", tmp_path / "old.g4tf", dialect="2026-01")
    assert "G4MF-CORE-011" in {finding.rule for finding in pantin.check(tmp_path / "old.g4tf").findings}
    creature = EXAMPLES / "g4mf" / "creature.g4b"
    pantin.convert(creature, tmp_path / "short.g4b", omit_inferable=True)
    skins = [
        one["skin"] for one in pantin.load(tmp_path / "short.g4b").document.tree["meshes"] if "skin" in one
    ]
    assert skins
    assert not any("groupNames" in skin for skin in skins)


def test_skeletons_cross_and_are_no_loss(tmp_path):
    """One begins with a joint of its skin, one above it; both are the same after G4MF."""
    influences = Influences(np.arange(4), np.zeros(3, int), np.ones(3, np.float32))
    surface = Surface(np.eye(3, dtype=np.float32), influences=influences)
    names = ["World", "Hips", "Leg", "Side", "Armature", "Chest", "Body", "Coat"]
    parents = [-1, 0, 1, 0, 3, 4, 0, 3]
    rig = build(
        nodes=[Node(name, parent) for name, parent in zip(names, parents, strict=True)],
        meshes=[Mesh((surface,))],
        skins=[Skin(np.array([1, 2]), skeleton=0, root=1), Skin(np.array([5]), skeleton=1, root=4)],
        skeletons=[Skeleton(np.array([1, 2]), 1), Skeleton(np.array([4, 5]), 4)],
        instances=[Instance(6, 0, 0), Instance(7, 0, 1)],
        scenes=[Scene((0,))],
    )
    document, _ = GLTF.lower(rig, GLTF.write_options())
    pantin.save(Asset("a.glb", GLTF, document=document), tmp_path / "a.glb")
    lost = pantin.convert(tmp_path / "a.glb", tmp_path / "there.g4b")
    assert not lost.findings
    pantin.convert(tmp_path / "there.g4b", tmp_path / "back.glb")
    back = pantin.load(tmp_path / "back.glb").rig
    joints = [[back.nodes.names[joint] for joint in each.joints] for each in back.skeletons]
    assert joints == [["Hips", "Leg"], ["Armature", "Chest"]]
    assert not [
        finding
        for finding in pantin.check(tmp_path / "back.glb").findings
        if finding.rule.startswith("STAIK")
    ]


def test_skeletons_that_hang_from_each_other_become_one(tmp_path):
    lost = pantin.convert(EXAMPLES / "skeletons" / "explicit.gltf", tmp_path / "there.g4b")
    assert "LOSS-G4MF_SKELETON" in {finding.rule for finding in lost.findings}


def test_springs_of_a_rig_come_into_a_new_document():
    springs = Spring((SpringJoint(0), SpringJoint(1))), Spring((SpringJoint(1),), end=(0, 1, 0))
    rig = build(nodes=[Node(), Node(parent=0)], springs=SpringSettings(springs))
    document, lost = GLTF.lower(rig, GLTF.write_options())
    assert len(document.tree["extensions"]["VRMC_springBone"]["springs"]) == 1
    assert [finding.rule for finding in lost] == ["LOSS-GLTF_SPRING"]


def test_a_rig_without_skins_needs_no_skeletons():
    document, lost = G4MF.lower(build(nodes=[Node("a")]), G4MF.write_options())
    assert (document.tree["nodes"], lost) == ([{"name": "a"}], [])


def test_corners_with_normals_of_their_own_keep_them_in_gltf(tmp_path):
    """A cube of eight vertices with flat faces: glTF has values of vertices alone, so it gets 24 of them."""
    from pantin.formats.g4mf.document import read
    from pantin.formats.g4mf.save import write

    faces = [(axis, side) for axis in range(3) for side in (-1.0, 1.0)]
    positions = np.array([[x, y, z] for x in (-1.0, 1) for y in (-1, 1) for z in (-1, 1)])
    simplexes, normals = [], []
    for axis, side in faces:
        a, b, c, d = np.flatnonzero(positions[:, axis] == side).tolist()
        simplexes += [[a, b, c], [b, d, c]]
        normals.append((np.eye(3)[axis] * side).tolist())
    document = read(b'{"asset":{"dimension":3},"nodes":[{"meshInstance":{"mesh":0}}]}', name="x.g4tf")
    surface = {
        "simplexes": document.append_array(np.array(simplexes), "uint8"),
        "normals": {
            "values": document.append_array(np.array(normals), "float32"),
            "perSimplex": document.append_array(np.repeat(np.arange(6), 2), "uint8"),
        },
    }
    mesh = {"vertices": document.append_array(positions, "float32"), "surfaces": [surface]}
    document.append("/meshes", mesh)
    write(document, tmp_path / "cube.g4tf")
    report = pantin.convert(tmp_path / "cube.g4tf", tmp_path / "cube.glb")
    assert not [finding for finding in report.findings if finding.rule == "LOSS-GLTF_BINDING"]
    made = pantin.load(tmp_path / "cube.glb").rig.meshes[0].surfaces[0]
    assert len(made.positions) == 24
    for triangle, normal in zip(made.triangles, np.repeat(np.array(normals), 2, axis=0), strict=True):
        assert made.normals[triangle].tolist() == [normal.tolist()] * 3


def test_static_geometry_drops_skins_and_clips(tmp_path):
    """The arm has a skin and a clip; OBJ and OFF hold a shape."""
    for target in ("arm.obj", "arm.off"):
        lost = pantin.convert(EXAMPLES / "arm.glb", tmp_path / target).findings
        messages = [finding.message for finding in lost if finding.rule == "LOSS-GEOMETRY"]
        suffix = Path(target).suffix
        for part in ('skin "arm" (0)', 'clip "bend" (0)', 'name of mesh "sleeve" (0)'):
            assert f"dropped {part}: {suffix} stores static geometry only" in messages


def unused(*arguments):
    raise AssertionError("nothing is written")


@pytest.mark.parametrize(
    ("capabilities", "dropped"),
    [
        ({"nodes", "clips"}, ["mesh 0, and 1 more; skin 0; skeleton 0; material 0, and 1 more; spring 0"]),
        ({"nodes", "meshes", "skins", "skins.root", "skeletons", "clips", "springs", "materials"}, []),
        ({"nodes", "meshes", "skins", "skeletons", "clips", "springs", "materials"}, ["root of skin 0"]),
        (
            {"meshes"},
            ["node 0, and 1 more", "skin 0", "skeleton 0", "clip 0", "material 0, and 1 more", "spring 0"],
        ),
    ],
)
def test_losses_of_a_format_are_derived_from_its_capabilities(capabilities, dropped):
    clip = Clip((Channel(0, "translation", np.zeros(1), np.zeros((1, 3))),))
    rig = build(
        nodes=[Node(), Node(parent=0)],
        meshes=[Mesh((Surface(np.eye(3, dtype=np.float32)),))] * 2,
        skins=[Skin(np.array([0, 1]), skeleton=0, root=0)],
        skeletons=[Skeleton(np.array([0, 1]), 0)],
        materials=[Material(), Material()],
        clips=[clip],
        springs=SpringSettings((Spring((SpringJoint(0), SpringJoint(1))),)),
    )
    format = Format(
        name="Some", suffixes=(".some",), lower=unused, write=unused, capabilities=frozenset(capabilities)
    )
    messages = [finding.message for finding in dropped_by_format(rig, format)]
    assert [message.removeprefix("dropped ").partition(":")[0] for message in messages] == dropped


def test_what_a_read_only_format_does_not_lift_is_reported_when_the_rig_is_saved(tmp_path):
    """A format that is not written leaves no document behind to look at again."""
    from pantin.formats.format import Lifted
    from pantin.report import Finding

    left_out = Finding("RIG-LEFT_OUT", "warning", "a light is left out", "/lights/0")
    format = Format(
        name="Lamp",
        suffixes=(".lamp",),
        read=lambda source, **options: "lamp",
        lift=lambda document: Lifted(build(nodes=[Node()]), (left_out,)),
        not_carried=lambda document: [("lights", 3, "/lights")],
    )
    asset = load_as(format, b"", "a.lamp")
    assert (asset.path, asset.format, asset.report.findings) == ("a.lamp", GLTF, (left_out,))
    saved = pantin.save(asset, tmp_path / "a.glb")
    assert [finding.rule for finding in saved.findings] == ["RIG-LEFT_OUT", "LOSS-UNSUPPORTED"]


def test_an_unsupported_rig_names_its_file(tmp_path):
    source = EXAMPLES / "g4mf" / "creature.g4b"
    with pytest.raises(pantin.Unsupported, match=r"creature\.g4b: .*3 dimensions"):
        pantin.convert(source, tmp_path / "a.glb")


def test_a_module_that_is_missing_is_named_with_the_extra_that_brings_it(tmp_path):
    def absent(*arguments, **options):
        import a_module_that_nobody_has  # noqa: F401

    parts = {"name": "Far", "suffixes": (".far",), "read": absent, "lower": absent, "write": absent}
    with pytest.raises(
        pantin.Unsupported, match=r"Far files need a_module_that_nobody_has: .* -m pip install 'pan"
    ):
        load_as(Format(**parts, extra="far"), b"", "a.far")
    with pytest.raises(ModuleNotFoundError):
        load_as(Format(**parts), b"", "a.far")
