"""`pantin convert`: the same model in another container, or in another format."""

from __future__ import annotations

import sys
from typing import Any

from pantin.cli.batch_options import SOURCES, WRITING
from pantin.cli.command import ALLOW_OUTSIDE, FORCE, STRICT, VARIANT, Argument, Command, Many, Option
from pantin.cli.exit import UsageError
from pantin.cli.io import exit_code, print_report, refused, source_of, variants_of
from pantin.cli.streams import STANDARD, to_standard_output


def convert(
    source: str,
    target: str,
    *,
    embed: bool | None,
    dialect: Any,
    omit_inferable: bool,
    vrm: str | None,
    bake: bool,
    bake_springs: bool,
    clip: str | None,
    fps: float | None,
    scale: float | None,
    strict: bool,
    format: str,
    allow_outside: bool,
    variant: tuple[str, ...],
) -> int:
    import pantin

    if target == STANDARD and format == "json":
        raise UsageError("--format json prints the report on standard output, which takes the model here")
    if target == STANDARD and (embed is False or dialect is not None or omit_inferable):
        raise UsageError(
            "standard output takes a .glb, which has no --separate, --dialect or --omit-inferable"
        )
    motion: dict[str, Any] = {"clip": clip, "fps": fps, "scale": scale}
    data, name = source_of(source)
    options: dict[str, Any] = {
        "name": name,
        "vrm": vrm,
        "bake": bake,
        "bake_springs": bake_springs,
        "allow_outside": allow_outside,
        "variants": variants_of(variant),
    }
    with refused(name):
        if target == STANDARD:
            report = to_standard_output(
                lambda path: pantin.convert(data, path, embed=True, **options, **motion)
            )
        else:
            written: dict[str, Any] = {"embed": embed, "dialect": dialect, "omit_inferable": omit_inferable}
            report = pantin.convert(data, target, **written, **options, **motion)
    if format == "json":
        from pantin.report.render.json import render

        sys.stdout.writelines(render([report]))
    else:
        print_report(report)
    return exit_code(report, strict)


def options_of_each(*, format: str, **options: Any) -> dict[str, Any]:
    return options


COMMAND = Command(
    "convert",
    convert,
    arguments=(
        SOURCES,
        Argument(
            "target",
            "The file to write, whose suffix chooses the format, or the folder for many files; - is standard "
            "output, as .glb.",
            suffixes="write",
        ),
    ),
    options=(
        Option(
            "embed",
            bool,
            "Put the data of buffers and images into a .gltf itself, or into files beside it.",
            negative="--separate",
        ),
        Option(
            "dialect",
            str,
            "The form of a .g4b or .g4tf: the newest, or that of January 2026.",
            choices=("newest", "2026-01"),
        ),
        Option(
            "omit_inferable",
            bool,
            "Leave out the names of vertex groups that are those of the bones, in a .g4b or .g4tf.",
            False,
        ),
        Option(
            "bake",
            bool,
            "Freeze the rest pose into the meshes, for readers without skins; with --clip every frame of it, "
            "each below a node of its own; the first is visible.",
            False,
        ),
        Option(
            "bake_springs",
            bool,
            "Put the motion of springs and constraints into the clips, and add a clip for each expression.",
            False,
        ),
        Option("vrm", str, "Make a VRM 0.x one of another version: 1."),
        Option("clip", str, "The clip for --bake, a .bvh or .vrma, by name or index; for those, the first."),
        Option("fps", float, "The frames per second of --bake (30), or of a .bvh (those of the clip)."),
        Option("scale", float, "Multiply the positions of a motion: 0.01 turns centimetres into metres."),
        STRICT,
        Option(
            "format",
            str,
            "How the report is printed: as text on standard error, or as JSON on standard output.",
            "text",
            choices=("text", "json"),
        ),
        FORCE,
        ALLOW_OUTSIDE,
        VARIANT,
        *WRITING,
    ),
    notes="Each kind of data that is dropped is reported, with a count.",
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
    many=Many("convert", options_of_each),
)
