"""The motion of one bone, step by step in plain numbers; whole simulations are held against the oracle."""

from types import SimpleNamespace

import numpy as np

from pantin.kernels import spring_model as model
from pantin.kernels.spring_program import JointConstants, JointState
from pantin.maths import affine, quaternion
from pantin.rig.transform import compose_local

RNG = np.random.default_rng(0)
TURN = quaternion.normalize(RNG.normal(size=4))
PARENT = list(
    compose_local(RNG.normal(size=3), quaternion.normalize(RNG.normal(size=4)), (2.0, 2.0, 2.0)).reshape(-1)
)
LENGTH = 0.1


def constants(**changed):
    """A bone along +Y that hangs on its parent with some rotation."""
    values = {
        "rest_rows": quaternion.to_matrix(TURN).reshape(-1).tolist(),
        "vector": [0.0, LENGTH, 0.0],
        "direction": [0.0, 1.0, 0.0],
        "rest_rotation": TURN.tolist(),
        "stiffness": 0.0,
        "inertia": 0.0,
        "gravity": [0.0, 0.0, 0.0],
        "hit_radius": 0.02,
        "fixed_length": -1.0,
        "across": [0.0, 0.0, 1.0],
        "pitch": [1.0, 0.0],
        "yaw": [1.0, 0.0],
        "limit_space": np.eye(3).reshape(-1).tolist(),
    } | changed
    return JointConstants(np.array(JointConstants.row(**values))[:, None])


def under_way(joint, external=(0.0, 0.0, 0.0)):
    work = SimpleNamespace(external=list(external), scale=1.0)
    model.find_rest_frame(work, PARENT, [0.1, 0.2, 0.3], [1.0, 1.0, 1.0], joint)
    return work


def tails(*points):
    return [np.array([number]) for point in points for number in point]


def flat(vector):
    return np.array(vector, float).reshape(-1)


def rest_tail(work):
    return flat(work.head) + LENGTH * np.array([work.frame[1][0], work.frame[4][0], work.frame[7][0]])


def test_a_bone_that_nothing_moves_stays_at_rest():
    work = under_way(constants())
    still = rest_tail(work)
    lost = model.integrate(work, tails(still, still), constants(), 1 / 60)
    assert not lost.any()
    assert np.allclose(flat(work.tail), still)
    assert np.isclose(work.length[0], 2 * LENGTH)  # the parent is scaled


def test_a_bone_keeps_its_length_whatever_pulls():
    """Specification, "Inertia calculation": constrain the length."""
    joint = constants(gravity=[0.0, -50.0, 3.0], stiffness=2.0, inertia=0.9)
    work = under_way(joint, external=(1.0, 2.0, 3.0))
    model.integrate(work, tails(rest_tail(work), rest_tail(work) + 0.1), joint, 1 / 60)
    assert np.isclose(np.linalg.norm(flat(work.tail) - flat(work.head)), 2 * LENGTH)


def test_a_tail_on_its_head_is_lost_and_takes_the_direction_of_the_step_before():
    work = under_way(constants())
    with np.errstate(all="ignore"):
        lost = model.integrate(work, tails(work.head, work.head), constants(), 1 / 60)
        assert lost.all()
        assert not model.has_no_length(work).any()
        state = JointState(np.array([*[0.0] * 6, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0])[:, None])
        model.repair(work, lost, state)
    third = flat([work.frame[2], work.frame[5], work.frame[8]])
    assert np.allclose(flat(work.unit), third / np.linalg.norm(third))


def test_a_pushed_tail_is_put_back_to_the_length_of_its_bone():
    work = under_way(constants())
    model.integrate(work, tails(rest_tail(work), rest_tail(work)), constants(), 1 / 60)
    aside = np.array([1.0, 0.0, 0.0])
    work.tail = tails(flat(work.head) + 3 * aside)
    assert not model.restore_length(work, np.array([True])).any()
    assert np.allclose(flat(work.tail), flat(work.head) + 2 * LENGTH * aside)


def test_the_rotation_brings_the_rest_direction_to_the_tail():
    """Specification, "Applying rotation"."""
    work = under_way(constants())
    model.integrate(work, tails(rest_tail(work), rest_tail(work)), constants(), 1 / 60)
    work.tail = tails(flat(work.head) + 2 * LENGTH * np.array([0.6, 0.0, 0.8]))
    state = JointState(np.zeros((JointState.width, 1)))
    assert not model.find_rotation(work, state, constants()).any()
    placed = model.place_head(PARENT, work.head, list(flat(work.rotation)), [1.0, 1.0, 1.0])
    head = np.array(placed).reshape(3, 4)
    assert np.allclose(affine.apply(head, np.array([0.0, LENGTH, 0.0])), flat(work.tail))


def test_a_head_is_placed_as_any_node():
    translation, scale = [0.1, 0.2, 0.3], [1.0, 2.0, 0.5]
    local = compose_local(np.array(translation), TURN, np.array(scale)).reshape(-1)
    head = affine.apply(np.reshape(PARENT, (3, 4)), np.array(translation))
    result = model.place_head(PARENT, list(head), list(TURN), scale)
    assert np.allclose(result, model.place_node(PARENT, list(local)))
    whole = affine.multiply(np.reshape(PARENT, (3, 4)), local.reshape(3, 4))
    assert np.allclose(result, whole.reshape(-1))


def test_a_tail_goes_into_the_space_of_its_centre_and_back():
    tail = RNG.normal(size=3)
    work, before = SimpleNamespace(tail=tails(tail)), JointState(np.zeros((JointState.width, 1)))
    assert not model.into_center(work, PARENT, before).any()
    state = JointState(np.zeros((JointState.width, 1)))
    state.tail = work.tail
    assert np.allclose(flat(model.tails_in_world(PARENT, state)[:3]), tail)


def test_a_centre_that_is_flat_leaves_the_tail_as_it_was():
    work = SimpleNamespace(tail=tails((1.0, 2.0, 3.0)))
    state = JointState(np.full((JointState.width, 1), 7.0))
    with np.errstate(all="ignore"):
        assert model.into_center(work, list(np.zeros(12)), state).all()
    assert np.allclose(flat(work.tail), 7)
