"""Materials as small as a rig keeps them: a name and a base colour."""

from __future__ import annotations

import sys
from typing import Any

from pantin.formats.gltf.lift.source import Source
from pantin.formats.gltf.model import get
from pantin.rig import Material


def materials(source: Source) -> list[Material]:
    """Every material of the file; white replaces what is not a colour of four numbers (glTF 2.0 §3.9.2)."""
    listed = source.document.tree.get("materials")
    coloured = listed if isinstance(listed, list) else []
    return [
        Material(material.name if material else None, _base_colour(get(coloured, index)))
        for index, material in enumerate(source.model.materials)
    ]


def _base_colour(material: Any) -> tuple[float, float, float, float]:
    # The typed model holds only what rules about rigs need of a material, so this reads the tree.
    metallic = material.get("pbrMetallicRoughness") if isinstance(material, dict) else None
    factor = metallic.get("baseColorFactor") if isinstance(metallic, dict) else None
    if not isinstance(factor, list) or [type(part) in (int, float) for part in factor] != [True] * 4:
        return (1.0, 1.0, 1.0, 1.0)
    # JSON can write whole numbers that no double holds.
    red, green, blue, alpha = (float(part) if abs(part) <= sys.float_info.max else 1.0 for part in factor)
    return (red, green, blue, alpha)
