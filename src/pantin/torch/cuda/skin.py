"""Linear skinning of a batch by fused kernels, with gradients for palettes, points, weights and blend
weights."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import torch
from torch import Tensor

from pantin.torch.blend_shapes import BlendShapes
from pantin.torch.cuda import skin_kernels as kernels
from pantin.torch.cuda.kinematics import PaletteParts
from pantin.torch.cuda.launch import Launch, ceil_div
from pantin.torch.cuda.layouts import SHARED, TILE, ShapesLayout, Slots, SurfaceLayout, plane_size
from pantin.torch.normals import normalize, transform_normals
from pantin.torch.skinning import blend_matrices
from pantin.torch.surfaces import SurfaceModule

MOST_FRAMES = 16
"""The most poses for which a thread keeps its vertices: with more, concurrent programs write to addresses too
far apart."""

MOST_NUMBERS = 1 << 31
"""The most numbers in these poses: their indices have 32 bits."""

REGISTERS = 128
"""Registers of a thread that skins in 3D and float32: with a few more, a multiprocessor would run 12 warps
instead of 16."""

FEW_POSES = 4
"""The most poses for which a thread keeps nothing from pose to pose."""

MANY_VERTICES = 4_000_000
"""Number of vertices from which a single pose is not read at once. It lies between the measured sizes, see
`skin_once`."""

PART_FRAMES, PART_ENTRIES = 4, 32
"""Poses and vertices that a program adds up at once for the gradients of palettes."""

NORMAL_FRAMES = 16
"""Poses of which gradients of normals are computed at once."""


_skin_once = Launch(kernels.skin_once, warps=2)
_skin_vertices = Launch(kernels.skin_vertices, warps=1)
_palette_parts = Launch(kernels.palette_parts, warps=1)
_point_gradients = Launch(kernels.point_gradients)
_weight_gradients = Launch(kernels.weight_gradients)


def strides(points: Tensor) -> tuple[int, int, int]:
    """Numbers from pose to pose (0 where all share one), from vertex to vertex, and between axes."""
    frame, vertex, axis = points.stride()
    return frame if points.size(0) > 1 else 0, vertex, axis


def readable(points: Tensor) -> int:
    """Number of vertices that can be read: in planes, this includes the padding."""
    vertices = points.size(1)
    return plane_size(vertices) if points.stride(2) == plane_size(vertices) else vertices


def new_planes(like: Tensor, batch: int, size: int, vertices: int) -> Tensor:
    """(B, V, N) numbers, stored as planes x, y, z, … of `plane_size` numbers."""
    plane = plane_size(vertices)
    numbers = like.new_empty(batch * size * plane)
    return numbers.as_strided((batch, vertices, size), (size * plane, 1, plane))


def as_planes(points: Tensor) -> Tensor:
    """(1, V, N) points (V, N), stored as planes with 0 behind the last vertex."""
    vertices, size = points.shape
    planes = points.new_zeros(1, size, plane_size(vertices))[:, :, :vertices].mT
    return planes.copy_(points)


def unit_planes(normals: Tensor) -> Tensor:
    """The same for normals, at length 1 where they are not 0."""
    return as_planes(normalize(normals, torch.zeros_like(normals)))


class SparseShapes(NamedTuple):
    """Sparse blend shapes in plain operations, and their layout for the kernel."""

    module: BlendShapes
    layout: ShapesLayout


class SurfaceTensors(NamedTuple):
    """The differentiable tensors of a surface.

    points         (B or 1, V, N)
    weights        (E,) of influences
    blend, sparse  weights (B, S) and differences of blend shapes that are added to the points first, or None
    normals        (B or 1, V, N) of length 1 or 0, or None
    """

    points: Tensor
    weights: Tensor
    blend: Tensor | None
    sparse: Tensor | None
    normals: Tensor | None


class Prepared(NamedTuple):
    """The other inputs of the kernels for a surface; `shapes` if it has weights for blend shapes."""

    surface: SurfaceModule
    layout: SurfaceLayout
    shapes: SparseShapes | None


def skin_surface(
    palettes: Tensor, source: SurfaceTensors, prepared: Prepared
) -> tuple[Tensor, Tensor | None]:
    """Positions (B, V, N), and transformed normals where there are any."""
    points, weights, blend, sparse, normals = source
    layout, shapes = prepared.layout, prepared.shapes
    (batch, joints), plane, (_, vertices, size) = palettes.shape[:2], layout.plane, points.shape
    positions = new_planes(points, batch, size, vertices)
    turned = None if normals is None else new_planes(points, batch, size, vertices)
    before, after = (points, positions) if normals is None or turned is None else (normals, turned)
    moves, count = (points, points, points, points), 0
    if shapes is not None and blend is not None and sparse is not None:
        rows, count = shapes.layout, blend.shape[1]
        moves = (blend.contiguous(), rows.offsets, rows.shapes, sparse[rows.order])
    ends = (readable(points), readable(before))
    where = (*strides(points), ends[0], *strides(before), ends[1])
    if batch < FEW_POSES:
        at_once = plane < MANY_VERTICES
        block = 128 if at_once else 64
        *table, slots = slot_table(weights, layout.slots, layout)
        _skin_once(
            (ceil_div(plane, block), batch, 1),
            (palettes, points, before, *table, *moves, positions, after),
            (vertices, plane, joints, count, *where),
            size, slots, turned is not None, count > 0, at_once, block,
        )  # fmt: skip
        return positions, turned
    groups, alone, shared = layout.tiles
    blocks = ceil_div(batch, max(1, min(MOST_FRAMES, MOST_NUMBERS // (size * plane))))
    together = slot_table(weights, shared, layout) if alone < groups.size(0) else (weights, groups, 0)
    apart = slot_table(weights, layout.slots, layout) if alone else (weights, groups, 0)
    whole = plane % TILE == 0
    _skin_vertices(
        (groups.size(0), blocks, 1),
        (palettes, points, before, *together[:2], *apart[:2], groups, *moves, positions, after),
        (vertices, plane, batch, joints, count, ceil_div(batch, blocks), alone, *where),
        size, together[2], apart[2], SHARED, turned is not None, points.size(0) == before.size(0) == 1,
        count > 0, whole, whole and ends[0] == plane, whole and ends[1] == plane,
        registers=REGISTERS if size == 3 and points.dtype == torch.float32 else 0,
    )  # fmt: skip
    return positions, turned


def surface_gradients(
    d_outputs: tuple[Tensor | None, Tensor | None],
    palettes: Tensor,
    source: SurfaceTensors,
    prepared: Prepared,
    needs: Sequence[bool],
    needs_palettes: bool,
) -> tuple[PaletteParts | None, list[Tensor | None]]:
    """The gradients of palettes and of the source, from those of positions and of normals."""
    gradient, turned = d_outputs
    base, weights, blend, sparse, normals = source
    if gradient is None:
        gradient = palettes.new_zeros(1, 1, 1).expand(len(palettes), *base.shape[1:])
    layout, shapes, parts = prepared.layout, prepared.shapes, None
    points, inputs = base, [base, blend, sparse]
    if shapes is not None:
        inputs = [tensor.detach().requires_grad_() for tensor in inputs if tensor is not None]
        with torch.enable_grad():
            points = shapes.module.add_sparse(*inputs)
    still = points.detach()
    d_weights = weight_gradients(gradient, palettes, still, layout) if needs[1] else None
    d_inputs: list[Tensor | None] = [None, None, None]
    if needs[0] or needs[2] or needs[3]:
        d_inputs[0] = point_gradients(gradient, palettes, still, weights, layout)
        if shapes is not None:
            d_inputs = list(torch.autograd.grad(points, inputs, d_inputs[0]))
    d_normals = None
    if needs_palettes:
        parts = palette_parts(gradient, palettes, still, weights, layout)
    if turned is not None and normals is not None:
        surface = prepared.surface
        gradients = normal_gradients(turned, palettes, weights, normals, surface.joints, surface.offsets)
        parts = None if parts is None else parts.plus(gradients[0])
        d_weights = gradients[1] if d_weights is None else d_weights + gradients[1]
        d_normals = gradients[2]
    return parts, [d_inputs[0], d_weights, *d_inputs[1:], d_normals]


def slot_table(weights: Tensor, slots: Slots, layout: SurfaceLayout) -> tuple[Tensor, Tensor, int]:
    """Weights (K, P) and joints of slots, and K."""
    table = layout.remember(f"{slots.shared} slots", weights, partial(in_slots, slots=slots))
    return table, slots.joints, slots.joints.size(0)


def in_slots(weights: Tensor, slots: Slots) -> Tensor:
    """(K, P) weights; 0 in empty slots."""
    padded = torch.cat((weights, weights.new_zeros(1)))
    return padded[slots.entries].view(len(slots.joints), -1)


def palette_parts(
    gradient: Tensor, palettes: Tensor, points: Tensor, weights: Tensor, layout: SurfaceLayout
) -> PaletteParts:
    """Σ w · g ⊗ (p, 1) over chunks of the vertices of each joint."""
    batch, _, size, width = palettes.shape
    entries = layout.by_joint
    chunks = entries.first.size(0)
    sums = palettes.new_empty(chunks, batch, size, width)
    ordered = layout.remember("by joint", weights, lambda values: values[entries.order])
    if chunks:
        _palette_parts(
            (chunks, ceil_div(batch, PART_FRAMES), 1),
            (gradient, points, entries.vertices, ordered, entries.first, entries.end, sums),
            (batch, *strides(gradient), *strides(points)),
            size, points.size(0) == 1, PART_FRAMES, PART_ENTRIES,
        )  # fmt: skip
    return PaletteParts(sums, entries.chunks)


def point_gradients(
    gradient: Tensor, palettes: Tensor, points: Tensor, weights: Tensor, layout: SurfaceLayout
) -> Tensor:
    """Gradients in the shape of the points."""
    (batch, joints), (vertices, axes) = palettes.shape[:2], points.shape[1:]
    shared = points.size(0) < batch or batch == 1
    gradients = new_planes(points, 1 if shared else batch, axes, vertices)
    *table, count = slot_table(weights, layout.slots, layout)
    _point_gradients(
        (ceil_div(vertices, 128), gradients.size(0), 1),
        (gradient, palettes, *table, gradients),
        (vertices, layout.plane, batch, joints, *strides(gradient)),
        axes, count, shared, 128,
    )  # fmt: skip
    return gradients


def weight_gradients(gradient: Tensor, palettes: Tensor, points: Tensor, layout: SurfaceLayout) -> Tensor:
    """(E,) gradients of the weights."""
    (batch, joints), (vertices, axes) = palettes.shape[:2], points.shape[1:]
    gradients = palettes.new_empty(layout.slots.joints.shape)
    _weight_gradients(
        (ceil_div(vertices, 128), gradients.size(0), 1),
        (gradient, palettes, points, layout.slots.joints, gradients),
        (vertices, layout.plane, batch, joints, *strides(gradient), *strides(points)),
        axes, 128,
    )  # fmt: skip
    return gradients.flatten()[layout.slots.slot_of]


def normal_gradients(
    gradient: Tensor, palettes: Tensor, weights: Tensor, normals: Tensor, joints: Tensor, offsets: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Gradients of palettes, weights and normals by plain operations, a few poses at a time."""
    gradients: list[Tensor] = []
    d_weights, d_shared = torch.zeros_like(weights), torch.zeros_like(normals)
    parts: list[Tensor] = []
    for first in range(0, len(palettes), NORMAL_FRAMES):
        some = slice(first, first + NORMAL_FRAMES)
        inputs = [
            tensor.detach().requires_grad_()
            for tensor in (palettes[some], weights, normals[some] if len(normals) > 1 else normals)
        ]
        with torch.enable_grad():
            blended = blend_matrices(inputs[0], joints, offsets, inputs[1])
            turned = transform_normals(blended[..., :-1], inputs[2], None)
        gradients = list(torch.autograd.grad(turned, inputs, gradient[some]))
        parts.append(gradients[0])
        d_weights += gradients[1]
        if len(normals) > 1:
            d_shared[some] = gradients[2]
        else:
            d_shared += gradients[2]
    return torch.cat(parts), d_weights, d_shared
