"""Rules about cameras, beyond what the schema says."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi
from typing import TYPE_CHECKING

from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.gltf.schema import Orthographic, Perspective

    Projection = Orthographic | Perspective


def projections(scope: Scope) -> list[tuple[int, str, Projection]]:
    """The projection of each camera: index of the camera, name of the member, projection."""
    return [
        (i, name, projection)
        for i, camera in enumerate(scope.model.cameras)
        if camera is not None
        for name in camera.choices
        if (projection := getattr(camera, name)) is not None
    ]


def _sizes(scope: Scope) -> Iterator[tuple[int, str, float]]:
    """The sizes of orthographic views: index of the camera, name of the member, size."""
    for i, name, projection in scope.fact(projections):
        if name == "orthographic":
            sizes = [(member, getattr(projection, member)) for member in ("xmag", "ymag")]
            yield from ((i, member, size) for member, size in sizes if size is not None)


@rule("GLTF-CAMERA_XMAG_YMAG_ZERO", "error", "{member} of {camera} is 0")
def xmag_ymag_zero(scope: Scope) -> Iterator[Finding]:
    """Orthographic camera has no width or height.

    What: `xmag` and `ymag` of an orthographic camera must not be 0.
    Why: The projection divides by them.
    Fix: Set them to half the width and half the height of the view.
    Source: glTF 2.0 §3.10.3.4 and §5.13 (camera.orthographic).
    """
    for i, member, size in _sizes(scope):
        if size == 0:
            where = pointer("cameras", i, "orthographic", member)
            yield xmag_ymag_zero.at(where, member=member, camera=scope.named("camera", i))


@rule("GLTF-CAMERA_XMAG_YMAG_NEGATIVE", "warning", "{member} of {camera} is {size:g}, expected more than 0")
def xmag_ymag_negative(scope: Scope) -> Iterator[Finding]:
    """Orthographic camera has a negative width or height.

    What: `xmag` and `ymag` of an orthographic camera should not be negative.
    Why: The view is mirrored, and readers differ in how they handle that.
    Fix: Use positive numbers. To mirror a view, scale the node of the camera.
    Source: glTF 2.0 §5.13 (camera.orthographic).
    """
    for i, member, size in _sizes(scope):
        if size < 0:
            where, camera = pointer("cameras", i, "orthographic", member), scope.named("camera", i)
            yield xmag_ymag_negative.at(where, member=member, camera=camera, size=size)


@rule("GLTF-CAMERA_YFOV_GEQUAL_PI", "warning", "yfov of {camera} is {angle:g} radians, expected less than π")
def yfov_gequal_pi(scope: Scope) -> Iterator[Finding]:
    """Field of view of half a turn or more.

    What: `yfov` of a perspective camera should be less than π.
    Why: No perspective projection shows half a turn. Often the angle is in degrees.
    Fix: Give the angle in radians.
    Source: glTF 2.0 §5.14 (camera.perspective).
    """
    for i, name, projection in scope.fact(projections):
        angle = getattr(projection, "yfov", None)
        if angle is not None and angle >= pi:
            where = pointer("cameras", i, name)
            yield yfov_gequal_pi.at(where, camera=scope.named("camera", i), angle=angle)


@rule(
    "GLTF-CAMERA_ZFAR_LEQUAL_ZNEAR",
    "error",
    "zfar of {camera} is {far:g}, expected more than its znear, {near:g}",
)
def zfar_lequal_znear(scope: Scope) -> Iterator[Finding]:
    """Far plane of a camera is not behind the near plane.

    What: `zfar` of a camera must be greater than `znear`.
    Why: Nothing lies between the two planes, so nothing is visible.
    Fix: Increase `zfar`, decrease `znear`, or exchange them.
    Source: glTF 2.0 §5.13 (camera.orthographic), §5.14 (camera.perspective).
    """
    for i, name, projection in scope.fact(projections):
        far, near = projection.zfar, projection.znear
        if far is not None and near is not None and far <= near:
            where, camera = pointer("cameras", i, name), scope.named("camera", i)
            yield zfar_lequal_znear.at(where, camera=camera, far=far, near=near)


RULES = (xmag_ymag_zero, xmag_ymag_negative, yfov_gequal_pi, zfar_lequal_znear)
