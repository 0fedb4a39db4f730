"""What `slim` removes from a document, and what it must not renumber."""

import numpy as np
import pytest

import pantin
from pantin.formats.gltf.document import read
from pantin.formats.gltf.edits import append_accessor, set_extension
from pantin.formats.gltf.save import to_bytes
from pantin.rig import (
    BlendShape,
    Channel,
    Clip,
    Deltas,
    Influences,
    Instance,
    Mesh,
    Node,
    Skin,
    Surface,
    build,
)


def edited(path, change):
    """The example after a change of its document."""
    asset = pantin.load(path)
    change(asset.document)
    return pantin.load(to_bytes(asset.document), name="edited.glb")


def test_unused_data_goes():
    def add(document):
        append_accessor(document, np.zeros((1000, 3), np.float32))
        document.append("/materials", {"name": "unused"})

    slimmed = pantin.slim(edited("examples/arm.glb", add))
    assert slimmed.bytes_before - slimmed.bytes_after > 12_000
    assert all(material.get("name") != "unused" for material in slimmed.document.tree.get("materials", ()))


def test_what_an_unknown_extension_may_refer_to_keeps_its_number():
    def add(document):
        for name in ("first", "second", "third"):
            document.append("/materials", {"name": name})
        set_extension(document, "", "EXT_of_somebody", {"material": len(document.tree["materials"]) - 2})

    asset = edited("examples/arm.glb", add)
    slimmed = pantin.slim(asset)
    before, after = asset.document.tree["materials"], slimmed.document.tree["materials"]
    assert after == before[:-1]
    assert slimmed.frozen == ("EXT_of_somebody",)
    assert [finding.rule for finding in slimmed.findings] == ["LOSS-NOT_RENUMBERED"]


def test_nodes_that_move_nothing_go_unless_they_are_kept():
    def add(document):
        document.append("/nodes", {"name": "socket"})
        document.append("/nodes/0/children", len(document.tree["nodes"]) - 1)

    asset = edited("examples/arm.glb", add)
    assert "socket" not in pantin.slim(asset).rig.nodes.names
    assert "socket" in pantin.slim(asset, keep=["socket"]).rig.nodes.names
    with pytest.raises(ValueError, match="no node 'sokcet'"):
        pantin.slim(asset, keep=["sokcet"])


def test_nodes_with_extras_stay():
    def add(document):
        document.append("/nodes", {"name": "lamp", "extras": {"kept": True}})
        index = len(document.tree["nodes"]) - 1
        document.append("/nodes/0/children", index)
        document.append("/nodes", {"name": "unused"})

    asset = edited("examples/arm.glb", add)
    slimmed = pantin.slim(asset)
    assert "lamp" in slimmed.rig.nodes.names
    assert "unused" not in slimmed.rig.nodes.names
    assert read(to_bytes(slimmed.document), name="slim.glb").tree == slimmed.document.tree


def test_channels_keep_the_times_that_they_share_if_that_takes_fewer_bytes(tmp_path):
    """Of 40 random keys, two can go from each channel, other ones each time: 32 bytes less for values, 150
    more for times. The channel of the last bone needs three keys."""
    draw = np.random.default_rng(3)
    times = np.arange(40) / 32
    angles = draw.normal(size=(6, 40)) * 0.3
    for index in range(5):
        angles[index, 6 * index + 3 : 6 * index + 6] = angles[index, 6 * index + 2]
    angles[5] = np.where(times < 1, times, 1) * 0.4
    values = np.zeros((6, 40, 4))
    values[..., 0], values[..., 3] = np.sin(angles), np.cos(angles)
    channels = tuple(Channel(index, "rotation", times, values[index]) for index in range(6))
    triangle = Surface(np.eye(3, dtype=np.float32), indices=np.arange(3))
    rig = build(
        nodes=[Node(parent=index - 1, translation=(0.0, 0.5, 0.0)) for index in range(6)],
        meshes=[Mesh((triangle,))],
        instances=[Instance(5, 0)],
        clips=[Clip(channels, "walk")],
    )
    pantin.save(rig, tmp_path / "walk.glb")
    slimmed = pantin.slim(pantin.load(tmp_path / "walk.glb"), skin_error=1e-4)
    *_, keys = slimmed.steps
    assert keys.name == "keys"
    assert keys.bytes_saved > 0
    counts = [len(channel.times) for channel in slimmed.rig.clips[0].channels]
    assert counts[:5] == [40] * 5
    assert counts[5] <= 4
    assert slimmed.max_error <= 1e-4


