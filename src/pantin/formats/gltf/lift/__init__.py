"""What a glTF file means as a rig: `lift(document)` gives the rig and says what had to be left out.

Everything keeps the index it has in the file; what is broken keeps its place, empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.formats.gltf.ext.staik_skeletons.lift import owned
from pantin.formats.gltf.lift.clips import clips
from pantin.formats.gltf.lift.left_out import left_out
from pantin.formats.gltf.lift.materials import materials
from pantin.formats.gltf.lift.meshes import meshes
from pantin.formats.gltf.lift.nodes import default_scene, instances, nodes, scenes
from pantin.formats.gltf.lift.sieve import sieved
from pantin.formats.gltf.lift.skins import skins
from pantin.formats.gltf.lift.source import Source
from pantin.formats.gltf.lift.springs import springs
from pantin.formats.lifted import Lifted
from pantin.rig import NotARig, Rig, build

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document

__all__ = ["Lifted", "left_out", "lift"]


def lift(document: Document) -> Lifted:
    """The rig in a document: node i, mesh i, skin i, material i and clip i are those of the file.

    Vertex arrays lie over the bytes of the file wherever its layout allows. Nothing that is wrong with a
    part of the file keeps the rest from being lifted. Raises `LimitExceeded` where an accessor is larger than
    `document.limits` allow, and `Unsupported` where reading it needs something that is not installed.
    """
    source = Source(document)
    the_nodes, the_skins, the_meshes = nodes(source), skins(source), meshes(source)
    the_skeletons, the_skins = owned(source, the_nodes, the_skins)
    the_materials, the_scenes = materials(source), scenes(source)
    the_instances = instances(source, the_meshes, the_skins)

    def built(*, sieve: bool) -> Rig:
        return build(
            nodes=the_nodes,
            meshes=the_meshes,
            materials=the_materials,
            skins=the_skins,
            skeletons=the_skeletons,
            instances=the_instances,
            clips=clips(source, the_meshes, the_instances, sieve=sieve),
            scenes=the_scenes,
            default_scene=default_scene(source),
            springs=springs(source, the_nodes),
        )

    try:
        rig = built(sieve=False)
    except NotARig:
        # Numbers that are not finite, above all: the builder looks at each of them, so nothing looks before.
        source.forget_clips()
        the_nodes, the_skins, the_meshes = sieved(source, the_nodes, the_skins, the_meshes)
        the_skeletons, the_skins = owned(source, the_nodes, the_skins)
        the_instances = instances(source, the_meshes, the_skins)
        rig = built(sieve=True)
    return Lifted(rig, tuple(source.findings))
