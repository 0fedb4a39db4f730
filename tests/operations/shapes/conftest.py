"""A polytope that is written down by hand, for tests of shapes."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "oracles"))

import polytopes

from pantin.shapes import Polytope


@pytest.fixture
def tesseract() -> Polytope:
    vertices, faces, cells = polytopes.tesseract()
    return Polytope(np.array(vertices), (faces, cells))
