"""Every dialect has one meaning, and the newest form says it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.deformation.element_attributes import deform_elements
from pantin.formats.g4mf.dialects import older_forms
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.save import to_bytes
from pantin.formats.g4mf.upgrade import upgrade


def poses(document):
    rig = lift(document).rig
    pose = rig.rest_pose().with_blend(6, [0.5, -1.5])
    flat = [posed.positions for posed in deform(rig, pose)]
    for element in deform_elements(rig, pose):
        flat += [*element.normals, *element.texcoords]
    return flat


@pytest.mark.parametrize("dialect", "ABC")
@pytest.mark.parametrize("dimension", [2, 3, 4, 5])
def test_the_newest_form_means_the_same(rigs, dialect, dimension):
    document = read(rigs.random_rig(3, dimension, dialect).binary(implicit=True))
    newest = read(to_bytes(upgrade(document)))
    for before, after in zip(poses(document), poses(newest), strict=True):
        assert np.abs(before - after).max() < 1e-12
    assert not document.edited


def test_a_file_of_the_newest_form_is_not_touched(kit):
    assert to_bytes(upgrade(read(kit.binary()))) == kit.binary()


def test_lights_models_images_and_bones_find_their_new_places():
    tree = {
        "asset": {"dimension": 3},
        "lights": [{"type": "point"}],
        "models": [{"mimeType": "model/g4mf+json", "uri": "a.g4tf"}],
        "textures": [{"images": [{"mimeType": "image/png", "uri": "b.png"}]}],
        "buffers": [{"byteLength": 0, "uri": "data:a/b;base64,", "compression": "Zstd"}],
        "nodes": [{"light": 0}, {"boneLength": 2}, {"boneLength": -1.0}, {"model": 0}],
    }
    newest = upgrade(read(json.dumps(tree).encode())).tree
    assert newest["nodes"] == [
        {"light": {"type": "point"}},
        {"bone": {"length": 2}},
        {},
        {"modelInstance": {"file": 0}},
    ]
    assert [one["uri"] for one in newest["files"]] == ["a.g4tf", "b.png"]
    assert newest["textures"] == [{"files": [1]}]
    assert "lights" not in newest
    assert "models" not in newest
    assert newest["buffers"][0]["encoding"] == "Zstd"


def test_models_come_behind_the_files_that_are_there():
    """A file between two dialects: what names a model counts on from the files, in either older spelling."""
    tree = {
        "asset": {"dimension": 3},
        "files": [{"uri": "first.png"}],
        "models": [{"uri": "a.g4tf"}],
        "nodes": [{}, {"model": 0}, {"modelInstance": {"model": 0}}],
    }
    newest = upgrade(read(json.dumps(tree).encode())).tree
    assert newest["nodes"][1:] == [{"modelInstance": {"file": 1}}] * 2


def test_buffers_that_are_none_keep_their_place_in_the_older_order(writer):
    """Buffer i is chunk i + 1, whatever stands before it."""
    text = json.dumps({"asset": {"dimension": 3}, "buffers": [None, {"byteLength": 1}]}).encode()
    data = writer.container([(b"JSON", 0, text), (b"BLOB", 0, b"a"), (b"BLOB", 0, b"b")])
    assert upgrade(read(data)).tree["buffers"][1]["chunk"] == 2


def test_values_of_channels_become_an_element_map(kit):
    kit.tree["materials"][0]["baseColor"] = {"perCell": kit.accessor([[1.0, 0, 0]] * 4, "float32")}
    document = read(kit.text())
    newest = upgrade(document)
    channel = newest.tree["materials"][0]["baseColor"]
    assert set(channel) == {"elementMap"}
    assert set(channel["elementMap"]) == {"values", "perSimplex"}
    assert "perCell of a material channel" in {form.was for form in older_forms(document)}
    assert not list(older_forms(newest))
