"""Random rigs that glTF can hold exactly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pantin.base.records import defaults, field_names, replace
from pantin.rig import (
    BlendShape,
    Camera,
    Channel,
    Clip,
    Deltas,
    Image,
    Influences,
    Instance,
    Light,
    Material,
    Mesh,
    Node,
    Orthographic,
    Perspective,
    Rig,
    Sampler,
    Scene,
    Skin,
    Surface,
    Texture,
    TextureTransform,
    TextureUse,
    build,
)
from pantin.rig.material_parts import PARTS

JOINTS = 8
"""Joints that vertices may follow: as many as fill two sets. Every rig has at least as many nodes."""
MODES = ("points", "lines", "line_loop", "line_strip", "triangles", "triangle_strip", "triangle_fan")


def random_rig(seed: int) -> Rig:
    """A rig with something of everything, of numbers that float32 holds."""
    pick = np.random.default_rng(seed)
    count = int(pick.integers(JOINTS, JOINTS + 4))
    looks = _looks(pick)
    materials = looks["materials"]
    nodes = [_view(pick, _node(pick, at), looks) for at in range(count)]
    targets = [int(pick.integers(0, 3)) for _ in range(int(pick.integers(1, 4)))]
    meshes = [_mesh(pick, number, len(materials)) for number in targets]
    skins = [_skin(pick, count) for _ in range(int(pick.integers(0, 3)))]
    instances = [_instance(pick, at, meshes, skins) for at in range(count) if pick.random() < 0.7]
    # A node with a map is not animated: glTF forbids that (§3.11).
    movable = [at for at, one in enumerate(nodes) if one.matrix is None]
    moving = {one.node: targets[one.mesh] for one in instances}
    clips = [made for made in (_clip(pick, movable, moving) for _ in range(2)) if made.channels]
    scenes = [
        Scene(
            tuple(int(one) for one in pick.permutation(count)[: int(pick.integers(1, count + 1))]), f"s{at}"
        )
        for at in range(int(pick.integers(0, 3)))
    ]
    return build(
        nodes=nodes,
        meshes=meshes,
        **looks,
        skins=skins,
        instances=instances,
        clips=clips,
        scenes=scenes,
        default_scene=0 if scenes and pick.random() < 0.5 else None,
        copyright="© someone" if pick.random() < 0.5 else None,
        extras=_extras(pick),
    )


PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63f8"
    "0f0001010100b138f6140000000049454e44ae426082"
)
"""One pixel."""


def _extras(pick: np.random.Generator) -> dict[str, Any] | None:
    return (
        {"number": int(pick.integers(0, 9)), "list": [1.5, None, {"é": True}]}
        if pick.random() < 0.3
        else None
    )


def _looks(pick: np.random.Generator) -> dict[str, Any]:
    """Materials, and what they use; cameras and lights."""

    def some(make: Callable[[int], Any], most: int = 3) -> list[Any]:
        return [make(at) for at in range(int(pick.integers(0, most + 1)))]

    images = some(lambda at: Image(PNG + bytes([at]), "image/png", f"i{at}", extras=_extras(pick)))
    samplers = some(
        lambda at: Sampler(
            ("nearest", "linear", None)[at], *(("linear", "nearest"), ("nearest", "none"), (None, None))[at],
            ("clamp", ("mirror", "repeat")[at % 2]), None, _extras(pick),
        )
    )  # fmt: skip
    textures = some(
        lambda at: Texture(
            (int(pick.integers(0, len(images))),) if images else (),
            int(pick.integers(0, len(samplers))) if samplers and pick.random() < 0.5 else None,
            f"t{at}",
            extras=_extras(pick),
        )
    )
    return {
        "images": images,
        "samplers": samplers,
        "textures": textures,
        "materials": some(lambda at: _material(pick, at, len(textures))),
        "cameras": some(lambda at: _camera(pick, at)),
        "lights": some(lambda at: _light(pick, at)),
    }


def _use(pick: np.random.Generator, textures: int) -> TextureUse | None:
    if not textures or pick.random() < 0.5:
        return None
    moved = TextureTransform((0.5, 0.25), 0.5, (2.0, 1.0), None) if pick.random() < 0.3 else None
    return TextureUse(int(pick.integers(0, textures)), int(pick.integers(0, 2)), moved, _extras(pick))


def _material(pick: np.random.Generator, at: int, textures: int) -> Material:
    def use() -> TextureUse | None:
        return _use(pick, textures)

    color = tuple(pick.random(4).tolist())
    normal, occlusion = use(), use()
    # Parts have numbers of their own, so that the rest of a rig does not depend on them.
    parts = np.random.default_rng([at, int(color[0] * 2**32)])
    return Material(
        f"m{at}" if pick.random() < 0.8 else None,
        color,
        use(),
        float(pick.random()),
        float(pick.random()),
        use(),
        normal,
        float(pick.random()) if normal else 1.0,
        occlusion,
        float(pick.random()) if occlusion else 1.0,
        tuple(pick.random(3).tolist()),
        use(),
        # None where the colour says it: `build` cannot know which of the two a file had.
        (None, "mask", "opaque")[int(pick.integers(0, 3))],
        0.5,
        bool(pick.random() < 0.5),
        bool(pick.random() < 0.3),
        _extras(pick),
        ior=1.25 if pick.random() < 0.3 else 1.5,
        dispersion=0.5 if parts.random() < 0.3 else 0.0,
        emissive_strength=4.0 if parts.random() < 0.3 else 1.0,
        **{name: _part(parts, part, textures) for name, part in PARTS.items() if parts.random() < 0.3},
    )


def _part(pick: np.random.Generator, part: type, textures: int) -> Any:
    """A part of a material with random numbers and textures."""
    members: dict[str, Any] = {}
    usual = defaults(part)
    for name in field_names(part):
        if name.endswith("texture"):
            members[name] = _use(pick, textures)
        elif isinstance(usual.get(name), tuple):
            members[name] = tuple(pick.random(len(usual.get(name))).tolist())
        elif isinstance(usual.get(name), bool):
            members[name] = bool(pick.random() < 0.5)
        elif isinstance(usual.get(name), int):
            members[name] = int(pick.integers(-9, 10))
        elif isinstance(usual.get(name), float):
            members[name] = float(pick.random()) + (1.0 if name == "ior" else 0.0)
        elif name == "attenuation_distance":
            members[name] = 0.25 if pick.random() < 0.5 else None
        else:
            members[name] = ("none", "world", "screen")[int(pick.integers(0, 3))]
    # A scale is a member of the texture.
    for texture, scale in (
        ("normal_texture", "normal_scale"),
        ("shading_shift_texture", "shading_shift_scale"),
    ):
        if scale in members and members[texture] is None:
            members[scale] = 1.0
    return part(**members)


def _camera(pick: np.random.Generator, at: int) -> Camera:
    lens = Perspective(1.0, 0.5, 4.0 if at else None, 1.5 if at == 2 else None)
    flat = Orthographic(2.0, 0.0, 8.0, 3.0)
    return Camera(flat if pick.random() < 0.4 else lens, f"c{at}", _extras(pick))


def _light(pick: np.random.Generator, at: int) -> Light:
    color = tuple(pick.random(3).tolist())
    if at == 0:
        return Light("directional", color, 3.0, name="sun")
    if at == 1:
        return Light("point", color, 0.5, 4.0, extras=_extras(pick))
    return Light("spot", color, 1.0, None, 0.25, 0.5, "lamp")


def _view(pick: np.random.Generator, node: Node, looks: dict[str, Any]) -> Node:
    camera, light = (
        int(pick.integers(0, len(looks[kind]))) if looks[kind] and pick.random() < 0.3 else None
        for kind in ("cameras", "lights")
    )
    visible = bool(pick.random() < 0.8)
    return replace(node, visible=visible, camera=camera, light=light, extras=_extras(pick))


def _floats(pick: np.random.Generator, *shape: int) -> np.ndarray:
    return pick.normal(size=shape).astype(np.float32)


def _node(pick: np.random.Generator, at: int) -> Node:
    parent = int(pick.integers(-1, at)) if at else -1
    if pick.random() < 0.3:
        return Node(f"n{at}", parent, matrix=pick.normal(size=(3, 4)))
    turn = pick.normal(size=4)
    turn /= np.linalg.norm(turn)
    parts = [
        part if pick.random() < 0.6 else None for part in (pick.normal(size=3), turn, pick.normal(size=3))
    ]
    return Node(None if pick.random() < 0.3 else f"né{at}", parent, *parts)


def _mesh(pick: np.random.Generator, targets: int, materials: int) -> Mesh:
    surfaces = tuple(_surface(pick, targets, materials) for _ in range(int(pick.integers(1, 3))))
    amounts = pick.random(targets) if targets and pick.random() < 0.5 else None
    names = tuple(f"t{at}" for at in range(targets)) if targets and pick.random() < 0.5 else None
    return Mesh(surfaces, "mesh", amounts, names)


def _surface(pick: np.random.Generator, targets: int, materials: int) -> Surface:
    count = int(pick.integers(1, 9))
    texcoords = tuple(_floats(pick, count, 2) for _ in range(int(pick.integers(0, 4))))
    colors = tuple(_floats(pick, count, int(pick.integers(3, 5))) for _ in range(int(pick.integers(0, 2))))
    normals = _floats(pick, count, 3) if pick.random() < 0.5 else None
    tangents = _floats(pick, count, 4) if pick.random() < 0.5 else None
    indexed = pick.random() < 0.5
    return Surface(
        _floats(pick, count, 3),
        normals,
        tangents,
        texcoords,
        colors,
        pick.integers(0, count, 6).astype(np.uint16) if indexed else None,
        MODES[int(pick.integers(0, 7))],  # type: ignore[arg-type]
        int(pick.integers(0, materials)) if materials and pick.random() < 0.5 else None,
        _influences(pick, count) if pick.random() < 0.6 else None,
        tuple(_target(pick, count, normals is not None, bool(texcoords)) for _ in range(targets)),
        {"tag": [1, "é"]} if pick.random() < 0.3 else None,
        attributes=_attributes(pick, count),
    )


def _attributes(pick: np.random.Generator, count: int) -> dict[str, np.ndarray]:
    given = {
        "_HEAT": _floats(pick, count, 1),
        "_ID": pick.integers(0, 200, (count, 3)).astype(np.uint8),
        "_UP": pick.integers(-200, 200, (count, 2)).astype(np.int16),
    }
    return {name: array for name, array in given.items() if pick.random() < 0.3}


def _influences(pick: np.random.Generator, count: int) -> Influences:
    """As many for each vertex as fill whole sets: fewer come back with idle slots, repeated ones as one."""
    width = 4 * int(pick.integers(1, 3))
    joints = [pick.permutation(JOINTS)[:width] for _ in range(count)]
    weights = _floats(pick, count * width) ** 2 + 0.01
    return Influences(np.arange(count + 1) * width, np.concatenate([np.zeros(0, np.int64), *joints]), weights)


def _deltas(pick: np.random.Generator, count: int, width: int) -> Deltas:
    if pick.random() < 0.5:
        return Deltas(_floats(pick, count, width))
    rows = np.sort(pick.permutation(count)[: int(pick.integers(1, count + 1))])
    return Deltas(_floats(pick, len(rows), width), rows)


def _target(pick: np.random.Generator, count: int, normals: bool, texcoords: bool) -> BlendShape:
    return BlendShape(
        _deltas(pick, count, 3) if pick.random() < 0.7 else None,
        _deltas(pick, count, 3) if normals and pick.random() < 0.5 else None,
        texcoords=(_deltas(pick, count, 2),) if texcoords and pick.random() < 0.5 else (),
    )


def _skin(pick: np.random.Generator, count: int) -> Skin:
    root = int(pick.integers(0, count)) if pick.random() < 0.5 else None
    return Skin(pick.permutation(count), _floats(pick, count, 3, 4), "skin", root)


def _instance(pick: np.random.Generator, node: int, meshes: list[Mesh], skins: list[Skin]) -> Instance:
    mesh = int(pick.integers(0, len(meshes)))
    skin = int(pick.integers(0, len(skins))) if skins and pick.random() < 0.5 else None
    count = meshes[mesh].blend_shape_count
    return Instance(node, mesh, skin, pick.random(count) if count and pick.random() < 0.5 else None)


def _clip(pick: np.random.Generator, nodes: list[int], targets: dict[int, int]) -> Clip:
    channels = []
    for node in nodes:
        for path, width in (
            ("translation", 3),
            ("rotation", 4),
            ("scale", 3),
            ("weights", targets.get(node, 0)),
        ):
            if width and (pick.random() < 0.4 or not channels):
                mode = ("STEP", "LINEAR", "CUBICSPLINE")[int(pick.integers(0, 3))]
                keys = int(pick.integers(2, 5))
                shape = (keys, 3, width) if mode == "CUBICSPLINE" else (keys, width)
                times = np.arange(keys, dtype=np.float32)
                channels.append(Channel(node, path, times, _floats(pick, *shape), mode))  # type: ignore[arg-type]
    return Clip(tuple(channels), "clip")


@pytest.fixture
def make_rig() -> Callable[[int], Rig]:
    return random_rig
