"""What the reader and the writer agree on: names, units, and how steps are held."""

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
"""The custom data of the root prim with the name of the clip that plays."""

CLIP_INDEX = "clipIndex"
"""The custom data with its index: USD sorts variants by name."""

JOINT_NAMES = "jointNames"
"""The custom data of a skeleton with the names of its joints, where some occur twice."""

SCALE_JOINTS = "scaleJoints"
"""The custom data of a skeleton with the joints that hold nothing but the constant scale of their parent."""

BIND_JOINTS = "bindJoints"
"""The custom data of a skeleton with the joints that hold another bind transform of their parent."""

MESH_PART = "meshPart"
"""The custom data of a prim that holds a part of a mesh: the number of the mesh, and of its surfaces."""

JOINT_SCALES = "jointScales"
"""The custom data of a skeleton with the scale of each joint that is folded into translations."""

UNLIT = "unlit"
"""The custom data of a material that is shown without lighting, which UsdPreviewSurface cannot say."""

MTOON = "mtoon"
"""The custom data of a material with its toon shading: JSON of the numbers. Its textures are shaders below
the material that nothing is connected to, with this at the start of their names."""

KEPT_PARTS = "rigParts"
"""The custom data of the default prim with springs, constraints and the character: JSON, with the paths of
the prims and joints that they name, relative to the prim."""

JOINT_SEPARATOR = ":"
"""What is between the path of a skeleton and that of a joint in these data; no path of a prim has it."""

COPYRIGHT = "copyright"
"""The custom data of the layer with the copyright."""

TENTH = 0.1
"""Apertures and focal lengths are in tenths of the unit of the stage."""

FARTHEST = 1e6
"""The far plane of a camera that has none."""

CANDELA = 4.0
"""The intensity of a normalised sphere light of one candela: its luminance is the intensity divided by the
area, 4 π r², and a sphere of luminance L seen from afar has L π r² candela."""

HOLD = 1e-4
"""Seconds before a key of a STEP channel at which the value before it ends."""


def hold_before(times: Doubles) -> Doubles:
    """Times right before the given ones, which float32 still tells apart."""
    return times - np.maximum(HOLD, 4 * np.spacing(np.abs(times).astype(np.float32)).astype(np.float64))
