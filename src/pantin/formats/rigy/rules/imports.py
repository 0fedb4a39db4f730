"""Rules about imports, contracts and instances."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pantin.formats.rigy.assemble import anchor_frame, from_anchors
from pantin.formats.rigy.rules.scope import Scope, missing, pointer_to
from pantin.formats.rigy.schema.document import Attach3, Document, Instance, is_read
from pantin.formats.rigy.schema.kinds import UNREAD
from pantin.formats.rigy.schema.scene import Contract
from pantin.formats.rigy.source import Path
from pantin.report import Finding, rule
from pantin.report.wording import counted


@rule("RIGY-P50", "error", "cannot read {name!r}: {reason}")
def readable(scope: Scope) -> Iterator[Finding]:
    """Unreadable reference.

    What: The documents and contracts that imports name must exist and be readable.
    Why: Their content is part of the model.
    Fix: Correct the path, which is relative to the file that contains it.
    Source: Rigy 0.2, imports.
    """
    yield from scope.findings(readable, "unreadable")


@rule("RIGY-P51", "error", "import cycle: {loop}")
def import_cycle(scope: Scope) -> Iterator[Finding]:
    """Import cycle.

    What: A document must not import itself, directly or through other documents.
    Why: The model would contain itself.
    Fix: Remove one import of the cycle.
    Source: Rigy 0.2, imports.
    """
    yield from scope.findings(import_cycle, "cycle")


@rule("RIGY-P52", "error", "{reason}")
def inside_project(scope: Scope) -> Iterator[Finding]:
    """Reference outside the project folder.

    What: References must stay inside the project folder.
    Why: A downloaded document must not be able to open other files on your machine.
    Fix: Move the file into the folder. If you trust the document, pass --allow-outside
    (`allow_outside=True` in Python), which also allows absolute paths.
    Source: Pantin's conventions.
    """
    yield from scope.findings(inside_project, "outside")


@rule("RIGY-P54", "error", "instance {id!r} {reason}")
def instance_form(scope: Scope) -> Iterator[Finding]:
    """Instance without a clear source.

    What: An instance must have either import, with attach3, or mesh_id.
    Why: An instance is a copy of one object, and an imported one has to be attached.
    Fix: Keep one of the two keys; add attach3 to an import.
    Source: Rigy 0.2, instances.
    """
    for instance in scope.document.instances:
        if instance.source is not None and instance.mesh_id is not None:
            yield instance_form.at(
                pointer_to(instance.path, "mesh_id"), id=instance.id, reason="has both import and mesh_id"
            )
        elif instance.source is None and instance.mesh_id is None:
            yield instance_form.at(
                pointer_to(instance.path), id=instance.id, reason="has neither import nor mesh_id"
            )
        elif instance.source is not None and instance.attach3 is None:
            yield instance_form.at(
                pointer_to(instance.path), id=instance.id, reason="has an import but no attach3"
            )


@rule("RIGY-V26", "error", "instance {id!r} refers to undeclared import {name!r}{hint}")
def known_import(scope: Scope) -> Iterator[Finding]:
    """Instance of an undeclared import.

    What: The import of an instance must be declared under imports.
    Why: There is nothing to instantiate.
    Fix: Declare it under imports, or correct its name.
    Source: Rigy chapter 12, V26.
    """
    known = scope.document.imports
    for instance in scope.document.instances:
        if instance.source is not None and missing(instance.source, known):
            hint = scope.suggest(instance.source, known)
            yield known_import.at(
                pointer_to(instance.path, "import"), id=instance.id, name=instance.source, hint=hint
            )


@rule("RIGY-V27", "error", "instance {id!r} refers to unknown mesh {name!r}{hint}")
def known_mesh(scope: Scope) -> Iterator[Finding]:
    """Instance of an unknown mesh.

    What: The mesh_id of an instance must be the id of a mesh.
    Why: There is nothing to instantiate.
    Fix: Correct the id.
    Source: Rigy chapter 12, V27.
    """
    for instance in scope.document.instances:
        if instance.mesh_id is not None and missing(instance.mesh_id, scope.meshes):
            hint = scope.suggest(instance.mesh_id, scope.meshes)
            yield known_mesh.at(
                pointer_to(instance.path, "mesh_id"), id=instance.id, name=instance.mesh_id, hint=hint
            )


def _attached_instances(scope: Scope) -> Iterator[tuple[Instance, Attach3, Document]]:
    """Instances with an attach3, each with the document that has its `from` anchors."""
    for instance in scope.document.instances:
        asset = scope.document
        if instance.source is not None:
            source = scope.source.imports.get(instance.source)
            if source is None or source.document is None:
                continue
            asset = source.document
        if instance.attach3 is not None:
            yield instance, instance.attach3, asset


@rule("RIGY-V29", "error", "attach3 of instance {id!r} refers to unknown anchor {name!r} in {where}{hint}")
def from_anchor(scope: Scope) -> Iterator[Finding]:
    """Unknown anchor in from.

    What: The from anchors of an attach3 must be anchors of the imported document, with or without its
    import name before a dot.
    Why: The frame to attach by needs three points.
    Fix: Correct the name, or add the anchor to the imported document.
    Source: Rigy chapter 12, V29.
    """
    for instance, attach3, asset in _attached_instances(scope):
        known = asset.anchor_positions
        for index, (name, bare) in enumerate(zip(attach3.start, from_anchors(instance, asset), strict=True)):
            if missing(bare, known):
                where = f"import {instance.source!r}" if instance.source else "this document"
                values = {
                    "name": name,
                    "id": instance.id,
                    "where": where,
                    "hint": scope.suggest(bare, known),
                }
                yield from_anchor.at(pointer_to(attach3.path, "from", index), **values)


@rule(
    "RIGY-V30", "error", "attach3 of instance {id!r} refers to unknown anchor {name!r} in this document{hint}"
)
def to_anchor(scope: Scope) -> Iterator[Finding]:
    """Unknown anchor in to.

    What: The to anchors of an attach3 must be anchors of the document itself.
    Why: The frame to attach to needs three points.
    Fix: Correct the name, or add the anchor.
    Source: Rigy chapter 12, V30.
    """
    for instance in scope.document.instances:
        for index, name in enumerate(instance.attach3.end if instance.attach3 else ()):
            if missing(name, scope.document.anchor_positions):
                assert instance.attach3 is not None
                hint = scope.suggest(name, scope.document.anchor_positions)
                yield to_anchor.at(
                    pointer_to(instance.attach3.path, "to", index), name=name, id=instance.id, hint=hint
                )


@rule(
    "RIGY-P55",
    "error",
    "the {side!r} anchors of instance {id!r} do not form a triangle: two coincide, or all are collinear",
)
def frame(scope: Scope) -> Iterator[Finding]:
    """Anchors do not form a triangle.

    What: Three anchors used for attaching must form a triangle larger than 1e-9 m.
    Why: The rotation about a line through collinear points is undefined.
    Fix: Move the third anchor off the line through the first two.
    Source: Rigy 0.2, attach3; Rigs 0.1 §8.
    """
    for instance, attach3, asset in _attached_instances(scope):
        start = from_anchors(instance, asset)
        for side, document, names in (("from", asset, start), ("to", scope.document, attach3.end)):
            known = document.anchor_positions
            if not known.keys() >= {*names} or not all(is_read(*known[name]) for name in names):
                continue  # reported already
            if anchor_frame(document, names) is None:
                yield frame.at(pointer_to(attach3.path, side), side=side, id=instance.id)


@rule("RIGY-V31", "error", "{reason}")
def contract(scope: Scope) -> Iterator[Finding]:
    """Contract is not fulfilled.

    What: An imported document must have the anchors its contract requires, required triples must be
    defined, and every triple must have three existing anchors.
    Why: Documents that attach the asset rely on its contract.
    Fix: Add the anchor to the asset, or correct the contract.
    Source: Rigy chapter 12, V31.
    """
    for name, agreed in scope.source.contracts.items():
        asset = scope.source.imports.get(name)
        if agreed.contract is None or asset is None or asset.document is None:
            continue
        for path, reason in _missing_anchors(agreed.contract, asset.document.anchor_positions, name):
            yield agreed.locate(contract.at(pointer_to(path), reason=reason))


def _missing_anchors(agreed: Contract, known: Collection[str], name: str) -> Iterator[tuple[Path, str]]:
    for index, anchor in enumerate(agreed.required_anchors):
        if missing(anchor, known):
            yield (
                ("required_anchors", index),
                f"import {name!r} has no anchor {anchor!r}, which its contract requires",
            )
    for path, anchors in agreed.triples():
        for index, anchor in enumerate(anchors):
            if missing(anchor, known):
                use = f"but triple {path[-1]!r} of its contract uses it"
                yield (*path, index), f"import {name!r} has no anchor {anchor!r}, {use}"


def sound_contract(scope: Scope) -> Iterator[Finding]:
    """Faults of a contract that do not depend on an asset."""
    contract_ = scope.source.contract
    assert contract_ is not None
    defined = {name for path, _ in contract_.triples() for name in (path[-1], ".".join(map(str, path)))}
    for index, name in enumerate(contract_.required_frame3_sets):
        if name != UNREAD and name not in defined:
            reason = f"the contract requires triple {name!r} but does not define it"
            yield contract.at(pointer_to(("required_frame3_sets", index)), reason=reason)
    for path, anchors in contract_.triples():
        if len(anchors) != 3:
            reason = f"triple {path[-1]!r} has {counted(len(anchors), 'anchor')}, not 3"
            yield contract.at(pointer_to(path), reason=reason)
    yield from _contradictions(contract_)


def _contradictions(agreed: Contract) -> Iterator[Finding]:
    """Triples that are listed under both spellings, with different anchors."""
    for kind in ("slots", "mounts"):
        for name, anchors in getattr(agreed, kind).items():
            older = agreed.frame3_sets.get(f"{kind}.{name}", anchors)
            if older != anchors:
                reason = f"triple {name!r} of {kind} has other anchors than '{kind}.{name}' of frame3_sets"
                yield contract.at(pointer_to((kind, name)), reason=reason)


REFERENCES = (readable, import_cycle, inside_project)
CONTRACT = (sound_contract,)
RULES = (instance_form, known_import, known_mesh, from_anchor, to_anchor, frame, contract)
