"""Rules about the version and about ids: each names one thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from pantin.report import Finding, rule
from pantin.rigy.rules.scope import Scope, at
from pantin.rigy.schema.document import VERSIONS
from pantin.rigy.schema.kinds import UNREAD


@rule("RIGY-P21", "error", "version {version!r} is not one that is compiled: 0.1 to 0.13, as a text")
def version(scope: Scope) -> Iterator[Finding]:
    """The version is one this compiler knows.

    Why: a later version may mean something else by the same words.
    Mend: write the version the document was made for, in quotes: "0.3".
    Source: Rigy chapter 15.
    """
    said = scope.document.version
    if said not in (UNREAD, *VERSIONS):
        yield version.at(at(("version",)), version=said)


def _number(the_rule: Any, origins: list[str]) -> Any:
    """The rule that speaks of two things with one id, of which macros have made these."""
    if the_rule is primitive_ids and any("box_decompose" in one for one in origins):
        return macro_ids
    return expanded_ids if any(origins) else the_rule


def _twice(scope: Scope, items: Iterable[Any], the_rule: Any, **values: Any) -> Iterator[Finding]:
    seen: dict[str, Any] = {}
    for item in items:
        if item.id in seen and item.id != UNREAD:
            first = seen[item.id]
            how, origin = "", None
            if first.path == item.path:
                how = " (one of them is the mirrored copy of another)"
            elif getattr(item, "mirrored", False):
                how, origin = " (made by symmetry)", "symmetry"
            made = [scope.unit.text.origin(one.path) for one in (first, item)]
            finding = _number(the_rule, made).at(at(item.path, "id"), id=item.id, how=how, **values)
            yield replace(finding, origin=origin)
        seen.setdefault(item.id, item)


@rule("RIGY-V01", "error", "there is another mesh {id!r}{how}")
def mesh_ids(scope: Scope) -> Iterator[Finding]:
    """Each mesh has an id of its own.

    Why: bindings and instances refer to meshes by id.
    Mend: rename one of them.
    Source: Rigy chapter 12, V01.
    """
    yield from _twice(scope, scope.document.meshes, mesh_ids)


@rule("RIGY-V02", "error", "mesh {mesh!r} has another primitive {id!r}{how}")
def primitive_ids(scope: Scope) -> Iterator[Finding]:
    """Each primitive of a mesh has an id of its own, the copies that symmetry makes included.

    Why: weights refer to primitives by id.
    Mend: rename one of them, or leave the mirrored side to symmetry.
    Source: Rigy chapter 12, V02.
    """
    for mesh in scope.document.meshes:
        yield from _twice(scope, mesh.primitives, primitive_ids, mesh=mesh.id)


@rule("RIGY-V03", "error", "there is another armature {id!r}{how}")
def armature_ids(scope: Scope) -> Iterator[Finding]:
    """Each armature has an id of its own.

    Why: bindings refer to armatures by id.
    Mend: rename one of them.
    Source: Rigy chapter 12, V03.
    """
    yield from _twice(scope, scope.document.armatures, armature_ids)


@rule("RIGY-V04", "error", "armature {armature!r} has another bone {id!r}{how}")
def bone_ids(scope: Scope) -> Iterator[Finding]:
    """Each bone of an armature has an id of its own.

    Why: weights and parents refer to bones by id.
    Mend: rename one of them.
    Source: Rigy chapter 12, V04.
    """
    for armature in scope.document.armatures:
        yield from _twice(scope, armature.bones, bone_ids, armature=armature.id)


@rule("RIGY-V24", "error", "there is another anchor {id!r}{how}")
def anchor_ids(scope: Scope) -> Iterator[Finding]:
    """Each anchor has an id of its own, the copies that symmetry makes included.

    Why: attach3 and contracts refer to anchors by id.
    Mend: rename one of them, or leave the mirrored side to symmetry.
    Source: Rigy chapter 12, V24.
    """
    yield from _twice(scope, scope.document.anchors, anchor_ids)


@rule("RIGY-V25", "error", "there is another instance {id!r}{how}")
def instance_ids(scope: Scope) -> Iterator[Finding]:
    """Each instance has an id of its own, the copies that symmetry makes included.

    Why: nodes are named after instances.
    Mend: rename one of them, or leave the mirrored side to symmetry.
    Source: Rigy chapter 12, V25.
    """
    yield from _twice(scope, scope.document.instances, instance_ids)


@rule("RIGY-V66", "error", "a macro makes another {id!r}{how}")
def expanded_ids(scope: Scope) -> Iterator[Finding]:
    """What repeats make has ids of its own.

    Why: things are referred to by id.
    Mend: put the index into the id: "post${i}".
    Source: Rigy chapter 12, V66.
    """
    yield from _again(scope, expanded_ids)


@rule("RIGY-F114", "error", "box_decompose makes a box {id!r}, and there is another primitive {id!r}{how}")
def macro_ids(scope: Scope) -> Iterator[Finding]:
    """The boxes of a wall have ids of their own.

    Why: weights refer to primitives by id.
    Mend: rename the wall, its cutout, or the other primitive.
    Source: Rigy chapter 12, F114.
    """
    yield from _again(scope, macro_ids)


def _again(scope: Scope, the_rule: Any) -> Iterator[Finding]:
    """The findings of the other rules about ids that have this number."""
    for other in (mesh_ids, primitive_ids, armature_ids, bone_ids, anchor_ids, instance_ids):
        yield from (finding for finding in other.find(scope) if finding.rule == the_rule.id)


@rule("RIGY-V28", "error", "the {kind} {id!r} has the id of a {other}")
def shared_ids(scope: Scope) -> Iterator[Finding]:
    """Materials, meshes, armatures, anchors and instances share one space of ids.

    Why: an id alone must say what is meant.
    Mend: rename one of them.
    Source: Rigy chapter 12, V28.
    """
    document, kinds = scope.document, dict.fromkeys(scope.document.materials, "material")
    groups: tuple[tuple[str, Iterable[Any]], ...] = (
        ("mesh", document.meshes),
        ("armature", document.armatures),
        ("anchor", document.anchors),
        ("instance", document.instances),
    )
    for kind, items in groups:
        for item in items:
            other = kinds.setdefault(item.id, kind)
            if other != kind and item.id != UNREAD:
                yield shared_ids.at(at(item.path, "id"), kind=kind, id=item.id, other=other)


@rule("RIGY-P57", "error", "{reason}")
def mirror_rule(scope: Scope) -> Iterator[Finding]:
    """mirror_x has prefix_from with prefix_to, suffix_from with suffix_to, or both pairs, and each
    changes the id.

    Why: half a rule does not say what the other side is called, and a rule that changes nothing makes
    every id stand twice.
    Mend: write both keys of the pair, with different values.
    Source: Rigy 0.3, Symmetry Interaction.
    """
    symmetry = scope.document.symmetry
    rule_ = symmetry.mirror_x if symmetry else None
    if rule_ is None:
        return
    pairs = (("prefix", rule_.prefix_from, rule_.prefix_to), ("suffix", rule_.suffix_from, rule_.suffix_to))
    if all(one is None and other is None for _, one, other in pairs):
        yield mirror_rule.at(at(rule_.path), reason="mirror_x names neither a prefix nor a suffix")
    for kind, one, other in pairs:
        if (one is None) != (other is None):
            reason = f"{kind}_from and {kind}_to are needed together"
            yield mirror_rule.at(at(rule_.path), reason=reason)
        elif one is not None and one == other and one != UNREAD:
            reason = f"{kind}_from and {kind}_to are both {one!r}"
            yield mirror_rule.at(at(rule_.path, f"{kind}_to"), reason=reason)


RULES = (
    version, mesh_ids, primitive_ids, armature_ids, bone_ids, anchor_ids, instance_ids, shared_ids,
    mirror_rule, )  # fmt: skip
