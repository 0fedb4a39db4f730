"""What the builder refuses of springs, each with a sentence, and what it makes unit."""

import math

import numpy as np
import pytest

from pantin.rig import (
    Collider,
    ColliderGroup,
    InvalidRig,
    Node,
    Spring,
    SpringJoint,
    SpringLimit,
    SpringSettings,
    build,
)

NODES = [Node(), Node(parent=0)]


def built(springs=(), colliders=(), groups=(), **more):
    return build(nodes=NODES, springs=SpringSettings(tuple(springs), tuple(colliders), tuple(groups)), **more)


def joint(**parameters):
    return [Spring((SpringJoint(0, **parameters), SpringJoint(1)))]


REFUSED = {
    "spring 0 joint 1 node is 7": {"springs": [Spring((SpringJoint(0), SpringJoint(7)))]},
    "spring 0 center is 9": {"springs": [Spring((SpringJoint(0),), center=9)]},
    "spring 0 collider group is 2": {"springs": [Spring((SpringJoint(0),), groups=(2,))]},
    "spring 0 end must have shape": {"springs": [Spring((SpringJoint(0),), end=(1.0, 2.0))]},
    "hit_radius must be finite and not negative, not -1": {"springs": joint(hit_radius=-1.0)},
    "stiffness must be finite and not negative, not nan": {"springs": joint(stiffness=math.nan)},
    "gravity_power must be finite and not negative, not inf": {"springs": joint(gravity_power=math.inf)},
    "drag must be at most 1, not 1.5": {"springs": joint(drag=1.5)},
    "gravity direction must be finite": {"springs": joint(gravity_dir=(0, math.nan, 0))},
    "limit kind must be one of cone, hinge, spherical, not 'ball'": {
        "springs": joint(limit=SpringLimit("ball", 1.0))
    },
    "limit angle must be finite and not negative, not -1": {
        "springs": joint(limit=SpringLimit("cone", -1.0))
    },
    "limit rotation must be a unit quaternion": {
        "springs": joint(limit=SpringLimit("cone", 1.0, 0.0, (0, 0, 0, 2)))
    },
    "collider 0 node is 5": {"colliders": [Collider(5)]},
    "collider 0 shape must be one of sphere, capsule, plane, not 'box'": {"colliders": [Collider(0, "box")]},
    "collider 0 radius must be finite and not negative, not -2": {"colliders": [Collider(0, radius=-2)]},
    "collider 0 normal must not be zero": {"colliders": [Collider(0, "plane", normal=(0, 0, 0))]},
    "collider group 0 collider is 1": {"colliders": [Collider(0)], "groups": [ColliderGroup((1,))]},
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_bad_springs_are_refused(sentence):
    with pytest.raises(InvalidRig, match=sentence.replace("(", r"\(")):
        built(**REFUSED[sentence])


def test_springs_need_three_dimensions():
    with pytest.raises(InvalidRig, match="spring bones need 3 dimensions, not 4"):
        build(dimension=4, nodes=[Node()], springs=SpringSettings((Spring((SpringJoint(0),)),)))


def test_a_plane_normal_is_made_unit():
    normal = built(colliders=[Collider(0, "plane", normal=(0, 3, 4))]).springs.colliders[0].normal
    assert np.allclose(normal, (0, 0.6, 0.8))


def test_a_chain_out_of_order_is_kept_for_the_simulation_to_judge():
    assert built([Spring((SpringJoint(1), SpringJoint(0)))]).springs.springs[0].joints[0].node == 1
