"""Read and write polytopes as OFF, 4OFF and nOFF files."""

from pantin.formats.off.errors import OffError
from pantin.formats.off.read import read
from pantin.formats.off.rigs import from_rig
from pantin.formats.off.write import write

__all__ = ["OffError", "from_rig", "read", "write"]
