"""Binary STL: the triangles of a model in a pose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.base.later import Later
from pantin.formats.format import Capabilities, Format, WriteOptions

if TYPE_CHECKING:
    from pathlib import Path

    from pantin.formats.geometry.static import Geometry


class Stl(Format):
    name = "STL"
    suffixes = (".stl",)
    stores = Capabilities("meshes")
    static = takes_pose = True

    lower = Later("pantin.formats.geometry.static", "lower")

    def write(self, geometry: Geometry, path: Path, options: WriteOptions) -> None:
        from pantin.formats.stl.write import write_stl

        write_stl(geometry.rig, geometry.posed, path)


FORMAT = Stl()
