"""The users of each accessor and their purposes, in the order in which the Khronos validator links a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from pantin.formats.gltf.codes import INDICES, VERTICES
from pantin.formats.gltf.extent import Extent, extent, extents
from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.keyframes import columns
from pantin.formats.gltf.schema import Image, SparseIndices, SparseValues
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import JsonPath, pointer

if TYPE_CHECKING:
    from pantin.formats.gltf.model import Primitive

Purpose = Literal["vertices", "indices", "inverse bind matrices", "an image", "other data"]
Kind = Literal["vertex attribute", "indices", "inverse bind matrices", "keyframe times", "keyframe values"]

PURPOSES: Final[dict[Kind, Purpose]] = {
    "vertex attribute": "vertices",
    "indices": "indices",
    "inverse bind matrices": "inverse bind matrices",
    "keyframe times": "other data",
    "keyframe values": "other data",
}
TARGETS: Final[dict[int, Purpose]] = {VERTICES: "vertices", INDICES: "indices"}
"""The purpose of each target of a buffer view (glTF 2.0 §5.11.5)."""
TARGET_OF: Final[dict[Purpose, int]] = {purpose: target for target, purpose in TARGETS.items()}


class Use(Struct, frozen=True, gc=False):
    """Accessor `index` used as `kind` by the member at `path`."""

    index: int
    kind: Kind
    path: JsonPath


class PrimitiveRef(Struct, frozen=True, gc=False):
    """A primitive with its mesh index and its index in the mesh."""

    mesh: int
    number: int
    primitive: Primitive

    def path(self, *tokens: str | int) -> JsonPath:
        return ("meshes", self.mesh, "primitives", self.number, *tokens)

    def pointer(self, *tokens: str | int) -> str:
        return pointer(*self.path(*tokens))

    def describe(self, scope: Scope) -> str:
        return scope.primitive(self.mesh, self.number)


class Attribute(Struct, frozen=True, gc=False):
    """A semantic of a primitive, or of its morph target `target`, with an existing accessor."""

    owner: PrimitiveRef
    target: int | None
    semantic: str
    extent: Extent

    @property
    def path(self) -> JsonPath:
        if self.target is None:
            return self.owner.path("attributes", self.semantic)
        return self.owner.path("targets", self.target, self.semantic)

    @property
    def pointer(self) -> str:
        return pointer(*self.path)

    def describe(self, scope: Scope) -> str:
        target = "" if self.target is None else f"morph target {self.target} of "
        return f"{self.semantic} of {target}{self.owner.describe(scope)}"


def primitives(scope: Scope) -> list[PrimitiveRef]:
    return [
        PrimitiveRef(i, j, primitive)
        for i, mesh in enumerate(scope.model.meshes)
        if mesh is not None
        for j, primitive in enumerate(mesh.primitives or ())
    ]


def attributes(scope: Scope) -> list[Attribute]:
    """The attributes of all primitives; each primitive's come before those of its morph targets."""
    known = scope.fact(extents)
    listed: list[Attribute] = []
    for owner in scope.fact(primitives):
        groups = [(None, owner.primitive.attributes), *enumerate(owner.primitive.targets or ())]
        for target, named in groups:
            for semantic, index in (named or {}).items():
                accessor = known[index]
                if accessor is not None:
                    listed.append(Attribute(owner, target, semantic, accessor))
    return listed


def attributes_by_primitive(scope: Scope) -> dict[tuple[int, int], dict[str, Extent]]:
    """The extents of base attributes by semantic, for each primitive (mesh, number)."""
    by_primitive: dict[tuple[int, int], dict[str, Extent]] = {
        (owner.mesh, owner.number): {} for owner in scope.fact(primitives)
    }
    for attribute in scope.fact(attributes):
        if attribute.target is None:
            by_primitive[attribute.owner.mesh, attribute.owner.number][attribute.semantic] = attribute.extent
    return by_primitive


def vertex_count(scope: Scope, owner: PrimitiveRef) -> int:
    """The number of vertices of a primitive: the first valid count of its attributes; -1 without any."""
    named = scope.fact(attributes_by_primitive)[owner.mesh, owner.number].values()
    return next((extent.count for extent in named if extent.count != -1), -1)


def uses(scope: Scope) -> list[Use]:
    """Every use of an existing accessor: meshes first, then skins, then animations."""
    return [*_in_meshes(scope), *_in_skins(scope), *_in_animations(scope)]


