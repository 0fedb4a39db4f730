"""Chains in the node tree: which joint is named, and that long files take linear time."""

from spring_files import JOINT, block, found, strand

AT = "/extensions/VRMC_springBone/springs"


def joints(*nodes):
    return [{"node": node, **JOINT} for node in nodes[:-1]] + [{"node": nodes[-1]}]


def springs(tree, *chains):
    block(tree)["springs"] = [{"joints": joints(*nodes), "colliderGroups": [0]} for nodes in chains]
    return tree


def test_the_lower_joint_is_named_where_the_order_is_wrong():
    assert found(springs(strand(4), (1, 3, 2)), "VRM-SB050") == {"VRM-SB050": [f"{AT}/0/joints/2"]}


def test_every_joint_of_the_second_spring_that_the_first_has():
    answer = found(springs(strand(4), (1, 2, 3), (2, 3, 4)), "VRM-SB052")
    assert answer == {"VRM-SB052": [f"{AT}/1/joints/0/node", f"{AT}/1/joints/1/node"]}


def test_the_example_of_the_specification_for_implicit_duplicates():
    """a-(b)-c and b-(c)-e: b is skipped by the first, c by the second."""
    answer = found(springs(strand(4), (1, 3), (2, 5)), "VRM-SB053")
    assert answer == {"VRM-SB053": [f"{AT}/0/joints/1", f"{AT}/1/joints/1"]}


def test_a_short_bone_is_measured_through_skipped_nodes():
    tree = springs(strand(3), (1, 3))
    tree["nodes"][2]["translation"], tree["nodes"][3]["translation"] = [0, 1, 0], [0, -1, 0]
    assert found(tree, "VRM-SB056") == {"VRM-SB056": [f"{AT}/0/joints/0"]}


def test_a_bone_that_only_the_file_has_long_is_short():
    tree = strand(2)
    tree["nodes"][0]["scale"] = [1e-5] * 3
    assert found(tree, "VRM-SB056") == {"VRM-SB056": [f"{AT}/0/joints/0", f"{AT}/0/joints/1"]}


def test_a_loop_of_nodes_is_a_finding_and_no_hang():
    tree = strand(3)
    tree["nodes"][4]["children"] = [1]
    assert "VRM-SB062" in found(tree)


def test_many_springs_over_one_long_chain_take_linear_time():
    """2,000 springs that each skip 2,000 nodes: four million steps if each gap were walked."""
    tree = springs(strand(2000), *[(1, 2000)] * 2000)
    assert len(found(tree, "VRM-SB052")["VRM-SB052"]) == 2 * 1999
