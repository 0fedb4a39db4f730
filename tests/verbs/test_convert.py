"""VRM 0.x to 1.0: the same model rotated by 180°, at rest, in poses and in every expression."""

from __future__ import annotations

import json

import numpy as np
import pytest
from avatars import FACE, avatar0, index_of
from three_vrm import ask

import pantin
from pantin.cli.exit import Exit
from pantin.cli.run import run
from pantin.formats.gltf.repack import to_glb
from pantin.formats.gltf.save import to_bytes
from pantin.verbs.migrate import migrate

TURN = np.array([-1.0, 1.0, -1.0])
SAME = 1e-6


def old_avatar():
    groups = [
        {"name": "Joy", "presetName": "joy", "binds": [{"mesh": 0, "index": 1, "weight": 80}]},
        {
            "name": "Grin",
            "presetName": "unknown",
            "binds": [{"mesh": 0, "index": 0, "weight": 50}],
            "isBinary": True,
        },
    ]
    springs = {
        "boneGroups": [
            {
                "bones": [index_of("leftHand")],
                "stiffiness": 0.5,
                "gravityPower": 0.7,
                "gravityDir": {"x": 0.6, "y": -0.8, "z": 0.3},
                "dragForce": 0.3,
                "hitRadius": 0.02,
                "center": -1,
                "colliderGroups": [0],
            }
        ],
        "colliderGroups": [
            {
                "node": index_of("leftLowerArm"),
                "colliders": [{"offset": {"x": 0.1, "y": 0.02, "z": 0.03}, "radius": 0.05}],
            }
        ],
    }
    tree = avatar0(blendShapeMaster={"blendShapeGroups": groups}, secondaryAnimation=springs)
    tree["extensions"]["VRM"]["materialProperties"][0] |= {
        "shader": "VRM/MToon",
        "floatProperties": {"_BlendMode": 1, "_Cutoff": 0.4, "_OutlineWidthMode": 1, "_OutlineWidth": 0.3},
        "vectorProperties": {"_Color": [0.5, 1, 1, 1], "_ShadeColor": [0.5, 0, 0, 1]},
    }
    return pantin.load(json.dumps(tree).encode(), name="old.gltf")


def vertices(rig, pose):
    return np.concatenate([np.asarray(mesh.positions, np.float64) for mesh in pantin.deform(rig, pose)])


def assert_turned(old, new, rng):
    """Every rotation and expression of the one gives the other, turned."""
    for number in range(4):
        poses = [old.rest_pose(), new.rest_pose()]
        if number:
            for node in old.character.humanoid.values():
                turn = np.append(rng.normal(size=3) * 0.2, 1.0)
                poses = [pose.with_local(node, rotation=turn / np.linalg.norm(turn)) for pose in poses]
        assert vertices(new, poses[1]) == pytest.approx(vertices(old, poses[0]) * TURN, abs=SAME)
    for expression in old.character.expressions:
        poses = [rig.rest_pose().with_expression(expression.name, 0.9) for rig in (old, new)]
        assert vertices(new, poses[1]) == pytest.approx(vertices(old, poses[0]) * TURN, abs=SAME)


def assert_springs_alike(old, new):
    """The same joints at the same places, turned, after two seconds of hanging."""
    for rig in (old, new):
        assert all(spring.fault is None for spring in rig.springs.springs)
    one, two = (pantin.SpringSimulation(rig) for rig in (old, new))
    count = len(old.nodes)
    first, second = one.settle(2.0), two.settle(2.0)
    world = [pantin.motion.world_transforms(pose.rig, pose)[:count, :, 3] for pose in (first, second)]
    assert world[1] == pytest.approx(world[0] * TURN, abs=SAME)


def test_the_model_is_the_same_turned_by_half():
    old = old_avatar()
    new = migrate(old)
    assert (new.rig.character.version, new.rig.character.faces_back) == ("1.0", False)
    assert_turned(old.rig, new.rig, np.random.default_rng(1))
    assert_springs_alike(old.rig, new.rig)
    assert not new.report.errors


def test_zeros_that_are_turned_have_no_sign():
    """Gravity straight down stays so; −0.0 would be equal, but other bytes."""
    springs = {"boneGroups": [{"bones": [index_of("leftHand")], "gravityDir": {"x": 0, "y": -1, "z": 0}}]}
    tree = avatar0(secondaryAnimation=springs)
    new = migrate(pantin.load(json.dumps(tree).encode(), name="old.gltf"))
    (spring,) = new.document.tree["extensions"]["VRMC_springBone"]["springs"]
    assert [str(number) for number in spring["joints"][0]["gravityDir"]] == ["0.0", "-1.0", "0.0"]


def test_a_gaze_meets_the_same_point_turned():
    old = old_avatar()
    new = migrate(old).rig
    point = np.array([0.4, 1.9, -2.0])
    one, two = old.rig.rest_pose().with_look_at(point), new.rest_pose().with_look_at(point * TURN)
    left, head = index_of("leftEye"), index_of("head")
    assert two.rotations[left] == pytest.approx(one.rotations[left], abs=1e-9)
    assert two.rotations[head] == pytest.approx(one.rotations[head])


