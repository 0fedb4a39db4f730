"""Hidden nodes of a rig, read from a document and written into one."""

from __future__ import annotations

import numpy as np

from pantin.base.records import replace
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import set_extension
from pantin.formats.gltf.extension_names import VISIBILITY as NAME
from pantin.formats.gltf.lift.members import Members
from pantin.formats.gltf.lift.source import Draft, Source
from pantin.report.pointer import pointer
from pantin.rig import Rig


def lift(source: Source, draft: Draft) -> None:
    """Hide the nodes of a rig that the file hides."""
    for index, node in enumerate(source.model.nodes):
        given = (node.extensions or {}).get(NAME) if node else None
        if given is not None:
            what = f"the visibility of {source.named('node', index)}"
            members = Members(source, given, ("nodes", index, "extensions", NAME), what)
            draft.nodes[index] = replace(draft.nodes[index], visible=members.flag("visible", True))


def lower(document: Document, rig: Rig) -> None:
    """Hide the nodes of the document that the rig hides."""
    for node in np.flatnonzero(~rig.nodes.visible).tolist():
        set_extension(document, pointer("nodes", node), NAME, {"visible": False})
