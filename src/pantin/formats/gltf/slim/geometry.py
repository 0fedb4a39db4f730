"""Store meshes with fewer and smaller numbers: influences, quantised weights and normals."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.accessor import values, view
from pantin.formats.gltf.codes import FLOAT, UNSIGNED_BYTE, VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import unlist_unused, unpack_primitive
from pantin.formats.gltf.extension_names import MESH_QUANTIZATION as QUANTIZATION
from pantin.formats.gltf.slim.draft import Draft, Tree
from pantin.formats.gltf.slim.idle import influence_sets

if TYPE_CHECKING:
    from pantin.operations.slimming.rounding import JointPoints

Floats = NDArray[np.float64]


Spared: TypeAlias = Mapping[tuple[int, int], NDArray[np.bool_]]
"""Vertices to leave unchanged, by mesh and primitive."""


class LocatedPrimitive(NamedTuple):
    """A primitive and its location."""

    mesh: int
    number: int
    primitive: Tree


def primitives(draft: Draft) -> Iterator[LocatedPrimitive]:
    for index, mesh in enumerate(draft.entries("meshes")):
        for number, primitive in enumerate(mesh["primitives"]):
            yield LocatedPrimitive(index, number, primitive)


def unpack(document: Document) -> Document:
    """The document with primitives unpacked, so that their numbers can be changed."""
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
    return any("JOINTS_1" in located.primitive["attributes"] for located in primitives(Draft(document)))


def limit_influences(document: Document, most: int, spared: Spared | None = None) -> Document:
    """Limit the joints of each vertex to those with the largest weights; the sum of weights is kept. Spared
    vertices keep all."""
    draft = Draft(unpack(document))
    for located in primitives(draft):
        attributes = located.primitive["attributes"]
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
        kept_whole = (spared or {}).get((located.mesh, located.number), np.zeros(len(weights), bool))
        weights[np.ix_(~kept_whole, np.arange(most, weights.shape[1]))] = 0.0
        kept = weights.sum(axis=1, keepdims=True)
        weights *= np.where(kept > 0, total / np.where(kept > 0, kept, 1.0), 1.0)
        for name, other in sets:
            del attributes[name], attributes[other]
        width = max(1, -(-int((weights != 0).sum(axis=1).max()) // 4))
        put_influences(draft, attributes, joints[:, : 4 * width], weights[:, : 4 * width])
    return draft.finish()


def merge_joints(joints: NDArray[np.int64], weights: Floats) -> tuple[NDArray[np.int64], Floats]:
    """Merge influences of the same joint."""
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


def quantize_weights(document: Document, points: JointPoints | None = None, bits: int = 8) -> Document:
    """Store weights as 16-bit fractions, or with fewer bits, rounded so that vertices move least when joints
    move `points`: 8 bits as bytes, more as floats, which a compression filter reduces to that many bits. They
    sum to 1, as glTF requires and readers normalise. A surface with a vertex that no joint moves keeps
    floats."""
    from pantin.operations.slimming.rounding import round_posed, round_weights

    draft = Draft(unpack(document))
    for located in primitives(draft):
        attributes = located.primitive["attributes"]
        sets = list(influence_sets(attributes))
        names = [name for _, name in sets]
        if not names:
            continue
        stored = [values(draft.document, attributes[name]).astype(np.float64) for name in names]
        weights = np.concatenate(stored, axis=1)
        total = weights.sum(axis=1)
        if weights.min() < 0 or total.min() <= 0:
            continue
        weights /= total[:, None]
        if points is None:
            rounded = round_weights(weights, 65535)
        else:
            joints = np.concatenate([view(draft.document, attributes[name]) for name, _ in sets], axis=1)
            one, entry = (255 if bits == 8 else 1 << bits), (located.mesh, located.number)
            rounded = round_posed(weights, joints.astype(np.int64), points, entry, one)
        for number, name in enumerate(names):
            part = rounded[:, 4 * number : 4 * number + 4]
            if points is not None and bits > 8:
                exact = (part / (1 << bits)).astype("<f4")
                attributes[name] = draft.store_array(exact, target=VERTICES)
            else:
                small = part.astype("<u2" if points is None else "u1")
                attributes[name] = draft.store_array(small, normalized=True, target=VERTICES)
    return draft.finish()


def quantize_normals(document: Document) -> Document:
    """Store normals and tangents as 8-bit fractions with an error of at most half a degree, and their morph
    offsets where these are at most 1."""
    draft = Draft(unpack(document))
    for located in primitives(draft):
        for owner in (located.primitive["attributes"], *located.primitive.get("targets", ())):
            for name in ("NORMAL", "TANGENT"):
                if name in owner and is_float(draft, owner[name]):
                    stored = values(draft.document, owner[name]).astype(np.float64)
                    if owner is not located.primitive["attributes"] and np.abs(stored).max(initial=0.0) > 1:
                        continue
                    rounded = np.round(np.clip(stored, -1, 1) * 127).astype("i1")
                    owner[name] = draft.store_array(rounded, normalized=True, target=VERTICES)
                    require_extension(draft, QUANTIZATION)
    return draft.finish()


def quantize_coordinates(document: Document) -> Document:
    """Store texture coordinates from 0 to 1 as 16-bit fractions; others stay floats."""
    draft = Draft(unpack(document))
    for located in primitives(draft):
        attributes = located.primitive["attributes"]
        for name in (name for name in attributes if name.startswith("TEXCOORD_")):
            if any(name in target for target in located.primitive.get("targets", ())):
                continue
            if is_float(draft, attributes[name]):
                stored = values(draft.document, attributes[name]).astype(np.float64)
                if stored.min(initial=0.0) >= 0 and stored.max(initial=0.0) <= 1:
                    rounded = np.round(stored * 65535).astype("<u2")
                    attributes[name] = draft.store_array(rounded, normalized=True, target=VERTICES)
    return draft.finish()


def quantize_colors(document: Document) -> Document:
    """Store vertex colours from 0 to 1 as 8-bit fractions, the precision of screens; others stay."""
    draft = Draft(unpack(document))
    for located in primitives(draft):
        attributes = located.primitive["attributes"]
        for name in (name for name in attributes if name.startswith("COLOR_")):
            if any(name in target for target in located.primitive.get("targets", ())):
                continue
            if draft.entries("accessors")[attributes[name]]["componentType"] == UNSIGNED_BYTE:
                continue
            stored = values(draft.document, attributes[name]).astype(np.float64)
            if stored.min(initial=0.0) >= 0 and stored.max(initial=0.0) <= 1:
                rounded = np.round(stored * 255).astype("u1")
                attributes[name] = draft.store_array(rounded, normalized=True, target=VERTICES)
    return draft.finish()


REST = {"translation": [0.0, 0.0, 0.0], "rotation": [0.0, 0.0, 0.0, 1.0], "scale": [1.0, 1.0, 1.0]}
"""Default values of node members."""


def shorten_numbers(document: Document, precision: float) -> Document:
    """Round node numbers to as few digits as a precision (a distance) allows, and drop members that are then
    identity. Bounds of accessors become the shortest text of a 32-bit number."""
    draft = Draft(document)
    points = max((abs(x) for node in draft.entries("nodes") for x in node.get("translation", ())), default=0)
    precision = max(precision, 1e-300)
    digits = max(0, math.ceil(-math.log10(precision)))
    # What turns or scales by a part of 1 moves what is that far away.
    turning = max(7, math.ceil(math.log10(min(max(points, 1e-30) / precision, sys.float_info.max))))
    for node in draft.entries("nodes"):
        for member, rest in REST.items():
            if member in node:
                decimals = digits if member == "translation" else min(turning, 15)
                # Adding 0 makes 0 of −0.
                node[member] = [round(float(number), decimals) + 0.0 for number in node[member]]
                if node[member] == rest:
                    del node[member]
    for accessor in draft.entries("accessors"):
        for member in ("min", "max"):
            if member in accessor and accessor["componentType"] == FLOAT:
                accessor[member] = [float(str(np.float32(number))) for number in accessor[member]]
    return draft.finish()


def is_float(draft: Draft, accessor: int) -> bool:
    return bool(draft.entries("accessors")[accessor]["componentType"] == FLOAT)


def require_extension(draft: Draft, name: str) -> None:
    for member in ("extensionsUsed", "extensionsRequired"):
        listed = draft.tree.setdefault(member, [])
        if name not in listed:
            listed.append(name)
