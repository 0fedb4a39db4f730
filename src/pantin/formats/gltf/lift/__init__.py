"""The rig of a glTF file: `lift(document)` gives the rig, and findings for what it skips.

Everything keeps the index it has in the file; an empty part replaces a broken one.
"""

from __future__ import annotations

from functools import cache
from math import isfinite, pi
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from pantin.base.arguments import innermost
from pantin.base.records import replace
from pantin.formats.format import Lifted
from pantin.formats.gltf.extensions import every, in_use
from pantin.formats.gltf.lift.clips import clips
from pantin.formats.gltf.lift.materials import images, materials, samplers, textures
from pantin.formats.gltf.lift.meshes import meshes
from pantin.formats.gltf.lift.nodes import default_scene, instances, nodes, scenes
from pantin.formats.gltf.lift.salvage import salvage
from pantin.formats.gltf.lift.skins import skins
from pantin.formats.gltf.lift.source import Draft, Source, skipped
from pantin.formats.gltf.schema import Camera as CameraObject
from pantin.formats.gltf.schema import Orthographic as OrthographicObject
from pantin.formats.gltf.schema import Perspective as PerspectiveObject
from pantin.rig import Camera, Clip, InvalidRig, Orthographic, Perspective, Rig, build

if TYPE_CHECKING:
    from collections.abc import Callable

    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.extension import Extension
    from pantin.report import Finding

__all__ = ["Lifted", "lift", "skipped"]

DATA = frozenset(
    ("asset", "accessors", "bufferViews", "buffers", "extensionsUsed", "extensionsRequired"),
)
"""Root members that are not part of a rig unless others refer to them."""

PARTS = attrgetter(
    *("nodes", "meshes", "skins", "animations", "materials", "textures", "samplers", "images"),
    *("cameras", "scenes", "scene", "extensions", "extras"),
)
"""The remaining root members, from the model."""

LATE = ("springs", "character", "constraints")

_build: Callable[..., Rig] = innermost(build)
"""Without a test of its arguments, which are of the right types here: it takes a tenth of the time."""


def lift(document: Document) -> Lifted:
    """The rig in a document: node i, mesh i, skin i, material i and clip i are those of the file.

    Vertex arrays share the bytes of the file if the layout allows. An invalid part does not prevent lifting
    the rest. Raises `LimitExceeded` where an accessor is larger than
    `document.limits` allow, and `Unsupported` where reading it needs something that is not installed.
    """
    if _has_only_data(document):
        return Lifted(_empty_rig(), ())
    source = Source(document)
    extensions = list(in_use(document, (each for each in every() if each.lift is not None)))
    draft = Draft(nodes(source), skins(source), meshes(source))
    _lift_extensions(extensions, source, draft, late=False)
    core_materials = materials(source)
    shared: dict[str, Any] = {
        "textures": textures(source),
        "samplers": samplers(source),
        "images": images(source),
        "cameras": cameras(source),
        "scenes": scenes(source),
        "default_scene": default_scene(source),
        "copyright": source.model.asset.copyright if source.model.asset else None,
        "extras": source.extras(document.member("extras"), ()),
    }
    draft.instances = instances(source, draft.meshes, draft.skins)

    def build_rig() -> Rig:
        draft.materials = list(core_materials)
        _lift_extensions(extensions, source, draft, late=True)
        return _build(
            nodes=draft.nodes,
            meshes=draft.meshes,
            materials=draft.materials,
            **shared,
            skins=draft.skins,
            skeletons=draft.skeletons,
            instances=draft.instances,
            springs=draft.springs,
            lights=draft.lights,
            character=draft.character,
            constraints=draft.constraints,
        )

    before_late = len(source.findings)
    try:
        rig = build_rig()
    except InvalidRig:
        # Mostly numbers that are not finite: the builder checks each of them, so they are not checked before.
        draft = Draft(*salvage(source, draft.nodes, draft.skins, draft.meshes))
        _lift_extensions(extensions, source, draft, late=False)
        draft.instances = instances(source, draft.meshes, draft.skins)
        before_late = len(source.findings)
        rig = build_rig()
    if source.model.animations:
        # Clips are read later, from the document as it is now: it may be edited before.
        source.document = document.copy()
        rig = replace(rig, clips=clips(source, rig))
    beside_clips = source.findings
    read_clips = rig.clips  # not through the rig, which refers to its findings
    return Lifted(rig, lambda: _all_findings(source, read_clips, before_late), lambda: beside_clips)


def _has_only_data(document: Document) -> bool:
    """Whether the rig of a document is empty because it has no rig members, valid or not."""
    asset = document.model.asset
    if asset is not None and asset.copyright is not None:
        return False
    if document.has_complete_model:
        return all(part is None or part == () for part in PARTS(document.model))
    return document.tree.keys() <= DATA


@cache
def _empty_rig() -> Rig:
    """The shared rig of all documents without parts: building one takes a third of the time to check a small
    file."""
    return build(nodes=())


def _all_findings(source: Source, clips: tuple[Clip, ...], before_late: int) -> list[Finding]:
    """Findings for skipped parts. Clips are read for this and come before springs, characters and
    constraints."""
    for clip in clips:
        clip.channels  # noqa: B018  (reads them)
    of_clips = [finding for finding in source.findings if (finding.pointer or "").startswith("/animations/")]
    others = [finding for finding in source.findings if finding not in of_clips]
    of_clips.sort(key=lambda finding: int((finding.pointer or "").split("/")[2]))
    return [*others[:before_late], *of_clips, *others[before_late:]]


def _lift_extensions(extensions: list[Extension], source: Source, draft: Draft, *, late: bool) -> None:
    """Lift the extensions that need the finished nodes and instances into the draft, or else all others.

    Springs, characters and constraints are lifted last, so that what is skipped of them is reported after
    what is skipped of clips.
    """
    for extension in extensions:
        if extension.lift is not None and (extension.holds in LATE) == late:
            extension.lift(source, draft)


STAND_IN = Perspective(pi / 4, 0.1)
"""Replaces the projection of an unusable camera, so that later cameras keep their indices."""


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
    """Report the projection that does not match the type of a camera."""
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
    """The projection; None if twice its half sizes exceed the largest number."""
    height, width = 2 * (lens.ymag or 0.0), 2 * (lens.xmag or 0.0)
    near, far = lens.znear or 0.0, lens.zfar or 0.0
    return Orthographic(height, near, far, width) if isfinite(height) and isfinite(width) else None
