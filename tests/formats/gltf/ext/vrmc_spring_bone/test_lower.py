"""Springs written into a document come back as they were, and nothing else of it changes."""

import json

import numpy as np
import pytest
from spring_files import block, document, found, strand
from spring_rigs import everything

from pantin.formats.gltf.ext.vrmc_spring_bone.lower import lower, strip
from pantin.formats.gltf.lift import lift
from pantin.rig import Collider, ColliderGroup, Spring, SpringJoint, SpringLimit, SpringSettings

PLAIN = {key: value for key, value in strand().items() if not key.startswith("extensions")}


def same(a, b):
    if hasattr(a, "__struct_fields__"):
        return type(a) is type(b) and all(same(getattr(a, k), getattr(b, k)) for k in a.__struct_fields__)
    if isinstance(a, tuple) and a and hasattr(a[0], "__struct_fields__"):
        return len(a) == len(b) and all(map(same, a, b))
    return a is b or np.array_equal(np.asarray(a), np.asarray(b))


FULL = SpringSettings(
    (
        Spring(
            (
                SpringJoint(
                    1, 0.1, 0.2, 0.3, (0, 0, 1), 0.5, SpringLimit("spherical", 0.5, 0.25, (0, 1, 0, 0))
                ),
                SpringJoint(2, limit=SpringLimit("cone", 1.0)),
                SpringJoint(3),
            ),
            (0,),
            0,
            "hair",
        ),
    ),
    (
        Collider(0, "sphere", (1, 2, 3), 0.5),
        Collider(0, "capsule", (1, 2, 3), 0.5, (4, 5, 6)),
        Collider(1, "capsule", (1, 2, 3), 0.5, (4, 5, 6), inside=True),
        Collider(1, "plane", (1, 2, 3), normal=(0, 1, 0)),
    ),
    (ColliderGroup((0, 2), "a"), ColliderGroup((1, 3))),
)


def test_settings_come_back_as_they_were():
    made = document(PLAIN)
    lower(made, FULL)
    back = lift(document(made.tree)).rig.springs
    assert same(back.groups, FULL.groups)
    assert same(back.colliders[0], FULL.colliders[0])
    assert same(back.springs[0].joints[0], FULL.springs[0].joints[0])
    assert [one.shape for one in back.colliders] == [one.shape for one in FULL.colliders]
    assert (back.springs[0].center, back.springs[0].name, back.springs[0].groups) == (0, "hair", (0,))


def test_what_is_written_breaks_no_rule():
    made = document(PLAIN)
    lower(made, FULL)
    assert set(found(made.tree)) == {"VRM-SB024"}  # the second group is used by no spring, on purpose
    assert set(made.tree["extensionsUsed"]) == {
        "VRMC_springBone",
        "VRMC_springBone_extended_collider",
        "VRMC_springBone_limit",
    }


def test_the_rest_of_the_text_keeps_its_bytes():
    made = document(PLAIN)
    before = made.text.decode()
    lower(made, FULL)
    after = made.new_text().decode()
    assert before[1:-1] in after
    assert json.loads(after)["nodes"] == PLAIN["nodes"]


def test_springs_are_replaced_by_those_written():
    made = document(strand())
    lower(made, FULL)
    assert len(block(made.tree)["colliders"]) == 4


def stripped(given):
    return strip(given, lift(given).rig)


def test_stripping_leaves_the_file_as_it_was_without_springs():
    made = document(strand())
    assert stripped(made)
    assert made.tree == PLAIN
    assert not stripped(document(PLAIN))


def test_stripping_keeps_other_extensions():
    tree = strand()
    tree["extensions"]["OTHER_one"] = {}
    tree["extensionsUsed"].append("OTHER_one")
    made = document(tree)
    stripped(made)
    assert made.tree["extensions"] == {"OTHER_one": {}}
    assert made.tree["extensionsUsed"] == ["OTHER_one"]


def test_what_vrm_1_cannot_say_is_refused():
    with pytest.raises(ValueError, match="ends in a point"):
        lower(document(PLAIN), SpringSettings((Spring((SpringJoint(1),), end=(0, 1, 0)),)))
    with pytest.raises(ValueError, match="node is 40, out of range"):
        lower(document(PLAIN), SpringSettings((Spring((SpringJoint(40),)),)))
    with pytest.raises(ValueError, match="cannot be written: broken"):
        lower(document(PLAIN), SpringSettings((Spring((), fault="broken"),)))


def test_random_settings_survive():
    rig = everything(0, limits=True)
    springs = tuple(spring for spring in rig.springs.springs if spring.end is None)
    settings = SpringSettings(springs, rig.springs.colliders, rig.springs.groups)
    tree = {"asset": {"version": "2.0"}, "nodes": [{} for _ in range(len(rig.nodes))]}
    made = document(tree)
    lower(made, settings)
    back = lift(document(made.tree)).rig.springs
    assert len(back.springs) == len(springs)
    for a, b in zip(settings.springs, back.springs, strict=True):
        for first, second in zip(a.joints[:-1], b.joints[:-1], strict=True):
            assert np.allclose(first.gravity_dir, second.gravity_dir)
            assert (first.node, first.stiffness, first.drag) == (second.node, second.stiffness, second.drag)


@pytest.mark.parametrize("value", [None, 1, True, "x", {}], ids=repr)
def test_springs_come_out_of_a_file_whose_lists_are_none(value):
    made = document(strand() | {"extensionsUsed": value})
    assert stripped(made)
    assert "extensions" not in made.tree
    assert not stripped(document(strand() | {"extensions": value}))


@pytest.mark.parametrize(
    "settings",
    [
        SpringSettings((Spring((SpringJoint(-1), SpringJoint(1))),)),
        SpringSettings((Spring((SpringJoint(0), SpringJoint(77))),)),
        SpringSettings((Spring((SpringJoint(0, stiffness=np.nan), SpringJoint(1))),)),
        SpringSettings((Spring((SpringJoint(0), SpringJoint(1)), groups=(0,)),)),
        SpringSettings(colliders=(Collider(0, radius=-1.0),)),
        SpringSettings(groups=(ColliderGroup((3,)),)),
    ],
)
def test_settings_that_no_rig_may_have_are_not_written(settings):
    given = document(PLAIN)
    with pytest.raises(ValueError, match=r"spring|collider"):
        lower(given, settings)
    assert given.tree == PLAIN
