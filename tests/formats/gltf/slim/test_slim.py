"""What `slim` removes from a document, and what it must not renumber."""

import numpy as np
import pytest

import pantin
from pantin.formats.gltf.document import read
from pantin.formats.gltf.edits import append_accessor, set_extension
from pantin.formats.gltf.save import to_bytes
from pantin.rig import Channel, Clip, Instance, Mesh, Node, Surface, build


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
