"""Rules about the JSON of meshes and primitives: names, morph targets, indices, drawing mode."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pantin.formats.gltf.codes import UNSIGNED_BYTE, UNSIGNED_INT, UNSIGNED_SHORT, Format
from pantin.formats.gltf.extent import extent, format_words, formats_words, is_broken
from pantin.formats.gltf.rules.semantics import is_known, sets_of
from pantin.formats.gltf.rules.usage import PrimitiveRef, primitives, vertex_count
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted

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
WHOLE_COUNTS: Final = {
    LINES: "expected a multiple of 2",
    TRIANGLES: "expected a multiple of 3",
    LINE_LOOP: "expected at least 2",
    LINE_STRIP: "expected at least 2",
    TRIANGLE_STRIP: "expected at least 3",
    TRIANGLE_FAN: "expected at least 3",
}
INDEX_FORMATS: Final[frozenset[Format]] = frozenset(
    ("SCALAR", unsigned, False) for unsigned in (UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT)
)


def mode_of(scope: Scope, owner: PrimitiveRef) -> int | None:
    """The drawing mode: TRIANGLES if not stated, None if invalid."""
    if owner.primitive.mode is not None:
        return owner.primitive.mode
    return None if is_broken(scope, "mode", "meshes", owner.mesh, "primitives", owner.number) else TRIANGLES


@rule("GLTF-MESH_PRIMITIVE_INVALID_ATTRIBUTE", "error", '{primitive} has an unknown {kind} "{semantic}"')
def invalid_attribute(scope: Scope) -> Iterator[Finding]:
    """Unknown vertex attribute.

    What: An attribute must have a name of the specification, or one that starts with an underscore.
    Why: Readers ignore attributes that they do not know.
    Fix: Correct the name (sets are numbered: TEXCOORD_0), or start the name of a custom attribute with an
    underscore.
    Source: glTF 2.0 §3.7.2.1 and §3.7.2.2.
    """
    for owner in scope.fact(primitives):
        for semantic in owner.primitive.attributes or ():
            if not is_known(semantic, morph=False):
                values = {"primitive": owner.describe(scope), "kind": "vertex attribute"}
                yield invalid_attribute.at(owner.pointer("attributes", semantic), **values, semantic=semantic)
        for k, target in enumerate(_written_targets(scope, owner)):
            for semantic in target if isinstance(target, dict) else ():
                if not is_known(semantic, morph=True):
                    values = {"primitive": owner.describe(scope), "kind": "morph target attribute"}
                    yield invalid_attribute.at(
                        owner.pointer("targets", k, semantic), **values, semantic=semantic
                    )


def _written_targets(scope: Scope, owner: PrimitiveRef) -> list[Any]:
    """The targets as stored: names are checked even if other parts of the list are invalid."""
    if scope.has_complete_model:
        return list(owner.primitive.targets or ())
    written = scope.tree["meshes"][owner.mesh]["primitives"][owner.number].get("targets")
    return written if isinstance(written, list) else []


@rule("GLTF-MESH_PRIMITIVE_NO_POSITION", "warning", "{primitive} has no POSITION")
def no_position(scope: Scope) -> Iterator[Finding]:
    """Primitive has no positions.

    What: A primitive should have a POSITION attribute.
    Why: Without positions nothing is drawn, unless an extension supplies them.
    Fix: Add a POSITION attribute.
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner in scope.fact(primitives):
        if owner.primitive.attributes is not None and "POSITION" not in owner.primitive.attributes:
            yield no_position.at(owner.pointer("attributes"), primitive=owner.describe(scope))


@rule(
    "GLTF-MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL",
    "warning",
    "{primitive} has TANGENT but no NORMAL",
    only_with=("TANGENT",),
)
def tangent_without_normal(scope: Scope) -> Iterator[Finding]:
    """Tangents without normals.

    What: A primitive with TANGENT should have NORMAL.
    Why: Where normals are missing, readers compute flat ones and must ignore the tangents.
    Fix: Add NORMAL, or remove TANGENT.
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner in scope.fact(primitives):
        named = owner.primitive.attributes or {}
        if "TANGENT" in named and "NORMAL" not in named:
            where = owner.pointer("attributes", "TANGENT")
            yield tangent_without_normal.at(where, primitive=owner.describe(scope))


@rule(
    "GLTF-MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY",
    "error",
    "{names} of {primitive} are not numbered 0, 1, 2, … without gaps",
)
def indexed_semantic_continuity(scope: Scope) -> Iterator[Finding]:
    """Attribute sets are not numbered from 0.

    What: The sets of COLOR, JOINTS, WEIGHTS and TEXCOORD must be numbered from 0 without gaps.
    Why: Readers count up from 0 and stop at the first missing set.
    Fix: Renumber the attributes.
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner in scope.fact(primitives):
        gaps = sets_of(scope, owner).gaps
        if gaps:
            names = " and ".join(f"{name}_n" for name in gaps)
            values = {"names": names, "primitive": owner.describe(scope)}
            yield indexed_semantic_continuity.at(owner.pointer("attributes"), **values)


