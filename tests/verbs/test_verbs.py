"""Whole files: what `load` and `check` make of good ones, bad ones, and ones that are no model at all."""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
from pathlib import Path

import pytest

import pantin
from pantin.motion import world_transforms
from pantin.verbs.explain import rules

EXAMPLES = Path(__file__).parents[2] / "examples"
CASES = Path(__file__).parents[1] / "cases"
MINIMAL = '{"asset": {"version": "2.0"}}'


@pytest.fixture
def folder(tmp_path):
    for name in ("arm.glb", "face.gltf", "broken.gltf"):
        shutil.copy(EXAMPLES / name, tmp_path)
    return tmp_path


def test_a_good_file_loads_and_reports_nothing(folder):
    asset = pantin.load(folder / "arm.glb")
    assert asset.document.kind == "glb"
    assert asset.report == pantin.Report(str(folder / "arm.glb"), "glb")


def test_the_report_is_made_once(folder):
    asset = pantin.load(folder / "broken.gltf")
    assert asset.report is asset.report


def test_what_still_has_a_meaning_loads_with_its_findings(folder):
    asset = pantin.load(folder / "broken.gltf")
    assert not asset.report.ok
    assert asset.report == pantin.check(folder / "broken.gltf")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.gltf", b""),
        ("a.gltf", b"{"),
        ("a.gltf", b"[]"),
        ("a.glb", b""),
        ("a.glb", b"glTF"),
        ("a.glb", b"dear diary"),
        ("a.txt", b"dear diary"),
        ("a.vrm", MINIMAL.encode()),
    ],
)
def test_nothing_with_a_meaning_is_a_bad_file_to_load_and_a_report_to_check(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    report = pantin.check(path)
    assert not report.ok
    with pytest.raises(pantin.BadFile) as raised:
        pantin.load(path)
    assert raised.value.report == report


@pytest.mark.parametrize(
    ("name", "format"), [("a.gltf", "gltf"), ("a.json", "gltf"), ("a", "gltf"), ("a.bin", "")]
)
def test_content_tells_a_format_where_the_name_does_not(name, format):
    data = MINIMAL.encode() if format else b"\0\0\0\0"
    assert pantin.check(data, name=name).format == format


def test_a_glb_is_one_whatever_its_name(folder):
    shutil.copy(folder / "arm.glb", folder / "arm.data")
    assert pantin.check(folder / "arm.data").format == "glb"


def test_a_limit_is_a_finding_to_check_and_raised_by_load(folder):
    small = pantin.Limits(file_bytes=100)
    (finding,) = pantin.check(folder / "arm.glb", limits=small).findings
    assert (finding.rule, finding.severity) == ("FILE-LIMIT", "error")
    assert "file_bytes" in finding.message
    with pytest.raises(pantin.LimitExceeded) as raised:
        pantin.load(folder / "arm.glb", limits=small)
    assert raised.value.limit == "file_bytes"


def test_another_major_version_is_unsupported():
    with pytest.raises(pantin.Unsupported, match=r"glTF 1\.0"):
        pantin.load(b'{"asset": {"version": "1.0"}}')


@pytest.mark.parametrize("function", [pantin.load, pantin.check])
def test_a_missing_file_is_a_bad_call(function, tmp_path):
    with pytest.raises(FileNotFoundError):
        function(tmp_path / "missing.glb")


def test_an_untouched_asset_is_saved_byte_for_byte(folder):
    for name in ("arm.glb", "broken.gltf"):
        report = pantin.save(pantin.load(folder / name), folder / f"copy-{name}")
        assert report.findings == ()
        assert (folder / f"copy-{name}").read_bytes() == (folder / name).read_bytes()


def test_convert_there_and_back_is_the_same_file(folder):
    assert pantin.convert(folder / "arm.glb", folder / "out.gltf").format == "gltf"
    assert pantin.convert(folder / "out.gltf", folder / "back.glb").format == "glb"
    assert (folder / "back.glb").read_bytes() == (folder / "arm.glb").read_bytes()


def test_convert_reports_what_did_not_cross(folder):
    (folder / "image.gltf").write_text(json.dumps(json.loads(MINIMAL) | {"images": [{"uri": "no.png"}]}))
    (folder / "elsewhere").mkdir()
    report = pantin.convert(folder / "image.gltf", folder / "elsewhere" / "image.gltf")
    assert [finding.rule for finding in report.findings] == ["LOSS-MISSING_FILE"]


def test_rules_are_those_of_every_format():
    assert {id.partition("-")[0] for id in rules()} >= {"FILE", "GLTF", "LOSS", "RIG"}


def test_the_rig_of_an_asset_is_lifted_once(folder):
    asset = pantin.load(folder / "arm.glb")
    assert asset.rig is asset.rig
    assert asset.rig.nodes.names[:3] == ("shoulder", "elbow", "wrist")


def test_rules_about_rigs_speak_in_the_report_with_a_line_in_text_files():
    report = pantin.check(CASES / "RIG-MISSING_INVERSE_BINDS" / "bad.gltf")
    (finding,) = [one for one in report.findings if one.rule == "RIG-MISSING_INVERSE_BINDS"]
    assert finding.pointer == "/skins/0"
    assert finding.line is not None
    assert finding.column is not None


def test_what_is_left_out_is_not_said_where_the_format_said_why(folder):
    """broken.gltf: nodes 0 and 1 are in a loop, which is an error of the format at both."""
    asset = pantin.load(folder / "broken.gltf")
    assert {"/nodes/0", "/nodes/1"} & {finding.pointer for finding in asset.lifted.findings}
    left_out = {finding.pointer for finding in asset.report.findings if finding.rule == "RIG-LEFT_OUT"}
    assert left_out
    assert not left_out & {error.pointer for error in asset.report.errors}


def test_without_its_decoder_a_compressed_file_has_no_rig_and_the_report_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "DracoPy", None)
    report = pantin.check(CASES / "GLTF-NEEDS_DRACO" / "bad.gltf")
    assert "GLTF-NEEDS_DRACO" in {finding.rule for finding in report.findings}
    assert not [error for error in report.errors if error.rule.startswith("RIG-")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_read_once(tmp_path):
    pipe, data = tmp_path / "pipe", (EXAMPLES / "arm.glb").read_bytes()
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(data,))
    writer.start()
    report = pantin.check(pipe)
    writer.join()
    assert (report.path, report.format, report.ok) == (str(pipe), "glb", True)


def chain(count: int) -> bytes:
    """A glTF file in which each node is the child of the one before."""
    nodes = [
        {"name": "joint", "translation": [0, 1, 0], "children": [index + 1]} for index in range(count - 1)
    ]
    scenes = {"scene": 0, "scenes": [{"nodes": [0]}]}
    skins = {"skins": [{"joints": list(range(count))}]}
    return json.dumps({"asset": {"version": "2.0"}, **scenes, **skins, "nodes": [*nodes, {}]}).encode()


def test_nodes_five_times_as_deep_as_python_recurses_are_checked_posed_and_converted(tmp_path):
    count = 5 * sys.getrecursionlimit()
    asset = pantin.load(chain(count), name="chain.gltf")
    assert not asset.report.errors
    placed = world_transforms(asset.rig)
    assert placed[:, 1, 3].tolist() == [float(min(index, count - 1)) for index in range(1, count + 1)]
    pantin.save(asset, tmp_path / "chain.g4b")
    again = pantin.load(tmp_path / "chain.g4b")
    assert not again.report.errors
    assert again.rig.nodes.names[1:4] == ("joint", "joint", "joint")