def _in_meshes(scope: Scope) -> Iterator[Use]:
    pending: dict[tuple[int, int], list[Attribute]] = {}
    for attribute in scope.fact(attributes):
        pending.setdefault((attribute.owner.mesh, attribute.owner.number), []).append(attribute)
    for owner in scope.fact(primitives):
        named = pending.get((owner.mesh, owner.number), [])
        for attribute in named:
            if attribute.target is None:
                yield Use(attribute.extent.index, "vertex attribute", attribute.path)
        indices = extent(scope, owner.primitive.indices)
        if indices is not None:
            yield Use(indices.index, "indices", owner.path("indices"))
        for attribute in named:
            if attribute.target is not None:
                yield Use(attribute.extent.index, "vertex attribute", attribute.path)


def _in_skins(scope: Scope) -> Iterator[Use]:
    for i, skin in enumerate(scope.model.skins):
        binds = extent(scope, skin.inverse_bind_matrices) if skin is not None else None
        if binds is not None:
            yield Use(binds.index, "inverse bind matrices", ("skins", i, "inverseBindMatrices"))


def _in_animations(scope: Scope) -> Iterator[Use]:
    known = scope.fact(extents)
    for i, animation in enumerate(scope.model.animations):
        if animation is None or animation.samplers is None or animation.channels is None:
            continue
        for j, sampler in enumerate(animation.samplers):
            if known[sampler.input] is not None:
                yield Use(sampler.input or 0, "keyframe times", ("animations", i, "samplers", j, "input"))
            if known[sampler.output] is not None:
                yield Use(sampler.output or 0, "keyframe values", ("animations", i, "samplers", j, "output"))


def accessors_by_kind(scope: Scope) -> dict[Kind, set[int]]:
    """The accessors of `uses` by the kind of use."""
    skins = [skin for skin in scope.model.skins if skin]
    times, values = _accessors_of_samplers(scope)
    by_kind: dict[Kind, Set[int | None]] = {
        "vertex attribute": {attribute.extent.index for attribute in scope.fact(attributes)},
        "indices": {owner.primitive.indices for owner in scope.fact(primitives)},
        "inverse bind matrices": {skin.inverse_bind_matrices for skin in skins},
        "keyframe times": times,
        "keyframe values": values,
    }
    existing = {index for index, accessor in enumerate(scope.model.accessors) if accessor is not None}
    return {kind: existing.intersection(indices) for kind, indices in by_kind.items()}


def _accessors_of_samplers(scope: Scope) -> tuple[Set[int | None], Set[int | None]]:
    """The accessors of keyframe times, and those of keyframe values."""
    plain = columns(scope)
    if plain is not None:
        return plain.times, plain.values
    whole = [each for each in scope.model.animations if each and each.samplers and each.channels is not None]
    samplers = [sampler for animation in whole for sampler in animation.samplers or ()]
    return {sampler.input for sampler in samplers}, {sampler.output for sampler in samplers}


def _have_common(sets: Iterable[set[int]]) -> bool:
    """Whether any two of the sets intersect."""
    listed = list(sets)
    return len(set().union(*listed)) < sum(map(len, listed))


@rule(
    "GLTF-ACCESSOR_USAGE_OVERRIDE", "error", "{accessor} is used for {kind} here, but for {first} elsewhere"
)
def accessor_usage_override(scope: Scope) -> Iterator[Finding]:
    """Accessor is used for two purposes.

    What: An accessor must be used for one purpose only: vertex attributes, indices, inverse bind matrices,
    keyframe times or keyframe values.
    Why: Graphics APIs keep these kinds of data in different buffers, and readers upload each accessor to one
    of them.
    Fix: Add an accessor for each purpose. They may share bytes if their buffer views differ.
    Source: glTF 2.0 §3.6.2 and §3.6.1.
    """
    first: dict[int, Kind] = {}
    for use in scope.fact(uses) if _have_common(scope.fact(accessors_by_kind).values()) else ():
        if first.setdefault(use.index, use.kind) != use.kind:
            yield accessor_usage_override.at(
                pointer(*use.path),
                accessor=scope.named("accessor", use.index),
                kind=_in_plural(use.kind),
                first=_in_plural(first[use.index]),
            )


def _in_plural(kind: Kind) -> str:
    return "vertex attributes" if kind == "vertex attribute" else kind


class ViewUse(Struct, frozen=True, gc=False):
    """Buffer view `index` used for `purpose` by the member at `path`."""

    index: int
    purpose: Purpose
    path: JsonPath


def _direct_view_uses(scope: Scope) -> list[ViewUse]:
    """The uses of existing buffer views by sparse accessors and images."""
    return [
        ViewUse(
            reference.index,
            "an image" if reference.path[0] == "images" else "other data",
            reference.path,
        )
        for reference in scope.references_from(Image, SparseIndices, SparseValues)
        if reference.collection == "bufferViews"
        and (reference.path[0] == "images" or "sparse" in reference.path[2:3])
        and get(scope.model.buffer_views, reference.index) is not None
    ]


