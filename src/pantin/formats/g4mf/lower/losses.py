"""Rules about parts of a rig that G4MF cannot store: one for each kind of loss, with a count."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct, field

from pantin.base.records import replace
from pantin.formats.kept_parts import count_parts
from pantin.formats.part_pointers import report_parts
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted, quoted, singular
from pantin.rig import Rig, SpringSettings, Surface

SUM = 1e-6
"""Weights sum to 1 within this: eight float32 numbers below 1 are off by at most eight roundings of 6e-8."""


class Losses(Struct):
    """Losses that a writer encounters, by kind."""

    rig: Rig
    _places: dict[tuple[str, str, str], list[str]] = field(default_factory=dict)

    def add(self, part: str, why: str, where: str) -> None:
        """Record that a part of the object at a path is dropped, such as `"the aspect ratio"`; the whole
        object if `part` is empty."""
        self._places.setdefault((part, why, where.split("/")[1]), []).append(where)

    def findings(self) -> Iterator[Finding]:
        yield from parts_lost(self.rig, self._places)


@rule("LOSS-G4MF_PART", "warning", "dropped {part}{parts}: {why}")
def parts_lost(rig: Rig, by_part: dict[tuple[str, str, str], list[str]]) -> Iterator[Finding]:
    """Part of an object is dropped.

    What: Every material, camera, image and mesh is stored as a whole when a rig is converted to G4MF.
    Why: The format has a narrower form of it: one texture for occlusion, roughness and metal, cameras without
    an aspect ratio, bone lengths on bones only.
    Fix: Nothing to do if you do not need the part. Otherwise keep the source file.
    Source: G4MF material, texture, camera, skeleton.
    """
    for (part, why, _), pointers in by_part.items():
        yield from report_parts(parts_lost, rig, pointers, part=f"{part} of " if part else "", why=why)


@rule("LOSS-G4MF_TRANSFORM", "info", "baked {count} into texture coordinates")
def transforms_baked(pointers: list[str]) -> Iterator[Finding]:
    """Texture transforms are baked into texture coordinates.

    What: Textures have no separate transform when a rig is converted to G4MF.
    Why: The format has none, and asks writers to apply them to the texture coordinates.
    Fix: Nothing to do: the textures look the same.
    Source: G4MF material, texture map.
    """
    if pointers:
        yield transforms_baked.at(pointers[0], count=counted(len(pointers), "texture transform"))


@rule("LOSS-G4MF_ATTRIBUTE", "warning", "dropped {attribute} of {parts}: G4MF cannot store them")
def attributes_lost(rig: Rig) -> Iterator[Finding]:
    """Vertex attributes are dropped.

    What: Surfaces have positions, normals, one set of colours, and the texture coordinates that their
    materials use when they are converted to G4MF.
    Why: Materials bind colours and texture coordinates to surfaces, so those that no channel of the material
    has a place for are dropped. Blend shapes move positions, normals and texture maps only.
    Fix: Bake them into textures, or let a texture of the material use the texture coordinates.
    Source: G4MF mesh, surfaces; material, element map and texture map.
    """
    surfaces = [
        (pointer("meshes", number, "surfaces", index), surface)
        for number, mesh in enumerate(rig.meshes)
        for index, surface in enumerate(mesh.surfaces)
    ]
    coloured = [where for where, surface in surfaces if len(surface.colors) > 1]
    moved = [where for where, surface in surfaces if _moves_more(surface)]
    for attribute, pointers in (
        ("further sets of vertex colours", coloured),
        ("offsets of tangents, colours and further texture coordinates", moved),
    ):
        yield from report_parts(attributes_lost, rig, pointers, attribute=attribute)


def _moves_more(surface: Surface) -> bool:
    """Whether a blend shape changes anything besides positions, normals and the first texture coordinates."""
    return any(
        shape.tangents is not None or any(shape.texcoords[1:]) or any(shape.colors)
        for shape in surface.blend_shapes
    )


@rule(
    "LOSS-G4MF_SOLVER",
    "warning",
    "dropped dual quaternion skinning of {parts}: G4MF has linear blend skinning only",
)
def solvers_lost(rig: Rig) -> Iterator[Finding]:
    """Dual quaternion skinning is dropped.

    What: Skins use linear blend skinning when they are converted to G4MF.
    Why: The format does not define how to blend, and readers blend linearly.
    Fix: Nothing can be done in the file.
    Source: G4MF skeleton.
    """
    dual = [pointer("skins", index) for index, skin in enumerate(rig.skins) if skin.solver != "linear"]
    yield from report_parts(solvers_lost, rig, dual)


@rule("LOSS-G4MF_SCENE", "info", "kept 1 of {count} scenes, the default one; nodes of the others are hidden")
def scenes_lost(rig: Rig) -> Iterator[Finding]:
    """Scenes besides the default one are dropped.

    What: The rig has at most one scene when it is converted to G4MF.
    Why: All nodes of a G4MF file are descendants of one root. Those of other scenes are below a hidden node
    with the name of the scene.
    Fix: Convert the scenes one by one.
    Source: G4MF node, root node.
    """
    if len(rig.scenes) > 1:
        yield scenes_lost.at(pointer("scenes"), count=len(rig.scenes))


@rule("LOSS-G4MF_SPRING", "info", "stored {count} in extras, which other readers ignore")
def springs_in_extras(rig: Rig) -> Iterator[Finding]:
    """Springs and colliders are stored in extras.

    What: Springs and colliders are in the extras of the document when a rig is converted to G4MF.
    Why: The format has no place for them. Pantin reads them back, other readers ignore them.
    Fix: Nothing to do if you convert the file back. For other readers, bake the springs into a clip first.
    Source: G4MF core, extras.
    """
    counts = {"springs": len(rig.springs.springs), "colliders": len(rig.springs.colliders)}
    listed = [(name, count) for name, count in counts.items() if count]
    if listed:
        count = " and ".join(counted(number, singular(name)) for name, number in listed)
        yield springs_in_extras.at(pointer(listed[0][0], 0), count=count)


@rule("LOSS-G4MF_CHARACTER", "info", "stored {what} in extras, which other readers ignore")
def character_in_extras(rig: Rig) -> Iterator[Finding]:
    """The character and constraints are stored in extras.

    What: The humanoid bones, expressions, gaze and meta of a VRM, and constraints between nodes, are in the
    extras of the document when a rig is converted to G4MF.
    Why: The format has no place for them. Pantin reads them back, other readers ignore them. The thumbnail of
    a VRM is dropped.
    Fix: Nothing to do if you convert the file back.
    Source: G4MF core, extras.
    """
    words = count_parts(replace(rig, springs=SpringSettings()))
    if words:
        yield character_in_extras.at(what=" and ".join(words))


@rule("LOSS-G4MF_CLIP", "info", "stored {count} in extras, which other readers ignore")
def clips_in_extras(rig: Rig) -> Iterator[Finding]:
    """Clips are stored in extras.

    What: Clips are in the extras of the document when a rig is converted to G4MF.
    Why: The format has no animations. Pantin reads them back, other readers ignore them.
    Fix: Nothing to do if you convert the file back. For other readers, save the model in single poses
    (`pantin pose`).
    Source: G4MF core, extras.
    """
    count = sum(bool(clip.channels) for clip in rig.clips)
    if count:
        yield clips_in_extras.at(pointer("clips", 0), count=counted(count, "clip"))


@rule("LOSS-G4MF_NAME", "info", "changed {count} to be unique and allowed in G4MF; first: {old} to {new}")
def names_changed(renamed: list[tuple[str, str]]) -> Iterator[Finding]:
    """Names are changed.

    What: Names are unique and have no forbidden character when a rig is converted to G4MF.
    Why: The format requires names that are unique in the whole file and can be parts of paths.
    Fix: Rename the items in the source.
    Source: G4MF core, item names.
    """
    if renamed:
        old, new = renamed[0]
        yield names_changed.at(count=counted(len(renamed), "name"), old=quoted(old), new=quoted(new))


@rule("LOSS-G4MF_REST", "warning", "changed the rest pose of {count} to the bind pose of the mesh")
def rest_changed(count: int) -> Iterator[Finding]:
    """Rest pose is replaced by the bind pose.

    What: Bones rest where the mesh was bound when a rig is converted to G4MF.
    Why: The format has no inverse bind matrices: the rest pose is the bind pose.
    Fix: Nothing to do if your poses set all bones. Otherwise pose the bones as in the source.
    Source: G4MF characters, inverse binds.
    """
    if count:
        yield rest_changed.at(pointer("nodes"), count=counted(count, "bone"))


@rule(
    "LOSS-G4MF_BINDING",
    "warning",
    "dropped the values of {count} to geometry: only corners and simplexes are converted",
)
def bindings_lost(count: int) -> Iterator[Finding]:
    """Values bound to geometry are dropped.

    What: Normals and texture maps are bound to corners or simplexes when a rig is converted to G4MF.
    Why: A rig does not store the cells, faces and edges that other values are bound to.
    Fix: Bind the values to corners.
    Source: G4MF mesh, bindings.
    """
    if count:
        yield bindings_lost.at(pointer("meshes"), count=counted(count, "binding"))


@rule(
    "LOSS-G4MF_SKELETON",
    "info",
    "merged {before} skeletons into {after}: in G4MF a node is one skeleton, and bones belong to one",
)
def skeletons_merged(before: int, after: int) -> Iterator[Finding]:
    """Nested skeletons are merged.

    What: No skeleton is a child of a bone of another skeleton when a rig is converted to G4MF.
    Why: A node is either a bone or a skeleton, so a skeleton directly below a bone needs another node.
    Fix: Put a node that is not a joint between them.
    Source: G4MF skeleton, and node (component keys).
    """
    if before > after:
        yield skeletons_merged.at(before=before, after=after)


@rule("LOSS-G4MF_WEIGHT", "warning", "normalised the weights of {count} of {parts}, which did not sum to 1")
def weights_changed(rig: Rig) -> Iterator[Finding]:
    """Weights are normalised.

    What: The weights of every vertex sum to 1 when a rig is converted to G4MF.
    Why: G4MF readers divide weights by their sum, glTF readers use them as they are. A vertex whose weights
    sum to something else is drawn in another position.
    Fix: `pantin check --fix` normalises the weights of the source.
    Source: G4MF skeleton, weights; glTF 2.0 §3.7.3.3.
    """
    count, pointers = 0, list[str]()
    for mesh in sorted({instance.mesh for instance in rig.instances if instance.skin is not None}):
        for index, influences in enumerate(surface.influences for surface in rig.meshes[mesh].surfaces):
            if influences is not None and len(influences.offsets):
                vertices = len(influences.offsets) - 1
                rows = np.repeat(np.arange(vertices), np.diff(influences.offsets))
                totals = np.bincount(rows, influences.weights.astype(np.float64), vertices)
                changed = int((np.abs(totals - 1) > SUM).sum())
                count += changed
                pointers += [pointer("meshes", mesh, "surfaces", index)] if changed else []
    yield from report_parts(weights_changed, rig, pointers, count=counted(count, "vertex"))


RIG_RULES = (
    attributes_lost,
    solvers_lost,
    scenes_lost,
    springs_in_extras,
    character_in_extras,
    clips_in_extras,
    weights_changed,
)
