"""`RigModule` equals `pantin.deform`, takes rotations in every form, and gives learned rigs back.

Tolerances. Of the rest bounding box: 1e-12 in float64, 1e-6 in float32, as promised in docs/torch.md. A
coordinate is a sum of some 64 products with a rounding each (see tests/deformation/test_deform.py).
"""

from __future__ import annotations

import copy
import io
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from torch.utils._pytree import tree_flatten, tree_unflatten
from torch_rigs import in_double, random_rig

import pantin
from pantin.maths import quaternion
from pantin.rig import Node, OnlyIn3D, Poses, build
from pantin.torch import RigModule
from pantin.torch.kinematics import SMALL

EXAMPLES = Path(__file__).parents[2] / "examples"
TOLERANCE = {torch.float64: 1e-12, torch.float32: 1e-6}
SUFFIXES = (".glb", ".gltf", ".vrm", ".g4b", ".g4tf", ".rigy.yaml")


def random_pose(rig, seed=0):
    """Rotations of every node, and blend weights between 0 and 1."""
    random, pose = np.random.default_rng(seed), rig.rest_pose()
    for node in range(len(rig.nodes)):
        if rig.dimension == 3 and not pose.general[node]:
            pose = pose.with_local(node, rotation=quaternion.normalize(random.normal(size=4)))
    for instance, weights in zip(rig.instances, pose.blend, strict=True):
        if len(weights):
            pose = pose.with_blend(instance.node, random.uniform(0, 1, len(weights)))
    return pose


def rest_size(rig):
    """The largest extent of the posed surfaces at rest."""
    points = [posed.positions for posed in pantin.deform(rig, rig.rest_pose()) if len(posed.positions)]
    return float(np.ptp(np.concatenate(points), axis=0).max()) if points else 1.0


def assert_equal_to_deform(rig, poses, dtype, solver=None):
    module = RigModule(rig, dtype=dtype, solver=solver)
    out = module(**module.inputs_from(poses), normals=True)
    expected = pantin.deform(rig, poses, solver=solver)
    assert len(out.positions) == len(expected)
    size = max(rest_size(rig), 1e-30)
    for posed, positions, normals in zip(expected, out.positions, out.normals, strict=True):
        reach = max(size, np.abs(posed.positions).max(initial=0.0)) if dtype == torch.float64 else size
        error = np.abs(positions.numpy() - posed.positions).max(initial=0.0)
        assert error <= TOLERANCE[dtype] * reach
        assert (normals is None) == (posed.normals is None)
        if normals is not None:
            # Unit vectors; where a matrix is nearly singular a normal loses digits that a position keeps.
            off = np.abs(normals.numpy() - posed.normals).max(initial=0.0)
            assert off <= 1000 * TOLERANCE[dtype]


def sample_files(folder):
    return [path for path in sorted(folder.rglob("*")) if path.name.lower().endswith(SUFFIXES)]


def check_file(path):
    try:
        rig = pantin.load(path).rig
    except pantin.PantinError:
        return 0
    if not rig.instances:
        return 0
    batches = [Poses.stack([rig.rest_pose(), random_pose(rig)])]
    batches += [pantin.sample(rig, clip, np.linspace(0, clip.duration, 3)) for clip in rig.clips[:2]]
    double = in_double(rig)
    for poses in batches:
        assert_equal_to_deform(rig, poses, torch.float32)
    assert_equal_to_deform(double, Poses.stack([double.rest_pose(), random_pose(double)]), torch.float64)
    if rig.skins and rig.dimension == 3:
        assert_equal_to_deform(rig, rig.rest_pose(), torch.float32, "dqs")
        assert_equal_to_deform(double, random_pose(double), torch.float64, "dqs")
    return 1


@pytest.mark.parametrize("path", sample_files(EXAMPLES), ids=lambda path: path.name)
def test_every_example_is_posed_as_by_deform(path):
    check_file(path)


def test_every_sample_of_the_corpus_is_posed_as_by_deform(corpus):
    assert sum(check_file(path) for path in sample_files(corpus)) > 100