def test_licences_never_become_looser():
    """What VRM 0.x allows crosses; what it did not say is the strictest."""
    meta = migrate(old_avatar()).rig.character.meta
    assert meta == {
        "name": "Ada",
        "version": "1",
        "authors": ["Grace"],
        "licenseUrl": "https://vrm.dev/licenses/1.0/",
        "avatarPermission": "everyone",
        "allowExcessivelyViolentUsage": False,
        "allowExcessivelySexualUsage": False,
        "commercialUsage": "personalProfit",
        "allowPoliticalOrReligiousUsage": False,
        "allowAntisocialOrHateUsage": False,
        "creditNotation": "required",
        "allowRedistribution": False,
        "modification": "prohibited",
        "otherLicenseUrl": "https://creativecommons.org/licenses/by/4.0/",
    }
    silent = avatar0(meta={})
    strict = migrate(pantin.load(json.dumps(silent).encode(), name="a.gltf")).rig.character.meta
    assert (strict["avatarPermission"], strict["commercialUsage"]) == ("onlyAuthor", "personalNonProfit")
    assert strict["authors"] == ["unknown"]


def test_materials_are_mtoon_in_linear_light():
    material = migrate(old_avatar()).document.tree["materials"][0]
    mtoon = material["extensions"]["VRMC_materials_mtoon"]
    half = 0.21404114048223255  # of sRGB 0.5
    assert mtoon["shadeColorFactor"] == pytest.approx([half, 0, 0])
    assert material["pbrMetallicRoughness"]["baseColorFactor"] == pytest.approx([half, 1, 1, 1])
    assert (mtoon["outlineWidthMode"], mtoon["outlineWidthFactor"]) == (
        "worldCoordinates",
        pytest.approx(0.003),
    )
    assert (material["alphaMode"], material["alphaCutoff"]) == ("MASK", 0.4)


def test_the_report_lists_permissions_and_what_was_dropped(tmp_path):
    old = old_avatar()
    old.document.set("/extensions/VRM/humanoid/armStretch", 0.05)
    report = pantin.save(migrate(old), tmp_path / "new.vrm")
    rules = [finding.rule for finding in report.findings]
    assert rules.count("LOSS-VRM_LICENCE") == 1
    dropped = [finding.message for finding in report.findings if finding.rule == "LOSS-BOOKKEEPING"]
    assert "dropped bookkeeping of the file: armStretch of the humanoid" in dropped
    assert not any("licenseName" in finding.message for finding in report.findings)
    (licence,) = [finding.message for finding in report.findings if finding.rule == "LOSS-VRM_LICENCE"]
    assert licence.endswith("otherLicenseUrl https://creativecommons.org/licenses/by/4.0/")


def test_bookkeeping_is_one_line_unless_details_are_wanted(tmp_path, capsys):
    old = old_avatar()
    for name in ("armStretch", "legStretch", "feetSpacing"):
        old.document.set(f"/extensions/VRM/humanoid/{name}", 0.05)
    pantin.save(old, tmp_path / "old.vrm")
    command = ["convert", str(tmp_path / "old.vrm"), str(tmp_path / "new.vrm"), "--vrm", "1"]
    counts = []
    for option in ([], ["--verbose"], ["--format", "json"]):
        assert run([*command, *option]) == Exit.CLEAN
        printed = capsys.readouterr()
        counts.append((printed.out + printed.err).count("LOSS-BOOKKEEPING"))
    assert counts == [1, 3, 3]


CC = "https://creativecommons.org/"


@pytest.mark.parametrize(
    ("meta", "address", "dropped"),
    [
        ({"licenseName": "CC0"}, f"{CC}publicdomain/zero/1.0/", []),
        ({"licenseName": "CC_BY_NC_SA"}, f"{CC}licenses/by-nc-sa/4.0/", []),
        ({"licenseName": "CC_BY", "otherLicenseUrl": "http://a"}, "http://a", ["licenseName CC_BY"]),
        ({"licenseName": "CC_BY", "otherPermissionUrl": "http://p"}, "http://p", ["licenseName CC_BY"]),
        ({"licenseName": "Other", "otherLicenseUrl": "http://a"}, "http://a", []),
        ({"licenseName": "Other"}, None, ["licenseName Other"]),
        ({"licenseName": "Redistribution_Prohibited"}, None, []),
        ({"licenseName": "MIT"}, None, ["licenseName MIT"]),
        ({}, None, []),
    ],
    ids=str,
)
def test_the_licence_is_kept_as_an_address(tmp_path, meta, address, dropped):
    """The pages that README.md of VRM 0.0 gives for each name; conditions beside them are not lost for it."""
    new = migrate(pantin.load(json.dumps(avatar0(meta=meta)).encode(), name="a.gltf"))
    assert new.rig.character.meta.get("otherLicenseUrl") == address
    assert new.rig.character.meta["allowRedistribution"] is False
    messages = [
        finding.message
        for finding in pantin.save(new, tmp_path / "new.vrm").findings
        if finding.rule == "LOSS-VRM_MIGRATION"
    ]
    assert messages == [f"dropped {name}: VRM 1.0 has no counterpart" for name in dropped]


