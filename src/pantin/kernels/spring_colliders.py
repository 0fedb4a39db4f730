"""Colliders: their position and size in the world, whether they touch a tail, and where they push it.

Written once for both engines, as `spring_model.py` is; the viewer uses the same functions to place the
colliders it draws. `pantin.springs.colliders` selects the functions for each shape and profile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from .records import Mask, Number, Vector
from .spring_model import Work
from .spring_program import TINY, ColliderConstants, PlacedCollider
from .spring_vectors import difference, dot, largest_scale, linear, linear_part, norm, point, select

Placing = Callable[[Vector, ColliderConstants], Vector]
"""From the world matrix of its node and a collider to the numbers of a `PlacedCollider`."""


def place_round(node: Vector, collider: ColliderConstants) -> Vector:
    """A sphere or a capsule with its radius as stored."""
    return _round(node, collider, collider.radius)


def place_scaled_round(node: Vector, collider: ColliderConstants) -> Vector:
    """A sphere or a capsule whose radius follows the largest scale of its node."""
    return _round(node, collider, collider.radius * largest_scale(linear_part(node)))


def _round(node: Vector, collider: ColliderConstants, radius: Number) -> Vector:
    position = point(node, collider.offset)
    along = difference(point(node, collider.tail), position)
    return PlacedCollider.row(position=position, direction=along, radius=radius)


def place_plane(node: Vector, collider: ColliderConstants) -> Vector:
    """A plane whose normal stays at right angles to it: by the inverse transpose, up to its length."""
    a, b, c, d, e, f, g, h, l = linear_part(node)
    n = collider.normal
    x = (e * l - f * h) * n[0] + (f * g - d * l) * n[1] + (d * h - e * g) * n[2]
    y = (c * h - b * l) * n[0] + (a * l - c * g) * n[1] + (b * g - a * h) * n[2]
    z = (b * f - c * e) * n[0] + (c * d - a * f) * n[1] + (a * e - b * d) * n[2]
    det = a * (e * l - f * h) + b * (f * g - d * l) + c * (d * h - e * g)
    size = norm([x, y, z])
    return _plane(node, collider, [x, y, z], np.where(det >= 0.0, 1.0 / size, -1.0 / size), size)


def place_plane_directly(node: Vector, collider: ColliderConstants) -> Vector:
    """A plane with a normal that is transformed like any direction (UniVRM)."""
    normal = linear(linear_part(node), collider.normal)
    size = norm(normal)
    return _plane(node, collider, normal, 1.0 / size, size)


def _plane(node: Vector, collider: ColliderConstants, normal: Vector, over: Number, size: Number) -> Vector:
    """The plane with a normal of length 1, or 0 where the node flattens it."""
    over = np.where(size == 0.0, 0.0, over)
    return PlacedCollider.row(
        position=point(node, collider.offset), direction=[x * over for x in normal], radius=collider.radius
    )


PLACINGS: tuple[Placing, ...] = (place_round, place_scaled_round, place_plane, place_plane_directly)


class Contact(NamedTuple):
    """How a shape meets tails.

    touch  where it pushes them; what `push` needs of that is left in the work
    push   moves them; where the way out was not clear, or None for shapes that always have one
    """

    touch: Callable[[Work, PlacedCollider], Mask]
    push: Callable[[Work, PlacedCollider, Mask], Mask | None]


def touch_sphere(work: Work, placed: PlacedCollider) -> Mask:
    return _from_outside(work, placed, difference(work.tail, placed.position))


def touch_capsule(work: Work, placed: PlacedCollider) -> Mask:
    delta = difference(work.tail, placed.position)
    return _from_outside(work, placed, _from_axis(placed, delta, delta))


def touch_capsule_by_head(work: Work, placed: PlacedCollider) -> Mask:
    """A capsule that pushes from the point of its axis nearest to the head (UniVRM)."""
    position = placed.position
    delta, aside = difference(work.tail, position), difference(work.head, position)
    return _from_outside(work, placed, _from_axis(placed, delta, aside))


def touch_inner_sphere(work: Work, placed: PlacedCollider) -> Mask:
    return _from_inside(work, placed, difference(work.tail, placed.position))


def touch_inner_capsule(work: Work, placed: PlacedCollider) -> Mask:
    delta = difference(work.tail, placed.position)
    return _from_inside(work, placed, _from_axis(placed, delta, delta))


def _from_axis(placed: PlacedCollider, delta: Vector, aside: Vector) -> Vector:
    """The way to a tail, `delta` from a capsule's first end, from the point of its axis nearest to another
    point, `aside` from that end."""
    axis = placed.direction
    square = dot(axis, axis)
    part = dot(aside, axis) / np.where(square > 0.0, square, 1.0)
    part = np.where(part > 0.0, part, 0.0)
    part = np.where(part < 1.0, part, 1.0)
    return [d - part * a for d, a in zip(delta, axis, strict=True)]


def _from_outside(work: Work, placed: PlacedCollider, delta: Vector) -> Mask:
    square, reach = dot(delta, delta), placed.radius + work.radius
    work.delta, work.square, work.reach = delta, square, reach
    return square < reach * reach


def _from_inside(work: Work, placed: PlacedCollider, delta: Vector) -> Mask:
    square, reach = dot(delta, delta), placed.radius - work.radius
    work.delta, work.square, work.reach = delta, square, reach
    return (square > reach * reach) | (reach < 0.0)


def push_round(work: Work, placed: PlacedCollider, touched: Mask) -> Mask:
    """Push tails out of a sphere or a capsule, or back inside; a tail on the centre moves along the bone."""
    delta, square, reach, tail = work.delta, work.square, work.reach, work.tail
    size = np.sqrt(square)
    clear = size >= TINY
    far = np.where(clear, (reach - size) / size, reach - size)
    way = select(clear, delta, work.unit)
    work.tail = select(touched, [t + w * far for t, w in zip(tail, way, strict=True)], tail)
    return touched & ~clear


def touch_plane(work: Work, placed: PlacedCollider) -> Mask:
    depth = dot(difference(work.tail, placed.position), placed.direction) - work.radius
    work.depth = depth
    return depth < 0.0


def push_flat(work: Work, placed: PlacedCollider, touched: Mask) -> None:
    """Push tails back onto a plane."""
    tail, depth = work.tail, work.depth
    pushed = [t - n * depth for t, n in zip(tail, placed.direction, strict=True)]
    work.tail = select(touched, pushed, tail)


SPHERE = Contact(touch_sphere, push_round)
CAPSULE = Contact(touch_capsule, push_round)
CAPSULE_BY_HEAD = Contact(touch_capsule_by_head, push_round)
INNER_SPHERE = Contact(touch_inner_sphere, push_round)
INNER_CAPSULE = Contact(touch_inner_capsule, push_round)
PLANE = Contact(touch_plane, push_flat)

CONTACTS: tuple[Contact, ...] = (SPHERE, CAPSULE, CAPSULE_BY_HEAD, INNER_SPHERE, INNER_CAPSULE, PLANE)
