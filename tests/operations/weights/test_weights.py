"""Weights of rigs: analytic cases, and meshes that other programs leave without weights."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.kernels.closest_points import closest_points
from pantin.operations.weights.sides import other_side
from pantin.rig import Influences, Instance, Mesh, Node, Rig, Skin, Surface


def tube(rings: int = 21, sides: int = 8, length: float = 2.0, radius: float = 0.1) -> tuple:
    """A tube along y, from 0 to `length`, open at both ends."""
    angles = np.arange(sides) * 2 * np.pi / sides
    heights = np.linspace(0, length, rings)
    points = np.array([(radius * np.cos(a), y, radius * np.sin(a)) for y in heights for a in angles])
    triangles = []
    for ring in range(rings - 1):
        for side in range(sides):
            a, b = ring * sides + side, ring * sides + (side + 1) % sides
            triangles += [(a, a + sides, b), (b, a + sides, b + sides)]
    return points, np.array(triangles)


def model(points: np.ndarray, triangles: np.ndarray, node: Node | None = None) -> Rig:
    """A mesh beside a skeleton of three joints along y, at 0, 1 and 2."""
    nodes = [
        Node("hip"),
        Node("knee", 0, translation=(0, 1, 0)),
        Node("foot", 1, translation=(0, 1, 0)),
        node or Node("mesh"),
    ]
    surface = Surface(
        np.asarray(points, np.float32).reshape(-1, 3), indices=np.asarray(triangles).reshape(-1)
    )
    return pantin.build(
        nodes=nodes, meshes=[Mesh((surface,), "leg")], instances=[Instance(3, 0)], skins=[Skin(np.arange(3))]
    )


def dense(rig: Rig, instance: int = 0) -> np.ndarray:
    """The weights of an instance, a column for each node."""
    given = rig.instances[instance]
    joints = rig.skins[given.skin].joints
    rows = []
    for surface in rig.meshes[given.mesh].surfaces:
        matrix = np.zeros((len(surface.positions), len(rig.nodes)))
        influences = surface.influences
        vertices = np.repeat(np.arange(len(matrix)), np.diff(influences.offsets))
        np.add.at(matrix, (vertices, joints[influences.joints.astype(int)]), influences.weights)
        rows.append(matrix)
    return np.concatenate(rows)


def assert_complete(weights: np.ndarray) -> None:
    assert np.isfinite(weights).all()
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights.sum(axis=1), 1, atol=1e-5)


def test_a_tube_follows_the_bone_beside_it() -> None:
    points, triangles = tube()
    weights = dense(pantin.weights.bind(model(points, triangles)))
    assert_complete(weights)
    assert (weights[points[:, 1] < 0.6, 0] > 0.9).all()
    assert (weights[(points[:, 1] > 1.4) & (points[:, 1] < 1.7), 1] > 0.9).all()
    bend = weights[np.abs(points[:, 1] - 1) < 0.01]
    np.testing.assert_allclose(bend[:, 0], bend[:, 1], atol=0.02)  # the plane between both bones


def test_every_ring_of_a_tube_has_the_same_weights() -> None:
    points, triangles = tube()
    weights = dense(pantin.weights.bind(model(points, triangles))).reshape(21, 8, -1)
    assert np.ptp(weights, axis=1).max() < 0.01


def test_the_weights_do_not_depend_on_the_size() -> None:
    points, triangles = tube()
    rig = model(points, triangles)
    tall = pantin.build(
        nodes=[
            Node("hip"),
            Node("knee", 0, translation=(0, 100, 0)),
            Node("foot", 1, translation=(0, 100, 0)),
            Node("mesh"),
        ],
        meshes=[Mesh((Surface((points * 100).astype(np.float32), indices=triangles.reshape(-1)),), "leg")],
        instances=[Instance(3, 0)],
        skins=[Skin(np.arange(3))],
    )
    expected = dense(pantin.weights.bind(rig))
    np.testing.assert_allclose(dense(pantin.weights.bind(tall)), expected, atol=1e-3)


def test_a_mesh_stays_where_it_is_when_it_becomes_skinned() -> None:
    points, triangles = tube()
    shifted = Node("mesh", scale=(0.01, 0.01, 0.01), translation=(0.5, 0, 0))
    rig = model(points * 100 - (50, 0, 0), triangles, shifted)
    bound = pantin.weights.bind(rig)
    posed = pantin.deform(bound, bound.rest_pose())[0]
    np.testing.assert_allclose(posed.positions, points, atol=1e-5)
    assert bound.instances[0].skin is not None


def test_a_symmetric_model_gets_symmetric_weights() -> None:
    points, triangles = tube(rings=11)
    both = np.concatenate([points + np.array([0.3, 0, 0]), points * (-1, 1, 1) - (0.3, 0, 0)])
    corners = np.concatenate([triangles, triangles + len(points)])  # the same diagonals, not mirrored ones
    nodes = [Node("root", translation=(0, 2.2, 0))]
    nodes += [Node("thigh.L", 0, translation=(0.3, -0.2, 0)), Node("shin.L", 1, translation=(0, -1, 0))]
    nodes += [Node("thigh.R", 0, translation=(-0.3, -0.2, 0)), Node("shin.R", 3, translation=(0, -1, 0))]
    surface = Surface(both.astype(np.float32), indices=corners.reshape(-1))
    rig = pantin.build(
        nodes=[*nodes, Node("mesh")],
        meshes=[Mesh((surface,))],
        instances=[Instance(5, 0)],
        skins=[Skin(np.arange(5))],
    )
    weights = dense(pantin.weights.bind(rig))
    left, right = weights[: len(points)], weights[len(points) :]
    np.testing.assert_allclose(left, right[:, [0, 3, 4, 1, 2, 5]], atol=1e-6)


HOSTILE = {
    "loose triangles": lambda: (
        np.random.default_rng(1).normal(size=(300, 3)),
        np.arange(300).reshape(-1, 3),
    ),
    "no triangle": lambda: (tube()[0], np.zeros((0, 3), int)),
    "vertices without a triangle": lambda: (tube()[0], tube()[1][:10]),
    "one vertex": lambda: (np.zeros((1, 3)), np.zeros((0, 3), int)),
    "one place": lambda: (np.ones((30, 3)), np.arange(30).reshape(-1, 3)),
    "no area": lambda: (np.linspace(0, 2, 30)[:, None] * [0, 1, 0], np.arange(30).reshape(-1, 3)),
    "inside out": lambda: (tube()[0], tube()[1][:, ::-1]),
    "three triangles at an edge": lambda: (
        np.array([[0, 0, 0], [0, 1, 0], [1, 0, 0], [-1, 0, 0], [0, 0, 1.0]]),
        np.array([[0, 1, 2], [0, 1, 3], [0, 1, 4]]),
    ),
    "the same triangle often": lambda: (tube()[0], np.tile(tube()[1][:5], (20, 1))),
    "repeated corners": lambda: (tube()[0], np.concatenate([tube()[1], [[0, 0, 1], [2, 2, 2]]])),
    "far away": lambda: (tube()[0] + 1e6, tube()[1]),
    "tiny": lambda: (tube()[0] * 1e-12, tube()[1]),
    "huge": lambda: (tube()[0] * 1e12, tube()[1]),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_vertex_stays_without_weights(name: str) -> None:
    rig = model(*HOSTILE[name]())
    bound = pantin.weights.bind(rig)
    assert_complete(dense(bound))
    body = pantin.weights.bind(model(*tube()))
    assert_complete(dense(pantin.weights.transfer(rig, body)))
    for edited in (
        pantin.weights.smooth(bound, 3),
        pantin.weights.mirror(bound, "x"),
        pantin.weights.rigid(bound),
        pantin.weights.limit(bound, 1),
        pantin.weights.prune(bound, 0.4),
    ):
        assert_complete(dense(edited))


def test_seams_do_not_tear() -> None:
    points, triangles = tube()
    split, corners = points[triangles.reshape(-1)], np.arange(triangles.size)
    weights = dense(pantin.weights.bind(model(split, corners)))
    welded = dense(pantin.weights.bind(model(points, triangles)))
    np.testing.assert_allclose(weights, welded[triangles.reshape(-1)], atol=1e-6)


def test_transfer_to_the_same_mesh_gives_its_weights() -> None:
    points, triangles = tube()
    body = pantin.weights.bind(model(points, triangles))
    given = dense(pantin.weights.transfer(model(points, triangles), body))
    np.testing.assert_allclose(given, dense(body), atol=1e-5)


def test_transfer_adds_the_bones_that_are_missing() -> None:
    points, triangles = tube()
    body = pantin.weights.bind(model(points, triangles))
    surface = Surface(points.astype(np.float32), indices=triangles.reshape(-1))
    plain = pantin.build(nodes=[Node("mesh")], meshes=[Mesh((surface,), "sock")], instances=[Instance(0, 0)])
    dressed = pantin.weights.transfer(plain, body)
    assert dressed.nodes.names == ("mesh", "hip", "knee", "foot")
    posed = pantin.deform(dressed, dressed.rest_pose())[0]
    np.testing.assert_allclose(posed.positions, points, atol=1e-6)


def test_transfer_fills_in_what_is_far_away() -> None:
    """A sheet that begins at the tube and leads away from it bends with its edge, at one weight along it."""
    points, triangles = tube()
    body = pantin.weights.bind(model(points, triangles))
    heights = np.linspace(0.2, 0.4, 5)
    sheet = np.array([(0.1 + 0.3 * away, y, 0) for y in heights for away in np.linspace(0, 1, 9)])
    corners = [(r * 9 + c, r * 9 + c + 1, r * 9 + c + 9) for r in range(4) for c in range(8)] + [
        (r * 9 + c + 1, r * 9 + c + 10, r * 9 + c + 9) for r in range(4) for c in range(8)
    ]
    weights = dense(pantin.weights.transfer(model(sheet, np.array(corners)), body))
    assert_complete(weights)
    assert (weights[:, 0] > 0.95).all()


def test_a_body_without_weights_is_refused() -> None:
    rig = model(*tube())
    with pytest.raises(ValueError, match="the body has no mesh with weights"):
        pantin.weights.transfer(rig, model(*tube()))


def test_a_model_without_a_skeleton_is_refused() -> None:
    surface = Surface(tube()[0].astype(np.float32), indices=tube()[1].reshape(-1))
    rig = pantin.build(nodes=[Node("mesh")], meshes=[Mesh((surface,))], instances=[Instance(0, 0)])
    with pytest.raises(ValueError, match="there is no skeleton"):
        pantin.weights.bind(rig)


def test_an_unknown_mesh_is_refused_with_the_names() -> None:
    with pytest.raises(ValueError, match=r"no mesh 'arm'.*'leg'"):
        pantin.weights.bind(model(*tube()), meshes=["arm"])


def test_smoothing_takes_half_from_the_neighbours() -> None:
    """A strip of two triangles: vertex 0 has two neighbours, so it keeps 1/2 and takes 1/4 of each."""
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0.0]])
    rig = model(points, np.array([[0, 1, 2], [1, 3, 2]]))
    influences = Influences(np.arange(5), np.array([0, 1, 1, 1]), np.ones(4, np.float32))
    surface = Surface(points.astype(np.float32), indices=np.array([0, 1, 2, 1, 3, 2]), influences=influences)
    rig = rig.replace(meshes=[Mesh((surface,), "leg")], instances=[Instance(3, 0, 0)])
    weights = dense(pantin.weights.smooth(rig, 1))
    np.testing.assert_allclose(weights[0, :2], [0.5, 0.5], atol=1e-6)
    np.testing.assert_allclose(weights[1, :2], [1 / 6, 5 / 6], atol=1e-6)  # three neighbours
    np.testing.assert_allclose(weights[3, :2], [0, 1], atol=1e-6)


def test_mirroring_keeps_the_source_side_and_exchanges_sides() -> None:
    points = np.array([[1, 0, 0], [2, 0, 0], [1, 1, 0], [-1, 0, 0], [-2, 0, 0], [-1, 1, 0.0]])
    nodes = [Node("arm_l", translation=(1, 0, 0)), Node("arm_r", translation=(-1, 0, 0)), Node("mesh")]
    influences = Influences(
        np.array([0, 2, 3, 4, 5, 6, 7]),
        np.array([0, 1, 0, 0, 0, 0, 0]),
        np.array([0.7, 0.3, 1, 1, 1, 1, 1], "f4"),
    )
    binds = np.tile(np.eye(3, 4), (2, 1, 1))
    binds[:, 0, 3] = -1, 1
    surface = Surface(points.astype("f4"), indices=np.array([0, 1, 2, 3, 5, 4]), influences=influences)
    rig = pantin.build(
        nodes=nodes,
        meshes=[Mesh((surface,))],
        instances=[Instance(2, 0, 0)],
        skins=[Skin(np.arange(2), binds)],
    )
    weights = dense(pantin.weights.mirror(rig, "x"))
    before = dense(rig)
    assert np.array_equal(weights[:3], before[:3])
    np.testing.assert_allclose(weights[3:, :2], before[:3, [1, 0]], atol=1e-6)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("LeftArm", "RightArm"),
        ("upper_arm.R", "upper_arm.L"),
        ("hand_l", "hand_r"),
        ("J_Bip_L_Hand", "J_Bip_R_Hand"),
        ("rightFoot", "leftFoot"),
        ("Spine", "Spine"),
    ],
)
def test_names_of_the_other_side(name: str, other: str) -> None:
    assert other_side(name) == other


def test_closest_points_agree_with_all_pairs() -> None:
    random = np.random.default_rng(3)
    vertices, points = random.normal(size=(60, 3)), 2 * random.normal(size=(40, 3))
    triangles = random.integers(0, 60, (50, 3))
    grid = np.array([(a, b) for a in np.linspace(0, 1, 60) for b in np.linspace(0, 1, 60) if a + b <= 1])
    shares = np.column_stack([grid, 1 - grid.sum(axis=1)])
    samples = np.einsum("sk,tkd->tsd", shares, vertices[triangles]).reshape(-1, 3)
    nearest = np.sqrt(((points[:, None] - samples[None]) ** 2).sum(axis=2)).min(axis=1)
    found = closest_points(points, vertices, triangles)
    assert (found.distances <= nearest + 1e-12).all()
    np.testing.assert_allclose(found.distances, nearest, atol=0.03)


def test_meshes_with_weights_keep_them() -> None:
    arm = pantin.load("examples/arm.glb").rig
    with pytest.raises(ValueError, match="every mesh has weights"):
        pantin.weights.bind(arm)


def test_a_root_on_the_floor_that_carries_targets_of_feet_gets_no_weights() -> None:
    """Rigs with inverse kinematics often come with a root between the feet, which artists give nothing."""
    points, triangles = tube(length=2.0)
    nodes = [Node("Root", translation=(0, -0.1, 0)), Node("Body", 0, translation=(0, 0.6, 0))]
    nodes += [Node(f"spine{index}", index + 1, translation=(0, 0.4, 0)) for index in range(4)]
    nodes += [Node("Foot.L", 0, translation=(0.3, 0, 0)), Node("Foot.R", 0, translation=(-0.3, 0, 0))]
    surface = Surface(points.astype(np.float32), indices=triangles.reshape(-1))
    rig = pantin.build(
        nodes=[*nodes, Node("mesh")],
        meshes=[Mesh((surface,))],
        instances=[Instance(len(nodes), 0)],
        skins=[Skin(np.arange(len(nodes)))],
    )
    weights = dense(pantin.weights.bind(rig))
    assert_complete(weights)
    assert not weights[:, 0].any()
    assert (weights[np.abs(points[:, 1] - 0.7) < 0.05, 1] > 0.9).all()


def test_numbers_that_cannot_be_are_refused_in_the_words_of_options():
    """`smooth must be …` becomes `--smooth must be …` on the command line."""
    rig = pantin.load("examples/arm.glb").rig
    with pytest.raises(ValueError, match=r"^smooth must be 0 passes or more, not -1"):
        pantin.weights.smooth(rig, -1)
    with pytest.raises(ValueError, match=r"^prune must be a weight from 0 to 1, not 2"):
        pantin.weights.prune(rig, 2)
