"""Cameras and lights."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from pantin.formats.fbx.lift.axes import Axes
from pantin.formats.fbx.lift.context import Context
from pantin.formats.fbx.nodes import clean
from pantin.formats.fbx.properties import Properties
from pantin.formats.fbx.scene import Object
from pantin.maths import exact, quaternion
from pantin.rig import Camera, Light, Orthographic, Perspective

Doubles = NDArray[np.float64]

INCH = 25.4
"""Millimetres per inch: film sizes are in inches, focal lengths in millimetres."""

ORTHO_UNIT = 30.0
"""Units that an orthographic camera shows at zoom 1."""

BOTH, HORIZONTAL, VERTICAL, FOCAL = range(4)
"""Aperture modes: which angle the field of view of a camera means."""

POINT, DIRECTIONAL, SPOT, AREA, VOLUME = range(5)

FULL = 100.0
"""The FBX intensity that equals 1 candela or 1 lux."""


def camera_rotation(axes: Axes) -> Doubles:
    """The rotation from a rig's camera (looks along −Z, Y up) to an FBX camera (looks along +X, Y up)."""
    return _look_along(axes, np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0]))


def light_rotation(axes: Axes) -> Doubles:
    """The rotation from a rig's light (shines along −Z) to an FBX light (shines along −Y)."""
    return _look_along(axes, np.array([0.0, -1.0, 0.0]), np.array([0.0, 0.0, -1.0]))


def _look_along(axes: Axes, forward: Doubles, up: Doubles) -> Doubles:
    """The rotation in axes of the file, to be converted like all others."""
    back = -axes.directions(forward)
    upwards = axes.directions(up)
    matrix = np.stack([np.cross(upwards, back), upwards, back], 1)
    turned = quaternion.from_matrix(matrix)
    inverse = Axes(axes.basis.T, 1.0)
    return inverse.rotations(turned)


def read_camera(context: Context, axes: Axes, thing: Object) -> Camera | None:
    """Read a camera; None if its numbers do not define a projection."""
    props = thing.props
    aspect = _aspect(props)
    near, far = (
        props.number(name, default) * axes.unit for name, default in (("NearPlane", 10), ("FarPlane", 4000))
    )
    projection: Perspective | Orthographic | None = None
    if not (math.isfinite(near) and math.isfinite(far) and far > near and 0 < aspect < math.inf):
        near, far = 0.1, 1000.0
    if props.number("CameraProjectionType") == 1:
        height = props.number("OrthoZoom", 1.0) * ORTHO_UNIT * axes.unit
        if 0 < height < math.inf:
            projection = Orthographic(height, near, far, height * aspect)
    else:
        fov = _field_of_view(props, aspect)
        if 0 < fov < math.pi:
            projection = Perspective(fov, near if near > 0 else 0.01, far, aspect)
    if projection is None:
        context.drop("view", thing, f'the camera "{clean(thing.name)}": its numbers describe no projection')
        return None
    return Camera(projection, clean(thing.name) or None)


def _aspect(props: Properties) -> float:
    width = props.number("AspectWidth", props.number("AspectW", 320.0))
    height = props.number("AspectHeight", props.number("AspectH", 200.0))
    mode = props.integer("AspectRatioMode")
    if mode == 3:  # a fixed width: the height is a factor
        width, height = 1.0, height
    elif mode == 4:
        width, height = width, 1.0
    return width / height if width > 0 and height > 0 else 1.6


def _field_of_view(props: Properties, aspect: float) -> float:
    """The vertical angle in radians."""
    mode = props.integer("ApertureMode", VERTICAL)
    angle = math.radians(props.number("FieldOfView", 25.115))
    if mode == FOCAL:
        focal, width = props.number("FocalLength", 34.89), props.number("FilmWidth", 0.816)
        if focal > 0 and width > 0:
            return 2 * exact.atan2(width * INCH / 2 / aspect, focal)
    if mode == BOTH:
        return math.radians(props.number("FieldOfViewY", 40.0))
    if mode == HORIZONTAL and 0 < angle < math.pi:
        return 2 * exact.atan2(exact.sin(angle / 2) / exact.cos(angle / 2), aspect)
    return angle


def read_light(context: Context, thing: Object) -> Light | None:
    """Read a light; None if rigs have no such light."""
    props, name = thing.props, clean(thing.name) or None
    kind = props.integer("LightType", POINT)
    if kind not in (POINT, DIRECTIONAL, SPOT):
        what = {AREA: "area", VOLUME: "volume"}.get(kind, "unknown")
        context.drop("view", thing, f'the {what} light "{clean(thing.name)}"')
        return None
    color = props.vector("Color", (1.0, 1.0, 1.0))
    intensity = props.number("Intensity", FULL) / FULL
    if not all(math.isfinite(number) and number >= 0 for number in (*color, intensity)):
        context.drop("view", thing, f'the light "{clean(thing.name)}": its colour or intensity is not valid')
        return None
    if kind != SPOT:
        return Light("point" if kind == POINT else "directional", color, intensity, name=name)
    outer = math.radians(_angle(props, ("OuterAngle", "Cone angle"), 45.0)) / 2
    inner = math.radians(_angle(props, ("InnerAngle", "HotSpot"), 0.0)) / 2
    if not 0 < outer <= math.pi / 2:
        outer = math.pi / 4
    inner = min(max(inner, 0.0), math.nextafter(outer, 0.0))
    return Light("spot", color, intensity, inner_cone=inner, outer_cone=outer, name=name)


def _angle(props: Properties, names: tuple[str, ...], default: float) -> float:
    """A cone angle of a spot light; older files use another property."""
    angle = next((props.number(name) for name in names if name in props), default)
    return angle if math.isfinite(angle) else default
