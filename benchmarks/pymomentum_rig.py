"""The rig of `bench_torch.py` as pymomentum has it."""

from __future__ import annotations

import numpy as np
import pymomentum.geometry
import torch
from bench_torch import INFLUENCES, JOINTS, body
from torch import Tensor

import pantin
from pantin.base.records import replace
from pantin.torch import RigModule


def bound_body(vertices: int) -> pantin.Rig:
    """The rig of `bench_torch.py`, bound at rest: pymomentum knows no other inverse bind matrices."""
    rig = body(vertices)
    places = RigModule(rig, dtype=torch.float64)().joints[0, :JOINTS, :, 3:].numpy()
    inverse_binds = np.concatenate((np.tile(np.eye(3), (JOINTS, 1, 1)), -places), 2)
    return replace(rig, skins=(replace(rig.skins[0], inverse_binds=inverse_binds),))


def as_character(rig: pantin.Rig) -> pymomentum.geometry.Character:
    """The joints and the surface of the rig; a triangle, because pymomentum wants one."""
    turn = np.array([0, 0, 0, 1], np.float32)
    skeleton = pymomentum.geometry.Skeleton(
        [
            pymomentum.geometry.Joint(f"joint {joint}", int(rig.nodes.parents[joint]), turn, offset)
            for joint, offset in enumerate(np.float32(rig.nodes.translations[:JOINTS]))
        ]
    )
    no_parameters = pymomentum.geometry.ParameterTransform(
        [], skeleton, np.zeros((7 * JOINTS, 0), np.float32)
    )
    surface = rig.meshes[0].surfaces[0]
    joints = np.int32(surface.influences.joints).reshape(-1, INFLUENCES)
    weights = np.float32(surface.influences.weights).reshape(-1, INFLUENCES)
    return pymomentum.geometry.Character("body", skeleton, no_parameters).with_mesh_and_skin_weights(
        pymomentum.geometry.Mesh(surface.positions, np.array([[0, 1, 2]], np.int32)),
        pymomentum.geometry.SkinWeights(joints, weights),
    )


def local_states(rig: pantin.Rig, rotations: Tensor) -> Tensor:
    """Translation, rotation and scale of each joint, as pymomentum has them."""
    offsets = torch.tensor(rig.nodes.translations[:JOINTS], dtype=rotations.dtype)
    ones = torch.ones(*rotations.shape[:2], 1)
    return torch.cat((offsets.expand(len(rotations), -1, -1), rotations, ones), 2)
