"""Questions about the parts of a rig that several modules of the writer ask."""

from __future__ import annotations

from pantin.rig import Instance, Rig


def is_deforming(rig: Rig, instance: Instance) -> bool:
    """Whether an instance needs a skeleton: for a skin, or for blend shapes, which animations weigh."""
    return instance.skin is not None or rig.meshes[instance.mesh].blend_shape_count > 0
