"""What each array says (docs/arrays.md), which arrays are needed, and sentences for those that are wrong."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.arrays import from_arrays, to_arrays
from pantin.base.errors import LimitExceeded, Unsupported
from pantin.rig import BlendShape, Channel, Clip, Deltas, Mesh, Node, Surface, build

PAGE = Path(__file__).parents[2] / "docs" / "arrays.md"

LEG = {
    "positions": np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0]], np.float32),
    "triangles": np.array([[0, 1, 2]]),
    "joint_names": np.array(["hip", "knee"]),
    "joint_parents": np.array([-1, 0]),
    "joint_positions": np.array([[0, 0, 0], [0, 1, 0.0]]),
    "weights": np.array([[1, 0], [1, 0], [0, 1.0]]),
}


def turn(rig, node):
    """A quarter turn about z of one node."""
    half = 0.5**0.5
    (posed,) = pantin.deform(rig, rig.rest_pose().with_local(node, rotation=(0, 0, half, half)))
    return posed.positions


def test_few_arrays_make_a_rig_that_is_bound_at_rest():
    """The knee is at (0, 1, 0): a quarter turn about z takes (0, 2, 0) to (−1, 1, 0)."""
    rig = from_arrays(LEG)
    assert np.allclose(turn(rig, "knee"), [[0, 0, 0], [1, 0, 0], [-1, 1, 0]])
    assert np.allclose(turn(rig, "hip"), [[0, 0, 0], [0, 1, 0], [-2, 0, 0]])


@pytest.mark.parametrize("source", ["joint_rest_world", "joint_rest_local"])
def test_joints_come_from_matrices_too(source):
    matrices = np.tile(np.eye(3, 4), (2, 1, 1))
    matrices[1, 1, 3] = 1.0
    given = {name: array for name, array in LEG.items() if name != "joint_positions"}
    rig = from_arrays({**given, source: matrices})
    assert np.allclose(turn(rig, "knee"), [[0, 0, 0], [1, 0, 0], [-1, 1, 0]])


def test_the_weights_of_the_example_are_dense_or_sparse():
    rig = pantin.load(Path(__file__).parents[2] / "examples" / "arm.glb").rig
    sparse, dense = to_arrays(rig), to_arrays(rig, dense=True)
    assert dense["weights"].shape == (52, 3)
    expected = np.zeros((52, 3), np.float32)
    for vertex in range(52):
        for entry in range(sparse["weight_offsets"][vertex], sparse["weight_offsets"][vertex + 1]):
            expected[vertex, sparse["weight_joints"][entry]] += sparse["weight_values"][entry]
    assert np.array_equal(dense["weights"], expected)
    assert "weight_offsets" not in dense


def test_joints_are_a_tree_of_their_own(rich):
    """`between` is not a joint of skin 0: its transform is part of the knee's."""
    arrays = to_arrays(rich)
    assert arrays["skin0/joint_names"].tolist() == ["hip", "knee"]
    assert arrays["skin0/joint_parents"].tolist() == [-1, 0]
    hip, knee = np.tile(np.eye(4), (2, 1, 1))
    hip[:3], knee[:3] = arrays["skin0/joint_rest_local"]
    assert np.allclose((hip @ knee)[:3], arrays["skin0/joint_rest_world"][1])
    assert arrays["skin1/joint_parents"].tolist() == [-1, -1, -1], "the fixed joint and the repeated one"
    assert np.array_equal(arrays["skin1/inverse_binds"], np.tile(np.eye(3, 4), (3, 1, 1)))


def test_samples_are_those_of_the_clip(rich):
    arrays = to_arrays(rich, fps=10)
    assert np.allclose(arrays["clip0/times"], np.arange(11) / 10)
    expected = pantin.sample(rich, 0, arrays["clip0/times"])
    nodes = arrays["clip0/nodes"]
    assert nodes.tolist() == [0, 1, 3, 4], "the knee has a matrix with shear, and is not animated"
    assert np.array_equal(arrays["clip0/rotations"], expected.rotations[:, nodes])
    assert np.array_equal(arrays["clip0/instance1/blend_weights"], expected.blend[1])


@pytest.mark.parametrize(("end", "frames"), [(0.0, 1), (0.1, 4), (1.0, 31), (1.01, 32), (3600.0, 108_001)])
def test_a_time_that_float32_rounds_is_on_its_frame(end, frames):
    times = np.array([0, end] if end else [0], np.float32)
    clip = Clip((Channel(0, "translation", times, np.zeros((len(times), 3))),))
    arrays = to_arrays(build(nodes=[Node()], clips=[clip]), fps=30)
    assert len(arrays["clip0/times"]) == frames


def test_blend_shapes_are_dense_and_repeated_rows_are_added(rich):
    arrays = to_arrays(rich)
    assert arrays["mesh0/blend_names"].tolist() == ["smile", ""]
    assert arrays["mesh0/surface0/blend_positions"].shape == (2, 4, 3)
    assert arrays["mesh0/surface0/blend_positions"][1, 2].tolist() == [0, 0, 3]


