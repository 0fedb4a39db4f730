"""Preprocessing: repeats, params, expressions, rotations, boxes by their corners, macros, in that order."""

from pantin.rigy.expand.document import expand

__all__ = ["expand"]