def test_no_step_makes_the_file_larger(tmp_path):
    """The walk of a small avatar: each channel with times for itself would save keys, and no bytes."""
    walking = tmp_path / "walking.vrm"
    pantin.save(pantin.retarget("examples/retarget/walk.glb", "examples/vrm/avatar.vrm").asset, walking)
    for bound in (None, 5e-4, 5e-3):
        slimmed = pantin.slim(walking, skin_error=bound)
        assert [step.name for step in slimmed.steps if step.bytes_saved < 0] == []
        assert slimmed.keys_after < slimmed.keys_before


def save_apart(path, weights):
    """Four vertices with (4, 5) weights; joint k moves k units along x."""
    influences = Influences(5 * np.arange(5), np.tile(np.arange(5), 4), weights.ravel())
    positions = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)], np.float32)
    times = np.arange(2.0)
    channels = tuple(
        Channel(joint, "translation", times, np.array([(0, 0, 0), (joint, 0, 0)], np.float64))
        for joint in range(5)
    )
    rig = build(
        nodes=[Node(f"joint {joint}") for joint in range(5)] + [Node("body")],
        meshes=[Mesh((Surface(positions, indices=np.array([0, 1, 2, 2, 1, 3]), influences=influences),))],
        skins=[Skin(np.arange(5))],
        instances=[Instance(5, 0, 0)],
        clips=[Clip(channels, "apart")],
    )
    pantin.save(rig, path)


def test_a_second_set_of_influences_that_moves_nothing_is_dropped(tmp_path):
    """The fifth joint moves vertices by 4e-7, and by 0.5 where it has a fifth of the weight."""
    weights = np.tile([0.4, 0.3, 0.2, 0.1 - 1e-7, 1e-7], (4, 1))
    save_apart(tmp_path / "little.glb", weights)
    little = pantin.slim(pantin.load(tmp_path / "little.glb"), skin_error=1e-3)
    assert "JOINTS_1" not in little.document.tree["meshes"][0]["primitives"][0]["attributes"]
    weights[1] = 0.2
    save_apart(tmp_path / "much.glb", weights)
    much = pantin.slim(pantin.load(tmp_path / "much.glb"), skin_error=1e-3)
    assert "JOINTS_1" in much.document.tree["meshes"][0]["primitives"][0]["attributes"]
    assert not any("influences" in step.name for step in much.steps)


def test_a_vertex_keeps_influences_without_which_it_would_move_too_far(tmp_path):
    """The second vertex follows all five joints alike: 2 units; without the last, it would be 0.5 away. Of
    the others, the share of the last joint moves them by 4e-5."""
    weights = np.tile([0.4, 0.3, 0.2, 0.1 - 1e-5, 1e-5], (4, 1))
    weights[1] = 0.2
    save_apart(tmp_path / "apart.glb", weights)
    slimmed = pantin.slim(pantin.load(tmp_path / "apart.glb"), skin_error=1e-3, influences=4)
    assert "at most 4 influences (1 vertex with more)" in [step.name for step in slimmed.steps]
    found = slimmed.rig.meshes[0].surfaces[0].influences
    used = np.add.reduceat(found.weights != 0, found.offsets[:-1])
    assert used.tolist() == [4, 5, 4, 4]
    assert 0 < slimmed.max_error <= 1e-3


def test_positions_without_a_skin_are_quantised_where_a_node_is_only_their_place(tmp_path):
    """The arm turns, the hand below it is a mesh and nothing else; the flag is moved by the clip itself."""
    draw = np.random.default_rng(5)
    points = draw.uniform(3, 4, (2, 300, 3)).astype(np.float32)
    indices = np.arange(300)
    meshes = [Mesh((Surface(each, indices=indices),)) for each in points]
    times = np.arange(2.0)
    turns = np.array([(0, 0, 0, 1), (0, 0, 0.6, 0.8)], np.float64)
    rig = build(
        nodes=[
            Node("arm"),
            Node("hand", 0, (1, 2, 3), (0.6, 0, 0, 0.8), (1, 2, 3)),
            Node("flag", 0, (0, 1, 0)),
        ],
        meshes=meshes,
        instances=[Instance(1, 0), Instance(2, 1)],
        clips=[Clip(tuple(Channel(node, "rotation", times, turns) for node in (0, 2)), "turn")],
    )
    pantin.save(rig, tmp_path / "hand.glb")
    asset = pantin.load(tmp_path / "hand.glb")
    slimmed = pantin.slim(asset, skin_error=1e-3, quantize=True)
    tree = slimmed.document.tree
    kinds = {}
    for node in (node for node in tree["nodes"] if "mesh" in node):
        primitive = tree["meshes"][node["mesh"]]["primitives"][0]
        kinds[node["name"]] = tree["accessors"][primitive["attributes"]["POSITION"]]["componentType"]
    assert kinds == {"hand": 5122, "flag": 5126}
    assert 0 < slimmed.max_error <= 1e-3
    for time in (0.0, 0.4, 1.0):
        here, there = (
            pantin.deform(each, pantin.sample(each, 0, time))[0].positions for each in (rig, slimmed.rig)
        )
        assert np.abs(here - there).max() <= 1e-3
    kept = pantin.slim(asset, skin_error=1e-3, quantize=True, keep=["hand"]).document.tree
    assert next(node for node in kept["nodes"] if node["name"] == "hand")["scale"] == [1, 2, 3]


