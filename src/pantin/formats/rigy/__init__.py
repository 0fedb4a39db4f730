"""Rigy: rigged models from text. Documents (`.rigy.yaml`), scenes (`.rigs.yaml`) and contracts (`.ricy.yaml`)
are compiled into a rig when they are read."""

from __future__ import annotations

from pantin.base.later import Later
from pantin.formats.edits import Edits
from pantin.formats.format import Capabilities, Format

CONTRACTS = (".ricy.yaml", ".ricy.yml")


class Rigy(Format):
    name = "Rigy"
    suffixes = (".rigy.yaml", ".rigs.yaml", ".ricy.yaml", ".rigy.yml", ".rigs.yml", ".ricy.yml")
    is_source = True
    sniff_order = -1  # before formats that accept many texts
    read_options = ("profile", "pose", "clips")
    stores = Capabilities(
        "nodes: names", "meshes: name", "-surfaces: normals texcoords", "skins", "materials: name base_color"
    )
    edits = Edits(fix=Later(f"{__name__}.fixes", "fixes"))
    rig_rules = False  # the compiler makes no rig that violates one
    rules = (f"{__name__}.compile", f"{__name__}.bone_tails")
    families = {"RIGY": "about Rigy sources, with the numbers of the language"}

    sniff = Later(f"{__name__}.files", "sniff")
    read = Later(f"{__name__}.files", "read")
    lift = Later(f"{__name__}.files", "lift")
    check = Later(f"{__name__}.files", "check")
    condition = Later(f"{__name__}.files", "condition")
    not_carried = Later(f"{__name__}.files", "not_carried")
    companions = Later(f"{__name__}.files", "companions")
    over_limit = Later(f"{__name__}.files", "over_limit")
    summarise = Later(f"{__name__}.files", "summarise_source")
    explain_key = Later(f"{__name__}.schema.reference", "find")

    def has_model(self, name: str) -> bool:
        return not name.lower().endswith(CONTRACTS)


FORMAT = Rigy()
