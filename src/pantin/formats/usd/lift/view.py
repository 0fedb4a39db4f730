"""Cameras and lights."""

from __future__ import annotations

import math
from typing import Any

from pantin.base.records import replace
from pantin.formats.usd.conventions import CANDELA, FARTHEST, TENTH
from pantin.formats.usd.lift.context import Context, display_name, first_value, size_of
from pantin.maths import exact
from pantin.rig import Camera, Light, Orthographic, Perspective

CLIPPING = (1.0, 1_000_000.0)
"""The clipping range of a camera without one (UsdGeomCamera)."""


def read_camera(context: Context, prim: Any) -> Camera | None:
    """Read a camera; None if its numbers do not define a projection."""
    from pxr import UsdGeom

    camera = UsdGeom.Camera(prim)
    projection = _projection(camera)
    if projection is None:
        context.drop("light", prim, "a Camera without a valid projection")
        return None
    return Camera(projection, display_name(prim))


def _projection(camera: Any) -> Orthographic | Perspective | None:
    height = _number(camera.GetVerticalApertureAttr())
    width = _number(camera.GetHorizontalApertureAttr())
    near, far = _numbers(camera.GetClippingRangeAttr(), CLIPPING)
    if not (0 < height < math.inf and 0 < width < math.inf and math.isfinite(near) and far > near):
        return None
    if camera.GetProjectionAttr().Get() == "orthographic":
        return Orthographic(height * TENTH, near, far, width * TENTH)
    focal = _number(camera.GetFocalLengthAttr())
    if not (0 < focal < math.inf and near > 0):
        return None
    fov, aspect = 2 * exact.atan2(height / 2, focal), width / height
    if not (0 < fov < math.pi and 0 < aspect < math.inf):
        return None
    return Perspective(fov, near, None if far >= FARTHEST else far, aspect)


def read_light(context: Context, prim: Any) -> Light | None:
    """Read a distant or sphere light; None if rigs have no such light."""
    from pxr import UsdLux

    if not (prim.IsA(UsdLux.DistantLight) or prim.IsA(UsdLux.SphereLight)):
        context.drop("light", prim, f"a {prim.GetTypeName()}")
        return None
    light = UsdLux.LightAPI(prim)
    # A larger power of two overflows.
    intensity = _number(light.GetIntensityAttr()) * 2.0 ** min(_number(light.GetExposureAttr()), 1023.0)
    color = _numbers(light.GetColorAttr(), (1.0, 1.0, 1.0))
    normalised = bool(light.GetNormalizeAttr().Get())
    read = _distant_light if prim.IsA(UsdLux.DistantLight) else _sphere_light
    rig_light = read(prim, intensity, normalised)
    numbers = (*color, rig_light.intensity, rig_light.inner_cone or 0.0, rig_light.outer_cone or 0.0)
    if not all(math.isfinite(number) and number >= 0 for number in numbers):
        context.drop("light", prim, f"a {prim.GetTypeName()} without a valid intensity, colour or cone")
        return None
    return replace(rig_light, color=color, name=display_name(prim))


def _distant_light(prim: Any, intensity: float, normalised: bool) -> Light:
    from pxr import UsdLux

    angle = _number(UsdLux.DistantLight(prim).GetAngleAttr())
    solid = math.pi * exact.sin(math.radians(angle) / 2) ** 2 if math.isfinite(angle) else 0.0
    return Light("directional", intensity=intensity if normalised or solid == 0 else intensity * solid)


def _sphere_light(prim: Any, intensity: float, normalised: bool) -> Light:
    """A point light, or a spot light if it has a shaping cone."""
    from pxr import UsdLux

    radius = _number(UsdLux.SphereLight(prim).GetRadiusAttr())
    candela = intensity / CANDELA if normalised else intensity * math.pi * radius**2
    shaping = UsdLux.ShapingAPI(prim)
    cone = shaping.GetShapingConeAngleAttr()
    angle = _number(cone, 90.0) if cone and cone.HasAuthoredValue() else 90.0
    if angle >= 90.0:
        return Light("point", intensity=candela)
    softness = _number(shaping.GetShapingConeSoftnessAttr())
    outer = math.radians(angle)
    inner = min(outer * (1 - min(max(softness, 0.0), 1.0)), math.nextafter(outer, 0.0))
    return Light("spot", intensity=candela, inner_cone=inner, outer_cone=outer)


def _number(attribute: Any, default: float = 0.0) -> float:
    value = first_value(attribute)
    return float(value) if isinstance(value, int | float) else default


def _numbers(attribute: Any, default: tuple[float, ...]) -> tuple[float, ...]:
    """The numbers of a vector, if as long as the default."""
    value = first_value(attribute)
    return tuple(float(each) for each in value) if size_of(value) == len(default) else default
