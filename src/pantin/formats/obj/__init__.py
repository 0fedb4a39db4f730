"""Wavefront OBJ with a material library: static geometry for programs without rigs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.base.later import Later
from pantin.formats.format import Capabilities, Format, WriteOptions

if TYPE_CHECKING:
    from pathlib import Path

    from pantin.formats.geometry.static import Geometry
    from pantin.report import Finding


class Obj(Format):
    name = "OBJ"
    suffixes = (".obj",)
    stores = Capabilities(
        "-nodes: names",
        "meshes",
        "-surfaces: normals texcoords colors lines points element_normals element_texcoords",
        "-instances: materials",
        "materials: name base_color base_color_texture metallic roughness metallic_roughness_texture"
        " normal_texture normal_scale emissive emissive_texture unlit"
        " emissive_strength ior anisotropy clearcoat",
        "-anisotropy: strength rotation",
        "-clearcoat: factor roughness",
        # Images are files, with a name and a suffix.
        "textures: size",
        "images: mime_type name uri",
    )
    """OBJ with an `.mtl`. The writer reports sets of attributes, and images that no statement is for."""
    static = takes_pose = True
    rules = (f"{__name__}.losses", "pantin.formats.geometry.static")

    lower = Later(f"{__name__}.write", "lower")

    def write(self, geometry: Geometry, path: Path, options: WriteOptions) -> list[Finding]:
        from pantin.formats.obj.write import write_obj

        return write_obj(geometry.rig, geometry.posed, path, geometry.elements)


FORMAT = Obj()
