"""What a glTF file means as a rig: `lift(document)` gives the rig and says what had to be left out.

Everything keeps the index it has in the file; what is broken keeps its place, empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.formats.gltf.ext import every, in_use
from pantin.formats.gltf.lift.clips import clips
from pantin.formats.gltf.lift.draft import Draft
from pantin.formats.gltf.lift.left_out import left_out
from pantin.formats.gltf.lift.materials import materials
from pantin.formats.gltf.lift.meshes import meshes
from pantin.formats.gltf.lift.nodes import default_scene, instances, nodes, scenes
from pantin.formats.gltf.lift.sieve import sieved
from pantin.formats.gltf.lift.skins import skins
from pantin.formats.gltf.lift.source import Source
from pantin.formats.lifted import Lifted
from pantin.rig import InvalidRig, Rig, build

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.ext.extension import Extension

__all__ = ["Lifted", "left_out", "lift"]


def lift(document: Document) -> Lifted:
    """The rig in a document: node i, mesh i, skin i, material i and clip i are those of the file.

    Vertex arrays lie over the bytes of the file wherever its layout allows. Nothing that is wrong with a
    part of the file keeps the rest from being lifted. Raises `LimitExceeded` where an accessor is larger than
    `document.limits` allow, and `Unsupported` where reading it needs something that is not installed.
    """
    source = Source(document)
    extensions = list(in_use(document, [one for one in every() if one.lift is not None]))
    draft = Draft(nodes(source), skins(source), meshes(source))
    _lift_extensions(extensions, source, draft, springs=False)
    the_materials, the_scenes = materials(source), scenes(source)
    the_instances = instances(source, draft.meshes, draft.skins)

    def built(*, sieve: bool) -> Rig:
        return build(
            nodes=draft.nodes,
            meshes=draft.meshes,
            materials=the_materials,
            skins=draft.skins,
            skeletons=draft.skeletons,
            instances=the_instances,
            clips=clips(source, draft.meshes, the_instances, sieve=sieve),
            scenes=the_scenes,
            default_scene=default_scene(source),
            springs=_lift_extensions(extensions, source, draft, springs=True).springs,
        )

    try:
        rig = built(sieve=False)
    except InvalidRig:
        # Numbers that are not finite, above all: the builder looks at each of them, so nothing looks before.
        source.forget_clips()
        draft = Draft(*sieved(source, draft.nodes, draft.skins, draft.meshes))
        _lift_extensions(extensions, source, draft, springs=False)
        the_instances = instances(source, draft.meshes, draft.skins)
        rig = built(sieve=True)
    return Lifted(rig, tuple(source.findings))


def _lift_extensions(extensions: list[Extension], source: Source, draft: Draft, *, springs: bool) -> Draft:
    """Let the extensions that hold springs add them to the draft, or let all others add what they hold.

    Springs are lifted last, so that what is left out of them is reported behind what is left out of clips.
    """
    for extension in extensions:
        if extension.lift is not None and (extension.holds == "springs") == springs:
            extension.lift(source, draft)
    return draft
