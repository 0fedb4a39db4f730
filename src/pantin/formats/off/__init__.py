"""OFF, 4OFF and nOFF: polytopes of any dimension as text."""

from __future__ import annotations

from pantin.base.later import Later
from pantin.formats.format import Capabilities, Format, write_data


class Off(Format):
    name = "OFF"
    suffixes = (".off", ".4off", ".noff")
    stores = Capabilities("meshes", "-surfaces: simplexes edges cells")
    static = takes_pose = True
    rig_rules = False  # rules about rigs do not apply to a polytope
    rules = (f"{__name__}.files",)
    families = {"OFF": "about OFF files: polytopes as text"}

    sniff = Later(f"{__name__}.files", "sniff")
    read = Later(f"{__name__}.files", "read")
    lift = Later(f"{__name__}.files", "lift")
    not_carried = Later(f"{__name__}.files", "not_carried")
    lower = Later(f"{__name__}.files", "lower")
    write = staticmethod(write_data)

    def kind(self, suffix: str) -> str:
        return "off"


FORMAT = Off()
