"""Materials of a rig."""

from __future__ import annotations

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift


def test_names_and_base_colours_come_over(kit):
    kit.tree["materials"] += [{"baseColor": {"factor": [0.5, 0.25, 0]}}, {"baseColor": {"factor": "red"}}]
    made = lift(read(kit.text())).rig.materials
    assert made[0].name == "Paint"
    assert made[0].base_colour == (1, 1, 1, 1)
    assert made[1].base_colour == (0.5, 0.25, 0, 1)
    assert made[2].base_colour == (1, 1, 1, 1)
