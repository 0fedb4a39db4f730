"""Spring bones over time: against the scalar oracle, by hand where the answer is known, and never
non-finite."""

import math

import numpy as np
import pytest
from spring_rigs import angles, chain, everything, swung
from spring_scalar import Scalar

from pantin.base.records import replace
from pantin.maths import affine, quaternion
from pantin.motion import world_transforms
from pantin.rig import (
    Collider,
    Node,
    OnlyIn3D,
    Poses,
    Spring,
    SpringJoint,
    SpringLimit,
    SpringSettings,
    build,
)
from pantin.springs import SpringSimulation

DT = 1 / 60
PARITY = 1e-9
"""Radians between float64 solvers that sum in another order, after 60 steps: rounding of 1e-16 grows by less
than 1.2 a step while tails slide on colliders; 60 steps of that are 6e4, and 1e-9 leaves a margin of a
hundred."""

CLOSED = 1e-12
"""Of a formula in closed form, after the transient has died out."""

VARIANTS = (
    {},
    {"limits": True},
    {"scale": True},
    {"skip": True},
    {"cycle": True},
    {"limits": True, "skip": True},
)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_trajectories_agree_with_a_scalar_solver(variant, seed):
    rig = everything(seed, **variant)
    oracle, simulation = Scalar(rig), SpringSimulation(rig)
    nodes = simulation.joints.tolist()
    for frame in range(60):
        pose, wind = swung(rig, frame), (0.3, 0.0, 0.1)
        expected = oracle.step(DT, pose, wind)
        found = simulation.step(DT, pose, external=wind).rotations[nodes]
        assert angles(found, np.array([expected[node] for node in nodes])).max() < PARITY


@pytest.mark.parametrize("seed", range(3))
def test_center_space_agrees_with_a_scalar_solver(seed):
    """Springs whose centre is above them; one that is its own centre feels itself and is left to fewer
    steps."""
    rig = everything(seed, center=True)
    oracle, simulation = Scalar(rig), SpringSimulation(rig)
    nodes = simulation.joints.tolist()
    for frame in range(20):
        pose = swung(rig, frame)
        expected = oracle.step(DT, pose)
        found = simulation.step(DT, pose).rotations[nodes]
        assert angles(found, np.array([expected[node] for node in nodes])).max() < PARITY


def tail_direction(rig, pose, node=1):
    placed = world_transforms(pose.rig, pose)
    d = placed[node + 1][:, 3] - placed[node][:, 3]
    return d / np.linalg.norm(d)


def test_equilibrium_is_where_stiffness_and_gravity_sum_to():
    """At rest inertia is nothing, so the tail lies along C + dt (stiffness * rest + power * gravity), which
    is parallel to the bone only if the sum of forces is: the direction of stiffness * rest + power * gravity
    itself.
    """
    rig = chain(1, along=(1, 0, 0), stiffness=0.8, gravity_power=0.6, drag=0.4)
    simulation = SpringSimulation(rig)
    pose = simulation.settle(20)
    assert np.allclose(tail_direction(rig, pose), (0.8, -0.6, 0.0), atol=CLOSED)


def test_the_equilibrium_does_not_depend_on_the_rate():
    rig = chain(1, along=(1, 0, 0), stiffness=0.8, gravity_power=0.6)
    ends = [tail_direction(rig, SpringSimulation(rig).settle(30, rate=rate)) for rate in (24, 60, 240)]
    assert np.allclose(ends[0], ends[1], atol=CLOSED)
    assert np.allclose(ends[1], ends[2], atol=CLOSED)


def test_without_stiffness_a_chain_falls_until_it_hangs():
    rig = chain(4, along=(1, 0, 0), stiffness=0.0, gravity_power=1.0, drag=0.3)
    pose = SpringSimulation(rig).settle(30)
    for node in range(1, 5):
        assert np.allclose(tail_direction(rig, pose, node), (0, -1, 0), atol=1e-9)


def test_the_first_step_of_a_fall_is_dt_times_gravity():
    """From rest there is no inertia: the tail moves by dt * power down, then back to its length."""
    rig = chain(1, along=(1, 0, 0), stiffness=0.0, gravity_power=2.0)
    pose = SpringSimulation(rig).step(DT)
    expected = np.array([0.1, -2 * DT, 0.0])
    assert np.allclose(tail_direction(rig, pose), expected / np.linalg.norm(expected), atol=1e-15)


