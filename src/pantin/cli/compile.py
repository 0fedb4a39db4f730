"""`pantin compile`: the expanded source and the manifest of a compilation; all else derives from the verb."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pantin.cli.exit import UsageError
from pantin.cli.io import raise_refused, raise_unreadable, require_target, source_of
from pantin.cli.streams import STANDARD, to_standard_output
from pantin.cli.verb_command import command_of, keywords_of, print_done
from pantin.verbs.compile import VERB

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pantin.verbs.verb import Done


MANIFEST_VERSION = 1

SYMMETRY = "symmetry"
"""The value of --emit that is not a file."""


def compile(
    source: str,
    *,
    output: str | None,
    emit: str | None,
    comments: Literal["keep", "drop", "provenance"],
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
    code = print_done(done)
    if manifest is not None and done.report.ok and done.asset is not None:
        inputs = done.asset.origin.inputs if done.asset.origin else ()
        outputs = [target, *([emit] if emit not in (None, STANDARD, SYMMETRY) else [])]
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
    if emit in (STANDARD, SYMMETRY) and target == STANDARD:
        raise UsageError("--emit and --output cannot both be standard output")
    if manifest is not None and target == STANDARD:
        raise UsageError("--manifest names the files that were written: choose one with --output")
    taken = {Path(source).absolute()}
    for path in (target, emit, manifest):
        if path is None or path in (STANDARD, SYMMETRY):
            continue
        if Path(path).absolute() in taken:
            raise UsageError(f"{path} would be overwritten: source and outputs must be different files")
        taken.add(Path(path).absolute())


def write_expanded(
    source: str | bytes,
    name: str,
    target: str,
    comments: Literal["keep", "drop", "provenance"],
    profile: Literal["standard", "reference"],
) -> None:
    """Write the expanded source; one that cannot be expanded is left to the compiler, which says why."""
    import pantin
    from pantin.base.files import atomic_write
    from pantin.cli.streams import write_standard_output

    with raise_unreadable(name):
        try:
            text = pantin.expand(
                source,
                name=name,
                comments=comments,
                profile=profile,
                show="symmetry" if target == SYMMETRY else "document",
            ).encode()
        except pantin.BadFile:
            return
        if target in (STANDARD, SYMMETRY):
            write_standard_output(text)
        else:
            atomic_write(Path(target), [text])


def compile_source(source: str | bytes, name: str, target: str, keywords: Mapping[str, Any]) -> Done:
    """Compile the source to the target, which one with errors does not write."""
    from pantin.verbs.verb import Files

    def perform(path: str | Path) -> Done:
        return VERB.each(Files(source, name, str(path)), **keywords)

    with raise_refused(name):
        return to_standard_output(perform) if target == STANDARD else perform(target)


def write_manifest(
    path: str,
    inputs: Sequence[tuple[str, bytes]],
    outputs: Sequence[str],
    *,
    profile: str,
    pose: str | None,
) -> None:
    """Write which bytes went in and which came out: the SHA-256 of every file. Nothing depends on the time
    or the machine."""
    import json

    from pantin import __version__
    from pantin.base.files import atomic_write

    manifest = {
        "manifest_version": MANIFEST_VERSION,
        "tool": {"name": "pantin", "version": __version__},
        "profile": profile,
        "pose": pose,
        "inputs": [manifest_entry(name, content) for name, content in inputs],
        "outputs": [manifest_entry(name, Path(name).read_bytes()) for name in with_companions(outputs)],
    }
    with raise_unreadable(path):
        atomic_write(Path(path), [(json.dumps(manifest, indent=2) + "\n").encode()])


def manifest_entry(name: str, content: bytes) -> dict[str, Any]:
    import hashlib

    return {
        "path": Path(name).as_posix(),
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def with_companions(outputs: Sequence[str]) -> Iterator[str]:
    """The files that were written, each with the files that it names."""
    import pantin
    from pantin.formats.registry import by_suffix

    for name in outputs:
        yield name
        format = by_suffix(name)
        if format is not None and format.readable and format.writable:
            yield from map(str, format.companions(pantin.load(name).document, Path(name)))


COMMAND = command_of("compile", VERB, compile)
