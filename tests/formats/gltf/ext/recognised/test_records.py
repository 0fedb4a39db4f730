"""Extensions known by the objects they extend, as the Khronos validator knows them."""

from __future__ import annotations

import pytest

from pantin.formats.gltf.ext.recognised import EXTENSIONS, MATERIALS
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.schema import Gltf, Material, Node


def test_a_light_is_listed_in_the_root_and_stands_on_nodes():
    """KHR_lights_punctual, "Adding Light Instances to Nodes"."""
    assert find("KHR_lights_punctual").extends == {"KHR_lights_punctual": (Gltf, Node)}


@pytest.mark.parametrize("extension", MATERIALS, ids=lambda one: one.names[0])
def test_materials_are_extended_where_they_stand(extension):
    assert list(extension.extends.values()) == [(Material,)]


@pytest.mark.parametrize("extension", EXTENSIONS, ids=lambda one: one.names[0])
def test_what_is_checked_has_a_schema_for_each_kind_of_object(extension):
    assert extension.checked == (extension.schema is not None)
    if extension.schema is not None:
        assert [tuple(extension.schema.get())] == list(extension.extends.values())
