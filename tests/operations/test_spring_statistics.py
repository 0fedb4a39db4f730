"""What `pantin inspect` says of springs: who moves, by which parameters, against what."""

from spring_rigs import chain, everything

from pantin.operations.spring_statistics import spring_statistics
from pantin.rig import Collider, Node, build


def test_a_rig_without_springs_has_no_figures():
    assert spring_statistics(build(nodes=[Node()])) is None


def test_the_last_joint_is_the_end_and_does_not_move():
    result = spring_statistics(chain(3, stiffness=2.0))
    (spring,) = result.springs
    assert result.joints == len(spring.joints) == 3
    assert (spring.end, spring.end_name) == (4, "joint 3")
    assert [joint.stiffness for joint in spring.joints] == [2.0] * 3


def test_a_chain_of_vrm_0_moves_to_its_last_node_and_ends_in_a_point():
    (spring,) = spring_statistics(chain(3, end=(0, -0.07, 0))).springs
    assert (len(spring.joints), spring.end) == (4, None)


def test_colliders_are_listed_by_their_shapes():
    colliders = [
        Collider(0, "sphere", (1, 2, 3), 0.5),
        Collider(0, "capsule", radius=0.1, tail=(0, 1, 0), inside=True),
        Collider(0, "plane", normal=(0, 1, 0)),
    ]
    result = spring_statistics(chain(1, colliders=colliders))
    assert [collider.shape for collider in result.colliders] == ["sphere", "inside of a capsule", "plane"]
    assert [collider.to for collider in result.colliders] == [None, (0, 1, 0), (0, 1, 0)]
    assert result.groups[0].colliders == [0, 1, 2]


def test_limits_are_told_in_degrees():
    result = spring_statistics(everything(0, limits=True))
    kinds = [joint.limit.kind for spring in result.springs for joint in spring.joints if joint.limit]
    assert set(kinds) == {"cone", "hinge", "spherical"}
    assert all(
        0 < joint.limit.angle < 60
        for spring in result.springs
        for joint in spring.joints
        if joint.limit is not None
    )
