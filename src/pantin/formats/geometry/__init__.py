"""Posed geometry for programs without rigs: `write_obj`, `write_stl`."""

from pantin.formats.geometry.obj import write_obj
from pantin.formats.geometry.stl import write_stl

__all__ = ["write_obj", "write_stl"]