@pytest.mark.parametrize("dimension", range(2, 9))
@pytest.mark.parametrize("influences", [1, 4, 11])
def test_random_rigs_of_any_dimension_and_number_of_influences(dimension, influences):
    rig = random_rig(dimension, influences=influences, seed=dimension)
    poses = Poses.stack([rig.rest_pose(), random_pose(rig)])
    assert_equal_to_deform(rig, poses, torch.float64)
    if dimension == 3:
        assert_equal_to_deform(rig, poses, torch.float64, "dqs")


@pytest.mark.parametrize("scale", [(-1, 1, 1), (-2, -2, -2), (1, 0.5, -3)])
def test_dual_quaternions_of_mirrored_joints(scale):
    rig = in_double(pantin.load(EXAMPLES / "arm.glb").rig)
    pose = rig.rest_pose().with_local("shoulder", scale=scale)
    pose = pose.with_local("elbow", rotation=(0.1, 0.2, 0.3, 0.86**0.5))
    assert_equal_to_deform(rig, pose, torch.float64, "dqs")


def test_without_inputs_the_rig_is_at_rest():
    rig = random_rig()
    module = RigModule(rig, dtype=torch.float64)
    expected = pantin.deform(rig, rig.rest_pose())
    for posed, positions in zip(expected, module().positions, strict=True):
        assert positions[0].numpy() == pytest.approx(posed.positions, abs=1e-12)


def test_rotations_may_be_quaternions_matrices_axis_angles_or_two_columns():
    """A quarter turn about z, by hand: x ↦ y."""
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    module, count = RigModule(rig, dtype=torch.float64), len(rig.nodes)
    quarter = torch.tensor([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]], dtype=torch.float64)
    forms = {
        "quaternion": torch.tensor([0, 0, 3.0, 3.0], dtype=torch.float64),
        "axis-angle": torch.tensor([0, 0, math.pi / 2], dtype=torch.float64),
        "6D": torch.tensor([0, 2.0, 0, -3.0, 1, 0], dtype=torch.float64),
        "matrix": quarter,
    }
    posed = {
        name: module(rotations=form.expand(1, count, *form.shape)).positions[0]
        for name, form in forms.items()
    }
    for name, positions in posed.items():
        assert torch.allclose(positions, posed["matrix"], atol=1e-12), name
    assert torch.allclose(module(rotations=quarter.expand(1, count, 3, 3)).joints[0, 0, :, :3], quarter)


def test_the_zero_axis_angle_is_the_identity_and_has_a_gradient():
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    module = RigModule(rig, dtype=torch.float64)
    still = torch.zeros(1, len(rig.nodes), 3, dtype=torch.float64, requires_grad=True)
    out = module(rotations=still)
    assert torch.allclose(out.joints[0, :, :, :3], torch.eye(3, dtype=torch.float64))
    out.positions[0].square().sum().backward()
    assert still.grad.isfinite().all()
    assert still.grad.abs().max() > 0


def test_root_is_above_all_roots():
    rig = random_rig()
    module = RigModule(rig, dtype=torch.float64)
    root = torch.randn(2, 3, 4, dtype=torch.float64)
    moved, still = module(root=root), module()
    linear, shift = root[:, None, :, :3], root[:, None, :, 3]
    expected = (linear @ still.positions[1][..., None])[..., 0] + shift
    assert torch.allclose(moved.positions[1], expected, atol=1e-12)
    assert torch.allclose(moved.joints[..., 3], (linear @ still.joints[..., 3:])[..., 0] + shift, atol=1e-12)


