"""Makes `tests/cases/G4MF-*`: for every rule the smallest change that breaks it in a small sound file.

Run it from the root of the project: `python tests/oracles/g4mf_cases.py`. Each case is a change of `Kit`; the
good neighbour is the kit itself, or another change that comes as close as possible without breaking the rule.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import zstandard
from g4mf_writer import PLAIN, ZSTD, Writer, container

CASES = Path(__file__).parents[1] / "cases"
Change = Callable[["Kit"], Any]
ROOT = 3**-0.5


class Kit(Writer):
    """A tetrahedron in 3D with everything: geometry, bindings, a skin of two bones, two blend shapes."""

    def __init__(self) -> None:
        super().__init__(3)
        tree = self.tree
        tree["materials"] = [{"name": "Paint"}]
        tree["shapes"] = [{"name": "Box", "size": [0.2, 1.0, 0.2]}]
        tree["textures"] = [{"name": "Icon", "placeholder": [1.0], "size": [2, 2]}]
        vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
        normals = [[0, 0, -1], [0, -1, 0], [-1, 0, 0], [ROOT, ROOT, ROOT]]
        self.surface: dict[str, Any] = {
            "simplexes": self.accessor([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], "uint8"),
            "edges": self.accessor([[0, 1], [1, 2], [2, 0], [0, 3], [1, 3], [2, 3]], "uint8"),
            "geometry": [self.accessor([3, 0, 1, 2, 3, 0, 4, 3, 3, 2, 5, 3, 3, 1, 5, 4], "uint8")],
            "seams": self.accessor([0, 1], "uint8"),
            "material": 0,
            "normals": {
                "values": self.accessor(normals, "float32"),
                "simplexes": self.accessor([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], "uint8"),
            },
            "textureMap": {
                "values": self.accessor([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], "float32"),
                "simplexes": self.accessor([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3], "uint8"),
            },
        }
        self.skin: dict[str, Any] = {
            "vertices": self.accessor([0, 1, 1, 2, 3], "uint8"),
            "groups": self.accessor([0, 0, 1, 1, 1], "uint8"),
            "weights": self.accessor([1.0, 0.5, 0.5, 1.0, 1.0], "float32"),
            "groupNames": ["Hips", "Arm"],
        }
        self.shape: dict[str, Any] = {
            "name": "Smile",
            "position": self.target([0, 2], [[0.1, 0, 0], [0, 0.1, 0]]),
            "surfaces": [
                {
                    "surface": 0,
                    "normal": self.target([3], [[0.5, 0, 0]]),
                    "textureMap": self.target([1], [[0.5, 0.5]]),
                }
            ],
        }
        self.blend: dict[str, Any] = {
            "amounts": [0.5, 0.0],
            "shapes": [self.shape, {"name": "Frown", "position": self.target([1], [[0, 0, 1]])}],
        }
        self.mesh: dict[str, Any] = {
            "name": "Tetrahedron",
            "vertices": self.accessor(vertices, "float32"),
            "surfaces": [self.surface],
            "skin": self.skin,
            "blend": self.blend,
        }
        tree["meshes"] = [self.mesh]
        tree["nodes"] = self.nodes = [
            {"name": "World", "children": [1]},
            {
                "name": "Body",
                "children": [2],
                "physics": {"motion": {"type": "dynamic", "mass": 3.0}},
                "position": [0.0, 1.0, 0.0],
                "rotor": [0.8, 0.6, 0.0, 0.0],
                "scale": [2.0],
            },
            {"name": "Skeleton", "children": [3, 5], "skeleton": {"joints": [3, 4]}},
            {"name": "Hips", "children": [4], "bone": {"length": 1.0, "mass": 2.0, "shape": 0}},
            {"name": "Arm", "position": [0.0, 1.0, 0.0], "bone": {"length": 0.5, "mass": 1.0}},
            {"name": "Skinned", "meshInstance": {"mesh": 0, "blendAmounts": [1.0, -0.5], "materials": [0]}},
        ]

    def target(self, indices: list[int], offsets: list[list[float]]) -> dict[str, int]:
        return {"indices": self.accessor(indices, "uint8"), "offsets": self.accessor(offsets, "float32")}

    def plain(self) -> Kit:
        """Without bindings, geometry and the targets that need them."""
        for key in ("geometry", "seams", "normals", "textureMap", "edges"):
            self.surface.pop(key, None)
        self.shape.pop("surfaces", None)
        return self

    def second(self, **skin: Any) -> dict[str, Any]:
        """Another skinned mesh under the same skeleton, of which some of the skin differs."""
        mesh = {"vertices": self.mesh["vertices"], "surfaces": [{"edges": self.surface["edges"]}]}
        mesh["skin"] = {**{key: self.skin[key] for key in ("vertices", "groups", "weights")}, **skin}
        self.tree["meshes"].append(mesh)
        self.nodes.append({"meshInstance": {"mesh": 1}})
        self.nodes[2]["children"].append(len(self.nodes) - 1)
        return mesh


def put(path: str, value: Any) -> Change:
    """Set the member at a path such as `skin.groups`; in the kit or in its tree."""

    def change(kit: Kit) -> None:
        *names, last = path.split(".")
        here: Any = kit
        for name in names:
            here = _inside(here, name)
        if isinstance(here, Kit):
            here.tree[last] = value(kit) if callable(value) else value
        else:
            here[int(last) if isinstance(here, list) else last] = value(kit) if callable(value) else value

    return change


def drop(path: str) -> Change:
    def change(kit: Kit) -> None:
        *names, last = path.split(".")
        here: Any = kit
        for name in names:
            here = _inside(here, name)
        here = here.tree if isinstance(here, Kit) else here
        del here[int(last) if isinstance(here, list) else last]

    return change


def _inside(here: Any, name: str) -> Any:
    if isinstance(here, Kit):
        return here.__dict__[name] if name in here.__dict__ else here.tree[name]
    return here[int(name) if isinstance(here, list) else name]


def numbers(rows: list[Any], type: str = "uint8", size: int | None = None) -> Callable[[Kit], int]:
    return lambda kit: kit.accessor(rows, type, size)


def both(*changes: Change) -> Change:
    def change(kit: Kit) -> None:
        for one in changes:
            one(kit)

    return change


def raw(data: Callable[[Kit], bytes]) -> Change:
    return data


def same(kit: Kit) -> None:
    """The kit as it is."""


def binary(edit: Callable[[bytearray], Any] = lambda data: None, **options: Any) -> Change:
    """The kit as a `.g4b`, with its bytes changed."""

    def make(kit: Kit) -> bytes:
        data = bytearray(kit.binary(**options))
        edit(data)
        return bytes(data)

    return make


def chunks(*listed: tuple[bytes, int, bytes]) -> Change:
    return lambda kit: container(listed)


SMALL = b'{"asset":{"dimension":3}}'
TEXT = (b"JSON", PLAIN, SMALL)
BLOB = (b"BLOB", PLAIN, bytes(4))


def patch(offset: int, form: str, value: int) -> Callable[[bytearray], Any]:
    return lambda data: struct.pack_into(form, data, offset, value)


def text(edit: Callable[[bytes], bytes]) -> Change:
    return lambda kit: edit(kit.text())


def with_buffer(**entry: Any) -> Change:
    """A text with one buffer described by hand."""

    def make(kit: Kit) -> bytes:
        tree = {"asset": {"dimension": 3}, "buffers": [{"byteLength": 4, **entry}]}
        return json.dumps(tree).encode() + b"\n"

    return make


def stored(blob: tuple[bytes, int, bytes], **entry: Any) -> Change:
    """A binary file with one buffer in one chunk."""
    tree = {"asset": {"dimension": 3}, "buffers": [{"byteLength": 4, **entry}]}
    return chunks((b"JSON", PLAIN, json.dumps(tree).encode()), blob)


DATA = "data:application/octet-stream;base64,AAAAAA=="


def spring(kit: Kit) -> None:
    """A loop among nodes."""
    kit.nodes += [{"children": [7]}, {"children": [6]}]


def flat_topology(kit: Kit) -> None:
    kit.shape["topologyNormal"] = kit.target([0], [[0, 0, 0]])
    del kit.shape["surfaces"]


def corner_form(kit: Kit) -> None:
    """Normals and texture map per corner, as in January 2026."""
    kit.surface["normals"] = kit.accessor([[0, 0, 1.0]] * 12, "float32")
    kit.surface["textureMap"] = kit.accessor([[0, 0.5]] * 12, "float32")
    del kit.shape["surfaces"]


def cell_normals(size: int) -> Change:
    """Normals per corner and per corner of a face, the latter with this many numbers."""

    def change(kit: Kit) -> None:
        corner_form(kit)
        normals = kit.accessor([[0, 1.0, 0][:size]] * 12, "float32")
        kit.surface["topology"] = {"geometry": kit.surface.pop("geometry"), "normals": normals}

    return change


BONES = "nodes.3.bone"
CHANGES: dict[str, tuple[Change, Change]] = {
    "CORE-001": (drop("asset"), same),
    "CORE-002": (put("asset.dimension", "3"), same),
    "CORE-003": (put("nodes.4.name", "Hips"), same),
    "CORE-004": (put("nodes.1.name", "Bo/dy"), same),
    "CORE-005": (
        put("mesh.extensions", {"X_wave": {}}),
        both(put("mesh.extensions", {"X_wave": {}}), put("asset.extensionsUsed", ["X_wave"])),
    ),
    "CORE-006": (put("asset.extensionsRequired", ["X_wave"]), put("asset.extensionsUsed", ["X_wave"])),
    "CORE-007": (
        put("asset.extensionDependencies", {"X_wave": []}),
        both(put("asset.extensionDependencies", {"X_wave": []}), put("asset.extensionsUsed", ["X_wave"])),
    ),
    "CORE-008": (
        both(put("asset.extensionsRequired", ["X_wave"]), put("asset.extensionsUsed", ["X_wave"])),
        put("asset.extensionsUsed", ["X_wave"]),
    ),
    "CORE-009": (put("surface.material", 1), same),
    "CORE-010": (put("nodes.1.visible", "yes"), put("nodes.1.visible", True)),
    "CORE-011": (
        lambda kit: kit.tree["accessors"][0].update(
            primitiveType=kit.tree["accessors"][0].pop("componentType")
        ),
        same,
    ),
    "CORE-012": (
        both(put("asset.thumbnail", 0), put("textures.0.size", [2, 2, 2])),
        put("asset.thumbnail", 0),
    ),
    "CORE-013": (
        chunks((b"JSON", PLAIN, b'{"asset":{"dimension":9}}')),
        chunks((b"JSON", PLAIN, b'{"asset":{"dimension":8}}')),
    ),
    "CORE-014": (cell_normals(2), cell_normals(3)),
    "CORE-015": (drop("textures.0.size"), same),
    "CORE-016": (put("nodes.5", {"camera": {"fov": 4.0}}), put("nodes.5", {"camera": {"fov": 3.0}})),
    "CORE-017": (
        put("files", [{"mimeType": "image/png"}]),
        put("files", [{"mimeType": "image/png", "uri": "a.png", "bufferView": 0}]),
    ),
    "FILE-001": (lambda kit: b"G4MF" + bytes(20), chunks(TEXT)),
    "FILE-002": (lambda kit: container([TEXT], version=1), chunks(TEXT)),
    "FILE-003": (binary(patch(8, "<Q", 1 << 20)), binary()),
    "FILE-004": (binary(lambda data: data.extend(b"more")), binary()),
    "FILE-005": (binary(lambda data: data.__delitem__(slice(-8, None))), binary()),
    "FILE-006": (binary(patch(8, "<Q", 1 << 63)), binary()),
    "FILE-007": (chunks(BLOB, BLOB), chunks(BLOB, TEXT)),
    "FILE-008": (chunks(TEXT, TEXT), chunks(TEXT, BLOB)),
    "FILE-009": (chunks(TEXT, (b"BLOB", 0xFFFFFFFF, b"")), chunks(TEXT, BLOB)),
    "FILE-010": (chunks((b"JSON", 0x12345678, SMALL)), chunks(TEXT)),
    "FILE-011": (
        chunks((b"JSON", ZSTD, b"\x28\xb5\x2f\xfd" + b"broken" * 4)),
        chunks((b"JSON", ZSTD, zstandard.compress(SMALL))),
    ),
    "FILE-012": (
        lambda kit: container([TEXT, BLOB]).replace(b"} ", b"}x"),
        chunks(TEXT, BLOB),
    ),
    "FILE-013": (chunks(TEXT, (b"NOTE", PLAIN, b"hi")), chunks(TEXT, BLOB)),
    "FILE-014": (
        lambda kit: struct.pack("<4sIQ", b"G4MF", 0, 72) + container([TEXT, BLOB])[16:72],
        chunks(TEXT, BLOB),
    ),
    "FILE-015": (text(lambda data: data.rstrip()[:-1] + b"\n"), same),
    "FILE-016": (text(lambda data: b"\xef\xbb\xbf" + data), same),
    "FILE-017": (text(lambda data: data.replace(b'"Hips"', '"Hips\x85"'.encode(), 1)), same),
    "FILE-018": (text(lambda data: data.replace(b"\n", b"\r\n")), same),
    "FILE-019": (text(lambda data: data + b"\n"), same),
    "FILE-020": (text(lambda data: data.replace(b",\n", b", \n", 1)), same),
    "FILE-021": (text(lambda data: data.replace(b'"asset"', b'"asset":{},"asset"', 1)), same),
    "DATA-001": (
        with_buffer(uri=DATA, byteLength=-4),
        with_buffer(uri=DATA),
    ),
    "DATA-002": (with_buffer(chunk=0), with_buffer(uri=DATA)),
    "DATA-003": (stored(BLOB, chunk=2), stored(BLOB, chunk=1)),
    "DATA-004": (
        stored((b"BLOB", ZSTD, zstandard.compress(bytes(4))), chunk=1),
        stored((b"BLOB", ZSTD, zstandard.compress(bytes(4))), chunk=1, encoding="Zstd"),
    ),
    "DATA-005": (with_buffer(uri="missing.bin"), with_buffer(uri=DATA)),
    "DATA-006": (with_buffer(uri=DATA, byteLength=5), with_buffer(uri=DATA)),
    "DATA-007": (drop("bufferViews.0.byteLength"), same),
    "DATA-008": (put("bufferViews.0.byteLength", 1200), same),
    "DATA-009": (put("accessors.0.bufferView", 99), same),
    "DATA-010": (put("accessors.0.componentType", "uint4"), same),
    "DATA-011": (put("accessors.0.componentType", "uint128"), same),
    "DATA-012": (
        both(numbers([1.0, 2.0], "float32"), lambda kit: kit.tree["bufferViews"][-1].update(byteOffset=6)),
        numbers([1.0, 2.0], "float32"),
    ),
    "DATA-013": (put("accessors.0.vectorSize", 5), same),
    "DATA-014": (put("accessors.0.vectorSize", 0), same),
    "DATA-015": (put("bufferViews.3.byteLength", 1 << 31), same),
    "NODE-001": (put("nodes.4.children", [9]), put("nodes.4.children", [])),
    "NODE-002": (put("nodes.4.children", [5]), same),
    "NODE-003": (spring, same),
    "NODE-004": (put("nodes.0.position", [0, 0, 0]), same),
    "NODE-005": (lambda kit: kit.nodes.append({}), same),
    "NODE-006": (put("nodes.1.position", [0, 1]), same),
    "NODE-007": (
        both(drop("nodes.1.rotor"), drop("nodes.1.scale"), put("nodes.1.basis", [1, 0, 0, 0, 1, 0, 0, 0])),
        both(drop("nodes.1.rotor"), drop("nodes.1.scale"), put("nodes.1.basis", [1, 0, 0, 0, 1, 0, 0, 0, 1])),
    ),
    "NODE-008": (put("nodes.1.rotor", [1, 0, 0]), same),
    "NODE-009": (put("nodes.1.rotor", [0.8, 0.8, 0, 0]), same),
    "NODE-010": (put("nodes.1.scale", [-1]), same),
    "NODE-011": (
        both(drop("nodes.1.rotor"), put("nodes.1.basis", [1, 0, 0, 0, 1, 0, 0, 0, 1])),
        both(drop("nodes.1.rotor"), drop("nodes.1.scale"), put("nodes.1.basis", [1, 0, 0, 0, 1, 0, 0, 0, 1])),
    ),
    "NODE-012": (drop("nodes.5.meshInstance.mesh"), same),
    "NODE-013": (put("nodes.5.meshInstance.materials", [1]), put("nodes.5.meshInstance.materials", [-1])),
    "MESH-001": (drop("mesh.vertices"), same),
    "MESH-002": (put("mesh.vertices", numbers([[0, 0, 0]] * 4, "int8")), same),
    "MESH-003": (put("mesh.surfaces", []), same),
    "MESH-004": (put("mesh.vertices", numbers([[0, 0, float("nan")]] * 4, "float32")), same),
    "MESH-005": (put("surface.simplexes", numbers([[0, 2, 1]] * 4, "float32")), same),
    "MESH-006": (put("surface.simplexes", numbers([[0, 2, 1, 3]] * 3)), same),
    "MESH-007": (put("surface.simplexes", numbers([[0, 2, 4]] * 4)), same),
    "MESH-008": (put("surface.edges", numbers([[0, 1, 2]] * 6)), same),
    "MESH-009": (put("surface.edges", numbers([[0, 4]] * 6)), same),
    "MESH-010": (drop("surface.edges"), same),
    "MESH-011": (put("surface.geometry.0", numbers([3, 0, 1, 2], "int8")), same),
    "MESH-012": (
        put("surface.geometry.0", numbers([4, 0, 1, 2])),
        put("surface.geometry.0", numbers([3, 0, 1, 2])),
    ),
    "MESH-013": (
        put("surface.geometry", lambda kit: kit.surface["geometry"] + [kit.accessor([1, 0], "uint8")] * 2),
        same,
    ),
    "MESH-014": (put("surface.seams", numbers([1, 0])), same),
    "MESH-015": (put("surface.normals.values", numbers([[0, 1]] * 4, "float32")), same),
    "MESH-016": (put("surface.normals.values", numbers([[0, 0, 2.0]] * 4, "float32")), same),
    "MESH-017": (put("surface.normals.simplexes", numbers([0] * 11)), same),
    "MESH-018": (put("surface.normals.simplexes", numbers([4] * 12)), same),
    "MESH-019": (
        both(Kit.plain, drop("surface.simplexes"), put("surface.polytopeSimplexes", True)),
        both(Kit.plain, put("surface.polytopeSimplexes", True)),
    ),
    "MESH-020": (
        put("surface.geometry.0", numbers([3, 0, 1, 5])),
        put("surface.geometry.0", numbers([3, 0, 1, 2])),
    ),
    "MESH-021": (
        put(
            "surface.geometry",
            lambda kit: [
                kit.accessor([3, 0, 1, 2, 3, 3, 4, 5], "uint8"),
                kit.accessor([2, 0, 1], "uint8"),
            ],
        ),
        put(
            "surface.geometry",
            lambda kit: [
                kit.accessor([3, 0, 1, 2, 3, 0, 4, 3], "uint8"),
                kit.accessor([2, 0, 1], "uint8"),
            ],
        ),
    ),
    "MESH-022": (
        put("surface.normals.geometry", lambda kit: [{"accessor": kit.accessor([0] * 4, "uint8")}]),
        put(
            "surface.normals.geometry",
            lambda kit: [{"accessor": kit.accessor([0] * 4, "uint8"), "geometryDimension": 0}],
        ),
    ),
    "LIFT-001": (
        put(
            "surface.normals.geometry",
            lambda kit: [{"accessor": kit.accessor([2, 0, 0], "uint8"), "geometryDimension": 2}],
        ),
        put(
            "surface.normals.geometry",
            lambda kit: [
                {"accessor": kit.accessor([3, 0, 0, 0] * 4, "uint8"), "geometryDimension": 2},
            ],
        ),
    ),
    "SKIN-001": (drop("skin.weights"), same),
    "SKIN-002": (put("skin.weights", 99), same),
    "SKIN-003": (put("skin.groups", numbers([0, 0, 1, 1])), same),
    "SKIN-004": (put("skin.groups", numbers([0, 0, 1, 1, 1], "int8")), same),
    "SKIN-005": (put("skin.groups", numbers([[0, 0]] * 5)), same),
    "SKIN-006": (put("skin.vertices", numbers([0, 1, 1, 2, 3], "int16")), same),
    "SKIN-007": (put("skin.vertices", numbers([[0, 0]] * 5)), same),
    "SKIN-008": (put("skin.weights", numbers([1, 1, 0, 1, 1], "uint8")), same),
    "SKIN-009": (put("skin.weights", numbers([[1.0, 0.0]] * 5, "float32")), same),
    "SKIN-010": (put("skin.vertices", numbers([0, 1, 1, 2, 4])), same),
    "SKIN-011": (put("skin.vertices", numbers([1, 0, 0, 2, 3])), same),
    "SKIN-012": (put("skin.weights", numbers([1.0, 0.25, 0.75, 1.0, 1.0], "float32")), same),
    "SKIN-013": (put("skin.groupNames", ["Hips", "Hips"]), same),
    "SKIN-014": (put("skin.groupNames", ["Hips", ""]), same),
    "SKIN-015": (lambda kit: kit.second(groupNames=["Leg"]), lambda kit: kit.second(groupNames=["Hips"])),
    "SKIN-016": (put("skin.groupNames", ["Hips"]), same),
    "SKIN-017": (put("skin.groups", numbers([0, 0, 2, 1, 1])), same),
    "SKIN-018": (both(put("nodes.2.children", [3]), put("nodes.1.children", [2, 5])), same),
    "SKIN-019": (put("skin.groups", numbers([0, 0, 0, 1, 1])), same),
    "SKIN-020": (put("skin.weights", numbers([1.0, 0.5, float("nan"), 1.0, 1.0], "float32")), same),
    "SKIN-021": (
        put("skin.weights", numbers([1.0, 0.75, 0.5, 1.0, 1.0], "float32")),
        put("skin.weights", numbers([0x38, 0x31, 0x2D, 0x38, 0x38], "float8")),
    ),
    "SKIN-022": (put("skin.groupNames", ["Arm", "Hips"]), same),
    "SKEL-001": (put("nodes.2.skeleton", True), put("nodes.2.skeleton", {})),
    "SKEL-002": (put("nodes.3.skeleton", {}), same),
    "SKEL-003": (put("nodes.2.skeleton.joints", [3, 6]), same),
    "SKEL-004": (put("nodes.2.skeleton.joints", [3, 5]), same),
    "SKEL-005": (
        lambda kit: (
            kit.nodes.append({"skeleton": {"joints": [3]}}),
            kit.nodes[0]["children"].append(6),
        ),
        lambda kit: (kit.nodes.append({"skeleton": {}}), kit.nodes[0]["children"].append(6)),
    ),
    "SKEL-006": (
        put("nodes.2.skeleton.joints", [4, 3]),
        both(put("nodes.2.skeleton.joints", [3, -1, 3, 4]), drop("skin.groupNames")),
    ),
    "SKEL-007": (put("nodes.2.skeleton.joints", [4, 3]), same),
    "SKEL-008": (put("nodes.2.children", [5, 3]), same),
    "SKEL-009": (
        put("nodes.2.skeleton.joints", [-1, 3]),
        both(put("nodes.2.skeleton.joints", [4, -1]), drop("skin.groupNames")),
    ),
    "SKEL-010": (put("nodes.2.skeleton.joints", [3, -1]), same),
    "SKEL-011": (put("nodes.2.skeleton.joints", [3, 3]), same),
    "SKEL-012": (put("nodes.2.skeleton", {}), same),
    "SKEL-013": (both(put("nodes.2.children", [3]), put("nodes.3.children", [4, 5])), same),
    "BONE-001": (put("nodes.4.bone", 0.5), put("nodes.4.bone", {})),
    "BONE-002": (
        lambda kit: (kit.nodes.append({"bone": {}}), kit.nodes[1]["children"].append(6)),
        lambda kit: (kit.nodes.append({"bone": {}}), kit.nodes[4].update(children=[6])),
    ),
    "BONE-003": (
        lambda kit: (kit.nodes.append({"skeleton": {}, "children": [3]}), kit.nodes[0]["children"].append(6)),
        lambda kit: (kit.nodes.append({"skeleton": {}}), kit.nodes[0]["children"].append(6)),
    ),
    "BONE-004": (put(f"{BONES}.length", -1.0), put(f"{BONES}.length", 0.0)),
    "BONE-005": (put(f"{BONES}.mass", -1.0), put(f"{BONES}.mass", 0.0)),
    "BONE-006": (put(f"{BONES}.shape", -1), same),
    "BONE-007": (drop(f"{BONES}.length"), same),
    "BONE-008": (put(f"{BONES}.mass", 2.5), same),
    "BONE-009": (put(f"{BONES}.mass", 0.0), put("nodes.4.bone.mass", 0.0)),
    "BONE-010": (
        put("nodes.4.basis", [1, 0, 0, 0, 0, 0, 0, 0, 1]),
        put("nodes.4.basis", [1, 0, 0, 1, 1, 0, 0, 0, 1]),
    ),
    "BLEND-001": (drop("blend.shapes"), put("blend", {"shapes": []})),
    "BLEND-002": (put("blend.amounts", [0.5]), same),
    "BLEND-003": (drop("shape.position.offsets"), same),
    "BLEND-004": (put("shape.position.indices", numbers([0, 2], "int8")), same),
    "BLEND-005": (put("shape.position.indices", numbers([[0, 2]] * 2)), same),
    "BLEND-006": (put("shape.position.indices", numbers([0, 4])), same),
    "BLEND-007": (put("shape.position.offsets", numbers([[0, 1]] * 2, "float32")), same),
    "BLEND-008": (put("shape.surfaces.0.normal.offsets", numbers([[0, 1]], "float32")), same),
    "BLEND-009": (put("shape.surfaces.0.textureMap.offsets", numbers([[0, 1, 2]], "float32")), same),
    "BLEND-010": (
        put("shape.surfaces.0.normal", lambda kit: kit.target([0], [[0, 0, 2]])),
        put("shape.surfaces.0.normal", lambda kit: kit.target([0], [[0, 0, 0.75]])),
    ),
    "BLEND-011": (put("shape.position.indices", numbers([0, 2, 1])), same),
    "BLEND-012": (put("shape.position.indices", numbers([2, 2])), same),
    "BLEND-013": (drop("shape.name"), same),
    "BLEND-014": (put("shape.name", "Frown"), same),
    "BLEND-015": (
        both(Kit.plain, lambda kit: kit.shape.update(topologyNormal=kit.target([0], [[0, 0, 0]]))),
        flat_topology,
    ),
    "BLEND-016": (drop("surface.normals"), same),
    "BLEND-017": (
        put(
            "shape.surfaces",
            lambda kit: [*kit.shape["surfaces"], {"surface": 1, "normal": kit.target([0], [[0, 0, 0]])}],
        ),
        same,
    ),
    "BLEND-018": (put("shape.surfaces.0.surface", 1), same),
    "BLEND-019": (
        put("shape.surfaces", lambda kit: kit.shape["surfaces"] * 2),
        same,
    ),
    "BLEND-020": (put("shape.surfaces", [{"surface": 0}]), same),
    "BLEND-021": (put("shape.surfaces", []), same),
    "BLEND-022": (put("nodes.5.meshInstance.blendAmounts", [1.0]), same),
    "BLEND-023": (put("shape.position.offsets", numbers([[0, 0, float("inf")]] * 2, "float32")), same),
    "BLEND-024": (
        put("shape.normal", lambda kit: kit.target([0], [[0, 0, 0]])),
        both(corner_form, lambda kit: kit.shape.update(normal=kit.target([0], [[0, 0, 0]]))),
    ),
}
MORE: dict[str, list[tuple[str, Change]]] = {
    "SKIN-020": [("bad-2", put("skin.weights", numbers([1.0, 1.5, -0.5, 1.0, 1.0], "float32")))],
    "FILE-006": [("bad-2", binary(patch(24, "<Q", 1 << 63)))],
    "BLEND-009": [
        (
            "bad-2",
            both(
                corner_form,
                lambda kit: kit.mesh["surfaces"].append(
                    {
                        "simplexes": kit.accessor([[0, 1, 2]], "uint8"),
                        "textureMap": kit.accessor([[0, 0, 0]] * 3, "float32"),
                    }
                ),
                lambda kit: kit.shape.update(textureMap=kit.target([0], [[0, 0]])),
                put("nodes.5.meshInstance.materials", [0]),
            ),
        )
    ],
    "BLEND-006": [
        (
            "bad-2",
            both(corner_form, lambda kit: kit.shape.update(normal=kit.target([12], [[0, 0, 0]]))),
        ),
        (
            "good-2",
            both(corner_form, lambda kit: kit.shape.update(normal=kit.target([11], [[0, 0, 0]]))),
        ),
    ],
    "CORE-011": [("bad-2", both(corner_form, same)), ("bad-3", binary(implicit=True)), ("good-2", binary())],
}


LOSSES: dict[str, tuple[Change, Change]] = {
    "LOSS-G4MF_FILE": (
        put("files", [{"mimeType": "image/png", "uri": "missing.png"}]),
        put("files", [{"mimeType": "image/png", "uri": "https://example.org/there.png"}]),
    ),
}
"""What is lost when a file is saved elsewhere."""


def made(change: Change) -> tuple[str, bytes]:
    kit = Kit()
    result = change(kit)
    data = result if isinstance(result, bytes) else kit.text()
    return (".g4b" if data[:4] == b"G4MF" else ".g4tf"), data


def main() -> None:
    for number, (bad, good) in (CHANGES | LOSSES).items():
        folder = CASES / (number if number.startswith("LOSS") else f"G4MF-{number}")
        folder.mkdir(parents=True, exist_ok=True)
        for name, change in [("bad", bad), ("good", good), *MORE.get(number, [])]:
            suffix, data = made(change)
            (folder / f"{name}{suffix}").write_bytes(data)
        if number in LOSSES:
            (folder / "to").write_bytes(b".g4tf\n")


if __name__ == "__main__":
    main()