def without(*bones):
    tree = avatar0()
    listed = tree["extensions"]["VRM"]["humanoid"]["humanBones"]
    listed[:] = [bone for bone in listed if bone["bone"] not in bones]
    return tree


def test_bones_that_vrm_1_requires_are_named(tmp_path):
    old = pantin.load(json.dumps(without("head", "leftHand", "neck")).encode(), name="a.gltf")
    findings = pantin.save(migrate(old), tmp_path / "new.vrm").findings
    (invalid,) = [finding for finding in findings if finding.rule == "LOSS-VRM_INVALID"]
    assert invalid.severity == "error"
    assert invalid.message == "the new file breaks VRM-HB001: the humanoid has no head, leftHand"


def test_bones_that_vrm_1_does_not_accept_without_their_parent_are_dropped(tmp_path):
    """0.x lets a finger begin at its second segment; its thumb is counted from another joint."""
    tree = without()
    count = len(tree["nodes"])
    for name in ("leftIndexIntermediate", "leftIndexDistal", "leftThumbIntermediate"):
        tree["extensions"]["VRM"]["humanoid"]["humanBones"].append({"bone": name, "node": len(tree["nodes"])})
        tree["nodes"].append({"name": name})
    tree["nodes"][index_of("leftHand")]["children"] = list(range(count, count + 3))
    new = migrate(pantin.load(json.dumps(tree).encode(), name="a.gltf"))
    messages = [finding.message for finding in pantin.save(new, tmp_path / "new.vrm").findings]
    assert not new.report.errors
    for bone, parent in (
        ("leftThumbProximal", "leftThumbMetacarpal"),
        ("leftIndexIntermediate", "leftIndexProximal"),
        ("leftIndexDistal", "leftIndexIntermediate"),
    ):
        assert f"dropped {bone} without {parent}: VRM 1.0 has no counterpart" in messages


def test_other_files_are_refused(tmp_path):
    new = migrate(old_avatar())
    with pytest.raises(ValueError, match=r"is a VRM 1\.0 already"):
        migrate(new)
    with pytest.raises(ValueError, match="is not a VRM"):
        pantin.convert("examples/arm.glb", tmp_path / "a.vrm", vrm="1")
    with pytest.raises(ValueError, match=r"VRM 1\.0 is the version that Pantin writes"):
        pantin.convert("examples/arm.glb", tmp_path / "a.vrm", vrm="0")


def test_public_files(corpus):
    """Those of VRM 0.x in the corpus: Godette, and a tiny one with a spring."""
    for name in ("Godette_vrm_v4.vrm", "usd-vrm-plugins/vrm0_frontbake.vrm"):
        old = pantin.load(corpus / "vrm" / name)
        new = migrate(old)
        if "head" in old.rig.character.humanoid:
            assert_turned(old.rig, new.rig, np.random.default_rng(2))
            assert not new.report.errors
        assert_springs_alike(old.rig, new.rig)


def test_three_vrm_loads_it(corpus):
    assets = [old_avatar(), pantin.load(corpus / "vrm" / "Godette_vrm_v4.vrm")]
    requests = [
        {"glb": bytes(to_bytes(to_glb(migrate(asset).document).document)), "expressions": {"happy": 1.0}}
        for asset in assets
    ]
    for asset, answer in zip(assets, ask(requests), strict=True):
        assert answer["meta"] == "1", answer
        pose = asset.rig.rest_pose().with_expression("happy", 1.0)
        for instance, weights in zip(asset.rig.instances, pose.blend, strict=True):
            theirs = answer["influences"].get(str(instance.node))
            assert theirs is None or np.abs(weights - theirs).max() < SAME
    assert FACE in [instance.node for instance in assets[0].rig.instances]


def test_properties_of_mtoon_that_vrm_1_does_not_have_are_listed(tmp_path):
    """Those with an effect: a rate of 1 receives all shadow, as VRM 1.0 does."""
    tree = json.loads(json.dumps(old_avatar().document.tree))
    floats = tree["extensions"]["VRM"]["materialProperties"][0]["floatProperties"]
    floats |= {"_ReceiveShadowRate": 0.5, "_ShadingGradeRate": 1, "_ZWrite": 1, "_Sparkle": 2}
    asset = pantin.load(json.dumps(tree).encode(), name="old.gltf")
    lost = pantin.save(migrate(asset), tmp_path / "new.gltf").findings
    where = "/extensions/VRM/materialProperties/0/floatProperties/"
    assert [finding.pointer for finding in lost if (finding.pointer or "").startswith(where)] == [
        f"{where}_ReceiveShadowRate",
        f"{where}_Sparkle",
    ]
