"""USD through files: what a rig has is in the stage and back, an unchanged file is a copy, and springs can be
baked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from pxr import Usd
from usd_skel import posed_points, validation_errors

import pantin
from pantin.base.records import replace

EXAMPLES = Path(__file__).parents[3] / "examples"
CLOSE = 1e-5
PARTS = (0.0, 0.137, 0.377, 0.611, 0.93)


@pytest.fixture(scope="module")
def trips(corpus, tmp_path_factory):
    """Rigs of the corpus, and what is left of them after USD and a GLB."""
    folder, made = tmp_path_factory.mktemp("trips"), []
    names = [corpus / "gltf-sample-assets" / name for name in SAMPLES]
    for path in [*names, corpus / "vrm" / "Godette_vrm_v4.vrm"]:
        pantin.convert(path, folder / "there.usdz")
        pantin.convert(folder / "there.usdz", folder / "back.glb")
        made.append((path.name, pantin.load(path).rig, pantin.load(folder / "back.glb").rig))
    return made


SAMPLES = (
    *(
        "AnimatedMorphCube.glb",
        "BoxAnimated.glb",
        "Fox.glb",
        "InterpolationTest.glb",
        "MorphPrimitivesTest.glb",
    ),
    *(
        "RecursiveSkeletons.glb",
        "RiggedFigure.glb",
        "RiggedSimple.glb",
        "SimpleMorph.gltf",
        "SimpleSkin.gltf",
    ),
)


def test_names_clips_materials_and_textures_come_back(trips):
    for name, before, after in trips:
        assert set(before.nodes.names) - {None} <= set(after.nodes.names), name
        shapes = [mesh.blend_names for mesh in before.meshes if mesh.blend_names]
        assert shapes == [mesh.blend_names for mesh in after.meshes if mesh.blend_names][: len(shapes)], name
        assert [clip.name for clip in before.clips if clip.name] == [
            clip.name for clip in after.clips if clip.name and not clip.name.startswith("clip_")
        ], name
        used = {each for mesh in before.meshes for surface in mesh.surfaces for each in [surface.material]}
        kept = {before.materials[index].name for index in used - {None}} - {None}
        assert kept <= {material.name for material in after.materials}, name
        pictures = {bytes(image.data) for image in after.images}
        for material in (before.materials[index] for index in used - {None}):
            for use in material.texture_uses().values():
                for image in before.textures[use.texture].images:
                    assert bytes(before.images[image].data) in pictures, name


def test_posed_vertices_come_back(trips):
    for name, before, after in trips:
        for clip in range(max(1, len(before.clips))):
            seconds = before.clips[clip].duration if before.clips else 0.0
            for part in PARTS if before.clips else (0.0,):
                mine, theirs = (points(rig, clip, seconds * part) for rig in (before, after))
                size = np.ptp(mine, axis=0).max()
                chosen = mine[:: max(1, len(mine) // 100)]
                nearest = [np.abs(theirs - point).max(1).min() for point in chosen]
                assert max(nearest) < CLOSE * size, (name, clip, part)


def points(rig, clip, time):
    pose = pantin.sample(rig, clip, time) if rig.clips else rig.rest_pose()
    return np.concatenate([each.positions for each in pantin.deform(rig, pose, normals=False)])


def test_an_unchanged_file_is_copied(tmp_path):
    pantin.convert(EXAMPLES / "arm.glb", tmp_path / "arm.usda")
    pantin.save(pantin.load(tmp_path / "arm.usda"), tmp_path / "copy.usda")
    assert (tmp_path / "copy.usda").read_bytes() == (tmp_path / "arm.usda").read_bytes()


def test_a_copy_elsewhere_has_its_textures_and_layers(corpus, tmp_path):
    pantin.convert(corpus / "gltf-sample-assets" / "Fox.glb", tmp_path / "fox.usda")
    (tmp_path / "other").mkdir()
    pantin.save(pantin.load(tmp_path / "fox.usda"), tmp_path / "other" / "fox.usda")
    copied = {path.relative_to(tmp_path / "other").as_posix() for path in (tmp_path / "other").rglob("*.*")}
    assert copied == {"fox.usda", "fox_textures/image_0.png"}
    assert pantin.check(tmp_path / "other" / "fox.usda").findings == ()


@pytest.mark.parametrize(
    ("source", "target"), [("usda", "usdc"), ("usdc", "usda"), ("usda", "usdz"), ("usdz", "usda")]
)
def test_another_container_has_the_same_rig(corpus, tmp_path, source, target):
    pantin.convert(corpus / "gltf-sample-assets" / "Fox.glb", tmp_path / f"fox.{source}")
    (tmp_path / "other").mkdir()
    pantin.convert(tmp_path / f"fox.{source}", tmp_path / "other" / f"fox.{target}")
    before, after = (pantin.load(tmp_path / path).rig for path in (f"fox.{source}", f"other/fox.{target}"))
    np.testing.assert_array_equal(points(before, 1, 0.3), points(after, 1, 0.3))
    assert [bytes(image.data) for image in before.images] == [bytes(image.data) for image in after.images]
    assert validation_errors(Usd.Stage.Open(str(tmp_path / "other" / f"fox.{target}"))) == []


def test_files_of_others_are_not_overwritten(corpus, tmp_path):
    (tmp_path / "fox_textures").mkdir()
    pantin.convert(corpus / "gltf-sample-assets" / "Fox.glb", tmp_path / "first.usda")
    (name,) = [path.name for path in (tmp_path / "first_textures").iterdir()]
    (tmp_path / "fox_textures" / name).write_bytes(b"mine")
    pantin.convert(corpus / "gltf-sample-assets" / "Fox.glb", tmp_path / "fox.usda")
    assert (tmp_path / "fox_textures" / name).read_bytes() == b"mine"
    assert len(list((tmp_path / "fox_textures").iterdir())) == 2
    first, second = (pantin.load(tmp_path / each).rig.images[0] for each in ("first.usda", "fox.usda"))
    assert bytes(first.data) == bytes(second.data)


def test_weights_that_do_not_sum_to_one_move_points_as_in_usd_skel(tmp_path):
    """The skeleton must not be below a node with a translation: UsdSkel does not weigh that."""
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    nodes = [*rig.node_list(), pantin.rig.Node("place", translation=(3, 1, 2))]
    nodes[0] = pantin.rig.Node(nodes[0].name, len(nodes) - 1)
    surface = rig.meshes[0].surfaces[0]
    influences = surface.influences
    lighter = replace(influences, weights=influences.weights * np.float32(0.75))
    mesh = replace(rig.meshes[0], surfaces=(replace(surface, influences=lighter),))
    roots = tuple(index for index, node in enumerate(nodes) if node.parent < 0)
    moved = rig.replace(nodes=nodes, meshes=[mesh], scenes=[pantin.rig.Scene(roots)], default_scene=0)
    pantin.save(moved, tmp_path / "moved.usdc")
    stage = Usd.Stage.Open(str(tmp_path / "moved.usdc"))
    (theirs,) = posed_points(stage, 0.7 * stage.GetTimeCodesPerSecond()).values()
    np.testing.assert_allclose(points(moved, 0, 0.7), theirs, atol=1e-5)


def test_springs_are_baked_into_every_clip(tmp_path):
    source = EXAMPLES / "springs" / "strand.glb"
    report = pantin.convert(source, tmp_path / "strand.usdz", bake_springs=True)
    assert not any("spring" in finding.message for finding in report.findings)
    before, after = pantin.load(source), pantin.load(tmp_path / "strand.usdz")
    baked = pantin.bake_springs(before, clip="look")
    assert "look" in [clip.name for clip in after.rig.clips]
    np.testing.assert_allclose(points(after.rig, "look", 0.4), points(baked.rig, baked.clip, 0.4), atol=1e-4)
    with pytest.raises(ValueError, match="no springs, no constraints and no expressions"):
        pantin.convert(EXAMPLES / "arm.glb", tmp_path / "arm.usdz", bake_springs=True)


def test_expressions_are_baked_into_clips_of_their_own(corpus, tmp_path):
    """UsdSkel's own blending of a clip gives the face that `with_expression` gives."""
    source = corpus / "vrm" / "Godette_vrm_v4.vrm"
    pantin.convert(source, tmp_path / "face.usdc", bake_springs=True)
    rig = pantin.load(source).rig
    clips = [clip.name for clip in pantin.load(tmp_path / "face.usdc").rig.clips]
    shown = [each.name for each in rig.character.expressions if each.morphs]
    assert len(shown) > 5
    assert clips == ["springs", *shown]
    stage = Usd.Stage.Open(str(tmp_path / "face.usdc"))
    for name in shown[:3]:
        stage.GetDefaultPrim().GetVariantSet("animation").SetVariantSelection(name)
        expected = points_of(rig, rig.rest_pose().with_expression(name, 1.0))
        posed = posed_points(stage, stage.GetTimeCodesPerSecond())
        theirs = np.concatenate(list(posed.values()))
        chosen = expected[:: len(expected) // 300]
        assert max(np.abs(theirs - point).max(1).min() for point in chosen) < CLOSE * np.ptp(expected)


def points_of(rig, pose):
    return np.concatenate([each.positions for each in pantin.deform(rig, pose, normals=False)])


def test_commands_take_usd_files(tmp_path):
    pantin.convert(EXAMPLES / "arm.glb", tmp_path / "arm.usdz")

    def command(*words):
        return subprocess.run([sys.executable, "-m", "pantin", *map(str, words)], cwd=tmp_path).returncode

    assert command("inspect", "arm.usdz") == 0
    assert command("check", "arm.usdz") == 0
    assert command("pose", "arm.usdz", "bent.obj", "--clip", "bend", "--time", "1") == 0
    assert command("view", "arm.usdz", "--out", "arm.html") == 0
    assert command("render", "arm.usdz", "--output", "arm.png") == 0
    assert (tmp_path / "arm.png").stat().st_size > 1000
    assert command("diff", "arm.usdz", EXAMPLES / "arm.glb") == 0
    assert command("pose", "arm.usdz", "bent.usdc", "--clip", "bend", "--time", "1") == 0
    assert command("diff", "arm.usdz", "bent.usdc") == 1


def test_motion_is_retargeted_from_and_to_usd_files(corpus, tmp_path):
    """The same motion comes out as from the glTF files."""
    walker = corpus / "gltf-sample-assets" / "RiggedFigure.glb"
    pantin.convert(walker, tmp_path / "walker.usdz")
    there, back = (pantin.load(path) for path in (walker, tmp_path / "walker.usdz"))
    for motion, target in ((back, there), (there, back)):
        expected = pantin.retarget(there, there).asset.rig
        pantin.save(pantin.retarget(motion, target).asset, tmp_path / "out.usdc")
        saved = pantin.load(tmp_path / "out.usdc").rig
        mine = points(saved, len(saved.clips) - 1, 0.6)
        theirs = points(expected, len(expected.clips) - 1, 0.6)
        nearest = max(np.abs(theirs - point).max(1).min() for point in mine)
        assert nearest < CLOSE * np.ptp(theirs)


def test_nodes_with_one_mesh_are_instances_of_a_prototype(tmp_path):
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    still = replace(rig.meshes[0], surfaces=(replace(rig.meshes[0].surfaces[0], influences=None),))
    red = pantin.rig.Material("red", base_color=(1.0, 0.0, 0.0, 1.0), double_sided=True)
    nodes = [pantin.rig.Node(f"copy {number}", translation=(number, 0, 0)) for number in range(3)]
    made = pantin.build(
        nodes=nodes,
        meshes=[replace(still, surfaces=(replace(still.surfaces[0], material=0),))],
        materials=[red],
        instances=[pantin.rig.Instance(number, 0) for number in range(3)],
    )
    pantin.save(made, tmp_path / "copies.usda")
    stage = Usd.Stage.Open(str(tmp_path / "copies.usda"))
    assert len(stage.GetPrototypes()) == 1
    assert validation_errors(stage) == []
    back = pantin.load(tmp_path / "copies.usda").rig
    assert (back.nodes.names, len(back.meshes), len(back.instances)) == (made.nodes.names, 1, 3)
    assert [material.name for material in back.materials] == ["red"]
    assert back.materials[0].double_sided
    np.testing.assert_allclose(
        [each.positions for each in pantin.deform(back, back.rest_pose())],
        [each.positions for each in pantin.deform(made, made.rest_pose())],
        atol=1e-6,
    )


def test_an_edited_file_is_written_anew(tmp_path):
    pantin.convert(EXAMPLES / "arm.glb", tmp_path / "arm.usda")
    asset = pantin.load(tmp_path / "arm.usda")
    asset.rename("node", "elbow", "forearm")
    asset.rename("clip", "bend", "wave")
    pantin.save(asset, tmp_path / "edited.usda")
    edited = pantin.load(tmp_path / "edited.usda").rig
    assert "forearm" in edited.nodes.names
    assert [clip.name for clip in edited.clips] == ["wave"]
    assert "elbow" in pantin.load(tmp_path / "arm.usda").rig.nodes.names


@pytest.mark.parametrize("target", ["posed.glb", "posed.usdc"])
def test_a_pose_is_baked_or_written(tmp_path, target):
    pantin.convert(EXAMPLES / "arm.glb", tmp_path / "arm.usda")
    asset = pantin.load(tmp_path / "arm.usda")
    bent = points(asset.rig, "bend", 1.0)
    pantin.save(pantin.pose(asset, clip="bend", time=1.0), tmp_path / target)
    baked = pantin.load(tmp_path / target).rig
    assert not baked.skins
    (posed,) = pantin.deform(baked, baked.rest_pose(), normals=False)
    np.testing.assert_allclose(posed.positions, bent, atol=1e-5)
    pantin.save(pantin.pose(asset, clip="bend", time=1.0, keep_rig=True), tmp_path / target)
    kept = pantin.load(tmp_path / target).rig
    assert kept.skins
    (posed,) = pantin.deform(kept, kept.rest_pose(), normals=False)
    np.testing.assert_allclose(posed.positions, bent, atol=1e-5)


def test_meshes_of_hidden_joints_stay_hidden(tmp_path):
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    still = replace(rig.meshes[0], surfaces=(replace(rig.meshes[0].surfaces[0], influences=None),))
    nodes = rig.node_list()
    nodes[2] = replace(nodes[2], visible=False)
    instances = [*rig.instances, pantin.rig.Instance(2, 1)]
    pantin.save(
        rig.replace(nodes=nodes, meshes=[*rig.meshes, still], instances=instances), tmp_path / "arm.usdc"
    )
    back = pantin.load(tmp_path / "arm.usdc").rig
    assert len(back.instances) == 2
    assert len(pantin.deform(back, back.rest_pose())) == 1


PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63f8"
    "0f0001010100b138f6140000000049454e44ae426082"
)


