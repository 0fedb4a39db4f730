"""What of a rig a format does not store."""

from __future__ import annotations

import os
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.formats.format import WriteOptions
from pantin.formats.gltf.check import findings as check_gltf
from pantin.formats.gltf.files import lower
from pantin.formats.gltf.lift import lift
from pantin.formats.registry import list_formats, named
from pantin.rig import Image, Instance, Material, Mesh, Node, Scene, Surface, Texture, TextureUse, build
from pantin.verbs.dropped import dropped_by_format, dropped_unseen

TRIANGLE = Surface(np.eye(3, dtype=np.float32))
STATIC = [format for format in list_formats() if format.static]


def unseen():
    """Four nodes with a mesh of a triangle each: shown, hidden, below a hidden one, and in another scene; and
    a mesh that no node has. They are 10 apart."""
    nodes = [Node("shown"), Node("hidden", translation=[10, 0, 0], visible=False)]
    nodes += [Node("below", 1, translation=[10, 0, 0]), Node("elsewhere", translation=[30, 0, 0])]
    return build(
        nodes=nodes,
        meshes=[Mesh((TRIANGLE,)), Mesh((TRIANGLE, TRIANGLE))],
        instances=[Instance(node, 0) for node in range(4)],
        scenes=[Scene((3,), "other"), Scene((0, 1), "main")],
        default_scene=1,
    )


@pytest.mark.parametrize("format", STATIC, ids=str)
def test_nothing_hidden_becomes_visible_and_each_reason_is_reported(format, tmp_path):
    report = pantin.save(unseen(), tmp_path / f"a{format.suffixes[0]}")
    hidden = [(one.pointer, one.message) for one in report.findings if one.rule == "LOSS-HIDDEN"]
    assert hidden == [
        ("/nodes/1", 'dropped 2 surfaces of node "hidden" (1), and 1 more: on hidden nodes'),
        ("/nodes/3", 'dropped 1 surface of node "elsewhere" (3): on nodes outside the default scene'),
        ("/meshes/1", "dropped 2 surfaces of mesh 1: not on any node"),
    ]
    assert furthest(tmp_path / f"a{format.suffixes[0]}") == 1


def furthest(path):
    """The largest x of a file, read without Pantin."""
    if path.suffix == ".npz":
        with np.load(path) as arrays:
            return max(arrays[name][:, 0].max() for name in arrays if name.startswith("positions"))
    if path.suffix == ".stl":
        facet = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
        return np.frombuffer(path.read_bytes()[84:], facet)["corners"][..., 0].max()
    lines = [line.split() for line in path.read_text().splitlines()]
    if path.suffix == ".obj":
        return max(float(words[1]) for words in lines if words[0] == "v")
    count = int(lines[1][0])
    return max(float(words[0]) for words in lines[2 : 2 + count])


def test_all_is_seen_without_scenes():
    rig = unseen().replace(scenes=(), default_scene=None)
    assert [finding.pointer for finding in dropped_unseen(rig)] == ["/nodes/1", "/meshes/1"]


@pytest.mark.parametrize(
    ("mode", "word"), [("points", "points"), ("line_loop", "lines"), ("line_strip", "lines")]
)
def test_points_and_lines_are_reported_where_there_are_triangles_alone(mode, word):
    surface = Surface(np.eye(3, dtype=np.float32), mode=mode)
    rig = build(nodes=[Node()], meshes=[Mesh((surface,))], instances=[Instance(0, 0)])
    for format in STATIC:
        messages = [finding.message for finding in dropped_by_format(rig, format)]
        expected = format.name in ("STL", "OFF")
        assert any(f"dropped {word} of surface 0 of mesh 0" in message for message in messages) == expected


def test_a_shape_is_not_expected_to_have_the_rig_or_names():
    rig = pantin.load(Path(__file__).parents[2] / "examples" / "arm.glb").rig
    rig = rig.replace(materials=[Material("red")])
    messages = [finding.message for finding in dropped_by_format(rig, named("STL"), shape_only=True)]
    assert messages == ['dropped material "red" (0): .stl stores static geometry only']


