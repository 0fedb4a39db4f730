"""`pantin compile`: a model from Rigy text."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter


def compile(
    source: str,
    /,
    *,
    output: Annotated[str | None, Parameter(name=("--output", "-o"))] = None,
    profile: Literal["standard", "reference"] = "standard",
) -> int:
    """
    For example:

        pantin compile arm.rigy.yaml                     writes arm.glb beside it
        pantin compile room.rigs.yaml -o build/room.gltf
        pantin compile arm.rigy.yaml -o arm.g4b
        pantin compile arm.rigy.yaml -o - | pantin inspect -

    The same text gives the same bytes on every machine.

    Parameters
    ----------
    source
        A .rigy.yaml or .rigs.yaml file; - is standard input, which can import nothing.
    output
        The file to write: .glb, .gltf, or what else `pantin convert` writes; - is standard output, as .glb.
    profile
        The specification, or the bytes of the language's published suite.
    """
    from pantin.cli.compiling import compile_file

    return compile_file(source, output, profile)
