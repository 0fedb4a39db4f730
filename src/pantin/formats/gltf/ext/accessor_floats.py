"""KHR_accessor_float16 and KHR_accessor_float64: accessors of half and double precision (drafts).

Their numbers may be used wherever floats of single precision may; `codes.FLOATS` lists all three.
"""

from __future__ import annotations

from pantin.formats.gltf.codes import DOUBLE, HALF
from pantin.formats.gltf.extension import Extension
from pantin.formats.gltf.extension_names import FLOAT16, FLOAT64


def _record(name: str, component_type: int) -> Extension:
    return Extension(
        extends={name: ()},
        required=True,  # there is no other form of the data
        carried=True,
        words={"accessor.componentType": (component_type,)},
    )


EXTENSIONS = (_record(FLOAT16, HALF), _record(FLOAT64, DOUBLE))