@rule("GLTF-MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH", "error", "{primitive} has {joints} but {weights}")
def joints_weights_mismatch(scope: Scope) -> Iterator[Finding]:
    """Joints and weights do not match.

    What: A primitive must have as many JOINTS_n as WEIGHTS_n.
    Why: WEIGHTS_n has the weights of the joints in JOINTS_n.
    Fix: Add the missing attribute.
    Source: glTF 2.0 §3.7.3.3.
    """
    for owner in scope.fact(primitives):
        counts = sets_of(scope, owner).counts
        joints, weights = counts["JOINTS"], counts["WEIGHTS"]
        if joints != weights:
            values = {
                "primitive": owner.describe(scope),
                "joints": counted(joints, "set") + " of JOINTS",
                "weights": counted(weights, "set") + " of WEIGHTS",
            }
            yield joints_weights_mismatch.at(owner.pointer("attributes"), **values)


@rule(
    "GLTF-MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT",
    "error",
    "{primitive} has {count}, but the first primitive has {first}",
    only_with=("targets",),
)
def primitives_unequal_targets_count(scope: Scope) -> Iterator[Finding]:
    """Primitives have different numbers of morph targets.

    What: All primitives of a mesh must have the same number of morph targets.
    Why: The weights of a mesh apply to the morph targets of all its primitives by their order.
    Fix: Add the missing morph targets. An accessor without a buffer view is a displacement of zero.
    Source: glTF 2.0 §3.7.2.2.
    """
    first = 0
    for owner in scope.fact(primitives):
        count = len(owner.primitive.targets or ())
        if owner.number == 0:
            first = count
        elif count != first:
            where = owner.pointer("targets") if count else owner.pointer()
            values = {"primitive": owner.describe(scope), "count": counted(count, "morph target")}
            yield primitives_unequal_targets_count.at(where, **values, first=first)


@rule(
    "GLTF-MESH_INVALID_WEIGHTS_COUNT", "error", "{mesh} has {weights} for {targets}", only_with=("weights",)
)
def invalid_weights_count(scope: Scope) -> Iterator[Finding]:
    """Wrong number of mesh weights.

    What: A mesh must have as many `weights` as morph targets.
    Why: Weight i belongs to morph target i.
    Fix: Give one weight per morph target.
    Source: glTF 2.0 §5.23.2 (mesh.weights).
    """
    for i, mesh in enumerate(scope.model.meshes):
        if mesh is None or mesh.weights is None or mesh.primitives is None:
            continue
        targets = len(mesh.primitives[0].targets or ())
        if len(mesh.weights) != targets:
            values = {
                "mesh": scope.named("mesh", i),
                "weights": counted(len(mesh.weights), "weight"),
                "targets": counted(targets, "morph target"),
            }
            yield invalid_weights_count.at(pointer("meshes", i, "weights"), **values)


@rule(
    "GLTF-MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE",
    "error",
    "the indices of {primitive} are in {view}, which has a byteStride",
    only_with=("byteStride",),
)
def indices_accessor_with_bytestride(scope: Scope) -> Iterator[Finding]:
    """Indices with a stride.

    What: The buffer view of indices must not have `byteStride`.
    Why: Graphics APIs read indices without gaps.
    Fix: Pack the indices and remove `byteStride`.
    Source: glTF 2.0 §3.6.2.4.
    """
    for owner in scope.fact(primitives):
        indices = extent(scope, owner.primitive.indices)
        if indices is not None and indices.view is not None and indices.view.byte_stride is not None:
            view = scope.named("buffer view", indices.accessor.buffer_view)
            yield indices_accessor_with_bytestride.at(
                owner.pointer("indices"), primitive=owner.describe(scope), view=view
            )


@rule(
    "GLTF-MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT",
    "error",
    "the indices of {primitive} are {format}, expected {allowed}",
)
def indices_accessor_invalid_format(scope: Scope) -> Iterator[Finding]:
    """Indices have an invalid format.

    What: Indices must be scalars of UNSIGNED_BYTE, UNSIGNED_SHORT or UNSIGNED_INT, not normalized.
    Why: Graphics APIs support no other type.
    Fix: Store the indices in one of these types.
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner in scope.fact(primitives):
        indices = extent(scope, owner.primitive.indices)
        if indices is not None and indices.format not in INDEX_FORMATS:
            words = {"format": format_words(indices.format), "allowed": formats_words(INDEX_FORMATS)}
            words["primitive"] = owner.describe(scope)
            yield indices_accessor_invalid_format.at(owner.pointer("indices"), **words)


@rule(
    "GLTF-MESH_PRIMITIVE_INCOMPATIBLE_MODE",
    "warning",
    "{primitive} has {count}, which {mode} cannot use completely ({rule})",
)
def incompatible_mode(scope: Scope) -> Iterator[Finding]:
    """Number of vertices does not suit the drawing mode.

    What: The number of indices, or of vertices without indices, should suit `mode`: a multiple of 3 for
    triangles, of 2 for lines.
    Why: The incomplete triangle or line at the end is not drawn.
    Fix: Correct the count or the mode.
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner in scope.fact(primitives):
        indices = extent(scope, owner.primitive.indices)
        count = vertex_count(scope, owner) if indices is None else indices.count
        mode = mode_of(scope, owner)
        if mode is not None and count != -1 and not _is_whole(mode, count):
            noun = "vertex" if indices is None else "index"
            values = {"count": counted(count, noun), "mode": MODE_NAMES[mode], "rule": WHOLE_COUNTS[mode]}
            yield incompatible_mode.at(owner.pointer(), primitive=owner.describe(scope), **values)


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
