"""Who made a model and what may be done with it, in the same words for every format that stores it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import field

from pantin.base.records import Record

PermissionValue = str | bool


class Permission(NamedTuple):
    """A permission of VRM 1.0: its member, what it is about, and its values from the strictest to the
    loosest."""

    member: str
    about: str
    values: tuple[PermissionValue, ...]


PERMISSIONS: dict[str, Permission] = {
    "avatar": Permission(
        "avatarPermission",
        "who may use it as an avatar",
        ("onlyAuthor", "onlySeparatelyLicensedPerson", "everyone"),
    ),
    "violent": Permission("allowExcessivelyViolentUsage", "excessively violent use", (False, True)),
    "sexual": Permission("allowExcessivelySexualUsage", "excessively sexual use", (False, True)),
    "commercial": Permission(
        "commercialUsage", "commercial use", ("personalNonProfit", "personalProfit", "corporation")
    ),
    "political": Permission("allowPoliticalOrReligiousUsage", "political or religious use", (False, True)),
    "antisocial": Permission("allowAntisocialOrHateUsage", "antisocial or hateful use", (False, True)),
    "credit": Permission("creditNotation", "credit to the author", ("required", "unnecessary")),
    "redistribution": Permission("allowRedistribution", "redistribution", (False, True)),
    "modification": Permission(
        "modification", "modification", ("prohibited", "allowModification", "allowModificationRedistribution")
    ),
}
"""By the short name of each (VRMC_vrm 1.0, "Meta"). What a file does not state has the first value."""

CREATIVE_COMMONS = "https://creativecommons.org/"
LICENSE_PAGES = {
    "CC0": f"{CREATIVE_COMMONS}publicdomain/zero/1.0/",
    **{
        f"CC_{terms}": f"{CREATIVE_COMMONS}licenses/{terms.lower().replace('_', '-')}/4.0/"
        for terms in ("BY", "BY_NC", "BY_SA", "BY_NC_SA", "BY_ND", "BY_NC_ND")
    },
}
"""The documents that the names of Creative Commons licences refer to, as VRM 0.x spells them (its README,
"License type")."""

YES, NO = ("yes", "true", "allow", "allowed"), ("no", "false", "disallow", "prohibited")


class ModelMeta(Record):
    """The authors, licence and permissions that a file states.

    kind          "VRM 1.0", "VRM 0.x" or "glTF"
    license       the address or the name of the licence; of several, the most specific
    permissions   by the short names in `PERMISSIONS`, as far as files of this kind state them
    thumbnail     the index of the image that shows the model
    generator     the program that wrote the file

    >>> pantin.read_meta("examples/vrm/avatar.vrm").kind
    'VRM 1.0'
    """

    kind: str
    title: str | None = None
    version: str | None = None
    authors: tuple[str, ...] = ()
    contact: str | None = None
    references: tuple[str, ...] = ()
    copyright: str | None = None
    license: str | None = None
    permissions: Mapping[str, PermissionValue] = field(default_factory=dict)
    thumbnail: int | None = None
    generator: str | None = None


class MetaChanges(Record, kw_only=True):
    """What to change of it; None keeps what the file says."""

    title: str | None = None
    version: str | None = None
    authors: tuple[str, ...] | None = None
    contact: str | None = None
    references: tuple[str, ...] | None = None
    copyright: str | None = None
    license: str | None = None
    permissions: Mapping[str, PermissionValue] = field(default_factory=dict)
    thumbnail: bytes | None = None


def parse_permission(name: str, value: PermissionValue) -> tuple[str, PermissionValue]:
    """The short name of a permission and its value, from the words that people write: "commercial" or
    "commercialUsage", "yes" or True. Raises `ValueError`."""
    short = next((key for key, known in PERMISSIONS.items() if name in (key, known.member)), None)
    if short is None:
        from pantin.report.catalogue import did_you_mean

        hint = did_you_mean(name, tuple(PERMISSIONS))
        raise ValueError(f"unknown permission {name!r} (known: {', '.join(PERMISSIONS)}).{hint}")
    values = PERMISSIONS[short].values
    word = str(value).lower()
    if values == (False, True):
        if word in (*YES, *NO):
            return short, word in YES
        raise ValueError(f"permission {short!r} must be yes or no, not {value!r}")
    chosen = next((known for known in values if str(known).lower() == word), None)
    if chosen is None:
        raise ValueError(f"permission {short!r} must be one of {', '.join(map(str, values))}, not {value!r}")
    return short, chosen


def permission_words(value: PermissionValue) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def permissions_in_a_line(meta: ModelMeta) -> str:
    """`avatar everyone, credit required; allowed: violent; not allowed: sexual, …; licence CC0`."""
    choices = [f"{name} {value}" for name, value in meta.permissions.items() if isinstance(value, str)]
    parts = [", ".join(choices)]
    for words, answer in (("allowed", True), ("not allowed", False)):
        if names := [name for name, value in meta.permissions.items() if value is answer]:
            parts.append(f"{words}: {', '.join(names)}")
    if meta.license:
        name = next((name for name, page in LICENSE_PAGES.items() if page == meta.license), meta.license)
        parts.append(f"licence {name if len(name) <= LONGEST_LICENCE else name[:LONGEST_LICENCE] + '…'}")
    return "; ".join(filter(None, parts))


LONGEST_LICENCE = 60
"""Characters of an address in a line; some have all permissions in their query."""


def loosened_permissions(before: ModelMeta, after: ModelMeta) -> list[str]:
    """The short names of the permissions that allow more than before."""
    return [
        name
        for name, value in after.permissions.items()
        if PERMISSIONS[name].values.index(value) > PERMISSIONS[name].values.index(before.permissions[name])
    ]
