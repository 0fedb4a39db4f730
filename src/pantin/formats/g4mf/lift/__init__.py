"""`lift(document)` gives the rig of a G4MF file, and a finding for everything it skips.

Everything keeps the index it has in the file; a broken item is empty.
"""

from __future__ import annotations

from pantin.formats.format import Lifted
from pantin.formats.g4mf.lift.assemble import lift
from pantin.formats.g4mf.lift.source import left_out

__all__ = ["Lifted", "left_out", "lift"]
