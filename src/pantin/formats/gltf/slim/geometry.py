"""Store meshes with fewer and smaller numbers: influences, quantised weights and normals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.accessor import values, view
from pantin.formats.gltf.codes import FLOAT, VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import unlist_unused, unpack_primitive
from pantin.formats.gltf.extension_names import MESH_QUANTIZATION as QUANTIZATION
from pantin.formats.gltf.slim.draft import Draft, Tree
from pantin.formats.gltf.slim.idle import influence_sets

Floats = NDArray[np.float64]


Spared: TypeAlias = Mapping[tuple[int, int], NDArray[np.bool_]]
"""By mesh and primitive, which vertices are left as they are."""


class Place(NamedTuple):
    """A primitive and where it is."""

    mesh: int
    number: int
    primitive: Tree


def primitives(draft: Draft) -> Iterator[Place]:
    for index, mesh in enumerate(draft.entries("meshes")):
        for number, primitive in enumerate(mesh["primitives"]):
            yield Place(index, number, primitive)


def unpack(document: Document) -> Document:
    """The document without packed primitives, whose numbers can then be changed."""
    copy = document.copy()
    done = [
        unpack_primitive(copy, index, number)
        for index, mesh in enumerate(copy.tree.get("meshes", ()))
        for number in range(len(mesh["primitives"]))
    ]
    if any(done):
        unlist_unused(copy)
    return copy if any(done) else document


def has_second_influences(document: Document) -> bool:
    """Whether a vertex may have more than four joints."""
    return any("JOINTS_1" in place.primitive["attributes"] for place in primitives(Draft(document)))


def limit_influences(document: Document, most: int, spared: Spared | None = None) -> Document:
    """Limit the joints of each vertex to those with the largest weights, which keep their sum. Spared
    vertices keep all."""
    draft = Draft(unpack(document))
    for place in primitives(draft):
        attributes = place.primitive["attributes"]
        sets = list(influence_sets(attributes))
        if not sets:
            continue
        joints = np.concatenate([view(draft.document, attributes[name]) for name, _ in sets], axis=1)
        weights = np.concatenate([values(draft.document, attributes[name]) for _, name in sets], axis=1)
        joints, weights = merge_joints(joints.astype(np.int64), weights.astype(np.float64))
        if (weights != 0).sum(axis=1).max() <= most and len(sets) * 4 <= -(-most // 4) * 4:
            continue
        order = np.argsort(-weights, axis=1, kind="stable")
        joints, weights = np.take_along_axis(joints, order, 1), np.take_along_axis(weights, order, 1)
        total = weights.sum(axis=1, keepdims=True)
        kept_whole = (spared or {}).get((place.mesh, place.number), np.zeros(len(weights), bool))
        weights[np.ix_(~kept_whole, np.arange(most, weights.shape[1]))] = 0.0
        kept = weights.sum(axis=1, keepdims=True)
        weights *= np.where(kept > 0, total / np.where(kept > 0, kept, 1.0), 1.0)
        for name, other in sets:
            del attributes[name], attributes[other]
        width = max(1, -(-int((weights != 0).sum(axis=1).max()) // 4))
        put_influences(draft, attributes, joints[:, : 4 * width], weights[:, : 4 * width])
    return draft.finish()


def merge_joints(joints: NDArray[np.int64], weights: Floats) -> tuple[NDArray[np.int64], Floats]:
    """Influences of the same joint as one."""
    weights = weights.copy()
    for column in range(1, joints.shape[1]):
        for earlier in range(column):
            same = (joints[:, column] == joints[:, earlier]) & (weights[:, column] != 0)
            weights[same, earlier] += weights[same, column]
            weights[same, column] = 0.0
    return joints, weights


def put_influences(draft: Draft, attributes: Tree, joints: NDArray[Any], weights: Floats) -> None:
    """Store influences in sets of four."""
    joints = np.where(weights != 0, joints, 0)
    kind = "u1" if joints.max(initial=0) < 256 else "<u2"
    for number in range(joints.shape[1] // 4):
        part = slice(4 * number, 4 * number + 4)
        attributes[f"JOINTS_{number}"] = draft.store_array(joints[:, part].astype(kind), target=VERTICES)
        attributes[f"WEIGHTS_{number}"] = draft.store_array(weights[:, part].astype("<f4"), target=VERTICES)


def quantize_weights(document: Document) -> Document:
    """Weights as 16-bit fractions. Sums stay what they are: those of most files are 1, and a reader does not
    divide by any other. Weights that sum to more than 1 stay floats."""
    draft = Draft(unpack(document))
    for place in primitives(draft):
        attributes = place.primitive["attributes"]
        names = [name for _, name in influence_sets(attributes)]
        if not names:
            continue
        stored = [values(draft.document, attributes[name]).astype(np.float64) for name in names]
        weights = np.concatenate(stored, axis=1)
        total = weights.sum(axis=1)
        if weights.min() < 0 or np.abs(total - 1.0).max() > 1e-3:
            continue
        rounded = round_weights(weights, 65535)
        for number, name in enumerate(names):
            part = rounded[:, 4 * number : 4 * number + 4].astype("<u2")
            attributes[name] = draft.store_array(part, normalized=True, target=VERTICES)
    return draft.finish()


def round_weights(weights: Floats, one: int) -> NDArray[np.int64]:
    """Weights that sum to 1 as integers that sum to `one`: what rounding leaves goes to the largest."""
    rounded = np.round(weights * one).astype(np.int64)
    largest = rounded.argmax(axis=1)
    rows = np.arange(len(rounded))
    rounded[rows, largest] += one - rounded.sum(axis=1)
    return rounded


def quantize_normals(document: Document) -> Document:
    """Normals and tangents as 8-bit fractions, which are off by half a degree at most."""
    draft = Draft(unpack(document))
    for place in primitives(draft):
        attributes = place.primitive["attributes"]
        for name in ("NORMAL", "TANGENT"):
            if name in attributes and is_float(draft, attributes[name]):
                stored = values(draft.document, attributes[name]).astype(np.float64)
                rounded = np.round(np.clip(stored, -1, 1) * 127).astype("i1")
                attributes[name] = draft.store_array(rounded, normalized=True, target=VERTICES)
                require_extension(draft, QUANTIZATION)
    return draft.finish()


def is_float(draft: Draft, accessor: int) -> bool:
    return bool(draft.entries("accessors")[accessor]["componentType"] == FLOAT)


def require_extension(draft: Draft, name: str) -> None:
    for member in ("extensionsUsed", "extensionsRequired"):
        listed = draft.tree.setdefault(member, [])
        if name not in listed:
            listed.append(name)
