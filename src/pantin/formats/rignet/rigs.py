"""Rigs of RigNet as rigs, and back: joints have positions only, and one mesh at rest in the world."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import Unsuitable, WrongDimension
from pantin.base.records import Record
from pantin.formats.geometry.obj_reading import ObjMesh
from pantin.formats.posed_surface import Posed
from pantin.formats.rignet.text import Influence, RigNetError, RigText
from pantin.maths import affine
from pantin.report.wording import counted
from pantin.rig import Influences, Instance, Mesh, Node, Rig, Scene, Skin, Surface, build

EXTRA_ROOT = "root"
"""The name of the joint above several roots: RigNet's rigs have one."""

ROUNDING = 0.005
"""Puppeteer writes weights with two decimals, RigNet with four: each is off by half a hundredth at most."""


def to_rig(text: RigText, mesh: ObjMesh | None, name: str) -> Rig:
    """The rig; without a mesh, the skeleton alone. Raises `RigNetError` for a vertex that the mesh lacks."""
    slots = {joint: slot for slot, joint in enumerate(text.positions)}
    positions = np.array(list(text.positions.values()))
    nodes = []
    for joint, slot in slots.items():
        parent = slots[text.parents[joint]] if joint in text.parents else -1
        offset = positions[slot] - positions[parent] if parent >= 0 else positions[slot]
        nodes.append(Node(joint, parent, translation=offset))
    binds = np.tile(np.eye(3, 4), (len(slots), 1, 1))
    binds[:, :, 3] = -positions
    roots = [slot for slot, node in enumerate(nodes) if node.parent < 0]
    meshes, instances = [], []
    if mesh is not None:
        meshes.append(Mesh((_surface(text, mesh, slots),), name))
        # Without weights, as before they are predicted, the mesh does not follow the joints.
        instances.append(Instance(len(nodes), 0, 0 if text.skin else None))
        roots.append(len(nodes))
        nodes.append(Node(name))
    return build(
        nodes=nodes,
        meshes=meshes,
        instances=instances,
        skins=[Skin(np.arange(len(slots)), binds)],
        scenes=[Scene(tuple(roots))],
        default_scene=0,
    )


def _surface(text: RigText, mesh: ObjMesh, slots: dict[str, int]) -> Surface:
    lines = int(mesh.origins.max(initial=-1)) + 1
    highest = max(text.skin, default=-1)
    if highest >= lines:
        raise RigNetError(f"skin refers to vertex {highest}, but the mesh has {counted(lines, 'vertex')}")
    shares = {vertex: _normalize(row) for vertex, row in text.skin.items()}
    rows = [shares.get(int(origin), []) for origin in mesh.origins]
    offsets = np.cumsum([0, *map(len, rows)])
    flat = [influence for row in rows for influence in row]
    influences = Influences(
        offsets,
        np.array([slots[name] for name, _ in flat], np.int64),
        np.array([weight for _, weight in flat], np.float64),
    )
    return Surface(
        mesh.positions,
        mesh.normals,
        texcoords=() if mesh.texcoords is None else (mesh.texcoords,),
        indices=mesh.faces.reshape(-1),
        influences=influences if text.skin else None,
    )


def _normalize(row: list[Influence]) -> list[Influence]:
    """Weights divided by their sum, where that misses 1 by no more than their decimals explain."""
    total = sum(weight for _, weight in row)
    if total == 1.0 or abs(total - 1.0) > ROUNDING * len(row):
        return row
    return [(name, weight / total) for name, weight in row]


class Written(Record):
    """The lines of a rig, and what they do not say.

    rotated   joints whose rest transform has a rotation or a scale
    added     whether a root was added above several
    renamed   joints whose names were not unique words
    rigid     surfaces without influences, which now follow a joint
    """

    text: RigText
    rotated: int
    added: bool
    renamed: int
    rigid: int


