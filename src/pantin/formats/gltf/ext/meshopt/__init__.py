"""KHR_meshopt_compression and EXT_meshopt_compression: buffer views in packed form."""

from pantin.base.later import Later
from pantin.formats.gltf.ext.extension import Extension
from pantin.formats.gltf.schema import Buffer, BufferView

NAMES = ("KHR_meshopt_compression", "EXT_meshopt_compression")
"""Two names of the same extension; if a view has both, the first counts."""

EXTENSION = Extension(
    extends=dict.fromkeys(NAMES, (Buffer, BufferView)),
    carried=True,
    schema=Later(f"{__name__}.schema", "COMPRESSION"),
)
