"""Lifted, sampled and deformed: the vertices are where a transcription of the specification puts them.

Files are made for what public samples lack. The oracle works in doubles on float32 data.
"""

from __future__ import annotations

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.motion import sample

RELATIVE = 1e-6
"""Of the largest coordinate. A skinned vertex is a sum of at most 8 × 4 products of float32 numbers whose
partial sums stay below the largest coordinate times the sum of weights: each step rounds by at most
2^-24 = 6e-8 of that, and the errors of 16 steps add up at random to 4 × 6e-8."""


def random_points(generator, count):
    return generator.normal(size=(count, 3)).astype(np.float32)


def unit(generator, count):
    rows = generator.normal(size=(count, 4))
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


class Puppet:
    """A chain of joints with a mesh bound to it, written by hand in all the ways the file format has."""

    def __init__(self, raw, seed=1, joints=5, vertices=12):
        self.raw, self.generator = raw, np.random.default_rng(seed)
        self.joints, self.vertices = joints, vertices
        generator = self.generator
        raw.tree["nodes"] = [
            {
                "translation": generator.normal(size=3).tolist(),
                "rotation": unit(generator, 1)[0].tolist(),
                "scale": generator.uniform(0.5, 1.5, 3).tolist(),
                "children": [at + 1],
            }
            for at in range(joints)
        ]
        del raw.tree["nodes"][-1]["children"]
        # The mesh's own node is moved: a skin makes no use of that (§3.7.3.3).
        raw.tree["nodes"].append({"mesh": 0, "skin": 0, "translation": [9, 9, 9]})
        self.primitive = {"attributes": {"POSITION": raw.accessor(random_points(generator, vertices))}}
        raw.tree["meshes"] = [{"primitives": [self.primitive]}]
        raw.tree["skins"] = [{"joints": list(range(joints))}]
        raw.tree["animations"] = [{"channels": [], "samplers": []}]
        self.times = raw.accessor([0.25, 1.0, 2.0])

    def bind(self, skin=0):
        matrices = self.generator.normal(size=(self.joints, 16)).astype(np.float32)
        matrices[:, 3::4] = [0, 0, 0, 1]
        self.raw.tree["skins"][skin]["inverseBindMatrices"] = self.raw.accessor(matrices)

    def weigh(self, sets=1):
        weights = self.generator.dirichlet(np.ones(4 * sets), self.vertices).astype(np.float32)
        joints = np.argsort(self.generator.random((self.vertices, max(4 * sets, self.joints))), axis=1)
        for at in range(sets):
            part = slice(4 * at, 4 * at + 4)
            named = joints[:, part] % self.joints
            self.primitive["attributes"][f"JOINTS_{at}"] = self.raw.accessor(named, "u1" if at else "u2")
            self.primitive["attributes"][f"WEIGHTS_{at}"] = self.raw.accessor(weights[:, part])

    def channel(self, node, path, output, interpolation="LINEAR"):
        animation = self.raw.tree["animations"][0]
        sampler = {"input": self.times, "output": self.raw.accessor(output), "interpolation": interpolation}
        animation["samplers"].append(sampler)
        target = {"node": node, "path": path}
        animation["channels"].append({"sampler": len(animation["samplers"]) - 1, "target": target})

    def turn(self):
        for node, interpolation in ((0, "LINEAR"), (1, "STEP"), (2, "CUBICSPLINE")):
            keys = unit(self.generator, 9 if interpolation == "CUBICSPLINE" else 3)
            self.channel(node, "rotation", keys, interpolation)

    def agrees(self, oracle, times=(-1.0, 0.25, 0.6, 1.0, 1.7, 5.0), **reading):
        data = self.raw.bytes()
        lifted = lift(read(data, name="made.gltf", **reading))
        assert lifted.findings == ()
        clip = 0 if self.raw.tree["animations"][0]["channels"] else None
        for time in times:
            pose = lifted.rig.rest_pose() if clip is None else sample(lifted.rig, 0, time)
            expected = oracle.posed(data, clip, time)
            assert expected
            compare(deform(lifted.rig, pose), expected)


