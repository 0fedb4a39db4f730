"""Facts of documents that do not depend on how they were read."""

from __future__ import annotations

import math

import pytest

from pantin.formats.rigy.schema.document import Dimensions, Primitive, is_read, sizes, version_of
from pantin.formats.rigy.schema.keys import DOCUMENT
from pantin.formats.rigy.schema.kinds import Faults
from pantin.formats.rigy.source import compose


def primitive(kind, **given):
    return Primitive((), kind, "p", Dimensions(given))


def test_sizes_in_order_with_defaults_and_aliases_first():
    """Rigy reference §2: width before x, radius 0.5 for spheres and cylinders, 0.25 for capsules."""
    assert sizes(primitive("box", width=2.0, x=3.0, z=4.0)) == (2.0, 1.0, 4.0)
    assert sizes(primitive("sphere", radius=2.0)) == (2.0,)
    assert sizes(primitive("cylinder", height=3.0)) == (0.5, 3.0)
    assert sizes(primitive("capsule", height=3.0)) == (0.25, 3.0)


@pytest.mark.parametrize(
    ("text", "version"),
    [("0.3", (0, 3)), ("0.10", (0, 10)), ("3", (0, 0)), ("-1.2", (0, 0)), ("0.x", (0, 0))],
)
def test_versions(text, version):
    document = DOCUMENT.read(compose(f"version: '{text}'").root, (), Faults())
    assert version_of(document) == version


def test_a_number_that_was_not_read_is_known():
    assert is_read(1.0, 2.0)
    assert not is_read(1.0, math.nan)
