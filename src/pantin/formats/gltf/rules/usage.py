"""Who uses which accessor as what, in the order in which the Khronos validator links a file; made once per
file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from pantin.formats.gltf.codes import INDICES, VERTICES
from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.extent import Extent, extent, extents
from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.gltf.model import Primitive

Purpose = Literal["vertices", "indices", "inverse bind matrices", "image", "other"]
Kind = Literal["vertex attribute", "indices", "inverse bind matrices", "keyframe times", "keyframe values"]

PURPOSES: Final[dict[Kind, Purpose]] = {
    "vertex attribute": "vertices",
    "indices": "indices",
    "inverse bind matrices": "inverse bind matrices",
    "keyframe times": "other",
    "keyframe values": "other",
}
TARGETS: Final[dict[int, Purpose]] = {VERTICES: "vertices", INDICES: "indices"}
"""What the target of a buffer view says (glTF 2.0 §5.11.5)."""


@dataclass(frozen=True, slots=True)
class Use:
    """Accessor `index` used as `kind` by the member at `place`."""

    index: int
    kind: Kind
    place: str


@dataclass(frozen=True, slots=True)
class PlacedPrimitive:
    """A primitive and where it is."""

    mesh: int
    number: int
    primitive: Primitive

    def at(self, *tokens: str | int) -> str:
        return pointer("meshes", self.mesh, "primitives", self.number, *tokens)


@dataclass(frozen=True, slots=True)
class Attribute:
    """A semantic of a primitive, or of its morph target `target`, whose accessor exists."""

    owner: PlacedPrimitive
    target: int | None
    semantic: str
    extent: Extent

    @property
    def place(self) -> str:
        if self.target is None:
            return self.owner.at("attributes", self.semantic)
        return self.owner.at("targets", self.target, self.semantic)


def primitives(scope: Scope) -> list[PlacedPrimitive]:
    return [
        PlacedPrimitive(i, j, primitive)
        for i, mesh in enumerate(scope.model.meshes)
        if mesh is not None
        for j, primitive in enumerate(mesh.primitives or ())
    ]


def attributes(scope: Scope) -> list[Attribute]:
    """The attributes of all primitives, those of a primitive before those of its morph targets."""
    return [attribute for owner in scope.fact(primitives) for attribute in _of_primitive(scope, owner)]


def _of_primitive(scope: Scope, owner: PlacedPrimitive) -> Iterator[Attribute]:
    groups = [(None, owner.primitive.attributes), *enumerate(owner.primitive.targets or ())]
    for target, named in groups:
        for semantic, index in (named or {}).items():
            found = extent(scope, index)
            if found is not None:
                yield Attribute(owner, target, semantic, found)


def attributes_by_primitive(scope: Scope) -> dict[tuple[int, int], dict[str, Extent]]:
    """The extents of the base attributes of each primitive (mesh, number), by semantic."""
    found: dict[tuple[int, int], dict[str, Extent]] = {
        (owner.mesh, owner.number): {} for owner in scope.fact(primitives)
    }
    for attribute in scope.fact(attributes):
        if attribute.target is None:
            found[attribute.owner.mesh, attribute.owner.number][attribute.semantic] = attribute.extent
    return found


def vertex_count(scope: Scope, owner: PlacedPrimitive) -> int:
    """The vertices of a primitive: the count of its first attribute that states one; -1 without any."""
    named = scope.fact(attributes_by_primitive)[owner.mesh, owner.number].values()
    return next((extent.count for extent in named if extent.count != -1), -1)


def uses(scope: Scope) -> list[Use]:
    """Every use of an accessor that exists: meshes first, then skins, then animations."""
    return [*_in_meshes(scope), *_in_skins(scope), *_in_animations(scope)]


def _in_meshes(scope: Scope) -> Iterator[Use]:
    pending: dict[tuple[int, int], list[Attribute]] = {}
    for attribute in scope.fact(attributes):
        pending.setdefault((attribute.owner.mesh, attribute.owner.number), []).append(attribute)
    for owner in scope.fact(primitives):
        named = pending.get((owner.mesh, owner.number), [])
        for attribute in named:
            if attribute.target is None:
                yield Use(attribute.extent.index, "vertex attribute", attribute.place)
        indices = extent(scope, owner.primitive.indices)
        if indices is not None:
            yield Use(indices.index, "indices", owner.at("indices"))
        for attribute in named:
            if attribute.target is not None:
                yield Use(attribute.extent.index, "vertex attribute", attribute.place)


def _in_skins(scope: Scope) -> Iterator[Use]:
    for i, skin in enumerate(scope.model.skins):
        found = extent(scope, skin.inverse_bind_matrices) if skin is not None else None
        if found is not None:
            yield Use(found.index, "inverse bind matrices", pointer("skins", i, "inverseBindMatrices"))


def _in_animations(scope: Scope) -> Iterator[Use]:
    for i, animation in enumerate(scope.model.animations):
        if animation is None or animation.samplers is None or animation.channels is None:
            continue
        for j, sampler in enumerate(animation.samplers):
            place = pointer("animations", i, "samplers", j)
            if (found := extent(scope, sampler.input)) is not None:
                yield Use(found.index, "keyframe times", place + "/input")
            if (found := extent(scope, sampler.output)) is not None:
                yield Use(found.index, "keyframe values", place + "/output")


@rule(
    "GLTF-ACCESSOR_USAGE_OVERRIDE",
    "error",
    "accessor {index} is used here as {kind}, and elsewhere as {first}",
)
def accessor_usage_override(scope: Scope) -> Iterator[Finding]:
    """An accessor is used for one purpose only.

    Why: a graphics library keeps vertices, indices and other data apart, and loads each accessor into one
    of them.
    Mend: give each purpose an accessor of its own; both may lie over the same bytes if their buffer views
    differ.
    Source: glTF 2.0 §3.6.2 and §3.6.1.
    """
    first: dict[int, Kind] = {}
    for use in scope.fact(uses):
        if first.setdefault(use.index, use.kind) != use.kind:
            yield accessor_usage_override.at(
                use.place, index=use.index, kind=use.kind, first=first[use.index]
            )


@dataclass(frozen=True, slots=True)
class ViewUse:
    """Buffer view `index` used for `purpose` by the member at `place`."""

    index: int
    purpose: Purpose
    place: str


def view_uses(scope: Scope) -> list[ViewUse]:
    """Every use of a buffer view that exists: sparse accessors and images first, then through accessors."""
    found = [
        ViewUse(
            reference.index, "image" if reference.place[0] == "images" else "other", pointer(*reference.place)
        )
        for reference in scope.references
        if reference.collection == "bufferViews"
        and (reference.place[0] == "images" or "sparse" in reference.place[2:3])
    ]
    for use in scope.fact(uses):
        view = scope.fact(extents)[use.index]
        if view is not None and view.view is not None and view.accessor.buffer_view is not None:
            found.append(ViewUse(view.accessor.buffer_view, PURPOSES[use.kind], use.place))
    return [use for use in found if get(scope.model.buffer_views, use.index) is not None]


def _first_purposes(scope: Scope) -> Iterator[tuple[ViewUse, Purpose | None, bool]]:
    """Each use of a view, the purpose the view had before, and whether its `target` says so."""
    targets = [TARGETS.get(view.target or 0) if view else None for view in scope.model.buffer_views]
    purposes = list(targets)
    for use in scope.fact(view_uses):
        yield use, purposes[use.index], targets[use.index] is not None
        purposes[use.index] = purposes[use.index] or use.purpose


@rule("GLTF-BUFFER_VIEW_TARGET_OVERRIDE", "error", "buffer view {view} is used here for {purpose}, {before}")
def buffer_view_target_override(scope: Scope) -> Iterator[Finding]:
    """A buffer view holds data for one purpose, the one that its target states.

    Why: graphics libraries upload a view as a whole, as vertices or as indices.
    Mend: split the view; correct its target.
    Source: glTF 2.0 §3.6.1.
    """
    for use, purpose, stated in _first_purposes(scope):
        if purpose not in (None, use.purpose):
            before = f"but its target says {purpose}" if stated else f"and elsewhere for {purpose}"
            values: dict[str, Any] = {"view": use.index, "purpose": use.purpose, "before": before}
            yield buffer_view_target_override.at(use.place, **values)


@rule("GLTF-BUFFER_VIEW_TARGET_MISSING", "info", "buffer view {view} holds {purpose} and states no target")
def buffer_view_target_missing(scope: Scope) -> Iterator[Finding]:
    """A buffer view of vertices or indices states its target.

    Why: readers can upload it without looking for its users.
    Mend: set target to 34962 (vertices) or 34963 (indices).
    Source: glTF 2.0 §3.6.1.
    """
    for use, purpose, _ in _first_purposes(scope):
        if purpose is None and use.purpose in TARGETS.values():
            yield buffer_view_target_missing.at(use.place, view=use.index, purpose=use.purpose)


RULES = (accessor_usage_override, buffer_view_target_override, buffer_view_target_missing)
