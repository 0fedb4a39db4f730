"""The schema holds what glTF 2.0 says."""

from __future__ import annotations

import pytest

from pantin.formats.gltf.schema import Gltf
from pantin.formats.members.description import members


def test_the_root_has_the_members_of_the_specification():
    """glTF 2.0 §5.17."""
    names = {member.name for member in members(Gltf)}
    collections = "accessors animations buffers bufferViews cameras images materials meshes nodes samplers"
    others = "scenes skins textures asset scene extensionsUsed extensionsRequired extensions extras"
    assert names == set(f"{collections} {others}".split())


def test_objects_are_frozen():
    with pytest.raises(AttributeError):
        Gltf(asset=None).scene = 1  # type: ignore[misc]
