"""VRMC_springBone lifted: numbers as in the file, defaults of the schema, what is broken said."""

import numpy as np
import pytest
from spring_files import block, document, strand

from pantin.formats.gltf.lift import lift
from pantin.springs import SpringSimulation


def springs(tree):
    lifted = lift(document(tree))
    return lifted.rig.springs, lifted.findings


def test_joints_colliders_and_groups_keep_their_numbers():
    settings, findings = springs(strand())
    assert [joint.node for joint in settings.springs[0].joints] == [1, 2, 3, 4]
    assert settings.springs[0].joints[0].drag == 0.4
    assert (settings.springs[0].name, settings.groups[0].name) == ("hair", "body")
    assert settings.colliders[0].radius == 0.05
    assert not findings


def test_what_is_absent_has_the_default_of_the_schema():
    tree = strand()
    block(tree)["springs"][0]["joints"] = [{"node": 1}, {"node": 2}]
    joint = springs(tree)[0].springs[0].joints[0]
    assert (joint.hit_radius, joint.stiffness, joint.gravity_power, joint.drag) == (0.0, 1.0, 0.0, 0.5)
    assert np.array_equal(joint.gravity_dir, (0, -1, 0))


def test_an_extended_shape_replaces_the_base_shape():
    tree = strand()
    shape = {"capsule": {"offset": [0, 1, 0], "tail": [0, 2, 0], "radius": 0.3, "inside": True}}
    extended = {"specVersion": "1.0", "shape": shape}
    block(tree)["colliders"][0]["extensions"] = {"VRMC_springBone_extended_collider": extended}
    collider = springs(tree)[0].colliders[0]
    assert (collider.shape, collider.inside, collider.radius) == ("capsule", True, 0.3)
    block(tree)["colliders"][0]["extensions"]["VRMC_springBone_extended_collider"]["shape"] = {"plane": {}}
    assert np.array_equal(springs(tree)[0].colliders[0].normal, (0, 0, 1))


@pytest.mark.parametrize(
    ("body", "kind", "angle", "yaw"),
    [
        ({"cone": {"angle": 0.5}}, "cone", 0.5, 0.0),
        ({"hinge": {"angle": 0.6, "rotation": [1, 0, 0, 0]}}, "hinge", 0.6, 0.0),
        ({"spherical": {"pitch": 0.7, "yaw": 0.2}}, "spherical", 0.7, 0.2),
    ],
)
def test_limits(body, kind, angle, yaw):
    tree = strand()
    limit = {"specVersion": "1.0-draft", "limit": body}
    block(tree)["springs"][0]["joints"][0]["extensions"] = {"VRMC_springBone_limit": limit}
    found = springs(tree)[0].springs[0].joints[0].limit
    assert (found.kind, found.angle, found.yaw) == (kind, angle, yaw)


BROKEN = {
    "the node of joint 0 does not exist": lambda spring: spring["joints"][0].update(node=99),
    'joint 0: dragForce is "x"': lambda spring: spring["joints"][0].update(dragForce="x"),
    "joint 0: dragForce is": lambda spring: spring["joints"][0].update(dragForce="INF"),
    'joint 0: stiffness is "x"': lambda spring: spring["joints"][0].update(stiffness="x"),
    "joint 0: gravityDir is not 3": lambda spring: spring["joints"][0].update(gravityDir=[0, "INF", 0]),
    "it has no joints": lambda spring: spring.update(joints=[]),
    "its center is not a node": lambda spring: spring.update(center=-1),
    "collider group that does not exist": lambda spring: spring.update(colliderGroups=[4]),
}


@pytest.mark.parametrize("sentence", BROKEN)
def test_a_broken_spring_keeps_its_place_and_the_others_move(sentence):
    tree = strand(4)
    first = block(tree)["springs"][0]
    block(tree)["springs"] = [{**first, "joints": [dict(j) for j in first["joints"][:2]]}]
    block(tree)["springs"].append({"joints": [dict(j) for j in first["joints"][3:]]})
    BROKEN[sentence](block(tree)["springs"][0])
    lifted = lift(document(tree))
    assert sentence in lifted.rig.springs.springs[0].fault
    assert [finding.pointer for finding in lifted.findings] == ["/extensions/VRMC_springBone/springs/0"]
    with pytest.raises(ValueError, match="spring 0 cannot be simulated"):
        SpringSimulation(lifted.rig)
    assert SpringSimulation(lifted.rig, strict=False).joints.tolist() == [4]


@pytest.mark.parametrize(("written", "used"), [(2, 1.0), (-0.25, 0.0), (1.0000001, 1.0)])
def test_drag_out_of_range_is_clamped_for_lenient_simulations(written, used):
    tree = strand()
    block(tree)["springs"][0]["joints"][1]["dragForce"] = written
    lifted = lift(document(tree))
    (spring,) = lifted.rig.springs.springs
    assert (spring.fault, [joint.drag for joint in spring.joints[:3]]) == (None, [0.4, used, 0.4])
    pointers = ["/extensions/VRMC_springBone/springs/0/joints/1/dragForce"]
    assert [finding.pointer for finding in lifted.findings] == pointers
    with pytest.raises(
        ValueError, match=r"spring 0 cannot be simulated: joint 1: dragForce is .*strict=False"
    ):
        SpringSimulation(lifted.rig)
    lenient = SpringSimulation(lifted.rig, strict=False)
    assert (lenient.joints.tolist(), lenient.left_out, list(lenient.clamped)) == ([1, 2, 3], {}, [0])


def test_the_drag_of_the_last_joint_means_nothing():
    tree = strand()
    block(tree)["springs"][0]["joints"][3]["dragForce"] = 7
    settings, findings = springs(tree)
    assert (settings.springs[0].clamped, findings) == (None, ())


def test_a_broken_collider_is_left_out_of_its_groups():
    tree = strand()
    block(tree)["colliders"].insert(0, {"node": 99, "shape": {"sphere": {}}})
    block(tree)["colliderGroups"][0]["colliders"] = [0, 1]
    settings, findings = springs(tree)
    assert len(settings.colliders) == 1
    assert settings.groups[0].colliders == (0,)
    assert findings[0].pointer == "/extensions/VRMC_springBone/colliders/0"


def test_every_sample_file_runs_600_frames_finite(corpus):
    """The whole way: read, lift, simulate."""
    files = sorted(path for path in (corpus / "vrm").rglob("*") if path.suffix in (".vrm", ".gltf"))
    moved = 0
    for path in files:
        from pantin.formats.gltf.document import read

        rig = lift(read(path)).rig
        simulation = SpringSimulation(rig, strict=False)
        assert np.isfinite(simulation.run(1 / 60, rig.rest_pose(), 600)).all(), path
        moved += len(simulation.joints)
    assert moved > 60
