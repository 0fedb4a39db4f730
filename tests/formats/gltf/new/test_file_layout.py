"""Layouts: each kind of object has its order of members, each member once."""

from __future__ import annotations

from typing import get_args

import pytest

from pantin.formats.gltf.new.file_layout import REFERENCE, STANDARD, Kind


@pytest.mark.parametrize("layout", [STANDARD, REFERENCE], ids=["standard", "reference"])
def test_every_kind_of_object_has_an_order(layout):
    assert set(layout.keys) == set(get_args(Kind))
    assert all(len(set(order)) == len(order) for order in layout.keys.values())


def test_the_reference_puts_max_before_min_and_its_generator_first():
    """reference/rigy.md §6.1."""
    assert REFERENCE.keys["accessor"][-2:] == ("max", "min")
    assert (REFERENCE.keys["asset"], REFERENCE.generator) == (("generator", "version"), "pygltflib@v1.16.5")