def test_a_shared_input_serves_all_poses():
    rig = random_rig()
    module = RigModule(rig)
    out = module(translations=torch.randn(3, 5, 3), blend_weights=torch.rand(1, 3))
    assert [tuple(positions.shape) for positions in out.positions] == [(3, 12, 3), (3, 6, 3)]


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        (
            {"rotations": torch.zeros(1, 5, 5)},
            r"rotations must be quaternions \(B, 5, 4\), .* not \(1, 5, 5\)",
        ),
        ({"rotations": torch.zeros(1, 4, 4)}, "rotations must be"),
        ({"root": torch.zeros(1, 4, 4)}, r"root must have shape \(B, 3, 4\), not \(1, 4, 4\)"),
        ({"blend_weights": torch.zeros(1, 2)}, r"blend_weights\[0\] must have shape \(B, 3\), not \(1, 2\)"),
        ({"blend_weights": [None]}, "must be a list of 2, one for each instance, not 1"),
        ({"translations": torch.zeros(2, 5, 3), "scales": torch.ones(3, 5, 3)}, "translations has 2 poses"),
    ],
)
def test_inputs_of_wrong_shape_are_refused_with_a_sentence(inputs, message):
    with pytest.raises(ValueError, match=message):
        RigModule(random_rig())(**inputs)


def test_other_mistakes_are_refused_with_a_sentence():
    rig = random_rig()
    with pytest.raises(TypeError, match="rotations must be a tensor, not list"):
        RigModule(rig)(rotations=[0, 0, 0, 1])
    with pytest.raises(TypeError, match=r"expected a Rig, not Asset: use its \.rig"):
        RigModule(pantin.load(EXAMPLES / "arm.glb"))
    with pytest.raises(ValueError, match=r"learn must name some of positions, weights, .* not 'vertices'"):
        RigModule(rig, learn=["vertices"])
    with pytest.raises(OnlyIn3D):
        RigModule(random_rig(4), solver="dqs")
    with pytest.raises(ValueError, match="the pose belongs to another rig"):
        RigModule(rig).inputs_from(pantin.load(EXAMPLES / "arm.glb").rig.rest_pose())


STATE = {
    "nodes.translations",
    "nodes.rotations",
    "nodes.scales",
    "skins.0.inverse_binds",
    "meshes.0.0.positions",
    "meshes.0.0.normals",
    "meshes.0.0.weights",
    "meshes.0.0.blend_shapes.dense",
    "meshes.0.0.blend_shapes.sparse",
    "meshes.0.0.blend_normals.dense",
    "meshes.0.0.blend_normals.sparse",
    "meshes.1.0.positions",
}
"""As docs/torch.md lists them."""


def test_the_state_dictionary_is_the_same_whatever_is_learned():
    rig = random_rig()
    everything = ["positions", "weights", "inverse_binds", "rest", "blend_shapes"]
    fixed, learned = RigModule(rig), RigModule(rig, learn=everything)
    assert set(fixed.state_dict()) == set(learned.state_dict()) == STATE
    assert list(fixed.parameters()) == []
    assert {name for name, _ in learned.named_parameters()} == {
        name for name in STATE if not name.endswith("normals") and "blend_normals" not in name
    }
    with torch.no_grad():
        for parameter in learned.parameters():
            parameter.add_(0.1)
        fixed.load_state_dict(learned.state_dict())
        assert torch.equal(fixed().positions[0], learned().positions[0])


@pytest.mark.parametrize("dimension", [3, 4])
def test_the_learned_rig_is_posed_as_the_module(dimension):
    rig = random_rig(dimension)
    module = RigModule(
        rig, torch.float64, learn=["positions", "weights", "inverse_binds", "rest", "blend_shapes"]
    )
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    learned = module.to_rig()
    for posed, positions in zip(pantin.deform(learned, learned.rest_pose()), module().positions, strict=True):
        assert positions[0].detach().numpy() == pytest.approx(posed.positions, abs=1e-10)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_nodes_with_parts_keep_them_beside_a_general_matrix(dtype):
    """Turned by 90 degrees about z, a node has the quaternion (0, 0, √½, √½); sheared, a matrix."""
    half = math.sqrt(0.5)
    shear = np.eye(3, 4) + np.eye(3, 4, 1)
    given = {"translation": (1e4, 2, 3), "rotation": (0.6, 0, 0, -0.8), "scale": (1, -2, 3)}
    nodes = [Node("kept", **given), Node("turned", **given), Node("sheared", **given), Node(matrix=shear)]
    module = RigModule(pantin.build(nodes=nodes), dtype, learn=["rest"])
    with torch.no_grad():
        module.nodes.rotations[1] = torch.tensor([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])
        module.nodes.scales[1] = torch.tensor([2.0, 3, 4])
        module.nodes.rotations[2, 0, 1] += 0.01
        module.nodes.translations[:3, 1] = 5.0
    rig = module.to_rig()
    assert rig.nodes.general.tolist() == [False, False, True, True]
    assert rig.nodes.rotations[:2].tolist() == [[0.6, 0, 0, -0.8], pytest.approx([0, 0, half, half])]
    assert rig.nodes.scales[:2] == pytest.approx(np.array([[1, -2, 3], [2, 3, 4]]))
    assert rig.nodes.translations[:3].tolist() == [[1e4, 5, 3]] * 3
    assert rig.nodes.local == pytest.approx(module().joints[0].detach().numpy(), rel=1e-6, abs=1e-6)


