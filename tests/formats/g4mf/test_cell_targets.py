"""Targets "are a combination of the indices for all surfaces": of corners, and of boundary cells."""

from __future__ import annotations

import g4mf_cells
import numpy as np
import pytest

from pantin.deformation.element_attributes import deform_elements
from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.downgrade import downgrade
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.save import to_bytes

CASES = [(dimension, seed) for dimension in (2, 3, 4, 5) for seed in range(8)]


def assert_blended(data, wanted):
    rig = lift(read(data)).rig
    for values, posed in zip(wanted, deform_elements(rig, rig.rest_pose()), strict=True):
        for rows, arrays in ((values["normals"], posed.normals), (values["textureMap"], posed.texcoords)):
            assert [len(one) for one in rows] == [len(array) for array in arrays]
            assert all(np.abs(np.array(a) - b).max() < 1e-12 for a, b in zip(rows, arrays, strict=True))


@pytest.mark.parametrize(("dimension", "seed"), CASES)
def test_targets_move_the_corners_of_every_surface_and_of_its_cells(direct, dimension, seed):
    data = g4mf_cells.random_file(seed, dimension).text()
    assert [finding.rule for finding in check(read(data)) if finding.severity == "error"] == []
    assert_blended(data, g4mf_cells.blended(direct.File(data)))


@pytest.mark.parametrize(("dimension", "seed"), CASES)
def test_the_form_of_january_2026_has_the_same_values(direct, dimension, seed):
    data = g4mf_cells.random_file(seed, dimension).text()
    older = to_bytes(downgrade(read(data)))
    assert_blended(older, g4mf_cells.blended(direct.File(data)))
    again = g4mf_cells.blended(direct.File(older))
    assert_blended(data, again)