def test_full_drag_forgets_all_velocity():
    rig = chain(1, stiffness=0.0, drag=1.0)
    simulation = SpringSimulation(rig)
    turned = rig.rest_pose().with_local(0, rotation=(0, 0, math.sin(0.3), math.cos(0.3)))
    first = tail_direction(rig, simulation.step(DT, turned))
    assert np.allclose(tail_direction(rig, simulation.step(DT, turned)), first, atol=1e-15)


@pytest.mark.parametrize("shape", ["sphere", "capsule"])
def test_a_tail_rests_at_the_sum_of_the_radii(shape):
    ball = Collider(0, shape, (0.05, -0.08, 0.0), 0.06, tail=(0.05, -0.08, 0.3))
    rig = chain(1, stiffness=0.5, gravity_power=0.3, hit_radius=0.01, colliders=[ball])
    placed = world_transforms(rig, SpringSimulation(rig).settle(20))
    gap = np.linalg.norm((placed[2][:, 3] - (0.05, -0.08, 0.0))[:2])
    assert math.isclose(gap, 0.07, abs_tol=1e-3)  # one pass: the length constraint takes a little back
    assert math.isclose(float(np.linalg.norm(placed[2][:, 3])), 0.1, rel_tol=1e-12)


def test_a_tail_is_kept_inside():
    shell = Collider(0, "sphere", (0, -0.1, 0), 0.05, inside=True)
    rig = chain(1, stiffness=0.0, gravity_power=1.0, gravity_dir=(1, 0, 0), colliders=[shell])
    placed = world_transforms(rig, SpringSimulation(rig).settle(20))
    assert np.linalg.norm(placed[2][:, 3] - (0, -0.1, 0)) <= 0.05 + 1e-3


def test_a_tail_stays_above_a_plane():
    """The head touches the plane, so the length constraint takes nothing back of the push."""
    floor = Collider(0, "plane", (0, -0.01, 0), normal=(0, 1, 0))
    rig = chain(1, along=(1, 0, 0), stiffness=0.0, gravity_power=1.0, hit_radius=0.01, colliders=[floor])
    placed = world_transforms(rig, SpringSimulation(rig).settle(20))
    assert math.isclose(placed[2][1, 3], 0.0, abs_tol=CLOSED)


def test_a_rigid_motion_of_the_center_is_not_felt():
    """Specification, "Center Space": the joint does as if nothing moved (gravity aside, which is the
    world's)."""
    rig = chain(4, along=(1, 0, 0), stiffness=1.0, center=0)
    still, moved = SpringSimulation(rig), SpringSimulation(rig)
    for frame in range(100):
        a = still.step(DT).rotations
        b = moved.step(DT, swung(rig, frame)).rotations
        assert angles(a[still.joints], b[still.joints]).max() < 1e-12


def test_gravity_stays_in_the_world_whatever_the_center():
    over = {"rotation": (1, 0, 0, 0)}
    rig = chain(1, along=(1, 0, 0), stiffness=0.0, gravity_power=1.0, center=0, parent=over)
    assert np.allclose(tail_direction(rig, SpringSimulation(rig).settle(30)), (0, -1, 0), atol=1e-9)


def test_a_rigid_motion_of_the_whole_scene_changes_no_local_rotation():
    rig = everything(1)
    turn = quaternion.normalize((0.3, -0.2, 0.5, 0.7))
    shift = np.concatenate([quaternion.to_matrix(turn), [[4.0], [-2.0], [1.0]]], 1)
    rest = rig.rest_pose()
    moved = affine.multiply(shift, rest.local[0])
    still = SpringSimulation(rig)
    springs = [
        replace(spring, joints=tuple(turned(joint, turn) for joint in spring.joints))
        for spring in rig.springs.springs
    ]
    other = build(
        nodes=[
            Node(None, int(p), *((t, q, None) if index else (moved[:, 3], quaternion.product(turn, q), None)))
            for index, (p, t, q) in enumerate(
                zip(rig.nodes.parents, rig.nodes.translations, rig.nodes.rotations, strict=True)
            )
        ],
        springs=replace(rig.springs, springs=tuple(springs)),
    )
    carried = SpringSimulation(other)
    for _ in range(60):
        a, b = still.step(DT).rotations, carried.step(DT).rotations
        assert angles(a[still.joints], b[still.joints]).max() < PARITY


