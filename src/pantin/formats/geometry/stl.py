"""Binary STL: the triangles of all surfaces, each with its facet normal."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pantin import files
from pantin.errors import Unsupported
from pantin.formats.exchange import Posed
from pantin.formats.geometry.triangles import facet_normals, require_3d, triangles
from pantin.rig import Rig

FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
"""50 bytes; the attributes mean nothing in the format."""

HEADER = b"pantin".ljust(80, b" ")
"""80 bytes that do not begin with "solid", by which readers tell text files."""


def write_stl(rig: Rig, posed: Sequence[Posed], path: str | os.PathLike[str]) -> None:
    """Write posed surfaces as one solid; points and lines have no place in it. Only in 3D, and within
    float32.
    """
    require_3d(rig, "STL")
    parts = []
    for one in posed:
        corners = triangles(rig, one)
        facets = np.zeros(len(corners), FACET)
        with np.errstate(over="ignore"):
            facets["corners"] = one.positions[corners]
        if not np.isfinite(facets["corners"]).all():
            raise Unsupported(f"node {one.node}: a number is too large for STL, which stores float32")
        facets["normal"] = facet_normals(one.positions, corners)
        parts.append(facets)
    count = sum(map(len, parts))
    files.atomic_write(Path(path), [HEADER, np.uint32(count).tobytes(), *(one.tobytes() for one in parts)])
