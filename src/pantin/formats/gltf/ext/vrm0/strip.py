"""The springs of VRM 0.x taken out of a document; the rest of its VRM block stays."""

from __future__ import annotations

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.ext.vrm0.model import PATH, RawExtension
from pantin.report.pointer import pointer
from pantin.rig import Rig


def strip(document: Document, rig: Rig) -> bool:
    """Empty the lists of bone groups and collider groups; whether there were any."""
    raw = RawExtension.of(document.tree)
    if not raw.groups and not raw.collider_groups:
        return False
    document.set(pointer(*PATH), {"boneGroups": [], "colliderGroups": []})
    return True
