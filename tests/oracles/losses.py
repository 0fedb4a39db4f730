"""Makes the cases of what conversions lose: `tests/cases/LOSS-*`, each with a file `to` or `anew`.

Run it from the root of the project: `python tests/oracles/losses.py`.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import numpy as np

from pantin.base.records import replace
from pantin.formats.g4mf import FORMAT as G4MF
from pantin.formats.g4mf.document import Document
from pantin.formats.g4mf.save import to_bytes as g4mf_bytes
from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.gltf.save import to_bytes
from pantin.formats.rigy import FORMAT as RIGY
from pantin.rig import (
    Camera,
    Channel,
    Clip,
    Image,
    Influences,
    Instance,
    Material,
    Mesh,
    Node,
    Orthographic,
    Perspective,
    Rig,
    Scene,
    Skeleton,
    Skin,
    Spring,
    SpringJoint,
    SpringSettings,
    Surface,
    Texture,
    TextureTransform,
    TextureUse,
    build,
)
from pantin.rig.topology import ElementAttribute, Topology

CASES = Path(__file__).parents[1] / "cases"
TRIANGLE = Surface(np.eye(3, dtype=np.float32))
CLIP = Clip((Channel(0, "translation", np.zeros(1, np.float32), np.zeros((1, 3), np.float32)),), "Still")
EDGES = np.array([[0, 1], [1, 2], [0, 2]])
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63f8"
    "0f0001010100b138f6140000000049454e44ae426082"
)
"""A PNG of one pixel."""


BOUNDS = {"min": [0] * 3, "max": [1] * 3}
ONCE = replace(TRIANGLE, texcoords=(np.zeros((3, 2), np.float32),))
TWICE = replace(TRIANGLE, texcoords=(np.zeros((3, 2), np.float32),) * 2)


def plain(surface: Surface = TRIANGLE, names: tuple[str, ...] = ("World", "Thing"), **more: object) -> Rig:
    nodes = [Node(names[0]), Node(names[1], 0)]
    given = {"scenes": [Scene((0,))], "default_scene": 0, "meshes": [Mesh((surface,))]} | more
    return build(nodes=nodes, instances=[Instance(1, 0)], **given)  # type: ignore[arg-type]


def skinned(shift: float = 0.0, weight: float = 1.0, names: tuple[str, ...] | None = None) -> Rig:
    """Two joints; the second was bound `shift` beside where it rests."""
    influences = Influences(np.arange(4), np.array([0, 0, 1]), np.full(3, weight, np.float32))
    binds = np.tile(np.eye(3, 4), (2, 1, 1))
    binds[1, :, 3] = [-shift, -1, 0]
    return build(
        nodes=[Node("World"), Node("Hips", 0), Node("Arm", 1, translation=[0, 1, 0]), Node("Skinned", 0)],
        meshes=[Mesh((replace(TRIANGLE, influences=influences),), group_names=names)],
        skins=[Skin(np.array([1, 2]), binds)],
        instances=[Instance(3, 0, 0)],
        scenes=[Scene((0,))],
        default_scene=0,
    )


def with_skeletons(between: bool) -> Rig:
    """Two skeletons, the second on a bone of the first, or on a node between."""
    parents = [-1, 0, 2 if between else 0, 1 if between else 0]
    nodes = [Node("Body", -1), Node("Hips", 0), Node("Hand", 3 if between else 1), Node("Belt", parents[3])]
    return build(
        nodes=nodes,
        skins=[Skin(np.array([1])), Skin(np.array([2]))],
        skeletons=[Skeleton(np.array([1]), 1), Skeleton(np.array([2]), 2)],
        scenes=[Scene((0,))],
    )


def sprung(*springs: Spring) -> Rig:
    return build(nodes=[Node("Head"), Node("Hair", 0)], springs=SpringSettings(springs), scenes=[Scene((0,))])


def bound(over: str) -> Surface:
    """A triangle with one normal for it all, or with a normal for each vertex."""
    if over == "vertices":
        return replace(TRIANGLE, normals=np.tile(np.float32([0, 0, 1]), (3, 1)))
    one = ElementAttribute(
        np.float32([[0, 0, 1]]), np.zeros(1, int), np.array([0, 3]), np.arange(3), elements=over
    )
    return replace(TRIANGLE, topology=Topology(np.array([[0, 1, 2]]), normals=(one,)))


def seen(lens: Perspective | Orthographic) -> Rig:
    """A camera."""
    return build(nodes=[Node("Eye", camera=0)], cameras=[Camera(lens)], scenes=[Scene((0,))])


def textured(transform: TextureTransform) -> Rig:
    """A triangle with a texture that is moved."""
    material = Material(base_color_texture=TextureUse(0, transform=transform))
    surface = replace(TRIANGLE, texcoords=(np.zeros((3, 2), np.float32),), material=0)
    return plain(surface, materials=[material], textures=[Texture((0,))], images=[Image(PIXEL, "image/png")])


def alone(surface: Surface = TRIANGLE, name: str = "Thing", **node: bool) -> Rig:
    """One node with one surface."""
    return build(nodes=[Node(name, **node)], meshes=[Mesh((surface,))], instances=[Instance(0, 0)])  # type: ignore[arg-type]


def pictured(used: bool) -> Rig:
    """An image in a texture that a material uses, or that nothing does."""
    material = Material(base_color_texture=TextureUse(0) if used else None)
    parts = {"materials": [material], "textures": [Texture((0,))], "images": [Image(PIXEL, "image/png")]}
    surface = replace(ONCE, material=0)
    return build(nodes=[Node("Thing")], meshes=[Mesh((surface,))], instances=[Instance(0, 0)], **parts)  # type: ignore[arg-type]


def sliced(count: int) -> Rig:
    """A texture of this many images."""
    material = Material(base_color_texture=TextureUse(0))
    images = [Image(PIXEL, "image/png") for _ in range(count)]
    return plain(materials=[material], textures=[Texture(tuple(range(count)))], images=images)


def image(uri: str) -> tuple[str, bytes]:
    """A file with an image."""
    text = '{"asset": {"version": "2.0"}, "images": [{"uri": "%s"}]}\n' % uri  # noqa: UP031 (braces)
    return ".gltf", text.encode()


def metal(factor: float) -> tuple[str, bytes]:
    """A file with a material that is metallic by this factor."""
    material = {"pbrMetallicRoughness": {"metallicFactor": factor}}
    return ".gltf", (json.dumps({"asset": {"version": "2.0"}, "materials": [material]}) + "\n").encode()


def numbered(dtype: str) -> tuple[str, bytes]:
    """A triangle with a number for each vertex: a float32 has not all numbers of 32 bits."""
    numbers = np.array([1, 2, np.iinfo(np.dtype(dtype)).max], dtype)
    stride = numbers.view(np.uint8).reshape(3, -1)
    rows = np.zeros((3, 4), np.uint8)
    rows[:, : stride.shape[1]] = stride
    data = np.eye(3, dtype="<f4").tobytes() + rows.tobytes()
    uri = "data:application/octet-stream;base64," + b64encode(data).decode()
    kind = {"<u2": 5123, "<u4": 5125}[dtype]
    tree = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": len(data), "uri": uri}],
        "bufferViews": [
            {"buffer": 0, "byteLength": 36, "target": 34962},
            {"buffer": 0, "byteOffset": 36, "byteLength": 12, "byteStride": 4, "target": 34962},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"} | BOUNDS,
            {"bufferView": 1, "componentType": kind, "count": 3, "type": "SCALAR"},
        ],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "_ID": 1}}]}],
        "nodes": [{"mesh": 0}],
    }  # fmt: skip
    return ".gltf", (json.dumps(tree) + "\n").encode()


def glb(rig: Rig) -> tuple[str, bytes]:
    return ".glb", to_bytes(GLTF.lower(rig, GLTF.write_options())[0])


def g4b(rig: Rig, change: Callable[[Document], None] | None = None) -> tuple[str, bytes]:
    document, _ = G4MF.lower(rig, G4MF.write_options())
    if change is not None:
        change(document)
    return ".g4b", g4mf_bytes(document)


def bind_edges(document: Document) -> None:
    """Gives each edge of the first surface a normal of its own."""
    values = document.append_array(np.eye(3, dtype=np.float32), "float32")
    which = document.append_array(np.arange(3), "uint8")
    tier = {"accessor": which, "geometryDimension": 1, "decomposeDimension": 1}
    document.set("/meshes/0/surfaces/0/normals", {"values": values, "geometry": [tier]})


def edged() -> tuple[str, bytes]:
    """A triangle whose edges have normals."""
    return g4b(plain(replace(TRIANGLE, topology=Topology(np.array([[0, 1, 2]]), EDGES))), bind_edges)


def vrm0(tail: bool) -> tuple[str, bytes]:
    """Hair by VRM 0.x, which ends in a point; or by VRM 1.0."""
    if not tail:
        return glb(sprung(Spring((SpringJoint(0), SpringJoint(1)))))
    return ".gltf", (CASES / "VRM0-001" / "good.gltf").read_bytes()


def rigy(solver: str) -> tuple[str, bytes]:
    text = (CASES.parents[1] / "examples" / "rigy" / "arm.rigy.yaml").read_text(encoding="utf-8")
    return RIGY.suffixes[0], text.replace('"0.3"\n', f'"0.11"\nskinning_solver: {solver}\n').encode()


DATA_URI = "data:image/png;base64," + b64encode(PIXEL).decode()
SQUARE = b"OFF\n4 1 4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n"
FILES: dict[str, tuple[str, tuple[str, bytes], tuple[str, bytes]]] = {
    "LOSS-G4MF_ATTRIBUTE": (
        "to .g4b",
        glb(plain(replace(TRIANGLE, colors=(np.ones((3, 3), np.float32),) * 2))),
        glb(plain(replace(TRIANGLE, colors=(np.ones((3, 3), np.float32),)))),
    ),
    "LOSS-G4MF_PART": (
        "to .g4b",
        glb(seen(Perspective(1.0, 0.1, aspect=1.5))),
        glb(seen(Perspective(1.0, 0.1))),
    ),
    "LOSS-G4MF_TRANSFORM": (
        "to .g4b",
        glb(textured(TextureTransform(scale=(2.0, 2.0)))),
        glb(textured(TextureTransform())),
    ),
    "LOSS-G4MF_SCENE": ("to .g4b", glb(plain(scenes=[Scene((0,)), Scene((0,))])), glb(plain())),
    "LOSS-G4MF_CLIP": ("to .g4b", glb(plain(clips=[CLIP])), glb(plain())),
    "LOSS-G4MF_SPRING": ("to .g4b", glb(sprung(Spring((SpringJoint(0), SpringJoint(1))))), glb(sprung())),
    "LOSS-G4MF_NAME": ("to .g4b", glb(plain(names=("World", "World"))), glb(plain())),
    "LOSS-G4MF_REST": ("to .g4b", glb(skinned(0.5)), glb(skinned())),
    "LOSS-G4MF_WEIGHT": ("to .g4b", glb(skinned(weight=0.5)), glb(skinned())),
    "LOSS-G4MF_SKELETON": ("to .g4b", glb(with_skeletons(False)), glb(with_skeletons(True))),
    "LOSS-G4MF_SOLVER": ("to .g4b", rigy("dqs"), rigy("lbs")),
    "LOSS-G4MF_BINDING": ("anew .g4b", edged(), g4b(plain(bound("vertices")))),
    "LOSS-GLTF_SOLVER": ("to .glb", rigy("dqs"), rigy("lbs")),
    "LOSS-GLTF_SPRING": ("anew .glb", vrm0(True), vrm0(False)),
    "LOSS-GLTF_TEXCOORD": (
        "to .glb",
        g4b(plain(replace(TRIANGLE, texcoords=(np.zeros((3, 3), np.float32),)))),
        g4b(plain(replace(TRIANGLE, texcoords=(np.zeros((3, 2), np.float32),)))),
    ),
    "LOSS-GLTF_EMPTY": ("to .glb", g4b(plain(Surface(np.zeros((0, 3), np.float32)))), g4b(plain())),
    "LOSS-GLTF_CELL": ("to .glb", (".off", SQUARE), g4b(plain())),
    "LOSS-GLTF_BINDING": ("to .glb", edged(), g4b(plain(bound("simplexes")))),
    "LOSS-GLTF_GROUP_NAME": (
        "to .glb",
        g4b(skinned(names=("Left", "Right"))),
        g4b(skinned(names=("Hips", "Arm"))),
    ),
    "LOSS-GLTF_PRECISION": (
        "to .glb",
        g4b(plain(Surface(np.eye(3) * 0.1))),
        g4b(plain(Surface(np.eye(3) * 0.5))),
    ),
    "LOSS-UNSUPPORTED": (
        "to .g4b",
        (".gltf", b'{"asset": {"version": "2.0"}, "nodes": [{"extensions": {"VENDOR_age": 7}}]}\n'),
        (".gltf", b'{"asset": {"version": "2.0"}, "nodes": [{"name": "Seven"}]}\n'),
    ),
    "LOSS-BOOKKEEPING": (
        "to .g4b",
        (
            ".gltf",
            b'{"asset": {"version": "2.0"}, "buffers": [{"byteLength": 1, "uri": "data:;base64,AA=="}]}\n',
        ),
        (".gltf", b'{"asset": {"version": "2.0"}, "nodes": [{"name": "Seven"}]}\n'),
    ),
    "LOSS-GEOMETRY": ("to .obj", glb(plain(clips=[CLIP])), glb(alone())),
    "LOSS-HIDDEN": ("to .obj", glb(alone(visible=False)), glb(alone())),
    "LOSS-OBJ_ATTRIBUTE": ("to .obj", glb(alone(TWICE)), glb(alone(ONCE))),
    "LOSS-OBJ_IMAGE": ("to .obj", glb(pictured(False)), glb(pictured(True))),
    "LOSS-OBJ_NAME": ("to .obj", glb(alone(name="a thing")), glb(alone())),
    "LOSS-GLTF_IMAGE": ("anew .glb", image("missing.png"), image(DATA_URI)),
    "LOSS-GLTF_TEXTURE": ("anew .glb", g4b(sliced(2)), g4b(sliced(1))),
    "LOSS-GLTF_ATTRIBUTE": ("anew .glb", numbered("<u4"), numbered("<u2")),
    "LOSS-GLTF_CAMERA": (
        "anew .glb",
        g4b(seen(Orthographic(2.0, 0.1, 9.0))),
        g4b(seen(Perspective(1.0, 0.1))),
    ),
    "LOSS-GLTF_RANGE": ("anew .glb", metal(2.0), metal(0.5)),
}


def main() -> None:
    for rule, (how, bad, good) in FILES.items():
        folder = CASES / rule
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        way, suffix = how.split()
        (folder / way).write_bytes(f"{suffix}\n".encode())
        for kind, (ending, data) in (("bad", bad), ("good", good)):
            (folder / f"{kind}{ending}").write_bytes(data)


if __name__ == "__main__":
    main()
