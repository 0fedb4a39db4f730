"""A rig coloured by its weights: each joint has a colour, and a vertex the mix of its joints' colours."""

from __future__ import annotations

import colorsys

import numpy as np

from pantin.base.records import replace
from pantin.operations.weights.surfaces import rows_of
from pantin.rig import Doubles, Material, Rig

GOLDEN = 0.6180339887
"""The share of the circle of hues between one joint and the next: joints that follow each other differ."""

GREY = 0.5
"""The brightness of vertices without weights."""


def joint_colours(count: int) -> Doubles:
    """(J, 3) colours in sRGB."""
    listed = [colorsys.hsv_to_rgb(joint * GOLDEN % 1, 0.75, 0.95) for joint in range(count)]
    return np.array(listed).reshape(-1, 3)


def colour_weights(rig: Rig) -> Rig:
    """The rig with the colours of its joints instead of its materials; a joint has one in all skins."""
    colors = joint_colours(len(rig.nodes)) ** 2.2  # vertex colours are linear
    meshes = list(rig.meshes)
    for instance in rig.instances:
        surfaces = []
        for surface in meshes[instance.mesh].surfaces:
            shown = np.full((len(surface.positions), 3), GREY)
            if instance.skin is not None and surface.influences is not None:
                joints = rig.skins[instance.skin].joints
                rows = rows_of(surface, len(joints))
                shown = np.asarray(rows @ colors[np.maximum(joints, 0)])
            surfaces.append(replace(surface, colors=(shown.astype(np.float32),), material=0, texcoords=()))
        meshes[instance.mesh] = replace(meshes[instance.mesh], surfaces=tuple(surfaces))
    instances = [replace(instance, materials=None) for instance in rig.instances]
    material = Material("weights", double_sided=True)
    return rig.replace(
        meshes=meshes, instances=instances, materials=[material], textures=(), images=(), character=None
    )