def from_rig(rig: Rig, posed: Sequence[Posed]) -> Written:
    """The rig at rest; `posed` are its surfaces, in the order of the OBJ file. Raises `Unsupported` for a rig
    without joints or outside 3D."""
    if rig.dimension != 3:
        raise WrongDimension(f"RigNet stores rigs of 3 dimensions only; this rig has {rig.dimension}")
    joints = sorted({joint for skin in rig.skins for joint in skin.joints.tolist() if joint >= 0})
    if not joints:
        raise Unsuitable("RigNet stores joints; this rig has no skin with joints")
    names, renamed = _unique_words(rig, joints)
    world = affine.world_transforms(rig.nodes.parents, rig.nodes.order, rig.nodes.local)
    text = RigText()
    for joint in joints:
        x, y, z = world[joint][:, 3].tolist()
        text.positions[names[joint]] = (x, y, z)
    above = {joint: _nearest_joint(rig, names, int(rig.nodes.parents[joint])) for joint in joints}
    roots = [joint for joint in joints if above[joint] is None]
    text.root = names[roots[0]]
    if len(roots) > 1:
        text.root = _free_word(EXTRA_ROOT, set(names.values()))
        text.positions[text.root] = (0.0, 0.0, 0.0)
    for joint in joints:
        parent = above[joint]
        if parent is not None or len(roots) > 1:
            text.parents[names[joint]] = text.root if parent is None else names[parent]
    rigid = _write_skins(rig, posed, names, text)
    rotated = int((np.abs(world[joints][:, :, :3] - np.eye(3)).max((1, 2)) > 1e-6).sum())
    return Written(text, rotated, len(roots) > 1, renamed, rigid)


def _nearest_joint(rig: Rig, names: dict[int, str], node: int) -> int | None:
    """The node itself or its nearest ancestor that is a joint."""
    while node >= 0 and node not in names:
        node = int(rig.nodes.parents[node])
    return node if node >= 0 else None


def _unique_words(rig: Rig, joints: list[int]) -> tuple[dict[int, str], int]:
    """A name for each joint: its own as one word, with a number where another has it."""
    names: dict[int, str] = {}
    taken: set[str] = set()
    for joint in joints:
        own = rig.nodes.names[joint]
        names[joint] = _free_word(re.sub(r"\s+", "_", own.strip() if own else "") or f"joint{joint}", taken)
        taken.add(names[joint])
    return names, sum(rig.nodes.names[joint] not in (None, name) for joint, name in names.items())


def _free_word(word: str, taken: set[str]) -> str:
    free, number = word, 1
    while free in taken:
        free, number = f"{word}_{number}", number + 1
    return free


def _write_skins(rig: Rig, posed: Sequence[Posed], names: dict[int, str], text: RigText) -> int:
    """The weights of every vertex of the OBJ file; a surface without influences follows the joint above its
    node. Returns how many such surfaces there are."""
    first = rigid = 0
    for surface in posed:
        instance = rig.instances[rig.instance_at(surface.node)]
        influences = rig.meshes[surface.mesh].surfaces[surface.surface].influences
        count = len(surface.positions)
        if instance.skin is None or influences is None:
            rigid += 1
            joint = _nearest_joint(rig, names, surface.node)
            owner = text.root if joint is None else names[joint]
            assert owner is not None
            text.skin |= {first + vertex: [(owner, 1.0)] for vertex in range(count)}
        else:
            joints = rig.skins[instance.skin].joints
            for vertex, row in enumerate(_rows(influences, joints, names)):
                if row:
                    text.skin[first + vertex] = row
        first += count
    return rigid


def _rows(
    influences: Influences, joints: NDArray[np.integer], names: dict[int, str]
) -> list[list[Influence]]:
    """Joints and weights of each vertex, each joint once and without zeros; fixed joints (−1) are dropped."""
    nodes, weights = joints[influences.joints].tolist(), influences.weights.tolist()
    offsets = influences.offsets.tolist()
    rows = []
    for first, last in pairwise(offsets):
        row: dict[str, float] = {}
        for node, weight in zip(nodes[first:last], weights[first:last], strict=True):
            if node >= 0 and weight:
                row[names[node]] = row.get(names[node], 0.0) + weight
        rows.append(list(row.items()))
    return rows
