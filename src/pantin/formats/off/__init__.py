"""Read and write polytopes as OFF, 4OFF and nOFF files."""

from pantin.formats.off.polytope import OffError, Polytope
from pantin.formats.off.read import read
from pantin.formats.off.rigs import from_rig, to_rig
from pantin.formats.off.write import write

__all__ = ["OffError", "Polytope", "from_rig", "read", "to_rig", "write"]
