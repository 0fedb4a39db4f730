"""Materials as far as a posed mesh needs them: names and base colours."""

from __future__ import annotations

from pantin.formats.g4mf.lift.source import Source
from pantin.formats.g4mf.model import objects
from pantin.formats.g4mf.transform import numbers
from pantin.rig import Material


def materials(source: Source) -> list[Material]:
    """Material i is that of the file. Missing numbers of a factor are 1."""
    made = []
    for given in objects(source.document.tree, "materials"):
        raw = given if isinstance(given, dict) else {}
        name, channel = raw.get("name"), raw.get("baseColor")
        factor = numbers(channel.get("factor"), 1, 2, 3, 4) if isinstance(channel, dict) else None
        colour = [*([] if factor is None else factor.tolist()), 1.0, 1.0, 1.0, 1.0]
        made.append(
            Material(
                name if isinstance(name, str) and name else None, (colour[0], colour[1], colour[2], colour[3])
            )
        )
    return made
