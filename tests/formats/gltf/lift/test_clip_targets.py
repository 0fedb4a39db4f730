"""KHR_animation_pointer: weights of meshes and single weights; the specification's "Operation", and the glTF
object model, which lists /nodes/{}/weights/{} and /meshes/{}/weights."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pantin
from pantin.formats.gltf.lift.clip_targets import join_weights
from pantin.rig import Channel


def aimed(sampler, pointer):
    extension = {"KHR_animation_pointer": {"pointer": pointer}}
    return {"sampler": sampler, "target": {"path": "pointer", "extensions": extension}}


@pytest.fixture
def blended(raw):
    """Nodes 0 to 2 have one mesh of two blend shapes, which move its vertices by x and y; node 2 has weights
    of its own."""
    shift = [{"POSITION": raw.accessor([axis] * 3)} for axis in ([1, 0, 0], [0, 1, 0])]
    primitive = {"attributes": {"POSITION": raw.accessor(np.zeros((3, 3)))}, "targets": shift}
    raw.tree |= {
        "extensionsUsed": ["KHR_animation_pointer"],
        "meshes": [{"primitives": [primitive], "weights": [0.25, 0.5]}],
        "nodes": [{"mesh": 0}, {"mesh": 0}, {"mesh": 0, "weights": [1, 1]}],
    }

    def load(*channels):
        """Channels as (pointer, times, values, interpolation)."""
        samplers = [
            {"input": raw.accessor(times), "output": raw.accessor(values), "interpolation": how}
            for _, times, values, how in channels
        ]
        aims = [aimed(index, pointer) for index, (pointer, *_) in enumerate(channels)]
        raw.tree["animations"] = [{"channels": aims, "samplers": samplers}]
        return pantin.load(raw.bytes(), name="made.gltf")

    raw.load = load
    return raw


def weights_at(asset, time):
    """The displacement of each node's mesh, which is its weights."""
    posed = pantin.deform(asset.rig, pantin.sample(asset.rig, clip=0, time=time))
    return [mesh.positions[0, :2].round(6).tolist() for mesh in posed]


def test_weights_of_a_mesh_move_the_nodes_without_weights_of_their_own(blended):
    asset = blended.load(("/meshes/0/weights", [0, 2], [0, 0, 1, 2], "LINEAR"))
    assert weights_at(asset, 1) == [[0.5, 1], [0.5, 1], [1, 1]]
    assert [(channel.node, channel.number) for channel in asset.rig.clips[0].channels] == [(0, 0), (1, 0)]
    assert asset.lifted.findings == ()


def test_a_node_with_a_channel_of_its_own_does_not_follow_its_mesh(blended):
    asset = blended.load(
        ("/meshes/0/weights", [0], [0, 0], "STEP"), ("/nodes/1/weights", [0], [3, 4], "STEP")
    )
    assert weights_at(asset, 0) == [[0, 0], [3, 4], [1, 1]]
    assert [channel.number for channel in asset.rig.clips[0].channels] == [0, 1]


def test_a_single_weight_leaves_the_others_at_rest(blended):
    asset = blended.load(("/nodes/0/weights/1", [0, 1], [0, 2], "LINEAR"))
    assert weights_at(asset, 0.5) == [[0.25, 1], [0.25, 0.5], [1, 1]]


def test_single_weights_of_a_mesh_with_other_keys_are_joined(blended):
    asset = blended.load(
        ("/meshes/0/weights/0", [0, 2], [0, 2], "LINEAR"),
        ("/meshes/0/weights/1", [1, 3], [4, 8], "LINEAR"),
    )
    assert weights_at(asset, 0.5)[0] == [0.5, 4]
    assert weights_at(asset, 1.5)[1] == [1.5, 5]
    assert weights_at(asset, 3)[0] == [2, 8]


