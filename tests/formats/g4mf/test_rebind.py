"""Values per corner as bindings."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.g4mf.accessor import AccessorFault, scalars, view
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.model import read_model
from pantin.formats.g4mf.rebind import bind_surface, flat_blend_to_surfaces


def test_flat_targets_are_divided_by_surface(rigs):
    document = read(rigs.random_rig(0, 4, "A").text())
    mesh = read_model(document.tree).meshes[0]
    before = set(scalars(document, mesh.blend.shapes[0].flat["normal"].indices).tolist())
    flat_blend_to_surfaces(document, mesh)
    shape = read_model(document.tree).meshes[0].blend.shapes[0]
    starts = {0: 0, 1: 12}
    after = {
        starts[part.surface] + index
        for part in shape.parts
        if part.normal
        for index in scalars(document, part.normal.indices).tolist()
    }
    assert after == before
    assert not shape.flat


def test_a_target_with_fewer_indices_than_offsets_is_refused_with_its_place(rigs):
    document = read(rigs.random_rig(0, 4, "A").text())
    shape = read_model(document.tree).meshes[0].blend.shapes[0]
    short = document.append_array(np.arange(1), "uint8")
    document.set(f"{shape.pointer}/normal/indices", short)
    with pytest.raises(AccessorFault, match=f"{shape.pointer}/normal has 1 index for 3 offsets"):
        flat_blend_to_surfaces(document, read_model(document.tree).meshes[0])


def test_values_of_cells_come_behind_those_of_corners(kit):
    kit.surface["normals"] = kit.accessor([[0, 0, 1.0]] * 12, "float32")
    geometry = kit.surface.pop("geometry")
    kit.surface["topology"] = {"geometry": geometry, "normals": kit.accessor([[0, 1.0, 0]] * 12, "float32")}
    del kit.shape["surfaces"]
    document = read(kit.text())
    mesh = read_model(document.tree).meshes[0]
    bind_surface(document, mesh, mesh.surfaces[0], 3)
    surface = read_model(document.tree).meshes[0].surfaces[0]
    assert view(document, surface.normals.values)[:, 1].tolist() == [0.0] * 12 + [1.0] * 12
    numbers = scalars(document, surface.normals.tiers[0].accessor)
    assert np.array_equal(numbers[:4], [3, 12, 13, 14])
    assert surface.geometry == tuple(geometry)
