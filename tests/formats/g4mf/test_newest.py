"""Older files are read in the newest form; findings point into the file, which stays as it is."""

from __future__ import annotations

import json

import pytest

from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.newest import newest_form
from pantin.formats.g4mf.save import to_bytes
from pantin.report.pointer import tokens


def has(tree, pointer):
    """Whether a document has what a pointer names."""
    for token in tokens(pointer):
        if isinstance(tree, list):
            if int(token) >= len(tree):
                return False
            tree = tree[int(token)]
        elif token in tree:
            tree = tree[token]
        else:
            return False
    return True


def findings(tree):
    return {(finding.rule, finding.pointer) for finding in check(read(json.dumps(tree).encode() + b"\n"))}


def test_a_document_of_the_newest_form_is_its_own(kit):
    document = read(kit.text())
    assert newest_form(document) is document


@pytest.mark.parametrize("dialect", "AB")
@pytest.mark.parametrize("dimension", [2, 3, 4])
def test_checking_and_lifting_an_older_file_leaves_its_bytes(rigs, dialect, dimension):
    data = rigs.random_rig(1, dimension, dialect).binary(implicit=True)
    document = read(data)
    lift(document)
    check(document)
    assert to_bytes(document) == data
    assert not document.edited


@pytest.mark.parametrize("dialect", "AB")
def test_every_finding_points_at_a_member_of_the_file(rigs, dialect):
    kit = rigs.random_rig(1, 3, dialect)
    tree = json.loads(kit.text())
    shape = tree["meshes"][0]["blend"]["shapes"][0]
    shape["normal"]["indices"] = shape["normal"]["offsets"]
    tree["nodes"][3].pop("bone")
    tree["nodes"][3]["boneLength"] = "long"
    tree["meshes"][0]["surfaces"][0].pop("textureMap")
    found = findings(tree)
    assert ("G4MF-BONE-004", "/nodes/3/boneLength") in found
    assert ("G4MF-BLEND-004", "/meshes/0/blend/shapes/0/normal/indices") in found
    assert all(has(tree, pointer) for _, pointer in found if pointer)


def test_an_index_past_the_accessors_stays_past_them(rigs):
    """The arrays that the newest form adds must not give a wrong index a meaning."""
    tree = json.loads(rigs.random_rig(1, 3, "A").text())
    tree["meshes"][0]["surfaces"][1]["edges"] = len(tree["accessors"])
    assert ("G4MF-CORE-009", "/meshes/0/surfaces/1/edges") in findings(tree)


def test_models_and_images_past_their_end_are_reported_where_they_are():
    tree = {
        "asset": {"dimension": 3},
        "models": [{"mimeType": "model/off", "uri": "a.off"}],
        "textures": [
            {"placeholder": [1], "size": [1, 1], "images": [{"mimeType": "image/png", "uri": "b.png"}]}
        ],
        "nodes": [{"children": [1, 2]}, {"model": 1}, {"modelInstance": {"model": 1}}],
    }
    assert findings(tree) >= {
        ("G4MF-CORE-009", "/nodes/1/model"),
        ("G4MF-CORE-009", "/nodes/2/modelInstance/model"),
    }


def test_values_of_cells_of_another_size_cannot_be_upgraded(kit):
    kit.surface["normals"] = kit.accessor([[0, 0, 1.0]] * 12, "float32")
    geometry = kit.surface.pop("geometry")
    kit.surface["topology"] = {"geometry": geometry, "normals": kit.accessor([[0, 1.0]] * 12, "float32")}
    del kit.shape["surfaces"]
    tree = json.loads(kit.text())
    assert ("G4MF-CORE-014", "/meshes/0/surfaces/0/topology/normals") in findings(tree)
