"""Indices and where they point."""

from __future__ import annotations

from pantin.formats.g4mf.references import references


def test_every_kind_of_index_is_listed(kit):
    kit.tree["asset"]["thumbnail"] = 0
    result = {(place, collection) for place, _, collection in references(kit.tree)}
    assert {
        ("/asset/thumbnail", "textures"),
        ("/nodes/5/meshInstance/mesh", "meshes"),
        ("/meshes/0/surfaces/0/simplexes", "accessors"),
        ("/meshes/0/surfaces/0/geometry/0", "accessors"),
        ("/meshes/0/surfaces/0/material", "materials"),
        ("/meshes/0/surfaces/0/normals/values", "accessors"),
    } <= result


def test_broken_trees_give_no_more_than_they_hold():
    assert list(references({"nodes": [None, 1], "meshes": {}, "asset": 1})) == []
