"""Implicit surfaces: a sum of terms sampled on a grid, and the surface where it has a given value, by
marching cubes.

The reference works on whole arrays, in the order of operations of Rigy's compiler; distances are summed from
the left, so no sum depends on the machine. The compiled twin in `implicit_numba.py` has the same bits.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pantin.base.later import Later

from . import engine

Doubles = NDArray[np.float64]
Indices = NDArray[np.intp]
Axes: TypeAlias = tuple[Doubles, Doubles, Doubles]

FLAT = 1e-30
"""Where the field changes less than this over two steps, the normal points up (Rigy chapter 3)."""

CORNERS = ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0), (1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0))
"""Steps along z, y, x from the first corner of a cell to each of its corners."""


class Terms(NamedTuple):
    """K terms of a field.

    added     (K,) whether a term is added, or else subtracted
    metaball  (K,) whether it falls off as the square of 1 − d / r, or linearly from 0 to 2 r
    strength, radius  (K,)
    height    (K,) length of the axis of a capsule, along y; 0: a ball
    shift     (K, 3) its place
    turned    (K,) whether points are rotated back
    turn      (K, 3, 3) rows of that rotation
    scale     (K,) the factor that points are divided by
    reach     (K, 3, 2) where a term begins and ends along x, y and z of a grid; it is 0 beyond
    """

    added: NDArray[np.bool_]
    metaball: NDArray[np.bool_]
    strength: Doubles
    radius: Doubles
    height: Doubles
    shift: Doubles
    turned: NDArray[np.bool_]
    turn: Doubles
    scale: Doubles
    reach: NDArray[np.int64]


class Polygons(NamedTuple):
    """Points of a surface with their normals, (V, 3) each, and the point of each corner of its triangles."""

    positions: Doubles
    normals: Doubles
    corners: Indices


def polygonise(terms: Terms, axes: Axes, iso: float) -> Polygons:
    """The surface where the sum of the terms is `iso`, in the box of the grid. Axes have two points or
    more."""
    reach = np.maximum(terms.reach[:, :, 1] - terms.reach[:, :, 0], 0).prod(axis=1).sum()
    work = (int(reach) + len(axes[0]) * len(axes[1]) * len(axes[2])) // 4  # some 25 ns each
    return IMPLICIT(work, terms, axes, iso)


def polygonise_numpy(terms: Terms, axes: Axes, iso: float) -> Polygons:
    """The reference."""
    positions, corners = _march(sample_grid(terms, axes), iso, axes)
    return Polygons(positions, _normals(terms, axes, positions), corners)


IMPLICIT = engine.Kernel(
    "implicit surface", polygonise_numpy, Later("pantin.kernels.implicit_numba", "polygonise")
)


def sample_grid(terms: Terms, axes: Axes) -> Doubles:
    """The values on the grid, z outermost."""
    x, y, z = axes
    total = np.zeros((len(z), len(y), len(x)))
    for term, reach in enumerate(terms.reach.tolist()):
        parts = [slice(*part) for part in reach]
        xs, ys, zs = (values[part] for values, part in zip(axes, parts, strict=True))
        _add(terms, term, total[tuple(parts[::-1])], xs, ys[:, None], zs[:, None, None])
    return total


def field_at(terms: Terms, x: Doubles, y: Doubles, z: Doubles) -> Doubles:
    """The sum of all terms at these points."""
    total = np.zeros(len(x))
    for term in range(len(terms.radius)):
        _add(terms, term, total, x, y, z)
    return total


def _add(terms: Terms, term: int, total: Doubles, x: Doubles, y: Doubles, z: Doubles) -> None:
    """Add a term in place; coordinates may be broadcast."""
    value = _term(terms, term, *_local(terms, term, x, y, z))
    if terms.added[term]:
        total += value
    else:
        total -= value


def _local(terms: Terms, term: int, x: Doubles, y: Doubles, z: Doubles) -> tuple[Doubles, Doubles, Doubles]:
    """Points in the space of a term: the inverse of its translation, then of its rotation, then of its
    scale."""
    shift, factor = terms.shift[term], terms.scale[term]
    x, y, z = x - shift[0], y - shift[1], z - shift[2]
    if terms.turned[term]:
        x, y, z = ((x * row[0] + y * row[1]) + z * row[2] for row in terms.turn[term])
    return x / factor, y / factor, z / factor


def _term(terms: Terms, term: int, x: Doubles, y: Doubles, z: Doubles) -> Doubles:
    strength, radius, height = terms.strength[term], terms.radius[term], terms.height[term]
    if height > 0:
        half = height / 2.0
        along = np.clip((y + half) / height, 0.0, 1.0)
        y = y - (-half + along * height)
    distance = np.sqrt((x * x + y * y) + z * z)
    if terms.metaball[term]:
        outside = distance >= radius
        fall = 1.0 - distance / radius
        value: Doubles = strength * fall
        value *= fall
        value[outside] = 0.0
        return value
    depth = distance - radius
    ramp = strength * (1.0 - depth / radius) / 2.0
    return np.where(depth <= -radius, strength, np.where(depth < radius, ramp, 0.0))


def _march(values: Doubles, iso: float, axes: Axes) -> tuple[Doubles, Indices]:
    """The points where the surface crosses edges of the grid, and their index for each triangle corner, cell
    by cell (z outermost, x innermost).

    Cells share edges. A point is computed once for each direction of its edge, because the two may differ in
    the last bit.
    """
    inside = values >= iso
    nz, ny, nx = (count - 1 for count in values.shape)
    cases = np.zeros((nz, ny, nx), np.uint8)
    for bit, (dz, dy, dx) in enumerate(CORNERS):
        cases |= inside[dz : dz + nz, dy : dy + ny, dx : dx + nx].astype(np.uint8) << np.uint8(bit)
    table, counts = triangle_table()
    cells = np.flatnonzero((counts > 0)[cases.reshape(-1)])
    case = cases.reshape(-1)[cells]
    edges = table[case][np.arange(table.shape[1]) < counts[case][:, None]]
    z, rest = np.divmod(cells, ny * nx)
    y, x = np.divmod(rest, nx)
    strides = np.array([values.shape[1] * values.shape[2], values.shape[2], 1])
    corners = np.array(CORNERS) @ strides
    first = np.repeat((z * strides[0] + y * strides[1]) + x, counts[case])
    start, end = (first + corners[side[edges]] for side in EDGE_CORNERS.T)
    chosen, which = _unique_edges(
        start, corners[EDGE_CORNERS[:, 1]] - corners[EDGE_CORNERS[:, 0]], edges, values.size
    )
    return _crossings(values, iso, axes, start[chosen], end[chosen]), which


def _unique_edges(start: Indices, steps: Indices, edges: Indices, size: int) -> tuple[Indices, Indices]:
    """One representative for each edge and direction, and its rank for every entry."""
    directions, code = np.unique(steps, return_inverse=True)
    keys = start * len(directions) + code[edges]
    entries = np.arange(len(keys))
    last = np.empty(size * len(directions), np.intp)
    last[keys] = entries
    representative = last[keys]
    chosen = np.flatnonzero(representative == entries)
    rank = np.empty(len(keys), np.intp)
    rank[chosen] = np.arange(len(chosen))
    return chosen, rank[representative]


def _crossings(values: Doubles, iso: float, axes: Axes, start: Indices, end: Indices) -> Doubles:
    """The points with the value `iso` between two points of the grid, given by their indices."""
    flat = values.reshape(-1)
    low, high = flat[start], flat[end]
    rise = high - low
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(rise == 0.0, 0.5, (iso - low) / rise)
    points = np.empty((len(start), 3))
    for axis, (a, b) in enumerate(zip(_grid_indices(values, start), _grid_indices(values, end), strict=True)):
        begin, stop = axes[axis][a], axes[axis][b]
        points[:, axis] = begin + t * (stop - begin)
    return points


def _grid_indices(values: Doubles, flat: Indices) -> tuple[Indices, ...]:
    """Indices along x, y and z."""
    z, y, x = np.unravel_index(flat, values.shape)
    return x, y, z


def grid_steps(axes: Axes) -> tuple[Doubles, Doubles, Doubles]:
    """The least and the largest corner of a grid, and its steps."""
    low, high = (np.array([axis[end] for axis in axes]) for end in (0, -1))
    return low, high, (high - low) / (np.array([len(axis) for axis in axes], np.float64) - 1.0)


def _normals(terms: Terms, axes: Axes, positions: Doubles) -> Doubles:
    """Normals against the gradient: differences over one step of the grid to both sides, inside the grid."""
    low, high, steps = grid_steps(axes)
    against = np.empty_like(positions)
    for axis in range(3):
        offset = np.zeros(3)
        offset[axis] = steps[axis]
        ahead, behind = np.clip(positions + offset, low, high), np.clip(positions - offset, low, high)
        against[:, axis] = -(field_at(terms, *ahead.T) - field_at(terms, *behind.T))
    length = np.sqrt((against[:, 0] ** 2 + against[:, 1] ** 2) + against[:, 2] ** 2)
    flat = length < FLAT
    length[flat] = 1.0
    against /= length[:, None]
    against[flat] = (0.0, 1.0, 0.0)
    return against


EDGE_CORNERS = np.array(
    [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]
)
"""The two corners each edge joins."""

CASES = (
    "- 083 019 183981 12a 08312a 92a029 2832a8a98 3b2 0b28b0 19023b 1b219b98b 3a1ba3 0a108a8ba 3903b9ba9 "
    "98aa8b 478 430734 019847 419471731 12a847 34730412a 92a902847 2a9297273794 8473b2 b47b24204 "
    "90184723b 47b94b9b2921 3a13ba784 1ba14b1047b4 47890b9bab03 47b4b99ba 954 954083 054150 854835315 "
    "12a954 30812a495 52a542402 2a5325354348 95423b 0b208b495 05401523b 21525828b485 a3ba13954 "
    "4950818a18ba 54050b5bab03 54858aa8b 978579 930953573 078017157 153357 978957a12 a12950530573 "
    "802825857a52 2a5253357 7957893b2 95797292027b 23b018178157 b21b17715 958857a13a3b 5705097b010aba0 "
    "ba0b03a50807570 ba57b5 a65 0835a6 9015a6 1831985a6 165261 165126308 965906026 598582526328 23ba65 "
    "b08b20a65 01923b5a6 5a61929b298b 63b653513 08b0b50515b6 3b6036065059 65969bb98 5a6478 43047365a "
    "1905a6847 a65197173794 612651478 125526304347 847905065026 739794329596269 3b2784a65 5a647242027b "
    "01947823b5a6 9219b294b7b45a6 8473b53515b6 51b5b610b7b404b 059065036b63847 65969b4797b9 a4964a "
    "4a649a083 a01a60640 83181686461a 149124264 308129249264 024426 832824426 a49a64b23 08228b49a4a6 "
    "3b201606461a 64161a48121b8b1 964936913b63 8b1810b61914641 3b6360064 648b68 7a678a89a 0730a709a67a "
    "a671a7178180 a67a71173 126168189867 269291679093739 780706602 732672 23ba68a89867 20727b09767a9a7 "
    "1801781a767a23b b21b17a61671 896867916b63136 091b67 7807063b0b60 7b6 76b 308b76 019b76 819831b76 "
    "a126b7 12a3086b7 2902a96b7 6b72a3a83a98 723627 708760620 276237019 162186198876 a76a17137 "
    "a7617a187108 03707a0a96a7 76a7a88a9 684b86 36b306046 86b846901 946963931b36 6846b82a1 12a30b06b046 "
    "4b846b0292a9 a93a32943b36463 823842462 042462 190234246438 194142246 8138618466a1 a10a06604 "
    "4634386a3039a93 a946a4 49576b 083495b76 50154076b b76834354315 954a1276b 6b712a083495 76b54a42a402 "
    "348354325a52b76 723762549 954086062687 362376150540 628687218485158 954a16176137 16a176107870954 "
    "40a4a503a6a737a 76a7a854a48a 6956b9b89 36b063056095 0b805b01556b 6b3635531 12a95b9b8b56 "
    "0b306b09656912a b85b56805a52025 6b36352a3a53 589528562382 956960062 158180568382628 156216 "
    "13616a386569896 a10a06950560 03856a a56 b5a75b b5ab75830 5b75ab190 a75ab7981831 b12b71751 "
    "08312717572b 9759279022b7 75272b592328982 25a235375 820852875a25 9015a35373a2 982921872a25752 135375 "
    "087071175 903935537 987597 5845a8ab8 5045b05abb30 01984a8aba45 ab4a45b34941314 2512852b8458 "
    "04b0b345b2b151b 0250592b5458b85 9452b3 25a352345384 5a2524420 3a235a385458019 5a2524192942 845853351 "
    "045105 845853905035 945 4b749b9ab 0834979b79ab 1ab1b414074b 3143481a474bab4 4b79b492b912 "
    "9749b791b2b1083 b74b42240 b74b42834324 29a279237749 9a7974a27870207 37a3a274a1a040a 1a2874 491417713 "
    "491417081871 403743 487 9a8ab8 30939bb9a 01a0a88ab 31ab3a 12b1b99b8 30939b1292b9 02b80b 32b "
    "23828aa89 9a2092 23828a0181a8 1a2 138918 091 038 - "
)
"""A dash is a case without triangles."""


@cache
def triangle_table() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(256, 15) edges, the first `counts` of each row in use."""
    rows = [[int(digit, 16) for digit in case.strip("-")] for case in CASES.split()]
    table = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for case, row in enumerate(rows):
        table[case, : len(row)] = row
    return table, np.array([len(row) for row in rows])
