"""Assets: what is made when, of which part, and what is reported."""

from __future__ import annotations

import weakref
from pathlib import Path

import pytest

import pantin
from pantin.base.gc_pause import pause_gc
from pantin.base.records import replace
from pantin.formats.g4mf import FORMAT as G4MF
from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.off import FORMAT as OFF
from pantin.report import Finding
from pantin.rig import Node, Spring, SpringJoint, SpringSettings, build
from pantin.verbs.asset import Asset, not_yet_reported

EXAMPLES = Path(__file__).parents[2] / "examples"
BROKEN = Finding("GLTF-TYPE_MISMATCH", "error", "no number", "/nodes/3/rotation")


@pytest.mark.parametrize(
    ("pointer", "reported"),
    [("/nodes/3/rotation", True), ("/nodes/3", True), ("/nodes", True), ("/nodes/4", False), ("/nod", False)],
)
def test_what_is_left_out_is_not_reported_where_the_cause_was(pointer, reported):
    """The cause is at the place, or inside of it."""
    left_out = Finding("RIG-LEFT_OUT", "warning", "the node is left out", pointer)
    assert not_yet_reported([left_out], [BROKEN]) == ([] if reported else [left_out])


def test_an_info_is_no_cause():
    left_out = Finding("RIG-LEFT_OUT", "warning", "the node is left out", BROKEN.pointer)
    assert not_yet_reported([left_out], [replace(BROKEN, severity="info")]) == [left_out]


@pytest.mark.parametrize(
    ("name", "format"), [("arm.glb", GLTF), ("g4mf/creature.g4b", G4MF), ("g4mf/tesseract.off", OFF)]
)
def test_each_file_is_an_asset_of_its_format(name, format):
    asset = pantin.load(EXAMPLES / name)
    assert isinstance(asset, pantin.Asset)
    assert asset.format is format
    assert asset.format is format
    assert asset.from_file
    assert asset.losses == asset._carried == ()


def test_a_document_is_made_when_it_is_asked_for_and_once():
    result = []

    def make():
        result.append(pantin.load(EXAMPLES / "arm.glb").document)
        return result[-1], [BROKEN]

    asset = Asset("arm.glb", GLTF, make=make)
    assert not result
    assert asset.rig.nodes.names[0] == "shoulder"
    assert asset.document is result[0]
    assert asset.losses == (BROKEN,)
    assert len(result) == 1


def test_a_checked_file_leaves_memory_without_the_garbage_collector():
    """A file of a batch would stay in memory, and the collector would go through all of it."""
    with pause_gc():
        asset = pantin.load(EXAMPLES / "arm.glb")
        assert asset.rig.clips
        assert asset.rig.skins
        assert asset.report.ok
        document, rig = weakref.ref(asset.document), weakref.ref(asset.rig)
        del asset
        assert (document(), rig()) == (None, None)


def test_a_rig_alone_is_an_asset_of_a_format_that_holds_its_dimension():
    flat = Asset.of_rig(build(nodes=[Node("a")]))
    assert (flat.format, flat.from_rig, flat.from_file) == (GLTF, True, False)
    assert flat.document.tree["nodes"][0]["name"] == "a"
    assert flat.report.ok
    deep = Asset.of_rig(pantin.load(EXAMPLES / "g4mf" / "creature.g4b").rig, "deep")
    assert deep.format is G4MF
    assert deep.report.ok


def springs_without_an_end():
    """One spring ends in a point, which VRM 1.0 has no way to express."""
    springs = Spring((SpringJoint(0), SpringJoint(1))), Spring((SpringJoint(1),), end=(0, 1, 0))
    return build(nodes=[Node(), Node(parent=0)], springs=SpringSettings(springs))


def test_what_the_document_of_a_rig_does_not_hold_is_a_loss_that_saving_reports(tmp_path):
    asset = Asset.of_rig(springs_without_an_end(), "chain")
    assert [loss.rule for loss in asset.losses] == ["LOSS-GLTF_SPRING"]
    report = pantin.save(asset, tmp_path / "chain.glb")
    assert [finding.rule for finding in report.findings] == ["LOSS-GLTF_SPRING"]
    assert len(asset.rig.springs.springs) == 2


def test_a_rig_alone_that_becomes_static_geometry_is_not_lowered_first(tmp_path, monkeypatch):
    def refuse(*arguments, **options):
        raise AssertionError("no glTF is wanted")

    monkeypatch.setattr("pantin.formats.gltf.new.write", refuse)
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    pantin.save(rig, tmp_path / "arm.obj")
    assert (tmp_path / "arm.obj").stat().st_size > 0


def test_an_asset_is_made_of_one_thing():
    rig = build(nodes=[Node()])
    with pytest.raises(TypeError, match="exactly one of"):
        Asset("a", GLTF)
    with pytest.raises(TypeError, match="exactly one of"):
        Asset("a", GLTF, rig=rig, make=lambda: (None, ()))


def test_a_document_that_does_not_tell_its_kind_is_called_by_its_name():
    assert Asset("a.vrm", GLTF, document=object()).kind == "glb"
    assert Asset("a.4off", OFF, document=object()).kind == "off"
    assert pantin.load(EXAMPLES / "arm.glb").kind == "glb"


def test_a_limit_that_only_lifting_meets_is_a_finding():
    """The joints of the skin are many more than the limit on a rig's elements."""
    data = (EXAMPLES / "arm.glb").read_bytes()
    asset = pantin.load(data, name="arm.glb")
    asset.format = type("Limited", (type(GLTF),), {"lift": staticmethod(raise_limit)})()
    assert [finding.rule for finding in asset.report.findings] == ["FILE-LIMIT"]


def raise_limit(document):
    raise pantin.LimitExceeded("vertices", "there are more than 3 vertices")


@pytest.mark.parametrize("given", [3, None, [], "arm.glb"])
def test_only_assets_and_rigs_are_saved(given, tmp_path):
    with pytest.raises(TypeError, match="expected an Asset or a Rig, not"):
        pantin.save(given, tmp_path / "out.glb")


def test_the_old_name_of_from_model_warns():
    asset = pantin.load(EXAMPLES / "arm.glb")
    with pytest.warns(DeprecationWarning, match="use Asset.from_model"):
        assert Asset.of(asset) is asset
