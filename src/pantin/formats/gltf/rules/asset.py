"""Rules about the asset's version."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

DRAFT_MINOR = "1"
"""The minor version described by branch draft-2.1 of the specification."""


def numbers(version: str) -> list[tuple[int, str]]:
    """Major and minor number of a version as strings that compare like numbers. Python refuses to convert
    thousands of digits to a number."""
    digits = [part.lstrip("0") for part in version.split(".")]
    return [(len(part), part) for part in digits]


def stated_version(scope: Scope) -> tuple[str, str] | None:
    """Major and minor number of the asset's version, without leading zeros."""
    asset = scope.model.asset
    if asset is None or asset.version is None:
        return None
    (_, major), (_, minor) = numbers(asset.version)
    return major or "0", minor or "0"


@rule("GLTF-UNKNOWN_ASSET_MAJOR_VERSION", "error", "unsupported glTF version {version}, expected 2.0")
def unknown_asset_major_version(scope: Scope) -> Iterator[Finding]:
    """Unsupported major version of glTF.

    What: The major number of `asset.version` must be 2.
    Why: Another major version has other members with other meanings; nothing else in the file is checked.
    Fix: Convert the file to glTF 2.0 with a tool that reads its version.
    Source: glTF 2.0 §3.3 and §5.4 (asset).
    """
    version = stated_version(scope)
    if version and version[0] != "2":
        yield unknown_asset_major_version.at(pointer("asset", "version"), version=".".join(version))


@rule(
    "GLTF-UNKNOWN_ASSET_MINOR_VERSION",
    "warning",
    "unknown glTF version {version}, expected 2.0{note}",
)
def unknown_asset_minor_version(scope: Scope) -> Iterator[Finding]:
    """Unknown minor version of glTF.

    What: The minor number of `asset.version` should be 0. glTF 2.1 is a draft, accepted with `--draft`; its
    text (KhronosGroup/glTF draft-2.1, 0f8fb6d) still has the rules of 2.0. Without, it is read as 2.0.
    Why: A later minor version may have members that are not checked here.
    Fix: Write `"2.0"` unless the file needs more.
    Source: glTF 2.0 §3.3 and §5.4 (asset).
    """
    version = stated_version(scope)
    if version and version[0] == "2" and version[1] != "0":
        if version[1] == DRAFT_MINOR and scope.document.draft:
            return
        note = ": the draft of 2.1 is read as 2.0" if version[1] == DRAFT_MINOR else ""
        where = pointer("asset", "version")
        yield unknown_asset_minor_version.at(where, version=".".join(version), note=note)


@rule(
    "GLTF-ASSET_MIN_VERSION_GREATER_THAN_VERSION",
    "error",
    "minVersion {least} is greater than version {version}",
)
def asset_min_version_greater_than_version(scope: Scope) -> Iterator[Finding]:
    """Minimum version is greater than the asset's version.

    What: `asset.minVersion` must not be greater than `asset.version`.
    Why: The file asks for a newer reader than its own version does, so readers may refuse it.
    Fix: Lower `minVersion`, or remove it.
    Source: glTF 2.0 §5.4.4 (asset.minVersion).
    """
    asset = scope.model.asset
    if asset and asset.version and asset.min_version and numbers(asset.min_version) > numbers(asset.version):
        yield asset_min_version_greater_than_version.at(
            pointer("asset", "minVersion"), least=asset.min_version, version=asset.version
        )


RULES = (
    asset_min_version_greater_than_version,
    unknown_asset_major_version,
    unknown_asset_minor_version,
)