def test_outside_3d_nodes_without_rotation_stay_so():
    nodes = [Node("a", translation=(1, 2, 3, 4), scale=(1, 2, 3, 4)), Node("b")]
    module = RigModule(pantin.build(dimension=4, nodes=nodes), torch.float64, learn=["rest"])
    with torch.no_grad():
        module.nodes.scales[0] *= 2
        module.nodes.rotations[1, 0, 1] = 0.5
    rig = module.to_rig()
    assert rig.nodes.general.tolist() == [False, True]
    assert rig.nodes.scales[0].tolist() == [2, 4, 6, 8]
    assert rig.nodes.local[1, 0].tolist() == [1, 0.5, 0, 0, 0]


def test_what_is_not_learned_is_not_copied():
    rig = random_rig()
    assert RigModule(rig).to_rig() is rig
    learned = RigModule(rig, learn=["weights"]).to_rig()
    assert np.shares_memory(learned.meshes[0].surfaces[0].positions, rig.meshes[0].surfaces[0].positions)


def test_under_autocast_sums_stay_in_float32():
    rig = random_rig()
    module = RigModule(rig)
    expected = module(blend_weights=torch.full((1, 3), 0.5)).positions[0]
    with torch.autocast("cpu", torch.bfloat16):
        weights = torch.full((1, 3), 0.5, dtype=torch.bfloat16)
        out = module(blend_weights=weights, rotations=None).positions[0]
    assert out.dtype == torch.float32
    assert torch.equal(out, expected)


def test_the_module_is_traced_as_one_graph():
    rig = random_rig()
    module = RigModule(rig, torch.float64)
    compiled = torch.compile(module, fullgraph=True, backend="aot_eager")
    inputs = module.inputs_from(Poses.stack([random_pose(rig), rig.rest_pose()]))
    out = compiled(**inputs, normals=True)
    assert torch.allclose(out.positions[0], module(**inputs).positions[0], atol=1e-12)


def test_a_module_can_be_moved_to_another_dtype():
    module = RigModule(random_rig()).double()
    assert module.dtype == torch.float64
    assert module().positions[0].dtype == torch.float64
    assert module.backend == "torch"


def test_a_copy_has_its_own_parameters():
    learned = RigModule(random_rig(), learn=["positions"])
    copied = copy.deepcopy(learned)
    with torch.no_grad():
        next(copied.parameters()).add_(1.0)
    assert not torch.equal(copied().positions[0], learned().positions[0])


@pytest.mark.parametrize("name", ["arm.glb", "vrm/avatar.vrm", "springs/strand.glb"])
def test_a_saved_module_gives_the_same_positions(name):
    """With its springs in use, and with what it learned."""
    rig = pantin.load(EXAMPLES / name).rig
    module = RigModule(rig, learn=["positions"])
    module.spring_state()
    with torch.no_grad():
        next(module.parameters()).add_(0.5)
    stored = io.BytesIO()
    torch.save(module, stored)
    loaded = torch.load(io.BytesIO(stored.getvalue()), weights_only=False)
    inputs = module.inputs_from(random_pose(rig))
    for mine, theirs in zip(module(**inputs).positions, loaded(**inputs).positions, strict=True):
        assert torch.equal(mine, theirs)
    assert torch.equal(module.spring_state(), loaded.spring_state())


