"""Cameras and lights on nodes. Those that are equal become one, which several nodes have."""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeVar, get_args

from msgspec import Struct, field

from pantin.base.records import content_key
from pantin.formats.g4mf.lift.members import Members
from pantin.formats.g4mf.lift.source import Source
from pantin.formats.g4mf.model import Node, natural
from pantin.formats.g4mf.transform import rest_transforms
from pantin.formats.g4mf.views import DEFAULT_FOV, DEFAULT_INTENSITY, LARGEST_FOV, intensity_factor, scale_of
from pantin.rig import Camera, Doubles, Light, Orthographic, Perspective
from pantin.rig.view import LightKind

NEAR, FAR = 1e-3, 1e6
"""Planes of a camera that states none: G4MF camera, clip near and far, leaves them to the reader."""

Viewed = TypeVar("Viewed", Camera, Light)


class Views(Struct, dict=True):
    """The cameras and lights of a rig so far, in the order of the nodes."""

    source: Source
    cameras: list[Camera] = field(default_factory=list)
    lights: list[Light] = field(default_factory=list)
    _known: dict[str, int] = field(default_factory=dict)

    def camera(self, node: Node) -> int | None:
        """The index of the camera on a node."""
        if not isinstance(node.raw.get("camera"), dict):
            return None
        members = Members(self.source, node.raw["camera"], f"{node.pointer}/camera")
        return self._index(_camera(members), self.cameras)

    def light(self, index: int) -> int | None:
        """The index of the light on a node."""
        node = self.source.model.nodes[index]
        raw: Any = node.raw.get("light")
        where = f"{node.pointer}/light"
        if not isinstance(raw, dict):
            if natural(raw) is not None:
                self.source.skip(where, f"there is no light {raw}", "the light")
            return None
        members = Members(self.source, raw, where)
        if raw.get("type", "point") not in get_args(LightKind):
            members.choice("type", get_args(LightKind), None)
            return None
        return self._index(_light(members, scale_of(self._world[index])), self.lights)

    @cached_property
    def _world(self) -> Doubles:
        return rest_transforms(self.source.model, self.source.hierarchy)

    def _index(self, view: Viewed, known: list[Viewed]) -> int:
        key = content_key(view)
        if key not in self._known:
            self._known[key] = len(known)
            known.append(view)
        return self._known[key]


def _camera(members: Members) -> Camera:
    """The camera. Its field of view and size are those of the height, unless `keepAspect` says otherwise."""
    kept = members.number("keepAspect", 1)
    is_parallel = members.choice("type", ("perspective", "orthographic"), "perspective") == "orthographic"
    if kept != 1:
        key = "size" if is_parallel else "fov"
        why = f"it is that of axis {kept:g} (keepAspect); read as the vertical one, with an aspect ratio of 1"
        members.source.skip(f"{members.pointer}/keepAspect", why, f'"{key}"')
    far = members.number("clipFar", FAR) if "clipFar" in members.raw else None
    if is_parallel:
        near = members.number("clipNear", 0.0)
        lens: Orthographic | Perspective = Orthographic(
            members.number("size", 1.0, above=0.0), near, FAR if far is None else far
        )
    else:
        fov = members.number("fov", DEFAULT_FOV, above=0.0)
        lens = Perspective(min(fov, LARGEST_FOV), members.number("clipNear", NEAR, above=0.0), far)
    return Camera(lens, members.name, members.extras)


def _light(members: Members, scale: float) -> Light:
    """The light as it is in the world: a node that scales makes it brighter, and its range longer."""
    plain = Light(members.raw.get("type", "point"))
    color = members.numbers("color", 3) or plain.color
    reach = members.number("range", 0.0, above=0.0) if "range" in members.raw else 0.0
    factor = intensity_factor(scale, members.source.dimension)
    return Light(
        plain.kind,
        (color[0], color[1], color[2]),
        members.number("intensity", DEFAULT_INTENSITY) * factor,
        reach * scale if reach else None,
        members.number("coneInnerAngle", plain.inner_cone),
        members.number("coneOuterAngle", plain.outer_cone),
        members.name,
        members.extras,
    )
