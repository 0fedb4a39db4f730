"""`lower(rig)` makes a new G4MF document of a rig, with a finding for everything it drops or changes."""

from __future__ import annotations

from pantin.formats.g4mf.lower.assemble import Lowered, lower

__all__ = ["Lowered", "lower"]
