"""`migrate` of files and folders; what becomes of a character is in test_convert."""

import shutil
from pathlib import Path

import pantin
from pantin.cli.exit import Exit
from pantin.cli.run import run

VRM = Path(__file__).parents[2] / "examples" / "vrm"


def test_a_file_has_three_lines(tmp_path, capsys):
    """VRM 0.x of the example says everyone, CC0; VRM 1.0 has a page for that licence."""
    target = tmp_path / "new.vrm"
    assert run(["migrate", str(VRM / "older.vrm"), str(target)]) == Exit.CLEAN
    permissions, lost, result = capsys.readouterr().err.splitlines()
    assert permissions == (
        "pantin: permissions: avatar everyone, commercial personalProfit, credit required, modification "
        "prohibited; not allowed: violent, sexual, political, antisocial, redistribution; licence CC0"
    )
    assert lost == "pantin: lost: nothing that is seen or played"  # exporterVersion is not
    assert result.startswith(f"pantin: {target}: VRM 1.0, ")
    assert pantin.load(target).rig.character.version == "1.0"


def test_details_are_listed_if_asked_for(tmp_path, capsys):
    run(["migrate", str(VRM / "older.vrm"), str(tmp_path / "new.vrm"), "--verbose"])
    assert "LOSS-VRM_LICENCE" in capsys.readouterr().err


MTOON = "/extensions/VRM/materialProperties"


def with_materials(*materials):
    """The older example with these materials of VRM/MToon: blend mode, queue, and further numbers."""
    asset = pantin.load(VRM / "older.vrm")
    asset.document.set("/materials", [{"name": f"m{index}"} for index in range(len(materials))])
    properties = [
        {
            "name": f"m{index}",
            "shader": "VRM/MToon",
            "renderQueue": queue,
            "floatProperties": {"_BlendMode": mode} | floats,
            "vectorProperties": {"_ShadingGradeTexture": [0, 0, 1, 1]},
            "textureProperties": {},
        }
        for index, (mode, queue, floats) in enumerate(materials)
    ]
    asset.document.set(MTOON, properties)
    return pantin.Asset(asset.path, asset.format, document=asset.document)


def test_blended_materials_are_drawn_in_the_order_of_the_old_file(tmp_path):
    """UniVRM: those that write no depth count down to 0 from below, those that do count up from 0. −1 is the
    queue of the mode, 3000 and 2501."""
    old = with_materials(
        *((2, 3002, {}), (2, 2990, {}), (2, -1, {}), (2, 2990, {}), (0, 2000, {})),
        *((3, 2505, {}), (3, -1, {}), (3, 2505, {})),
    )
    report = pantin.save(pantin.migrate(old), tmp_path / "new.vrm")
    assert not report.errors
    mtoon = [material.mtoon for material in pantin.load(tmp_path / "new.vrm").rig.materials]
    assert [part.render_queue_offset for part in mtoon] == [0, -2, -1, -2, 0, 1, 0, 1]
    assert [material.mtoon.render_queue_offset for material in old.rig.materials] == [
        part.render_queue_offset for part in mtoon
    ]


def test_more_queues_than_vrm_1_has_share_the_last(tmp_path):
    old = with_materials(*((3, 2501 + index, {}) for index in range(12)))
    mtoon = [material.mtoon.render_queue_offset for material in pantin.migrate(old).rig.materials]
    assert mtoon == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9]


def test_what_had_no_effect_is_not_lost(tmp_path, capsys):
    """Values without effect, transforms that the shader takes from another texture, Unity's limits."""
    neutral = {"_ReceiveShadowRate": 1, "_LightColorAttenuation": 0, "_OutlineLightingMix": 1}
    old = with_materials(
        (0, 2000, neutral), (0, 2000, {"_ReceiveShadowRate": 0.5}), (0, 2000, {"_ReceiveShadowRate": 0})
    )
    bone = "/extensions/VRM/humanoid/humanBones/0"
    old.document.set(f"{bone}/useDefaultValues", False)
    old.document.set(f"{bone}/max", {"x": 1, "y": 1, "z": 1})
    pantin.save(old, tmp_path / "old.vrm")
    run(["migrate", str(tmp_path / "old.vrm"), str(tmp_path / "new.vrm")])
    lost = capsys.readouterr().err.splitlines()[1]
    assert lost == 'pantin: lost: _ReceiveShadowRate of material "m1" (1), and 1 more'
    report = pantin.convert(tmp_path / "old.vrm", tmp_path / "new.obj")
    unsupported = [finding.message for finding in report.findings if finding.rule == "LOSS-UNSUPPORTED"]
    assert [
        message for message in unsupported if "materialProp" in message or "material prop" in message
    ] == ['dropped "_ReceiveShadowRate" of floatProperties of material property "m1" (1) of VRM, and 1 more']
    assert not any("human bone" in message for message in unsupported)


def test_a_newer_file_is_copied_and_the_folder_is_done(tmp_path, capsys):
    assert run(["migrate", str(VRM), str(tmp_path / "out")]) == Exit.CLEAN
    assert (tmp_path / "out" / "avatar.vrm").read_bytes() == (VRM / "avatar.vrm").read_bytes()
    assert pantin.load(tmp_path / "out" / "older.vrm").rig.character.version == "1.0"
    assert capsys.readouterr().err.splitlines()[-1] == "2 files: 1 copied, 1 migrated"


def test_a_model_that_is_not_a_vrm_is_refused(tmp_path, capsys):
    shutil.copy(VRM.parent / "arm.glb", tmp_path / "arm.vrm")
    assert run(["migrate", str(tmp_path / "arm.vrm"), str(tmp_path / "new.vrm")]) == Exit.USAGE
    assert "is not a VRM" in capsys.readouterr().err