def compare(posed, expected):
    got = {(one.node, one.surface): one.positions for one in posed}
    assert set(got) == set(expected)
    for key, points in expected.items():
        wanted = np.array(points)
        assert np.abs(got[key] - wanted).max() <= RELATIVE * max(np.abs(wanted).max(), 1.0)


@pytest.fixture
def puppet(raw):
    made = Puppet(raw)
    made.weigh()
    return made


def test_a_skin_in_a_clip(puppet, oracle):
    puppet.bind()
    puppet.turn()
    puppet.agrees(oracle)


def test_eight_influences(raw, oracle):
    puppet = Puppet(raw, joints=9)
    puppet.weigh(sets=2)
    puppet.bind()
    puppet.turn()
    puppet.agrees(oracle)


def test_missing_inverse_binds_are_the_identity(puppet, oracle):
    puppet.turn()
    puppet.agrees(oracle)


def test_a_skin_and_blend_shapes_on_one_mesh(puppet, oracle):
    puppet.bind()
    puppet.turn()
    deltas = [puppet.raw.accessor(random_points(puppet.generator, puppet.vertices)) for _ in range(3)]
    puppet.primitive["targets"] = [{"POSITION": one} for one in deltas]
    puppet.raw.tree["meshes"][0]["weights"] = [0.5, -1, 2]
    puppet.agrees(oracle)


@pytest.mark.parametrize("interpolation", ["LINEAR", "STEP", "CUBICSPLINE"])
def test_blend_amounts_in_a_clip(puppet, oracle, interpolation):
    puppet.bind()
    puppet.turn()
    deltas = [puppet.raw.accessor(random_points(puppet.generator, puppet.vertices)) for _ in range(2)]
    puppet.primitive["targets"] = [{"POSITION": one} for one in deltas]
    keys = 3 * 2 * (3 if interpolation == "CUBICSPLINE" else 1)
    puppet.channel(puppet.joints, "weights", puppet.generator.normal(size=keys), interpolation)
    puppet.agrees(oracle)


def test_sparse_deltas_on_a_skinned_mesh(puppet, oracle):
    puppet.bind()
    sparse = puppet.raw.sparse(puppet.vertices, [0, 3, 7], random_points(puppet.generator, 3))
    puppet.primitive["targets"] = [{"POSITION": sparse}, {}]
    puppet.primitive["targets"][1] = {"POSITION": puppet.raw.accessor(random_points(puppet.generator, 12))}
    puppet.raw.tree["nodes"][puppet.joints]["weights"] = [1.5, 0.25]
    puppet.agrees(oracle)


def test_matrices_on_joints_with_shear(puppet, oracle):
    puppet.bind()
    matrix = puppet.generator.normal(size=(4, 4))
    matrix[:, 3] = [0, 0, 0, 1]
    puppet.raw.tree["nodes"][3] = {"matrix": matrix.reshape(-1).tolist(), "children": [4]}
    puppet.turn()
    puppet.agrees(oracle)


def test_several_skins_on_one_mesh(puppet, oracle):
    puppet.bind()
    puppet.raw.tree["skins"].append({"joints": list(range(puppet.joints))[::-1]})
    puppet.bind(skin=1)
    puppet.raw.tree["nodes"].append({"mesh": 0, "skin": 1})
    puppet.raw.tree["nodes"].append({"mesh": 0, "scale": [1, 2, -3]})
    puppet.turn()
    puppet.agrees(oracle)


def test_raw_weights_are_used_as_stored(puppet, oracle):
    weights = puppet.generator.uniform(0, 1, (puppet.vertices, 4))
    puppet.primitive["attributes"]["WEIGHTS_0"] = puppet.raw.accessor(weights)
    puppet.bind()
    puppet.agrees(oracle, raw_weights=True)


