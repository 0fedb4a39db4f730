"""Convert meta and licence from VRM 0.x to VRM 1.0. Permissions are never widened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pantin.formats.gltf.ext.vrm0.meta import OTHER_LICENSE, USERS
from pantin.formats.gltf.ext.vrm_family import LICENSE_URL, UNKNOWN
from pantin.formats.gltf.extension_names import VRM0 as NAME
from pantin.formats.gltf.json_values import Object, as_index, as_list, as_object, as_text
from pantin.formats.model_meta import LICENSE_PAGES, PERMISSIONS
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document

PROHIBITED = "Redistribution_Prohibited"
"""The licence that 1.0 expresses as `allowRedistribution`."""

STRICTEST = {permission.member: permission.values[0] for permission in PERMISSIONS.values()}
"""Strictest values for permissions that 1.0 has and 0.x lacks."""


def migrate_meta(old_meta: Object, document: Document) -> dict[str, Any]:
    """Meta of 1.0. Stated permissions are converted; others get the strictest value."""
    meta: dict[str, Any] = {
        "name": as_text(old_meta.get("title")) or UNKNOWN,
        "authors": [as_text(old_meta.get("author")) or UNKNOWN],
        "licenseUrl": LICENSE_URL,
    }
    for old, new in (("version", "version"), ("contactInformation", "contactInformation")):
        if text := as_text(old_meta.get(old)):
            meta[new] = text
    if text := as_text(old_meta.get("reference")):
        meta["references"] = [text]
    if address := _license_address(old_meta):
        meta["otherLicenseUrl"] = address
    textures = as_list(document.tree.get("textures"))
    texture = as_index(old_meta.get("texture"), len(textures))
    image = None if texture is None else as_object(textures[texture]).get("source")
    if as_index(image, len(as_list(document.tree.get("images")))) is not None:
        meta["thumbnailImage"] = image
    meta |= STRICTEST
    meta["avatarPermission"] = USERS.get(str(old_meta.get("allowedUserName")), STRICTEST["avatarPermission"])
    meta["allowExcessivelyViolentUsage"] = old_meta.get("violentUssageName") == "Allow"
    meta["allowExcessivelySexualUsage"] = old_meta.get("sexualUssageName") == "Allow"
    if old_meta.get("commercialUssageName") == "Allow":
        meta["commercialUsage"] = "personalProfit"
    return meta


def _license_address(meta: Object) -> str | None:
    """The licence in 1.0: an address. It is the licence's, else that of other conditions, else the page for
    its name."""
    addresses = (as_text(meta.get(name)) for name in ("otherLicenseUrl", "otherPermissionUrl"))
    return next(filter(None, addresses), LICENSE_PAGES.get(str(meta.get("licenseName"))))


def describe_licence(meta: Object) -> str:
    """The permissions of 1.0 meta in one line."""
    said = {name: meta[name] for name in (*STRICTEST, "otherLicenseUrl") if name in meta}
    return ", ".join(
        f"{name} {str(value).lower() if isinstance(value, bool) else value}" for name, value in said.items()
    )


def dropped_meta(meta: Object, kept: Object) -> Iterator[tuple[str, str]]:
    """Members of meta, with their paths, that have no place in the new meta `kept`."""
    root = ("extensions", NAME, "meta")
    if as_text(meta.get("otherPermissionUrl")) not in (None, "", kept.get("otherLicenseUrl")):
        yield "otherPermissionUrl", pointer(*root, "otherPermissionUrl")
    name, address = as_text(meta.get("licenseName")), kept.get("otherLicenseUrl")
    page = meta.get("otherLicenseUrl") if name == OTHER_LICENSE else LICENSE_PAGES.get(str(name))
    is_kept = name == PROHIBITED or (address is not None and address == page)
    if name is not None and not is_kept:
        yield f"licenseName {name}", pointer(*root, "licenseName")
