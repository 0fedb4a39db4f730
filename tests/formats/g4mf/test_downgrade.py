"""The form of January 2026."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.g4mf.accessor import AccessorFault, view
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


def test_cells_keep_their_values_and_the_targets_of_them(kit):
    """Values at the corners of cells, which January 2026 had under `topology`, come back where they were."""
    corners = kit.accessor([[0, 0, 1.0]] * 12)
    geometry, edges = kit.surface["geometry"], kit.surface["edges"]
    kit.plain()
    kit.surface |= {"edges": edges, "normals": corners}
    kit.surface["topology"] = {"geometry": geometry, "normals": corners}
    kit.shape.clear()
    kit.shape |= {"name": "Smile", "normal": kit.target([3], [[0.5, 0, 0]])}
    kit.shape["topologyNormal"] = kit.target([7], [[0, 0.5, 0]])
    document = downgrade(read(kit.text()))
    surface = document.tree["meshes"][0]["surfaces"][0]
    shape = document.tree["meshes"][0]["blend"]["shapes"][0]
    assert len(view(document, surface["topology"]["normals"])) == 12
    assert view(document, shape["normal"]["indices"]).tolist() == [[3]]
    assert view(document, shape["topologyNormal"]["indices"]).tolist() == [[7]]
    assert view(document, shape["topologyNormal"]["offsets"]).tolist() == [[0, 0.5, 0]]


@pytest.mark.parametrize("moved", [(0,), (1,), (0, 1)])
def test_texture_spaces_that_differ_have_no_target_in_common(kit, moved):
    """A flat target has one vector size, that of the values of all surfaces, whichever of them it moves."""
    second = dict(kit.surface)
    second["textureMap"] = {
        "values": kit.accessor([[0.0, 0.0, 0.0]], "float32"),
        "simplexes": kit.accessor([0] * 12, "uint8"),
    }
    kit.mesh["surfaces"].append(second)
    kit.shape["surfaces"].append({"surface": 1, "textureMap": kit.target([0], [[1, 2, 3]])})
    kit.shape["surfaces"] = [part for part in kit.shape["surfaces"] if part["surface"] in moved]
    with pytest.raises(AccessorFault, match="values of different sizes"):
        downgrade(read(kit.text()))


def test_a_binding_to_a_value_that_is_not_there_has_no_older_form(kit):
    kit.surface["normals"]["values"] = kit.accessor([[0, 0, 1.0]])
    kit.mesh.pop("blend")
    with pytest.raises(AccessorFault, match="does not have"):
        downgrade(read(kit.text()))
