"""Bones: head, tail and shape in world space, and their masses, stated or derived."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.formats.g4mf.hierarchy import Hierarchy
from pantin.formats.g4mf.model import Bone as RawBone
from pantin.formats.g4mf.model import Model, is_index, objects, read_model
from pantin.formats.g4mf.newest import newest_form
from pantin.formats.g4mf.requirements import require
from pantin.formats.g4mf.shape_volume import shape_volume
from pantin.formats.g4mf.transform import rest_transforms
from pantin.maths import affine

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document

Doubles = NDArray[np.float64]
UP = 1
"""Bones point along +Y."""


class Bone(Record, eq=False):
    """A bone at the transform of its node.

    head, tail    (N,) in the world; no tail without a length
    length        as it appears in the world, scale included
    shape         index of its shape, and the (N, N + 1) world transform of the shape: at half the length
    """

    node: int
    skeleton: int | None
    name: str
    head: Doubles
    tail: Doubles | None
    length: float | None
    shape: int | None
    shape_transform: Doubles | None


def bones(document: Document, world: Doubles | None = None) -> list[Bone]:
    """Every bone of a document, at rest or at the `world` (n, N, N + 1) transforms of all nodes.

    Raises `BadFile` and `Unsupported` as lifting does.
    """
    require(document)
    document = newest_form(document)
    model = read_model(document.tree)
    hierarchy = Hierarchy.from_model(model)
    transforms = rest_transforms(model, hierarchy) if world is None else np.asarray(world, np.float64)
    shapes = len(objects(document.tree, "shapes"))
    return [
        _bone(index, node.bone, node.name or "", hierarchy.skeletons[index], transforms[index], shapes)
        for index, node in enumerate(model.nodes)
        if node.bone is not None
    ]


def _bone(node: int, bone: RawBone, name: str, skeleton: int | None, world: Doubles, shapes: int) -> Bone:
    head = world[:, -1].copy()
    length, shape = bone.length, bone.shape
    if length is None or len(world) <= UP:
        return Bone(node, skeleton, name, head, None, None, None, None)
    along = world[:, UP] * length
    shape_transform = None
    if is_index(shape, shapes):
        shape_transform = world.copy()
        shape_transform[:, -1] = head + along / 2
    return Bone(
        node,
        skeleton,
        name,
        head,
        head + along,
        float(np.sqrt((along * along).sum())),
        shape if shape_transform is not None else None,
        shape_transform,
    )


class Masses(Record):
    """`by_bone`: the mass of each, None where it is unknown; `carriers`: for a bone of mass 0 the one that
    its shape belongs to, None where there is none."""

    by_bone: dict[int, float | None]
    carriers: dict[int, int | None]


def masses(document: Document, world: Doubles | None = None) -> Masses:
    """The masses of all bones.

    What the bones of a skeleton leave of the mass of the physics body above it is shared by those without a
    mass: by the N-volume of their shapes as the world scales them where all of these have one, else equally.
    Raises `BadFile` and `Unsupported` as lifting does.
    """
    require(document)
    document = newest_form(document)
    model = read_model(document.tree)
    hierarchy = Hierarchy.from_model(model)
    transforms = rest_transforms(model, hierarchy) if world is None else np.asarray(world, np.float64)
    result: dict[int, float | None] = {}
    for index, node in enumerate(model.nodes):
        if node.bone is not None:
            result[index] = node.mass
    for index, node in enumerate(model.nodes):
        body = _body_mass(model, hierarchy, index) if node.skeleton is not None else None
        if body is not None:
            _share(document, model, hierarchy.bones_of(index), body, transforms, result)
    return Masses(result, carriers(hierarchy, result))


def _body_mass(model: Model, hierarchy: Hierarchy, skeleton: int) -> float | None:
    parent = hierarchy.parents[skeleton]
    physics = None if parent is None else model.nodes[parent].physics
    motion = None if physics is None else physics.motion
    if motion is None:
        return None
    return motion.mass if "mass" in motion.raw else 1.0


def _share(
    document: Document,
    model: Model,
    members: list[int],
    body: float,
    transforms: Doubles,
    masses: dict[int, float | None],
) -> None:
    needing = [bone for bone in members if masses[bone] is None]
    if not needing:
        return
    left = max(body - sum(masses[bone] or 0.0 for bone in members), 0.0)
    volumes = [_volume(document, model, bone, transforms[bone]) for bone in needing]
    known = [volume for volume in volumes if volume is not None and volume > 0]
    shares = known if len(known) == len(needing) else [1.0] * len(needing)
    total = sum(shares)
    for bone, share in zip(needing, shares, strict=True):
        masses[bone] = left * share / total


def _volume(document: Document, model: Model, bone: int, world: Doubles) -> float | None:
    raw = model.nodes[bone].bone
    shape = None if raw is None else raw.shape
    if shape is None or not is_index(shape, len(objects(document.tree, "shapes"))):
        return None
    volume = shape_volume(document, shape)
    return None if volume is None else volume * abs(float(affine.determinant(world[:, :-1])))


def carriers(hierarchy: Hierarchy, masses: Mapping[int, Any]) -> dict[int, int | None]:
    """For each bone of mass 0, the closest ancestor bone with mass."""
    result: dict[int, int | None] = {}
    for bone in hierarchy.order:
        if bone in masses and masses[bone] == 0:
            parent = hierarchy.parent_of(bone)
            result[bone] = None if parent is None or parent not in masses else result.get(parent, parent)
    return result
