"""Cameras and lights on nodes. Equal ones become one, shared by several nodes."""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeVar, get_args

from msgspec import Struct, field

from pantin.base.records import content_key
from pantin.formats.g4mf.lift.source import Source, names_of
from pantin.formats.g4mf.model import Camera as RawCamera
from pantin.formats.g4mf.model import Item, Node, natural
from pantin.formats.g4mf.model import Light as RawLight
from pantin.formats.g4mf.originals import item_extras, item_name
from pantin.formats.g4mf.transform import rest_transforms
from pantin.formats.g4mf.views import DEFAULT_FOV, DEFAULT_INTENSITY, intensity_factor, scale_of
from pantin.rig import Camera, Doubles, Light, Orthographic, Perspective
from pantin.rig.view import LightKind

NEAR, FAR = 1e-3, 1e6
"""Default clip planes of a camera: G4MF camera, clip near and far, leaves them to the reader."""

Viewed = TypeVar("Viewed", Camera, Light)


class Views(Struct, dict=True):
    """The cameras and lights of a rig so far, in the order of the nodes."""

    source: Source
    cameras: list[Camera] = field(default_factory=list)
    lights: list[Light] = field(default_factory=list)
    _known: dict[str, int] = field(default_factory=dict)

    def camera(self, node: Node) -> int | None:
        """The index of the camera on a node."""
        return None if node.camera is None else self._index(_camera(self.source, node.camera), self.cameras)

    def light(self, index: int) -> int | None:
        """The index of the light on a node."""
        node = self.source.model.nodes[index]
        light = node.light
        if light is None:
            # In the older form, the index of one that does not exist.
            number: Any = node.raw.get("light")
            if natural(number) is not None:
                self.source.skip(f"{node.pointer}/light", f"there is no light {number}", "the light")
            return None
        if "type" in light.raw and light.type not in get_args(LightKind):
            self.source.skip_member(light, "type")
            return None
        return self._index(_light(self.source, light, scale_of(self._world[index])), self.lights)

    @cached_property
    def _world(self) -> Doubles:
        return rest_transforms(self.source.model, self.source.hierarchy)

    def _index(self, view: Viewed, known: list[Viewed]) -> int:
        key = content_key(view)
        if key not in self._known:
            self._known[key] = len(known)
            known.append(view)
        return self._known[key]


def _camera(source: Source, camera: RawCamera) -> Camera:
    """The camera. Field of view and size refer to the height, unless `keepAspect` differs."""
    source.skip_broken(camera, "type", "keep_aspect")
    is_parallel = camera.type == "orthographic"
    if camera.keep_aspect not in (None, 1):
        key = "size" if is_parallel else "fov"
        axis = f"it is that of axis {camera.keep_aspect} (keepAspect)"
        why = f"{axis}; read as the vertical one, with an aspect ratio of 1"
        source.skip(f"{camera.pointer}/keepAspect", why, f'"{key}"')
    source.skip_broken(camera, "clip_far", "clip_near", "size" if is_parallel else "fov")
    near, far = camera.clip_near, camera.clip_far
    if is_parallel:
        lens: Orthographic | Perspective = Orthographic(_or(camera.size, 1.0), _or(near, 0.0), _or(far, FAR))
    else:
        lens = Perspective(_or(camera.fov, DEFAULT_FOV), _above_zero(source, camera, "clip_near", NEAR), far)
    return Camera(lens, item_name(camera), item_extras(camera))


def _light(source: Source, light: RawLight, scale: float) -> Light:
    """The light in world units: the scale of its node increases its intensity and range."""
    source.skip_broken(light, "color", "range", "intensity", "cone_inner_angle", "cone_outer_angle")
    plain = Light(light.type or "point")  # type: ignore[arg-type]
    color = light.color or plain.color
    reach = _above_zero(source, light, "range", 0.0)
    factor = intensity_factor(scale, source.dimension)
    return Light(
        plain.kind,
        (color[0], color[1], color[2]),
        _or(light.intensity, DEFAULT_INTENSITY) * factor,
        reach * scale if reach else None,
        _or(light.cone_inner_angle, plain.inner_cone),
        _or(light.cone_outer_angle, plain.outer_cone),
        item_name(light),
        item_extras(light),
    )


def _or(value: float | None, default: float) -> float:
    return default if value is None else value


def _above_zero(source: Source, item: Item, attribute: str, default: float) -> float:
    """A length, which a rig has only above zero."""
    value: float | None = getattr(item, attribute)
    if value is None or value > 0:
        return _or(value, default)
    source.skip_member(item, names_of(type(item))[attribute])
    return default
