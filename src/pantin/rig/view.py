"""Cameras and lights. A node carries one by its index; both look along −Z of the node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pantin.rig.material import Json

LightKind: TypeAlias = Literal["directional", "point", "spot"]


@dataclass(frozen=True, slots=True)
class Perspective:
    """A perspective projection.

    fov     vertical field of view in radians
    aspect  width divided by height; None: that of the window
    far     None: infinite
    """

    fov: float
    near: float
    far: float | None = None
    aspect: float | None = None


@dataclass(frozen=True, slots=True)
class Orthographic:
    """A parallel projection that shows `width` × `height` (in units of the model); a width of None is that
    of the window."""

    height: float
    near: float
    far: float
    width: float | None = None


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera."""

    projection: Perspective | Orthographic
    name: str | None = None
    extras: Json | None = None


@dataclass(frozen=True, slots=True)
class Light:
    """A light.

    colour      linear RGB
    intensity   candela for point and spot lights, lux for directional ones
    range       the distance at which a point or spot light ends; None: infinite
    inner_cone, outer_cone  of a spot light: the angles from its axis, in radians, between which it fades
    """

    kind: LightKind
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    intensity: float = 1.0
    range: float | None = None
    inner_cone: float = 0.0
    outer_cone: float = 0.7853981633974483
    name: str | None = None
    extras: Json | None = None
