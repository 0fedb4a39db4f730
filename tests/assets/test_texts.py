"""Rigy texts among other files: what they become."""

from __future__ import annotations

from pathlib import Path

import pytest

import pantin
from pantin.assets.texts import stem_of

EXAMPLES = Path(__file__).parents[2] / "examples"
ARM = EXAMPLES / "rigy" / "arm.rigy.yaml"
BAD = Path(__file__).parents[1] / "cases" / "RIGY-V06" / "bad.rigy.yaml"


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("m/arm.rigy.yaml", "arm"),
        ("arm.v2.yaml", "arm.v2"),
        ("room.RIGS.yml", "room"),
        ("-", "-"),
        ("a.txt", "a"),
    ],
)
def test_the_stem_of_a_name(name, stem):
    assert stem_of(name) == stem


def test_loading_a_text_compiles_it():
    asset = pantin.load(ARM)
    assert asset.document.kind == "glb"
    assert "elbow" in asset.rig.nodes.names
    assert asset.report.path == str(ARM)
    assert asset.report.format == "rigy"


def test_what_a_text_compiles_to_has_no_errors_and_the_same_rig(tmp_path):
    asset = pantin.compile(ARM)
    pantin.save(asset, tmp_path / "arm.glb")
    saved = pantin.load(tmp_path / "arm.glb")
    assert saved.report.ok
    assert saved.rig.nodes.names == asset.rig.nodes.names


def test_the_profiles_give_different_bytes(tmp_path):
    for profile in ("standard", "reference"):
        pantin.save(pantin.compile(ARM, profile=profile), tmp_path / f"{profile}.glb")
    assert (tmp_path / "standard.glb").read_bytes() != (tmp_path / "reference.glb").read_bytes()


def test_an_unknown_profile_is_a_bad_call():
    with pytest.raises(ValueError, match="there is no profile 'strict'"):
        pantin.compile(ARM, profile="strict")


def test_a_bad_text_raises_with_the_report_that_check_gives():
    with pytest.raises(pantin.BadFile) as raised:
        pantin.compile(BAD)
    assert raised.value.report == pantin.check(BAD)
    assert raised.value.report.errors[0].rule == "RIGY-V06"


def test_a_text_in_memory_is_called_by_its_name():
    assert pantin.check(BAD.read_bytes(), name="mine.rigy.yaml").path == "mine.rigy.yaml"
    assert pantin.load(ARM.read_bytes(), name="mine.rigy.yaml").path == "mine.rigy.yaml"


def test_a_text_converts_as_it_compiles(tmp_path):
    assert pantin.convert(ARM, tmp_path / "arm.glb").ok
    pantin.save(pantin.compile(ARM), tmp_path / "same.glb")
    assert (tmp_path / "arm.glb").read_bytes() == (tmp_path / "same.glb").read_bytes()
