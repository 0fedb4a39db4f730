"""`merge`: body, clothes, hair and clips as one character."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments
from pantin.base.options import Argument
from pantin.report.rule import rule
from pantin.report.wording import counted
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import ALLOW_OUTSIDE, FORCE, STRICT
from pantin.verbs.verb import Done, Files, Parameter, Verb

if TYPE_CHECKING:
    from pantin.operations.merging.combine import Combined
    from pantin.operations.merging.facts import Renamed
    from pantin.report import Finding
    from pantin.verbs.model import Model

MOST_LISTED = 4
"""How many names a message lists."""


@check_arguments
@any_numbers
def merge(
    body: Model,
    parts: Sequence[Model] | Model = (),
    *,
    join: bool = False,
    atlas: bool = False,
    texture_size: int = 4096,
    clips: Sequence[Model] | Model = (),
    map: Mapping[str, str | None] | str | os.PathLike[str] | None = None,
    scenes: bool = False,
) -> Asset:
    """The body with the meshes of the parts on its skeleton, as a new asset; all are files, assets or rigs.

    Bones that both have become one, matched by humanoid bone where both are VRM, else by name. Bones that
    only a part has are added. At rest every vertex stays where it is; inverse bind matrices
    change with the axes of the bones. Blend shapes, expressions, springs, constraints and first-person flags
    come along; permissions become the strictest of all.

    join          make one mesh of those with the same first-person flag, with one surface for each material
    atlas         also put the textures of materials of one kind on common pages, at most `texture_size`
                  pixels wide and high, so that each kind is one surface
    clips         files with clips for the same skeleton; nothing else is taken from them
    map           names of bones of the body by those of the parts, or a JSON file with them; None for a bone
                  that stays the part's own
    scenes        put whole models side by side instead, each with its own skeleton

    The report of saving it lists new names, permissions that changed, and what could not come along. Raises
    `ValueError` where a part has no bone in common with the body.

    >>> twins = pantin.merge("examples/arm.glb", ["examples/face.gltf"], scenes=True)
    >>> len(twins.rig.meshes)
    2
    """
    from pantin.verbs.merging import merge_assets

    return merge_assets(
        body,
        parts,
        join=join or atlas,
        atlas=atlas,
        texture_size=texture_size,
        clips=clips,
        map=map,
        scenes=scenes,
    )


@rule("RIG-MERGE_RENAMED", "info", "{count} of {path} renamed: {names}")
def renamed_parts(path: str, renamed: Sequence[Renamed]) -> Iterator[Finding]:
    """Parts of a merged model are renamed.

    What: A node, mesh, material, skin or clip of a part has a name that the body uses already, for something
    else.
    Why: Names should tell things apart: clips and tools refer to nodes by name.
    Fix: Rename it in the part before merging, if you want another name.
    Source: docs/merge.md.
    """
    kinds: dict[str, list[Renamed]] = {}
    for each in renamed:
        kinds.setdefault(each.kind, []).append(each)
    for kind, items in kinds.items():
        names = ", ".join(f"{item.old!r} is {item.new!r}" for item in items[:MOST_LISTED])
        more = f" and {len(items) - MOST_LISTED} more" if len(items) > MOST_LISTED else ""
        yield renamed_parts.at("", count=counted(len(items), kind), path=path, names=names + more)


@rule("RIG-MERGE_PERMISSION", "warning", "{permission} is {value} now, as in {path} (it was {before})")
def restricted_permissions(path: str, combined: Combined) -> Iterator[Finding]:
    """Part of a merged model permits less than the body.

    What: A part gives fewer permissions than the body, so the whole model gives only those that all parts
    give.
    Why: Whoever uses the model uses the part too, under the terms of its author.
    Fix: Ask the author of the part for the permission, then set it with their consent.
    Source: VRMC_vrm 1.0, meta.
    """
    for restricted in combined.restricted:
        yield restricted_permissions.at(
            "",
            permission=restricted.permission,
            value=_spell(restricted.value),
            before=_spell(restricted.before),
            path=path,
        )


def _spell(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@rule("RIG-MERGE_AUTHORS", "info", "{path} is by {authors}: the meta of the merged model does not say so")
def unnamed_authors(path: str, combined: Combined) -> Iterator[Finding]:
    """Author of a part is not in the meta of the merged model.

    What: The authors in the meta are those of the body. A part is by somebody else.
    Why: The licence of the part may require that its author is named wherever the part is.
    Fix: Add the author with `pantin meta`, or name them where you publish the model.
    Source: VRMC_vrm 1.0, meta, creditNotation.
    """
    if combined.authors:
        yield unnamed_authors.at("", path=path, authors=", ".join(combined.authors))


@rule("LOSS-MERGE", "warning", "dropped {what} of {path}: {why}")
def dropped_parts(path: str, combined: Combined) -> Iterator[Finding]:
    """Part of a merged model loses data.

    What: A part has something that the merged model cannot store, such as a second spring for a bone, a
    constraint between bones with other axes, or expressions on a body that is not a VRM.
    Why: It is missing from the result.
    Fix: Change it in the part or in the body first, or add it to the result.
    Source: docs/merge.md.
    """
    for dropped in combined.dropped:
        yield dropped_parts.at("", what=dropped.what, path=path, why=dropped.why)


@rule("LOSS-MERGE_CHANNELS", "warning", "dropped {channels} of {path}: the body lacks what they change")
def dropped_channels(path: str, count: int) -> Iterator[Finding]:
    """Clip changes what the body lacks.

    What: A channel of a clip moves a node that the body does not have, by name or as a humanoid bone, or it
    changes a material, a camera or a light of its own file.
    Why: This part of the motion is missing from the result.
    Fix: Name the nodes with `--map`; ignore this if that part of the motion is not wanted.
    Source: docs/merge.md.
    """
    if count:
        yield dropped_channels.at("", channels=counted(count, "channel"), path=path)


@rule("RIG-MERGE_SAMPLED", "info", "{channels} of {path} match only at their keys; values between may differ")
def sampled_channels(path: str, count: int) -> Iterator[Finding]:
    """Clip of a merged model is resampled.

    What: The bones of a clip have other axes and other lengths than those of the body, so that its channels
    were computed anew at their keys.
    Why: Between keys the motion may differ slightly from that of the file.
    Fix: Export the clip with more keys, if you see a difference.
    Source: docs/merge.md.
    """
    if count:
        yield sampled_channels.at("", channels=counted(count, "channel"), path=path)


@rule("RIG-MERGE_RETARGETED", "info", "{clips} of {path} retargeted: its bones are elsewhere")
def retargeted_clips(path: str, count: int) -> Iterator[Finding]:
    """Clip of another human is retargeted.

    What: At rest, the bones of the file with the clips are at other places than those of the body: it has
    other proportions, another pose or another direction. Its clips became those of the body as by
    `pantin retarget`.
    Why: Copied, they would tear the body apart.
    Fix: Use `pantin retarget` for its options, such as `--lock-feet`.
    Source: docs/merge.md.
    """
    if count:
        yield retargeted_clips.at("", clips=counted(count, "clip"), path=path)


@rule("RIG-MERGE_APART", "info", "material {material} is not in the atlas: {why}")
def apart_materials(apart: Mapping[str, str]) -> Iterator[Finding]:
    """Material is not in the atlas.

    What: A texture repeats, is changed by an expression, cannot be decoded, or has coordinates or properties
    that an atlas cannot store.
    Why: The material keeps a draw call to itself.
    Fix: Unwrap the surface within 0 to 1, or ignore this.
    Source: docs/merge.md.
    """
    for material, why in apart.items():
        yield apart_materials.at("", material=material, why=why)


def merge_file(
    files: Files,
    *,
    parts: Sequence[str] = (),
    strict: bool = False,
    allow_outside: bool = False,
    clips: Sequence[str] = (),
    **options: Any,
) -> Done:
    """Merge the files that are named, and write the result."""
    from pantin.verbs.load import load

    def read(names: Sequence[str]) -> list[Asset]:
        return [load(name, allow_outside=allow_outside) for name in names]

    body = files.load(allow_outside)
    merged = merge(body, read(parts), clips=read(clips), **options)
    report = files.save(merged)
    rig = merged.rig
    note = (
        f"{counted(len(rig.instances), 'mesh')} on {counted(len(rig.nodes), 'node')}, "
        f"{counted(len(rig.materials), 'material')}, {counted(len(rig.clips), 'clip')}"
    )
    return Done(report, body, (note,), failed=strict and report.lossy)


VERB = Verb(
    merge,
    Parameter("atlas", "Pack textures into an atlas for each kind of material, and join the meshes."),
    Parameter("texture_size", "Maximum width and height of an atlas texture, in pixels."),
    Parameter("join", "Join meshes: one surface for each material and first-person flag."),
    Parameter("clips", "Add the clips of these files, by humanoid bones or names.", many=True),
    Parameter("map", "A JSON file that maps bone names of the parts to bone names of the body."),
    Parameter("scenes", "Put whole models side by side, each with its own skeleton."),
    STRICT,
    FORCE,
    ALLOW_OUTSIDE,
    arguments=(
        Argument("body", "The model with the skeleton.", suffixes="read"),
        Argument(
            "parts",
            "Clothes, hair, …: models with bones that the body has.",
            required=False,
            many=True,
            suffixes="read",
        ),
        Argument("out", "The file to write; its suffix chooses the format.", suffixes="write"),
    ),
    sources="body",
    target="out",
    each=merge_file,
    stores=("meshes",),
    rules=("pantin.verbs.conversion", "pantin.verbs.dropped"),
    notes="""Meta, humanoid bones and gaze are those of the body. Permissions become the strictest of all
    files. Names that collide get a number.""",
    examples="""
        pantin merge examples/vrm/avatar.vrm examples/vrm/older.vrm both.vrm
        pantin merge examples/vrm/avatar.vrm one.vrm --atlas --texture-size 2048
        pantin merge examples/arm.glb arms.glb --clips examples/arm.glb
        pantin merge examples/arm.glb examples/face.gltf two.glb --scenes
    """,
)