def turned(joint, by):
    return replace(joint, gravity_dir=quaternion.rotate(by, joint.gravity_dir))


def test_the_order_of_springs_makes_no_difference():
    rig = everything(2)
    settings = rig.springs
    other = build(nodes=plain(rig), springs=replace(settings, springs=settings.springs[::-1]))
    a, b = SpringSimulation(rig), SpringSimulation(other)
    for frame in range(30):
        first, second = a.step(DT, swung(rig, frame)), b.step(DT, swung(other, frame))
        assert np.array_equal(first.rotations, second.rotations)


def test_the_numbers_of_nodes_make_no_difference():
    rig = everything(2)
    count = len(rig.nodes)
    new = np.random.default_rng(0).permutation(count)
    new = np.array([0, *[n for n in new if n]])  # the root stays first: `swung` moves node 0
    place = np.argsort(new)
    nodes = [plain(rig)[old] for old in new]
    nodes = [replace(node, parent=-1 if node.parent < 0 else int(place[node.parent])) for node in nodes]
    settings = rig.springs
    springs = tuple(
        replace(s, joints=tuple(replace(j, node=int(place[j.node])) for j in s.joints))
        for s in settings.springs
    )
    colliders = tuple(replace(c, node=int(place[c.node])) for c in settings.colliders)
    other = build(nodes=nodes, springs=SpringSettings(springs, colliders, settings.groups))
    a, b = SpringSimulation(rig), SpringSimulation(other)
    for frame in range(30):
        first, second = a.step(DT, swung(rig, frame)), b.step(DT, swung(other, frame))
        assert np.array_equal(first.rotations, second.rotations[place])


def plain(rig):
    rows = zip(rig.nodes.parents, rig.nodes.translations, rig.nodes.rotations, strict=True)
    return [Node(None, int(p), t, q) for p, t, q in rows]


def test_a_step_of_no_time_changes_nothing():
    rig = everything(0)
    simulation = SpringSimulation(rig)
    simulation.settle(0.2)
    before = simulation.save()[0].joints
    for dt in (0.0, -0.0):
        pose = simulation.step(dt)
        assert np.array_equal(simulation.save()[0].joints, before)
        assert np.array_equal(pose.rotations, simulation.pose.rotations)


@pytest.mark.parametrize("dt", [math.nan, math.inf])
def test_a_step_that_is_no_number_is_refused(dt):
    with pytest.raises(ValueError, match="finite number of seconds"):
        SpringSimulation(chain(1)).step(dt)


def test_a_new_simulation_is_one_reset_to_the_rest_pose():
    rig = everything(0)
    simulation = SpringSimulation(rig)
    fresh = simulation.save()[0].joints
    simulation.settle(1)
    simulation.reset(rig.rest_pose())
    assert np.array_equal(simulation.save()[0].joints, fresh)
    joints = simulation.joints
    assert np.allclose(simulation.pose.rotations[joints], rig.nodes.rotations[joints], atol=1e-15)


def test_the_driven_rotation_of_a_joint_is_ignored_its_translation_and_scale_are_not():
    rig = chain(2, along=(1, 0, 0), gravity_power=0.5)
    plain_pose = rig.rest_pose()
    turned = plain_pose.with_local(1, rotation=(0, 0, 1, 0))
    moved = plain_pose.with_local(1, translation=(0, 1, 0), scale=(2, 2, 2))
    a, b, c = (SpringSimulation(rig).step(DT, pose) for pose in (plain_pose, turned, moved))
    assert np.array_equal(a.rotations, b.rotations)
    assert np.array_equal(c.translations[1], (0, 1, 0))
    placed = world_transforms(c.rig, c)
    assert math.isclose(float(np.linalg.norm(placed[2][:, 3] - placed[1][:, 3])), 0.2, rel_tol=1e-12)


