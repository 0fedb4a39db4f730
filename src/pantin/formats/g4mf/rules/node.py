"""Rules about nodes: the tree they form, their transforms, and the instances of meshes on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.g4mf.model import TRANSFORM, is_index, objects
from pantin.formats.g4mf.naming import show
from pantin.formats.g4mf.requirements import HIGHEST
from pantin.formats.g4mf.rules.scope import Scope
from pantin.formats.g4mf.transform import UNIT_ROTOR, are_numbers, numbers, rotor_of
from pantin.maths import rotor
from pantin.report import Finding, rule
from pantin.report.wording import counted


def _show_numbers(value: Any) -> str:
    """A value that should be an array of numbers: `"an array of 3 items"`."""
    return f"an array of {counted(len(value), 'item')}" if isinstance(value, list) else show(value)


@rule("G4MF-NODE-001", "error", "child {index} of {node} is {value}: {fault}")
def children_are_nodes(scope: Scope) -> Iterator[Finding]:
    """Invalid child of a node.

    What: `children` holds indices of nodes, each once, and never 0, the root.
    Why: The child does not exist, or the nodes do not form a tree.
    Fix: Correct the index, or remove it.
    Source: G4MF node, children.
    """
    for node in scope.nodes:
        seen: set[int] = set()
        for index, value in enumerate(objects(node.raw, "children")):
            fault = None
            if not is_index(value, len(scope.nodes)):
                fault = f"the file has {counted(len(scope.nodes), 'node')}"
            elif value == 0:
                fault = "node 0 is the root and cannot be a child"
            elif value in seen:
                fault = "this node lists it twice"
            if fault is not None:
                yield children_are_nodes.at(
                    f"{node.pointer}/children",
                    index=index,
                    node=scope.describe(node.pointer),
                    value=show(value),
                    fault=fault,
                )
                break
            seen.add(value)


@rule("G4MF-NODE-002", "error", "{node} has two parents: {first} and {second}")
def node_has_one_parent(scope: Scope) -> Iterator[Finding]:
    """Node has more than one parent.

    What: A node is in `children` of at most one node.
    Why: Its world transform is ambiguous.
    Fix: Remove it from one of the lists.
    Source: G4MF node, children.
    """
    parents: dict[int, int] = {}
    for index, node in enumerate(scope.nodes):
        for child in dict.fromkeys(node.children):
            if child >= len(scope.nodes):
                continue
            if child in parents:
                yield node_has_one_parent.at(
                    scope.nodes[child].pointer,
                    node=scope.node(child),
                    first=scope.node(parents[child]),
                    second=scope.node(index),
                )
            else:
                parents[child] = index


@rule("G4MF-NODE-003", "error", "{node} is its own ancestor")
def tree_has_no_loop(scope: Scope) -> Iterator[Finding]:
    """Cycle in the node hierarchy.

    What: No node is its own ancestor.
    Why: It has no world transform, and readers may loop forever.
    Fix: Remove one of the parent-child links of the cycle.
    Source: G4MF node, children.
    """
    for index in sorted(scope.hierarchy.cyclic):
        yield tree_has_no_loop.at(scope.nodes[index].pointer, node=scope.node(index))


@rule("G4MF-NODE-004", "error", "the root, {node}, has a transform ({keys})")
def root_is_untransformed(scope: Scope) -> Iterator[Finding]:
    """Root node has a transform.

    What: Node 0 has no `position`, `basis`, `rotor` or `scale`.
    Why: The root is the world itself. Readers ignore its transform.
    Fix: Move the transform to a child of the root.
    Source: G4MF node, root node.
    """
    if scope.nodes:
        keys = [key for key in TRANSFORM if key in scope.nodes[0].raw]
        if keys:
            yield root_is_untransformed.at("/nodes/0", node=scope.node(0), keys=", ".join(keys))


@rule("G4MF-NODE-005", "info", "{node} is not a descendant of the root, so it is not shown")
def node_is_reached(scope: Scope) -> Iterator[Finding]:
    """Node is not a descendant of the root.

    What: Every node is reachable from node 0 through `children`.
    Why: Other nodes are not used.
    Fix: Add it to `children` of a node, or remove it.
    Source: G4MF node, children.
    """
    for index, node in enumerate(scope.nodes):
        if index not in scope.hierarchy.reachable:
            yield node_is_reached.at(node.pointer, node=scope.node(index))


@rule("G4MF-NODE-006", "error", "the position of {node} is {value}; expected {numbers}")
def position_fits(scope: Scope) -> Iterator[Finding]:
    """Invalid position.

    What: `position` of a node has one finite number per dimension.
    Why: The node has no valid transform.
    Fix: Write as many numbers as the file has dimensions.
    Source: G4MF transform.
    """
    for node in scope.nodes:
        value = node.raw.get("position")
        if scope.dimension and "position" in node.raw and not are_numbers(value, scope.dimension):
            yield position_fits.at(
                f"{node.pointer}/position",
                node=scope.describe(node.pointer),
                value=_show_numbers(value),
                numbers=counted(scope.dimension, "finite number"),
            )


@rule("G4MF-NODE-007", "error", "the basis of {node} is {value}; expected {numbers} ({columns})")
def basis_fits(scope: Scope) -> Iterator[Finding]:
    """Invalid basis.

    What: `basis` of a node is a square matrix of finite numbers: a column for each dimension, one after
    another.
    Why: The node has no valid transform.
    Fix: Write the columns one after another.
    Source: G4MF transform.
    """
    count = scope.dimension**2
    for node in scope.nodes:
        value = node.raw.get("basis")
        if scope.dimension and "basis" in node.raw and not are_numbers(value, count):
            yield basis_fits.at(
                f"{node.pointer}/basis",
                node=scope.describe(node.pointer),
                value=_show_numbers(value),
                numbers=counted(count, "finite number"),
                columns=counted(scope.dimension, "column"),
            )


@rule("G4MF-NODE-008", "error", "the rotor of {node} is {value}; expected {expected} finite numbers")
def rotor_fits(scope: Scope) -> Iterator[Finding]:
    """Invalid rotor.

    What: `rotor` of a node has the scalar and all bivectors, and at most the whole even subalgebra.
    Why: Missing grades count as 0, but a part of a grade has no meaning.
    Fix: Write the scalar, xy, xz, yz, xw, … in this order.
    Source: G4MF transform.
    """
    if not 1 <= scope.dimension <= HIGHEST:
        return
    least, most = rotor.shortest(scope.dimension), rotor.longest(scope.dimension)
    for node in scope.nodes:
        if "rotor" in node.raw and rotor_of(node.raw["rotor"], scope.dimension) is None:
            yield rotor_fits.at(
                f"{node.pointer}/rotor",
                node=scope.describe(node.pointer),
                value=_show_numbers(node.raw["rotor"]),
                expected=f"{least} to {most}" if most > least else least,
            )


@rule(
    "G4MF-NODE-009",
    "error",
    "the rotor of {node} is not normalised: R · reverse(R) differs from 1 by {error:.2g}",
)
def rotor_is_unit(scope: Scope) -> Iterator[Finding]:
    """Rotor is not normalised.

    What: The product of a rotor with its reverse is 1, and 0 in every other grade.
    Why: Other multivectors are not rotations: they stretch or shear the model. A rotation in two planes at
    once needs the 4-vector part as well.
    Fix: Divide the rotor by its length. For a double rotation write the whole even part, or a basis.
    Source: G4MF transform.
    """
    if not 1 <= scope.dimension <= HIGHEST:
        return
    for node in scope.nodes:
        value = rotor_of(node.raw.get("rotor"), scope.dimension)
        if value is not None:
            error = float(rotor.error(value, scope.dimension))
            if error > UNIT_ROTOR:
                described = scope.describe(node.pointer)
                yield rotor_is_unit.at(f"{node.pointer}/rotor", node=described, error=error)


@rule("G4MF-NODE-010", "error", "the scale of {node} is {value}; expected 1 or {dimension} numbers above 0")
def scale_fits(scope: Scope) -> Iterator[Finding]:
    """Invalid scale.

    What: `scale` of a node is one number, or one per dimension, all above 0.
    Why: A scale of 0 flattens the model, and the format does not allow mirroring by a negative scale.
    Fix: Correct the numbers. To mirror, write a `basis`.
    Source: G4MF transform.
    """
    for node in scope.nodes:
        if "scale" not in node.raw:
            continue
        value = numbers(node.raw["scale"], 1, scope.dimension)
        if value is None and not scope.dimension:
            continue
        if value is None or not bool((value > 0).all()):
            shown = _show_numbers(node.raw["scale"]) if value is None else value.tolist()
            yield scale_fits.at(
                f"{node.pointer}/scale",
                node=scope.describe(node.pointer),
                value=shown,
                dimension=scope.dimension,
            )


@rule("G4MF-NODE-011", "error", "{node} has both basis and {keys}; expected one form")
def basis_is_alone(scope: Scope) -> Iterator[Finding]:
    """Node has a basis together with a rotor or scale.

    What: A node with `basis` has neither `rotor` nor `scale`.
    Why: The basis already contains rotation and scale. Readers ignore the others.
    Fix: Multiply rotor and scale into the basis, or remove them.
    Source: G4MF transform, schema.
    """
    for node in scope.nodes:
        keys = [key for key in ("rotor", "scale") if key in node.raw]
        if "basis" in node.raw and keys:
            described = scope.describe(node.pointer)
            yield basis_is_alone.at(node.pointer, node=described, keys=" and ".join(keys))


@rule("G4MF-NODE-012", "error", "the meshInstance of {node} has no mesh")
def instance_has_mesh(scope: Scope) -> Iterator[Finding]:
    """Mesh instance has no mesh.

    What: `meshInstance` of a node is an object with `mesh`.
    Why: There is nothing to draw.
    Fix: Add `mesh`, or remove `meshInstance`.
    Source: G4MF mesh instance.
    """
    for node in scope.nodes:
        instance = node.raw.get("meshInstance")
        if "meshInstance" in node.raw and (not isinstance(instance, dict) or "mesh" not in instance):
            yield instance_has_mesh.at(f"{node.pointer}/meshInstance", node=scope.describe(node.pointer))


@rule("G4MF-NODE-013", "error", "the materials of the mesh instance of {node}: {fault}")
def instance_materials_fit(scope: Scope) -> Iterator[Finding]:
    """Invalid materials of a mesh instance.

    What: `materials` of a mesh instance has one entry, or one per surface of the mesh. Each is the index of
    a material, or −1 for the material of the mesh.
    Why: Material i belongs to surface i.
    Fix: Write one material, or one per surface.
    Source: G4MF mesh instance.
    """
    count = scope.count_of("materials")
    for node in scope.nodes:
        instance = node.raw.get("meshInstance")
        materials = instance.get("materials") if isinstance(instance, dict) else None
        if materials is None or node.mesh is None or node.mesh >= len(scope.meshes):
            continue
        surfaces = len(scope.meshes[node.mesh].surfaces)
        fault = _materials_fault(materials, surfaces, count)
        if fault is not None:
            yield instance_materials_fit.at(
                f"{node.pointer}/meshInstance/materials", node=scope.describe(node.pointer), fault=fault
            )


def _materials_fault(materials: Any, surfaces: int, count: int) -> str | None:
    if not isinstance(materials, list) or len(materials) not in (1, surfaces):
        given = len(materials) if isinstance(materials, list) else show(materials)
        return f"expected 1 or {surfaces} (one per surface), not {given}"
    wrong = [material for material in materials if material != -1 and not is_index(material, count)]
    if not wrong:
        return None
    return f"{show(wrong[0])} is not the index of a material; the file has {counted(count, 'material')}"


RULES = (
    children_are_nodes,
    node_has_one_parent,
    tree_has_no_loop,
    root_is_untransformed,
    node_is_reached,
    position_fits,
    basis_fits,
    rotor_fits,
    rotor_is_unit,
    scale_fits,
    basis_is_alone,
    instance_has_mesh,
    instance_materials_fit,
)
