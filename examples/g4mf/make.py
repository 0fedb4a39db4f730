"""Makes the G4MF examples beside this file. They are in the public domain (CC0 1.0).

    python examples/g4mf/make.py

creature.g4b    4D: a tesseract with an arm of two bones, skinned, with masses and shapes
face.g4tf       4D: a tesseract whose face smiles and blinks by blend shapes, with normals and a texture map
arm.g4tf        3D: an arm of two bones with a skin; the same rig that the glTF examples have
toy.g4b         5D: a simplex at the end of a chain of bones, compressed
face-2026-01.g4tf       the face in the words of January 2026
smallest.g4b            the smallest binary file there can be: 57 bytes
tesseract.off           4D: 8 cubes as an OFF text
"""

from __future__ import annotations

import base64
import itertools
import json
import math
import struct
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

import pantin

HERE = Path(__file__).parent
LICENCE = "CC0 1.0: no rights reserved"


def container(text: bytes, blob: bytes, zstd: bool) -> bytes:
    """A binary file of two chunks: type, encoding and size of each, then its data."""
    if zstd:
        import zstandard

        blob = zstandard.ZstdCompressor(level=9, threads=0).compress(blob)
    encoding = b"Zstd" if zstd else bytes(4)
    chunks = b"JSON" + struct.pack("<IQ", 0, len(text)) + text + b" " * (-len(text) % 16)
    chunks += b"BLOB" + encoding + struct.pack("<Q", len(blob)) + blob
    return b"G4MF" + struct.pack("<IQ", 0, 16 + len(chunks)) + chunks


class Polytope(NamedTuple):
    """Vertices, faces as loops of vertices, and cells as lists of faces."""

    vertices: np.ndarray
    faces: list[list[int]]
    cells: list[list[int]]

    def off(self) -> str:
        """It as OFF has it, which counts edges too."""
        edges = {
            tuple(sorted(side))
            for face in self.faces
            for side in zip(face, [*face[1:], face[0]], strict=True)
        }
        counts = len(self.vertices), len(self.faces), len(edges), len(self.cells)
        rows = [" ".join(map(repr, vertex)) for vertex in self.vertices.tolist()]
        rows += [" ".join(map(str, [len(row), *row])) for row in (*self.faces, *self.cells)]
        return "\n".join(["4OFF", f"# A tesseract. {LICENCE}", " ".join(map(str, counts)), *rows, ""])

    def simplexes(self) -> np.ndarray:
        return self._topology().simplexes

    def edges(self) -> np.ndarray:
        return self._topology().edges

    def _topology(self) -> Any:
        """What Pantin divides the cells into."""
        return pantin.load(self.off().encode(), name="polytope.off").rig.meshes[0].surfaces[0].topology


class Builder:
    """A document in the making."""

    def __init__(self, dimension: int, comment: str) -> None:
        asset = {"dimension": dimension, "generator": "Pantin examples", "comment": comment}
        self.tree: dict[str, Any] = {"asset": asset | {"extras": {"license": LICENCE}}}
        self.tree |= {"accessors": [], "bufferViews": []}
        self.data = b""

    def array(self, rows: Any, type: str) -> int:
        array = np.asarray(rows)
        data = np.ascontiguousarray(array, np.dtype(type).newbyteorder("<")).tobytes()
        self.data += bytes(-len(self.data) % 16)
        self.tree["bufferViews"].append({"byteOffset": len(self.data), "byteLength": len(data)})
        self.data += data
        entry: dict[str, Any] = {"bufferView": len(self.tree["bufferViews"]) - 1, "componentType": type}
        if array.ndim == 2:
            entry["vectorSize"] = array.shape[1]
        self.tree["accessors"].append(entry)
        return len(self.tree["accessors"]) - 1

    def binary(self, *, zstd: bool = False) -> bytes:
        entry: dict[str, Any] = {"byteLength": len(self.data), "chunk": 1}
        if zstd:
            entry["encoding"] = "Zstd"
        text = json.dumps(self.tree | {"buffers": [entry]}, separators=(",", ":")).encode()
        return container(text, self.data, zstd)

    def text(self) -> bytes:
        uri = "data:application/octet-stream;base64," + base64.b64encode(self.data).decode()
        tree = self.tree | {"buffers": [{"byteLength": len(self.data), "uri": uri}]}
        return json.dumps(tree, indent="\t").encode() + b"\n"


