from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

import pantin
from pantin.base.errors import Unsupported
from pantin.formats.gltf import FORMAT as GLTF
from pantin.report.wording import printable
from pantin.verbs.asset import Asset
from pantin.viewer.page import build_page, content_policy, empty_page, escape_json, side_names

EXAMPLES = Path(__file__).parents[2] / "examples"


def block(text, name):
    """What stands in a script element of the page."""
    return re.search(rf'<script type="[^"]*" id="{name}">(.*?)</script>', text, re.DOTALL)[1]


def test_the_page_holds_the_model_byte_for_byte(arm):
    text = build_page(arm)
    assert base64.b64decode(block(text, "model")) == (EXAMPLES / "arm.glb").read_bytes()


def test_the_page_holds_facts_about_the_model(arm):
    data = json.loads(block(build_page(arm, "bend"), "page-data"))
    assert data["names"] == ["shoulder", "elbow", "wrist", "arm"]
    assert data["clip"] == 0
    assert data["live"] == 0


def test_the_policy_allows_the_script_and_the_style_of_the_page_and_nothing_else(arm):
    text = build_page(arm)
    stated = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    script = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    style = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert (len(script), len(style)) == (1, 1)
    for kind, content in (("script-src", script[0]), ("style-src", style[0])):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}';" in stated
    assert stated.startswith("default-src 'none';")
    assert "'self'" not in stated
    assert "'self'" in content_policy("", "", live=True)


@pytest.mark.parametrize(
    "name", ["</script><script>alert(1)</script>", "<!--", "\u2028", "{{model}}", '"', "\\"]
)
def test_no_name_ends_the_element_it_stands_in(arm, name):
    document = arm.document.copy()
    document.set("/nodes/0/name", name)
    text = build_page(Asset("arm.glb", GLTF, document=document))
    inside = block(text, "page-data")
    assert "<" not in inside
    assert "\u2028" not in inside
    assert json.loads(inside)["names"][0] == printable(name)
    assert text.count("</script>") == 6


def test_a_title_is_text(arm):
    arm.path = "<b>.glb"
    assert "<title>&lt;b&gt;.glb</title>" in build_page(arm)


def test_json_in_a_script_reads_as_before():
    assert json.loads(escape_json('{"a": "<\u2029>"}')) == {"a": "<\u2029>"}


def test_the_same_asset_gives_the_same_page():
    path = EXAMPLES / "g4mf" / "creature.g4b"
    assert build_page(pantin.load(path)) == build_page(pantin.load(path))


def test_a_page_of_nothing_is_a_page():
    assert json.loads(block(empty_page("a/b.rigy.yaml", live=1), "page-data"))["title"] == "b.rigy.yaml"


def chain(count: int) -> bytes:
    nodes = [{"children": [index + 1]} if index + 1 < count else {} for index in range(count)]
    return json.dumps({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": nodes}).encode()


def test_nodes_that_hang_too_deep_for_a_browser_are_refused_in_a_sentence():
    assert build_page(pantin.load(chain(1000), name="chain.gltf"))
    with pytest.raises(Unsupported, match=r"nested 1,001 levels deep; the viewer shows up to 1,000"):
        build_page(pantin.load(chain(1001), name="chain.gltf"))


def test_more_nodes_than_a_browser_shows_are_refused_in_a_sentence(monkeypatch):
    monkeypatch.setattr("pantin.viewer.page.MAX_NODES", 3)
    assert build_page(pantin.load(chain(3), name="chain.gltf"))
    with pytest.raises(Unsupported, match=r"has 4 nodes; the viewer shows up to 3"):
        build_page(pantin.load(chain(4), name="chain.gltf"))


def test_a_clip_that_is_not_there_and_a_rig_in_five_dimensions_are_refused(arm):
    with pytest.raises(ValueError, match="no clip is called 'run'"):
        build_page(arm, "run")
    with pytest.raises(Unsupported, match="3D and 4D models; this rig has 5 dimensions"):
        build_page(pantin.load(EXAMPLES / "g4mf" / "toy.g4b"))


@pytest.mark.parametrize(
    "name", ["broken.gltf", "loose.glb", "g4mf/arm.g4tf", "g4mf/smallest.g4b", "rigy/car.rigy.yaml"]
)
def test_every_example_has_a_page(name):
    assert build_page(pantin.load(EXAMPLES / name)).startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [
        ("a/hero.glb", "a/villain.glb", ("hero.glb", "villain.glb")),
        ("before/hero.glb", "after/hero.glb", ("before/hero.glb", "after/hero.glb")),
        ("v1/out/hero.glb", "v2/out/hero.glb", ("v1/out/hero.glb", "v2/out/hero.glb")),
        ("hero.glb", "old/hero.glb", ("hero.glb", "old/hero.glb")),
        ("hero.glb", "hero.glb", ("hero.glb", "hero.glb")),
    ],
)
def test_the_sides_of_a_comparison_are_told_apart_by_folders(first, second, wanted):
    assert side_names(first, second) == wanted
