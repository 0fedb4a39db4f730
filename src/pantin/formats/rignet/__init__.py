"""RigNet's rigs: a text with joints, hierarchy and skin weights, and an OBJ file with the mesh beside it.

Facts from the repository zhan-xu/RigNet: README ("Data") and utils/rig_parser.py. Puppeteer
(Seed3D/Puppeteer) uses the same lines.
"""

from __future__ import annotations

from pantin.base.later import Later
from pantin.formats.format import Capabilities, Format


class RigNet(Format):
    name = "RigNet"
    suffixes = ("_rig.txt",)
    stores = Capabilities("nodes: names", "meshes", "-surfaces: normals texcoords", "skins", "scenes")
    """A mesh at rest with joints that have positions. The writer reports rotations of joints and rigid
    meshes."""
    rules = (f"{__name__}.files",)
    families = {"RIGNET": "about rigs of RigNet: a text with an OBJ file beside it"}

    sniff = Later(f"{__name__}.files", "sniff")
    read = Later(f"{__name__}.files", "read")
    lift = Later(f"{__name__}.files", "lift")
    companions = Later(f"{__name__}.files", "companions")
    lower = Later(f"{__name__}.files", "lower")
    write = Later(f"{__name__}.files", "write")

    def kind(self, suffix: str) -> str:
        return "rignet"


FORMAT = RigNet()