def tesseract() -> Polytope:
    """Vertices at ±1, faces as loops, cubes as lists of faces."""
    vertices = list(itertools.product((-1.0, 1.0), repeat=4))
    faces: list[list[int]] = []
    for a, b in itertools.combinations(range(4), 2):
        c, d = (axis for axis in range(4) if axis not in (a, b))
        for signs in itertools.product((-1.0, 1.0), repeat=2):
            loop = []
            for corner in ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)):
                point = [0.0] * 4
                point[a], point[b], point[c], point[d] = *corner, *signs
                loop.append(vertices.index(tuple(point)))
            faces.append(loop)
    cells = []
    for axis in range(4):
        for sign in (-1.0, 1.0):
            inside = {index for index, vertex in enumerate(vertices) if vertex[axis] == sign}
            cells.append([index for index, face in enumerate(faces) if set(face) <= inside])
    return Polytope(np.array(vertices), faces, cells)


def box(low: list[float], high: list[float]) -> Polytope:
    """A tesseract put between two corners."""
    shape = tesseract()
    low_, high_ = np.array(low), np.array(high)
    return Polytope(low_ + (shape.vertices + 1) / 2 * (high_ - low_), shape.faces, shape.cells)


def joined(*shapes: Polytope) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Vertices, tetrahedra and edges of several polytopes side by side."""
    starts = np.cumsum([0, *(len(shape.vertices) for shape in shapes)])
    return (
        np.concatenate([shape.vertices for shape in shapes]),
        np.concatenate([shape.simplexes() + start for shape, start in zip(shapes, starts, strict=False)]),
        np.concatenate([shape.edges() + start for shape, start in zip(shapes, starts, strict=False)]),
    )


def skin(builder: Builder, weights: list[list[tuple[int, float]]], names: list[str]) -> dict[str, Any]:
    """Influences, strongest first."""
    rows = [
        (vertex, group, weight)
        for vertex, influences in enumerate(weights)
        for group, weight in sorted(influences, key=lambda influence: -influence[1])
        if weight > 0
    ]
    return {
        "groupNames": names,
        "vertices": builder.array([vertex for vertex, _, _ in rows], "uint16"),
        "groups": builder.array([group for _, group, _ in rows], "uint8"),
        "weights": builder.array([weight for _, _, weight in rows], "float32"),
    }


def creature() -> Builder:
    """A body and an arm along +x that bends where its two bones meet."""
    builder = Builder(4, "A tesseract creature with an arm of two bones.")
    body = box([-1, 0, -1, -1], [1, 2, 1, 1])
    upper = box([1, 0.75, -0.25, -0.25], [2.5, 1.25, 0.25, 0.25])
    lower = box([2.5, 0.75, -0.25, -0.25], [4, 1.25, 0.25, 0.25])
    vertices, simplexes, edges = joined(body, upper, lower)
    weights: list[list[tuple[int, float]]] = []
    for x in vertices[:, 0].tolist():
        if x <= 1.0:
            weights.append([(0, 1.0)])
        elif x >= 4.0:
            weights.append([(2, 1.0)])
        else:
            weights.append([(1, 0.5), (2, 0.5)])
    builder.tree["shapes"] = [
        {"name": "BodyBox", "size": [2.0, 2.0, 2.0, 2.0]},
        {"name": "ArmCapsule", "size": [0.0, 1.0, 0.0, 0.0], "curves": [{"radii": [0.25, 0.25, 0.25, 0.25]}]},
    ]
    builder.tree["materials"] = [{"name": "Skin", "baseColor": {"factor": [0.9, 0.6, 0.4, 1.0]}}]
    builder.tree["meshes"] = [
        {
            "name": "CreatureMesh",
            "vertices": builder.array(vertices, "float32"),
            "surfaces": [
                {
                    "simplexes": builder.array(simplexes, "uint16"),
                    "edges": builder.array(edges, "uint16"),
                    "material": 0,
                }
            ],
            "skin": skin(builder, weights, ["Hips", "UpperArm", "LowerArm"]),
        }
    ]
    # A bone points along its +Y: the arm's are rotated by −90° in the plane xy, so that +Y becomes +x.
    half = math.sqrt(0.5)
    builder.tree["nodes"] = [
        {"name": "World", "children": [1]},
        {"name": "Body", "children": [2], "physics": {"motion": {"type": "dynamic", "mass": 20.0}}},
        {"name": "Skeleton", "children": [3, 6], "skeleton": {"joints": [3, 4, 5]}},
        {"name": "Hips", "children": [4], "bone": {"length": 2.0, "mass": 16.0, "shape": 0}},
        {
            "name": "UpperArm",
            "children": [5],
            "position": [1.0, 1.0, 0.0, 0.0],
            "rotor": [half, -half, 0.0, 0.0, 0.0, 0.0, 0.0],
            "bone": {"length": 1.5, "shape": 1},
        },
        {"name": "LowerArm", "position": [0.0, 1.5, 0.0, 0.0], "bone": {"length": 1.5, "shape": 1}},
        {"name": "Creature", "meshInstance": {"mesh": 0}},
    ]
    return builder


def face() -> Builder:
    """A tesseract with normals and a texture map per cell, two expressions and a mixture of both."""
    builder = Builder(4, "A tesseract face with blend shapes.")
    shape = tesseract()
    simplexes = shape.simplexes()
    points = shape.vertices[simplexes]
    middles = points.mean(1)
    normals = np.zeros((8, 4))
    which = []
    for middle in middles:
        axis = int(np.argmax(np.abs(middle)))
        cell = 2 * axis + int(middle[axis] > 0)
        normals[cell, axis] = math.copysign(1.0, middle[axis])
        which.append(cell)
    front = [index for index, vertex in enumerate(shape.vertices.tolist()) if vertex[2] > 0]
    low = [vertex for vertex in front if shape.vertices[vertex, 1] < 0]
    high = [vertex for vertex in front if shape.vertices[vertex, 1] > 0]
    smile = [[0.25 * math.copysign(1, shape.vertices[vertex, 0]), 0.25, 0.0, 0.0] for vertex in low]
    blink = [[0.0, -0.5, 0.0, 0.0] for _ in high]
    tilt = builder.array([5], "uint8")  # the value of the cell at z = 1
    builder.tree["materials"] = [{"name": "Face", "baseColor": {"factor": [1.0, 0.85, 0.6, 1.0]}}]
    builder.tree["meshes"] = [
        {
            "name": "FaceMesh",
            "vertices": builder.array(shape.vertices, "float32"),
            "surfaces": [
                {
                    "simplexes": builder.array(simplexes, "uint8"),
                    "edges": builder.array(shape.edges(), "uint8"),
                    "material": 0,
                    "normals": {
                        "values": builder.array(normals, "float32"),
                        "simplexes": builder.array(np.repeat(which, 4), "uint8"),
                    },
                    "textureMap": {
                        "values": builder.array((shape.vertices[:, :3] + 1) / 2, "float32"),
                        "simplexes": builder.array(simplexes.reshape(-1), "uint8"),
                    },
                }
            ],
            "blend": {
                "amounts": [0.0, 0.0],
                "shapes": [
                    {
                        "name": "FaceSmile",
                        "position": {
                            "indices": builder.array(low, "uint8"),
                            "offsets": builder.array(smile, "float32"),
                        },
                        "surfaces": [
                            {
                                "surface": 0,
                                "normal": {
                                    "indices": tilt,
                                    "offsets": builder.array([[0, 0.25, 0, 0]], "float32"),
                                },
                                "textureMap": {
                                    "indices": builder.array(low, "uint8"),
                                    "offsets": builder.array([[0.0, 0.125, 0.0]] * len(low), "float32"),
                                },
                            }
                        ],
                    },
                    {
                        "name": "FaceBlink",
                        "position": {
                            "indices": builder.array(high, "uint8"),
                            "offsets": builder.array(blink, "float32"),
                        },
                    },
                ],
            },
        }
    ]
    builder.tree["nodes"] = [
        {"name": "World", "children": [1, 2]},
        {"name": "Calm", "meshInstance": {"mesh": 0}},
        {
            "name": "Merry",
            "position": [4.0, 0.0, 0.0, 0.0],
            "meshInstance": {"mesh": 0, "blendAmounts": [1.0, 0.25]},
        },
    ]
    return builder


def arm() -> Builder:
    """A square rod in 3D along +y, in three rings, with two bones."""
    builder = Builder(3, "An arm of two bones in three dimensions.")
    rings = [
        [x, y, z] for y in (0.0, 1.0, 2.0) for x, z in ((-0.2, -0.2), (0.2, -0.2), (0.2, 0.2), (-0.2, 0.2))
    ]
    sides = []
    for ring in (0, 4):
        for corner in range(4):
            a, b = ring + corner, ring + (corner + 1) % 4
            sides += [[a, a + 4, b + 4], [a, b + 4, b]]
    ends = [[0, 1, 2], [0, 2, 3], [8, 10, 9], [8, 11, 10]]
    weights = [[(0, 1.0)]] * 4 + [[(0, 0.5), (1, 0.5)]] * 4 + [[(1, 1.0)]] * 4
    builder.tree["meshes"] = [
        {
            "name": "ArmMesh",
            "vertices": builder.array(rings, "float32"),
            "surfaces": [{"simplexes": builder.array(sides + ends, "uint8")}],
            "skin": skin(builder, weights, ["UpperArm", "LowerArm"]),
        }
    ]
    builder.tree["nodes"] = [
        {"name": "World", "children": [1]},
        {"name": "Skeleton", "children": [2, 4], "skeleton": {"joints": [2, 3]}},
        {"name": "UpperArm", "children": [3], "bone": {"length": 1.0}},
        {"name": "LowerArm", "position": [0.0, 1.0, 0.0], "bone": {"length": 1.0}},
        {"name": "Arm", "meshInstance": {"mesh": 0}},
    ]
    return builder


def toy() -> Builder:
    """A 5D simplex on a chain of three bones, one of which drives two groups, with a sheared rest."""
    builder = Builder(5, "A simplex of five dimensions on a chain of bones.")
    vertices = np.concatenate([np.zeros((1, 5)), np.eye(5)])
    shape = [list(row) for row in itertools.combinations(range(6), 5)]
    weights = [[(0, 1.0)], [(0, 0.5), (1, 0.5)], [(1, 1.0)], [(1, 0.25), (2, 0.75)], [(2, 1.0)], [(3, 1.0)]]
    shear = np.eye(5)
    shear[0, 1] = 0.25
    for index, row in enumerate(shape):
        missing = next(vertex for vertex in range(6) if vertex not in row)
        sides = vertices[row[1:]] - vertices[row[0]]
        outward = vertices[row].mean(0) - vertices[missing]
        if np.linalg.det(np.vstack([sides, outward])) < 0:
            shape[index] = [*row[:3], row[4], row[3]]
    builder.tree["meshes"] = [
        {
            "name": "ToyMesh",
            "vertices": builder.array(vertices, "float64"),
            "surfaces": [{"simplexes": builder.array(shape, "uint8")}],
            "skin": skin(builder, weights, ["Root", "Middle", "Tip", "TipEnd"]),
        }
    ]
    builder.tree["nodes"] = [
        {"name": "World", "children": [1]},
        {"name": "Skeleton", "children": [2, 5], "skeleton": {"joints": [2, 3, 4, 4]}},
        {"name": "Root", "children": [3], "basis": shear.T.reshape(-1).tolist(), "bone": {"length": 0.5}},
        {"name": "Middle", "children": [4], "position": [0, 0.5, 0, 0, 0], "bone": {"length": 0.5}},
        {"name": "Tip", "position": [0, 0.5, 0, 0, 0.25], "scale": [2.0], "bone": {}},
        {"name": "Toy", "position": [0.1, 0.2, 0.3, 0.4, 0.5], "meshInstance": {"mesh": 0}},
    ]
    return builder


def older_form(data: bytes) -> bytes:
    """A .g4tf in the form of January 2026."""
    with TemporaryDirectory() as folder:
        target = Path(folder, "older.g4tf")
        pantin.convert(data, target, name="face.g4tf", dialect="2026-01")
        return target.read_bytes()


def files() -> dict[str, bytes]:
    """Every example by name."""
    return {
        "creature.g4b": creature().binary(),
        "face-2026-01.g4tf": older_form(face().text()),
        "face.g4tf": face().text(),
        "arm.g4tf": arm().text(),
        "toy.g4b": toy().binary(zstd=True),
        "smallest.g4b": b"G4MF"
        + struct.pack("<IQ", 0, 57)
        + b"JSON"
        + struct.pack("<IQ", 0, 25)
        + b'{"asset":{"dimension":4}}',
        "tesseract.off": tesseract().off().encode(),
    }


if __name__ == "__main__":
    for name, data in files().items():
        (HERE / name).write_bytes(data)
