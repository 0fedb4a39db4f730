"""Clips on another skeleton: bones move in the world as they do in their own file."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.maths import affine, quaternion
from pantin.motion import sample, world_transforms
from pantin.operations.merging.clips import collect_clips
from pantin.rig import Channel, Clip, Material, Node, PropertyChannel


def chain(random, count, scale=1.0):
    nodes = [Node("root", scale=np.full(3, scale))]
    for index in range(count):
        nodes.append(
            Node(f"bone{index}", index, random.normal(size=3) * 0.3 / scale, unit(random.normal(size=4)))
        )
    return nodes


def unit(q):
    return q / np.linalg.norm(q)


def random_clip(random, rig, interpolation, properties=("rotation",)):
    channels = []
    for node in range(1, len(rig.nodes)):
        for property in properties:
            width = 4 if property == "rotation" else 3
            shape = (5, 3, width) if interpolation == "CUBICSPLINE" else (5, width)
            values = random.normal(size=shape)
            if property == "rotation":
                values = values / np.linalg.norm(values, axis=-1, keepdims=True)
            channels.append(Channel(node, property, np.arange(5.0), values, interpolation))
    return Clip(tuple(channels), "move")


@pytest.mark.parametrize("interpolation", ["STEP", "LINEAR", "CUBICSPLINE"])
def test_a_clip_of_the_same_skeleton_is_copied(interpolation):
    random = np.random.default_rng(0)
    body = pantin.build(nodes=chain(random, 4))
    posed = [
        Node(node.name, node.parent, node.translation, unit(random.normal(size=4)))
        for node in body.node_list()
    ]
    file = pantin.build(nodes=posed)
    file = file.replace(clips=[random_clip(random, file, interpolation)])
    merged, totals, _ = collect_clips(body, file)
    assert totals.dropped == totals.sampled == 0
    times = np.linspace(0, 4, 23)
    np.testing.assert_array_equal(sample(merged, 0, times).local[:, 1:], sample(file, 0, times).local[:, 1:])


@pytest.mark.parametrize("interpolation", ["STEP", "LINEAR"])
def test_bones_with_other_axes_move_alike_in_the_world(interpolation):
    """B(t) B(rest)⁻¹ = P(t) P(rest)⁻¹ for every bone, at every key."""
    random = np.random.default_rng(3)
    body, file = pantin.build(nodes=chain(random, 3)), pantin.build(nodes=chain(random, 3, scale=0.01))
    file = file.replace(clips=[random_clip(random, file, interpolation)])
    merged, totals, _ = collect_clips(body, file)
    assert totals.dropped == 0
    keys = np.arange(5.0)
    ours, theirs = (
        world_transforms(merged, sample(merged, 0, keys)),
        world_transforms(file, sample(file, 0, keys)),
    )
    for bone in range(1, 4):
        moved = affine.multiply(ours[:, bone], affine.inverse(world_transforms(body)[bone]))
        expected = affine.multiply(theirs[:, bone], affine.inverse(world_transforms(file)[bone]))
        assert np.abs(moved - expected).max() < 1e-5


def test_bones_that_differ_in_rotation_only_keep_their_splines():
    random = np.random.default_rng(8)
    body = pantin.build(nodes=[Node("root"), Node("bone0", 0, (0, 1, 0)), Node("bone1", 1, (0, 1, 0))])
    turn = unit(random.normal(size=4))
    back = quaternion.conjugate(turn)
    nodes = [
        Node("root"),
        Node("bone0", 0, (0, 1, 0), turn),
        Node("bone1", 1, quaternion.rotate(back, (0, 1, 0))),
    ]
    file = pantin.build(nodes=nodes)
    file = file.replace(clips=[random_clip(random, file, "CUBICSPLINE")])
    merged, totals, _ = collect_clips(body, file)
    assert totals.sampled == 0
    times = np.linspace(0, 4, 37)
    ours, theirs = (
        world_transforms(merged, sample(merged, 0, times)),
        world_transforms(file, sample(file, 0, times)),
    )
    np.testing.assert_allclose(ours[:, :, :, 3], theirs[:, :, :, 3], atol=1e-6)


def test_channels_of_nodes_that_the_body_lacks_are_counted():
    random = np.random.default_rng(1)
    body = pantin.build(nodes=chain(random, 2))
    file = pantin.build(nodes=[*body.node_list(), Node("wing", 1)])
    file = file.replace(clips=[random_clip(random, file, "LINEAR")])
    merged, totals, _ = collect_clips(body, file)
    assert totals.dropped == 1
    assert len(merged.clips[0].channels) == 2


def test_nodes_of_the_body_are_shown_and_hidden_and_materials_are_counted():
    body = pantin.build(nodes=[Node("hip"), Node("leg", 0)])
    file = pantin.build(
        nodes=[Node("above"), Node("hip", 0), Node("leg", 1)], materials=[Material("skin", roughness=1.0)]
    )
    times = np.array([0.0, 1.0])
    hidden = PropertyChannel("nodes", 2, "visible", times, np.array([[1.0], [0.0]]), "STEP")
    faded = PropertyChannel("materials", 0, "roughness", times, np.array([[1.0], [0.5]]))
    file = file.replace(clips=[Clip((), "go", properties=(hidden, faded))])
    merged, totals, _ = collect_clips(body, file)
    assert (totals.added, totals.dropped) == (1, 1)
    (shown,) = merged.clips[0].properties
    assert (shown.part, shown.index, shown.field) == ("nodes", 1, "visible")
    assert shown.values.tolist() == [[1], [0]]
