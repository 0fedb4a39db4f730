"""Cameras (glTF 2.0 §3.10)."""

from __future__ import annotations

from math import isfinite, pi

from pantin.formats.gltf.lift.source import Source
from pantin.formats.gltf.schema import Camera as CameraObject
from pantin.formats.gltf.schema import Orthographic as OrthographicObject
from pantin.formats.gltf.schema import Perspective as PerspectiveObject
from pantin.rig import Camera, Orthographic, Perspective

STAND_IN = Perspective(pi / 4, 0.1)
"""The projection of a camera that cannot be used, so that those after it keep their indices."""


def cameras(source: Source) -> list[Camera]:
    """Every camera of the file."""
    source.skip_broken_core("cameras")
    return [
        _camera(source, camera or CameraObject(type=None), index)
        for index, camera in enumerate(source.model.cameras)
    ]


def _camera(source: Source, camera: CameraObject, index: int) -> Camera:
    projection: Perspective | Orthographic | None = None
    if camera.type == "perspective" and camera.perspective is not None:
        projection = _perspective(camera.perspective)
    elif camera.type == "orthographic" and camera.orthographic is not None:
        projection = _orthographic(camera.orthographic)
    _skip_other(source, camera, index)
    if projection is None:
        source.skip_member(("cameras", index), "it has no valid projection")
    extras = source.extras(camera.extras, ("cameras", index), source.named("camera", index))
    return Camera(projection or STAND_IN, camera.name, extras)


def _skip_other(source: Source, camera: CameraObject, index: int) -> None:
    """Report the projection that the type of a camera does not name."""
    for kind in camera.choices:
        if camera.type not in camera.choices or kind == camera.type:
            continue
        stated = getattr(camera, kind) is not None
        # The decoder does not look at it where something else is broken.
        if stated or (
            not source.document.has_complete_model and kind in source.document.tree["cameras"][index]
        ):
            source.skip_member(("cameras", index, kind), f"its type is {camera.type}")


def _perspective(lens: PerspectiveObject) -> Perspective | None:
    projection = Perspective(lens.yfov or 0.0, lens.znear or 0.0, lens.zfar, lens.aspect_ratio)
    return projection if 0 < projection.fov < pi else None


def _orthographic(lens: OrthographicObject) -> Orthographic | None:
    """The projection; none where twice its half sizes are more than the largest number."""
    height, width = 2 * (lens.ymag or 0.0), 2 * (lens.xmag or 0.0)
    near, far = lens.znear or 0.0, lens.zfar or 0.0
    return Orthographic(height, near, far, width) if isfinite(height) and isfinite(width) else None
