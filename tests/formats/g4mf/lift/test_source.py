"""What lifting reads from."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.g4mf.accessor import AccessorFault
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift.source import Source


def test_numbers_are_checked_once_and_kept(kit):
    source = Source(read(kit.binary()))
    assert source.dimension == 3
    assert source.array(0) is source.array(0)
    assert source.reals(kit.mesh["vertices"], 3).dtype == np.float32


@pytest.mark.parametrize("accessor", [None, 99])
def test_what_is_not_there_is_a_fault(kit, accessor):
    with pytest.raises(AccessorFault):
        Source(read(kit.text())).array(accessor)


def test_indices_are_in_range(kit):
    source = Source(read(kit.text()))
    assert source.indices(kit.skin["vertices"], 4).tolist() == [0, 1, 1, 2, 3]
    for accessor, below in ((kit.skin["vertices"], 3), (kit.skin["weights"], 4)):
        with pytest.raises(AccessorFault):
            source.indices(accessor, below)
