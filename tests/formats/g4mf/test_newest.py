"""Older files are read in the newest form; findings point into the file, which stays as it is."""

from __future__ import annotations

import copy
import json
import random

import pytest

from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.newest import UnwrittenTree, newest_form
from pantin.formats.g4mf.save import to_bytes
from pantin.formats.json_text.document import EditedTree
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


def test_files_that_are_no_list_are_reported():
    """Nothing can be added to them, which is no reason to refuse the file."""
    tree = {"asset": {"dimension": 3}, "files": 5, "models": [{}], "nodes": [{"modelInstance": {"model": 0}}]}
    assert ("G4MF-CORE-010", "/files") in findings(tree)
    assert not any(pointer == "/nodes/0/modelInstance/file" for _, pointer in findings(tree))


def objects_in(value, path=""):
    """The pointers of all objects in a JSON value."""
    if isinstance(value, dict):
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from objects_in(inner, f"{path}/{key}")


def at(tree, pointer):
    for token in tokens(pointer):
        tree = tree[int(token) if isinstance(tree, list) else token]
    return tree


@pytest.mark.parametrize("seed", range(40))
def test_a_tree_that_is_not_written_has_the_same_changes(seed):
    """As `EditedTree`, which looks every container up again; neither changes what it was made of."""
    chance, root = random.Random(seed), {"a": {"b": {"c": [{}, {"d": {}}]}}, "c": [{"a": 1}]}
    before = copy.deepcopy(root)
    trees = EditedTree(root), UnwrittenTree(root)
    for _ in range(60):
        here = chance.choice(list(objects_in(trees[0].root)))
        name, kind, holder = chance.choice("abcd"), chance.random(), at(trees[0].root, here)
        value = chance.choice([1, "x", [], {}, {"a": {"b": [{}]}}, [{"c": 2}]])
        removes, appends = kind < 0.3 and name in holder, isinstance(holder.get(name, []), list)
        for tree in trees:
            if removes:
                tree.remove(f"{here}/{name}")
            elif kind < 0.6 and appends:
                tree.append(f"{here}/{name}", copy.deepcopy(value))
            else:
                tree.set(f"{here}/{name}", copy.deepcopy(value))
        assert trees[0].root == trees[1].root
    assert root == before
