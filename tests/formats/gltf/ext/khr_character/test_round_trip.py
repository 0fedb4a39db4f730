"""VRM 1.0 → KHR_character → VRM 1.0: the objects of the files, compared without Pantin's rig."""

from __future__ import annotations

import base64
import json
import os
import struct
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.base.errors import Unsupported

ROOT = Path(__file__).parents[5]
AVATAR = ROOT / "examples" / "vrm" / "avatar.vrm"
OLDER = ROOT / "examples" / "vrm" / "older.vrm"
CORPUS = Path(os.environ.get("PANTIN_CORPUS") or "PANTIN_CORPUS is not set") / "vrm"


def tree_of(path: Path) -> dict:
    data = path.read_bytes()
    if data[:4] != b"glTF":
        return json.loads(data)
    length = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + length])


def vrm_of(path: Path) -> dict | None:
    try:
        tree = tree_of(path)
        json.dumps(tree, allow_nan=False)  # not JSON, and so not a sample
        return tree.get("extensions", {}).get("VRMC_vrm")
    except (ValueError, struct.error):
        return None


SAMPLES = [AVATAR, *(path for path in sorted(CORPUS.rglob("*.vrm")) if vrm_of(path))]


def rounded(value):
    """Numbers in single precision: animations have no others."""
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    if isinstance(value, float | int) and not isinstance(value, bool):
        return struct.unpack("<f", struct.pack("<f", value))[0]
    return value


def normal(vrm: dict) -> dict:
    """The object of VRMC_vrm with the defaults of its schemas; lists that mean sets are sorted."""
    bones = {name: bone["node"] for name, bone in vrm["humanoid"]["humanBones"].items()}
    flags = vrm.get("firstPerson", {}).get("meshAnnotations", [])
    made = {"meta": vrm.get("meta"), "bones": bones, "flags": {each["node"]: each["type"] for each in flags}}
    look = vrm.get("lookAt")
    if look is not None:
        kind = look.get("type", "bone")
        maps = [
            f"rangeMap{name}" for name in ("HorizontalInner", "HorizontalOuter", "VerticalDown", "VerticalUp")
        ]
        full = {"inputMaxValue": 90, "outputScale": 10 if kind == "bone" else 1}
        made["look"] = {"type": kind, **{name: {**full, **look.get(name, {})} for name in maps}}
        made["look"]["offset"] = look.get("offsetFromHeadBone", [0, 0.06, 0])
    plain = {"isBinary": False, **{f"override{name}": "none" for name in ("Blink", "LookAt", "Mouth")}}
    moved = {"scale": [1, 1], "offset": [0, 0]}
    for kind in ("preset", "custom"):
        for name, given in vrm.get("expressions", {}).get(kind, {}).items():
            whole = {**plain, **given}
            for member in ("morphTargetBinds", "materialColorBinds", "textureTransformBinds"):
                binds = whole.pop(member, [])
                fill = moved if member == "textureTransformBinds" else {}
                whole[member] = sorted(
                    json.dumps(rounded({**fill, **bind}), sort_keys=True) for bind in binds
                )
            made[f"{kind} {name}"] = whole
    return rounded(made)


def there_and_back(source: Path, folder: Path) -> tuple[Path, Path, list[str]]:
    report = pantin.convert(source, folder / "khr.glb", character="khr")
    pantin.convert(folder / "khr.glb", folder / "back.vrm", character="vrm")
    return folder / "khr.glb", folder / "back.vrm", [each.message for each in report.findings]


@pytest.mark.parametrize("source", SAMPLES, ids=lambda path: path.stem)
def test_samples_come_back(tmp_path, source):
    khr, back, _ = there_and_back(source, tmp_path)
    assert "VRMC_vrm" not in tree_of(khr)["extensionsUsed"]
    assert normal(vrm_of(back)) == normal(vrm_of(source))
    before, after = tree_of(source), tree_of(back)
    assert not [name for name in after["extensionsUsed"] if name.startswith("KHR_character")]
    assert len(after.get("animations", [])) == len(before.get("animations", []))
    checked = pantin.check(khr, draft=True)
    assert {each.rule for each in checked.errors} <= {each.rule for each in pantin.check(source).errors}
    assert "KHR-CHAR-006" not in {each.rule for each in checked.findings}
    assert hierarchy(after) == hierarchy(before)


def hierarchy(tree: dict) -> list:
    """The children of each node, and the roots of each scene."""
    scenes = [scene.get("nodes") for scene in tree.get("scenes", [])]
    return [[node.get("children") for node in tree["nodes"]], scenes]


