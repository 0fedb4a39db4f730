"""Posing in the page by an artist: angles, undo, findings, in a real browser."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from page_tab import STILL, vertices

import pantin
from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.gltf.ext.vrmc_spring_bone.lower import lower
from pantin.formats.gltf.new import write
from pantin.maths import quaternion
from pantin.motion import solve_constraints
from pantin.rig import (
    Collider,
    ColliderGroup,
    Constraint,
    Node,
    Scene,
    Spring,
    SpringJoint,
    SpringSettings,
    build,
)
from pantin.verbs.asset import Asset

EXAMPLES = Path(__file__).parents[2] / "examples"
TYPED = "#turns .slider:not([hidden]) input[type=number]"
SLIDERS = "#turns .slider:not([hidden]) input[type=range]"


def angles(tab):
    return [float(tab.locator(TYPED).nth(axis).input_value()) for axis in range(3)]


def test_angles_stay_as_they_were_set(opened, arm):
    """Past 90° of y the other triple of the same rotation would be shown, and each input would round."""
    tab = opened(arm, at=STILL)
    tab.click('#tree [data-node="1"]')
    tab.locator(TYPED).nth(0).fill("12.25")
    tab.locator(TYPED).nth(2).fill("-33.5")
    for degrees in (79, 92, 110, 179):
        tab.locator(SLIDERS).nth(1).fill(str(degrees))
        assert angles(tab) == [12.25, degrees, -33.5]
    tab.click('#tree [data-node="0"]')
    tab.click('#tree [data-node="1"]')
    assert angles(tab) == [12.25, 179, -33.5]
    x, y, z = np.radians([12.25, 179, -33.5]) / 2
    turns = [(np.sin(x), 0, 0, np.cos(x)), (0, np.sin(y), 0, np.cos(y)), (0, 0, np.sin(z), np.cos(z))]
    whole = turns[0]
    for turn in turns[1:]:
        whole = product(whole, turn)
    rotation = tab.evaluate("window.pantin.store.editOf(1).rotation")
    assert abs(np.dot(rotation, whole)) == pytest.approx(1, abs=1e-9)


def product(a, b):
    """Of quaternions xyzw (Hamilton)."""
    (ax, ay, az, aw), (bx, by, bz, bw) = a, b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def test_every_change_of_the_pose_can_be_undone(opened, arm):
    tab = opened(arm, at=STILL)
    rest = vertices(tab, 3)
    tab.click('#tree [data-node="1"]')
    tab.locator(SLIDERS).nth(0).fill("40")
    bent = vertices(tab, 3)
    tab.keyboard.press("R")
    assert vertices(tab, 3) == pytest.approx(rest)
    tab.focus("#view")
    tab.keyboard.press("Control+z")
    assert vertices(tab, 3) == pytest.approx(bent)
    tab.keyboard.press("Control+z")
    assert vertices(tab, 3) == pytest.approx(rest)
    tab.keyboard.press("Control+z")
    assert "Nothing to undo" in tab.inner_text("#toast")
    tab.keyboard.press("Control+Shift+z")
    assert vertices(tab, 3) == pytest.approx(bent)


def many_findings():
    """The arm with a material, a texture and clips that break rules, one of them a thousand times."""
    asset = pantin.load(EXAMPLES / "arm.glb")
    document = asset.document
    for index in range(1200):
        document.append("/nodes", {"name": f"extra {index}", "camera": 99})
    document.set("/materials", [{"alphaCutoff": 0.5, "alphaMode": "OPAQUE"}])
    return asset.copy()


def test_findings_have_true_counts_and_are_filtered(opened):
    asset = many_findings()
    counts = {}
    for finding in asset.report.findings:
        counts[finding.rule] = counts.get(finding.rule, 0) + 1
    assert max(counts.values()) > 500
    tab = opened(asset, at=STILL + "&tab=findings")
    heads = tab.locator("#findings .rule").all_inner_texts()
    listed = {text.split(" · ")[0]: int(text.split(" · ")[1].split()[0]) for text in heads}
    assert listed == counts
    severities = {finding.severity for finding in asset.report.findings}
    for severity in severities:
        tab.click(f"#findings [data-severity={severity}]")
        assert tab.locator(f"#findings .group.{severity}:visible").count() == 0
        tab.click(f"#findings [data-severity={severity}]")
    assert tab.inner_text("#finding-count") == "999+"


def test_findings_about_materials_and_clips_lead_there(opened):
    asset = many_findings()
    clip = asset.document.tree["animations"][0]
    output = clip["samplers"][0]["output"]
    asset.document.set(f"/accessors/{output}/min", [0.0])
    asset = asset.copy()
    tab = opened(asset, at=STILL + "&tab=findings")
    tab.evaluate("document.querySelectorAll('#findings details').forEach((one) => { one.open = true })")
    tab.wait_for_selector("#findings [data-material]")
    tab.locator("#findings [data-material]").first.click()
    assert tab.is_visible("#materials .material.marked")
    tab.click("[data-tab=findings]")
    tab.locator("#findings [data-clip]").first.click()
    assert tab.evaluate("window.pantin.store.state.clip") == 0


def steps_of_the_page(tab, count):
    """Rotations of all nodes after each step of the page's springs, from the pose of the state."""
    return tab.evaluate(
        """(count) => {
            const { objects, springs, model, store } = window.pantin;
            springs.reset();
            const out = [];
            for (let step = 0; step < count; step++) {
                objects.pose();
                springs.step(1 / 60, store.state.edits);
                out.push(model.nodes.map((node) => node.quaternion.toArray()));
            }
            return out;
        }""",
        count,
    )


