"""Bones: head, tail and shape in the world, and the masses they have or are given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.g4mf.hierarchy import Hierarchy
from pantin.formats.g4mf.model import Model, is_index, number, objects, read_model
from pantin.formats.g4mf.requirements import require
from pantin.formats.g4mf.shape_volume import shape_volume
from pantin.formats.g4mf.transform import rest_transforms
from pantin.maths import affine

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document

Doubles = NDArray[np.float64]
UP = 1
"""Bones point along +Y."""


@dataclass(frozen=True, eq=False, slots=True)
class Bone:
    """A bone where its node stands.

    head, tail    (N,) in the world; no tail without a length
    length        as it appears in the world, scale included
    shape         index of its shape, and the (N, N + 1) map of the shape into the world: at half the length
    """

    node: int
    skeleton: int | None
    name: str
    head: Doubles
    tail: Doubles | None
    length: float | None
    shape: int | None
    shape_map: Doubles | None


def bones(document: Document, placed: Doubles | None = None) -> list[Bone]:
    """Every bone of a document, at rest or where `placed` (n, N, N + 1) world maps of all nodes put it.

    Raises `BadFile` and `Unsupported` as lifting does.
    """
    require(document)
    model = read_model(document.tree)
    hierarchy = Hierarchy.of(model)
    maps = rest_transforms(model, hierarchy) if placed is None else np.asarray(placed, np.float64)
    shapes = len(objects(document.tree, "shapes"))
    return [
        _bone(at, node.bone, node.name, hierarchy.skeletons[at], maps[at], shapes)
        for at, node in enumerate(model.nodes)
        if node.bone is not None
    ]


def _bone(
    node: int, raw: dict[str, Any], name: str, skeleton: int | None, placed: Doubles, shapes: int
) -> Bone:
    head = placed[:, -1].copy()
    length = raw.get("length", -1)
    if not number(length) or length < 0 or len(placed) <= UP:
        return Bone(node, skeleton, name, head, None, None, None, None)
    along = placed[:, UP] * float(length)
    shape = raw.get("shape", -1)
    place = None
    if is_index(shape, shapes):
        place = placed.copy()
        place[:, -1] = head + along / 2
    return Bone(
        node,
        skeleton,
        name,
        head,
        head + along,
        float(np.sqrt((along * along).sum())),
        shape if place is not None else None,
        place,
    )


@dataclass(frozen=True, slots=True)
class Masses:
    """`of` each bone, None where nothing tells; `carriers`: for a bone of mass 0 the one that its shape
    belongs to, None where there is none."""

    of: dict[int, float | None]
    carriers: dict[int, int | None]


def masses(document: Document, placed: Doubles | None = None) -> Masses:
    """The masses of all bones.

    What the bones of a skeleton leave of the mass of the physics body above it is shared by those without a
    mass: by the N-volume of their shapes as the world scales them where all of these have one, else equally.
    Raises `BadFile` and `Unsupported` as lifting does.
    """
    require(document)
    model = read_model(document.tree)
    hierarchy = Hierarchy.of(model)
    maps = rest_transforms(model, hierarchy) if placed is None else np.asarray(placed, np.float64)
    found: dict[int, float | None] = {}
    for at, node in enumerate(model.nodes):
        if node.bone is not None:
            mass = node.bone.get("mass", -1)
            found[at] = float(mass) if number(mass) and mass >= 0 else None
    for at, node in enumerate(model.nodes):
        body = _body_mass(model, hierarchy, at) if node.skeleton is not None else None
        if body is not None:
            _share(document, model, hierarchy.bones_of(at), body, maps, found)
    return Masses(found, carriers(hierarchy, found))


def _body_mass(model: Model, hierarchy: Hierarchy, skeleton: int) -> float | None:
    above = hierarchy.parents[skeleton]
    physics = None if above is None else model.nodes[above].raw.get("physics")
    motion = physics.get("motion") if isinstance(physics, dict) else None
    mass = motion.get("mass", 1.0) if isinstance(motion, dict) else None
    return float(mass) if number(mass) and mass is not None else None


def _share(
    document: Document,
    model: Model,
    members: list[int],
    body: float,
    maps: Doubles,
    found: dict[int, float | None],
) -> None:
    needing = [one for one in members if found[one] is None]
    if not needing:
        return
    left = max(body - sum(found[one] or 0.0 for one in members), 0.0)
    volumes = [_volume(document, model, one, maps[one]) for one in needing]
    known = [one for one in volumes if one is not None and one > 0]
    shares = known if len(known) == len(needing) else [1.0] * len(needing)
    total = sum(shares)
    for one, share in zip(needing, shares, strict=True):
        found[one] = left * share / total


def _volume(document: Document, model: Model, bone: int, placed: Doubles) -> float | None:
    shape = (model.nodes[bone].bone or {}).get("shape", -1)
    if not is_index(shape, len(objects(document.tree, "shapes"))):
        return None
    volume = shape_volume(document, shape)
    return None if volume is None else volume * abs(float(affine.determinant(placed[:, :-1])))


def carriers(hierarchy: Hierarchy, masses: Mapping[int, Any]) -> dict[int, int | None]:
    """For each bone of mass 0, of bones with these masses, the first bone above it that has mass."""
    found: dict[int, int | None] = {}
    for at in hierarchy.order:
        if at in masses and masses[at] == 0:
            above = hierarchy.parent_of(at)
            found[at] = None if above is None or above not in masses else found.get(above, above)
    return found
