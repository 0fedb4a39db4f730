"""`pantin inspect`: tables and JSON, and what is printed for damaged files."""

from __future__ import annotations

import json


def test_tables_show_what_is_inside(pantin):
    ended = pantin("inspect", "arm.glb")
    assert (ended.code, ended.err) == (0, "")
    for words in ("elbow", "sleeve", "JOINTS_0", "bend", "2.000", "rotation", "the GLB", "1: 28, 2: 24"):
        assert words in ended.out


def test_json_is_one_document(pantin):
    ended = pantin("inspect", "arm.glb", "--format", "json")
    summary = json.loads(ended.out)
    assert summary["path"] == "arm.glb"
    assert summary["skins"] == [{"name": "arm", "joints": 3, "nodes": [3], "most_influences": 2}]
    assert summary["rig"]["skins"] == [{"joints": 3, "influences": {"1": 28, "2": 24}, "bind_not_rest": []}]
    assert [clip["name"] for clip in summary["rig"]["clips"]] == ["bend"]


VRM = {
    "asset": {"version": "2.0"},
    "nodes": [{"name": f"bone {index}"} for index in range(60)],
    "materials": [{"name": "hair", "alphaMode": "MASK", "doubleSided": True}],
    "extensions": {
        "VRMC_vrm": {
            "meta": {
                "name": "Alicia",
                "authors": ["Ada", "Bo"],
                "licenseUrl": "https://vrm.dev/licenses/1.0/",
            },
            "humanoid": {"humanBones": {"head": {"node": 7}}},
        }
    },
}


def test_a_vrm_says_what_it_is(pantin, models):
    (models / "avatar.gltf").write_text(json.dumps(VRM))
    lines = [" ".join(line.split()) for line in pantin("inspect", "avatar.gltf").out.splitlines()]
    assert lines[1] == 'VRM 1.0: "Alicia" by Ada, Bo, licence https://vrm.dev/licenses/1.0/'
    assert "head 7 bone 7" in lines
    assert "0 hair MASK yes" in lines
    summary = json.loads(pantin("inspect", "avatar.gltf", "--format", "json").out)
    assert summary["vrm"]["bones"] == {"head": 7}
    assert (summary["materials"], summary["triangles"]) == (1, 0)
    assert summary["material_list"][0]["alpha_mode"] == "MASK"


def test_long_tables_are_cut_unless_all_is_wanted(pantin, models):
    (models / "avatar.gltf").write_text(json.dumps(VRM))
    cut, whole = pantin("inspect", "avatar.gltf").out, pantin("inspect", "avatar.gltf", "--all").out
    assert "… and 20 more; --all shows them" in cut
    assert ("bone 59" in cut, "bone 59" in whole, "--all" in whole) == (False, True, False)


def test_the_headline_counts_triangles(pantin):
    assert "BIN 3.04 KiB, 96 triangles, made by" in pantin("inspect", "arm.glb").out


def test_a_damaged_file_is_shown_as_far_as_it_goes(pantin, models):
    whole = (models / "arm.glb").read_bytes()
    (models / "cut.glb").write_bytes(whole[:-1000])
    ended = pantin("inspect", "cut.glb")
    assert ended.code == 0
    assert "elbow" in ended.out
    assert "could not be looked at" in ended.out


def test_a_file_in_which_nothing_has_a_meaning_is_unreadable(pantin, models):
    (models / "bad.gltf").write_text("{")
    (models / "notes.txt").write_text("dear diary")
    ended = pantin("inspect", "bad.gltf")
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.count("invalid JSON") == 1
    (models / "cut.glb").write_bytes((models / "arm.glb").read_bytes()[:1000])
    assert pantin("inspect", "cut.glb").err.endswith("bytes, but the file ends after 980\n")
    assert pantin("inspect", "notes.txt").code == 3
    assert pantin("inspect", "missing.glb") == (3, "", "pantin: missing.glb: no such file or directory\n")


def test_a_name_cannot_speak_to_the_terminal(pantin, models):
    (models / "evil.gltf").write_text('{"asset": {"version": "2.0"}, "nodes": [{"name": "\\u001b[2J"}]}')
    ended = pantin("inspect", "evil.gltf")
    assert "\x1b" not in ended.out
    assert "\\x1b[2J" in ended.out
