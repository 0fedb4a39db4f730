"""`pantin check`: what is wrong with files, and where."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from pantin.cli.options import Repeated


def check(
    *files: str,
    jobs: Annotated[int | None, Parameter(name=("--jobs", "-j"))] = None,
    format: Literal["text", "json", "github", "sarif"] | None = None,
    select: Repeated = None,
    ignore: Repeated = None,
    strict: bool | None = None,
    baseline: Path | None = None,
    write_baseline: Path | None = None,
    fix: str | None = None,
) -> int:
    """
    For example:

        pantin check examples/arm.glb
        pantin check examples/ -j 4 --ignore info,GLTF-UNUSED_OBJECT
        pantin check examples/ --write-baseline accepted.json
        pantin check examples/ --baseline accepted.json --strict
        pantin check - --format json < examples/arm.glb
        pantin check examples/loose.glb --fix mended.glb

    Options may also stand in [tool.pantin] of a pyproject.toml, or in a pantin.toml.

    Parameters
    ----------
    files
        Files and folders; - is standard input.
    jobs
        Processes to work with; 0 is one per processor.
    format
        How findings are printed.
    select
        Only these rules, by id, prefix or severity; several with commas.
    ignore
        Not these rules, by id, prefix or severity; several with commas.
    strict
        Let warnings count as errors for the exit code.
    baseline
        A file of accepted findings, which are not reported again.
    write_baseline
        Accept all that is found now: write it to this file.
    fix
        Mend what can be mended safely, write the file here, and check the result.
    """
    from pantin.cli.checking import check_files

    return check_files(
        files,
        write_baseline,
        fix,
        jobs=jobs,
        format=format,
        select=select and tuple(select),
        ignore=ignore and tuple(ignore),
        strict=strict,
        baseline=baseline,
    )
