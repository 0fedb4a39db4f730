"""Rules about the targets of blend shapes and the numbers in them, in all three dialects."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from pantin.formats.g4mf.accessor import UNSIGNED, Extent
from pantin.formats.g4mf.model import Blend, Mesh, Shape, Target, is_index, number, targets
from pantin.formats.g4mf.ranges import Attribute, Range
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.wording import and_more


def blends(scope: Scope) -> Iterator[tuple[Mesh, Blend]]:
    return ((mesh, mesh.blend) for mesh in scope.meshes if mesh.blend is not None)


def shapes(scope: Scope) -> Iterator[tuple[Mesh, Shape]]:
    return ((mesh, shape) for mesh, blend in blends(scope) for shape in blend.shapes)


def _each(scope: Scope) -> Iterator[Target]:
    """Every target of every shape."""
    for _, shape in shapes(scope):
        yield from targets(shape)


class Aimed(NamedTuple):
    """A target with what it is for, and where its indices lead, surface by surface."""

    mesh: Mesh
    target: Target
    attribute: Attribute
    ranges: list[Range]


def _aimed(scope: Scope) -> Iterator[Aimed]:
    """Every target at values of surfaces."""
    for mesh, shape in shapes(scope):
        for attribute in get_args(Attribute):
            grouped: dict[str, list[Range]] = {}
            for one in scope.ranges(mesh).of(shape, attribute):
                grouped.setdefault(one.target.place, []).append(one)
            for group in grouped.values():
                yield Aimed(mesh, group[0].target, attribute, group)


@rule("G4MF-BLEND-003", "error", "{key} is {value!r}, not the index of an accessor; there are {count}")
def target_is_complete(scope: Scope) -> Iterator[Finding]:
    """A target has indices and offsets, both accessors.

    Why: one says which items move, the other how far.
    Mend: add the accessor.
    Source: G4MF blend, Blend Shape Target Properties.
    """
    count = scope.listed("accessors")
    for target in _each(scope):
        raw = target.raw if isinstance(target.raw, dict) else {}
        wrong = next((key for key in ("indices", "offsets") if not is_index(raw.get(key), count)), None)
        if wrong is not None:
            yield target_is_complete.at(target.place, key=wrong, value=raw.get(wrong), count=count)


def _extents(scope: Scope, key: str) -> Iterator[tuple[Target, Extent]]:
    for target in _each(scope):
        about = scope.extent(getattr(target, key))
        if about is not None:
            yield target, about


@rule("G4MF-BLEND-004", "error", "the indices are {type}, not an unsigned integer type")
def target_indices_are_unsigned(scope: Scope) -> Iterator[Finding]:
    """The indices of a target are unsigned integers.

    Why: they count items from 0.
    Mend: store them as uint8, uint16 or uint32.
    Source: G4MF blend, Indices.
    """
    for target, about in _extents(scope, "indices"):
        if about.type not in UNSIGNED:
            yield target_indices_are_unsigned.at(f"{target.place}/indices", type=about.type)


@rule("G4MF-BLEND-005", "error", "the indices have a vectorSize of {size}, not 1")
def target_indices_are_scalars(scope: Scope) -> Iterator[Finding]:
    """The indices of a target have a `vectorSize` of 1.

    Why: each of them names one item.
    Mend: leave `vectorSize` out.
    Source: G4MF blend, Indices.
    """
    for target, about in _extents(scope, "indices"):
        if about.size != 1:
            yield target_indices_are_scalars.at(f"{target.place}/indices", size=about.size)


@rule("G4MF-BLEND-006", "error", "element {at} is {index}, and there are {count} {items}{more}")
def target_indices_exist(scope: Scope) -> Iterator[Finding]:
    """Every index of a target is less than the number of items it can name.

    Why: the text says "not exceed the number"; an index equal to it names nothing either.
    Mend: correct the index.
    Source: G4MF blend, Indices; G4MF core, indices.
    """
    for target, count, items in _limits(scope):
        array = scope.array(target.indices)
        if array is None or array.dtype.kind not in "iu" or array.shape[1] != 1:
            continue
        wrong = np.flatnonzero((array[:, 0] >= count) | (array[:, 0] < 0))
        if len(wrong):
            yield target_indices_exist.at(
                f"{target.place}/indices",
                at=int(wrong[0]),
                index=int(array[wrong[0], 0]),
                count=count,
                items=items,
                more=and_more(len(wrong)),
            )


def _limits(scope: Scope) -> Iterator[tuple[Target, int, str]]:
    """Every target with the number of items it may name."""
    for mesh, shape in shapes(scope):
        vertices = scope.extent(mesh.vertices)
        if shape.position is not None and vertices is not None:
            yield shape.position, vertices.count, "vertices"
    for one in _aimed(scope):
        end = one.ranges[-1].start + one.ranges[-1].count
        # A surface without such values is what G4MF-BLEND-016 speaks of.
        if end:
            yield one.target, end, "values"


@rule("G4MF-BLEND-007", "error", "the offsets have {size} numbers each, the vertices {expected}")
def position_offsets_fit(scope: Scope) -> Iterator[Finding]:
    """Offsets of positions have as many numbers as the vertices.

    Why: they are added to them.
    Mend: store offsets with the `vectorSize` of the vertices.
    Source: G4MF blend, Offsets.
    """
    for mesh, shape in shapes(scope):
        about = scope.extent(shape.position.offsets) if shape.position else None
        vertices = scope.extent(mesh.vertices)
        if about is not None and vertices is not None and about.size != vertices.size and shape.position:
            yield position_offsets_fit.at(
                f"{shape.position.place}/offsets", size=about.size, expected=vertices.size
            )


@rule("G4MF-BLEND-008", "error", "the offsets have {size} numbers each, normals {expected}")
def normal_offsets_fit(scope: Scope) -> Iterator[Finding]:
    """Offsets of normals have as many numbers as the file has dimensions.

    Why: they are added to normals.
    Mend: store offsets with a `vectorSize` of the dimension.
    Source: G4MF blend, Offsets.
    """
    for one in _aimed(scope):
        about = scope.extent(one.target.offsets)
        normal = one.attribute in ("normal", "topologyNormal")
        if normal and about is not None and scope.dimension and about.size != scope.dimension:
            yield normal_offsets_fit.at(
                f"{one.target.place}/offsets", size=about.size, expected=scope.dimension
            )


@rule("G4MF-BLEND-009", "error", "the offsets have {size} numbers each, the texture space {expected}")
def texture_offsets_fit(scope: Scope) -> Iterator[Finding]:
    """Offsets of texture maps have as many numbers as the texture space has dimensions.

    Why: they are added to texture coordinates; over surfaces of different texture spaces none can fit.
    Mend: store offsets with the `vectorSize` of the texture map.
    Source: G4MF blend, Offsets.
    """
    for one in _aimed(scope):
        about = scope.extent(one.target.offsets)
        if one.attribute not in ("textureMap", "topologyTextureMap") or about is None:
            continue
        sizes = {
            found.size
            for part in one.ranges
            if part.binding is not None and (found := scope.extent(part.binding.values)) is not None
        }
        if sizes - {about.size}:
            expected = " and ".join(map(str, sorted(sizes)))
            yield texture_offsets_fit.at(f"{one.target.place}/offsets", size=about.size, expected=expected)


@rule("G4MF-BLEND-010", "error", "normal {at} vanishes at the amounts of the file{more}")
def blended_normals_have_length(scope: Scope) -> Iterator[Finding]:
    """Normals can be made unit again after all shapes are applied.

    Why: a normal whose offsets cancel it has no direction; the normal of the mesh is kept then.
    Mend: correct the offsets, or the amounts.
    Source: G4MF blend, Normal.
    """
    for mesh, blend, amounts in _written_amounts(scope):
        for place, moved in _blended(scope, mesh, blend, amounts).items():
            with np.errstate(all="ignore"):
                lost = np.flatnonzero((np.abs(moved.total).max(1) == 0) & (np.abs(moved.base).max(1) > 0))
            if len(lost):
                yield blended_normals_have_length.at(place, at=int(lost[0]), more=and_more(len(lost)))


def _written_amounts(scope: Scope) -> Iterator[tuple[Mesh, Blend, tuple[float, ...]]]:
    """Every set of amounts that the file gives a mesh, once: its own, and those of its instances."""
    used: dict[int, list[tuple[float, ...] | None]] = {}
    for use in scope.uses:
        used.setdefault(use.mesh, []).append(scope.nodes[use.node].blend_amounts)
    for at, mesh in enumerate(scope.meshes):
        if mesh.blend is None:
            continue
        given = [mesh.blend.amounts, *used.get(at, [])]
        for amounts in dict.fromkeys(one for one in given if one is not None):
            if len(amounts) == len(mesh.blend.shapes) and any(amounts):
                yield mesh, mesh.blend, amounts


class Moved(NamedTuple):
    """Normals that shapes move, as they are stored and with all shapes."""

    base: NDArray[Any]
    total: NDArray[np.float64]


NORMALS: tuple[Attribute, Attribute] = ("normal", "topologyNormal")


def _blended(scope: Scope, mesh: Mesh, blend: Blend, amounts: tuple[float, ...]) -> dict[str, Moved]:
    """The normals of a mesh that its shapes move, by the places of their bindings."""
    moved: dict[str, Moved] = {}
    for shape, amount in zip(blend.shapes, amounts, strict=True):
        for one in (each for attribute in NORMALS for each in scope.ranges(mesh).of(shape, attribute)):
            base = None if one.binding is None else scope.array(one.binding.values)
            indices, offsets = scope.array(one.target.indices), scope.array(one.target.offsets)
            if one.binding is None or base is None or indices is None or offsets is None:
                continue
            fits = offsets.shape[1] == base.shape[1] == scope.dimension and len(indices) == len(offsets)
            if not fits or indices.dtype.kind not in "iu":
                continue
            if one.binding.place not in moved:
                moved[one.binding.place] = Moved(base, base.astype(np.float64))
            total = moved[one.binding.place].total
            rows = indices[:, 0].astype(np.int64) - one.start
            inside = (rows >= 0) & (rows < min(one.count, len(total)))
            np.add.at(total, rows[inside], amount * offsets[inside].astype(np.float64))
    return moved


@rule("G4MF-BLEND-011", "error", "there are {indices} indices and {offsets} offsets")
def target_counts_agree(scope: Scope) -> Iterator[Finding]:
    """A target has as many offsets as indices.

    Why: offset i is for item i.
    Mend: write the same number of both.
    Source: G4MF blend, Blend Shape Target Properties, as far as it can be meant.
    """
    for target in _each(scope):
        indices, offsets = scope.extent(target.indices), scope.extent(target.offsets)
        if indices is not None and offsets is not None and indices.count != offsets.count:
            yield target_counts_agree.at(target.place, indices=indices.count, offsets=offsets.count)


@rule("G4MF-BLEND-012", "warning", "index {index} comes more than once{more}")
def target_indices_are_unique(scope: Scope) -> Iterator[Finding]:
    """A target names each item once.

    Why: offsets of an item named twice add up, which is seldom meant.
    Mend: add them together.
    Source: common sense; the text does not forbid it.
    """
    for target in _each(scope):
        array = scope.array(target.indices)
        if array is None or array.shape[1] != 1:
            continue
        values, counts = np.unique(array[:, 0], return_counts=True)
        again = np.flatnonzero(counts > 1)
        if len(again):
            yield target_indices_are_unique.at(
                f"{target.place}/indices", index=values[again[0]], more=and_more(len(again))
            )


@rule("G4MF-BLEND-016", "error", "the target moves values of surface {surface}, which has no {what}")
def target_has_values(scope: Scope) -> Iterator[Finding]:
    """A target addresses surfaces that have the attribute.

    Why: offsets need something to be added to; normals that follow from the geometry are computed anew.
    Mend: give the surface the attribute, or remove the target.
    Source: G4MF blend, Indices.
    """
    for one in _aimed(scope):
        array = scope.array(one.target.indices)
        what = "normals" if "ormal" in one.attribute else "texture map"
        for part in one.ranges:
            if part.binding is not None:
                continue
            whole = len(one.ranges) == 1 and part.count == 0
            hit = whole or (
                array is not None
                and array.dtype.kind in "iu"
                and bool(((array >= part.start) & (array < part.start + part.count)).any())
            )
            if hit:
                yield target_has_values.at(one.target.place, surface=part.surface, what=what)
                break


@rule("G4MF-BLEND-023", "error", "{what} {at} is not a finite number{more}")
def blend_numbers_are_finite(scope: Scope) -> Iterator[Finding]:
    """Amounts and offsets are finite numbers.

    Why: a NaN moves a vertex nowhere.
    Mend: correct the number.
    Source: common sense.
    """
    for _, blend in blends(scope):
        listed = blend.raw.get("amounts")
        wrong = [at for at, one in enumerate(listed if isinstance(listed, list) else []) if not _finite(one)]
        if wrong:
            yield blend_numbers_are_finite.at(
                f"{blend.place}/amounts", what="amount", at=wrong[0], more=and_more(len(wrong))
            )
    for target in _each(scope):
        array = scope.array(target.offsets)
        if array is not None and array.dtype.kind == "f":
            rows = np.flatnonzero(~np.isfinite(array).all(axis=1))
            if len(rows):
                yield blend_numbers_are_finite.at(
                    f"{target.place}/offsets", what="offset", at=int(rows[0]), more=and_more(len(rows))
                )


def _finite(value: object) -> bool:
    return number(value) and isinstance(value, int | float) and math.isfinite(value)


RULES = (
    target_is_complete,
    target_indices_are_unsigned,
    target_indices_are_scalars,
    target_indices_exist,
    position_offsets_fit,
    normal_offsets_fit,
    texture_offsets_fit,
    blended_normals_have_length,
    target_counts_agree,
    target_indices_are_unique,
    target_has_values,
    blend_numbers_are_finite,
)