def test_every_array_is_described_on_the_page(rich):
    text = PAGE.read_text(encoding="utf-8")
    listed = to_arrays(rich) | to_arrays(rich, fps=1, dense=True)
    for name in listed:
        last = re.sub(r"attribute/.*", "attribute/NAME", name.removeprefix(re.match(r"(\w+\d/)*", name)[0]))
        assert f"`{last}`" in text, name


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"triangles": np.zeros((2, 4), int)}, r"array 'triangles' must have shape \(T, 3\), not \(2, 4\)"),
        ({"normals": np.zeros((2, 3))}, r"array 'normals' must have shape \(3, 3\), not \(2, 3\)"),
        ({"weights": np.zeros((2, 2))}, r"array 'weights' must have shape \(3, J\), not \(2, 2\)"),
        ({"joint_positions": None}, r"array 'joint_rest_local' is missing: its shape must be \(2, 3, 4\)"),
        ({"joint_parents": None}, r"array 'joint_parents' is missing: its shape must be \(J,\)"),
        ({"joint_parents": np.array([-1, 2])}, r"'joint_parents' must hold −1 or indices of the 2 joints"),
        ({"joint_parents": np.array([1, 0])}, r"cycle|ancestor"),
        ({"joint_names": np.array([1, 2])}, r"array 'joint_names' must hold strings, not int64"),
        (
            {"inverse_binds": np.zeros((3, 3, 4))},
            r"'inverse_binds' must have shape \(2, 3, 4\), not \(3, 3, 4\)",
        ),
        (
            {"weights": None, "weight_values": np.ones(3)},
            r"array 'weight_offsets' is missing: its shape must be \(4,\)",
        ),
        ({"positions": np.zeros((3, 9))}, r"array 'positions' must have shape \(V, 3\), not \(3, 9\)"),
        ({"colors": np.zeros((3, 2))}, r"array 'colors' must have shape \(3, 3 or 4\), not \(3, 2\)"),
        ({"weights": np.full((3, 3), 1.0)}, r"refers to joint 2, but skin 0 has 2 joints"),
        ({"mesh1/positions": np.zeros((3, 3))}, r"mesh1/ without any of mesh0/"),
        ({"positions": [[0.0], [0.0, 1.0]]}, r"array 'positions' is ragged"),
        ({"triangles": None, "lines": np.zeros((1, 2), int), "points": np.zeros(1, int)}, "give one of them"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else "",
)
def test_a_wrong_array_is_named_with_both_shapes(changes, message):
    given = {name: array for name, array in (LEG | changes).items() if array is not None}
    with pytest.raises(ValueError, match=message):
        from_arrays(given)


def test_arrays_that_contradict_each_other_are_refused(rich):
    arrays = to_arrays(rich)
    for name, change in (
        ("skin0/joint_names", np.array(["hip", "foot"])),
        ("skin0/joint_parents", np.array([-1, -1])),
        ("skin0/joint_rest_world", arrays["skin0/joint_rest_world"] + 1),
        ("node_rest_local", arrays["node_rest_local"] + 1),
    ):
        with pytest.raises(ValueError, match=f"{name}.* contradict"):
            from_arrays({**arrays, name: change})


@pytest.mark.parametrize("name", ["triangles", "weights", "mesh0/normals"])
def test_arrays_of_vertices_without_positions_are_refused(name):
    """As docs/arrays.md says of missing arrays; a misspelt name would lose the mesh."""
    joints = {name: values for name, values in LEG.items() if name.startswith("joint_")}
    prefix = name.rpartition("/")[0]
    missing = f"array '{prefix}/positions'" if prefix else "array 'positions'"
    with pytest.raises(ValueError, match=rf"{missing} is missing: its shape must be \(V, 3\)"):
        from_arrays({**joints, name: np.zeros((3, 3))})


def test_an_unknown_array_is_ignored_with_a_warning():
    with pytest.warns(UserWarning, match="ignored arrays that are not in the schema: 'normal'"):
        from_arrays({**LEG, "normal": np.zeros(3)})


def test_a_later_version_is_refused():
    with pytest.raises(Unsupported, match=r"version 3 of the schema \(supported: 1 and 2\)"):
        from_arrays({**LEG, "pantin_version": np.array(3)})


@pytest.mark.parametrize("fps", [0, -1, float("nan"), float("inf")])
def test_fps_must_be_positive(rich, fps):
    with pytest.raises(ValueError, match="fps must be a positive number"):
        to_arrays(rich, fps=fps)


@pytest.mark.parametrize("fps", ["30", True, [30]])
def test_fps_must_be_a_number(rich, fps):
    with pytest.raises(TypeError, match="fps must be a number or None, not"):
        to_arrays(rich, fps=fps)


def test_arrays_that_would_be_huge_are_refused(rich):
    with pytest.raises(LimitExceeded, match="a sampled clip would have"):
        to_arrays(rich, fps=1e12)
    vertices = np.zeros((1 << 16, 3), np.float32)
    shape = BlendShape(Deltas(np.zeros((1, 3), np.float32), np.array([0])))
    rig = build(meshes=[Mesh((Surface(vertices, blend_shapes=(shape,) * 2000),))])
    with pytest.raises(LimitExceeded, match="blend_positions would have 393,216,000 numbers"):
        to_arrays(rig)


def test_the_arrays_are_copies(rich):
    arrays = to_arrays(rich)
    assert all(array.flags.writeable for array in arrays.values())
    arrays["mesh0/surface0/positions"][:] = 7
    assert rich.meshes[0].surfaces[0].positions[0, 0] == 0


def test_a_clip_without_channels_stays():
    rig = build(clips=[Clip((), "empty")])
    assert [clip.name for clip in from_arrays(to_arrays(rig)).clips] == ["empty"]
