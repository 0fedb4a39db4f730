"""What `pantin compile` does once its command line is read; without the parser, whose import takes as long as
the rest.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pantin.cli.exit import Exit, UsageError
from pantin.cli.opening import refused, source_of, unreadable
from pantin.cli.streams import STANDARD, to_standard_output

if TYPE_CHECKING:
    from pantin.assets import Asset
    from pantin.report import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What `pantin compile` may be asked for; the parser prints these lines as its help."""

    profile: Literal["standard", "reference"] = "standard"
    """The specification, or the bytes of the language's published suite."""
    pose: str | None = None
    """The id of one of the document's poses, to bake with --bake-skin."""
    bake_skin: bool = False
    """Move the vertices to where the pose puts them, and leave the skin out."""
    emit: str | None = None
    """Also write the document as it is after preprocessing; - is standard output."""
    comments: Literal["keep", "drop", "provenance"] = "keep"
    """What --emit does with comments: the author's, none, or which step made each item."""
    manifest: str | None = None
    """Also write a JSON file with the SHA-256 of every file that was read and written."""
    warn_as_error: str | None = None
    """Warnings that are errors: rule ids with commas between them, such as W01,W03, or all."""
    ignore: str | None = None
    """Warnings and notes to leave out: rule ids with commas between them."""


PLAIN = Options()


def compile_file(source: str, output: str | None = None, options: Options = PLAIN) -> int:
    """Compile a text to `output`, or to a .glb beside it."""
    target = target_of(source, output)
    judge(source, target, options)
    data, name = source_of(source)
    if options.emit is not None:
        emitted(data, name, options)
    asset = compiled(data, name, options)
    if asset is None:
        return Exit.FINDINGS
    found = asset.report
    if options.warn_as_error is not None or options.ignore is not None:
        from pantin.cli.warning_policy import judged

        found = judged(found, options.warn_as_error, options.ignore)
    show(found)
    if not found.ok:
        return Exit.FINDINGS
    report = written(asset, target)
    show(report)
    if options.manifest is not None:
        from pantin.cli.manifest import write_manifest

        outputs = [target] + ([options.emit] if options.emit not in (None, STANDARD) else [])
        write_manifest(options.manifest, asset.inputs, outputs, options)
    return Exit.CLEAN if report.ok else Exit.FINDINGS


def judge(source: str, target: str, options: Options) -> None:
    """Refuse what is asked for where it makes no sense."""
    from pantin.assets.recognition import GLTF_SUFFIXES

    if source.lower().endswith(GLTF_SUFFIXES):
        raise UsageError(f"{source} is a model, not a Rigy text; pantin convert reads models")
    if (options.pose is not None) != options.bake_skin:
        raise UsageError("--pose and --bake-skin belong together: a pose by itself is no part of a model")
    if options.emit == STANDARD and target == STANDARD:
        raise UsageError("--emit and --output cannot both be standard output")
    if options.manifest is not None and target == STANDARD:
        raise UsageError("--manifest names the files that were written: choose one with --output")
    taken = {Path(source).absolute()}
    for path in (target, options.emit, options.manifest):
        if path is None or path == STANDARD:
            continue
        if Path(path).absolute() in taken:
            raise UsageError(f"{path} would be written over: the text and what is made of it are files each")
        taken.add(Path(path).absolute())


def emitted(source: str | bytes, name: str, options: Options) -> None:
    """Write the expanded text; one that cannot be expanded is left to the compiler, which says why."""
    from pantin.assets.texts import expanded
    from pantin.cli.streams import write_standard_output
    from pantin.errors import BadFile
    from pantin.files import atomic_write

    assert options.emit is not None
    with unreadable(name):
        try:
            text = expanded(source, name, options.comments, options.profile).encode()
        except BadFile:
            return
        if options.emit == STANDARD:
            write_standard_output(text)
        else:
            atomic_write(Path(options.emit), [text])


def target_of(source: str, output: str | None) -> str:
    from pantin.assets.texts import stem_of

    if output is None and source != STANDARD:
        return str(Path(source).parent / f"{stem_of(source)}.glb")
    target = output or STANDARD
    if target != STANDARD:
        from pantin.assets.conversion import family_of

        try:
            family_of(target)
        except ValueError as error:
            raise UsageError(str(error)) from None
    return target


def compiled(source: str | bytes, name: str, options: Options) -> Asset | None:
    """What the text compiles to; None, with its findings printed, where it does not."""
    from pantin.assets import compile
    from pantin.errors import BadFile

    with refused(name):
        try:
            return compile(source, name=name, profile=options.profile, pose=options.pose)
        except BadFile as error:
            if error.report.ok:
                raise UsageError(
                    f"{name} is a contract: it describes models, and holds none to compile"
                ) from None
            show(error.report)
            return None


def written(asset: Asset, target: str) -> Report:
    from pantin.assets import save

    with unreadable(target):
        if target == STANDARD:
            return to_standard_output(lambda path: save(asset, path))
        return save(asset, target)


def show(report: Report) -> None:
    """Findings go to standard error: the model may be on its way through standard output."""
    from pantin.report.render.text import render

    sys.stdout.flush()
    sys.stderr.writelines(render([report]))