def with_colliders():
    """A strand from a tilted, scaled node between colliders of every shape, and a chain with a centre."""
    turn = (0.1, 0.2, 0.3, 0.9273618495495704)
    nodes = [Node("root", rotation=turn, scale=(1.2, 0.9, 1.1)), Node("arm", 0, (0.1, 0.1, 0.0))]
    nodes += [Node(f"a{index}", 1 if index == 0 else index + 1, (0.12, -0.2, 0.02)) for index in range(5)]
    start = len(nodes)
    nodes += [Node(f"b{index}", 0 if index == 0 else start + index - 1, (0, 0.2, 0.1)) for index in range(4)]
    colliders = (
        Collider(0, "sphere", (0.3, -0.5, 0.0), 0.2),
        Collider(1, "capsule", (0.5, -0.9, 0.1), 0.1, (0.2, -0.7, 0.0)),
        Collider(0, "plane", (0.0, -0.8, 0.0), normal=(0.0, 1.0, 0.0)),
        Collider(0, "sphere", (0.2, 0.0, 0.0), 1.0, inside=True),
    )
    first = Spring(tuple(SpringJoint(node, 0.03, 0.4, 0.5, drag=0.3) for node in range(2, 7)), (0,))
    chain = range(start, start + 4)
    second = Spring(tuple(SpringJoint(node, 0.0, 0.8, 0.2, (0.3, -0.9, 0.1)) for node in chain), center=0)
    groups = (ColliderGroup((0, 1, 2, 3)),)
    asset = Asset("springs.glb", GLTF, document=write(build(nodes=nodes, scenes=[Scene((0,))])))
    lower(asset.document, SpringSettings((first, second), colliders, groups))
    return Asset(asset.path, GLTF, document=asset.document)


def test_springs_of_the_page_move_as_those_of_pantin(opened):
    """Step for step, in the rest pose and in one that is posed by hand."""
    asset = with_colliders()
    tab = opened(asset, at=STILL)
    rig = asset.rig
    for rotation in ((0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.6, 0.8)):
        tab.evaluate("(rotation) => window.pantin.store.edit(1, { rotation })", list(rotation))
        theirs = np.array(steps_of_the_page(tab, 40))
        pose = rig.rest_pose().with_local("arm", rotation=rotation)
        springs = pantin.SpringSimulation(rig)
        springs.reset(pose)
        ours = np.array([springs.step(1 / 60, pose).rotations for _ in range(40)])
        moved = [joint for joint in range(len(rig.nodes)) if np.ptp(ours[:, joint], axis=0).max() > 1e-3]
        assert len(moved) >= 6
        assert np.abs(theirs - ours).max() < 1e-5


def test_posing_by_hand_moves_springs_and_a_switch_stops_them(opened, hanging_strand):
    tab = opened(hanging_strand, at=STILL + ",live")
    tip = "window.pantin.skeleton.positionOf(4).toArray()"
    tab.evaluate("window.pantin.store.edit(0, { rotation: [0, 0, 0.6, 0.8] })")
    tab.wait_for_function("() => !window.pantin.objects.isMoving", timeout=60_000)
    swung = np.array(tab.evaluate(tip))
    tab.click("[data-part=live]")
    tab.wait_for_function("() => !window.pantin.store.state.shown.live")
    tab.evaluate("window.pantin.vertices(0)")
    stiff = np.array(tab.evaluate(tip))
    assert np.linalg.norm(swung - stiff) > 0.05
    assert swung[1] < stiff[1]  # gravity


def test_constraints_hold_while_somebody_poses(opened):
    nodes = [
        Node("source", translation=(0, 1, 0), rotation=(0.1, 0.2, 0.3, 0.9273618495495704)),
        Node("roll", 0, (0.3, 0, 0), rotation=(0.0, 0.6, 0.0, 0.8)),
        Node("copy", translation=(1, 0, 0)),
        Node("aim", translation=(0, 0, 1), rotation=(0.5, 0.5, 0.5, 0.5)),
        Node("tip", 0, (0, 0.5, 0.2)),
    ]
    constraints = [
        Constraint(1, "roll", 0, "X", 0.7),
        Constraint(2, "rotation", 0, None, 1.0),
        Constraint(3, "aim", 4, "NegativeZ", 0.9),
    ]
    rig = build(nodes=nodes, constraints=constraints, scenes=[Scene((0, 2, 3))])
    asset = Asset("constrained.glb", GLTF, document=write(rig))
    words = {1: ("roll", "rollAxis"), 2: ("rotation", None), 3: ("aim", "aimAxis")}
    for constraint in constraints:
        kind, axis = words[constraint.node]
        held = {"source": constraint.source, "weight": constraint.weight}
        held |= {axis: constraint.axis} if axis else {}
        extension = {"specVersion": "1.0", "constraint": {kind: held}}
        asset.document.set(f"/nodes/{constraint.node}/extensions", {"VRMC_node_constraint": extension})
    asset.document.set("/extensionsUsed", ["VRMC_node_constraint"])
    asset = Asset(asset.path, GLTF, document=asset.document)
    assert len(asset.rig.constraints) == 3
    tab = opened(asset, at=STILL + ",live")
    turn = (0.36, 0.48, 0.0, 0.8)
    tab.evaluate("(rotation) => window.pantin.store.edit(0, { rotation })", list(turn))
    tab.evaluate("window.pantin.vertices(0)")
    theirs = np.array(tab.evaluate("window.pantin.model.nodes.map((node) => node.quaternion.toArray())"))
    rest = rig.rest_pose()
    pose = rest.with_local("source", rotation=quaternion.product(rest.rotations[0], turn))
    ours = solve_constraints(rig, pose).rotations
    assert np.abs((theirs * ours).sum(axis=1)) == pytest.approx(1, abs=1e-6)
