"""A rig as a new G4MF document: `lower(rig)` gives the document and says what did not cross."""

from __future__ import annotations

from pantin.formats.g4mf.lower.assemble import Lowered, lower

__all__ = ["Lowered", "lower"]
