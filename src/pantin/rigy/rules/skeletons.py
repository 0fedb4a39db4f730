"""Rules about armatures and their bones."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pantin.report import Finding, rule
from pantin.rigy.rules.scope import Scope, at, missing
from pantin.rigy.schema.document import Armature, is_read

EPSILON = 1e-9
"""Metres; a bone shorter than this has no direction (Rigy chapter 12, V06)."""


@rule("RIGY-V05", "error", "the parents of bone {id!r} lead back to it: {loop}")
def bone_cycle(scope: Scope) -> Iterator[Finding]:
    """Following parents from any bone ends at a root.

    Why: a bone that hangs from itself has no place.
    Mend: give one bone of the ring another parent, or none.
    Source: Rigy chapter 12, V05.
    """
    for armature in scope.document.armatures:
        bones = {bone.id: bone for bone in reversed(armature.bones)}
        for loop in _loops(armature):
            bone = bones[loop[0]]
            names = " → ".join([*loop, loop[0]])
            yield bone_cycle.at(at(bone.path, "parent"), id=bone.id, loop=names)


def _loops(armature: Armature) -> Iterator[list[str]]:
    """Each ring of parents once, from its first bone in the text."""
    parents = {bone.id: bone.parent for bone in reversed(armature.bones)}
    done: set[str] = set()
    for start in [bone.id for bone in armature.bones]:
        trail: dict[str, None] = {}
        name = start
        while name in parents and name not in done and name not in trail:
            trail[name] = None
            name = parents[name]
        if name in trail:
            ring = list(trail)
            yield ring[ring.index(name) :]
        done.update(trail)  # not |=, which copies the set for the keys of a dict


@rule("RIGY-V06", "error", "bone {id!r} has length 0")
def bone_length(scope: Scope) -> Iterator[Finding]:
    """A bone's tail is away from its head, by more than 1e-9 m.

    Why: a bone without length has no direction.
    Mend: move the tail.
    Source: Rigy chapter 12, V06.
    """
    for armature in scope.document.armatures:
        for bone in armature.bones:
            if is_read(*bone.head, *bone.tail) and math.dist(bone.head, bone.tail) < EPSILON:
                yield bone_length.at(at(bone.path, "tail"), id=bone.id)


@rule("RIGY-P30", "error", "bone {id!r} hangs from {parent!r}, which armature {armature!r} has not{hint}")
def known_parent(scope: Scope) -> Iterator[Finding]:
    """A bone's parent is another bone of its armature, or none.

    Why: the bone would hang nowhere.
    Mend: correct the name, or write none for a root. The reference profile lets it pass with a warning.
    Source: Rigy 0.3, Default Binding (parent: none).
    """
    for armature in scope.document.armatures:
        known = {bone.id for bone in armature.bones}
        for bone in armature.bones:
            if bone.parent != "none" and missing(bone.parent, known):
                values = {"parent": bone.parent, "armature": armature.id}
                hint = scope.close_to(bone.parent, (*known, "none"))
                yield known_parent.at(at(bone.path, "parent"), id=bone.id, hint=hint, **values)


@rule("RIGY-P31", "error", "armature {armature!r} has another root, {id!r}; the first is {first!r}")
def one_root(scope: Scope) -> Iterator[Finding]:
    """An armature has one root.

    Why: vertices without weights go to the root, and a skin has one.
    Mend: hang one of them from the other. The reference profile lets it pass with a warning.
    Source: Rigy 0.3, Default Binding: the bone with parent: none.
    """
    for armature in scope.document.armatures:
        roots = [bone for bone in armature.bones if bone.parent == "none"]
        for bone in roots[1:]:
            values = {"armature": armature.id, "first": roots[0].id}
            yield one_root.at(at(bone.path, "parent"), id=bone.id, **values)


@rule("RIGY-P32", "error", "armature {id!r} has no bones")
def some_bones(scope: Scope) -> Iterator[Finding]:
    """An armature has at least one bone.

    Why: there would be nothing to bind to.
    Mend: add a bone with parent: none, or remove the armature.
    Source: Rigy 0.3, Default Binding.
    """
    broken = {fault.path[:-1] for fault in scope.faults("type")}
    for armature in scope.document.armatures:
        if not armature.bones and armature.path not in broken:
            yield some_bones.at(at(armature.path), id=armature.id)


@rule("RIGY-P33", "info", "armature {id!r} is bound to no mesh and leaves nothing in the model")
def unbound_armature(scope: Scope) -> Iterator[Finding]:
    """Every armature is bound to a mesh.

    Why: only armatures that move something are written.
    Mend: add a binding, or remove the armature.
    Source: Rigy chapter 13.
    """
    bound = {one.armature_id for one in scope.document.bindings}
    for armature in scope.document.armatures:
        if armature.id and armature.id not in bound:
            yield unbound_armature.at(at(armature.path, "id"), id=armature.id)


@rule("RIGY-W03", "warning", "the root {id!r} of armature {armature!r} is not at the origin")
def root_at_origin(scope: Scope) -> Iterator[Finding]:
    """By convention the head of the root is at the origin.

    Why: tools that move a model as a whole move its root.
    Mend: nothing needs mending; add a root at [0, 0, 0] if the tools you use expect one.
    Source: Rigy chapter 12, W03.
    """
    for armature in scope.document.armatures:
        root = next((bone for bone in armature.bones if bone.parent == "none"), None)
        if root is not None and math.dist(root.head, (0.0, 0.0, 0.0)) > EPSILON:
            yield root_at_origin.at(at(root.path, "head"), id=root.id, armature=armature.id)


RULES = (bone_cycle, bone_length, known_parent, one_root, some_bones, unbound_armature, root_at_origin)
LENIENT = ("RIGY-P30", "RIGY-P31")
