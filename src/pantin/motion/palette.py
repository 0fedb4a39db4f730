"""The maps a skin blends: from the mesh as it was bound to where each joint stands now."""

from __future__ import annotations

import numpy as np

from pantin.kernels.hierarchy import palette_maps
from pantin.rig import Doubles, Skin


def palette(skin: Skin, placed: Doubles) -> Doubles:
    """World map of each joint times its inverse bind, from the world maps of all nodes: (J, N, N + 1) or F of
    them.

    A joint of −1 stands where the skin's root stands, or still in the world where the skin has none.
    """
    joints = skin.joints
    if skin.root is not None:
        joints = np.where(joints < 0, skin.root, joints)
    maps: Doubles = palette_maps(placed[None] if placed.ndim == 3 else placed, joints, skin.inverse_binds)
    return maps[0] if placed.ndim == 3 else maps
