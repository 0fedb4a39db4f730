"""KHR_draco_mesh_compression: the attributes of a primitive in one packed stream."""

from pantin.base.later import Later
from pantin.formats.gltf.ext.extension import Edits, Extension
from pantin.formats.gltf.schema import Primitive

NAME = "KHR_draco_mesh_compression"

EXTENSION = Extension(
    extends={NAME: (Primitive,)},
    carried=True,
    schema=Later(f"{__name__}.schema", "COMPRESSION"),
    edits=Edits(
        unpack_primitive=Later(f"{__name__}.unpack", "unpack_primitive"),
        unlist_unused=Later(f"{__name__}.unpack", "unlist_unused"),
    ),
)
