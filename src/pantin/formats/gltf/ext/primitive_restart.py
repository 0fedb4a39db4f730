"""KHR_mesh_primitive_restart: several strips, loops or fans in one primitive (a draft)."""

from __future__ import annotations

from pantin.formats.gltf.extension import Extension
from pantin.formats.gltf.extension_names import PRIMITIVE_RESTART

LINE_LOOP, LINE_STRIP, TRIANGLE_STRIP, TRIANGLE_FAN = 2, 3, 5, 6

EXTENSION = Extension(
    extends={PRIMITIVE_RESTART: ()},
    required=True,  # there are no other indices
    carried=True,
    restart_modes=frozenset((LINE_LOOP, LINE_STRIP, TRIANGLE_STRIP, TRIANGLE_FAN)),
)