def face(moved, tmp_path):
    """A sheet of 400 vertices with a morph target that moves the first few by (0, 0, 1)."""
    points = np.random.default_rng(2).uniform(0, 1, (400, 3)).astype(np.float32)
    deltas = np.zeros((400, 3), np.float32)
    deltas[:moved, 2] = 1
    smile = BlendShape(positions=Deltas(deltas))
    weights = Channel(0, "weights", np.arange(2.0), np.array([[0.0], [1.0]]))
    rig = build(
        nodes=[Node("face")],
        meshes=[Mesh((Surface(points, indices=np.append(np.arange(400), [0, 1]), blend_shapes=(smile,)),))],
        instances=[Instance(0, 0)],
        clips=[Clip((weights,), "smile")],
    )
    pantin.save(rig, tmp_path / "face.glb")
    asset = edited(tmp_path / "face.glb", lambda document: store_dense(document, deltas))
    return points, pantin.slim(asset, skin_error=1e-4)


def store_dense(document, deltas):
    index = append_accessor(document, deltas, min_max=True)
    document.set("/meshes/0/primitives/0/targets/0/POSITION", index)


def test_a_morph_target_that_moves_few_vertices_becomes_sparse(tmp_path):
    points, slimmed = face(20, tmp_path)
    tree = slimmed.document.tree
    accessor = tree["accessors"][tree["meshes"][0]["primitives"][0]["targets"][0]["POSITION"]]
    assert accessor["sparse"]["count"] == 20
    assert (accessor["min"], accessor["max"]) == ([0, 0, 0], [0, 0, 1])
    posed = pantin.deform(slimmed.rig, pantin.sample(slimmed.rig, 0, 0.5))[0].positions
    expected = points + np.where(np.arange(400)[:, None] < 20, (0, 0, 0.5), 0)
    assert np.abs(posed - expected).max() <= 1e-4


def test_a_morph_target_that_moves_all_vertices_stays(tmp_path):
    _, slimmed = face(400, tmp_path)
    assert all("sparse" not in accessor for accessor in slimmed.document.tree["accessors"])


@pytest.mark.parametrize("bits", [8, 10, 12])
def test_weights_of_few_bits_are_stored_exactly_by_the_filter_of_compression(bits):
    """EXT_meshopt_compression, filter EXPONENTIAL: 8 bits of exponent, 24 of mantissa, both signed."""
    from pantin.formats.gltf.slim.packing import _filter_multiples

    weights = np.random.default_rng(bits).integers(0, (1 << bits) + 1, (50, 4)) / (1 << bits)
    filtered = _filter_multiples(weights.astype(np.float32))
    assert filtered is not None
    numbers = filtered[1].reshape(50, 16).view("<i4")
    decoded = ((numbers << 8) >> 8) * 2.0 ** (numbers >> 24)
    assert decoded.tolist() == weights.tolist()
    assert _filter_multiples(np.full((1, 4), 0.1, np.float32)) is None


@pytest.mark.parametrize("bits", [8, 10, 12])
def test_quantised_weights_sum_to_1(bits):
    from pantin.formats.gltf.slim.geometry import quantize_weights
    from pantin.operations.slimming.rounding import JointPoints

    asset = pantin.load("examples/arm.glb")
    before = asset.rig.meshes[0].surfaces[0].influences
    document = quantize_weights(asset.document, JointPoints(asset.rig), bits)
    after = pantin.load(to_bytes(document), name="arm.glb").rig.meshes[0].surfaces[0].influences
    sums = np.add.reduceat(after.weights.astype(np.float64), after.offsets[:-1])
    assert np.abs(sums - 1).max() < 1e-6
    assert after.joints.tolist() == before.joints.tolist()
    assert np.abs(after.weights - before.weights).max() <= 1 / ((1 << bits) - 1)


def with_colors(document):
    """Colours of 16 bits in two sets."""
    attributes = document.tree["meshes"][0]["primitives"][0]["attributes"]
    count = document.tree["accessors"][attributes["POSITION"]]["count"]
    for number in range(2):
        colors = np.random.default_rng(number).integers(0, 65536, (count, 4)).astype(np.uint16)
        index = append_accessor(document, colors, normalized=True)
        document.set(f"/meshes/0/primitives/0/attributes/COLOR_{number}", index)