def test_an_instance_with_materials_of_its_own_gets_a_mesh_of_its_own_in_gltf(tmp_path):
    """Arrays are shared, and what each node shows is the same (glTF 2.0 has no materials of nodes)."""
    materials = [Material("red"), Material("blue")]
    mesh = Mesh((Surface(TRIANGLE.positions, material=0), TRIANGLE), "box")
    instances = [Instance(0, 0), Instance(1, 0, materials=(1, None)), Instance(2, 0, materials=(1, None))]
    rig = build(nodes=[Node()] * 3, meshes=[mesh], instances=instances, materials=materials)
    report = pantin.save(rig, tmp_path / "a.glb")
    assert report.findings == ()
    tree = pantin.load(tmp_path / "a.glb").document.tree
    used = [
        [part.get("material") for part in tree["meshes"][node["mesh"]]["primitives"]]
        for node in tree["nodes"]
    ]
    assert used == [[0, None], [1, None], [1, None]]
    assert (len(tree["meshes"]), len(tree["accessors"])) == (2, 1)


def test_files_of_the_corpus_are_valid_after_a_trip_through_their_rigs(corpus):
    """What the validator's own files have wrong in their numbers stays wrong."""
    count = 0
    for path in sorted(path for path in corpus.rglob("*") if path.suffix in (".glb", ".gltf", ".vrm")):
        try:
            asset = pantin.load(path)
            document, _ = lower(asset.rig, WriteOptions())
        except pantin.PantinError:
            continue
        before = {finding.rule for finding in asset.report.findings if finding.severity == "error"}
        after = {finding.rule for finding in check_gltf(document) if finding.severity == "error"}
        if "gltf-validator" in path.parts:
            after = {rule for rule in after if not rule.startswith("GLTF-ACCESSOR_")}
        assert after <= before, path
        count += 1
    assert count > 250


@pytest.mark.parametrize("target", [".glb", ".g4b", ".obj"])
def test_images_are_views_until_they_are_written(target, tmp_path):
    """Lifting copies no image: of 32 MiB, a thousandth is allocated."""
    size = 1 << 25
    data = b"\x89PNG\r\n\x1a\n" + bytes(size)
    material = Material("m", base_color_texture=TextureUse(0))
    surface = Surface(TRIANGLE.positions, texcoords=(np.zeros((3, 2), np.float32),), material=0)
    rig = build(
        nodes=[Node("n")], meshes=[Mesh((surface,))], instances=[Instance(0, 0)], materials=[material],
        textures=[Texture((0,))], images=[Image(data, "image/png", "large")],
    )  # fmt: skip
    pantin.save(rig, tmp_path / "a.glb")
    document = pantin.load(tmp_path / "a.glb").document
    document.model  # noqa: B018  (read before the measurement)
    tracemalloc.start()
    lifted = lift(document).rig
    _, peak = tracemalloc.get_traced_memory()
    assert peak < size / 1000
    assert len(lifted.images[0].data) == len(data)
    tracemalloc.reset_peak()
    pantin.save(lifted, tmp_path / f"b{target}")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3.5 * size
    if target == ".obj":
        assert (tmp_path / "b_large.png").read_bytes() == data
    else:
        (image,) = pantin.load(tmp_path / f"b{target}").rig.images
        assert bytes(image.data) == data


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no names that are not UTF-8")
@pytest.mark.parametrize("suffix", ["gltf", "obj", "usda"])
def test_a_name_that_is_not_utf_8_is_refused_where_the_file_must_name_another(tmp_path, suffix):
    """RFC 3986 §2.5: a URI has UTF-8 in it, and so have the texts of OBJ and USD files."""
    source = tmp_path / os.fsdecode(b"caf\xe9.glb")
    rig = build(
        nodes=[Node("n")],
        meshes=[Mesh((Surface(TRIANGLE.positions, texcoords=(np.zeros((3, 2), np.float32),), material=0),))],
        instances=[Instance(0, 0)],
        materials=[Material("m", base_color_texture=TextureUse(0))],
        textures=[Texture((0,))],
        images=[Image(b"\x89PNG\r\n\x1a\n", "image/png", "skin")],
    )
    pantin.save(rig, source)
    with pytest.raises(pantin.Unsupported, match=r"the name '\S+' is not UTF-8.*choose another name"):
        pantin.convert(source, tmp_path / os.fsdecode(b"out\xe9." + suffix.encode()))
    assert [path.name for path in tmp_path.iterdir()] == [source.name]
    pantin.convert(source, tmp_path / f"out.{suffix}")
