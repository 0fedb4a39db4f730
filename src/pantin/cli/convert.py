"""`pantin convert`: the same model in another container."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.streams import STANDARD, STANDARD_NAME, described, read_standard_input, to_standard_output


def convert(
    source: str, target: str, /, *, embed: Annotated[bool | None, Parameter(negative="--separate")] = None
) -> int:
    """
    For example:

        pantin convert hero.glb hero.gltf               buffers in hero.bin
        pantin convert hero.glb hero.gltf --embed       buffers inside, as data URIs
        pantin convert hero.gltf hero.glb
        pantin convert - hero.glb < hero.gltf

    Parameters
    ----------
    source
        The file to read; - is standard input.
    target
        The file to write; - is standard output, which takes a .glb.
    embed
        Put the data of buffers and images into a .gltf itself, or into files beside it.
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
            lost = convert(data, target, name=name, embed=embed)
    except OSError as error:
        raise UnreadableError(described(error, error.filename or target)) from None
    except PantinError as error:
        raise UnreadableError(str(error)) from None
    except ValueError as error:
        raise UsageError(str(error)) from None
    sys.stdout.flush()
    sys.stderr.writelines(render([lost]))
    return Exit.CLEAN if lost.ok else Exit.FINDINGS
