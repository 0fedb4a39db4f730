"""`pantin convert`: the same model in another container, or in another format."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

from cyclopts import Parameter

from pantin.cli.exit import Exit
from pantin.cli.opening import refused, source_of
from pantin.cli.options import Flag
from pantin.cli.streams import STANDARD, to_standard_output


def convert(
    source: str,
    target: str,
    /,
    *,
    embed: Annotated[bool | None, Parameter(negative="--separate")] = None,
    dialect: Literal["newest", "2026-01"] | None = None,
    omit_inferable: Flag = False,
    strict: Flag = False,
) -> int:
    """
    For example:

        pantin convert examples/arm.glb arm.gltf            buffers in arm.bin
        pantin convert examples/arm.glb arm.gltf --embed    buffers inside
        pantin convert examples/arm.glb arm.g4b             across formats
        pantin convert examples/g4mf/tesseract.off tesseract.g4tf
        pantin convert examples/g4mf/face-2026-01.g4tf newest.g4tf
        pantin convert - face.glb < examples/face.gltf

    What does not cross is told, with a count.

    Parameters
    ----------
    source
        The file to read; - is standard input.
    target
        The file to write: .glb, .gltf, .g4b, .g4tf, .off, or geometry alone as .obj, .stl, .npz; - is
        standard output, which takes a .glb.
    embed
        Put the data of buffers and images into a .gltf itself, or into files beside it.
    dialect
        The form of a .g4b or .g4tf: the newest, or that of January 2026.
    omit_inferable
        Leave out the names of vertex groups that are those of the bones, in a .g4b or .g4tf.
    strict
        Exit with 1 where anything did not cross, instead of only telling of it.
    """
    from pantin.assets import convert
    from pantin.report.render.text import render

    data, name = source_of(source)
    with refused(name):
        if target == STANDARD:
            lost = to_standard_output(lambda path: convert(data, path, name=name, embed=True))
        else:
            lost = convert(
                data, target, name=name, embed=embed, dialect=dialect, omit_inferable=omit_inferable
            )
    sys.stdout.flush()
    sys.stderr.writelines(render([lost]))
    told = any(one.severity != "info" for one in lost.findings)
    return Exit.FINDINGS if not lost.ok or (strict and told) else Exit.CLEAN
