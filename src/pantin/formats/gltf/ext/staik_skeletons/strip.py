"""The extension taken out of a document, which then poses the same for readers that never knew it."""

from __future__ import annotations

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import unlist_extensions
from pantin.formats.gltf.ext.staik_skeletons import NAME
from pantin.formats.gltf.ext.staik_skeletons.lower import drop, write_binds
from pantin.formats.gltf.ext.staik_skeletons.model import RawExtension
from pantin.report.pointer import pointer
from pantin.rig import Rig


def strip(document: Document, rig: Rig) -> bool:
    """Remove every object of the extension and its name from the lists; whether there was anything.

    `rig` is what `lift` gave for the document. A skin whose binds come from the scene gets them as matrices
    first: without the extension a skin without matrices is bound at the identity.
    """
    raw = RawExtension(document.tree, document.model)
    required = document.tree.get("extensionsRequired")
    if not raw.used and not (isinstance(required, list) and NAME in required):
        return False
    for index, skin in enumerate(rig.skins):
        if skin.skeleton is not None and "inverseBindMatrices" not in document.tree["skins"][index]:
            write_binds(document, rig, index)
    for collection, places in (("nodes", raw.nodes), ("skins", raw.owned)):
        for index in places:
            drop(document, pointer(collection, index), document.tree[collection][index])
    if raw.has_root:
        drop(document, "", document.tree)
    unlist_extensions(document, NAME)
    return True
