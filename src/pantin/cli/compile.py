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
    pose: str | None = None,
    bake_skin: bool = False,
    emit: str | None = None,
    comments: Literal["keep", "drop", "provenance"] = "keep",
    manifest: str | None = None,
    warn_as_error: str | None = None,
    ignore: str | None = None,
) -> int:
    """
    For example:

        pantin compile arm.rigy.yaml                     writes arm.glb beside it
        pantin compile room.rigs.yaml -o build/room.gltf
        pantin compile arm.rigy.yaml -o arm.g4b
        pantin compile arm.rigy.yaml --pose wave --bake-skin -o waving.glb
        pantin compile fence.rigy.yaml --emit expanded.yaml --comments provenance
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
    pose
        The id of one of the document's poses, to bake with --bake-skin.
    bake_skin
        Move the vertices to where the pose puts them, and leave the skin out.
    emit
        Also write the document as it is after preprocessing; - is standard output.
    comments
        What --emit does with comments: the author's, none, or which step made each item.
    manifest
        Also write a JSON file with the SHA-256 of every file that was read and written.
    warn_as_error
        Warnings that are errors: rule ids with commas between them, such as W01,W03, or all.
    ignore
        Warnings and notes to leave out: rule ids with commas between them.
    """
    from pantin.cli.compiling import Options, compile_file

    options = Options(profile, pose, bake_skin, emit, comments, manifest, warn_as_error, ignore)
    return compile_file(source, output, options)
