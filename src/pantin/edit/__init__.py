"""Rig in, rig out: `freeze` holds a rig in a pose for good."""

from pantin.edit.freeze import freeze
from pantin.edit.held import Held, held

__all__ = ["Held", "freeze", "held"]
