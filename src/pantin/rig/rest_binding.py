"""Skins that are bound where their joints are at rest."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pantin.base.records import replace
from pantin.maths import affine
from pantin.rig.arrays import InvalidRig
from pantin.rig.rig import Rig


def bind_at_rest(rig: Rig, skins: Sequence[int]) -> Rig:
    """The rig with these skins bound at rest: a vertex is where its mesh's node puts it."""
    if not skins:
        return rig
    world = affine.world_transforms(rig.nodes.parents, rig.nodes.order, rig.nodes.local)
    bound = list(rig.skins)
    for number in skins:
        skin = bound[number]
        inverses, singular = affine.invert(world[skin.joints])
        if singular.any():
            joint = int(skin.joints[np.flatnonzero(singular)[0]])
            raise InvalidRig(f"skin {number}: joint {joint} has a singular transform and cannot be bound")
        users = [instance for instance in rig.instances if instance.skin == number]
        if users:
            inverses = affine.multiply(inverses, world[users[0].node])
        bound[number] = replace(skin, inverse_binds=inverses)
    return rig.replace(skins=bound)
