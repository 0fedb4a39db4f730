"""Rules about Rigs scenes."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.rigy.rules.imports import contract, frame
from pantin.formats.rigy.rules.scope import Scope, missing, pointer_to
from pantin.formats.rigy.scenes import anchors_of, frame_of
from pantin.formats.rigy.schema.document import is_read
from pantin.formats.rigy.schema.kinds import UNREAD
from pantin.formats.rigy.schema.scene import VERSIONS, Scene
from pantin.report import Finding, rule
from pantin.report.wording import quoted


def _scene(scope: Scope) -> Scene:
    assert scope.source.scene is not None
    return scope.source.scene


@rule("RIGY-P60", "error", 'unsupported rigs_version {version} (supported: "0.1")')
def version(scope: Scope) -> Iterator[Finding]:
    """Unsupported Rigs version.

    What: The rigs_version of a scene must be "0.1".
    Why: A later version may give the same keys a different meaning.
    Fix: Write rigs_version: "0.1".
    Source: Rigs 0.1 §3.
    """
    if _scene(scope).rigs_version not in (UNREAD, *VERSIONS):
        yield version.at(pointer_to(("rigs_version",)), version=quoted(_scene(scope).rigs_version))


@rule("RIGY-P61", "error", "base {base!r} is not an import of this scene{hint}")
def known_base(scope: Scope) -> Iterator[Finding]:
    """Unknown base.

    What: Every base must be the name of an import of the scene.
    Why: There is nothing to instantiate.
    Fix: Add the import, or correct the name.
    Source: Rigs 0.1 §4–§5.
    """
    known = _scene(scope).imports
    bases = [(_scene(scope).scene.path, _scene(scope).scene.base)]
    bases += [(child.path, child.base) for child, _ in _scene(scope).children()]
    for path, base in bases:
        if missing(base, known):
            yield known_base.at(pointer_to(path, "base"), base=base, hint=scope.suggest(base, known))


@rule("RIGY-P62", "error", "duplicate child id {id!r} in this scene")
def child_ids(scope: Scope) -> Iterator[Finding]:
    """Duplicate child id.

    What: The ids of children must be unique in the whole scene.
    Why: Nodes are named after them.
    Fix: Rename one of them.
    Source: Rigs 0.1 §5.
    """
    seen: set[str] = set()
    for child, _ in _scene(scope).children():
        if child.id in seen and child.id != UNREAD:
            yield child_ids.at(pointer_to(child.path, "id"), id=child.id)
        seen.add(child.id)


@rule("RIGY-P63", "error", "the {kind} of child {id!r} {reason}")
def frame_form(scope: Scope) -> Iterator[Finding]:
    """Invalid slot or mount.

    What: A slot or mount must have either a name or three different anchors.
    Why: A name and anchors could contradict each other, and two equal anchors do not define a frame.
    Fix: Keep one of the two keys, with three different anchors.
    Source: Rigs 0.1 §6.1.
    """
    broken = {(*fault.path, fault.values["key"]) for fault in scope.faults("missing")}
    broken |= {fault.path for fault in scope.faults("type")}
    for child, _, frame_ref, kind in _scene(scope).frames():
        if frame_ref.name is not None and frame_ref.anchors is not None:
            yield frame_form.at(
                pointer_to(frame_ref.path), kind=kind, id=child.id, reason="has both a name and anchors"
            )
        elif frame_ref.name is None and frame_ref.anchors is None:
            if frame_ref.path not in broken and (*child.path, "place") not in broken:
                yield frame_form.at(
                    pointer_to(frame_ref.path),
                    kind=kind,
                    id=child.id,
                    reason="has neither a name nor anchors",
                )
        elif (
            frame_ref.anchors is not None
            and len(set(frame_ref.anchors)) != 3
            and UNREAD not in frame_ref.anchors
        ):
            where = pointer_to(frame_ref.path, "anchors")
            yield frame_form.at(where, kind=kind, id=child.id, reason="lists an anchor twice")


@rule("RIGY-P64", "error", "{kind} {name!r} of child {id!r} is not defined in the contract of {base!r}{hint}")
def named_frame(scope: Scope) -> Iterator[Finding]:
    """Unknown slot or mount name.

    What: The name of a slot or mount must be a triple in the contract of its asset.
    Why: Only the contract says which anchors the name stands for. It is the file <name>.ricy.yaml beside
    the asset, or the one that the import names: {source: …, contract: …}.
    Fix: Add the triple to the contract, under slots or mounts, or give three anchors.
    Source: Rigs 0.1 §6.1.
    """
    for child, base, frame_ref, kind in _scene(scope).frames():
        if frame_ref.name in (None, UNREAD) or base not in scope.source.imports:
            continue
        if anchors_of(scope.source, base, frame_ref, kind) is None:
            agreed = scope.source.contracts.get(base)
            known = agreed.contract.names(kind) if agreed and agreed.contract else []
            hint = scope.suggest(str(frame_ref.name), known) if agreed else ", which has no contract"
            values = {"kind": kind, "name": frame_ref.name, "id": child.id, "base": base, "hint": hint}
            yield named_frame.at(pointer_to(frame_ref.path, "name"), **values)


@rule("RIGY-P65", "error", "the {kind} of child {id!r} refers to unknown anchor {name!r} in {base!r}{hint}")
def known_anchor(scope: Scope) -> Iterator[Finding]:
    """Unknown anchor of a slot or mount.

    What: The anchors of a slot must be in the asset of the parent, those of a mount in the asset of the
    child.
    Why: The frame needs three points.
    Fix: Correct the name, or add the anchor to the asset.
    Source: Rigs 0.1 §6.1.
    """
    for child, base, frame_ref, kind in _scene(scope).frames():
        asset = scope.source.imports.get(base)
        if asset is None or asset.document is None:
            continue
        known = asset.document.anchor_positions
        for index, name in enumerate(frame_ref.anchors or ()):
            if missing(name, known):
                hint = scope.suggest(name, known)
                values = {"base": base, "name": name, "kind": kind, "id": child.id, "hint": hint}
                yield known_anchor.at(pointer_to(frame_ref.path, "anchors", index), **values)


def _flat(scope: Scope) -> Iterator[Finding]:
    """Slots and mounts whose anchors exist but do not form a triangle."""
    for child, base, frame_ref, kind in _scene(scope).frames():
        asset, names = scope.source.imports.get(base), anchors_of(scope.source, base, frame_ref, kind)
        if asset is None or asset.document is None or names is None or len(set(names)) != 3:
            continue
        known = asset.document.anchor_positions
        if (
            known.keys() >= set(names)
            and all(is_read(*known[name]) for name in names)
            and frame_of(scope.source, base, frame_ref, kind) is None
        ):
            yield frame.at(pointer_to(frame_ref.path), side=kind, id=child.id)


RULES = (version, known_base, child_ids, frame_form, named_frame, known_anchor, _flat, contract)
