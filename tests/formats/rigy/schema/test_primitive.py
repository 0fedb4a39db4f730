"""The keys of primitives: solids, implicit surfaces, macros."""

from __future__ import annotations

from pantin.formats.rigy.schema.kinds import Faults
from pantin.formats.rigy.schema.primitive import MACROS, PrimitiveKind
from pantin.formats.rigy.source import compose


def read(text: str):
    faults = Faults()
    return PrimitiveKind().read(compose(text).root, (), faults), [one.kind for one in faults.listed]


def test_an_implicit_surface_has_a_field_instead_of_dimensions():
    text = (
        "{id: a, type: implicit_surface, iso: 0.5, ops: [{op: add, field: f, strength: 1, radius: 1}],"
        " domain: {aabb: {min: [0, 0, 0], max: [1, 1, 1]}, grid: {nx: 2, ny: 3, nz: 4}}}"
    )
    made, faults = read(text)
    assert made.implicit.domain.grid == (2, 3, 4)
    assert made.implicit.algorithm == "marching_cubes@1"
    assert faults == []
    assert read(text.replace("iso: 0.5", "dimensions: {x: 1}"))[1] == ["unknown key", "missing"]


def test_a_solid_has_no_field():
    assert read("{id: a, type: wedge, dimensions: {x: 1}, iso: 1}")[1] == ["unknown key"]


def test_a_macro_has_keys_of_its_own():
    kind = PrimitiveKind()
    assert kind.variant(["macro", "id"], "box_decompose") is MACROS["box_decompose"]
    assert "aabb" in kind.variant(["id"], "").keys