@pytest.mark.parametrize(
    ("channels", "why"),
    [
        ([("/meshes/0/weights/7", [0], [1], "STEP")], "has 2 weights"),
        ([("/meshes/9/weights", [0], [1, 1], "STEP")], "no node uses the weights of mesh 9"),
        ([("/nodes/9/weights", [0], [1, 1], "STEP")], "there is no node 9"),
        (
            [("/nodes/0/weights/0", [0], [1], "STEP"), ("/nodes/0/weights/1", [0], [1], "LINEAR")],
            "differ in interpolation",
        ),
        (
            [("/nodes/0/weights", [0], [1, 1], "STEP"), ("/nodes/0/weights/1", [0], [1], "STEP")],
            "channel moves",
        ),
        ([("/materials/0/alphaCutoff", [0], [1], "STEP")], "there is no material 0"),
        ([("/nodes/0/weights/01", [0], [1], "STEP")], "a rig does not have this property"),
    ],
)
def test_channels_that_move_nothing_of_a_rig_are_reported(blended, channels, why):
    findings = blended.load(*channels).lifted.findings
    assert [finding.rule for finding in findings] == ["RIG-LEFT_OUT"]
    assert why in findings[0].message


keys = st.lists(
    st.tuples(st.integers(0, 40), st.integers(-8, 8)), min_size=1, max_size=6, unique_by=lambda key: key[0]
)


@given(keys, keys, st.sampled_from(["LINEAR", "STEP"]))
def test_joined_channels_have_the_values_of_each_at_every_time(first, second, interpolation):
    """Of piecewise linear and constant functions: at all keys of both, between and outside."""
    parts = {}
    for element, chosen in ((1, first), (2, second)):
        times, values = zip(*sorted(chosen), strict=True)
        parts[element] = Channel(
            0, "weights", np.array(times, np.float32), np.array(values, np.float64)[:, None], interpolation
        )
    joined = join_weights(parts, np.array([7.0, 8.0, 9.0]))
    assert (joined.values[:, 0] == 7).all()
    for element, part in parts.items():
        for time in np.arange(-1, 42, 0.25):
            assert at(joined, element, time) == pytest.approx(at(part, 0, time), abs=1e-12)


def at(channel, element, time):
    times, values = channel.times.astype(float), channel.values[:, element]
    after = int(np.searchsorted(times, time, "right"))
    if after == 0:
        return values[0]
    if after == len(times) or channel.interpolation == "STEP":
        return values[after - 1]
    share = (time - times[after - 1]) / (times[after] - times[after - 1])
    return values[after - 1] * (1 - share) + values[after] * share


def test_a_mesh_pointer_survives_other_edits_and_goes_with_its_clip(blended, tmp_path):
    asset = blended.load(("/meshes/0/weights", [0, 2], [0, 0, 1, 2], "LINEAR"))
    asset.add_blend_shape(0, "z", positions=[np.ones((3, 3))])
    assert [channel.values.shape for channel in asset.rig.clips[0].channels] == [(2, 3), (2, 3)]
    with pytest.raises(ValueError, match="refers to it"):
        blended.load(("/nodes/2/translation", [0], [[0, 0, 0]], "STEP")).remove_nodes([2])
    asset.remove_clip(0)
    pantin.save(asset, tmp_path / "out.gltf")
    written = json.loads((tmp_path / "out.gltf").read_text())
    assert "extensionsUsed" not in written
    assert "animations" not in written


def test_a_baked_pose_requires_the_extension_no_more(blended, tmp_path):
    blended.tree["extensionsRequired"] = ["KHR_animation_pointer"]
    asset = blended.load(("/meshes/0/weights", [0, 2], [0, 0, 1, 2], "LINEAR"))
    baked = pantin.pose(asset, clip=0, time=1)
    pantin.save(baked, tmp_path / "out.gltf")
    written = json.loads((tmp_path / "out.gltf").read_text())
    assert not {"extensionsUsed", "extensionsRequired", "animations"} & written.keys()


@pytest.mark.parametrize("suffix", [".g4b", ".npz"])
def test_a_conversion_keeps_what_a_pointer_moves_and_reports_the_rest(blended, tmp_path, suffix):
    asset = blended.load(
        ("/meshes/0/weights", [0, 2], [0, 0, 1, 2], "LINEAR"), ("/materials/0/alphaCutoff", [0], [1], "STEP")
    )
    report = pantin.save(asset, tmp_path / f"out{suffix}")
    reported = [finding.message for finding in report.findings if "alphaCutoff" in finding.message]
    assert len(reported) == 1
    if suffix == ".npz":
        assert weights_at(pantin.load(tmp_path / "out.npz"), 1) == [[0.5, 1], [0.5, 1], [1, 1]]
