"""`pantin weights` and `edit_weights`: files keep everything but their weights."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.cli.run import run as main
from pantin.formats.gltf.accessor import view


def unskinned(folder: Path) -> Path:
    """The example without its skin: joints, and a mesh below a scaled node."""
    asset = pantin.load("examples/arm.glb")
    rig = asset.rig
    (mesh,) = rig.meshes
    from pantin.base.records import replace

    surface = replace(mesh.surfaces[0], influences=None, positions=mesh.surfaces[0].positions * 100)
    nodes = rig.node_list()
    nodes[3] = replace(nodes[3], scale=(0.01, 0.01, 0.01))
    plain = rig.replace(
        nodes=nodes,
        meshes=[replace(mesh, surfaces=(surface,))],
        instances=[replace(rig.instances[0], skin=None)],
    )
    path = folder / "plain.glb"
    pantin.save(plain, path)
    return path


def test_binding_a_file_keeps_the_rest(tmp_path: Path) -> None:
    source = unskinned(tmp_path)
    target = tmp_path / "bound.glb"
    assert main(["weights", str(source), str(target), "--bind", "--skeleton", "shoulder"]) == 0
    before, after = pantin.load(source), pantin.load(target)
    assert after.report.ok
    assert {finding.rule for finding in after.report.findings} <= {
        finding.rule for finding in before.report.findings
    } | {"RIG-UNUSED_JOINT", "RIG-DIFFERENT_INVERSE_BINDS"}  # notes about the skin that is new
    rest = [pantin.deform(asset.rig, asset.rig.rest_pose())[0].positions for asset in (before, after)]
    np.testing.assert_allclose(rest[1], rest[0], atol=1e-5)
    was, now = (
        before.document.tree["meshes"][0]["primitives"][0],
        after.document.tree["meshes"][0]["primitives"][0],
    )
    for name, accessor in was["attributes"].items():
        assert np.array_equal(view(before.document, accessor), view(after.document, now["attributes"][name]))
    assert np.array_equal(view(before.document, was["indices"]), view(after.document, now["indices"]))


def test_json_lists_meshes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = str(tmp_path / "out.glb")
    body = ["--transfer-from", "examples/arm.glb", "--all", "--format", "json"]
    assert main(["weights", "examples/arm.glb", target, *body]) == 2  # itself has no other mesh with weights
    copy = tmp_path / "copy.glb"
    copy.write_bytes(Path("examples/arm.glb").read_bytes())
    capsys.readouterr()
    assert main(["weights", str(copy), target, *body]) == 0
    (mesh,) = json.loads(capsys.readouterr().out)["meshes"]
    assert mesh == {"name": "sleeve", "vertices": 52, "bones": 3, "matched": 52}


def test_more_than_four_influences_go_into_a_second_set(tmp_path: Path) -> None:
    asset = pantin.load("examples/arm.glb")
    done = pantin.edit_weights(asset, smooth=1, limit=8)
    assert done.report.ok
    assert done.meshes[0]["bones"] == 3


def test_a_limit_changes_nothing_where_it_is_kept(tmp_path: Path) -> None:
    done = pantin.edit_weights(pantin.load("examples/arm.glb"), limit=4)
    pantin.save(done, tmp_path / "same.glb")
    assert (tmp_path / "same.glb").read_bytes() == Path("examples/arm.glb").read_bytes()


def test_nothing_to_do_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["weights", "examples/arm.glb", str(tmp_path / "out.glb")]) == 2
    assert "nothing to do" in capsys.readouterr().err


def test_a_heat_map_is_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "weights.png"
    options = ["--limit", "2", "--heat-map", str(picture)]
    assert main(["weights", "examples/arm.glb", str(tmp_path / "out.glb"), *options]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