def test_colors_are_quantised_and_those_that_no_material_shows_can_go():
    asset = edited("examples/arm.glb", with_colors)
    before = asset.rig.meshes[0].surfaces[0]
    exact = pantin.slim(asset).rig.meshes[0].surfaces[0]
    assert [each.tolist() for each in exact.colors] == [each.tolist() for each in before.colors]
    small = pantin.slim(asset, quantize=True)
    attributes = small.document.tree["meshes"][0]["primitives"][0]["attributes"]
    kinds = [small.document.tree["accessors"][attributes[f"COLOR_{n}"]]["componentType"] for n in range(2)]
    assert kinds == [5121, 5121]
    assert np.abs(small.rig.meshes[0].surfaces[0].colors[1] - before.colors[1]).max() <= 0.5 / 255 + 1e-6
    first = pantin.slim(asset, drop_unused_colors=True).rig.meshes[0].surfaces[0]
    assert len(first.colors) == 1
    assert first.colors[0].tolist() == before.colors[0].tolist()


def test_weights_of_any_sum_are_quantised_to_a_sum_of_1():
    """glTF 2.0 §3.7.3.3 asks for a sum of 1; readers divide by others."""
    from pantin.formats.gltf.accessor import values
    from pantin.formats.gltf.slim.geometry import quantize_weights

    def halve(document):
        attributes = document.tree["meshes"][0]["primitives"][0]["attributes"]
        weights = values(document, attributes["WEIGHTS_0"]) * 0.5
        document.set(
            "/meshes/0/primitives/0/attributes/WEIGHTS_0", append_accessor(document, weights.astype("<f4"))
        )

    asset = edited("examples/arm.glb", halve)
    document = quantize_weights(asset.document)
    index = document.tree["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"]
    stored = values(document, index)
    assert np.abs(stored.sum(axis=1) - 1).max() < 1e-6
    assert np.abs(stored - 2 * values(asset.document, index_of_weights(asset.document))).max() <= 1 / 65535


def index_of_weights(document):
    return document.tree["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"]


def test_positions_of_a_mesh_whose_node_has_children_are_rounded_for_the_filter(tmp_path):
    """Its node cannot undo a cube, because it moves its children too: positions stay floats, in steps."""
    from pantin.formats.gltf.accessor import values
    from pantin.formats.gltf.slim.positions import quantize_positions, steps_within

    points = np.random.default_rng(4).normal(size=(60, 3)).astype(np.float32)
    smile = BlendShape(positions=Deltas(points * np.float32(0.01)))
    rig = build(
        nodes=[Node("body", rotation=(0, 0, 0.6, 0.8), scale=(3, 3, 3)), Node("hat", parent=0)],
        meshes=[Mesh((Surface(points, indices=np.arange(60), blend_shapes=(smile,)),))],
        instances=[Instance(0, 0)],
    )
    path = tmp_path / "body.glb"
    pantin.save(rig, path)
    asset = pantin.load(path)
    document = quantize_positions(asset.document, steps=steps_within(asset.rig, 0.01), rounding=True)
    primitive = document.tree["meshes"][0]["primitives"][0]
    rounded = values(document, primitive["attributes"]["POSITION"]).astype(np.float64)
    assert 1e-4 < np.linalg.norm(rounded - points, axis=1).max() <= 0.01 / 3
    moved = values(document, primitive["targets"][0]["POSITION"]).astype(np.float64)
    assert np.linalg.norm(moved - points * 0.01, axis=1).max() <= 0.01 / 3
    assert (rounded * 512 == np.round(rounded * 512)).all()  # whole numbers of a step


def test_triangles_of_several_surfaces_are_one_compressed_row(tmp_path):
    pytest.importorskip("meshopt")
    generator = np.random.default_rng(3)
    surfaces = [
        Surface(generator.normal(size=(90, 3)).astype(np.float32), indices=generator.permutation(90))
        for _ in range(3)
    ]
    rig = build(nodes=[Node("a")], meshes=[Mesh(tuple(surfaces))], instances=[Instance(0, 0)])
    pantin.save(rig, tmp_path / "three.glb")
    slimmed = pantin.slim(pantin.load(tmp_path / "three.glb"), meshopt=True, skin_error=0)
    tree = slimmed.document.tree
    primitives = [primitive for mesh in tree["meshes"] for primitive in mesh["primitives"]]
    assert len({tree["accessors"][each["indices"]]["bufferView"] for each in primitives}) == 1
    after = [surface for mesh in slimmed.rig.meshes for surface in mesh.surfaces]
    centres = [
        np.concatenate([s.positions[s.triangles].mean(axis=1) for s in each]) for each in (surfaces, after)
    ]
    before, now = (each[np.lexsort(each.T)] for each in centres)
    assert np.abs(before - now).max() < 1e-6
