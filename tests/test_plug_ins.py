"""Rules and extensions of other packages: named by entry points, or given to `check`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import pantin
from pantin.formats import rule
from pantin.report import CATALOGUE

ROOT = Path(__file__).parents[1]
ARM = ROOT / "examples/arm.glb"


@pytest.fixture
def site(tmp_path):
    """A folder with an installed package that adds a rule and an extension."""
    about = tmp_path / "site" / "pantin_toys-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pantin-toys\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[pantin.rules]\nupper = toy_plug_ins:upper_case\nbroken = toy_plug_ins:LEASH\n\n"
        "[pantin.extensions]\nleash = toy_plug_ins:LEASH\n"
    )
    return about.parent


def pantin_with(site, *arguments):
    path = os.pathsep.join([str(site), str(ROOT / "tests/oracles"), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path}
    environment.pop("PYTHONWARNINGS", None)
    command = [sys.executable, "-m", "pantin", *map(str, arguments)]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def model(tmp_path):
    """An arm with a node in upper case and an extension that Pantin does not know."""
    asset = pantin.load(ARM)
    asset.rename("node", "elbow", "Elbow")
    asset.document.set("/nodes/0/extensions", {"TOY_leash": {}})
    asset.document.append("/extensionsUsed", "TOY_leash")
    pantin.save(asset, tmp_path / "arm.glb")
    return tmp_path / "arm.glb"


def test_an_entry_point_adds_a_rule_and_an_extension(site, tmp_path):
    file = model(tmp_path)
    assert [finding.rule for finding in pantin.check(file)] == ["GLTF-UNSUPPORTED_EXTENSION"]
    ended = pantin_with(site, "check", file, "--format", "json")
    (finding,) = json.loads(ended.stdout)["files"][0]["findings"]
    assert (finding["rule"], finding["pointer"]) == ("TOY-UPPER", "/nodes/1")
    line = "pantin: the rule 'broken' cannot be loaded: it is not made by pantin.formats.rule"
    assert line in ended.stderr.splitlines()
    (file.parent / "twin.glb").write_bytes(file.read_bytes())
    ended = pantin_with(site, "check", file.parent, "-j", "2")
    assert line in ended.stderr.splitlines()
    explained = pantin_with(site, "explain", "TOY-UPPER")
    assert "Node has upper-case letters" in explained.stdout


def test_rules_are_given_to_a_check():
    def few_nodes(rig):
        if len(rig.nodes) > 3:
            yield pantin.Finding("MINE-1", "error", f"{len(rig.nodes)} nodes are too many", "/nodes")

    for source in (ARM, pantin.load(ARM), pantin.load(ARM).rig):
        report = pantin.check(source, rules=[few_nodes])
        assert [finding.message for finding in report.errors] == ["4 nodes are too many"]
    assert pantin.check(b"nothing", rules=[few_nodes]).errors[0].rule == "FILE-UNKNOWN_FORMAT"
    with pytest.raises(TypeError, match=r"a rule must yield pantin\.Finding, not int"):
        pantin.check(ARM, rules=[lambda rig: [3]])
    with pytest.raises(TypeError, match="a rule must be a function of a rig, not int"):
        pantin.check(ARM, rules=[3])


def test_a_cell_of_a_notebook_may_define_its_rule_again():
    def define(module):
        def find(rig):
            yield find.at("/nodes")

        find.__module__ = module
        return rule("MINE-2", "info", "a node")(find)

    try:
        define("__main__")
        assert define("__main__") is CATALOGUE["MINE-2"]
        with pytest.raises(ValueError, match="defined twice"):
            define("another")
    finally:
        del CATALOGUE["MINE-2"]
