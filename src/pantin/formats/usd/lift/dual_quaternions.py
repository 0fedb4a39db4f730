"""Prepare meshes with dual quaternions so that a rig bends them as UsdSkel does, with findings where it
cannot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pantin.formats.usd import gf
from pantin.formats.usd.dual_quaternions import flattened_joints, is_even
from pantin.formats.usd.lift.context import Context
from pantin.formats.usd.lift.skeletons import ReadBinding, without_weight
from pantin.formats.usd.lift.transforms import local_rest
from pantin.maths import affine
from pantin.report.wording import named, quoted
from pantin.rig import Clip, Node, Skin, Surface
from pantin.rig.surface_transform import transform_surface


def prepare_surfaces(
    context: Context, prim: Any, skeleton: Any, binding: ReadBinding, surfaces: list[Surface]
) -> list[Surface]:
    """The surfaces of a prim moved to skeleton space if UsdSkel stretches them, with identity
    geomBindTransform; unchanged for linear skinning."""
    if not binding.dual_quaternions:
        return surfaces
    assert binding.influences is not None
    uneven = _uneven_prim(skeleton)
    if uneven is not None:
        _report(
            context, prim, f"it applies the uneven scale of {uneven.GetPath()} after the dual quaternions"
        )
    if without_weight(binding.influences).any():
        _report(context, prim, "it scales points by the sum of their weights where joints are scaled")
    moved = [transform_surface(surface, binding.geom_bind) for surface in surfaces]
    binding.geom_bind = affine.identity(3)
    return moved


def report_flattened(
    context: Context,
    dual_skins: Mapping[int, Any],
    skins: Sequence[Skin],
    nodes: Sequence[Node],
    clips: Sequence[Clip],
) -> None:
    """Report joints scaled to 0, which UsdSkel ignores."""
    for skin, prim in dual_skins.items():
        for joint in flattened_joints(skins[skin], nodes, clips):
            name = named("joint", joint, nodes[joint].name)
            _report(context, prim, f"it leaves out {name}, which is scaled to 0")


def _report(context: Context, prim: Any, why: str) -> None:
    mesh = f"{prim.GetTypeName()} {quoted(prim.GetName())}"
    context.drop("skinning", prim, f"{mesh} bends differently in UsdSkel: {why}")


def _uneven_prim(prim: Any) -> Any:
    """The closest of a prim and its ancestors with non-uniform scale or shear, at rest or at a sample; None
    if there is none."""
    from pxr import UsdGeom

    while not prim.IsPseudoRoot():
        xformable = UsdGeom.Xformable(prim)
        if xformable:
            times = xformable.GetTimeSamples()
            sampled = [gf.from_rows(xformable.GetLocalTransformation(time)) for time in times]
            if not is_even(np.array([local_rest(prim), *sampled])):
                return prim
            if xformable.GetResetXformStack():
                return None
        prim = prim.GetParent()
    return None
