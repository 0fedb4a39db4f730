"""Meshes of older dialects in the newest form: values per corner become bindings, and the targets of blend
shapes, which counted the values of all surfaces one after another, become those of each surface."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import PantinError
from pantin.base.records import Record
from pantin.formats.g4mf.accessor import FLOATING, AccessorFault, extent, scalars, view
from pantin.formats.g4mf.element_counts import cell_corners, count, vertex_instances
from pantin.formats.g4mf.geometry import read_geometry
from pantin.formats.g4mf.model import Mesh, Surface, natural, objects
from pantin.report.wording import counted

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document
    from pantin.formats.g4mf.upgrade import Upgrade

Pair = tuple[NDArray[np.int64], NDArray[Any]]
"""Indices of a target, and the offset at each."""

LARGEST = int(np.iinfo(np.int64).max)

BOUND = ("normals", "textureMap")
"""Members of a surface that bind values to its elements."""

FLAT = {
    "normal": ("normals", False),
    "textureMap": ("textureMap", False),
    "topologyNormal": ("normals", True),
    "topologyTextureMap": ("textureMap", True),
}
"""Targets over all surfaces: the member whose values they move, and whether those are of corners of cells."""


class OlderSurface(Record):
    """What is older in a surface: accessors with a value per corner, by member, and per corner of a cell.

    `has_topology`: whether its cells have corners that targets count.
    `form`: whether the surface is of the oldest dialect, or already has bindings; None if it has neither.
    """

    corners: dict[str, int]
    cells: dict[str, int]
    has_topology: bool
    form: Literal["corner", "bound"] | None

    @classmethod
    def from_json(cls, surface: Any) -> OlderSurface:
        raw = surface if isinstance(surface, dict) else {}
        inner = raw.get("topology")
        topology = inner if isinstance(inner, dict) else {}
        corners = {key: raw[key] for key in BOUND if natural(raw.get(key)) is not None}
        cells = {key: topology[key] for key in BOUND if natural(topology.get(key)) is not None}
        form: Literal["corner", "bound"] | None = "corner" if corners or "topology" in raw else None
        first = next((key for key in BOUND if key in corners or isinstance(raw.get(key), dict)), None)
        if first is not None:
            form = "corner" if first in corners else "bound"
        return cls(corners, cells, isinstance(inner, dict), form)


class OlderMesh:
    """A mesh under an upgrade: `raw` and its `surfaces` have today's names, `older` what their values
    were."""

    def __init__(self, upgrade: Upgrade, index: int, raw: Any, older: Sequence[OlderSurface]) -> None:
        self.upgrade = upgrade
        self.document: Document = upgrade.document
        self.index = index
        self.raw = raw
        self.surfaces = objects(raw, "surfaces")
        self.older = older
        common = next((surface.form for surface in older if surface.form is not None), "corner")
        self.forms = [surface.form or common for surface in older]

    @property
    def mesh(self) -> Mesh:
        """The typed mesh, which few older forms need."""
        return self.upgrade.model.meshes[self.index]

    def convert(self) -> None:
        here = f"/meshes/{self.index}"
        blend = self.raw.get("blend") if isinstance(self.raw, dict) else None
        for index, shape in enumerate(objects(blend, "shapes")):
            flat = [key for key in FLAT if isinstance(shape, dict) and key in shape]
            # A shape with both forms is reported, and not touched.
            if flat and "surfaces" not in shape:
                self._split_targets(f"{here}/blend/shapes/{index}", shape, flat)
        for index, older in enumerate(self.older):
            for key in BOUND:
                if key in older.corners or key in older.cells:
                    self._bind(f"{here}/surfaces/{index}", index, key)

    def _split_targets(self, location: str, shape: dict[str, Any], flat: list[str]) -> None:
        """Split targets over all surfaces into targets of each. Values of cells follow those of corners. When
        reading, each keeps a separate entry, because findings refer to it."""
        parts: dict[tuple[int, int], dict[str, list[tuple[str, Pair | dict[str, Any]]]]] = {}
        for place, attribute in enumerate(flat):
            member, _ = FLAT[attribute]
            today = "normal" if member == "normals" else "textureMap"
            for surface, target in self._divide(f"{location}/{attribute}", shape[attribute], attribute):
                entry = parts.setdefault((surface, place if self.upgrade.for_reading else 0), {})
                entry.setdefault(today, []).append((attribute, target))
        for attribute in flat:
            self.document.remove(f"{location}/{attribute}")
        if not parts:
            return
        entries = []
        for number, (surface, place) in enumerate(sorted(parts)):
            here = f"{location}/surfaces/{number}"
            divided: dict[str, Any] = {"surface": surface}
            for today, targets in parts[surface, place].items():
                origin = f"{location}/{targets[0][0]}"
                self.upgrade.moved[f"{here}/{today}"] = origin
                self.upgrade.made.setdefault(here, origin)
                divided[today] = self._join([target for _, target in targets], origin)
            entries.append(divided)
        self.upgrade.made[f"{location}/surfaces"] = f"{location}/{flat[0]}"
        self.document.set(f"{location}/surfaces", entries)

    def _divide(self, location: str, target: Any, attribute: str) -> list[tuple[int, Pair | dict[str, Any]]]:
        """The parts of a target by surface. A target that cannot be split goes to the first surface
        unchanged."""
        if not self.surfaces:
            return []
        members = target if isinstance(target, dict) else {}
        if self._is_whole(attribute, members):
            self.upgrade.deferred.append(partial(self._read, location, members, attribute))
            return [(0, target)]
        read = self._read(location, members, attribute)
        if read is None:
            return [(0, target)]
        indices, counts = read
        offsets = self._offsets(location, members.get("offsets"), len(indices))
        result: list[tuple[int, Pair | dict[str, Any]]] = []
        start, last = 0, len(counts) - 1
        # Rules ask for unsigned indices, so the parts of others are as they are.
        is_signed = indices.dtype.kind == "i" and (self.upgrade.for_reading or indices.min(initial=0) < 0)
        for surface, number in enumerate(counts):
            # Indices past the last value stay past it, and those before the first before it.
            inside = (indices >= start) | (surface == 0)
            inside &= (indices < start + number) | (surface == last)
            start, first = start + number, start
            has_values = self._has_values(surface, attribute)
            if inside.any() and attribute.startswith("topology") and not has_values:
                self.upgrade.fault(location, "it moves values that do not exist", "values", surface=surface)
            elif inside.any() or (self.upgrade.for_reading and has_values):
                own = self._own_indices(surface, attribute, indices[inside].astype(np.int64) - first, number)
                if offsets is None:
                    whole = {"indices": self.document.append_indices(own), "offsets": members.get("offsets")}
                    result.append((surface, {key: value for key, value in whole.items() if key in members}))
                elif is_signed:
                    moved = self.document.append_reals(offsets[inside])
                    whole = {"indices": self.document.append_array(own, "int64"), "offsets": moved}
                    result.append((surface, whole))
                else:
                    result.append((surface, (own, offsets[inside])))
        return result

    def _is_whole(self, attribute: str, members: dict[str, Any]) -> bool:
        """Whether a target counts values like the only surface, and can be read unchanged."""
        member, of_cells = FLAT[attribute]
        is_one = len(self.surfaces) == 1 and self.upgrade.for_reading
        alike = is_one and not of_cells and member not in self.older[0].cells
        return alike and count(self.document, members.get("indices")) > 0

    def _read(
        self, location: str, members: dict[str, Any], attribute: str
    ) -> tuple[NDArray[Any], list[int]] | None:
        """The indices of a target, and how many of the values that they count each surface has. Reports a
        target without indices, and those out of range."""
        try:
            indices = scalars(self.document, members.get("indices"))
            if indices.dtype.kind not in "iu":
                raise AccessorFault("its indices are not integers")
        except (AccessorFault, PantinError) as fault:
            self.upgrade.fault(location, str(fault))
            return None
        counts = self._counts(attribute)
        self._report_outside(location, indices, attribute, counts)
        if indices.dtype == np.uint64:  # all that counts of a larger index is that there is no such value
            indices = np.minimum(indices, np.uint64(LARGEST))
        return indices, counts

    def _report_outside(
        self, location: str, indices: NDArray[Any], attribute: str, counts: list[int]
    ) -> None:
        """Report indices out of range. Only the file has the numbers for these findings."""
        if not (self.upgrade.for_reading and len(indices)):
            return
        if int(indices.min()) >= 0 and int(indices.max()) < sum(counts):
            return
        surface = len(counts) - 1
        outside = (indices >= sum(counts)) & self._has_values(surface, attribute)
        outside |= (indices < 0) & self._has_values(0, attribute)
        wrong = np.flatnonzero(outside)
        if len(wrong):
            parts = {"position": int(wrong[0]), "more": len(wrong), "index": int(indices[wrong[0]])}
            reason = "it has an index that refers to nothing"
            self.upgrade.fault(location, reason, "index", count=sum(counts), **parts)

    def _own_indices(
        self, surface: int, attribute: str, indices: NDArray[np.int64], number: int
    ) -> NDArray[np.int64]:
        """Indices among the values of a surface: those of cells come after those of corners. Indices of
        nothing stay so: values of corners do not become those of cells, nor the other way round."""
        member, of_cells = FLAT[attribute]
        corners = count(self.document, self.older[surface].corners.get(member))
        cells = count(self.document, self.older[surface].cells.get(member))
        if of_cells:
            return np.where(indices < 0, indices, indices + corners)
        return np.where(indices >= number, indices + cells, indices)

    def _offsets(self, location: str, accessor: Any, count: int) -> NDArray[Any] | None:
        """The offsets of a target, one for each of its indices; None where they cannot be divided."""
        try:
            offsets = view(self.document, accessor)
        except (AccessorFault, PantinError) as fault:
            self.upgrade.fault(location, str(fault))
            return None
        if len(offsets) == count:
            return offsets
        have = f"{counted(count, 'index')} for {counted(len(offsets), 'offset')}"
        self.upgrade.fault(location, f"it has {have}")
        return None

    def _counts(self, attribute: str) -> list[int]:
        """The number of indices of a flat target that belong to each surface."""
        member, of_cells = FLAT[attribute]
        counts = []
        for surface, older, form in zip(self.mesh.surfaces, self.older, self.forms, strict=True):
            if of_cells:
                corners = cell_corners(self.document, self.mesh, surface)
                counts.append(corners if older.has_topology else 0)
            elif form == "bound":
                bound = surface.raw.get(member)
                values = bound.get("values") if isinstance(bound, dict) else older.corners.get(member)
                counts.append(count(self.document, natural(values)))
            else:
                counts.append(vertex_instances(self.document, self.mesh, surface))
        return counts

    def _has_values(self, surface: int, attribute: str) -> bool:
        """Whether a surface has values of an attribute, which the offsets of a target have to fit, moved or
        not."""
        member, of_cells = FLAT[attribute]
        older = self.older[surface]
        raw = self.surfaces[surface]
        bound = isinstance(raw, dict) and isinstance(raw.get(member), dict)
        return member in older.cells if of_cells else member in older.corners or bound

    def _join(self, targets: Sequence[Pair | dict[str, Any]], origin: str) -> Any:
        """Join several targets into one."""
        pairs = [target for target in targets if isinstance(target, tuple)]
        if len(pairs) < len(targets):
            return next(target for target in targets if not isinstance(target, tuple))
        if len({offsets.shape[1] for _, offsets in pairs}) > 1:
            self.upgrade.fault(origin, "offsets of corners and cells have different sizes", "form")
            pairs = pairs[:1]
        return append_target(self.document, pairs)

    def _bind(self, here: str, index: int, key: str) -> None:
        """Convert accessors with a value per corner to a binding."""
        location = f"{here}/{key}"
        corner, cell = self.older[index].corners.get(key), self.older[index].cells.get(key)
        binding: dict[str, Any] = {"values": cell if corner is None else corner}
        if corner is None:
            self.upgrade.made[location] = f"{here}/topology/{key}"
        else:
            self.upgrade.made[f"{location}/values"] = self.upgrade.made[f"{location}/simplexes"] = location
            self.upgrade.made[f"{location}/geometry"] = location
            binding |= self._corner_indices(self.surfaces[index], corner)
        if cell is not None:
            origin = f"{here}/topology/{key}"
            first = 0 if corner is None else count(self.document, corner)
            surface = self.mesh.surfaces[index]
            try:
                tier = self._cell_indices(surface, first, self.upgrade.dimension or 0)
                if corner is not None:
                    binding["values"] = self._together(corner, cell)
                tiers = binding.setdefault("geometry", [])
                self.upgrade.made[f"{location}/geometry/{len(tiers)}"] = origin
                tiers.append(tier)
                self._check_cells(origin, surface, cell)
            except (AccessorFault, PantinError) as fault:
                self.upgrade.fault(origin, str(fault), "form")
        self.document.set(location, binding)

    def _corner_indices(self, surface: dict[str, Any], values: int) -> dict[str, Any]:
        """Each corner has a value: of simplexes; without them, ends of edges; or else vertices."""
        try:
            indices = self.upgrade.append_identity(count_within_limits(self.document, values))
        except AccessorFault:
            return {}
        if natural(surface.get("simplexes")) is not None:
            return {"simplexes": indices}
        dimension = 0 if natural(surface.get("edges")) is None else 1
        return {"geometry": [{"accessor": indices, "geometryDimension": dimension}]}

    def _cell_indices(self, surface: Surface, first: int, dimension: int) -> dict[str, Any]:
        """Each corner of a boundary cell has a value; in 2D, each end of an edge."""
        if dimension == 2:
            ends = cell_corners(self.document, self.mesh, surface)
            indices = np.arange(first, first + ends)
        else:
            geometry, _ = read_geometry(self.document, surface, count(self.document, self.mesh.vertices))
            lists, start = [], first
            for corners in geometry.corners(dimension - 1):
                lists += [len(corners), *range(start, start + len(corners))]
                start += len(corners)
            indices = np.array(lists, np.int64)
        accessor = self.document.append_indices(indices)
        return {"accessor": accessor, "geometryDimension": dimension - 1, "decomposeDimension": 0}

    def _together(self, corner: int, cell: int) -> int:
        """The values of corners and cells in one array."""
        extents = [extent(self.document, accessor) for accessor in (corner, cell)]
        if extents[0].size != extents[1].size or not all(entry.type in FLOATING for entry in extents):
            raise AccessorFault(
                "values of corners and of cells must be floating point and have the same size"
            )
        arrays = [view(self.document, accessor) for accessor in (corner, cell)]
        return self.document.append_reals(np.concatenate(arrays))

    def _check_cells(self, origin: str, surface: Surface, cell: int) -> None:
        expected = cell_corners(self.document, self.mesh, surface)
        values = count(self.document, cell)
        if values != expected:
            have = counted(values, "value")
            reason = f"it has {have} for {counted(expected, 'corner')} of cells"
            self.upgrade.fault(origin, reason, "count", count=have, expected=expected)


def append_target(document: Document, pairs: Sequence[Pair]) -> dict[str, int]:
    """Append several targets as one."""
    return {
        "indices": document.append_indices(np.concatenate([indices for indices, _ in pairs])),
        "offsets": document.append_reals(np.concatenate([offsets for _, offsets in pairs])),
    }


def count_within_limits(document: Document, accessor: int) -> int:
    """How many elements an accessor has; raises `AccessorFault` where it cannot be read, or has too many."""
    number = extent(document, accessor).count
    if number > document.limits.elements:
        raise AccessorFault(f"accessor {accessor} has {number:,} elements")
    return number