def test_coats_refraction_and_the_strength_of_emission_come_back(tmp_path):
    """UsdPreviewSurface has inputs for them; other parts of a material are reported by name."""
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    use = pantin.rig.TextureUse(0)
    coat = pantin.rig.Clearcoat(0.5, use, 0.25, use)
    material = pantin.rig.Material(
        "car",
        ior=1.75,
        emissive=(1.0, 0.5, 0.0),
        emissive_strength=4.0,
        clearcoat=coat,
        sheen=pantin.rig.Sheen((1.0, 0.0, 0.0)),
    )
    plain = rig.meshes[0].surfaces[0]
    surface = replace(plain, material=0, texcoords=(np.zeros((len(plain.positions), 2)),))
    image = pantin.rig.Image(PIXEL, "image/png", "flakes")
    made = rig.replace(
        meshes=[replace(rig.meshes[0], surfaces=(surface,))],
        materials=[material],
        textures=[pantin.rig.Texture((0,))],
        images=[image],
    )
    report = pantin.save(made, tmp_path / "car.usda")
    assert validation_errors(Usd.Stage.Open(str(tmp_path / "car.usda"))) == []
    (back,) = pantin.load(tmp_path / "car.usda").rig.materials
    assert (back.ior, back.clearcoat, back.emitted) == (1.75, coat, (4.0, 2.0, 0.0))
    assert any("sheen" in finding.message for finding in report.findings)
    assert not any("clearcoat" in finding.message for finding in report.findings)
