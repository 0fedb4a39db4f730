"""Permissions and licence of a model with a part: the strictest of both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pantin.base.records import Record
from pantin.operations.merging.facts import Dropped

PERMISSIONS: Mapping[str, tuple[Any, ...]] = {
    "avatarPermission": ("onlyAuthor", "onlySeparatelyLicensedPerson", "everyone"),
    "commercialUsage": ("personalNonProfit", "personalProfit", "corporation"),
    "creditNotation": ("required", "unnecessary"),
    "modification": ("prohibited", "allowModification", "allowModificationRedistribution"),
    "allowExcessivelyViolentUsage": (False, True),
    "allowExcessivelySexualUsage": (False, True),
    "allowPoliticalOrReligiousUsage": (False, True),
    "allowAntisocialOrHateUsage": (False, True),
    "allowRedistribution": (False, True),
    "allowedUserName": ("OnlyAuthor", "ExplicitlyLicensedPerson", "Everyone"),
    "violentUssageName": ("Disallow", "Allow"),
    "sexualUssageName": ("Disallow", "Allow"),
    "commercialUssageName": ("Disallow", "Allow"),
}
"""The permissions of VRM 1.0 and 0.x, their values from the strictest on. Without a value the strictest holds
(VRMC_vrm 1.0, meta), which is what VRM 0.x requires to be stated."""

CONDITIONS: Mapping[str, frozenset[str]] = {
    "CC0": frozenset(),
    "CC_BY": frozenset({"credit"}),
    "CC_BY_NC": frozenset({"credit", "not commercial"}),
    "CC_BY_SA": frozenset({"credit", "alike"}),
    "CC_BY_NC_SA": frozenset({"credit", "not commercial", "alike"}),
    "CC_BY_ND": frozenset({"credit", "unchanged"}),
    "CC_BY_NC_ND": frozenset({"credit", "not commercial", "unchanged"}),
}
"""The conditions of each licence that VRM 0.x names (`licenseName`)."""

PROHIBITED, OTHER = "Redistribution_Prohibited", "Other"
"""The strictest licence of VRM 0.x, and the word for one that has an address only."""

TEXTS = ("copyrightInformation", "thirdPartyLicenses")
"""Texts of VRM 1.0 that hold for a part wherever it is."""

ADDRESSES = ("otherLicenseUrl", "otherPermissionUrl")
"""Addresses of conditions. A file has one of each."""


class Restricted(Record):
    """A permission that a part has taken away."""

    permission: str
    value: Any
    before: Any


def merge_meta(
    own: Mapping[str, Any], added: Mapping[str, Any]
) -> tuple[Mapping[str, Any], list[Restricted], list[Dropped]]:
    """The meta of a body with a part: permissions that both give, and the stricter licence. Also what
    changed, and addresses of conditions that have no place."""
    meta, restricted = strictest(own, added)
    licence = stricter_licence(own, added)
    if licence != own.get("licenseName"):
        meta["licenseName"] = licence
        restricted.append(Restricted("licenseName", licence, own.get("licenseName")))
    for text in TEXTS:
        if added.get(text) and str(added[text]) not in str(own.get(text) or ""):
            meta[text] = "; ".join(str(each) for each in (own.get(text), added[text]) if each)
    dropped = []
    for address in ADDRESSES:
        if not added.get(address) or added[address] == own.get(address):
            continue
        if own.get(address):
            dropped.append(Dropped(f"{address} {added[address]}", "the body has another one"))
        else:
            meta[address] = added[address]
            restricted.append(Restricted(address, added[address], "none"))
    return meta, restricted, dropped


def unnamed_authors(own: Mapping[str, Any], added: Mapping[str, Any]) -> list[str]:
    """The authors of a part that the meta of the body does not name."""
    known = _authors(own)
    return [author for author in _authors(added) if author not in known]


def _authors(meta: Mapping[str, Any]) -> list[str]:
    listed = meta.get("authors")
    listed = listed if isinstance(listed, list | tuple) else [meta.get("author")]
    return [author for author in listed if isinstance(author, str) and author.strip()]


def strictest(own: Mapping[str, Any], added: Mapping[str, Any]) -> tuple[dict[str, Any], list[Restricted]]:
    """The meta of a body with the permissions that a part gives too, and those that changed."""
    meta, restricted = dict(own), []
    for permission, values in PERMISSIONS.items():
        if permission not in own and permission not in added:
            continue
        before, wanted = (_rank(meta.get(permission), values) for meta in (own, added))
        if wanted < before:
            meta[permission] = values[wanted]
            restricted.append(Restricted(permission, values[wanted], own.get(permission)))
    return meta, restricted


def _rank(value: Any, values: tuple[Any, ...]) -> int:
    """How much a value permits. One that is not defined permits nothing, as one that is not stated."""
    return values.index(value) if value in values else 0


def stricter_licence(own: Mapping[str, Any], added: Mapping[str, Any]) -> Any:
    """The `licenseName` of VRM 0.x with the conditions of both: an address, or a name that VRM does not
    define, has conditions that nobody knows here, so that two of them allow nothing."""
    ours, theirs = own.get("licenseName"), added.get("licenseName")
    known = (*CONDITIONS, OTHER, PROHIBITED)
    if "licenseName" not in own or theirs is None:  # not both follow VRM 0.x
        return ours
    if PROHIBITED in (ours, theirs) or theirs not in known:
        return PROHIBITED
    if ours not in known:
        return ours
    if OTHER in (ours, theirs):
        same = own.get("otherLicenseUrl") == added.get("otherLicenseUrl")
        return OTHER if same or ours != theirs else PROHIBITED
    both = CONDITIONS[ours] | CONDITIONS[theirs]
    if "unchanged" in both:
        both -= {"alike"}  # what must not be changed cannot be shared alike
    return next(name for name, conditions in CONDITIONS.items() if conditions == both)