def demanding(folder: Path) -> Path:
    """An avatar with everything that VRM 1.0 can say of expressions, gaze and the first person."""
    path = folder / "demanding.vrm"
    asset = pantin.load(AVATAR)
    rig = asset.rig
    from pantin.rig import ColorBind, Expression, LookAt, MorphBind, RangeMap, TextureTransformBind

    mesh = next(instance for instance in rig.instances if rig.meshes[instance.mesh].blend_shape_count)
    morph = MorphBind(mesh.node, 0, 0.3)
    expressions = (
        Expression("happy", morphs=(morph,), override_mouth="block", override_blink="blend"),
        Expression("aa", morphs=(MorphBind(mesh.node, 0, 1.0),)),
        Expression("blink", morphs=(MorphBind(mesh.node, 0, 0.0),), binary=True),
        Expression("neutral"),
        Expression("blush", False, colors=(ColorBind(0, "color", (1.0, 0.5, 0.5, 1.0)),)),
        Expression("glow", False, colors=(ColorBind(0, "emissionColor", (4.0, 0.0, 0.0, 1.0)),)),
        Expression("shift", False, texture_transforms=(TextureTransformBind(0, (1.0, 1.0), (0.5, 0.25)),)),
        Expression("sad", override_look_at="block"),
    )
    nodes = [instance.node for instance in rig.instances]
    flags = dict(zip(nodes, ["auto", "both", "thirdPersonOnly", "firstPersonOnly"], strict=False))
    look = LookAt("expression", (0.0, 0.1, 0.0), RangeMap(60.0, 1.0), RangeMap(50.0, 0.5))
    whole = rig.character.replace(expressions=expressions, look_at=look, first_person=flags)
    pantin.save(rig.replace(character=whole), path)
    return path


def test_everything_that_vrm_says_comes_back(tmp_path):
    source = demanding(tmp_path)
    khr, back, messages = there_and_back(source, tmp_path)
    assert normal(vrm_of(back)) == normal(vrm_of(source))
    extensions = tree_of(khr)["extensions"]
    listed = {each["expression"]: each for each in extensions["KHR_character_expression"]["expressions"]}
    assert {"happy", "aa", "blink", "blush"} <= set(listed)
    masks = listed["happy"]["extensions"]["KHR_character_expression_mask"]["masks"]
    assert {(mask["target"], mask["type"]) for mask in masks} == {("aa", "block"), ("blink", "blend")}
    # What the draft cannot say is named, and all of it is in extras.
    kept = extensions["KHR_character"]["extras"]["VRMC_vrm"]
    assert {"lookAt", "expressions"} <= set(kept)
    assert {"neutral", "sad"} <= set(kept["expressions"]["preset"])
    assert "glow" in kept["expressions"]["custom"]
    assert "happy" not in kept["expressions"]["preset"]
    assert len(messages) == len(kept)
    assert all("d0d200f" in message for message in messages)


def test_what_has_no_root_gets_one_until_it_is_a_vrm_again(tmp_path):
    """KHR_character, "Properties": the root is above all meshes, which lie beside the bones in a VRM."""
    khr, back, _ = there_and_back(AVATAR, tmp_path)
    tree = tree_of(khr)
    root = tree["extensions"]["KHR_character"]["rootNode"]
    assert root == len(tree["nodes"]) - 1
    assert tree["scenes"][0]["nodes"] == [root]
    assert set(tree["nodes"][root]) == {"name", "children"}
    assert len(tree_of(back)["nodes"]) == root
    # What refers to the root by now keeps it.
    tree["nodes"][root]["extras"] = {"note": "mine"}
    (tmp_path / "edited.gltf").write_text(json.dumps({**tree, "buffers": [inline(khr, tree)]}))
    pantin.convert(tmp_path / "edited.gltf", tmp_path / "kept.vrm", character="vrm")
    assert tree_of(tmp_path / "kept.vrm")["nodes"][root]["extras"] == {"note": "mine"}


def inline(path: Path, tree: dict) -> dict:
    """The buffer of a GLB as a data URI."""
    data = path.read_bytes()
    (length,) = struct.unpack_from("<I", data, 12)
    blob = data[28 + length :][: tree["buffers"][0]["byteLength"]]
    uri = "data:application/octet-stream;base64," + base64.b64encode(blob).decode()
    return {"byteLength": len(blob), "uri": uri}


def test_binds_to_one_property_are_one_channel(tmp_path):
    """glTF 2.0 §3.11: no two channels have the same target. Binds of VRM to one morph target add up."""
    asset = pantin.load(AVATAR)
    rig = asset.rig
    from pantin.rig import Expression, MorphBind

    node = next(each.node for each in rig.instances if rig.meshes[each.mesh].blend_shape_count)
    binds = (MorphBind(node, 0, 0.25), MorphBind(node, 0, 0.5))
    whole = rig.character.replace(expressions=(Expression("happy", morphs=binds),))
    pantin.save(rig.replace(character=whole), tmp_path / "twice.vrm")
    khr, back, _ = there_and_back(tmp_path / "twice.vrm", tmp_path)
    assert not pantin.check(khr, draft=True).errors
    shown = pantin.sample(pantin.load(khr).rig, "happy", 1.0).blend_weights
    assert max(weight for row in shown for weight in np.ravel(row)) == 0.75
    assert normal(vrm_of(back)) == normal(vrm_of(tmp_path / "twice.vrm"))


