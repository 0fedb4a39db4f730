"""`pantin compile`: the expanded source and the manifest of a compilation; all else derives from the verb."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import print_report, refused, require_target, source_of, unreadable
from pantin.cli.streams import STANDARD, to_standard_output
from pantin.cli.verb_command import command_of, keywords_of, print_done
from pantin.verbs.compile import VERB

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pantin.verbs.verb import Done


def compile(
    source: str,
    *,
    output: str | None,
    emit: str | None,
    comments: str,
    manifest: str | None,
    **values: Any,
) -> int:
    """Compile a source to `output`, or to a .glb beside it."""
    target = target_of(source, output)
    keywords = keywords_of(VERB, values)
    refuse_overwriting(source, target, emit, manifest)
    data, name = source_of(source)
    if emit is not None:
        write_expanded(data, name, emit, comments, keywords["profile"])
    done = compile_source(data, name, target, keywords)
    if done is None:
        return Exit.FINDINGS
    code = print_done(done)
    if manifest is not None and done.report.ok and done.asset is not None:
        from pantin.cli.manifest import write_manifest

        inputs = done.asset.origin.inputs if done.asset.origin else ()
        outputs = [target, *([emit] if emit not in (None, STANDARD) else [])]
        write_manifest(manifest, inputs, outputs, profile=keywords["profile"], pose=keywords["pose"])
    return code


def target_of(source: str, output: str | None) -> str:
    from pantin.formats.registry import stem_of

    if output is None and source != STANDARD:
        return str(Path(source).parent / f"{stem_of(source)}.glb")
    target = STANDARD if output is None else output
    require_target(target)
    return target


def refuse_overwriting(source: str, target: str, emit: str | None, manifest: str | None) -> None:
    """Raise `UsageError` for files that do not go together, or not with the source."""
    from pantin.formats.registry import by_suffix

    format = by_suffix(source)
    if format is not None and not format.is_source:
        raise UsageError(f"{source} is a model, not a Rigy source; pantin convert reads models")
    if emit == STANDARD and target == STANDARD:
        raise UsageError("--emit and --output cannot both be standard output")
    if manifest is not None and target == STANDARD:
        raise UsageError("--manifest names the files that were written: choose one with --output")
    taken = {Path(source).absolute()}
    for path in (target, emit, manifest):
        if path is None or path == STANDARD:
            continue
        if Path(path).absolute() in taken:
            raise UsageError(f"{path} would be overwritten: source and outputs must be different files")
        taken.add(Path(path).absolute())


def write_expanded(source: str | bytes, name: str, target: str, comments: str, profile: str) -> None:
    """Write the expanded source; one that cannot be expanded is left to the compiler, which says why."""
    import pantin
    from pantin.base.files import atomic_write
    from pantin.cli.streams import write_standard_output

    with unreadable(name):
        try:
            text = pantin.expand(source, name=name, comments=comments, profile=profile).encode()
        except pantin.BadFile:
            return
        if target == STANDARD:
            write_standard_output(text)
        else:
            atomic_write(Path(target), [text])


def compile_source(source: str | bytes, name: str, target: str, keywords: Mapping[str, Any]) -> Done | None:
    """What the source compiles to; None, with its findings printed, where it does not."""
    import pantin
    from pantin.verbs.verb import Files

    def perform(path: str | Path) -> Done:
        return VERB.each(Files(source, name, str(path)), **keywords)

    with refused(name):
        try:
            return to_standard_output(perform) if target == STANDARD else perform(target)
        except pantin.BadFile as error:
            if error.report.ok:
                raise UsageError(
                    f"{name} is a contract: it describes models, and has none to compile"
                ) from None
            print_report(error.report)
            return None


COMMAND = command_of("compile", VERB, compile)