def test_the_way_a_run_is_chunked_does_not_matter():
    rig = everything(0, limits=True)
    whole, parts = SpringSimulation(rig), SpringSimulation(rig)
    pose = swung(rig, 3)
    all_at_once = whole.run(DT, pose, 40)
    pieces = np.concatenate([parts.run(DT, pose, count) for count in (1, 7, 12, 20)])
    assert np.array_equal(all_at_once, pieces)
    again = SpringSimulation(rig)
    assert np.array_equal(again.step(DT, pose).rotations[again.joints], all_at_once[0])


def test_a_saved_state_comes_back_to_the_bit():
    rig = everything(1)
    simulation = SpringSimulation(rig)
    simulation.settle(0.3, swung(rig, 1))
    saved = simulation.save()
    first = simulation.run(DT, swung(rig, 2), 10)
    simulation.restore(saved)
    assert np.array_equal(simulation.run(DT, swung(rig, 2), 10), first)
    with pytest.raises(ValueError, match="another rig"):
        SpringSimulation(chain(1)).restore(saved)


@pytest.mark.parametrize("center", [False, True])
def test_a_teleport_of_the_root_is_not_felt(center):
    rig = chain(4, along=(1, 0, 0), stiffness=1.0, **({"center": 0} if center else {}))
    a, b = SpringSimulation(rig), SpringSimulation(rig)
    first, second = swung(rig, 1), swung(rig, 50)
    for simulation in (a, b):
        simulation.settle(0.3, first)
    b.teleport(second)
    for _ in range(20):
        one, two = a.step(DT).rotations, b.step(DT).rotations
        assert angles(one[a.joints], two[a.joints]).max() < 1e-12


def test_a_teleport_may_be_that_of_any_node_that_goes_along():
    """The root moves all: to follow it or the first joint's parent is the same."""
    rig = chain(4, along=(1, 0, 0), stiffness=1.0)
    a, b = SpringSimulation(rig), SpringSimulation(rig)
    for simulation in (a, b):
        simulation.settle(0.3, swung(rig, 1))
    parent = int(rig.nodes.parents[a.joints[0]])
    a.teleport(swung(rig, 50))
    b.teleport(swung(rig, 50), node=parent)
    one, two = a.step(DT).rotations, b.step(DT).rotations
    assert angles(one[a.joints], two[a.joints]).max() < 1e-12


def test_wind_moves_a_strand_as_gravity_would():
    blown = chain(3, stiffness=1.0)
    pulled = chain(3, stiffness=1.0, gravity_power=0.7, gravity_dir=(1, 0, 0))
    a, b = SpringSimulation(blown), SpringSimulation(pulled)
    for _ in range(50):
        first, second = a.step(DT, external=(0.7, 0, 0)), b.step(DT)
        assert angles(first.rotations[a.joints], second.rotations[b.joints]).max() < 1e-12
    with pytest.raises(ValueError, match="3 numbers"):
        a.step(DT, external=(1, 2))
    with pytest.raises(ValueError, match="must be finite"):
        a.step(DT, external=(1, 2, math.nan))


@pytest.mark.parametrize("kind", ["cone", "hinge", "spherical"])
def test_a_limit_is_never_passed(kind):
    rig = chain(
        1, stiffness=0.0, gravity_power=1.0, gravity_dir=(1, 1, 0.5), limit=SpringLimit(kind, 0.4, 0.3)
    )
    simulation = SpringSimulation(rig)
    for _ in range(100):
        x, y, z = tail_direction(rig, simulation.step(DT)).tolist()
        if kind == "cone":
            assert math.acos(max(-1.0, min(1.0, -y))) <= 0.4 + 1e-9
        if kind == "hinge":
            assert abs(x) < 1e-12
        if kind == "spherical":
            assert abs(math.asin(x)) <= 0.3 + 1e-9
            assert abs(math.atan2(z, -y)) <= 0.4 + 1e-9


# ------------------------------------------------------------------ what has no direction


def finite(simulation, frames=20, pose=None):
    for _ in range(frames):
        answer = simulation.step(DT, pose)
        assert np.isfinite(answer.rotations).all()
        assert np.isfinite(answer.local).all()
        assert np.isfinite(simulation.save()[0].joints).all()
    return simulation.counts


