"""What a G4MF file means as a rig: `lift(document)` gives the rig and says what had to be left out.

Everything keeps the index it has in the file; what is broken keeps its place, empty.
"""

from __future__ import annotations

from pantin.formats.exchange import Lifted
from pantin.formats.g4mf.lift.assemble import lift
from pantin.formats.g4mf.lift.source import left_out

__all__ = ["Lifted", "left_out", "lift"]
