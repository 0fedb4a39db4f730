"""The tree of a skeleton, each joint below its parent; springs, each joint with what it does not share with
the one above."""

from __future__ import annotations

import io
import json

from spring_rigs import chain

from pantin.cli.streams import console
from pantin.cli.trees import CHAINS, print_skeletons, print_springs
from pantin.operations.edit.skeletons import plan_skeletons
from pantin.operations.spring_statistics import spring_statistics
from pantin.rig import Collider, Node, Skeleton, Skin, Spring, SpringJoint, SpringLimit, SpringSettings, build
from pantin.verbs.skeleton_outlines import outline_skeletons


def skeletons_of(rig, **options):
    out = io.StringIO()
    print_skeletons("x.glb", outline_skeletons(rig, plan_skeletons(rig, **options)), console(out))
    return out.getvalue().splitlines()


def test_joints_promoted_nodes_and_skins_are_named():
    nodes = [Node("hips"), Node("spine", 0), Node(None, 1), Node("tail\n", 0)]
    rig = build(nodes=nodes, skins=[Skin([0, 2]), Skin([3])])
    assert skeletons_of(rig, merge="touching") == [
        "x.glb: 1 skeleton",
        "",
        "skeleton 0: 4 joints, skins: 0, 1",
        '└── node 0 "hips"  skin 0 joint 0',
        '    ├── node 1 "spine" promoted',
        "    │   └── node 2  skin 0 joint 1",
        '    └── node 3 "tail\\n"  skin 1 joint 0',
    ]


def test_a_skeleton_may_list_its_joints_in_any_order_and_own_nothing():
    rig = build(nodes=[Node(), Node(parent=0)], skeletons=[Skeleton([1, 0], 0, name="spare")])
    assert skeletons_of(rig)[2:] == [
        'skeleton 0 "spare": 2 joints, skins: none',
        "└── node 0",
        "    └── node 1",
    ]


def test_a_root_yet_to_be_added_is_shown():
    rig = build(nodes=[Node(), Node()], skins=[Skin([0, 1])])
    assert skeletons_of(rig, fix=True)[3] == "└── node 2 added"


def test_a_long_chain_is_not_drawn_to_its_end():
    """Each line is as long as it is deep: 100,000 joints would be 20 GB."""
    nodes = [Node(parent=index - 1) for index in range(100_000)]
    lines = skeletons_of(build(nodes=nodes, skins=[Skin([0, 99_999])]))
    assert len(lines) == 3 + 256 + 1
    assert lines[-1] == "└── … and 99,744 joints further down; --format json has all"


def springs_of(rig):
    out = io.StringIO()
    print_springs(spring_statistics(rig), console(out))
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_chains_are_trees_and_colliders_stand_by_group():
    rig = chain(2, colliders=[Collider(0, "sphere", (0, 1, 0), 0.25)], drag=0.4, hit_radius=0.02)
    assert springs_of(rig) == [
        "",
        "1 spring with 2 moving joints, 1 collider in 1 group",
        "spring 0: 2 joints, meets group 0",
        '└── node 1 "joint 0"  stiffness 1, drag 0.4, hit radius 0.02',
        '    └── node 2 "joint 1"',
        '        └── node 3 "joint 2", the end',
        "",
        "colliders",
        "group  name  collider  node  shape   at     to  radius",
        "    0  -            0     0  sphere  0 1 0      0.25",
    ]


def test_parameters_that_change_along_a_chain_are_said_again():
    nodes = [Node(), Node(None, 0, (0, 1, 0)), Node(None, 1, (0, 1, 0))]
    limit = SpringLimit("spherical", 0.5, 0.25)
    joints = (SpringJoint(0, gravity_power=0.5), SpringJoint(1, limit=limit), SpringJoint(2))
    lines = springs_of(build(nodes=nodes, springs=SpringSettings((Spring(joints, center=0, name="hair"),))))
    assert lines[2:5] == [
        'spring 0 "hair": 2 joints, center node 0',
        "└── node 0  stiffness 1, drag 0.5, gravity 0.5 along 0 -1 0",
        "    └── node 1  stiffness 1, drag 0.5, spherical limit 28.65° and 14.32°",
    ]


def test_a_spring_at_fault_says_why():
    broken = Spring((), fault="it names a collider group that does not exist")
    lines = springs_of(build(nodes=[Node()], springs=SpringSettings((broken,))))
    assert lines[2] == "spring 0: cannot be simulated: it names a collider group that does not exist"


def test_many_chains_are_cut():
    joints = (SpringJoint(0), SpringJoint(1))
    springs = SpringSettings(tuple(Spring(joints) for _ in range(CHAINS + 3)))
    assert springs_of(build(nodes=[Node(), Node(None, 0)], springs=springs))[-1] == (
        "… and 3 more; --all shows them"
    )


def test_inspect_shows_them(pantin, models):
    """As text, and as JSON for programs."""
    nodes = [{"children": [1]}, {"translation": [0, 1, 0]}]
    block = {"specVersion": "1.0", "springs": [{"name": "tail", "joints": [{"node": 0}, {"node": 1}]}]}
    tree = {"asset": {"version": "2.0"}, "nodes": nodes, "extensionsUsed": ["VRMC_springBone"]}
    tree["extensions"] = {"VRMC_springBone": block}
    (models / "tail.gltf").write_text(json.dumps(tree))
    assert 'spring 0 "tail": 1 joint' in pantin("inspect", "tail.gltf", "--section", "springs").out
    found = json.loads(pantin("inspect", "tail.gltf", "--format", "json").out)["rig"]["springs"]
    assert (found["joints"], found["springs"][0]["end"]) == (1, 1)


def test_a_long_spring_is_not_drawn_to_its_end():
    lines = springs_of(chain(300))
    assert lines[-1].endswith("… and 44 joints further down; --format json has all")
