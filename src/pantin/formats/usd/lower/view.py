"""Write cameras and lights."""

from __future__ import annotations

import math
from typing import Any

from pantin.formats.usd.conventions import CANDELA, FARTHEST, TENTH
from pantin.maths import exact
from pantin.rig import Camera, Light, Perspective

APERTURE = 24.0
"""The height of the film in tenths of a unit; a focal length follows from it and the field of view."""

LIGHT_TYPES = {"directional": "DistantLight", "point": "SphereLight", "spot": "SphereLight"}

POINT_RADIUS = 0.001
"""The radius of a light that is a point, in metres; it does not matter: the intensity is normalised."""


def define_camera(stage: Any, path: Any, camera: Camera) -> Any:
    from pxr import Gf, UsdGeom

    defined = UsdGeom.Camera.Define(stage, path)
    projection = camera.projection
    if isinstance(projection, Perspective):
        height, aspect, far = APERTURE, projection.aspect or 1.0, projection.far or FARTHEST
        defined.CreateProjectionAttr("perspective")
        defined.CreateFocalLengthAttr(height / 2 / exact.tan(projection.fov / 2))
        width = height * aspect
    else:
        height, far = projection.height / TENTH, projection.far
        width = height if projection.width is None else projection.width / TENTH
        defined.CreateProjectionAttr("orthographic")
    defined.CreateVerticalApertureAttr(height)
    defined.CreateHorizontalApertureAttr(width)
    defined.CreateClippingRangeAttr(Gf.Vec2f(projection.near, far))
    return defined


def define_light(stage: Any, path: Any, light: Light) -> Any:
    from pxr import Gf, UsdLux

    kind = getattr(UsdLux, LIGHT_TYPES[light.kind])
    defined = kind.Define(stage, path)
    defined.CreateNormalizeAttr(True)
    defined.CreateColorAttr(Gf.Vec3f(*light.color))
    if light.kind == "directional":
        defined.CreateIntensityAttr(light.intensity)
        return defined
    defined.CreateIntensityAttr(light.intensity * CANDELA)
    defined.CreateRadiusAttr(POINT_RADIUS)
    defined.CreateTreatAsPointAttr(True)
    if light.kind == "spot":
        shaping = UsdLux.ShapingAPI.Apply(defined.GetPrim())
        shaping.CreateShapingConeAngleAttr(math.degrees(light.outer_cone))
        softness = 1 - light.inner_cone / light.outer_cone if light.outer_cone else 0.0
        shaping.CreateShapingConeSoftnessAttr(softness)
    return defined
