"""`slim --triangles`: fewer triangles, and a posed error that an independent evaluator confirms."""

import math

import numpy as np
import pytest
from tests.oracles.surface_error import File, open_edges, patched, triangles, two_sided

import pantin

MODELS = ["examples/arm.glb", "examples/retarget/mannequin.glb", "examples/vrm/avatar.vrm"]


@pytest.fixture(scope="module", params=MODELS)
def pair(request, tmp_path_factory):
    """The bytes of a model, those with half its triangles, and what `slim` promised."""
    folder = tmp_path_factory.mktemp("triangles")
    slimmed = pantin.slim(pantin.load(request.param), triangles=0.5, skin_error=0)
    pantin.save(slimmed, folder / "slim.glb")
    original = pantin.convert(request.param, folder / "original.glb")
    assert original is not None
    return (folder / "original.glb").read_bytes(), (folder / "slim.glb").read_bytes(), slimmed


def turned(seed):
    """A change of a file: every joint but the topmost turned by up to 30 degrees, by the names of nodes."""

    def change(tree):
        nodes = tree["nodes"]
        joints = {joint for skin in tree["skins"] for joint in skin["joints"]}
        below = {child for joint in joints for child in nodes[joint].get("children", ())}
        for node in sorted((nodes[index] for index in joints & below), key=lambda node: node["name"]):
            generator = np.random.default_rng([seed, *node["name"].encode()])
            axis = generator.normal(size=3)
            half = math.radians(generator.uniform(0, 30)) / 2
            x, y, z = axis / np.linalg.norm(axis) * math.sin(half)
            node["rotation"] = multiply(node.get("rotation", [0, 0, 0, 1]), [x, y, z, math.cos(half)])

    return change


def multiply(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]


def test_the_budget_is_kept(pair):
    original, small, slimmed = pair
    assert slimmed.triangles_before == len(triangles(original))
    assert slimmed.triangles_after == len(triangles(small)) <= slimmed.triangles_before // 2


def test_the_posed_error_holds_at_rest_and_in_clips(pair):
    original, small, slimmed = pair
    poses = [{}]
    for clip, _ in enumerate(File(original).tree.get("animations", ())):
        poses += [{"clip": clip, "time": time} for time in (0.1, 0.37, 0.8)]
    for pose in poses:
        error = two_sided(triangles(original, **pose), triangles(small, **pose), seed=3)
        assert error <= slimmed.posed_error * 1.001 + 1e-7


def test_the_posed_error_holds_in_other_random_poses(pair):
    original, small, slimmed = pair
    for seed in range(3):
        old, new = patched(original, turned(seed)), patched(small, turned(seed))
        assert two_sided(triangles(old), triangles(new)) <= slimmed.posed_error * 1.1


def test_the_posed_error_holds_with_each_morph_target(pair):
    original, small, slimmed = pair
    for shape in range(3):

        def change(tree, shape=shape):
            for mesh in tree["meshes"]:
                count = len(mesh["primitives"][0].get("targets", ()))
                if shape < count:
                    mesh["weights"] = [float(index == shape) for index in range(count)]

        old, new = patched(original, change), patched(small, change)
        assert two_sided(triangles(old), triangles(new)) <= slimmed.posed_error * 1.001 + 1e-7


def test_no_hole_and_no_crack_opens(pair):
    original, small, _ = pair
    assert open_edges(triangles(small)) <= open_edges(triangles(original))


def test_vertices_are_those_of_the_original(pair):
    """Half-edge collapse: each vertex that is left has its position, attributes and joints."""
    original, small, _ = pair
    old, new = File(original), File(small)
    assert [node.get("name") for node in old.tree["nodes"] if "mesh" in node] == [
        node.get("name") for node in new.tree["nodes"] if "mesh" in node
    ]
    known = {tuple(row) for row in rows_of(old)}
    assert all(tuple(row) in known for row in rows_of(new))


def rows_of(file):
    for mesh in file.tree["meshes"]:
        for primitive in mesh["primitives"]:
            names = [name for name in ("POSITION", "NORMAL", "TEXCOORD_0") if name in primitive["attributes"]]
            arrays = [file.values(primitive["attributes"][name]) for name in names]
            for values in zip(*arrays, strict=True):
                yield (names and tuple(np.float32(np.concatenate(values)).tolist())) or ()


def test_joints_and_morph_targets_stay(pair):
    original, small, _ = pair
    trees = [File(data).tree for data in (original, small)]
    names = [{t["nodes"][joint]["name"] for skin in t["skins"] for joint in skin["joints"]} for t in trees]
    assert names[0] == names[1]
    targets = [[len(p.get("targets", ())) for mesh in t["meshes"] for p in mesh["primitives"]] for t in trees]
    assert targets[0] == targets[1]


def test_as_few_triangles_as_an_error_allows():
    asset = pantin.load("examples/retarget/mannequin.glb")
    loose = pantin.slim(asset, triangles_error="5cm")
    tight = pantin.slim(asset, triangles_error=0.005)
    assert loose.posed_error <= 0.05 + loose.bound
    assert tight.posed_error <= 0.005 + tight.bound
    assert loose.triangles_after < tight.triangles_after <= tight.triangles_before


@pytest.mark.parametrize("given", [0, -1, math.nan, math.inf])
def test_a_number_of_triangles_that_cannot_be_is_refused(given):
    with pytest.raises(ValueError, match=r"triangles must be a share up to 1, such as 0\.25, or a number"):
        pantin.slim(pantin.load("examples/arm.glb"), triangles=given)


def test_a_target_above_the_source_is_reported():
    slimmed = pantin.slim(pantin.load("examples/arm.glb"), triangles=5000)
    assert slimmed.triangles_after == slimmed.triangles_before
    assert "triangles: the model has 96, no more than asked for" in [step.title for step in slimmed.steps]


def test_a_model_without_triangles_is_reported():
    rig = pantin.load("examples/motion/walk.bvh").rig
    slimmed = pantin.slim(rig, triangles=0.5, skin_error=0)
    assert "triangles: the model has none" in [step.title for step in slimmed.steps]