def _view_uses(scope: Scope, uses: Iterable[Use]) -> Iterator[ViewUse]:
    """Every use of an existing buffer view: sparse accessors and images first, then through accessors."""
    yield from scope.fact(_direct_view_uses)
    known = scope.fact(extents)
    for use in uses:
        extent = known[use.index]
        if extent is not None and extent.view is not None:
            yield ViewUse(extent.accessor.buffer_view or 0, PURPOSES[use.kind], use.path)


def targets(scope: Scope) -> dict[int, Purpose]:
    """The purpose of each buffer view that has a `target`."""
    views = enumerate(scope.model.buffer_views)
    return {i: TARGETS[view.target] for i, view in views if view and view.target is not None}


def views_in_use(scope: Scope) -> dict[Purpose, set[int]]:
    """The buffer views that are used for each purpose."""
    views: dict[Purpose, set[int]] = {}
    for use in scope.fact(_direct_view_uses):
        views.setdefault(use.purpose, set()).add(use.index)
    accessors = scope.model.accessors
    existing = {index for index, view in enumerate(scope.model.buffer_views) if view is not None}
    for kind, indices in scope.fact(accessors_by_kind).items():
        inside = {accessor.buffer_view for index in indices if (accessor := accessors[index]) is not None}
        views.setdefault(PURPOSES[kind], set()).update(existing.intersection(inside))
    return views


def _has_override(scope: Scope) -> bool:
    """Whether any buffer view is used for two purposes, or for one that differs from its `target`."""
    views = scope.fact(views_in_use)
    stated = any(
        purpose != wanted and index in indices
        for index, wanted in scope.fact(targets).items()
        for purpose, indices in views.items()
    )
    return stated or _have_common(views.values())


def _first_purposes(scope: Scope, uses: Iterable[Use]) -> Iterator[tuple[ViewUse, Purpose | None, bool]]:
    """For each use of a view: the purpose of its earlier uses, and whether that comes from its `target`."""
    stated = scope.fact(targets)
    purposes = dict(stated)
    for use in _view_uses(scope, uses):
        yield use, purposes.get(use.index), use.index in stated
        purposes.setdefault(use.index, use.purpose)


@rule("GLTF-BUFFER_VIEW_TARGET_OVERRIDE", "error", "{view} is used for {purpose} here, {before}")
def buffer_view_target_override(scope: Scope) -> Iterator[Finding]:
    """Buffer view is used for two purposes.

    What: A buffer view must hold data for one purpose, the one given by its `target`.
    Why: Graphics APIs upload a whole buffer view as vertices or as indices.
    Fix: Split the buffer view, or correct its `target`.
    Source: glTF 2.0 §3.6.1.
    """
    if not _has_override(scope):
        return
    for use, purpose, stated in _first_purposes(scope, scope.fact(uses)):
        if purpose not in (None, use.purpose):
            before = f"but its target is for {purpose}" if stated else f"but for {purpose} elsewhere"
            view = scope.named("buffer view", use.index)
            yield buffer_view_target_override.at(
                pointer(*use.path), view=view, purpose=use.purpose, before=before
            )


@rule(
    "GLTF-BUFFER_VIEW_TARGET_MISSING",
    "info",
    "{view} is used for {purpose} but has no target, expected {target}",
)
def buffer_view_target_missing(scope: Scope) -> Iterator[Finding]:
    """Buffer view has no target.

    What: A buffer view of vertices or indices should have a `target`.
    Why: Readers must look for its users before they can upload it.
    Fix: Set `target` to 34962 (vertices) or 34963 (indices).
    Source: glTF 2.0 §3.6.1.
    """
    if not _may_lack_target(scope):
        return
    # Skins and animations come after meshes, and have no target.
    for use, purpose, _ in _first_purposes(scope, _in_meshes(scope)):
        if purpose is None and use.purpose in TARGET_OF:
            view = scope.named("buffer view", use.index)
            yield buffer_view_target_missing.at(
                pointer(*use.path), view=view, purpose=use.purpose, target=TARGET_OF[use.purpose]
            )


def _may_lack_target(scope: Scope) -> bool:
    """Whether any buffer view of a mesh has no target."""
    known, used = scope.fact(extents), scope.fact(accessors_by_kind)
    in_meshes = (known[index] for kind in ("vertex attribute", "indices") for index in used[kind])
    return any(each.view.target is None for each in in_meshes if each is not None and each.view is not None)


RULES = (accessor_usage_override, buffer_view_target_override, buffer_view_target_missing)