def test_a_bone_of_no_length_stays_at_rest_and_is_counted():
    rig = chain(2, length=0.0, gravity_power=1.0)
    simulation = SpringSimulation(rig)
    assert finite(simulation)["bone without length"] == 40
    assert np.array_equal(simulation.pose.rotations[1], (0, 0, 0, 1))


def test_a_bone_as_short_as_those_in_real_files_moves():
    """Seed-san has one of 1.7e-7 m, which made a float32 runtime fail."""
    rig = chain(2, length=1.7e-7, along=(1, 0, 0), gravity_power=1.0)
    simulation = SpringSimulation(rig)
    assert not finite(simulation)
    assert simulation.pose.rotations[1][3] < 1


def test_a_tail_on_the_centre_of_a_collider_is_counted():
    rig = chain(1, stiffness=0.0, colliders=[Collider(0, offset=(0, -0.1, 0), radius=0.05)])
    assert finite(SpringSimulation(rig))["tail on collider"]


def test_a_push_onto_the_head_keeps_the_direction():
    """The collider pushes the tail by exactly the length of the bone, back to the head."""
    rig = chain(1, length=0.25, stiffness=0.0, colliders=[Collider(0, offset=(0, -0.5, 0), radius=0.5)])
    assert finite(SpringSimulation(rig))["push onto head"]


def test_a_tail_thrown_onto_the_head_keeps_the_direction():
    """Gravity of just the length of the bone in one step, against it."""
    rig = chain(1, length=0.25, stiffness=0.0, gravity_power=0.25, gravity_dir=(0, 1, 0))
    simulation = SpringSimulation(rig)
    simulation.step(1.0)
    assert simulation.counts == {"tail on head": 1}
    assert np.array_equal(simulation.pose.rotations[1], (0, 0, 0, 1))


@pytest.mark.parametrize("scale", [(0, 0, 0), (0, 1, 1), (1, 0, 1)])
def test_scale_may_go_to_zero_and_come_back(scale):
    rig = chain(3, along=(1, 0, 0), gravity_power=0.5, center=0)
    simulation = SpringSimulation(rig)
    finite(simulation, 5)
    counted = finite(simulation, 5, rig.rest_pose().with_local(0, scale=scale))
    assert counted
    finite(simulation, 60, rig.rest_pose())
    assert tail_direction(rig, simulation.pose)[0] > 0.5


def test_a_degenerate_capsule_is_a_sphere():
    capsule = Collider(0, "capsule", (0.02, -0.1, 0), 0.05, (0.02, -0.1, 0))
    ball = Collider(0, "sphere", (0.02, -0.1, 0), 0.05)
    poses = [SpringSimulation(chain(1, colliders=[one])).settle(1) for one in (capsule, ball)]
    assert np.array_equal(poses[0].rotations, poses[1].rotations)


def test_forces_past_all_measure_end_in_a_direction():
    rig = chain(2, stiffness=1e200, gravity_power=1e200, gravity_dir=(1e150, 0, 0))
    finite(SpringSimulation(rig))


def test_opposite_directions_are_half_a_turn():
    rig = chain(1, stiffness=0.0, gravity_power=100.0, gravity_dir=(0, 1, 0))
    pose = SpringSimulation(rig).step(1.0)
    assert np.allclose(tail_direction(rig, pose), (0, 1, 0), atol=1e-7)


# ------------------------------------------------------------------ profiles and calls


def test_scaled_gives_a_model_of_any_size_the_same_motion():
    """Everything in metres is multiplied by the scale, so that local rotations do not know of it."""
    ball = [Collider(0, offset=(0.05, -0.2, 0.0), radius=0.08)]
    small = chain(3, along=(1, 0, 0), gravity_power=0.6, hit_radius=0.02, colliders=ball)
    large = chain(
        3, along=(1, 0, 0), gravity_power=0.6, hit_radius=0.02, colliders=ball, parent={"scale": (5, 5, 5)}
    )
    a, b = SpringSimulation(small, "scaled"), SpringSimulation(large, "scaled")
    for _ in range(60):
        assert angles(a.step(DT).rotations, b.step(DT).rotations).max() < PARITY
    c, d = SpringSimulation(small), SpringSimulation(large)
    assert angles(c.settle(1).rotations, d.settle(1).rotations).max() > 0.01


