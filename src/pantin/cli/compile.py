"""`pantin compile`: a model from Rigy text."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from pantin.cli.compiling import PLAIN, Options, compile_file


def compile(
    source: str,
    /,
    *,
    output: Annotated[str | None, Parameter(name=("--output", "-o"))] = None,
    options: Annotated[Options, Parameter(name="*")] = PLAIN,
) -> int:
    """
    For example:

        pantin compile examples/rigy/arm.rigy.yaml -o arm.glb
        pantin compile examples/rigy/scene.rigs.yaml -o scene.gltf
        pantin compile examples/rigy/arm.rigy.yaml -o arm.g4b
        pantin compile examples/rigy/car.rigy.yaml -o car.glb --emit plain.yaml
        pantin compile examples/rigy/arm.rigy.yaml -o - | pantin inspect -

    Without --output the model goes into a .glb beside the text. The same text gives the same bytes on every
    machine.

    Parameters
    ----------
    source
        A .rigy.yaml or .rigs.yaml file; - is standard input, which can import nothing.
    output
        The file to write: .glb, .gltf, or what else `pantin convert` writes; - is standard output, as .glb.
    """
    return compile_file(source, output, options)
