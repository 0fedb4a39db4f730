"""Rules about Rigs scenes."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.report import Finding, rule
from pantin.rigy.layout import anchors_of, frame_of
from pantin.rigy.rules.imports import contract, frame
from pantin.rigy.rules.scope import Scope, at, missing
from pantin.rigy.schema.kinds import UNREAD
from pantin.rigy.schema.scene import VERSIONS, Child, Frame, Scene


def _scene(scope: Scope) -> Scene:
    assert scope.unit.scene is not None
    return scope.unit.scene


def _children(scope: Scope) -> Iterator[tuple[Child, str]]:
    """Every child with the alias of its parent's asset."""
    pending = [(child, _scene(scope).scene.base) for child in reversed(_scene(scope).scene.children)]
    while pending:
        child, base = pending.pop()
        yield child, base
        pending += [(below, child.base) for below in reversed(child.children)]


def _frames(scope: Scope) -> Iterator[tuple[Child, str, Frame, str]]:
    """Every slot and mount with the alias of the asset its anchors are in."""
    for child, base in _children(scope):
        yield child, base, child.place.slot, "slot"
        yield child, child.base, child.place.mount, "mount"


@rule("RIGY-P60", "error", "rigs_version {version!r} is not 0.1, the only one there is")
def version(scope: Scope) -> Iterator[Finding]:
    """A scene is of Rigs version 0.1.

    Why: a later version may mean something else by the same words.
    Mend: write rigs_version: "0.1".
    Source: Rigs 0.1 §3.
    """
    if _scene(scope).rigs_version not in (UNREAD, *VERSIONS):
        yield version.at(at(("rigs_version",)), version=_scene(scope).rigs_version)


@rule("RIGY-P61", "error", "{base!r} is not an import of this scene{hint}")
def known_base(scope: Scope) -> Iterator[Finding]:
    """Every base is the alias of an import.

    Why: there would be nothing to place.
    Mend: add the import, or correct the alias.
    Source: Rigs 0.1 §4–§5.
    """
    known = _scene(scope).imports
    places = [(_scene(scope).scene.path, _scene(scope).scene.base)]
    places += [(child.path, child.base) for child, _ in _children(scope)]
    for path, base in places:
        if missing(base, known):
            yield known_base.at(at(path, "base"), base=base, hint=scope.close_to(base, known))


@rule("RIGY-P62", "error", "there is another child {id!r} in this scene")
def child_ids(scope: Scope) -> Iterator[Finding]:
    """Ids of children are unique in the whole scene.

    Why: nodes are named after them.
    Mend: rename one of them.
    Source: Rigs 0.1 §5.
    """
    seen: set[str] = set()
    for child, _ in _children(scope):
        if child.id in seen and child.id != UNREAD:
            yield child_ids.at(at(child.path, "id"), id=child.id)
        seen.add(child.id)


@rule("RIGY-P63", "error", "the {kind} of {id!r} {reason}")
def frame_form(scope: Scope) -> Iterator[Finding]:
    """A slot or mount has either a name or three different anchors.

    Why: both could contradict each other, and two equal points span no frame.
    Mend: keep one of the two keys, with three different anchors.
    Source: Rigs 0.1 §6.1.
    """
    broken = {(*fault.path, fault.values["key"]) for fault in scope.faults("missing")}
    broken |= {fault.path for fault in scope.faults("type")}
    for child, _, which, kind in _frames(scope):
        if which.name is not None and which.anchors is not None:
            yield frame_form.at(at(which.path), kind=kind, id=child.id, reason="has both a name and anchors")
        elif which.name is None and which.anchors is None:
            if which.path not in broken and (*child.path, "place") not in broken:
                yield frame_form.at(
                    at(which.path), kind=kind, id=child.id, reason="has neither name nor anchors"
                )
        elif which.anchors is not None and len(set(which.anchors)) != 3 and UNREAD not in which.anchors:
            where = at(which.path, "anchors")
            yield frame_form.at(where, kind=kind, id=child.id, reason="names an anchor twice")


@rule("RIGY-P64", "error", "the {kind} {name!r} of {id!r} is not in the contract of {base!r}{hint}")
def named_frame(scope: Scope) -> Iterator[Finding]:
    """A slot or mount that is named is a triple of the asset's contract.

    Why: only the contract says which anchors are meant. It stands beside the asset as <name>.ricy.yaml,
    or is named by the import as {source: …, contract: …}.
    Mend: add the triple to the contract, as slots.<name>, mounts.<name> or <name>, or give three anchors.
    Source: Rigs 0.1 §6.1.
    """
    for child, base, which, kind in _frames(scope):
        if which.name in (None, UNREAD) or base not in scope.unit.imports:
            continue
        if anchors_of(scope.unit, base, which, kind) is None:
            agreed = scope.unit.contracts.get(base)
            sets = agreed.contract.frame3_sets if agreed and agreed.contract else {}
            hint = scope.close_to(str(which.name), sets) if agreed else "; it has no contract"
            values = {"kind": kind, "name": which.name, "id": child.id, "base": base, "hint": hint}
            yield named_frame.at(at(which.path, "name"), **values)


@rule("RIGY-P65", "error", "{base!r} has no anchor {name!r} ({kind} of {id!r}){hint}")
def known_anchor(scope: Scope) -> Iterator[Finding]:
    """The anchors of a slot are in the parent's asset, those of a mount in the child's.

    Why: without three points there is no frame.
    Mend: correct the name, or add the anchor to the asset.
    Source: Rigs 0.1 §6.1.
    """
    for child, base, which, kind in _frames(scope):
        asset = scope.unit.imports.get(base)
        if asset is None or asset.document is None:
            continue
        known = asset.document.anchor_places
        for place, name in enumerate(which.anchors or ()):
            if missing(name, known):
                hint = scope.close_to(name, known)
                values = {"base": base, "name": name, "kind": kind, "id": child.id, "hint": hint}
                yield known_anchor.at(at(which.path, "anchors", place), **values)


def _flat(scope: Scope) -> Iterator[Finding]:
    """Slots and mounts whose anchors exist and span no frame."""
    for child, base, which, kind in _frames(scope):
        asset, names = scope.unit.imports.get(base), anchors_of(scope.unit, base, which, kind)
        if asset is None or asset.document is None or names is None or len(set(names)) != 3:
            continue
        if (
            asset.document.anchor_places.keys() >= set(names)
            and frame_of(scope.unit, base, which, kind) is None
        ):
            yield frame.at(at(which.path), side=kind, id=child.id)


RULES = (version, known_base, child_ids, frame_form, named_frame, known_anchor, _flat, contract)
