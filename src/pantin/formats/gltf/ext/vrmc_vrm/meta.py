"""Meta of VRM 1.0: author, licence and permitted uses of a character."""

from __future__ import annotations

from typing import Any

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.ext.vrm_family import LICENSE_URL
from pantin.formats.gltf.extension import Tree
from pantin.formats.gltf.extension_names import VRMC_VRM as NAME
from pantin.formats.gltf.json_values import Object, as_index, as_list, as_object, as_text, block_of
from pantin.formats.model_meta import LICENSE_PAGES, PERMISSIONS, MetaChanges, ModelMeta, PermissionValue
from pantin.report.pointer import pointer

PLACE = ("extensions", NAME, "meta")
TEXTS = {"version": "version", "contact": "contactInformation", "copyright": "copyrightInformation"}


def read_meta(tree: Tree) -> ModelMeta | None:
    """The meta of a file; None if it is not VRM 1.0."""
    block = block_of(tree, NAME)
    if block is None:
        return None
    meta = as_object(block.get("meta"))
    return ModelMeta(
        "VRM 1.0",
        title=as_text(meta.get("name")),
        authors=tuple(filter(None, map(as_text, as_list(meta.get("authors"))))),
        references=tuple(filter(None, map(as_text, as_list(meta.get("references"))))),
        license=as_text(meta.get("otherLicenseUrl")) or as_text(meta.get("licenseUrl")),
        permissions={name: _permission(meta, name) for name in PERMISSIONS},
        thumbnail=as_index(meta.get("thumbnailImage"), len(as_list(tree.get("images")))),
        **{name: as_text(meta.get(member)) for name, member in TEXTS.items()},
    )


def _permission(meta: Object, name: str) -> PermissionValue:
    """The value of a permission; the strictest one if it is missing or invalid."""
    member, _, values = PERMISSIONS[name]
    stated = meta.get(member)
    return next((value for value in values if value is stated or value == stated != 0), values[0])


def set_meta(document: Document, changes: MetaChanges) -> None:
    """Change members of the meta; all others keep their bytes. Raises `ValueError` if name or authors would
    be missing, because VRM 1.0 requires both."""
    from pantin.formats.gltf.text_members import set_text
    from pantin.formats.gltf.thumbnails import store_thumbnail

    if not isinstance(document.get(pointer(*PLACE)), dict):
        document.set(pointer(*PLACE), {"licenseUrl": LICENSE_URL})
    if changes.title == "" or changes.authors == ():
        raise ValueError("VRM 1.0 requires a title and at least one author: they cannot be empty")
    values: dict[str, Any] = {"name": changes.title, "authors": changes.authors}
    values |= {PERMISSIONS[name].member: value for name, value in changes.permissions.items()}
    if changes.references:
        values["references"] = changes.references
    for member, value in values.items():
        if value is not None:
            document.set(pointer(*PLACE, member), list(value) if isinstance(value, tuple) else value)
    if changes.references == () and document.get(pointer(*PLACE, "references")) is not None:
        document.remove(pointer(*PLACE, "references"))
    for name, member in TEXTS.items():
        text = getattr(changes, name)
        if text is not None:
            set_text(document, (*PLACE, member), text)
    if changes.license is not None:
        _set_license(document, LICENSE_PAGES.get(changes.license, changes.license))
    if changes.thumbnail is not None:
        before = read_meta(document.tree)
        image = store_thumbnail(document, changes.thumbnail, None if before is None else before.thumbnail)
        document.set(pointer(*PLACE, "thumbnailImage"), image)


def _set_license(document: Document, address: str) -> None:
    """Set the licence. `licenseUrl` is VRM's own licence in every file; any other licence is stored in
    another member (VRMC_vrm 1.0, "Meta")."""
    from pantin.formats.gltf.text_members import set_text

    if document.get(pointer(*PLACE, "licenseUrl")) is None:
        document.set(pointer(*PLACE, "licenseUrl"), LICENSE_URL)
    set_text(document, (*PLACE, "otherLicenseUrl"), "" if address == LICENSE_URL else address)
