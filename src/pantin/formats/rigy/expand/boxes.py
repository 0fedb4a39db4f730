"""Expand boxes with an `aabb`, and walls with cutouts (`box_decompose`), to plain boxes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from heapq import heappop, heappush

from msgspec import Struct

from pantin.formats.rigy.expand.marks import has_refused, locate_item_faults, new_map
from pantin.formats.rigy.expand.openings import Opening, Range, Segment, decompose, name_segments
from pantin.formats.rigy.expand.params import NOT_AN_IDENTIFIER, is_identifier
from pantin.formats.rigy.schema.document import DIMENSION_KEYS, is_read
from pantin.formats.rigy.schema.kinds import (
    UNREAD,
    Faults,
    Key,
    ListOf,
    Number,
    ObjectOf,
    String,
    Vector,
    Word,
    cut,
)
from pantin.formats.rigy.source import Map, Path, Seq


class Aabb(Struct, frozen=True):
    path: Path
    min: tuple[float, float, float]
    max: tuple[float, float, float]


class Cutout(Struct, frozen=True):
    path: Path
    id: str
    span: tuple[float, float]
    bottom: float
    top: float | None


class BoxDecompose(Struct, frozen=True):
    path: Path
    macro: str
    id: str
    mesh: str | None
    axis: str
    span: tuple[float, float]
    base_y: float
    height: float
    thickness: float
    offset: float | None
    offset_mode: str | None
    cutouts: tuple[Cutout, ...]
    material: str | None
    surface: str | None
    tags: tuple[str, ...]


AABB = ObjectOf("aabb", Aabb, {"min": Key(Vector(3)), "max": Key(Vector(3))})
CUTOUT = ObjectOf(
    "cutout",
    Cutout,
    {
        "id": Key(String()),
        "span": Key(Vector(2)),
        "bottom": Key(Number(), 0.0),
        "top": Key(Number(), None),
    },
)
BOX_DECOMPOSE = ObjectOf(
    "box_decompose",
    BoxDecompose,
    {
        "macro": Key(Word(("box_decompose",))),
        "id": Key(String()),
        "mesh": Key(String(), None),
        "axis": Key(Word(("x", "z"))),
        "span": Key(Vector(2)),
        "base_y": Key(Number(), 0.0),
        "height": Key(Number()),
        "thickness": Key(Number()),
        "offset": Key(Number(), None),
        "offset_mode": Key(Word(("centerline", "neg_face", "pos_face")), None),
        "cutouts": Key(ListOf(CUTOUT, repeat=True), ()),
        "material": Key(String(), None),
        "surface": Key(String(empty=True), None),
        "tags": Key(ListOf(String()), (), nullable=True),
    },
)


def expand_aabb(primitive: Map, path: Path, faults: Faults) -> None:
    """Replace the aabb of a box by dimensions and a translation, in place."""
    before = len(faults.listed)
    where = (*path, "aabb")
    corners: Aabb = AABB.read(primitive["aabb"], where, faults)
    if primitive.get("type") in (*DIMENSION_KEYS, "implicit_surface") and primitive["type"] != "box":
        faults.add("aabb", where, on_key=True, reason="only a box can have an aabb")
    if "dimensions" in primitive:
        faults.add("aabb", where, on_key=True, reason="a box cannot have both an aabb and dimensions")
    if primitive.get("transform"):
        faults.add("aabb transform", (*path, "transform"), on_key=True)
    for axis, low, high in zip(range(3), corners.min, corners.max, strict=True):
        if low >= high:
            reason = f"aabb.max[{axis}] must be greater than min[{axis}] ({low}), not {high}"
            faults.add("aabb", (*where, "max", axis), reason=reason)
    mark = primitive.marks["aabb"]
    locate_item_faults(faults, before, primitive, path, mark[2:])
    if len(faults.listed) > before or has_refused(primitive["aabb"]):
        # The box has no dimensions then, which must not be reported as well.
        empty = Map()
        empty.upgraded = True
        primitive.setdefault("dimensions", empty)
        primitive.marks.setdefault("dimensions", mark)
    else:
        sizes = [high - low for low, high in zip(corners.min, corners.max, strict=True)]
        centre = [(low + high) / 2 for low, high in zip(corners.min, corners.max, strict=True)]
        values = {"dimensions": dict(zip("xyz", sizes, strict=True)), "transform": {"translation": centre}}
        fresh = new_map(primitive, values, "")
        for key in values:
            primitive[key], primitive.marks[key] = fresh[key], mark
    del primitive["aabb"]


def expand_wall(item: Map, path: Path, faults: Faults, mesh: object, newest: bool) -> Seq | None:
    """The boxes of a wall: full height between cutouts from left to right, then below and above each."""
    before = len(faults.listed)
    wall: BoxDecompose = BOX_DECOMPOSE.read(item, path, faults)
    _check_wall(wall, faults, newest)
    if newest and wall.mesh and mesh and wall.mesh != mesh:  # an empty one has a finding of its own
        faults.add("macro mesh", (*path, "mesh"), got=wall.mesh, mesh=mesh)
    if len(faults.listed) > before:
        return None
    boxes = Seq()
    for name, segment in _segments(wall):
        boxes.append(_box(item, wall, name, segment.along, segment.up))
    return boxes


def _check_wall(wall: BoxDecompose, faults: Faults, newest: bool) -> None:
    """Report values that do not fit together; nothing about values that are reported already."""

    def fault(path: Path, reason: str) -> None:
        faults.add("macro", path, macro=f"box_decompose {cut(wall.id)!r}", reason=reason)

    if wall.id != UNREAD and not is_identifier(wall.id):
        fault((*wall.path, "id"), f"its id is {NOT_AN_IDENTIFIER}")
    if wall.span[0] >= wall.span[1]:
        fault((*wall.path, "span"), f"its span must ascend, not run from {wall.span[0]} to {wall.span[1]}")
    for key, value in (("height", wall.height), ("thickness", wall.thickness)):
        if value <= 0.0:
            fault((*wall.path, key), f"its {key} must be greater than 0, not {value}")
    # An offset_mode before its version, or one of the two that could not be read, is reported already.
    readable = newest and wall.offset_mode not in (None, UNREAD)
    if wall.offset is not None and is_read(wall.offset) and readable:
        fault((*wall.path, "offset_mode"), "offset and offset_mode cannot be combined")
    # What is beyond the edge of a wall cannot be said of one without a span or a height.
    sound = wall.span[0] < wall.span[1] and wall.height > 0.0
    fitting = [cutout for cutout in wall.cutouts if _check_cutout(cutout, wall, faults, sound)]
    for first, second in _overlaps(wall, fitting):
        fault(second.path, f"cutouts {first.id!r} and {second.id!r} overlap")


def _check_cutout(cutout: Cutout, wall: BoxDecompose, faults: Faults, sound: bool) -> bool:
    """Report a cutout that does not fit into its wall; whether its sizes are right."""
    before = len(faults.listed)

    def fault(key: str, reason: str) -> None:
        faults.add("macro", (*cutout.path, key), macro=f"box_decompose {cut(wall.id)!r}", reason=reason)

    top = wall.height if cutout.top is None else cutout.top
    if cutout.span[0] >= cutout.span[1]:
        fault("span", f"the span of cutout {cutout.id!r} must ascend")
    elif sound and (cutout.span[0] < wall.span[0] or cutout.span[1] > wall.span[1]):
        fault("span", f"cutout {cutout.id!r} extends beyond the wall")
    if sound and is_read(cutout.bottom, top) and not 0.0 <= cutout.bottom < top <= wall.height:
        stated = f"not bottom {cutout.bottom}, top {top}, height {wall.height}"
        fault("bottom", f"cutout {cutout.id!r} needs 0 ≤ bottom < top ≤ height, {stated}")
    fits = len(faults.listed) == before
    if cutout.id != UNREAD and not is_identifier(cutout.id):
        faults.add("cutout id", (*cutout.path, "id"), got=cut(cutout.id))
    return fits


def _top(cutout: Cutout, wall: BoxDecompose) -> float:
    return wall.height if cutout.top is None else cutout.top


def _overlaps(wall: BoxDecompose, cutouts: list[Cutout]) -> Iterator[tuple[Cutout, Cutout]]:
    """Pairs of overlapping cutouts, each in document order; not all pairs, but at least one if there is any.

    A line sweeps along the wall. The cutouts it crosses, without those that overlap, lie above each other, so
    that a new one is only compared with its two neighbours.
    """
    valid = (
        index
        for index, cutout in enumerate(cutouts)
        if is_read(*cutout.span, cutout.bottom, _top(cutout, wall))  # the others are reported already
    )
    crossed: list[tuple[float, int]] = []  # bottoms and indices, from below
    ends: list[tuple[float, tuple[float, int]]] = []
    for index in sorted(valid, key=lambda index: cutouts[index].span[0]):
        cutout, entry = cutouts[index], (cutouts[index].bottom, index)
        while ends and ends[0][0] <= cutout.span[0]:
            del crossed[bisect_left(crossed, heappop(ends)[1])]
        rank = bisect_left(crossed, entry)
        met = [
            neighbour
            for _, neighbour in crossed[max(rank - 1, 0) : rank]
            if _top(cutouts[neighbour], wall) > cutout.bottom
        ]
        met += [neighbour for bottom, neighbour in crossed[rank : rank + 1] if bottom < _top(cutout, wall)]
        if met:
            yield cutouts[min(index, met[0])], cutouts[max(index, met[0])]
        else:
            crossed.insert(rank, entry)
            heappush(ends, (cutout.span[1], entry))


def _segments(wall: BoxDecompose) -> Iterator[tuple[str, Segment]]:
    """Every segment of the wall with its name (Rigy chapter 10.5)."""
    cutouts = sorted(wall.cutouts, key=lambda cutout: (*cutout.span, cutout.bottom, _top(cutout, wall)))
    openings = [Opening(cutout.span, cutout.bottom, _top(cutout, wall)) for cutout in cutouts]
    segments = decompose(wall.span, wall.height, openings)
    return name_segments(segments, [cutout.id for cutout in cutouts])


def _box(item: Map, wall: BoxDecompose, name: str, along: Range, up: Range) -> Map:
    half = {"centerline": 0.0, "neg_face": wall.thickness / 2.0, "pos_face": -wall.thickness / 2.0}
    offset = half[wall.offset_mode] if wall.offset_mode is not None else wall.offset or 0.0
    length, height = along[1] - along[0], up[1] - up[0]
    middle, centre = (along[0] + along[1]) / 2, wall.base_y + (up[0] + up[1]) / 2
    sizes = (length, height, wall.thickness) if wall.axis == "x" else (wall.thickness, height, length)
    position = [middle, centre, offset] if wall.axis == "x" else [offset, centre, middle]
    values = {
        "id": f"{wall.id}_{name}",
        "type": "box",
        "dimensions": dict(zip("xyz", sizes, strict=True)),
        "transform": {"translation": position},
        "material": wall.material,
        "surface": wall.surface,
        "tags": list(wall.tags) or None,
    }
    return new_map(item, values, f"box_decompose {cut(wall.id)!r}")
