"""Rules about the compiled model."""

from __future__ import annotations

from pantin.base.limits import Limits
from pantin.formats.rigy.compile import check_text

BOX = 'version: "0.3"\nmeshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]'


def test_vertices_are_counted_before_they_are_made():
    findings = check_text(BOX, limits=Limits(vertices=24)).findings
    assert [one.rule for one in findings] == ["RIGY-P70"]  # 24 vertices and a mesh
    assert check_text(BOX, limits=Limits(vertices=25)).ok
