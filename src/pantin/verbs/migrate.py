"""`migrate_vrm`: VRM 0.x to 1.0."""

from __future__ import annotations

from pantin.verbs.asset import Asset


def migrate_vrm(asset: Asset) -> Asset:
    """A copy of a VRM 0.x asset as VRM 1.0; saving it reports the permissions and what was dropped.

    Raises `ValueError` for an asset that is not a VRM 0.x.
    """
    migrate = None if asset.format.edits is None else asset.format.edits.migrate
    character = asset.rig.character if migrate is not None else None
    if migrate is None or character is None:
        raise ValueError(f"{asset.path} is not a VRM: only files of VRM 0.x can be migrated to VRM 1.0")
    if character.version != "0.x":
        raise ValueError(f"{asset.path} is a VRM {character.version} already")
    document = asset.document.copy()
    findings = [*asset.carried, *asset.lifted.findings, *migrate(document, asset.rig)]
    return Asset(asset.path, asset.format, document=document, findings=findings)
