"""Conventions shared by reader and writer: names, units, and the form of stepped keys."""

from __future__ import annotations

import numpy as np

from pantin.rig import Doubles

MATERIAL_FAMILY = "materialBind"
"""The family of face subsets with a separate material (UsdShade)."""

TANGENTS = "tangents"
"""The primvar with tangents: directions, and the sign of the bitangent."""

ANIMATION = "animation"
"""The variant set that chooses a clip."""

CLIP_NAME = "clip"
"""Custom data of the root prim with the name of the selected clip."""

CLIP_INDEX = "clipIndex"
"""Custom data with the index of a clip, because USD sorts variants by name."""

JOINT_NAMES = "jointNames"
"""Custom data of a skeleton with its joint names, if any is repeated."""

SCALE_JOINTS = "scaleJoints"
"""Custom data of a skeleton with the joints added to hold a constant scale of their parent."""

BIND_JOINTS = "bindJoints"
"""Custom data of a skeleton with the joints added to hold another bind transform of their parent."""

MESH_PART = "meshPart"
"""Custom data of a prim with part of a mesh: the numbers of the mesh and of its surfaces."""

JOINT_SCALES = "jointScales"
"""Custom data of a skeleton with the scale of each joint that is folded into translations."""

UNLIT = "unlit"
"""Custom data of an unlit material, which UsdPreviewSurface cannot express."""

MTOON = "mtoon"
"""Custom data of a material with toon shading: JSON of the numbers. Its textures are unconnected shaders
below the material, with this prefix in their names."""

KEPT_PARTS = "rigParts"
"""Custom data of the default prim with springs, constraints and the character: JSON, with prims and joints as
paths relative to the prim."""

JOINT_SEPARATOR = ":"
"""The separator between the paths of a skeleton and a joint in these data; no prim path contains it."""

COPYRIGHT = "copyright"
"""Custom data of the layer with the copyright."""

TENTH = 0.1
"""Apertures and focal lengths are in tenths of the unit of the stage."""

FARTHEST = 1e6
"""The far plane of a camera without one."""

CANDELA = 4.0
"""The intensity of a normalised sphere light of one candela: its luminance is the intensity divided by the
area, 4 π r², and a sphere of luminance L seen from afar has L π r² candela."""

HOLD = 1e-4
"""A STEP channel holds its value until this many seconds before the next key."""


def hold_before(times: Doubles) -> Doubles:
    """Times just before the given ones, still distinct in float32."""
    return times - np.maximum(HOLD, 4 * np.spacing(np.abs(times).astype(np.float32)).astype(np.float64))