def test_the_rest_of_pantin_never_imports_torch():
    code = (
        "import sys, pantin, pantin.torch, pkgutil, importlib\n"
        "for module in pkgutil.walk_packages(pantin.__path__, 'pantin.'):\n"
        "    if not module.name.startswith(('pantin.torch', 'pantin.__main__')):\n"
        "        importlib.import_module(module.name)\n"
        "assert 'torch' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True)


def test_a_result_is_a_tree_of_its_tensors():
    """`torch.cuda.make_graphed_callables` flattens results; surfaces without normals have none to give."""
    rig = random_rig()
    for normals in (False, True):
        out = RigModule(rig)(normals=normals)
        tensors, form = tree_flatten(out)
        again = tree_unflatten(tensors, form)
        assert all(isinstance(tensor, torch.Tensor) for tensor in tensors)
        assert again.joints is out.joints
        assert [*map(id, again.positions)] == [*map(id, out.positions)]
        assert [*map(id, again.normals or ())] == [*map(id, out.normals or ())]


def test_a_batch_may_be_empty():
    module = RigModule(random_rig(vertices=5))
    out = module(rotations=torch.zeros(0, 5, 4), normals=True)
    assert {tuple(positions.shape)[::2] for positions in out.positions} == {(0, 3)}
    assert tuple(out.joints.shape) == (0, 5, 3, 4)
    with pytest.raises(ValueError, match="translations has 2 poses, but another input has 3"):
        module(torch.zeros(3, 5, 4), torch.zeros(2, 5, 3))


def test_six_numbers_without_directions_are_a_rotation():
    """Zeros are the identity; a second column along the first is replaced. Gradients are finite."""
    module = RigModule(random_rig(vertices=5), torch.float64)
    zeros = torch.zeros(1, 5, 6, dtype=torch.float64, requires_grad=True)
    posed = module(rotations=zeros).positions[0]
    same = module(rotations=torch.eye(3, dtype=torch.float64).expand(1, 5, 3, 3)).positions[0]
    torch.testing.assert_close(posed, same)
    posed.sum().backward()
    assert torch.isfinite(zeros.grad).all()
    along = torch.tensor([0.0, 2, 0, 0, 4, 0], dtype=torch.float64)
    assert torch.isfinite(module(rotations=along.expand(1, 5, 6)).positions[0]).all()


def test_a_module_that_was_transformed_can_be_copied():
    module = RigModule(random_rig(vertices=5), torch.float64)
    rotations = torch.randn(1, 5, 4, dtype=torch.float64)
    torch.func.grad(lambda given: module(given).positions[0].sum())(rotations)
    assert torch.equal(copy.deepcopy(module)(rotations).positions[0], module(rotations).positions[0])


def test_one_pose_and_several_dimensions_of_poses():
    rig = pantin.load("examples/arm.glb").rig
    module = pantin.torch.RigModule(rig, dtype=torch.float64)
    rotations = torch.randn(2, 3, len(rig.nodes), 4, dtype=torch.float64)
    flat = module(rotations=rotations.reshape(6, -1, 4), normals=True)
    whole = module(rotations=rotations, normals=True)
    assert tuple(whole.positions[0].shape) == (2, 3, 52, 3)
    assert tuple(whole.joints.shape) == (2, 3, len(rig.nodes), 3, 4)
    torch.testing.assert_close(whole.positions[0].reshape(6, 52, 3), flat.positions[0])
    torch.testing.assert_close(whole.normals[0].reshape(6, 52, 3), flat.normals[0])
    one = module(rotations=rotations[1, 2], translations=module.nodes.translations.clone())
    torch.testing.assert_close(one.positions[0], flat.positions[0][5])
    matrices = pantin.torch.rotations.from_quaternions(rotations[1, 2])
    torch.testing.assert_close(module(rotations=matrices).positions[0], one.positions[0])
    spread = module(rotations=rotations, translations=module.nodes.translations.expand(3, -1, -1))
    torch.testing.assert_close(spread.positions[0], whole.positions[0])


def test_blend_weights_of_one_pose():
    module = pantin.torch.RigModule(pantin.load("examples/face.gltf").rig)
    weights = torch.rand(2, 3, 2)
    whole = module(blend_weights=weights).positions[0]
    assert whole.shape[:2] == (2, 3)
    torch.testing.assert_close(module(blend_weights=weights[1, 0]).positions[0], whole[1, 0])


@pytest.mark.parametrize(("dtype", "error"), [(torch.float16, 0.004), (torch.bfloat16, 0.03)])
def test_small_numbers_from_the_constructor(dtype, error):
    """Half a unit in the last place of coordinates below 4, with the rounding of the inputs."""
    rig = pantin.load("examples/arm.glb").rig
    small, usual = pantin.torch.RigModule(rig, dtype=dtype), pantin.torch.RigModule(rig)
    poses = pantin.sample(rig, "bend", [0.0, 0.5, 1.0])
    posed = small(**small.inputs_from(poses)).positions[0]
    assert posed.dtype == dtype
    expected = usual(**usual.inputs_from(poses)).positions[0]
    assert float((posed.float() - expected).abs().max()) < error


def test_a_type_without_fractions_is_refused():
    with pytest.raises(ValueError, match="a type of real numbers"):
        pantin.torch.RigModule(pantin.load("examples/arm.glb").rig, dtype=torch.int32)


def test_blend_weights_by_name_are_those_in_the_order_of_the_mesh():
    rig = pantin.load("examples/face.gltf").rig
    module = pantin.torch.RigModule(rig, torch.float64)
    smile = torch.tensor([0.2, 0.7], dtype=torch.float64, requires_grad=True)
    named = module(blend_weights={"smile": smile, "frown": 0.1}).positions[0]
    ordered = module(blend_weights=torch.stack([smile, torch.full_like(smile, 0.1)], -1)).positions[0]
    assert torch.equal(named, ordered)
    named.sum().backward()
    assert smile.grad.shape == (2,)
    one = module(blend_weights={"smile": 0.2}).positions[0]
    (expected,) = pantin.deform(rig, rig.rest_pose().with_blend("face", {"smile": 0.2}))
    assert one.detach().numpy() == pytest.approx(expected.positions, abs=1e-7)
    with pytest.raises(ValueError, match="no mesh has a blend shape called 'grin'"):
        module(blend_weights={"grin": 1.0})


def test_world_transforms_have_the_same_values_by_levels_and_by_doubling():
    """Few transforms are multiplied in fewer operations than levels: the results agree to rounding."""
    rng, parents = np.random.default_rng(7), [-1, 0, 1, 2, 3, 4, 5, -1, 7, 2, 9]  # depths 0 to 6, two roots
    nodes = [
        Node(str(index), parent, translation=rng.normal(size=3), scale=rng.uniform(0.5, 2, 3))
        for index, parent in enumerate(parents)
    ]
    module = RigModule(build(nodes=nodes))
    batch = SMALL // len(nodes) + 1
    rotations = torch.from_numpy(rng.normal(size=(batch, len(nodes), 4)))
    root = torch.from_numpy(rng.normal(size=(batch, 3, 4)))
    linear, translation = module.nodes.local(rotations, None, None)
    by_levels = module.nodes.world(linear, translation, root, batch)
    parts = [module.nodes.world(linear[i : i + 8], translation, root[i : i + 8], 8) for i in range(0, 64, 8)]
    assert torch.allclose(torch.cat(parts), by_levels[:64], rtol=1e-12, atol=1e-12)


def test_results_and_modules_are_shown_in_two_lines():
    rig = pantin.load("examples/vrm/avatar.vrm").rig
    module = RigModule(rig, learn=["positions", "springs"])
    assert repr(module) == f"<RigModule of {rig!r} learn=['positions', 'springs']>"
    assert repr(module(normals=True)).startswith("<Posed surfaces=")
    assert len(repr(module())) < 160
