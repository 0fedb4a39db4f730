"""Expansion: repeats, params, expressions, rotations, boxes with an aabb and macros, in that order."""

from pantin.formats.rigy.expand.document import expand

__all__ = ["expand"]
