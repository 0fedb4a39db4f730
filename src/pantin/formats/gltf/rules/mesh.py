"""Rules about meshes and primitives as the JSON states them: names, morph targets, indices, drawing mode."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pantin.formats.gltf.codes import UNSIGNED_BYTE, UNSIGNED_INT, UNSIGNED_SHORT, Format
from pantin.formats.gltf.rules.extent import extent, format_words, formats_words, is_broken
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.semantics import SET_NAMES, is_known, sets_of
from pantin.formats.gltf.rules.usage import PlacedPrimitive, primitives, vertex_count
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN = range(7)
MODE_NAMES: Final = (
    "POINTS",
    "LINES",
    "LINE_LOOP",
    "LINE_STRIP",
    "TRIANGLES",
    "TRIANGLE_STRIP",
    "TRIANGLE_FAN",
)
INDEX_FORMATS: Final[frozenset[Format]] = frozenset(
    ("SCALAR", unsigned, False) for unsigned in (UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT)
)


def mode_of(scope: Scope, owner: PlacedPrimitive) -> int | None:
    """The drawing mode: TRIANGLES where the file states none, None where it states a broken one."""
    if owner.primitive.mode is not None:
        return owner.primitive.mode
    return None if is_broken(scope, "mode", "meshes", owner.mesh, "primitives", owner.number) else TRIANGLES


@rule("GLTF-MESH_PRIMITIVE_INVALID_ATTRIBUTE", "error", '"{semantic}" is not the name of {kind}')
def invalid_attribute(scope: Scope) -> Iterator[Finding]:
    """An attribute has one of the specification's names, or one that begins with an underscore.

    Why: readers do not know what to do with any other.
    Mend: correct the name (sets are numbered: TEXCOORD_0), or put an underscore before it if it is your own.
    Source: glTF 2.0 §3.7.2.1 and §3.7.2.2.
    """
    for owner in scope.fact(primitives):
        for semantic in owner.primitive.attributes or ():
            if not is_known(semantic, morph=False):
                place = owner.at("attributes", semantic)
                yield invalid_attribute.at(place, semantic=semantic, kind="a vertex attribute")
        for k, target in enumerate(_written_targets(scope, owner)):
            for semantic in target if isinstance(target, dict) else ():
                if not is_known(semantic, morph=True):
                    place = owner.at("targets", k, semantic)
                    yield invalid_attribute.at(
                        place, semantic=semantic, kind="an attribute of a morph target"
                    )


def _written_targets(scope: Scope, owner: PlacedPrimitive) -> list[Any]:
    """The targets as the file has them: the names in a list that is broken elsewhere are judged all the
    same.
    """
    written = scope.tree["meshes"][owner.mesh]["primitives"][owner.number].get("targets")
    return written if isinstance(written, list) else []


@rule("GLTF-MESH_PRIMITIVE_NO_POSITION", "warning", "the primitive has no POSITION")
def no_position(scope: Scope) -> Iterator[Finding]:
    """A primitive has positions.

    Why: without them there is nothing to draw, unless an extension supplies it.
    Mend: add a POSITION attribute.
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner in scope.fact(primitives):
        if owner.primitive.attributes is not None and "POSITION" not in owner.primitive.attributes:
            yield no_position.at(owner.at("attributes"))


@rule("GLTF-MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL", "warning", "the primitive has TANGENT but no NORMAL")
def tangent_without_normal(scope: Scope) -> Iterator[Finding]:
    """Tangents come with normals.

    Why: where normals are missing, readers make flat ones and must ignore the tangents.
    Mend: add NORMAL, or remove TANGENT.
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner in scope.fact(primitives):
        named = owner.primitive.attributes or {}
        if "TANGENT" in named and "NORMAL" not in named:
            yield tangent_without_normal.at(owner.at("attributes", "TANGENT"))


@rule(
    "GLTF-MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY",
    "error",
    "{names} are not numbered from 0 without gaps",
)
def indexed_semantic_continuity(scope: Scope) -> Iterator[Finding]:
    """Numbered attributes start with 0 and have no gaps.

    Why: readers count up from 0 and stop at the first that is missing.
    Mend: renumber the attributes.
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner in scope.fact(primitives):
        gaps = [name for name in SET_NAMES if sets_of(scope, owner).has_gap(name)]
        if gaps:
            names = " and ".join(f"{name}_n" for name in gaps)
            yield indexed_semantic_continuity.at(owner.at("attributes"), names=names)