def test_scenes_that_share_no_root_get_none(tmp_path):
    """A root above nodes of two scenes would show each in both."""
    tree = tree_of(AVATAR)
    hips, body = tree["scenes"][0]["nodes"]
    tree |= {"scenes": [{"nodes": [hips]}, {"nodes": [body]}], "buffers": [inline(AVATAR, tree)]}
    (tmp_path / "two.gltf").write_text(json.dumps(tree))
    khr, _, _ = there_and_back(tmp_path / "two.gltf", tmp_path)
    assert tree_of(khr)["scenes"] == tree["scenes"]
    assert "KHR-CHAR-006" in {each.rule for each in pantin.check(khr, draft=True).findings}


def test_a_vrm_stores_characters_in_its_own_form(tmp_path):
    with pytest.raises(ValueError, match=r"a \.vrm file stores its character as VRM; .* write a \.glb"):
        pantin.convert(AVATAR, tmp_path / "a.vrm", character="khr")


def test_the_animation_of_an_expression_shows_it(tmp_path):
    """At its end the file looks as the VRM does with the expression, for any reader of animations."""
    source = demanding(tmp_path)
    khr, _, _ = there_and_back(source, tmp_path)
    rig, original = pantin.load(khr).rig, pantin.load(source).rig
    happy = next(index for index, clip in enumerate(rig.clips) if clip.name == "happy")
    ours = pantin.deform(rig, pantin.sample(rig, happy, 1.0))
    theirs = pantin.deform(original, original.rest_pose().with_expression("happy", 1.0))
    rest = pantin.deform(original, original.rest_pose())
    for first, second in zip(ours, theirs, strict=True):
        assert np.allclose(first.positions, second.positions, atol=1e-6)
    assert any(not np.allclose(a.positions, b.positions) for a, b in zip(theirs, rest, strict=True))


def test_drafts_are_read_when_asked_for(tmp_path):
    khr, _, _ = there_and_back(AVATAR, tmp_path)
    assert pantin.load(khr).rig.character is None
    assert pantin.load(khr, draft=True).rig.character.humanoid == pantin.load(AVATAR).rig.character.humanoid
    found = pantin.check(khr).findings
    assert not [each for each in found if each.rule.startswith("KHR-CHAR")]
    assert [
        each
        for each in found
        if each.rule == "GLTF-UNSUPPORTED_EXTENSION" and "KHR_character" in each.message
    ]


def test_a_rig_of_another_format_is_written_on_demand(tmp_path):
    rig = pantin.load(AVATAR).rig
    pantin.save(rig, tmp_path / "plain.glb")
    assert "VRMC_vrm" in tree_of(tmp_path / "plain.glb")["extensionsUsed"]
    pantin.convert(pantin.Asset.of_rig(rig, "a"), tmp_path / "khr.glb", character="khr")
    assert "KHR_character" in tree_of(tmp_path / "khr.glb")["extensionsUsed"]


def test_older_models_are_migrated_first(tmp_path):
    with pytest.raises(Unsupported, match="migrate it to VRM"):
        pantin.convert(OLDER, tmp_path / "khr.glb", character="khr")
    pantin.convert(OLDER, tmp_path / "new.vrm", vrm="1")
    _, back, _ = there_and_back(tmp_path / "new.vrm", tmp_path)
    assert normal(vrm_of(back)) == normal(vrm_of(tmp_path / "new.vrm"))


def test_a_vrm_file_needs_the_extension_of_vrm(tmp_path):
    """A .vrm without VRMC_vrm is not a VRM, so the choice is refused as a wrong call."""
    with pytest.raises(ValueError, match="stores its character as VRM"):
        pantin.convert("examples/vrm/avatar.vrm", tmp_path / "avatar.vrm", character="khr")
    assert not any(tmp_path.iterdir())


def test_masks_name_expressions_that_are_written(tmp_path):
    """An expression without a bind has no animation, so no mask may name it; its overrides come back."""
    asset = pantin.load(AVATAR)
    presets = "/extensions/VRMC_vrm/expressions/preset"
    for name in ("lookUp", "lookDown", "blinkLeft"):
        asset.document.set(f"{presets}/{name}", {"isBinary": False})
    for override in ("overrideLookAt", "overrideBlink"):
        asset.document.set(f"{presets}/happy/{override}", "block")
    pantin.save(asset, tmp_path / "masked.vrm")
    pantin.convert(tmp_path / "masked.vrm", tmp_path / "masked.glb", character="khr")
    report = pantin.check(tmp_path / "masked.glb", draft=True)
    assert [finding for finding in report if finding.rule.startswith("KHR-CHAR")] == []
    pantin.convert(tmp_path / "masked.glb", tmp_path / "back.vrm", character="vrm")
    there, back = (normal(vrm_of(tmp_path / name)) for name in ("masked.vrm", "back.vrm"))
    assert back == there
