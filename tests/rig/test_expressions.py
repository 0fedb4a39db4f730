"""Expressions of a character: overrides by the text of VRMC_vrm 1.0, blend shapes and materials."""

from __future__ import annotations

import json

import numpy as np
import pytest
from avatars import FACE, SHAPES, avatar, body
from vrm_text import shown_weights

import pantin
from pantin.rig import Poses
from pantin.rig.expressions import find_expression, material_changes, output_weights
from pantin.rig.human_bones import PRESETS


def rig_of(tree):
    return pantin.load(json.dumps(tree).encode(), name="a.gltf").rig


def expressive(preset, custom=None):
    return rig_of(avatar(expressions={"preset": preset, "custom": custom or {}}))


def binds(*pairs):
    return {"morphTargetBinds": [{"node": FACE, "index": shape, "weight": weight} for shape, weight in pairs]}


def test_weights_add_up_and_start_from_0():
    """expressions.md, "MorphTarget": all are set to 0, then each expression adds its part."""
    tree = avatar(expressions={"preset": {"happy": binds((0, 0.5), (1, 1)), "sad": binds((1, 0.25))}})
    tree["meshes"][0]["weights"] = [0.3] * SHAPES
    pose = rig_of(tree).rest_pose().with_expression("happy", 0.8).with_expression("sad", 0.4)
    assert pose.blend[0].tolist() == pytest.approx([0.4, 0.8 + 0.1, 0.3, 0.3])
    calm = pose.with_expression("happy", 0)
    assert calm.blend[0].tolist() == pytest.approx([0.0, 0.1, 0.3, 0.3])


@pytest.mark.parametrize(("weight", "shown"), [(0.5, 0.0), (0.51, 1.0), (2.0, 1.0), (-1.0, 0.0)])
def test_a_binary_expression_is_shown_or_not(weight, shown):
    """expressions.md, "isBinary": a value greater than 0.5 is 1."""
    rig = expressive({"happy": binds((0, 1)) | {"isBinary": True}})
    assert rig.rest_pose().with_expression("happy", weight).blend[0][0] == shown


def test_blend_fades_and_block_stops():
    preset = {
        "happy": {"overrideBlink": "blend"},
        "sad": {"overrideMouth": "block"},
        "blink": binds((0, 1)),
        "aa": binds((1, 1)),
    }
    rig = expressive(preset)
    pose = rig.rest_pose().with_expression("blink", 0.5).with_expression("aa", 1.0)
    assert pose.with_expression("happy", 0.25).blend[0][:2].tolist() == [0.375, 1.0]
    assert pose.with_expression("sad", 0.01).blend[0][:2].tolist() == [0.5, 0.0]
    # The order of the calls does not matter: the pose remembers what it was given.
    other = rig.rest_pose().with_expression("happy", 0.25).with_expression("aa", 1.0)
    assert other.with_expression("blink", 0.5).blend[0].tolist() == pytest.approx([0.375, 1.0, 0, 0])


@pytest.mark.parametrize("seed", range(100))
def test_overrides_agree_with_the_text(seed):
    random = np.random.default_rng(seed)
    names = random.permutation(PRESETS)[: random.integers(2, len(PRESETS))].tolist()
    words = ["none", "none", "block", "blend"]
    preset = {
        name: {
            "isBinary": bool(random.random() < 0.3),
            **{
                f"override{kind}": words[int(random.integers(0, 4))] if random.random() < 0.5 else "none"
                for kind in ("Blink", "LookAt", "Mouth")
            },
        }
        for name in names
    }
    weights = {name: float(random.choice([0.0, 0.5, 1.0, random.random()])) for name in names}
    rig = expressive(preset)
    listed = [expression.name for expression in rig.character.expressions]
    given = np.array([[weights[name], 0.0] for name in listed])
    made = output_weights(rig.character.expressions, given)
    expected = shown_weights(preset, weights)
    assert made[:, 0].tolist() == pytest.approx([expected[name] for name in listed], abs=1e-15)
    assert not made[:, 1].any()


def test_a_custom_expression_of_a_presets_name_is_found_second():
    rig = expressive({"blink": {}}, {"blink": {}, "wink": {}})
    assert find_expression(rig.character, "blink") == 0
    assert find_expression(rig.character, "wink") == 2


def test_unknown_names_are_refused():
    pose = expressive({"happy": {}}).rest_pose()
    with pytest.raises(ValueError, match=r"no expression 'joy' \(it has happy\)"):
        pose.with_expression("joy", 1)
    with pytest.raises(ValueError, match="there is no expression 4: the character has 1"):
        pose.with_expression(4, 1)
    with pytest.raises(ValueError, match="must be finite, not nan"):
        pose.with_expression("happy", float("nan"))
    plain = rig_of(body())
    with pytest.raises(ValueError, match="expressions need a VRM character"):
        plain.rest_pose().with_expression("happy", 1)


def test_materials_move_from_their_base():
    """expressions.md, "MaterialColor": Base + (A.Target − Base) · A.Weight + (B.Target − Base) · B.Weight."""
    color = {"material": 0, "type": "color", "targetValue": [1, 0, 0, 1]}
    emission = {"material": 0, "type": "emissionColor", "targetValue": [0.5, 0.5, 0.5, 9]}
    moved = {"material": 1, "scale": [2, 1], "offset": [0.5, 0]}
    rig = expressive(
        {
            "happy": {"materialColorBinds": [color], "textureTransformBinds": [moved]},
            "sad": {"materialColorBinds": [color | {"targetValue": [0, 0, 1, 0]}, emission]},
        }
    )
    pose = rig.rest_pose().with_expression("happy", 0.5).with_expression("sad", 0.25)
    changes = material_changes(pose)
    assert changes[0].color("color", (0.2, 0.4, 0.6, 1.0)) == pytest.approx(
        (0.2 + 0.8 * 0.5 - 0.2 * 0.25, 0.4 - 0.4 * 0.75, 0.6 - 0.6 * 0.5 + 0.4 * 0.25, 1 - 0.25)
    )
    assert changes[0].color("emissionColor", (0, 0, 0)) == pytest.approx((0.125, 0.125, 0.125))
    assert changes[0].color("rimColor", (1, 2, 3)) == (1, 2, 3)
    assert changes[1].texture_transform((1, 1), (0, 0)) == (pytest.approx((1.5, 1)), pytest.approx((0.25, 0)))
    assert material_changes(rig.rest_pose()) == {}


def test_a_batch_keeps_the_expressions_of_its_poses():
    rig = expressive({"happy": binds((0, 1))})
    smiling = rig.rest_pose().with_expression("happy", 0.5)
    batch = Poses.stack([smiling, rig.rest_pose()])
    assert [dict(pose.expressions) for pose in batch] == [{0: 0.5}, {}]
    assert dict(batch[:1][0].expressions) == {0: 0.5}
    assert Poses.stack([rig.rest_pose()]).expressions == ()
