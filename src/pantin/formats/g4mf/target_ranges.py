"""Which values the indices of blend targets address, surface by surface, in every dialect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pantin.base.errors import PantinError
from pantin.formats.g4mf.accessor import AccessorFault, extent
from pantin.formats.g4mf.geometry import read_geometry
from pantin.formats.g4mf.model import Binding, Mesh, Shape, Surface, Target

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document

Form = Literal["corner", "bound"]
Attribute = Literal["normal", "textureMap", "topologyNormal", "topologyTextureMap"]


@dataclass(frozen=True, slots=True)
class TargetRange:
    """The indices `start` … `start + count − 1` of a target belong to the values of one surface.

    `binding` is None where the surface has no such values, so that nothing may be targeted there.
    """

    target: Target
    surface: int
    start: int
    count: int
    binding: Binding | None


def forms(mesh: Mesh) -> list[Form]:
    """Whether each surface of a mesh is of the oldest dialect (values per corner) or has bindings.

    The surface itself decides; where it has neither, the other surfaces; otherwise it is of the oldest,
    where flat targets come from.
    """
    own = [_own_form(form) for form in mesh.surfaces]
    common: Form = next((form for form in own if form is not None), "corner")
    return [common if form is None else form for form in own]


def _own_form(surface: Surface) -> Form | None:
    for binding in (surface.normals, surface.texture_map):
        if binding is not None:
            return "corner" if binding.dense else "bound"
    return "corner" if "topology" in surface.raw else None


def binding_of(surface: Surface, attribute: str) -> Binding | None:
    return {
        "normal": surface.normals,
        "textureMap": surface.texture_map,
        "topologyNormal": surface.cell_normals,
        "topologyTextureMap": surface.cell_texture_map,
    }[attribute]


class TargetRanges:
    """Which values the blend shapes of one mesh address. The values of its surfaces are counted once."""

    def __init__(self, document: Document, mesh: Mesh) -> None:
        self._document = document
        self._mesh = mesh
        self._counts: dict[Attribute, list[int]] = {}

    def of(self, shape: Shape, attribute: Attribute) -> list[TargetRange]:
        """Which values a shape's indices for an attribute address, surface by surface.

        Flat targets count the values of all surfaces one after another; those of the newest form count the
        values of their own surface.
        """
        surfaces = self._mesh.surfaces
        target = shape.flat.get(attribute)
        result: list[TargetRange] = []
        if target is not None:
            start = 0
            for index, count in enumerate(self._flat_counts(attribute)):
                result.append(
                    TargetRange(target, index, start, count, binding_of(surfaces[index], attribute))
                )
                start += count
        for part in shape.parts:
            own = part.normal if attribute == "normal" else part.texture_map
            if attribute.startswith("topology") or own is None or part.surface is None:
                continue
            if part.surface < len(surfaces):
                binding = binding_of(surfaces[part.surface], attribute)
                result.append(TargetRange(own, part.surface, 0, _values(self._document, binding), binding))
        return result

    def _flat_counts(self, attribute: Attribute) -> list[int]:
        """How many indices of a flat target belong to each surface."""
        if attribute not in self._counts:
            pairs = zip(self._mesh.surfaces, forms(self._mesh), strict=True)
            self._counts[attribute] = [self._flat_count(surface, form, attribute) for surface, form in pairs]
        return self._counts[attribute]

    def _flat_count(self, surface: Surface, form: Form, attribute: Attribute) -> int:
        if attribute.startswith("topology"):
            return cell_corners(self._document, self._mesh, surface)
        if form == "bound":
            return _values(self._document, binding_of(surface, attribute))
        return vertex_instances(self._document, self._mesh, surface)


def _values(document: Document, binding: Binding | None) -> int:
    return 0 if binding is None else count(document, binding.values)


def count(document: Document, accessor: int | None, width: Callable[[int], int] = lambda size: 1) -> int:
    """How many elements an accessor has, times something of its vector size; 0 where it has no meaning."""
    try:
        result = extent(document.tree, accessor)
    except AccessorFault:
        return 0
    return result.count * width(result.size)


def vertex_instances(document: Document, mesh: Mesh, surface: Surface) -> int:
    """Corners of the stored simplexes; else ends of the edges; else the vertices of the mesh."""
    for accessor in (surface.simplexes, surface.edges):
        if accessor is not None:
            return count(document, accessor, lambda size: size)
    return count(document, mesh.vertices)


def cell_corners(document: Document, mesh: Mesh, surface: Surface) -> int:
    """Corners of the boundary cells: elements of dimension N − 1 of the geometry."""
    dimension = document.tree.get("asset", {}).get("dimension")
    if not isinstance(dimension, int) or not surface.geometry:
        return 0
    try:
        geometry, _ = read_geometry(document, surface, count(document, mesh.vertices))
    except PantinError:
        return 0
    return sum(map(len, geometry.corners(max(dimension - 1, 1))))
