"""Decide whether the rig of a file has no findings, without building the rig."""

from __future__ import annotations

from collections.abc import Iterable
from math import pi
from typing import TYPE_CHECKING

import msgspec

from pantin.formats.gltf.extension_names import MTOON, TEXTURE_TRANSFORM, UNLIT
from pantin.formats.gltf.material_extensions import GROUPS
from pantin.formats.gltf.objects import Census

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.model import Camera, Gltf, Mesh, Primitive
    from pantin.report import Finding

OTHER_NAMES = ("sparse", "targets", "weights", "targetNames")
"""Members of files for which the rig is always built: lifting may skip something that no rule reports, or
rules about rigs apply."""

OF_MATERIALS = frozenset((*(group.extension for group in GROUPS), UNLIT, TEXTURE_TRANSFORM)) - {MTOON}
"""Extensions that the rig holds unchanged if their rules find no fault."""

HARMLESS = frozenset(
    (
        "GLTF-MESH_PRIMITIVE_GENERATED_TANGENT_SPACE",
        "GLTF-IMAGE_FEATURES_UNSUPPORTED",
        "GLTF-MATERIAL_ALPHA_CUTOFF_INVALID_MODE",
    )
)
"""Common warnings about the look of a model that do not affect reading."""

CORE = ("POSITION", "NORMAL", "TANGENT", "TEXCOORD_", "COLOR_")
"""Prefixes of attributes with formats that rules of glTF check."""

DECODED_BYTES = 16 * 8
"""The largest size in bytes of an accessor element in a rig: a matrix in double precision."""


def has_sound_rig(document: Document, reported: Iterable[Finding]) -> bool:
    """Whether a rig would have all parts of the file, and no parts that rules about rigs check. `reported`
    has the findings of the format's rules. Most static models pass, and building and checking their rigs
    takes a quarter of the checking time."""
    if not document.has_complete_model or any(map(_may_be_skipped, reported)):
        return False
    model = document.model
    if model.skins or model.animations or any(document.names[name] for name in OTHER_NAMES):
        return False
    return (
        all(_is_core(primitive) for mesh in model.meshes for primitive in _primitives_of(mesh))
        and all(_has_one_lens(camera) for camera in model.cameras)
        and all(document.buffer(index).fault is None for index in range(len(model.buffers)))
        and _fits(document)
        and _has_known_extensions(document)
        and _has_plain_extras(document)
        and _is_finite(model)
    )


def _may_be_skipped(finding: Finding) -> bool:
    """Whether the subject of a finding may be missing in the rig. A file that is not read is an info."""
    if finding.severity == "info":
        return (finding.pointer or "").endswith("/uri")
    return finding.rule not in HARMLESS


def _primitives_of(mesh: Mesh | None) -> tuple[Primitive, ...]:
    return (mesh.primitives or ()) if mesh else ()


def _is_core(primitive: Primitive) -> bool:
    attributes = primitive.attributes or {}
    return "POSITION" in attributes and all(name.startswith(CORE) for name in attributes)


def _has_one_lens(camera: Camera | None) -> bool:
    if camera is None or (camera.perspective is None) == (camera.orthographic is None):
        return False
    return camera.perspective is None or 0 < (camera.perspective.yfov or 0.0) < pi


def _fits(document: Document) -> bool:
    """Whether all accessors together fit the budget of the file in any storage."""
    elements = sum(accessor.count or 0 for accessor in document.model.accessors if accessor)
    budget = document.budget
    return budget.used + DECODED_BYTES * elements <= budget.most


def _has_known_extensions(document: Document) -> bool:
    """Whether the only extensions are those of materials, without extras."""
    used = document.model.extensions_used
    if not used:
        held = Census(document.model).objects_with("extensions") if document.names["extensions"] else []
        return not any(each.extensions for _, each in held)  # some writers leave empty ones
    return OF_MATERIALS.issuperset(used) and not document.names["extras"]


def _has_plain_extras(document: Document) -> bool:
    if not document.names["extras"]:
        return True
    return all(isinstance(each.extras, dict) for _, each in Census(document.model).objects_with("extras"))


def _is_finite(model: Gltf) -> bool:
    """Whether all numbers of the JSON are finite: `1e999` is not, and is written as null again, which a
    complete model has nowhere else."""
    return b"null" not in msgspec.json.encode(model)
