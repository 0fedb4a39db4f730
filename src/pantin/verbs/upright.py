"""Rotate motions without a stated up axis upright for display."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.verbs.asset import Asset

if TYPE_CHECKING:
    from pantin.rig import Rig


def upright_rig(asset: Asset) -> Rig:
    """The rig of an asset; of its own format without axes (BVH), with the person in it along +Y."""
    if asset.from_rig or asset.format.declares_axes:
        return asset.rig
    from pantin.operations.humanoid.upright import stand_upright

    return stand_upright(asset.rig)


def up_axis(asset: Asset) -> str | None:
    """The axis that a person in an asset stands along, `+Z`; None where it is +Y, or the format says it."""
    if asset.from_rig or asset.format.declares_axes:
        return None
    from pantin.operations.humanoid.upright import up_of

    up = up_of(asset.rig)
    if up is None:
        return None
    axis = max(range(3), key=lambda index: abs(float(up[index])))
    return f"{'-' if up[axis] < 0 else '+'}{'XYZ'[axis]}"


def upright(asset: Asset) -> Asset:
    """The asset, or one of its rig where that is turned."""
    rig = upright_rig(asset)
    return asset if rig is asset.rig else Asset.of_rig(rig, asset.path, findings=asset.findings)
