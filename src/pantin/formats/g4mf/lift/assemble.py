"""`lift`: the nodes, materials, meshes and skins of a document as one rig."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pantin.formats.exchange import Lifted
from pantin.formats.g4mf.lift.meshes import Meshes
from pantin.formats.g4mf.lift.skins import Skins
from pantin.formats.g4mf.lift.source import Source
from pantin.formats.g4mf.model import Node as RawNode
from pantin.formats.g4mf.model import objects
from pantin.formats.g4mf.requirements import require
from pantin.formats.g4mf.transform import are_numbers, local_transform, numbers, rotor_of
from pantin.maths import rotor
from pantin.report.wording import counted
from pantin.rig import Instance, Material, Node, Scene, build

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document


def lift(document: Document) -> Lifted:
    """The rig in a document: node i, mesh i and material i are those of the file.

    A mesh that several skeletons use with different numbers of joints is appended once more where that
    changes its weights. A broken part of the file does not keep the rest from being lifted.
    Raises `Unsupported` for what Pantin does not read, `BadFile` for what is not G4MF, and `LimitExceeded`.
    """
    require(document)
    # Files may hold any numbers: those that overflow on the way are not finite, and rules report them.
    with np.errstate(all="ignore"):
        return _lift(Source(document))


def _lift(source: Source) -> Lifted:
    meshes, skins = Meshes(source), Skins(source)
    instances = []
    for index, node in enumerate(source.model.nodes):
        if node.mesh is None or not meshes.exists(node.mesh):
            continue
        skin, variant = skins.bind(index, node.mesh, meshes)
        amounts = node.blend_amounts
        if amounts is not None and len(amounts) != meshes.shape_count(node.mesh):
            shapes = counted(meshes.shape_count(node.mesh), "blend shape")
            reason = f"{counted(len(amounts), 'amount')} for {shapes}"
            source.skip(node.pointer, reason, "blend amounts")
            amounts = None
        instances.append(Instance(index, variant, skin, amounts))  # type: ignore[arg-type]
    rig = build(
        dimension=source.dimension,
        nodes=_lift_nodes(source),
        meshes=meshes.all(),
        materials=_lift_materials(source),
        skins=skins.skins,
        skeletons=skins.skeletons,
        instances=instances,
        scenes=[Scene((0,))] if source.model.nodes else [],
        default_scene=0 if source.model.nodes else None,
    )
    return Lifted(rig, tuple(source.findings))


def _lift_nodes(source: Source) -> list[Node]:
    """Node i is that of the file; one that is its own ancestor becomes a root."""
    nodes = []
    for index, raw_node in enumerate(source.model.nodes):
        parent = source.hierarchy.parent_of(index)
        if index in source.hierarchy.cyclic:
            source.skip(raw_node.pointer, "the node is its own ancestor", "the parent")
        nodes.append(_lift_node(raw_node, -1 if parent is None else parent, source.dimension))
    return nodes


def _lift_node(raw_node: RawNode, parent: int, dimension: int) -> Node:
    """Position, rotor and scale stay apart if the rig has quaternions or nothing rotates; else a matrix."""
    name = raw_node.name or None
    raw = raw_node.raw
    components = None if "basis" in raw else rotor_of(raw.get("rotor"), dimension)
    if "basis" in raw or (components is not None and dimension != 3):
        return Node(name, parent, matrix=local_transform(raw, dimension))
    scale = numbers(raw.get("scale"), 1, dimension)
    if scale is not None and len(scale) == 1:
        scale = scale.repeat(dimension)
    rotation = None if components is None else rotor.to_quaternion(rotor.normalize(components))
    position = raw.get("position", ())
    translation = list(map(float, position)) if are_numbers(position, dimension) else None
    return Node(name, parent, translation, rotation, scale)


def _lift_materials(source: Source) -> list[Material]:
    """Names and base colours; material i is that of the file. Missing numbers of a factor are 1."""
    materials = []
    for entry in objects(source.document.tree, "materials"):
        raw = entry if isinstance(entry, dict) else {}
        name, channel = raw.get("name"), raw.get("baseColor")
        factor = numbers(channel.get("factor"), 1, 2, 3, 4) if isinstance(channel, dict) else None
        colour: list[float] = [] if factor is None else factor.tolist()
        red, green, blue, alpha, *_ = [*colour, 1.0, 1.0, 1.0, 1.0]
        valid_name = name if isinstance(name, str) and name else None
        materials.append(Material(valid_name, (red, green, blue, alpha)))
    return materials
