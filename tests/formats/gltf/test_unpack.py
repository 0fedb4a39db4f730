"""Changing a primitive asks every extension that may pack it."""

from __future__ import annotations

from pantin.formats.gltf.document import read
from pantin.formats.gltf.ext import registered
from pantin.formats.gltf.ext.extension import Edits, Extension
from pantin.formats.gltf.unpack import listed, unlist_unused, unpack_primitive


def test_each_extension_that_packs_is_asked():
    document = read(b'{"asset": {"version": "2.0"}, "meshes": [{"primitives": [{}, {}]}]}', name="a.gltf")
    asked = []
    packing = Edits(
        unpack_primitive=lambda document, mesh, primitive: bool(asked.append((mesh, primitive))) or True,
        unlist_unused=lambda document: asked.append("lists"),
    )
    assert not unpack_primitive(document, 0, 1)
    with registered(Extension(extends={"TOY_packed": None}, edits=packing)):
        assert unpack_primitive(document, 0, 1)
        unlist_unused(document)
    assert asked == [(0, 1), "lists"]


def test_what_is_no_object_is_not_listed():
    assert listed({"meshes": [{}, 1, {"name": "b"}]}, "meshes") == [(0, {}), (2, {"name": "b"})]
    assert listed({"meshes": 7}, "meshes") == []
