"""Skins of a new document: joints that glTF can name, and inverse binds always written out."""

from __future__ import annotations

from typing import Any

import numpy as np

from pantin.formats.gltf.new.nodes import StandIn
from pantin.formats.gltf.new.store import Store, single
from pantin.formats.gltf.new.text import ordered
from pantin.rig import Rig, Skin


def joints_of(rig: Rig) -> tuple[list[list[int]], list[StandIn]]:
    """The joint list of each skin, and the nodes to add for it.

    A joint that comes twice, which glTF forbids (§5.28), is named the second time by an identity child of it,
    and a joint of −1 by an identity child of the skin's root: both are where the joint is, always.
    """
    stand_ins: list[StandIn] = []
    lists = []
    for skin in rig.skins:
        named: dict[int, None] = {}
        for joint in skin.joints.tolist():
            if joint < 0 or joint in named:
                above = joint if joint >= 0 else -1 if skin.root is None else skin.root
                stand_ins.append(StandIn(above))
                joint = len(rig.nodes) + len(stand_ins) - 1
            named[joint] = None
        lists.append(list(named))
    return lists, stand_ins


def inverse_binds(store: Store, skin: Skin, what: str) -> int:
    """The accessor of the inverse binds; identities where the skin has none (glTF 2.0 §3.7.3.1 reads none
    as these).
    """
    matrices = np.tile(np.eye(4), (len(skin.joints), 1, 1))
    if skin.inverse_binds is not None:
        matrices[:, :3] = skin.inverse_binds
    # Column-major (§3.6.2.4).
    return store.array(single(matrices.transpose(0, 2, 1).reshape(-1, 16), f"{what} inverse binds"))


def skin_json(store: Store, skin: Skin, joints: list[int], binds: int) -> dict[str, Any]:
    members = {"name": skin.name, "skeleton": skin.root, "joints": joints, "inverseBindMatrices": binds}
    return ordered(store.layout, "skin", members)
