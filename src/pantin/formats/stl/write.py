"""Binary STL: the triangles of all surfaces, each with its facet normal."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pantin.base import files
from pantin.base.errors import Unsuitable
from pantin.formats.geometry.triangles import facet_normals, require_3d, triangles
from pantin.formats.posed_surface import Posed
from pantin.rig import Rig

FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
"""50 bytes; the format does not use the attributes."""

HEADER = b"pantin".ljust(80, b" ")
"""80 bytes that do not start with "solid", which readers take for a text file."""


def write_stl(rig: Rig, posed: Sequence[Posed], path: str | os.PathLike[str]) -> None:
    """Write the triangles of posed surfaces as one solid, without points and lines. Raises `Unsupported`
    unless they are 3D and fit float32.
    """
    require_3d(rig, "STL")
    parts = []
    for surface in posed:
        corners = triangles(rig, surface)
        facets = np.zeros(len(corners), FACET)
        with np.errstate(over="ignore"):
            facets["corners"] = surface.positions[corners]
        if not np.isfinite(facets["corners"]).all():
            raise Unsuitable(f"node {surface.node} has a coordinate too large for STL, which stores float32")
        facets["normal"] = facet_normals(surface.positions, corners)
        parts.append(facets)
    count = sum(map(len, parts))
    files.atomic_write(Path(path), [HEADER, np.uint32(count).tobytes(), *(part.tobytes() for part in parts)])
