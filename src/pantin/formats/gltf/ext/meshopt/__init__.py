"""KHR_meshopt_compression and EXT_meshopt_compression: buffer views in packed form."""

from pantin.base.later import Later
from pantin.formats.gltf.extension import Extension, Packing
from pantin.formats.gltf.extension_names import MESHOPT
from pantin.formats.gltf.schema import Buffer, BufferView

EXTENSION = Extension(
    extends=dict.fromkeys(MESHOPT, (Buffer, BufferView)),
    carried=True,
    schema=Later(f"{__name__}.schema", "COMPRESSION"),
    packing=Packing(
        unpack_view=Later(f"{__name__}.unpack", "unpack_view"),
        rounding=Later(f"{__name__}.unpack", "rounding"),
    ),
)
