"""Spring settings hold the defaults that the VRMC_springBone 1.0 schema gives."""

from pantin.rig import Collider, SpringJoint, SpringSettings, build


def test_a_joint_has_the_defaults_of_the_schema():
    joint = SpringJoint(3)
    assert (joint.hit_radius, joint.stiffness, joint.gravity_power, joint.drag) == (0.0, 1.0, 0.0, 0.5)
    assert tuple(joint.gravity_dir) == (0.0, -1.0, 0.0)


def test_a_collider_is_a_point_at_its_node_unless_told_otherwise():
    collider = Collider(0)
    assert (collider.shape, tuple(collider.offset), collider.radius, collider.inside) == (
        "sphere",
        (0.0, 0.0, 0.0),
        0.0,
        False,
    )


def test_a_rig_without_springs_has_empty_settings():
    settings = build().springs
    assert isinstance(settings, SpringSettings)
    assert not (settings.springs)
    assert not (settings.colliders)
    assert not (settings.groups)
