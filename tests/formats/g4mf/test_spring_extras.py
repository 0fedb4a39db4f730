"""Springs and colliders in the extras of a document: VRM → G4MF → glTF keeps them (VRMC_springBone 1.0)."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pantin
from pantin.formats.g4mf.lower import lower
from pantin.formats.g4mf.save import to_bytes
from pantin.rig import (
    Collider,
    ColliderGroup,
    Node,
    Spring,
    SpringJoint,
    SpringLimit,
    SpringSettings,
    build,
)

numbers = st.floats(0, 10, allow_nan=False)
vectors = st.tuples(*[st.floats(-5, 5, allow_nan=False)] * 3)
limits = st.builds(
    SpringLimit, st.sampled_from(["cone", "hinge", "spherical"]), st.floats(0, 3), st.floats(0, 1)
)
NODES = 6


@st.composite
def settings(draw):
    nodes = st.integers(0, NODES - 1)
    colliders = draw(
        st.lists(
            st.builds(
                Collider,
                nodes,
                st.sampled_from(["sphere", "capsule", "plane"]),
                vectors,
                numbers,
                vectors,
                st.just((0.0, 1.0, 0.0)),
                st.booleans(),
            ),
            max_size=4,
        )
    )
    members = st.lists(st.integers(0, max(len(colliders) - 1, 0)), max_size=3 if colliders else 0)
    groups = draw(st.lists(st.builds(ColliderGroup, members.map(tuple), st.none() | st.text()), max_size=2))
    joints = st.builds(
        SpringJoint,
        nodes,
        numbers,
        numbers,
        numbers,
        vectors,
        st.floats(0, 1),
        st.none() | limits,
    )
    springs = draw(
        st.lists(
            st.builds(
                Spring,
                st.lists(joints, min_size=1, max_size=3).map(tuple),
                st.lists(st.integers(0, max(len(groups) - 1, 0)), max_size=2 if groups else 0).map(tuple),
                st.none() | nodes,
                st.none() | st.text(),
                st.none() | vectors,
                st.none() | st.just("it has no joints"),
                st.booleans(),
                st.none() | st.just("drag"),
            ),
            max_size=3,
        )
    )
    return SpringSettings(tuple(springs), tuple(colliders), tuple(groups))


def facts(value):
    """All fields of springs, as plain values."""
    if hasattr(value, "__struct_fields__"):
        return {name: facts(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, tuple | list | np.ndarray):
        return [facts(entry) for entry in value]
    return float(value) if isinstance(value, np.floating) else value


@given(settings())
def test_every_spring_comes_back_with_its_nodes(springs):
    """The first node is moved, so that the document gets a root of its own and all nodes another index."""
    nodes = [Node(f"n{index}", index - 1, translation=(1, 0, 0)) for index in range(NODES)]
    rig = build(nodes=nodes, springs=springs)
    back = pantin.load(to_bytes(lower(rig).document), name="x.g4b").rig
    moved = [back.nodes.names.index(f"n{index}") for index in range(NODES)]

    def renumbered(spring):
        joints = tuple(joint.replace(node=moved[joint.node]) for joint in spring.joints)
        return spring.replace(joints=joints, center=None if spring.center is None else moved[spring.center])

    stored = rig.springs
    if stored.springs or stored.colliders:
        assert facts(back.springs.springs) == facts(tuple(map(renumbered, stored.springs)))
        expected = tuple(collider.replace(node=moved[collider.node]) for collider in stored.colliders)
        assert facts(back.springs.colliders) == facts(expected)
        assert facts(back.springs.groups) == facts(stored.groups)


@pytest.mark.parametrize(
    ("springs", "colliders", "said"),
    [
        (2, 4, "2 springs and 4 colliders"),
        (1, 1, "1 spring and 1 collider"),
        (0, 1, "1 collider"),
        (2, 0, "2 springs"),
    ],
)
def test_the_report_counts_both(tmp_path, springs, colliders, said):
    chain = Spring((SpringJoint(0), SpringJoint(1)))
    settings = SpringSettings((chain,) * springs, (Collider(0, radius=0.5),) * colliders)
    rig = build(nodes=[Node("Head"), Node("Hair", 0, translation=(0, 1, 0))], springs=settings)
    report = pantin.convert(pantin.Asset.of_rig(rig, "x.glb"), tmp_path / "x.g4b")
    assert [finding.message for finding in report.findings if finding.rule == "LOSS-G4MF_SPRING"] == [
        f"stored {said} in extras, which other readers ignore"
    ]
    assert not [finding for finding in report.findings if finding.rule == "LOSS-GEOMETRY"]
    again = pantin.load(tmp_path / "x.g4b").rig.springs
    assert (len(again.springs), len(again.colliders)) == (springs, colliders)


def test_a_vrm_that_was_g4mf_moves_its_hair_the_same_way(tmp_path):
    source = pantin.load("examples/springs/strand.glb")
    pantin.convert(source, tmp_path / "strand.g4tf")
    report = pantin.convert(tmp_path / "strand.g4tf", tmp_path / "back.glb")
    assert not [finding for finding in report.findings if "spring" in finding.message]
    before, after = (
        pantin.load(path).document.tree["extensions"]["VRMC_springBone"]
        for path in ("examples/springs/strand.glb", tmp_path / "back.glb")
    )
    names = [
        [node.get("name") for node in pantin.load(path).document.tree["nodes"]]
        for path in ("examples/springs/strand.glb", tmp_path / "back.glb")
    ]
    chains = [
        [[of[joint["node"]] for joint in spring["joints"]] for spring in block["springs"]]
        for of, block in zip(names, (before, after), strict=True)
    ]
    assert chains[0] == chains[1]
    assert [collider["shape"] for collider in before["colliders"]] == [
        collider["shape"] for collider in after["colliders"]
    ]


@pytest.mark.parametrize(
    "broken",
    [
        3,
        [],
        {"springs": {}},
        {"springs": [{"joints": [{"node": 99}]}]},
        {"springs": [{"joints": [{"node": "a"}]}]},
        {"springs": [{"joints": [{"node": 0, "drag": 2}]}]},
        {"colliders": [{"node": 0, "shape": "cube"}]},
        {"colliders": [{"node": 0, "offset": [1, 2]}]},
        {"groups": [{"colliders": [0]}]},
        {"springs": [{"joints": [{"node": 1e400}]}]},
    ],
)
def test_other_springs_in_extras_are_reported_and_skipped(broken):
    tree = {
        "asset": {"dimension": 3},
        "nodes": [{"children": [1]}, {"name": "a"}],
        "extras": {"pantin": {"springs": broken}},
    }
    data = json.dumps(tree, indent="\t").replace("Infinity", "1e400").encode() + b"\n"
    asset = pantin.load(data, name="x.g4tf")
    assert asset.rig.springs.springs == asset.rig.springs.colliders == ()
    assert [finding.rule for finding in asset.lifted.findings] == ["G4MF-LIFT-001"]
