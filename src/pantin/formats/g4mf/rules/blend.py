"""Rules about the targets of blend shapes and the numbers in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.formats.g4mf.model import Binding, Blend, Mesh, Shape, Target, natural, targets
from pantin.formats.g4mf.naming import describe, first_of
from pantin.formats.g4mf.newest import origin, upgrade_faults
from pantin.formats.g4mf.rules.members import MESSAGE, member_rule
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import tokens
from pantin.report.wording import and_more, counted


def blends(scope: Scope) -> Iterator[tuple[Mesh, Blend]]:
    return ((mesh, mesh.blend) for mesh in scope.meshes if mesh.blend is not None)


def shapes(scope: Scope) -> Iterator[tuple[Mesh, Shape]]:
    return ((mesh, shape) for mesh, blend in blends(scope) for shape in blend.shapes)


def _targets(scope: Scope) -> Iterator[Target]:
    """Every target of every shape as in the file: a target over all surfaces is one target."""
    for _, shape in shapes(scope):
        seen: set[str] = set()
        for target in targets(shape):
            stored = _in_file(scope, target)
            if stored.pointer not in seen:
                seen.add(stored.pointer)
                yield stored


def _in_file(scope: Scope, target: Target) -> Target:
    """A target as in the file, not split."""
    location = origin(scope.document, target.pointer)
    if location == target.pointer:
        return target
    raw: Any = scope.file.tree
    for token in tokens(location):
        raw = raw[int(token)] if isinstance(raw, list) else raw[token]
    members = raw if isinstance(raw, dict) else {}
    stored = Target(indices=natural(members.get("indices")), offsets=natural(members.get("offsets")))
    stored.__dict__.update(pointer=location, raw=members)
    return stored


class SurfaceTarget(NamedTuple):
    """A target of normals or texture coordinates of a surface; `binding` has them, if the surface has any."""

    target: Target
    is_normal: bool
    surface: int
    binding: Binding | None


def _surface_targets(scope: Scope) -> Iterator[SurfaceTarget]:
    for mesh, shape in shapes(scope):
        yield from _targets_of(mesh, shape)


def _targets_of(mesh: Mesh, shape: Shape) -> Iterator[SurfaceTarget]:
    for part in shape.parts:
        if part.surface is None or part.surface >= len(mesh.surfaces):
            continue
        surface = mesh.surfaces[part.surface]
        if part.normal is not None:
            yield SurfaceTarget(part.normal, True, part.surface, surface.normals)
        if part.texture_map is not None:
            yield SurfaceTarget(part.texture_map, False, part.surface, surface.texture_map)


target_incomplete = member_rule(
    "G4MF-BLEND-003",
    """Target of a blend shape is incomplete.

    What: A target has `indices` and `offsets`, both indices of accessors.
    Why: The indices tell what moves, the offsets how far. Without both the target has no effect.
    Fix: Add the accessor, or correct the index.
    Source: G4MF blend, Blend Shape Target Properties.
    """,
)

target_indices_not_unsigned = member_rule(
    "G4MF-BLEND-004",
    """Indices of a target are not unsigned integers.

    What: The `indices` accessor of a target has an unsigned integer type.
    Why: They are indices of vertices or values, counted from 0.
    Fix: Store them as uint8, uint16 or uint32.
    Source: G4MF blend, Indices.
    """,
)

target_indices_are_vectors = member_rule(
    "G4MF-BLEND-005",
    """Indices of a target are vectors.

    What: The `indices` accessor of a target has a `vectorSize` of 1.
    Why: Each index selects one vertex or value.
    Fix: Remove `vectorSize`.
    Source: G4MF blend, Indices.
    """,
)


@rule("G4MF-BLEND-006", "error", "index {position} of {target} is {index}, but there are {count}")
def target_index_out_of_range(scope: Scope) -> Iterator[Finding]:
    """Target refers to a vertex or value that does not exist.

    What: Every index of a target is less than the number of vertices or values it can select.
    Why: The offset has no effect. The specification says "not exceed the number", but an index equal to the
    number refers to nothing either.
    Fix: Correct the index.
    Source: G4MF blend, Indices; G4MF core, indices.
    """
    for target, count, noun in _targets_with_counts(scope):
        array = scope.array(target.indices)
        if array is None or array.dtype.kind not in "iu" or array.shape[1] != 1:
            continue
        wrong = np.flatnonzero((array[:, 0] >= count) | (array[:, 0] < 0))
        if len(wrong):
            yield target_index_out_of_range.at(
                f"{target.pointer}/indices",
                position=first_of(int(wrong[0]), len(wrong)),
                target=scope.describe(target.pointer),
                index=int(array[wrong[0], 0]),
                count=counted(count, noun),
            )
    for fault in upgrade_faults(scope.document, "index"):
        yield target_index_out_of_range.at(
            f"{fault.pointer}/indices",
            position=first_of(fault.parts["position"], fault.parts["more"]),
            target=describe(scope.file.tree, fault.pointer),
            index=fault.parts["index"],
            count=counted(fault.parts["count"], "value"),
        )


def _targets_with_counts(scope: Scope) -> Iterator[tuple[Target, int, str]]:
    """Every target with the number of vertices or values it can select, and which of the two they are. Those
    over all surfaces are looked at where they are divided."""
    for mesh, shape in shapes(scope):
        vertices = scope.extent(mesh.vertices)
        if shape.position is not None and vertices is not None:
            yield shape.position, vertices.count, "vertex"
    for target in _surface_targets(scope):
        # G4MF-BLEND-016 reports a surface without such values.
        values = 0 if target.binding is None else scope.element_count(target.binding.values)
        if values and not scope.is_made(target.target.pointer):
            yield target.target, values, "value"


@rule("G4MF-BLEND-007", "error", "the offsets of {target} have {numbers} each; the vertices have {expected}")
def position_offsets_of_wrong_size(scope: Scope) -> Iterator[Finding]:
    """Position offsets have the wrong size.

    What: `vectorSize` of the offsets of a `position` target equals that of the vertices.
    Why: Offsets are added to the vertices.
    Fix: Store the offsets with the `vectorSize` of the vertices.
    Source: G4MF blend, Offsets.
    """
    for mesh, shape in shapes(scope):
        extent = scope.extent(shape.position.offsets) if shape.position else None
        vertices = scope.extent(mesh.vertices)
        if extent is not None and vertices is not None and extent.size != vertices.size and shape.position:
            yield position_offsets_of_wrong_size.at(
                f"{shape.position.pointer}/offsets",
                target=scope.describe(shape.position.pointer),
                numbers=counted(extent.size, "number"),
                expected=vertices.size,
            )


@rule("G4MF-BLEND-008", "error", "the offsets of {target} have {numbers} each; normals have {expected}")
def normal_offsets_of_wrong_size(scope: Scope) -> Iterator[Finding]:
    """Normal offsets have the wrong size.

    What: `vectorSize` of the offsets of normals equals the dimension of the file.
    Why: Offsets are added to normals.
    Fix: Store the offsets with a `vectorSize` equal to the dimension.
    Source: G4MF blend, Offsets.
    """
    for target in _surface_targets(scope):
        extent = scope.extent(target.target.offsets)
        if target.is_normal and extent is not None and scope.dimension and extent.size != scope.dimension:
            yield normal_offsets_of_wrong_size.at(
                f"{target.target.pointer}/offsets",
                target=scope.describe(target.target.pointer),
                numbers=counted(extent.size, "number"),
                expected=scope.dimension,
            )


@rule(
    "G4MF-BLEND-009",
    "error",
    "the offsets of {target} have {numbers} each; texture coordinates have {expected}",
)
def texture_offsets_of_wrong_size(scope: Scope) -> Iterator[Finding]:
    """Texture coordinate offsets have the wrong size.

    What: `vectorSize` of the offsets of texture maps equals that of the texture coordinates.
    Why: Offsets are added to texture coordinates. Where surfaces have coordinates of different sizes, no
    offset fits all of them.
    Fix: Store the offsets with the `vectorSize` of the texture map.
    Source: G4MF blend, Offsets.
    """
    for target in _surface_targets(scope):
        extent = scope.extent(target.target.offsets)
        values = None if target.binding is None else scope.extent(target.binding.values)
        if not target.is_normal and extent is not None and values is not None and extent.size != values.size:
            yield texture_offsets_of_wrong_size.at(
                f"{target.target.pointer}/offsets",
                target=scope.describe(target.target.pointer),
                numbers=counted(extent.size, "number"),
                expected=values.size,
            )


@rule("G4MF-BLEND-010", "error", "{binding}: normal {index} becomes zero at the blend amounts of the file")
def blended_normal_is_zero(scope: Scope) -> Iterator[Finding]:
    """Blended normal is zero.

    What: No normal becomes zero when all blend shapes are applied with the amounts of the file.
    Why: A zero normal has no direction. Pantin keeps the normal of the mesh then.
    Fix: Correct the offsets or the amounts.
    Source: G4MF blend, Normal.
    """
    for mesh, blend, amounts in _stored_amounts(scope):
        for pointer, blended in _blend_normals(scope, mesh, blend, amounts).items():
            with np.errstate(all="ignore"):
                is_zero = (np.abs(blended.total).max(1) == 0) & (np.abs(blended.base).max(1) > 0)
            zero = np.flatnonzero(is_zero)
            if len(zero):
                yield blended_normal_is_zero.at(
                    pointer, binding=scope.describe(pointer), index=first_of(int(zero[0]), len(zero))
                )


def _stored_amounts(scope: Scope) -> Iterator[tuple[Mesh, Blend, tuple[float, ...]]]:
    """The distinct blend weights that the file has for a mesh: its own, and those of its instances."""
    of_instances: dict[int, list[tuple[float, ...] | None]] = {}
    for use in scope.uses:
        of_instances.setdefault(use.mesh, []).append(scope.nodes[use.node].blend_amounts)
    for index, mesh in enumerate(scope.meshes):
        if mesh.blend is None:
            continue
        candidates = [mesh.blend.amounts, *of_instances.get(index, [])]
        for amounts in dict.fromkeys(amounts for amounts in candidates if amounts is not None):
            if len(amounts) == len(mesh.blend.shapes) and any(amounts):
                yield mesh, mesh.blend, amounts


class BlendedNormals(NamedTuple):
    """Normals moved by shapes: as stored, and with all shapes applied."""

    base: NDArray[Any]
    total: NDArray[np.float64]


def _blend_normals(
    scope: Scope, mesh: Mesh, blend: Blend, amounts: tuple[float, ...]
) -> dict[str, BlendedNormals]:
    """The normals of a mesh that its shapes move, by the pointers of their bindings."""
    blended: dict[str, BlendedNormals] = {}
    for shape, amount in zip(blend.shapes, amounts, strict=True):
        for part in _targets_of(mesh, shape):
            base = None if part.binding is None else scope.array(part.binding.values)
            indices, offsets = scope.array(part.target.indices), scope.array(part.target.offsets)
            if not part.is_normal or part.binding is None or base is None:
                continue
            if indices is None or offsets is None:
                continue
            fits = offsets.shape[1] == base.shape[1] == scope.dimension and len(indices) == len(offsets)
            if not fits or indices.dtype.kind not in "iu":
                continue
            if part.binding.pointer not in blended:
                blended[part.binding.pointer] = BlendedNormals(base, base.astype(np.float64))
            total = blended[part.binding.pointer].total
            rows = indices[:, 0].astype(np.int64)
            inside = (rows >= 0) & (rows < len(total))
            np.add.at(total, rows[inside], amount * offsets[inside].astype(np.float64))
    return blended


@rule("G4MF-BLEND-011", "error", "{target} has {indices} for {offsets}; expected the same number")
def target_counts_differ(scope: Scope) -> Iterator[Finding]:
    """Target has different numbers of indices and offsets.

    What: `indices` and `offsets` of a target have the same number of elements.
    Why: Offset i belongs to index i.
    Fix: Write the same number of both.
    Source: G4MF blend, Blend Shape Target Properties, by its likely meaning.
    """
    for target in _targets(scope):
        indices, offsets = scope.extent(target.indices), scope.extent(target.offsets)
        if indices is not None and offsets is not None and indices.count != offsets.count:
            yield target_counts_differ.at(
                target.pointer,
                target=scope.describe(target.pointer),
                indices=counted(indices.count, "index"),
                offsets=counted(offsets.count, "offset"),
            )


@rule("G4MF-BLEND-012", "warning", "{target} has index {index} more than once{more}")
def target_index_repeated(scope: Scope) -> Iterator[Finding]:
    """Duplicate index in a target.

    What: A target has each index at most once.
    Why: The offsets add up, which is rarely intended.
    Fix: Replace them by one offset, their sum.
    Source: the specification does not forbid it.
    """
    for target in _targets(scope):
        array = scope.array(target.indices)
        if array is None or array.shape[1] != 1:
            continue
        values, counts = np.unique(array[:, 0], return_counts=True)
        repeated = np.flatnonzero(counts > 1)
        if len(repeated):
            yield target_index_repeated.at(
                f"{target.pointer}/indices",
                target=scope.describe(target.pointer),
                index=values[repeated[0]],
                more=and_more(len(repeated)),
            )


@rule("G4MF-BLEND-016", "error", "{target} moves {values} of surface {surface}, which has none")
def target_without_values(scope: Scope) -> Iterator[Finding]:
    """Target moves normals or texture coordinates that do not exist.

    What: A target of normals or texture coordinates selects surfaces that store them.
    Why: Offsets need a value to be added to. Normals that are not stored are computed from the geometry.
    Fix: Add normals or a texture map to the surface, or remove the target.
    Source: G4MF blend, Indices.
    """
    for target in _surface_targets(scope):
        if target.binding is None:
            yield target_without_values.at(
                target.target.pointer,
                target=scope.describe(target.target.pointer),
                values="normals" if target.is_normal else "texture coordinates",
                surface=target.surface,
            )
    for fault in upgrade_faults(scope.document, "values"):
        is_normal = fault.pointer.endswith("Normal")
        yield target_without_values.at(
            fault.pointer,
            target=describe(scope.file.tree, fault.pointer),
            values="normals of cells" if is_normal else "texture coordinates of cells",
            surface=fault.parts["surface"],
        )


@rule("G4MF-BLEND-023", "error", MESSAGE)
def blend_number_not_finite(scope: Scope) -> Iterator[Finding]:
    """Blend amount or offset is not finite.

    What: Amounts and offsets are finite numbers.
    Why: A NaN makes vertices disappear.
    Fix: Correct the number.
    Source: not in the specification.
    """
    yield from scope.member_findings.get(blend_number_not_finite.id, ())
    for target in _targets(scope):
        array = scope.array(target.offsets)
        if array is not None and array.dtype.kind == "f":
            rows = np.flatnonzero(~np.isfinite(array).all(axis=1))
            if len(rows):
                yield blend_number_not_finite.at(
                    f"{target.pointer}/offsets",
                    member=f"offset {first_of(int(rows[0]), len(rows))} of {scope.describe(target.pointer)}",
                    value="NaN or infinite",
                    expected="finite numbers",
                )


RULES = (
    target_incomplete,
    target_indices_not_unsigned,
    target_indices_are_vectors,
    target_index_out_of_range,
    position_offsets_of_wrong_size,
    normal_offsets_of_wrong_size,
    texture_offsets_of_wrong_size,
    blended_normal_is_zero,
    target_counts_differ,
    target_index_repeated,
    target_without_values,
    blend_number_not_finite,
)
