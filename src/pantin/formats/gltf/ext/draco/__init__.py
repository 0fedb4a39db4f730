"""KHR_draco_mesh_compression: the attributes of a primitive in one packed stream."""

from pantin.base.later import Later
from pantin.formats.gltf.extension import Edits, Extension, Packing
from pantin.formats.gltf.extension_names import DRACO
from pantin.formats.gltf.schema import Primitive

EXTENSION = Extension(
    extends={DRACO: (Primitive,)},
    carried=True,
    schema=Later(f"{__name__}.schema", "COMPRESSION"),
    packing=Packing(unpack_accessor=Later(f"{__name__}.streams", "unpack_accessor")),
    edits=Edits(
        unpack_primitive=Later(f"{__name__}.unpack", "unpack_primitive"),
        unlist_unused=Later(f"{__name__}.unpack", "unlist_unused"),
    ),
)
