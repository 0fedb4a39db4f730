"""Read the hidden nodes of a document into a rig, and write them back."""

from __future__ import annotations

import numpy as np

from pantin.base.records import replace
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import set_extension
from pantin.formats.gltf.ext.khr_node_visibility.schema import Visibility
from pantin.formats.gltf.extension_names import VISIBILITY as NAME
from pantin.formats.gltf.lift.source import Draft, Source
from pantin.formats.members.encode import encode
from pantin.report.pointer import pointer
from pantin.rig import Rig
from pantin.rig.properties import nodes_hidden_by_clips


def lift(source: Source, draft: Draft) -> None:
    """Hide the nodes in the rig that are hidden in the file."""
    for path, visibility in source.objects_of(NAME):
        index = int(path[1])
        source.skip_broken(NAME, path, f"the visibility of {source.named('node', index)}")
        draft.nodes[index] = replace(draft.nodes[index], visible=visibility.visible is not False)


def lower(document: Document, rig: Rig) -> None:
    """Hide the nodes in the document that are hidden in the rig, and mark nodes that clips hide."""
    hidden = set(np.flatnonzero(~rig.nodes.visible).tolist())
    for node in sorted(hidden | nodes_hidden_by_clips(rig)):
        visible = False if node in hidden else None
        set_extension(document, pointer("nodes", node), NAME, encode(Visibility(visible=visible)))
