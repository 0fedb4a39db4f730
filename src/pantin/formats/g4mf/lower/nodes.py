"""Transforms of nodes as G4MF writes them: position, rotor and scale, or a basis."""

from __future__ import annotations

from typing import Any

import numpy as np

from pantin.maths import rotor
from pantin.rig import Doubles, Rig


def transform(rig: Rig, node: int, local: Doubles) -> dict[str, Any]:
    """The transform of a node of the rig that rests at `local`."""
    nodes = rig.nodes
    kept = np.array_equal(local, nodes.local[node])
    if nodes.general[node] or not kept or not (nodes.scales[node] > 0).all():
        return general(local)
    made: dict[str, Any] = _position(nodes.translations[node])
    if nodes.rotations is not None:
        turned = rotor.normalize(rotor.from_quaternion(nodes.rotations[node]))
        if not np.array_equal(turned[1:], np.zeros(3)):
            made["rotor"] = turned.tolist()
    scale = nodes.scales[node]
    if not (scale == 1).all():
        made["scale"] = [float(scale[0])] if (scale == scale[0]).all() else scale.tolist()
    return made


def general(local: Doubles) -> dict[str, Any]:
    """Any map: a position and a basis, each left out where it changes nothing."""
    made: dict[str, Any] = _position(local[:, -1])
    if not np.array_equal(local[:, :-1], np.eye(len(local))):
        made["basis"] = local[:, :-1].T.reshape(-1).tolist()
    return made


def _position(position: Doubles) -> dict[str, Any]:
    return {"position": position.tolist()} if position.any() else {}
