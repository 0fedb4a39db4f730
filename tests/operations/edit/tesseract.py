"""The tesseract for tests of slices."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "oracles"))

import polytopes

from pantin.shapes import Polytope


def polytope() -> Polytope:
    vertices, faces, cells = polytopes.tesseract()
    return Polytope(np.array(vertices), (faces, cells))


def rig():
    return polytope().rig("Tesseract")
