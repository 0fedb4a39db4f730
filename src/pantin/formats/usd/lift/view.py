"""Cameras and lights."""

from __future__ import annotations

import math
from typing import Any

from pantin.formats.usd.conventions import CANDELA, FARTHEST, TENTH
from pantin.formats.usd.lift.context import Context, display_name, first_value
from pantin.maths import exact
from pantin.rig import Camera, Light, Orthographic, Perspective


def read_camera(prim: Any) -> Camera | None:
    """A camera; None where its numbers describe no projection."""
    from pxr import UsdGeom

    camera = UsdGeom.Camera(prim)
    height = float(first_value(camera.GetVerticalApertureAttr()) or 0.0)
    width = float(first_value(camera.GetHorizontalApertureAttr()) or 0.0)
    near, far = (float(each) for each in first_value(camera.GetClippingRangeAttr()))
    name = display_name(prim)
    if not (0 < height < math.inf and 0 < width < math.inf and math.isfinite(near) and far > near):
        return None
    if camera.GetProjectionAttr().Get() == "orthographic":
        return Camera(Orthographic(height * TENTH, near, far, width * TENTH), name)
    focal = float(first_value(camera.GetFocalLengthAttr()) or 0.0)
    if not (0 < focal < math.inf and near > 0):
        return None
    fov = 2 * exact.atan2(height / 2, focal)
    limit = None if far >= FARTHEST else far
    return Camera(Perspective(fov, near, limit, width / height), name)


def read_light(context: Context, prim: Any) -> Light | None:
    """A distant or sphere light; None for one that a rig has no counterpart of."""
    from pxr import UsdLux

    light = UsdLux.LightAPI(prim)
    intensity = float(first_value(light.GetIntensityAttr()) or 0.0) * 2 ** float(
        first_value(light.GetExposureAttr()) or 0.0
    )
    colour = tuple(float(each) for each in first_value(light.GetColorAttr()) or (1.0, 1.0, 1.0))
    normalised = bool(light.GetNormalizeAttr().Get())
    name = display_name(prim)
    if not math.isfinite(intensity) or intensity < 0 or min(colour) < 0:
        context.drop("light", prim, f"a {prim.GetTypeName()} without a valid intensity")
        return None
    if prim.IsA(UsdLux.DistantLight):
        angle = float(first_value(UsdLux.DistantLight(prim).GetAngleAttr()) or 0.0)
        solid = math.pi * exact.sin(math.radians(angle) / 2) ** 2 if math.isfinite(angle) else 0.0
        lux = intensity if normalised or solid == 0 else intensity * solid
        return Light("directional", colour, lux, name=name)  # type: ignore[arg-type]
    if not prim.IsA(UsdLux.SphereLight):
        context.drop("light", prim, f"a {prim.GetTypeName()}")
        return None
    radius = float(first_value(UsdLux.SphereLight(prim).GetRadiusAttr()) or 0.0)
    candela = intensity / CANDELA if normalised else intensity * math.pi * radius**2
    shaping = UsdLux.ShapingAPI(prim)
    cone = shaping.GetShapingConeAngleAttr()
    angle = float(cone.Get()) if cone and cone.HasAuthoredValue() else 90.0
    if angle >= 90.0:
        return Light("point", colour, candela, name=name)  # type: ignore[arg-type]
    softness = shaping.GetShapingConeSoftnessAttr()
    outer = math.radians(angle)
    inner = outer * (1 - min(max(float(softness.Get() or 0.0), 0.0), 1.0)) if softness else outer
    inner = min(inner, math.nextafter(outer, 0.0))
    return Light("spot", colour, candela, inner_cone=inner, outer_cone=outer, name=name)  # type: ignore[arg-type]
