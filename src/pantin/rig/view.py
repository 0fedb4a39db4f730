"""Cameras and lights. A node carries one by its index; both look along −Z of the node."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from pantin.base.records import Record
from pantin.deprecated import FormerNames, WithFormerNames
from pantin.rig.texture import Json

LightKind: TypeAlias = Literal["directional", "point", "spot"]


class Perspective(Record):
    """A perspective projection.

    fov     vertical field of view in radians
    aspect  width divided by height; None: that of the window
    far     None: infinite

    >>> import math
    >>> pantin.rig.Perspective(math.radians(50), near=0.1, aspect=16 / 9).far is None
    True
    """

    fov: float
    near: float
    far: float | None = None
    aspect: float | None = None


class Orthographic(Record):
    """A parallel projection that shows `width` × `height` (in units of the model); a width of None is that
    of the window.

    >>> pantin.rig.Orthographic(height=2.0, near=0.1, far=10.0).width is None
    True
    """

    height: float
    near: float
    far: float
    width: float | None = None


class Camera(Record):
    """A camera.

    >>> from pantin.rig import Camera, Orthographic, RigBuilder
    >>> builder = RigBuilder()
    >>> camera = builder.add_camera(Camera(Orthographic(2.0, 0.1, 10.0), "front"))
    >>> node = builder.add_node("camera", translation=(0, 1, 5), camera="front")
    >>> builder.build().nodes.cameras
    array([0])
    """

    projection: Perspective | Orthographic
    name: str | None = None
    extras: Json | None = None


class Light(FormerNames, Record, metaclass=WithFormerNames):
    """A light.

    color       linear RGB
    intensity   candela for point and spot lights, lux for directional ones
    range       the distance at which a point or spot light ends; None: infinite
    inner_cone, outer_cone  of a spot light: the angles from its axis, in radians, between which it fades

    >>> from pantin.rig import Light, RigBuilder
    >>> builder = RigBuilder()
    >>> lamp = builder.add_light(Light("point", color=(1.0, 0.9, 0.7), intensity=40.0, name="lamp"))
    >>> node = builder.add_node("lamp", translation=(0, 2, 0), light="lamp")
    >>> builder.build().lights[0].intensity
    40.0
    """

    former: ClassVar = {"colour": "color"}

    kind: LightKind
    color: tuple[float, float, float] = (1.0, 1.0, 1.0)
    intensity: float = 1.0
    range: float | None = None
    inner_cone: float = 0.0
    outer_cone: float = 0.7853981633974483
    name: str | None = None
    extras: Json | None = None
