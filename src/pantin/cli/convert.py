"""`pantin convert`: the same model in another container, or in another format."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

from cyclopts import Parameter

from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.streams import STANDARD, STANDARD_NAME, described, read_standard_input, to_standard_output


def convert(
    source: str,
    target: str,
    /,
    *,
    embed: Annotated[bool | None, Parameter(negative="--separate")] = None,
    dialect: Literal["newest", "2026-01"] | None = None,
    omit_inferable: Annotated[bool, Parameter(negative="")] = False,
    strict: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """
    For example:

        pantin convert hero.glb hero.gltf               buffers in hero.bin
        pantin convert hero.glb hero.gltf --embed       buffers inside, as data URIs
        pantin convert hero.gltf hero.glb
        pantin convert hero.glb hero.g4b                across formats, as a rig
        pantin convert tesseract.off tesseract.g4tf
        pantin convert old.g4tf new.g4tf                brings an older form up to date
        pantin convert - hero.glb < hero.gltf

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
    from pantin.errors import PantinError
    from pantin.report.render.text import render

    piped = source == STANDARD
    data, name = (read_standard_input(), STANDARD_NAME) if piped else (source, source)
    try:
        if target == STANDARD:
            lost = to_standard_output(lambda path: convert(data, path, name=name, embed=True))
        else:
            lost = convert(
                data, target, name=name, embed=embed, dialect=dialect, omit_inferable=omit_inferable
            )
    except OSError as error:
        raise UnreadableError(described(error, error.filename or target)) from None
    except PantinError as error:
        raise UnreadableError(str(error)) from None
    except ValueError as error:
        raise UsageError(str(error)) from None
    sys.stdout.flush()
    sys.stderr.writelines(render([lost]))
    told = any(one.severity != "info" for one in lost.findings)
    return Exit.FINDINGS if not lost.ok or (strict and told) else Exit.CLEAN
