"""The tree of a skeleton, each joint below its parent."""

from __future__ import annotations

import io

from pantin.cli.skeleton_trees import print_trees
from pantin.cli.streams import console
from pantin.operations.edit.skeletons import plan_skeletons
from pantin.rig import Node, Skeleton, Skin, build
from pantin.verbs.skeleton_outlines import outline_skeletons


def printed(rig, **options):
    out = io.StringIO()
    print_trees("x.glb", outline_skeletons(rig, plan_skeletons(rig, **options)), console(out))
    return out.getvalue().splitlines()


def test_joints_promoted_nodes_and_skins_are_named():
    nodes = [Node("hips"), Node("spine", 0), Node(None, 1), Node("tail\n", 0)]
    rig = build(nodes=nodes, skins=[Skin([0, 2]), Skin([3])])
    assert printed(rig, merge="touching") == [
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
    assert printed(rig)[2:] == [
        'skeleton 0 "spare": 2 joints, skins: none',
        "└── node 0",
        "    └── node 1",
    ]


def test_a_root_yet_to_be_added_is_shown():
    rig = build(nodes=[Node(), Node()], skins=[Skin([0, 1])])
    assert printed(rig, fix=True)[3] == "└── node 2 added"


def test_a_long_chain_is_not_drawn_to_its_end():
    """Each line is as long as it is deep: 100,000 joints would be 20 GB."""
    nodes = [Node(parent=index - 1) for index in range(100_000)]
    lines = printed(build(nodes=nodes, skins=[Skin([0, 99_999])]))
    assert len(lines) == 3 + 256 + 1
    assert lines[-1] == "└── … and 99,744 joints further down; --format json has all"
