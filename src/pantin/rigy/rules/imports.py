"""Rules about imports, contracts and instances."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from pantin.report import Finding, rule
from pantin.rigy.assemble import triple
from pantin.rigy.rules.scope import Scope, at, missing
from pantin.rigy.schema.document import Attach3, Document, Instance


@rule("RIGY-P50", "error", "{name!r} cannot be read: {reason}")
def readable(scope: Scope) -> Iterator[Finding]:
    """Imported documents and contracts exist and can be read.

    Why: what they hold is part of the model.
    Mend: correct the path, which is relative to the file it stands in.
    Source: Rigy 0.2, imports.
    """
    yield from scope.found(readable, "unreadable")


@rule("RIGY-P51", "error", "this import leads back to a file that is being read: {loop}")
def import_cycle(scope: Scope) -> Iterator[Finding]:
    """Imports form no ring.

    Why: the model would contain itself.
    Mend: remove one import of the ring.
    Source: Rigy 0.2, imports.
    """
    yield from scope.found(import_cycle, "cycle")


@rule("RIGY-P52", "error", "{reason}")
def inside_project(scope: Scope) -> Iterator[Finding]:
    """References stay inside the project folder.

    Why: a document from elsewhere must not make its reader open other files of the machine.
    Mend: move the file into the folder, compile from a folder above, or allow references outside.
    Source: Pantin's conventions.
    """
    yield from scope.found(inside_project, "outside")


@rule("RIGY-P54", "error", "instance {id!r} {reason}")
def instance_form(scope: Scope) -> Iterator[Finding]:
    """An instance has either import, with attach3, or mesh_id.

    Why: an instance is a copy of one thing, and an imported one has to be attached somewhere.
    Mend: keep one of the two keys; add attach3 to an import.
    Source: Rigy 0.2, instances.
    """
    for one in scope.document.instances:
        if one.source is not None and one.mesh_id is not None:
            yield instance_form.at(at(one.path, "mesh_id"), id=one.id, reason="has both import and mesh_id")
        elif one.source is None and one.mesh_id is None:
            yield instance_form.at(at(one.path), id=one.id, reason="has neither import nor mesh_id")
        elif one.source is not None and one.attach3 is None:
            yield instance_form.at(at(one.path), id=one.id, reason="is imported and needs attach3")


@rule("RIGY-V26", "error", "instance {id!r} is of import {name!r}, which is not declared{hint}")
def known_import(scope: Scope) -> Iterator[Finding]:
    """An instance's import is declared.

    Why: there would be nothing to place.
    Mend: declare it under imports, or correct its name.
    Source: Rigy chapter 12, V26.
    """
    known = scope.document.imports
    for one in scope.document.instances:
        if one.source is not None and missing(one.source, known):
            hint = scope.close_to(one.source, known)
            yield known_import.at(at(one.path, "import"), id=one.id, name=one.source, hint=hint)


@rule("RIGY-V27", "error", "instance {id!r} is of mesh {name!r}, which does not exist{hint}")
def known_mesh(scope: Scope) -> Iterator[Finding]:
    """A local instance's mesh exists.

    Why: there would be nothing to place.
    Mend: correct the id.
    Source: Rigy chapter 12, V27.
    """
    for one in scope.document.instances:
        if one.mesh_id is not None and missing(one.mesh_id, scope.meshes):
            hint = scope.close_to(one.mesh_id, scope.meshes)
            yield known_mesh.at(at(one.path, "mesh_id"), id=one.id, name=one.mesh_id, hint=hint)


def _attached(scope: Scope) -> Iterator[tuple[Instance, Attach3, Document]]:
    """Instances that are attached, with the document their `from` anchors are in."""
    for one in scope.document.instances:
        asset = scope.document
        if one.source is not None:
            unit = scope.unit.imports.get(one.source)
            if unit is None or unit.document is None:
                continue
            asset = unit.document
        if one.attach3 is not None:
            yield one, one.attach3, asset


@rule("RIGY-V29", "error", "anchor {name!r} of instance {id!r} is not in {where}{hint}")
def from_anchor(scope: Scope) -> Iterator[Finding]:
    """The `from` anchors of an attach3 are anchors of the imported document, with its own name before
    the dot or none.

    Why: without three points there is no frame to attach by.
    Mend: correct the name, or add the anchor to the imported document.
    Source: Rigy chapter 12, V29.
    """
    for one, attach3, asset in _attached(scope):
        known = asset.anchor_places
        for place, name in enumerate(attach3.start):
            space, dot, bare = name.rpartition(".")
            strange = bool(dot) and (one.source is None or space != one.source)
            if strange or missing(bare, known):
                where = f"import {one.source!r}" if one.source else "this document"
                values = {"name": name, "id": one.id, "where": where, "hint": scope.close_to(bare, known)}
                yield from_anchor.at(at(attach3.path, "from", place), **values)


@rule("RIGY-V30", "error", "anchor {name!r} of instance {id!r} is not in this document{hint}")
def to_anchor(scope: Scope) -> Iterator[Finding]:
    """The `to` anchors of an attach3 are anchors of the document itself.

    Why: without three points there is no frame to attach to.
    Mend: correct the name, or add the anchor.
    Source: Rigy chapter 12, V30.
    """
    for one in scope.document.instances:
        for place, name in enumerate(one.attach3.end if one.attach3 else ()):
            if missing(name, scope.document.anchor_places):
                assert one.attach3 is not None
                hint = scope.close_to(name, scope.document.anchor_places)
                yield to_anchor.at(at(one.attach3.path, "to", place), name=name, id=one.id, hint=hint)


@rule(
    "RIGY-P55", "error", "the {side} anchors of {id!r} span no frame: two of them meet, or all lie on a line"
)
def frame(scope: Scope) -> Iterator[Finding]:
    """Three anchors that are attached by span a triangle, by more than 1e-9 m.

    Why: points on a line leave the turn about it open.
    Mend: move the third anchor off the line through the first two.
    Source: Rigy 0.2, attach3; Rigs 0.1 §8.
    """
    for one, attach3, asset in _attached(scope):
        bare = tuple(name.rpartition(".")[2] for name in attach3.start)
        for side, document, names in (("from", asset, bare), ("to", scope.document, attach3.end)):
            if document.anchor_places.keys() >= set(names) and triple(document, names) is None:
                yield frame.at(at(attach3.path, side), side=side, id=one.id)


@rule("RIGY-V31", "error", "{reason}")
def contract(scope: Scope) -> Iterator[Finding]:
    """An imported document keeps its contract: required anchors exist, required triples are named, and
    triples
    are three anchors that exist.

    Why: whoever attaches the asset relies on it.
    Mend: add the anchor to the asset, or correct the contract.
    Source: Rigy chapter 12, V31.
    """
    for name, agreed in scope.unit.contracts.items():
        asset = scope.unit.imports.get(name)
        if agreed.contract is None or asset is None or asset.document is None:
            continue
        for path, reason in _broken(agreed.contract, asset.document.anchor_places, name):
            yield agreed.mark(contract.at(at(path), reason=reason))


def _broken(agreed: Any, known: Collection[str], name: str) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for place, anchor in enumerate(agreed.required_anchors):
        if missing(anchor, known):
            yield ("required_anchors", place), f"import {name!r} has no anchor {anchor!r}, which is required"
    for one, anchors in agreed.frame3_sets.items():
        for place, anchor in enumerate(anchors):
            if missing(anchor, known):
                yield (
                    ("frame3_sets", one, place),
                    f"import {name!r} has no anchor {anchor!r} (triple {one!r})",
                )


def sound_contract(scope: Scope) -> Iterator[Finding]:
    """What is wrong with a contract whatever asset keeps it."""
    agreed = scope.unit.contract
    assert agreed is not None
    for place, one in enumerate(agreed.required_frame3_sets):
        if missing(one, agreed.frame3_sets):
            reason = f"the contract requires the triple {one!r} and has no such"
            yield contract.at(at(("required_frame3_sets", place)), reason=reason)
    for one, anchors in agreed.frame3_sets.items():
        if len(anchors) != 3:
            reason = f"the triple {one!r} has {len(anchors)} anchors, not 3"
            yield contract.at(at(("frame3_sets", one)), reason=reason)


REFERENCES = (readable, import_cycle, inside_project)
CONTRACT = (sound_contract,)
RULES = (instance_form, known_import, known_mesh, from_anchor, to_anchor, frame, contract)
