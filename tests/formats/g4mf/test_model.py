"""The typed view: broken members are None."""

from __future__ import annotations

import pytest

from pantin.formats.g4mf.model import is_index, read_model, targets


def test_broken_members_are_none_and_nothing_raises():
    model = read_model(
        {"asset": 3, "nodes": [None, {"children": "x", "bone": 1}], "meshes": [{"surfaces": [1]}]}
    )
    assert model.dimension is None
    assert model.nodes[1].children == ()
    assert model.nodes[1].bone is None
    assert model.meshes[0].surfaces[0].simplexes is None


def test_targets_of_every_form_are_listed(kit):
    shape = read_model(kit.tree).meshes[0].blend.shapes[0]
    assert [target.pointer.rsplit("/", 1)[1] for target in targets(shape)] == [
        "position",
        "normal",
        "textureMap",
    ]


@pytest.mark.parametrize(
    ("value", "is_one"), [(0, True), (2, False), (-1, False), (True, False), (1.0, False)]
)
def test_an_index_is_an_integer_below_the_count(value, is_one):
    assert is_index(value, 2) == is_one
