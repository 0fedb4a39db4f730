"""`lift`: the parts of a document put together as a rig."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pantin.formats.exchange import Lifted
from pantin.formats.g4mf.lift.materials import materials
from pantin.formats.g4mf.lift.meshes import Meshes
from pantin.formats.g4mf.lift.nodes import nodes
from pantin.formats.g4mf.lift.skins import Skins
from pantin.formats.g4mf.lift.source import Source
from pantin.formats.g4mf.support import require
from pantin.rig import Instance, Scene, build

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document


def lift(document: Document) -> Lifted:
    """The rig in a document: node i, mesh i and material i are those of the file.

    A mesh that several skeletons use with different sets of joints comes again behind the others where that
    changes its weights. Nothing that is wrong with a part of the file keeps the rest from being lifted.
    Raises `Unsupported` for what Pantin does not read, `BadFile` for what is no G4MF, and `LimitExceeded`.
    """
    require(document)
    # Files may hold any numbers: those that grow too large on the way are not finite, and rules say so.
    with np.errstate(all="ignore"):
        return _lifted(Source(document))


def _lifted(source: Source) -> Lifted:
    the_meshes, the_skins = Meshes(source), Skins(source)
    instances = []
    for at, node in enumerate(source.model.nodes):
        if node.mesh is None or not the_meshes.is_there(node.mesh):
            continue
        skin, variant = the_skins.bind(at, node.mesh, the_meshes)
        amounts = node.blend_amounts
        if amounts is not None and len(amounts) != the_meshes.shapes(node.mesh):
            source.leave_out(node.place, "a list of blend amounts", "there are not as many as shapes")
            amounts = None
        instances.append(Instance(at, variant, skin, amounts))  # type: ignore[arg-type]
    rig = build(
        dimension=source.dimension,
        nodes=nodes(source),
        meshes=the_meshes.made(),
        materials=materials(source),
        skins=the_skins.skins,
        skeletons=the_skins.skeletons,
        instances=instances,
        scenes=[Scene((0,))] if source.model.nodes else [],
        default_scene=0 if source.model.nodes else None,
    )
    return Lifted(rig, tuple(source.findings))
