"""G4MF files: condition, new documents from rigs, dialects, and writing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base.errors import Unsuitable
from pantin.base.records import replace
from pantin.formats.format import Condition, WriteOptions
from pantin.formats.g4mf.document import Document
from pantin.formats.g4mf.document import read as read_document

if TYPE_CHECKING:
    from pantin.base.files import Resolver
    from pantin.base.limits import Limits
    from pantin.report import Finding
    from pantin.rig import Rig


def read(source: Path | bytes, *, name: str, limits: Limits, resolver: Resolver) -> Document:
    stated_name = name if isinstance(source, bytes) else None
    return read_document(source, name=stated_name, limits=limits, resolver=resolver)


def condition(document: Document) -> Condition:
    """Raise `Unsupported` for other versions of G4MF."""
    from pantin.formats.g4mf.requirements import require_known

    require_known(document)
    return Condition.WHOLE if document.tree else Condition.EMPTY


def lower(rig: Rig, options: WriteOptions) -> tuple[Document, list[Finding]]:
    """Write a rig to a new G4MF document; also returns findings for what is dropped. Raises `Unsupported`,
    with a reason, for skins that the format cannot express."""
    from pantin.formats.g4mf.lower import lower
    from pantin.formats.g4mf.lower.losses import skeletons_merged
    from pantin.operations.edit.skeleton_roots import add_skeleton_roots

    whole = add_skeleton_roots(rig)
    if (
        not rig.skeletons
    ):  # the matrices of derived skeletons are those of the skins, and no loss of their own
        skeletons = tuple(replace(skeleton, inverse_binds=None) for skeleton in whole.skeletons)
        whole = replace(whole, skeletons=skeletons)
    lowered = lower(
        whole,
        dialect=options.dialect or "newest",
        omit_inferable=options.omit_inferable,
        name=f"{options.name}.g4b",
    )
    return lowered.document, [*lowered.findings, *skeletons_merged(len(rig.skeletons), len(whole.skeletons))]


def write(document: Document, path: Path, options: WriteOptions) -> list[Finding]:
    from pantin.formats.g4mf.save import write

    return write(document, path)


def adapt(document: Document, options: WriteOptions) -> Document:
    """Convert the document to the dialect of the options; everything else stays."""
    from pantin.formats.g4mf.accessor import AccessorFault
    from pantin.formats.g4mf.dialects import has_older_forms
    from pantin.formats.g4mf.downgrade import downgrade
    from pantin.formats.g4mf.group_names import omit_inferable_names
    from pantin.formats.g4mf.upgrade import upgrade

    try:
        if options.dialect == "2026-01":
            document = downgrade(document)
        elif (options.upgrade or options.dialect == "newest") and has_older_forms(document):
            document = upgrade(document)
    except AccessorFault as fault:
        raise Unsuitable(f"cannot convert to this dialect: {fault}") from None
    return omit_inferable_names(document) if options.omit_inferable else document


def about(document: Document) -> dict[str, Any]:
    """Facts from the file about itself: older forms, extensions, generator."""
    from pantin.formats.g4mf.dialects import older_forms
    from pantin.formats.g4mf.model import asset_of, strings

    about = asset_of(document.tree)
    generator = about.get("generator")
    return {
        "older": tuple(f"{form.was}, since {form.since} {form.now}" for form in older_forms(document)),
        "extensions": tuple(strings(about, "extensionsUsed")),
        "generator": generator if isinstance(generator, str) else None,
    }
