"""Rules about the asset's version."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


def numbers(version: str) -> list[tuple[int, str]]:
    """Major and minor number of a version of that form, in a form that compares as numbers do.

    They stay text, because Python refuses to make a number of thousands of digits.
    """
    digits = [part.lstrip("0") for part in version.split(".")]
    return [(len(part), part) for part in digits]


def stated(scope: Scope) -> tuple[str, str] | None:
    """Major and minor number of the asset's version, without leading zeros."""
    asset = scope.model.asset
    if asset is None or asset.version is None:
        return None
    (_, major), (_, minor) = numbers(asset.version)
    return major or "0", minor or "0"


@rule("GLTF-UNKNOWN_ASSET_MAJOR_VERSION", "error", "the asset is of glTF version {major}, expected 2")
def unknown_asset_major_version(scope: Scope) -> Iterator[Finding]:
    """The major version of an asset must be 2.

    Why: another major version means other members with other meanings; nothing else in the file is looked at.
    Mend: convert the file to glTF 2.0 with a tool that reads its version.
    Source: glTF 2.0 §3.3 and §5.4 (asset).
    """
    version = stated(scope)
    if version and version[0] != "2":
        yield unknown_asset_major_version.at(pointer("asset", "version"), major=version[0])


@rule("GLTF-UNKNOWN_ASSET_MINOR_VERSION", "warning", "the asset is of glTF version 2.{minor}, expected 2.0")
def unknown_asset_minor_version(scope: Scope) -> Iterator[Finding]:
    """The minor version of an asset should be known.

    Why: a later minor version may hold members that are not checked here.
    Mend: write `"2.0"` unless the file needs more.
    Source: glTF 2.0 §3.3 and §5.4 (asset).
    """
    version = stated(scope)
    if version and version[0] == "2" and version[1] != "0":
        yield unknown_asset_minor_version.at(pointer("asset", "version"), minor=version[1])


@rule(
    "GLTF-ASSET_MIN_VERSION_GREATER_THAN_VERSION",
    "error",
    "the least version, {least}, is greater than the version, {version}",
)
def asset_min_version_greater_than_version(scope: Scope) -> Iterator[Finding]:
    """The least version a reader needs must not be greater than the version of the asset.

    Why: the asset would need more than it is written in.
    Mend: lower `minVersion`, or leave it out.
    Source: glTF 2.0 §5.4.4 (asset.minVersion).
    """
    asset = scope.model.asset
    if asset and asset.version and asset.min_version and numbers(asset.min_version) > numbers(asset.version):
        place = pointer("asset", "minVersion")
        yield asset_min_version_greater_than_version.at(place, least=asset.min_version, version=asset.version)


RULES = (
    asset_min_version_greater_than_version,
    unknown_asset_major_version,
    unknown_asset_minor_version,
)
