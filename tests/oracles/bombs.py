"""Small files that describe much data, one function each: whatever they ask for, `size` bytes of it.

Run as a program with a file and a folder, it tries every verb on the file and prints the most memory that
each kind of outcome took: `python bombs.py FILE FOLDER`.
"""

from __future__ import annotations

import gc
import io
import json
import resource
import struct
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

FLOATS = {"componentType": 5126, "type": "VEC3"}
Tree = dict[str, Any]


def glb(tree: Tree, data: bytes = b"") -> bytes:
    tree = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
    } | tree
    if data:
        tree["buffers"] = [{"byteLength": len(data)}]
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    data += bytes(-len(data) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    chunks += struct.pack("<II", len(data), 0x004E4942) + data if data else b""
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


def primitive(attributes: Tree, **members: Any) -> Tree:
    return {"meshes": [{"primitives": [{"attributes": attributes, **members}]}]}


def sparse(count: int, **members: Any) -> Tree:
    places = {"indices": {"bufferView": 0, "componentType": 5125}, "values": {"bufferView": 1}}
    return {**FLOATS, "count": count, "sparse": {"count": 1, **places}, **members}


SPARSE_DATA = struct.pack("<I3f", 5, 1.0, 2.0, 3.0)
SPARSE_VIEWS = [{"buffer": 0, "byteLength": 4}, {"buffer": 0, "byteOffset": 4, "byteLength": 12}]


def sparse_targets(size: int) -> bytes:
    """Sparse morph targets over zeros."""
    count = 200
    accessors = [sparse(size // count // 12)] * (count + 1)
    targets = [{"POSITION": index + 1} for index in range(count)]
    views = {"accessors": accessors, "bufferViews": SPARSE_VIEWS}
    return glb({**views, **primitive({"POSITION": 0}, targets=targets)}, SPARSE_DATA)


def sparse_positions(size: int) -> bytes:
    """Vertices that are sparse over zeros."""
    views = {"accessors": [sparse(size // 12)], "bufferViews": SPARSE_VIEWS}
    return glb({**views, **primitive({"POSITION": 0})}, SPARSE_DATA)


def sparse_over_one_view(size: int) -> bytes:
    """Sparse accessors that each copy the same stored numbers."""
    stored = 300_000
    data = SPARSE_DATA + bytes(stored * 12)
    views = [*SPARSE_VIEWS, {"buffer": 0, "byteOffset": 16, "byteLength": stored * 12}]
    count = size // (stored * 12)
    accessors = [sparse(stored, bufferView=2)] * (count + 1)
    targets = [{"POSITION": index + 1} for index in range(count)]
    return glb(
        {"accessors": accessors, "bufferViews": views, **primitive({"POSITION": 0}, targets=targets)}, data
    )


def zero_positions(size: int) -> bytes:
    """Vertices that no buffer view stores."""
    return glb({"accessors": [{**FLOATS, "count": size // 12}], **primitive({"POSITION": 0})})


def zero_surfaces(size: int) -> bytes:
    """Many surfaces that no buffer view stores."""
    count = 100
    accessors = [{**FLOATS, "count": size // count // 12}] * count
    surfaces = [{"attributes": {"POSITION": index}} for index in range(count)]
    return glb({"accessors": accessors, "meshes": [{"primitives": surfaces}]})


def zero_indices(size: int) -> bytes:
    """Triangles whose indices no buffer view stores: each byte becomes eight."""
    accessors = [{**FLOATS, "count": 3}, {"componentType": 5121, "type": "SCALAR", "count": size // 8}]
    return glb({"accessors": accessors, **primitive({"POSITION": 0}, indices=1)})


def normalised_targets(size: int) -> bytes:
    """Morph targets that read the same bytes, each as floats of its own."""
    vertices = 100_000
    count = size // (vertices * 12)
    quantised = {
        "bufferView": 0,
        "componentType": 5120,
        "normalized": True,
        "type": "VEC3",
        "count": vertices,
    }
    accessors = [quantised] * (count + 1)
    targets = [{"POSITION": index + 1} for index in range(count)]
    views = [{"buffer": 0, "byteLength": 4 * vertices, "byteStride": 4}]
    members = {"accessors": accessors, "bufferViews": views, "extensionsUsed": ["KHR_mesh_quantization"]}
    return glb({**members, **primitive({"POSITION": 0}, targets=targets)}, bytes(4 * vertices))


def influence_sets(size: int) -> bytes:
    """Influences in many sets that are the same."""
    vertices, sets = 20_000, size // (20_000 * 20)
    accessors = [
        {**FLOATS, "bufferView": 0, "count": vertices},
        {"bufferView": 0, "componentType": 5121, "type": "VEC4", "count": vertices},
        {"bufferView": 0, "componentType": 5126, "type": "VEC4", "count": vertices},
    ]
    attributes = {"POSITION": 0}
    for number in range(sets):
        attributes |= {f"JOINTS_{number}": 1, f"WEIGHTS_{number}": 2}
    tree = {"accessors": accessors, "bufferViews": [{"buffer": 0, "byteLength": 16 * vertices}]}
    skin = {"skins": [{"joints": [0]}], "nodes": [{"mesh": 0, "skin": 0}]}
    return glb({**tree, **skin, **primitive(attributes)}, bytes(16 * vertices))


def instances(size: int) -> bytes:
    """One mesh on many nodes."""
    vertices, nodes = 30_000, size // (30_000 * 12)
    accessors = [{**FLOATS, "bufferView": 0, "count": vertices}]
    tree = {"accessors": accessors, "bufferViews": [{"buffer": 0, "byteLength": 12 * vertices}]}
    nodes_of = {"nodes": [{"mesh": 0}] * nodes, "scenes": [{"nodes": list(range(nodes))}]}
    return glb({**tree, **nodes_of, **primitive({"POSITION": 0})}, bytes(12 * vertices))


def channels(size: int) -> bytes:
    """Clips whose channels read the same bytes, each as numbers of its own."""
    keys, nodes = 10_000, max(2, size // (10_000 * 4 * 8))
    times = struct.pack(f"<{keys}f", *range(keys))
    accessors: list[Tree] = [{"bufferView": 0, "componentType": 5126, "type": "SCALAR", "count": keys}]
    quantised = {"bufferView": 1, "componentType": 5120, "normalized": True, "type": "VEC4", "count": keys}
    accessors += [quantised] * nodes
    samplers = [{"input": 0, "output": index + 1} for index in range(nodes)]
    listed = [{"sampler": index, "target": {"node": index, "path": "rotation"}} for index in range(nodes)]
    views = [
        {"buffer": 0, "byteLength": 4 * keys},
        {"buffer": 0, "byteOffset": 4 * keys, "byteLength": 4 * keys},
    ]
    tree = {"accessors": accessors, "bufferViews": views, "nodes": [{}] * nodes}
    animations = {"animations": [{"channels": listed, "samplers": samplers}]}
    return glb({**tree, **animations, "scenes": [{"nodes": list(range(nodes))}]}, times + b"\x7f" * 4 * keys)


def images(size: int) -> bytes:
    """Textures of one colour, a few kilobytes each when compressed."""
    side = 2000
    count = size // (side * side * 4)
    picture = png(side)
    surfaces = [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "material": index} for index in range(count)]
    tree: Tree = {
        "accessors": [
            {**FLOATS, "bufferView": 1, "count": 3},
            {**FLOATS, "bufferView": 1, "count": 3, "type": "VEC2"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": len(picture)},
            {"buffer": 0, "byteOffset": len(picture) + -len(picture) % 4, "byteLength": 36},
        ],
        "images": [{"bufferView": 0, "mimeType": "image/png"} for _ in range(count)],
        "textures": [{"source": index} for index in range(count)],
        "materials": [
            {"pbrMetallicRoughness": {"baseColorTexture": {"index": index}}} for index in range(count)
        ],
        "meshes": [{"primitives": surfaces}],
    }
    corners = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
    return glb(tree, picture + bytes(-len(picture) % 4) + corners)


def png(side: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes(side * (1 + 3 * side)), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def meshopt_views(size: int) -> bytes:
    """Buffer views that unpack the same stream."""
    import meshopt
    import numpy as np

    vertices = 50_000
    packed = meshopt.encode_vertex_buffer(np.zeros((vertices, 3), np.float32))
    count = size // (vertices * 12)
    stream = {
        "buffer": 0,
        "byteLength": len(packed),
        "byteStride": 12,
        "count": vertices,
        "mode": "ATTRIBUTES",
    }
    view = {
        "buffer": 0,
        "byteLength": 12 * vertices,
        "byteStride": 12,
        "extensions": {"EXT_meshopt_compression": stream},
    }
    tree = {
        "extensionsUsed": ["EXT_meshopt_compression"],
        "extensionsRequired": ["EXT_meshopt_compression"],
        "bufferViews": [view] * count,
        "accessors": [{**FLOATS, "bufferView": index, "count": vertices} for index in range(count)],
        "meshes": [{"primitives": [{"attributes": {"POSITION": index}} for index in range(count)]}],
    }
    return glb(tree, packed)


def draco_streams(size: int) -> bytes:
    """A mesh of equal points in some bytes, in many primitives."""
    import DracoPy
    import numpy as np

    vertices, count = 100_000, size // (100_000 * 12)
    points = np.zeros((vertices, 3), np.float32)
    stream = DracoPy.encode(points, np.array([[0, 1, 2]], "<u4"), preserve_order=True, compression_level=0)
    surfaces, accessors, views, data = [], [], [], b""
    for number in range(count):
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(stream)})
        data += stream + bytes(-len(stream) % 4)
        extension = {"KHR_draco_mesh_compression": {"bufferView": number, "attributes": {"POSITION": 0}}}
        accessors += [
            {**FLOATS, "count": vertices},
            {"componentType": 5125, "type": "SCALAR", "count": 3},
        ]
        attributes = {"POSITION": 2 * number}
        surfaces.append({"attributes": attributes, "indices": 2 * number + 1, "extensions": extension})
    names = {key: ["KHR_draco_mesh_compression"] for key in ("extensionsUsed", "extensionsRequired")}
    return glb(
        {**names, "accessors": accessors, "bufferViews": views, "meshes": [{"primitives": surfaces}]}, data
    )


def g4b(chunks: list[tuple[bytes, int, bytes]]) -> bytes:
    body = b""
    for kind, encoding, data in chunks:
        body += kind + struct.pack("<IQ", encoding, len(data)) + data + bytes(-len(data) % 16)
    return b"G4MF" + struct.pack("<IQ", 0, 16 + len(body)) + body


ZSTD = int.from_bytes(b"Zstd", "little")


def zstd_buffers(size: int) -> bytes:
    """Buffers that unpack the same chunk, as vertices of several meshes."""
    import zstandard

    length = 1_600_000
    count = size // length
    tree = {
        "asset": {"dimension": 4},
        "buffers": [{"byteLength": length, "chunk": 1, "encoding": "Zstd"} for _ in range(count)],
        "bufferViews": [{"buffer": index, "byteLength": length} for index in range(count)],
        "accessors": [
            {"bufferView": index, "componentType": "float8", "vectorSize": 4} for index in range(count)
        ],
        "meshes": [{"vertices": index, "surfaces": [{}]} for index in range(count)],
        "nodes": [{"mesh": {"mesh": index}} for index in range(count)],
    }
    return g4b([(b"JSON", 0, json.dumps(tree).encode()), (b"BLOB", ZSTD, zstandard.compress(bytes(length)))])


def zstd_text(size: int) -> bytes:
    """A JSON text of nothing but empty objects."""
    import zstandard

    text = b'{"asset": {"dimension": 4}, "nodes": [' + b"{}," * (size // 72) + b"{}]}"
    return g4b([(b"JSON", ZSTD, zstandard.compress(text))])


def npz_arrays(size: int) -> bytes:
    """An archive of zeros."""
    import numpy as np

    out = io.BytesIO()
    np.savez_compressed(out, vertices=np.zeros((size // 24, 3)), faces=np.zeros((3, 3), np.int64))
    return out.getvalue()


BOMBS: dict[str, tuple[str, Callable[[int], bytes]]] = {
    make.__name__: (suffix, make)
    for suffix, makers in {
        ".glb": (
            sparse_targets,
            sparse_positions,
            sparse_over_one_view,
            zero_positions,
            zero_surfaces,
            zero_indices,
            normalised_targets,
            influence_sets,
            instances,
            channels,
            images,
            meshopt_views,
            draco_streams,
        ),
        ".g4b": (zstd_buffers, zstd_text),
        ".npz": (npz_arrays,),
    }.items()
    for make in makers
}


def peak_megabytes() -> int:
    """The most memory that this process had. Not `ru_maxrss` where there is better: Linux lets a process
    begin with that of the one that started it."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) // 1024
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def try_verbs(path: Path, folder: Path) -> None:
    """Try every verb on a file; whatever it raises must be an error of the library."""
    import pantin

    def pose(target: str) -> None:
        pantin.save(pantin.pose(pantin.load(path)), folder / target)

    verbs: dict[str, Callable[[], object]] = {
        "nothing": lambda: None,
        "check": lambda: pantin.check(path),
        "inspect": lambda: pantin.inspect(path),
        "render": lambda: pantin.render(pantin.load(path), size=(64, 64)),
        "convert to .glb": lambda: pantin.convert(path, folder / "out.glb"),
        "convert to .g4b": lambda: pantin.convert(path, folder / "out.g4b"),
        "convert to .npz": lambda: pantin.convert(path, folder / "out.npz"),
        "convert to .obj": lambda: pantin.convert(path, folder / "out.obj"),
        "pose to .glb": lambda: pose("posed.glb"),
        "pose to .obj": lambda: pose("posed.obj"),
    }
    for name, run in verbs.items():
        try:
            run()
            outcome = "done"
        except (pantin.PantinError, ValueError) as error:
            outcome = f"{type(error).__name__}: {error}"
        gc.collect()
        peak = peak_megabytes()
        print(json.dumps({"verb": name, "peak": peak, "outcome": outcome}))


if __name__ == "__main__":
    try_verbs(Path(sys.argv[1]), Path(sys.argv[2]))