def test_univrm_keeps_the_length_of_the_start():
    rig = chain(1, along=(1, 0, 0), gravity_power=0.5)
    double = rig.rest_pose().with_local(0, scale=(2, 2, 2))
    simulation = SpringSimulation(rig, "univrm")
    simulation.step(DT, double)
    tail = simulation.save()[0].joints[0, 0, :3, 0]
    assert math.isclose(float(np.linalg.norm(tail)), 0.1, rel_tol=1e-12)


def test_univrm_scales_outer_colliders_with_their_node():
    grown = {"scale": (3, 3, 3)}
    ball = [Collider(0, offset=(0, -0.1, 0.02), radius=0.03)]
    rig = chain(1, stiffness=0.1, colliders=ball, parent=grown)
    gaps = []
    for profile in ("spec", "univrm"):
        placed = world_transforms(rig, SpringSimulation(rig, profile).settle(5))
        gaps.append(float(np.linalg.norm(placed[2][:, 3] - (0, -0.3, 0.06))))
    assert gaps[0] < 0.07
    assert gaps[1] > 0.08


def test_strict_refuses_what_it_cannot_simulate_and_the_rest_moves_without():
    nodes = [Node(), Node(parent=0), Node(parent=1, translation=(1, 0, 0))]
    good, bad = Spring((SpringJoint(1), SpringJoint(2))), Spring((SpringJoint(2), SpringJoint(0)))
    rig = build(nodes=nodes, springs=SpringSettings((good, bad)))
    with pytest.raises(ValueError, match=r"spring 1 cannot be simulated.*strict=False"):
        SpringSimulation(rig)
    simulation = SpringSimulation(rig, strict=False)
    assert simulation.joints.tolist() == [1]
    assert list(simulation.left_out) == [1]


def test_a_rig_without_springs_stands_still():
    rig = build(nodes=[Node()])
    assert np.array_equal(SpringSimulation(rig).step(DT).local, rig.rest_pose().local)


def test_other_dimensions_and_other_rigs_are_refused():
    with pytest.raises(OnlyIn3D):
        SpringSimulation(build(dimension=4, nodes=[Node()]))
    with pytest.raises(ValueError, match="another rig"):
        SpringSimulation(chain(1)).step(DT, chain(2).rest_pose())
    with pytest.raises(ValueError, match="not negative"):
        SpringSimulation(chain(1)).settle(-1)
    simulation = SpringSimulation(chain(1))
    poses = Poses.stack([simulation.rig.rest_pose()] * 2)
    with pytest.raises(ValueError, match="expected 3 poses"):
        simulation.run(DT, poses, 3)


def test_a_refused_pose_leaves_the_simulation_as_it_was():
    simulation, other = SpringSimulation(chain(2)), chain(3)
    for wrong, kind in ((other.rest_pose(), ValueError), ([], TypeError)):
        for call in (simulation.reset, lambda pose: simulation.step(1 / 60, pose), simulation.teleport):
            with pytest.raises(kind, match=r"another rig|expected a Pose"):
                call(wrong)
    assert np.isfinite(simulation.step(1 / 60).rotations).all()


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda one: one.step("x"), "dt must be a number of seconds"),
        (lambda one: one.step(1 / 60, external="x"), "external must be 3 numbers"),
        (lambda one: one.restore(None), r"expected the result of save\(\)"),
        (lambda one: SpringSimulation("hair.glb"), "not str"),
    ],
)
def test_calls_of_the_wrong_type_are_refused_with_a_sentence(call, sentence):
    with pytest.raises(TypeError, match=sentence):
        call(SpringSimulation(chain(2)))


def test_settling_is_that_many_steps():
    """However many of them run together."""
    rig = chain(2, along=(1, 0, 0), gravity_power=1.0)
    together, one_by_one = SpringSimulation(rig), SpringSimulation(rig)
    together.settle(2.5)
    for _ in range(150):
        one_by_one.step(1 / 60)
    assert np.array_equal(together.pose.rotations, one_by_one.pose.rotations)


def test_seconds_to_settle_are_a_number():
    with pytest.raises(TypeError, match="seconds and rate must be numbers, not '2'"):
        SpringSimulation(chain()).settle("2")
