"""`convert`: the same model in another container, or in another format."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments
from pantin.base.options import Option
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import ALLOW_OUTSIDE, DRAFT, FORCE, RAW_WEIGHTS, SOURCES, STRICT, VARIANT, target
from pantin.verbs.verb import Done, Files, Parameter, Verb

if TYPE_CHECKING:
    from pantin.base.limits import Limits
    from pantin.formats.g4mf.dialects import Dialect
    from pantin.report import Report
    from pantin.verbs.model import Model


@check_arguments
@any_numbers
def convert(
    source: Model,
    target: str | os.PathLike[str] | BinaryIO,
    *,
    name: str | None = None,
    format: str | None = None,
    embed: bool | None = None,
    dialect: Dialect | None = None,
    omit_inferable: bool = False,
    vrm: str | None = None,
    bake: bool = False,
    bake_springs: bool = False,
    clip: int | str | None = None,
    fps: float | None = None,
    scale: float | None = None,
    unit: Literal["mm", "cm", "m", "inch", "foot"] | None = None,
    axes: Literal["y-up", "z-up"] | None = None,
    leaf_bones: bool = False,
    ascii: bool = False,
    character: Literal["vrm", "khr"] | None = None,
    skeletons: Literal["staik", "khr"] | None = None,
    limits: Limits | None = None,
    allow_outside: bool = False,
    variants: Mapping[str, str] | None = None,
    draft: bool = False,
    force: bool = False,
    **options: Any,
) -> Report:
    """Read `source`, or take an asset, and write it as `target`, whose suffix chooses the format; the report
    lists what was dropped.

    source          a path, bytes, a binary file object, an asset or a rig; reports call it `name`
    target          a path, or a binary file object, whose `format` is a suffix
    embed           store the data of buffers and images inside a `.gltf` or `.fbx` (True) or in files beside
                    it (False)
    dialect         the form of G4MF; by default the newest
    omit_inferable  omit vertex group names of G4MF that equal the names of the bones
    vrm             "1" migrates VRM 0.x to VRM 1.0
    character       the extension that a glTF stores the character in: "vrm", or "khr" for the draft
                    KHR_character; by default that of the source
    skeletons       the extension that a glTF stores skeletons in: "staik" for STAIK_skeletons, "khr" for
                    KHR_skeleton_bone
    bake            freeze the rest pose into the meshes, for readers without skins and blend shapes; with
                    `clip`, every frame of it, `fps` (30) a second, each below its own node; only the first is
                    visible
    bake_springs    put the motion of springs and constraints into the clips, and add a clip for each
                    expression, for formats without them
    clip            the clip that a `.bvh` or `.vrma` stores, by index or name; by default the first
    fps             the frames per second of a `.bvh`; by default those of the clip
    scale           multiply the positions of a motion: 0.01 for a `.bvh` in centimetres
    unit, axes      the unit (mm, cm, m, inch, foot; by default cm) and axes (y-up, z-up) of a `.fbx`
    leaf_bones      add ends to the bones of a `.fbx`
    ascii           write a `.fbx` as text
    allow_outside   read referenced files outside the folder of the source; `limits`, `variants` and `draft`
                    are those of `load`
    force           replace files that are read-only
    options         those of formats of other packages

    Raises what `load` and `save` raise, and `ValueError` for an option that the format of the target does not
    take.

    >>> pantin.convert("examples/arm.glb", "out/arm.gltf").ok
    True
    """
    from pantin.base.files import replace_read_only
    from pantin.formats.registry import target_format
    from pantin.rig import Rig
    from pantin.verbs.conversion import write, write_stream
    from pantin.verbs.load import DEFAULT_LIMITS, load

    stream = None
    if not isinstance(target, str | os.PathLike):
        if format is None:
            raise ValueError('a file object has no suffix: give its format, such as format=".glb"')
        stream, target = target, f"file{format if format.startswith('.') else f'.{format}'}"
    elif format is not None:
        raise ValueError("format applies to file objects only: the suffix of a path chooses its format")
    target_format(target)
    if vrm not in (None, "1", "1.0"):
        raise ValueError(f'vrm must be "1", not {vrm!r}: VRM 1.0 is the version that Pantin writes')
    if isinstance(source, Asset | Rig):
        asset = Asset.from_model(source)
    else:
        asset = load(
            source,
            name=name,
            limits=limits or DEFAULT_LIMITS,
            allow_outside=allow_outside,
            variants=variants,
            draft=draft,
        )
    if vrm is not None:
        from pantin.verbs.migrate import migrate

        asset = migrate(asset)
    if bake_springs:
        from pantin.verbs.bake import bake_clips

        asset = bake_clips(asset)
    if bake:
        from pantin.verbs.frame_baking import bake_into_meshes

        asset, clip, fps = bake_into_meshes(asset, clip, fps), None, None
    if scale is not None and not any(option.name == "scale" for option in target_format(target).options):
        asset, scale = scale_asset(asset, scale), None
    chosen: dict[str, Any] = {"embed": embed, "dialect": dialect, "omit_inferable": omit_inferable or None}
    chosen |= {"clip": clip, "fps": fps, "scale": scale, "unit": unit, "axes": axes}
    chosen |= {"leaf_bones": leaf_bones or None, "ascii": ascii or None}
    chosen |= {"character": character, "skeletons": skeletons, **options}
    values = {option: value for option, value in chosen.items() if value is not None}
    if stream is not None:
        return write_stream(asset, stream, format, values, upgrade=True)
    with replace_read_only(force):
        return write(asset, target, values, upgrade=True)


def scale_asset(asset: Asset, factor: float) -> Asset:
    """A motion in another unit of length; the report of saving it lists what its rig does not hold."""
    from pantin.operations.edit.scale_motion import scale_motion
    from pantin.verbs.conversion import not_lifted

    findings = () if asset.from_rig else tuple(not_lifted(asset))
    return Asset.of_rig(scale_motion(asset.rig, factor), asset.path, findings=findings)


def convert_file(
    files: Files,
    *,
    strict: bool = False,
    allow_outside: bool = False,
    variants: Mapping[str, str] | None = None,
    raw_weights: bool = False,
    draft: bool = False,
    **options: Any,
) -> Done:
    """Convert a file."""
    asset = files.load(allow_outside, variants, raw_weights, draft)
    report = convert(asset, files.make_target(), **options)
    return Done(report, asset, failed=strict and report.lossy)


def written_options(plug_ins: bool) -> tuple[Option, ...]:
    """The options declared by formats that can be written."""
    from pantin.formats.registry import declared_options

    return declared_options(plug_ins=plug_ins)


VERB = Verb(
    convert,
    Parameter(
        "bake",
        "Bake the rest pose into static meshes, for readers without skins; with --clip, one for each frame, "
        "under its own node; only the first is visible.",
    ),
    Parameter(
        "bake_springs",
        "Bake springs and constraints into the clips, and add a clip for each expression.",
    ),
    Parameter("vrm", "1: migrate VRM 0.x to 1.0, as pantin migrate does."),
    Parameter("clip", "The clip for --bake, a .bvh or .vrma, by name or index; for those, the first."),
    Parameter("fps", "Frames per second (default: 30 with --bake, those of the clip for a .bvh)."),
    Parameter("scale", "Scale the positions of a motion: 0.01 converts centimetres to metres."),
    STRICT,
    Option(
        "format",
        str,
        "Format of the report: text on stderr, or JSON on stdout.",
        "text",
        choices=("text", "json"),
        group="command",
    ),
    Option("verbose", bool, "List each kind of bookkeeping that is dropped.", False, group="command"),
    FORCE,
    ALLOW_OUTSIDE,
    VARIANT,
    RAW_WEIGHTS,
    DRAFT,
    arguments=(
        SOURCES,
        target(
            "The file to write, whose suffix chooses the format, or the folder for many files; - is standard "
            "output, as .glb."
        ),
    ),
    each=convert_file,
    stores=(),
    rules=("pantin.verbs.conversion", "pantin.verbs.dropped"),
    declared=written_options,
    notes="Reports each kind of data that the target cannot store, with a count.",
    examples="""
        pantin convert examples/arm.glb arm.gltf            buffers in arm.bin
        pantin convert examples/arm.glb arm.gltf --embed    buffers inside
        pantin convert examples/arm.glb arm.g4b             across formats
        pantin convert examples/g4mf/tesseract.off tesseract.g4tf
        pantin convert examples/g4mf/creature.g4b plain.g4b --bake
        pantin convert examples/arm.glb frames.g4b --bake --clip bend --fps 10
        pantin convert examples/g4mf/face-2026-01.g4tf newest.g4tf
        pantin convert - face.glb < examples/face.gltf
        pantin convert examples/motion/walk.bvh walk.glb --scale 0.01
        pantin convert examples/arm.glb bend.bvh --clip bend
        pantin convert examples/springs/ out/ --to .gltf --report-file r.jsonl
    """,
)