@rule(
    "GLTF-MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH",
    "error",
    "the primitive has {joints} sets of JOINTS and {weights} of WEIGHTS",
)
def joints_weights_mismatch(scope: Scope) -> Iterator[Finding]:
    """JOINTS and WEIGHTS come in pairs.

    Why: JOINTS_n names the joints that WEIGHTS_n weighs.
    Mend: add the missing attribute.
    Source: glTF 2.0 §3.7.3.3.
    """
    for owner in scope.fact(primitives):
        joints, weights = (sets_of(scope, owner).count(name) for name in ("JOINTS", "WEIGHTS"))
        if joints != weights:
            yield joints_weights_mismatch.at(owner.at("attributes"), joints=joints, weights=weights)


@rule(
    "GLTF-MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT",
    "error",
    "the primitive has {count} morph targets where the first of the mesh has {first}",
)
def primitives_unequal_targets_count(scope: Scope) -> Iterator[Finding]:
    """All primitives of a mesh have the same number of morph targets.

    Why: the weights of a mesh or node go to the targets of all its primitives by their order.
    Mend: add the missing targets; an accessor without buffer view is a displacement of zero.
    Source: glTF 2.0 §3.7.2.2.
    """
    first = 0
    for owner in scope.fact(primitives):
        count = len(owner.primitive.targets or ())
        if owner.number == 0:
            first = count
        elif count != first:
            place = owner.at("targets") if count else owner.at()
            yield primitives_unequal_targets_count.at(place, count=count, first=first)


@rule(
    "GLTF-MESH_INVALID_WEIGHTS_COUNT", "error", "the mesh has {weights} weights and {targets} morph targets"
)
def invalid_weights_count(scope: Scope) -> Iterator[Finding]:
    """A mesh has as many weights as morph targets.

    Why: weight i belongs to target i.
    Mend: give each target its weight.
    Source: glTF 2.0 §5.23.2 (mesh.weights).
    """
    for i, mesh in enumerate(scope.model.meshes):
        if mesh is None or mesh.weights is None or mesh.primitives is None:
            continue
        targets = len(mesh.primitives[0].targets or ())
        if len(mesh.weights) != targets:
            yield invalid_weights_count.at(
                pointer("meshes", i, "weights"), weights=len(mesh.weights), targets=targets
            )


@rule(
    "GLTF-MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE",
    "error",
    "indices lie in a buffer view with byteStride",
)
def indices_accessor_with_bytestride(scope: Scope) -> Iterator[Finding]:
    """The buffer view of indices has no byteStride.

    Why: indices are read as a plain list.
    Mend: pack the indices and remove byteStride.
    Source: glTF 2.0 §3.6.2.4.
    """
    for owner in scope.fact(primitives):
        indices = extent(scope, owner.primitive.indices)
        if indices is not None and indices.view is not None and indices.view.byte_stride is not None:
            yield indices_accessor_with_bytestride.at(owner.at("indices"))


@rule(
    "GLTF-MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT",
    "error",
    "indices are {format}; they must be {allowed}",
)
def indices_accessor_invalid_format(scope: Scope) -> Iterator[Finding]:
    """Indices are scalars of unsigned integers.

    Why: graphics libraries take no other.
    Mend: store the indices as unsigned bytes, shorts or integers, not normalized.
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner in scope.fact(primitives):
        indices = extent(scope, owner.primitive.indices)
        if indices is not None and indices.format not in INDEX_FORMATS:
            words = {"format": format_words(indices.format), "allowed": formats_words(INDEX_FORMATS)}
            yield indices_accessor_invalid_format.at(owner.at("indices"), **words)


@rule("GLTF-MESH_PRIMITIVE_INCOMPATIBLE_MODE", "warning", "{count} vertices or indices do not make up {mode}")
def incompatible_mode(scope: Scope) -> Iterator[Finding]:
    """The number of vertices or indices suits the drawing mode.

    Why: the incomplete line or triangle at the end is not drawn.
    Mend: correct the count, or the mode.
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner in scope.fact(primitives):
        indices = extent(scope, owner.primitive.indices)
        count = vertex_count(scope, owner) if indices is None else indices.count
        mode = mode_of(scope, owner)
        if mode is not None and count != -1 and not _is_whole(mode, count):
            yield incompatible_mode.at(owner.at(), count=count, mode=MODE_NAMES[mode])


def _is_whole(mode: int, count: int) -> bool:
    if mode == LINES:
        return count % 2 == 0
    if mode == TRIANGLES:
        return count % 3 == 0
    return count >= {LINE_LOOP: 2, LINE_STRIP: 2, TRIANGLE_STRIP: 3, TRIANGLE_FAN: 3}.get(mode, 0)


RULES = (
    invalid_attribute,
    no_position,
    tangent_without_normal,
    indexed_semantic_continuity,
    joints_weights_mismatch,
    primitives_unequal_targets_count,
    invalid_weights_count,
    indices_accessor_with_bytestride,
    indices_accessor_invalid_format,
    incompatible_mode,
)
