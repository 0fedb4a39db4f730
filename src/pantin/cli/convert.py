"""`pantin convert`: the same model in another container, or in another format."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from pantin.base.options import Option
from pantin.cli.batch_options import SOURCES, WRITING
from pantin.cli.command import ALLOW_OUTSIDE, FORCE, STRICT, VARIANT, Argument, Command, Many
from pantin.cli.exit import UsageError
from pantin.cli.io import exit_code, print_report, refused, source_of, variants_of
from pantin.cli.streams import STANDARD, to_standard_output


def convert(
    source: str,
    target: str,
    *,
    strict: bool,
    format: str,
    variant: tuple[str, ...],
    **options: Any,
) -> int:
    import pantin

    if target == STANDARD and format == "json":
        raise UsageError("--format json prints the report on standard output, which takes the model here")
    if target == STANDARD:
        refuse_other_formats(options)
    data, name = source_of(source)
    options |= {"name": name, "variants": variants_of(variant)}
    with refused(name):
        if target == STANDARD:
            options["embed"] = True
            report = to_standard_output(lambda path: pantin.convert(data, path, **options))
        else:
            report = pantin.convert(data, target, **options)
    if format == "json":
        from pantin.report.render.json import render

        sys.stdout.writelines(render([report]))
    else:
        print_report(report)
    return exit_code(report, strict)


def refuse_other_formats(options: Mapping[str, Any]) -> None:
    """Standard output takes a .glb, which holds its data, and has none of the options of other formats."""
    own = {option.name for option in COMMAND.options}
    for option in written_options(True):
        chosen = options.get(option.name)
        if option.name not in own and chosen is not None and not (option.negative and chosen):
            flag = option.negative if option.negative and chosen is False else option.flag
            raise UsageError(f"standard output takes a .glb, which has no {flag}")


def written_options(plug_ins: bool) -> tuple[Option, ...]:
    """What the formats that can be written declare."""
    from pantin.formats.registry import declared_options

    return declared_options(plug_ins=plug_ins)


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
    declared=written_options,
)
