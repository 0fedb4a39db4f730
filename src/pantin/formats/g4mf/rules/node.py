"""Rules about nodes: the tree they form, their transforms, and the instances of meshes on them."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.g4mf.model import TRANSFORM
from pantin.formats.g4mf.requirements import HIGHEST
from pantin.formats.g4mf.rules.members import MESSAGE, member_rule
from pantin.formats.g4mf.rules.scope import Scope
from pantin.formats.g4mf.transform import UNIT_ROTOR, rotor_of
from pantin.maths import rotor
from pantin.report import Finding, rule
from pantin.report.wording import counted


@rule("G4MF-NODE-001", "error", MESSAGE)
def child_invalid(scope: Scope) -> Iterator[Finding]:
    """Invalid child of a node.

    What: `children` holds indices of nodes, each once, and never 0, the root.
    Why: The child does not exist, or the nodes do not form a tree.
    Fix: Correct the index, or remove it.
    Source: G4MF node, children.
    """
    yield from scope.member_findings.get(child_invalid.id, ())
    for node in scope.nodes:
        seen: set[int] = set()
        for number, child in enumerate(node.child_slots):
            if child is None:
                break
            expected = None
            if child >= len(scope.nodes):
                expected = f"the index of a node (the file has {counted(len(scope.nodes), 'node')})"
            elif child == 0:
                expected = "another node (node 0 is the root)"
            elif child in seen:
                expected = "each node once"
            if expected is not None:
                member = f'"children/{number}" of {scope.describe(node.pointer)}'
                yield child_invalid.at(
                    f"{node.pointer}/children", member=member, value=child, expected=expected
                )
                break
            seen.add(child)


@rule("G4MF-NODE-002", "error", "{node} has two parents: {first} and {second}")
def node_with_two_parents(scope: Scope) -> Iterator[Finding]:
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
                yield node_with_two_parents.at(
                    scope.nodes[child].pointer,
                    node=scope.node(child),
                    first=scope.node(parents[child]),
                    second=scope.node(index),
                )
            else:
                parents[child] = index


@rule("G4MF-NODE-003", "error", "{node} is its own ancestor")
def node_loop(scope: Scope) -> Iterator[Finding]:
    """Cycle in the node hierarchy.

    What: No node is its own ancestor.
    Why: It has no world transform, and readers may loop forever.
    Fix: Remove one of the parent-child links of the cycle.
    Source: G4MF node, children.
    """
    for index in sorted(scope.hierarchy.cyclic):
        yield node_loop.at(scope.nodes[index].pointer, node=scope.node(index))


@rule("G4MF-NODE-004", "error", "the root, {node}, has a transform ({keys})")
def root_transformed(scope: Scope) -> Iterator[Finding]:
    """Root node has a transform.

    What: Node 0 has no `position`, `basis`, `rotor` or `scale`.
    Why: The root is the world itself. Readers ignore its transform.
    Fix: Move the transform to a child of the root.
    Source: G4MF node, root node.
    """
    if scope.nodes:
        keys = [key for key in TRANSFORM if key in scope.nodes[0].raw]
        if keys:
            yield root_transformed.at("/nodes/0", node=scope.node(0), keys=", ".join(keys))


@rule("G4MF-NODE-005", "info", "{node} is not a descendant of the root, so it is not shown")
def node_unreachable(scope: Scope) -> Iterator[Finding]:
    """Node is not a descendant of the root.

    What: Every node is reachable from node 0 through `children`.
    Why: Other nodes are not used.
    Fix: Add it to `children` of a node, or remove it.
    Source: G4MF node, children.
    """
    for index, node in enumerate(scope.nodes):
        if index not in scope.hierarchy.reachable:
            yield node_unreachable.at(node.pointer, node=scope.node(index))


@rule("G4MF-NODE-006", "error", MESSAGE)
def position_invalid(scope: Scope) -> Iterator[Finding]:
    """Invalid position.

    What: `position` of a node has one finite number per dimension.
    Why: The node has no valid transform.
    Fix: Write as many numbers as the file has dimensions.
    Source: G4MF transform.
    """
    yield from scope.member_findings.get(position_invalid.id, ())
    expected = counted(scope.dimension, "finite number")
    for node in scope.nodes:
        if node.position is not None and scope.dimension and len(node.position) != scope.dimension:
            yield position_invalid.at(
                f"{node.pointer}/position",
                member=f'"position" of {scope.describe(node.pointer)}',
                value=f"an array of {counted(len(node.position), 'item')}",
                expected=expected,
            )


@rule("G4MF-NODE-007", "error", MESSAGE)
def basis_invalid(scope: Scope) -> Iterator[Finding]:
    """Invalid basis.

    What: `basis` of a node is a square matrix of finite numbers: a column for each dimension, one after
    another.
    Why: The node has no valid transform.
    Fix: Write the columns one after another.
    Source: G4MF transform.
    """
    yield from scope.member_findings.get(basis_invalid.id, ())
    count = scope.dimension**2
    expected = f"{counted(count, 'finite number')} ({counted(scope.dimension, 'column')})"
    for node in scope.nodes:
        if node.basis is not None and scope.dimension and len(node.basis) != count:
            yield basis_invalid.at(
                f"{node.pointer}/basis",
                member=f'"basis" of {scope.describe(node.pointer)}',
                value=f"an array of {counted(len(node.basis), 'item')}",
                expected=expected,
            )


@rule("G4MF-NODE-008", "error", MESSAGE)
def rotor_invalid(scope: Scope) -> Iterator[Finding]:
    """Invalid rotor.

    What: `rotor` of a node has the scalar and all bivectors, and at most the whole even subalgebra.
    Why: Missing grades count as 0, but a part of a grade has no meaning.
    Fix: Write the scalar, xy, xz, yz, xw, … in this order.
    Source: G4MF transform.
    """
    yield from scope.member_findings.get(rotor_invalid.id, ())
    if not 1 <= scope.dimension <= HIGHEST:
        return
    least, most = rotor.min_components(scope.dimension), rotor.max_components(scope.dimension)
    expected = f"{least} to {most} finite numbers" if most > least else counted(least, "finite number")
    for node in scope.nodes:
        if node.rotor is not None and rotor_of(node.raw["rotor"], scope.dimension) is None:
            yield rotor_invalid.at(
                f"{node.pointer}/rotor",
                member=f'"rotor" of {scope.describe(node.pointer)}',
                value=f"an array of {counted(len(node.rotor), 'item')}",
                expected=expected,
            )


@rule(
    "G4MF-NODE-009",
    "error",
    "the rotor of {node} is not normalised: R · reverse(R) differs from 1 by {error:.2g}",
)
def rotor_not_unit(scope: Scope) -> Iterator[Finding]:
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
                yield rotor_not_unit.at(f"{node.pointer}/rotor", node=described, error=error)


@rule("G4MF-NODE-010", "error", MESSAGE)
def scale_invalid(scope: Scope) -> Iterator[Finding]:
    """Invalid scale.

    What: `scale` of a node is one number, or one per dimension, all above 0.
    Why: A scale of 0 flattens the model, and the format does not allow mirroring by a negative scale.
    Fix: Correct the numbers. To mirror, write a `basis`.
    Source: G4MF transform.
    """
    yield from scope.member_findings.get(scale_invalid.id, ())
    expected = f"1 or {scope.dimension} numbers above 0"
    for node in scope.nodes:
        if node.scale is not None and scope.dimension and len(node.scale) not in (1, scope.dimension):
            yield scale_invalid.at(
                f"{node.pointer}/scale",
                member=f'"scale" of {scope.describe(node.pointer)}',
                value=f"an array of {counted(len(node.scale), 'item')}",
                expected=expected,
            )


@rule("G4MF-NODE-011", "error", "{node} has both basis and {keys}; expected one form")
def basis_with_rotor_or_scale(scope: Scope) -> Iterator[Finding]:
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
            yield basis_with_rotor_or_scale.at(node.pointer, node=described, keys=" and ".join(keys))


mesh_instance_without_mesh = member_rule(
    "G4MF-NODE-012",
    """Mesh instance has no mesh.

    What: `meshInstance` of a node is an object with `mesh`.
    Why: There is nothing to draw.
    Fix: Add `mesh`, or remove `meshInstance`.
    Source: G4MF mesh instance.
    """,
)


@rule("G4MF-NODE-013", "error", MESSAGE)
def instance_materials_invalid(scope: Scope) -> Iterator[Finding]:
    """Invalid materials of a mesh instance.

    What: `materials` of a mesh instance has one entry, or one per surface of the mesh. Each is the index of
    a material, or −1 for the material of the mesh.
    Why: Material i belongs to surface i.
    Fix: Write one material, or one per surface.
    Source: G4MF mesh instance.
    """
    yield from scope.member_findings.get(instance_materials_invalid.id, ())
    count = scope.count_of("materials")
    for node in scope.nodes:
        materials = node.mesh_instance.materials if node.mesh_instance is not None else None
        if materials is None or node.mesh is None or node.mesh >= len(scope.meshes):
            continue
        surfaces = len(scope.meshes[node.mesh].surfaces)
        wrong = [material for material in materials if material is not None and not -1 <= material < count]
        value, expected = "", ""
        if len(materials) not in (1, surfaces):
            value = counted(len(materials), "entry")
            expected = f"1 or {surfaces} (one per surface)"
        elif wrong:
            value = f"{wrong[0]} in an entry"
            expected = f"the index of a material or -1 (the file has {counted(count, 'material')})"
        if expected:
            yield instance_materials_invalid.at(
                f"{node.pointer}/meshInstance/materials",
                member=f'"meshInstance/materials" of {scope.describe(node.pointer)}',
                value=value,
                expected=expected,
            )


RULES = (
    child_invalid,
    node_with_two_parents,
    node_loop,
    root_transformed,
    node_unreachable,
    position_invalid,
    basis_invalid,
    rotor_invalid,
    rotor_not_unit,
    scale_invalid,
    basis_with_rotor_or_scale,
    mesh_instance_without_mesh,
    instance_materials_invalid,
)
