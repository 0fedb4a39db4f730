"""Numbers that no model has: they are reported, and never warnings of NumPy or an error."""

from __future__ import annotations

import io
import re

import numpy as np
import pytest

import pantin
from pantin.rig import Instance, Mesh, Node, Surface, build

ARRAYS = ("Vertices", "Normals", "UV")


@pytest.fixture(scope="module")
def text() -> str:
    stream = io.BytesIO()
    positions = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], np.float32)
    surface = Surface(
        positions,
        indices=np.array([0, 1, 2, 0, 2, 3]),
        normals=np.tile(np.array([0, 0, 1], np.float32), (4, 1)),
        texcoords=(positions[:, :2],),
    )
    rig = build(nodes=[Node("plate")], meshes=[Mesh((surface,))], instances=[Instance(0, 0)])
    pantin.convert(rig, stream, format=".fbx", ascii=True)
    return stream.getvalue().decode()


@pytest.mark.parametrize("name", ARRAYS)
@pytest.mark.parametrize("number", ["1e200", "-3e38", "1.#INF", "nan"])
def test_hostile_numbers_are_reported_and_read_as_zero(text, name, number):
    """The suite turns warnings into errors."""
    pattern = rf"(\t{name}: \*\d+ {{\s*a: )[^,]+"
    changed, count = re.subn(pattern, rf"\g<1>{number}", text)
    assert count
    asset = pantin.load(changed.encode(), name="x.fbx")
    assert "FBX-NOT_FINITE" in {finding.rule for finding in asset.report.findings}
    surface = asset.rig.meshes[0].surfaces[0]
    for values in (surface.positions, surface.normals, *surface.texcoords):
        assert np.isfinite(values).all()
        assert np.abs(values).max() < 1e3
