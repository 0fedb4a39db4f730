"""Summaries of sources: what a document, a scene and a contract hold, counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from pantin.formats.rigy.summary import summarise

EXAMPLES = Path(__file__).parents[3] / "examples" / "rigy"


def summary(name: str):
    path = EXAMPLES / name
    return summarise(path.read_bytes(), path=path)


def test_a_document_with_symmetry_is_written_out():
    made = summary("humanoid.rigy.yaml")
    primitives = [one for mesh in made.meshes for one in mesh.primitives]
    assert any(one.mirrored for one in primitives)
    assert made.vertices == sum(one.vertices for one in primitives)
    bones = made.armatures[0].bones
    assert [bone.parent for bone in bones].count(None) == 1
    assert made.bindings[0].solver == "lbs"
    assert made.errors == 0


def test_imports_and_instances_of_a_document():
    made = summary("car.rigy.yaml")
    assert all(one.found for one in made.imports)
    assert {one.of for one in made.instances} <= {one.name for one in made.imports}
    assert len(made.anchors) >= 3


def test_a_scene_is_a_tree_of_children():
    made = summary("scene.rigs.yaml")
    assert made.format == "rigs"
    assert made.instances[0].depth == 0
    assert max(one.depth for one in made.instances) > 0


def test_a_contract_has_frames():
    paths = sorted(EXAMPLES.rglob("*.ricy.yaml"))
    made = summarise(paths[0].read_bytes(), path=paths[0])
    assert made.format == "ricy"
    assert made.frames


@pytest.mark.parametrize("text", ["", "[", "version: 3", "meshes: [{primitives: [{type: 7}]}]", "scene: 1"])
def test_a_damaged_source_is_summed_up_as_far_as_it_goes(text):
    assert summarise(text).errors > 0
