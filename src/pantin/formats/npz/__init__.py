"""NumPy archives (.npz): rigs as arrays, posed geometry, and the files of programs that rig models."""

from __future__ import annotations

from pantin.base.later import Later
from pantin.formats.format import Capabilities, Format


class PosedNpz(Format):
    """Posed geometry: what a model in a pose is written as."""

    name = "posed NPZ"
    suffixes = (".npz",)
    stores = Capabilities(
        "meshes", "-surfaces: normals tangents texcoords colors points lines simplexes edges"
    )
    static = takes_pose = True

    lower = Later(f"{__name__}.files", "lower_posed")
    write = Later(f"{__name__}.document", "write")


POSED = PosedNpz()


class Npz(Format):
    name = "NPZ"
    suffixes = (".npz",)
    stores = Capabilities(
        "nodes: names visible bone_lengths",
        "meshes: name blend_weights blend_names group_names",
        "-surfaces: normals tangents texcoords colors blend_shapes attributes lines points simplexes edges"
        " cells element_normals element_texcoords unused_influences",
        "-instances: blend_weights materials",
        "skins: name root solver",
        "skeletons: name inverse_binds",
        "clips: name",
        "scenes: name",
        "materials: name base_color metallic roughness",
    )
    rules = (f"{__name__}.files",)
    families = {"NPZ": "about NumPy archives: rigs as arrays"}

    sniff = Later(f"{__name__}.files", "sniff")
    read = Later(f"{__name__}.files", "read")
    lift = Later(f"{__name__}.files", "lift")
    check = Later(f"{__name__}.files", "check")
    not_carried = Later(f"{__name__}.files", "not_carried")
    lower = Later(f"{__name__}.files", "lower")
    write = Later(f"{__name__}.document", "write")

    def form(self, suffix: str = "", *, posed: bool = False) -> Format:
        return POSED if posed else self

    def is_in_folders(self) -> bool:
        return False  # most archives are not models


FORMAT = Npz()