@pytest.mark.parametrize("kind", ["float", "u1", "u2"])
def test_weights_that_do_not_sum_to_one_move_vertices_as_those_that_do(puppet, oracle, kind):
    """The oracle gets the same file with weights that were divided by their sum."""
    weights = puppet.generator.uniform(0, 1, (puppet.vertices, 4)).astype(np.float32)
    stored = puppet.raw.accessor(weights)
    if kind != "float":
        whole = {"u1": 255, "u2": 65535}[kind]
        numbers = np.round(weights * whole).astype(kind)
        weights, stored = numbers / whole, puppet.raw.accessor(numbers, kind, normalized=True)
    puppet.bind()
    puppet.turn()
    puppet.primitive["attributes"]["WEIGHTS_0"] = stored
    lifted = lift(read(puppet.raw.bytes(), name="made.gltf"))
    divided = weights / weights.sum(axis=1, keepdims=True)
    puppet.primitive["attributes"]["WEIGHTS_0"] = puppet.raw.accessor(divided)
    for time in (0.25, 1.0):
        compare(deform(lifted.rig, sample(lifted.rig, 0, time)), oracle.posed(puppet.raw.bytes(), 0, time))


def test_weights_that_cannot_be_divided_stay(puppet):
    """Of a vertex without weights, and of one with a negative weight."""
    weights = np.tile([0.5, 0.25, 0.125, 0.0], (puppet.vertices, 1))
    weights[0], weights[1] = 0, [2, -0.5, 0, 0]
    puppet.primitive["attributes"]["WEIGHTS_0"] = puppet.raw.accessor(weights)
    puppet.bind()
    influences = lift(read(puppet.raw.bytes(), name="made.gltf")).rig.meshes[0].surfaces[0].influences
    dense = influences.dense(puppet.joints)
    assert np.sort(dense[:2]).tolist() == [[0] * puppet.joints, [-0.5, *[0] * (puppet.joints - 2), 2]]
    assert np.allclose(dense[2:].sum(axis=1), 1)


def test_weights_that_sum_to_one_share_the_bytes_of_the_file(raw):
    puppet = Puppet(raw)
    puppet.primitive["attributes"]["JOINTS_0"] = raw.accessor(np.zeros((puppet.vertices, 4)), "u1")
    puppet.primitive["attributes"]["WEIGHTS_0"] = raw.accessor(np.tile([0.25] * 4, (puppet.vertices, 1)))
    puppet.bind()
    influences = lift(read(puppet.raw.bytes(), name="made.gltf")).rig.meshes[0].surfaces[0].influences
    assert influences.stored is None
    assert not influences.weights.flags.owndata


SAMPLES = [
    "gltf-sample-assets/Fox.glb",
    "gltf-sample-assets/RiggedFigure.glb",
    "gltf-sample-assets/RiggedSimple.glb",
    "gltf-sample-assets/SimpleSkin.gltf",
    "gltf-sample-assets/SimpleMorph.gltf",
    "gltf-sample-assets/SimpleSparseAccessor.gltf",
    "gltf-sample-assets/AnimatedMorphCube.glb",
    "gltf-sample-assets/BoxAnimated.glb",
    "gltf-sample-assets/InterpolationTest.glb",
    "gltf-sample-assets/MorphPrimitivesTest.glb",
    *(
        f"gltf-asset-generator/Animation_Skin/Animation_Skin_{at:02}.gltf"
        for at in (0, 1, 2, 3, 4, 5, 6, 8, 10)
    ),
    *(f"gltf-asset-generator/Animation_SkinType/Animation_SkinType_{at:02}.gltf" for at in range(4)),
    *(f"gltf-asset-generator/Animation_SamplerType/Animation_SamplerType_{at:02}.gltf" for at in range(3)),
    *(f"gltf-asset-generator/Animation_NodeMisc/Animation_NodeMisc_{at:02}.gltf" for at in range(9)),
]


@pytest.mark.parametrize("name", SAMPLES)
def test_public_samples(corpus, oracle, name):
    path = corpus / name
    data = path.read_bytes()
    rig = lift(read(path)).rig
    # Nodes that no scene shows are posed too: the oracle knows no scenes.
    if rig.clips:
        for time in (0.0, 0.37, 1.3):
            expected = oracle.posed(data, 0, time, path.parent)
            compare(deform(rig, sample(rig, 0, time)), expected)
    else:
        compare(deform(rig, rig.rest_pose()), oracle.posed(data, folder=path.parent))
