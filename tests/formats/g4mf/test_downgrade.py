"""The form of January 2026."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.g4mf.accessor import AccessorFault
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.downgrade import downgrade
from pantin.formats.g4mf.save import to_bytes


@pytest.mark.parametrize("dialect", "ABC")
def test_the_older_form_means_the_same(rigs, direct, dialect):
    """Judged by the independent evaluator, which reads both forms."""
    data = rigs.random_rig(5, 4, dialect).binary()
    older = to_bytes(downgrade(read(data)))
    before, after = direct.File(data), direct.File(older)
    surfaces = after.tree["meshes"][0]["surfaces"]
    assert all(isinstance(one["normals"], int) for one in surfaces)
    amounts = [0.5, -1.0]
    for surface in (0, 1):
        for key in ("normals", "textureMap"):
            one = direct.corner_values(before, 6, surface, key, amounts)
            two = direct.corner_values(after, 6, surface, key, amounts)
            assert np.abs(np.array(one) - np.array(two)).max() < 1e-12


def test_geometry_becomes_topology(kit):
    surface = downgrade(read(kit.text())).tree["meshes"][0]["surfaces"][0]
    assert set(surface["topology"]) == {"geometry", "seams"}


def test_what_is_not_bound_to_corners_is_refused(kit):
    kit.surface["normals"] = {
        "values": kit.surface["normals"]["values"],
        "perSimplex": kit.accessor([0, 1, 2, 3], "uint8"),
    }
    with pytest.raises(AccessorFault, match="corners"):
        downgrade(read(kit.text()))
