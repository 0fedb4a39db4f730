"""Rules about nodes: the tree they form, their transforms, and the instances of meshes on them."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.g4mf.model import TRANSFORM, is_index, objects
from pantin.formats.g4mf.rules.scope import Scope
from pantin.formats.g4mf.support import HIGHEST
from pantin.formats.g4mf.transform import UNIT_ROTOR, are_numbers, numbers, rotor_of
from pantin.maths import rotor
from pantin.report import Finding, rule


@rule("G4MF-NODE-001", "error", "child {at} is {value!r}: {why}")
def children_are_nodes(scope: Scope) -> Iterator[Finding]:
    """Children are nodes other than the root, each listed once.

    Why: node 0 is the root of all.
    Mend: correct the index.
    Source: G4MF node, children.
    """
    for node in scope.nodes:
        seen: set[int] = set()
        for at, value in enumerate(objects(node.raw, "children")):
            why = None
            if not is_index(value, len(scope.nodes)):
                why = f"there are {len(scope.nodes)} nodes"
            elif value == 0:
                why = "the root is nobody's child"
            elif value in seen:
                why = "it is listed twice"
            if why is not None:
                yield children_are_nodes.at(f"{node.place}/children", at=at, value=value, why=why)
                break
            seen.add(value)


@rule("G4MF-NODE-002", "error", "node {node} is a child of nodes {first} and {second}")
def node_has_one_parent(scope: Scope) -> Iterator[Finding]:
    """A node has at most one parent.

    Why: it can be in one place only.
    Mend: remove it from one list of children.
    Source: G4MF node, children.
    """
    parents: dict[int, int] = {}
    for at, node in enumerate(scope.nodes):
        for child in dict.fromkeys(node.children):
            if child >= len(scope.nodes):
                continue
            if child in parents:
                yield node_has_one_parent.at(
                    scope.nodes[child].place, node=child, first=parents[child], second=at
                )
            else:
                parents[child] = at


@rule("G4MF-NODE-003", "error", "the node is its own ancestor")
def tree_has_no_loop(scope: Scope) -> Iterator[Finding]:
    """No node is its own ancestor.

    Why: it would be nowhere.
    Mend: remove one of the links.
    Source: G4MF node, children.
    """
    for at in sorted(scope.hierarchy.looped):
        yield tree_has_no_loop.at(scope.nodes[at].place)


@rule("G4MF-NODE-004", "error", "the root node has {keys}")
def root_is_untransformed(scope: Scope) -> Iterator[Finding]:
    """The root node has no transform.

    Why: it is the world.
    Mend: move the transform to a node below it.
    Source: G4MF node, root node.
    """
    if scope.nodes:
        keys = [key for key in TRANSFORM if key in scope.nodes[0].raw]
        if keys:
            yield root_is_untransformed.at("/nodes/0", keys=", ".join(keys))


@rule("G4MF-NODE-005", "info", "the node is not below the root, so nothing shows it")
def node_is_reached(scope: Scope) -> Iterator[Finding]:
    """Every node is below the root.

    Why: others are not used.
    Mend: list it as a child, or leave it out.
    Source: G4MF node, children.
    """
    for at, node in enumerate(scope.nodes):
        if at not in scope.hierarchy.reached:
            yield node_is_reached.at(node.place)


@rule("G4MF-NODE-006", "error", "position must be {dimension} finite numbers")
def position_fits(scope: Scope) -> Iterator[Finding]:
    """The position has a number for each dimension.

    Why: it is a point of the space.
    Mend: write as many numbers as there are dimensions.
    Source: G4MF transform.
    """
    for node in scope.nodes:
        if (
            scope.dimension
            and "position" in node.raw
            and not are_numbers(node.raw["position"], scope.dimension)
        ):
            yield position_fits.at(f"{node.place}/position", dimension=scope.dimension)


@rule("G4MF-NODE-007", "error", "basis must be {count} finite numbers, {dimension} columns")
def basis_fits(scope: Scope) -> Iterator[Finding]:
    """The basis has a column for each dimension.

    Why: each is where an axis goes.
    Mend: write the columns one after another.
    Source: G4MF transform.
    """
    count = scope.dimension**2
    for node in scope.nodes:
        if scope.dimension and "basis" in node.raw and not are_numbers(node.raw["basis"], count):
            yield basis_fits.at(f"{node.place}/basis", count=count, dimension=scope.dimension)


@rule("G4MF-NODE-008", "error", "rotor must be {least} to {most} finite numbers")
def rotor_fits(scope: Scope) -> Iterator[Finding]:
    """The rotor has its scalar and all bivectors, and at most the whole even part.

    Why: missing grades count as 0, but half a grade has no meaning.
    Mend: write the scalar, xy, xz, yz, xw, … in this order.
    Source: G4MF transform.
    """
    if not 1 <= scope.dimension <= HIGHEST:
        return
    least, most = rotor.shortest(scope.dimension), rotor.longest(scope.dimension)
    for node in scope.nodes:
        if "rotor" in node.raw and rotor_of(node.raw["rotor"], scope.dimension) is None:
            yield rotor_fits.at(f"{node.place}/rotor", least=least, most=max(least, most))


@rule("G4MF-NODE-009", "error", "R reverse(R) is {error:.2g} away from 1: the rotor is not unit")
def rotor_is_unit(scope: Scope) -> Iterator[Finding]:
    """The product of a rotor with its reverse is 1, in every grade.

    Why: other multivectors stretch or shear. Two planes at once need the 4-vector part as well.
    Mend: divide by the length; for a double rotation write the whole even part, or a basis.
    Source: G4MF transform.
    """
    if not 1 <= scope.dimension <= HIGHEST:
        return
    for node in scope.nodes:
        value = rotor_of(node.raw.get("rotor"), scope.dimension)
        if value is not None:
            error = float(rotor.error(value, scope.dimension))
            if error > UNIT_ROTOR:
                yield rotor_is_unit.at(f"{node.place}/rotor", error=error)


@rule("G4MF-NODE-010", "error", "scale must be 1 or {dimension} numbers above 0")
def scale_fits(scope: Scope) -> Iterator[Finding]:
    """The scale is one number or one for each dimension, all above 0.

    Why: 0 flattens space, and mirroring is for the basis.
    Mend: write a basis where space is mirrored.
    Source: G4MF transform.
    """
    for node in scope.nodes:
        if "scale" not in node.raw:
            continue
        value = numbers(node.raw["scale"], 1, scope.dimension)
        if value is None and not scope.dimension:
            continue
        if value is None or not bool((value > 0).all()):
            yield scale_fits.at(f"{node.place}/scale", dimension=scope.dimension)


@rule("G4MF-NODE-011", "error", "the node has a basis and also {keys}")
def basis_is_alone(scope: Scope) -> Iterator[Finding]:
    """A node with a basis has neither rotor nor scale.

    Why: the basis holds both already.
    Mend: multiply them into the basis.
    Source: G4MF transform, schema.
    """
    for node in scope.nodes:
        keys = [key for key in ("rotor", "scale") if key in node.raw]
        if "basis" in node.raw and keys:
            yield basis_is_alone.at(node.place, keys=" and ".join(keys))


@rule("G4MF-NODE-012", "error", "meshInstance names no mesh")
def instance_has_mesh(scope: Scope) -> Iterator[Finding]:
    """A mesh instance names its mesh.

    Why: there is nothing to show otherwise.
    Mend: add `mesh`.
    Source: G4MF mesh instance.
    """
    for node in scope.nodes:
        instance = node.raw.get("meshInstance")
        if "meshInstance" in node.raw and (not isinstance(instance, dict) or "mesh" not in instance):
            yield instance_has_mesh.at(f"{node.place}/meshInstance")


@rule("G4MF-NODE-013", "error", "{why}")
def instance_materials_fit(scope: Scope) -> Iterator[Finding]:
    """Materials of an instance are one for all, or one for each surface; −1 keeps the mesh's own.

    Why: material i belongs to surface i.
    Mend: write as many as surfaces.
    Source: G4MF mesh instance.
    """
    count = scope.listed("materials")
    for node in scope.nodes:
        instance = node.raw.get("meshInstance")
        listed = instance.get("materials") if isinstance(instance, dict) else None
        if listed is None or node.mesh is None or node.mesh >= len(scope.meshes):
            continue
        place = f"{node.place}/meshInstance/materials"
        surfaces = len(scope.meshes[node.mesh].surfaces)
        if not isinstance(listed, list) or len(listed) not in (1, surfaces):
            yield instance_materials_fit.at(place, why=f"there must be 1 or {surfaces} materials")
            continue
        wrong = [one for one in listed if one != -1 and not is_index(one, count)]
        if wrong:
            yield instance_materials_fit.at(place, why=f"{wrong[0]!r} is no material; there are {count}")


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
