"""Extensions known by the objects they extend, as the Khronos validator knows them."""

from __future__ import annotations

import pytest

from pantin.formats.gltf.ext import every, find
from pantin.formats.gltf.ext.recognised import EXTENSIONS, MATERIALS, TEXTURE_BASISU
from pantin.formats.gltf.schema import Gltf, Material, Node


def test_a_light_is_listed_in_the_root_and_stands_on_nodes():
    """KHR_lights_punctual, "Adding Light Instances to Nodes"."""
    assert find("KHR_lights_punctual").extends == {"KHR_lights_punctual": (Gltf, Node)}


@pytest.mark.parametrize("extension", MATERIALS, ids=lambda one: one.names[0])
def test_materials_are_extended_where_they_stand(extension):
    assert list(extension.extends.values()) == [(Material,)]
    assert set(extension.tangent_textures) <= set(extension.textures)


def test_what_is_known_by_name_alone_is_not_checked():
    assert not find(TEXTURE_BASISU).checked
    assert all(one.checked or set(one.extends.values()) == {None} for one in EXTENSIONS)


def test_textures_are_met_in_the_order_of_the_names():
    """GLTF-MESH_PRIMITIVE_TOO_FEW_TEXCOORDS names the first texture that lacks coordinates."""
    textured = [one.names[0] for one in every() if one.textures]
    assert textured == sorted(textured)
