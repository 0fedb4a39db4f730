"""`pantin compile`: a model from Rigy text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pantin.base.options import File, Option
from pantin.cli.batch_options import writing_without
from pantin.cli.command import ALLOW_OUTSIDE, FORCE, Argument, Command, Many
from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import finish, print_report, refused, require_target, save_asset, source_of, unreadable
from pantin.cli.streams import STANDARD
from pantin.cli.warning_policy import ids

if TYPE_CHECKING:
    from pantin import Asset


class Wanted(NamedTuple):
    """What a compilation was asked for."""

    profile: str
    pose: str | None
    bake_skin: bool
    clips: bool
    emit: str | None
    comments: str
    manifest: str | None
    warn_as_error: str | None
    ignore: str | None
    allow_outside: bool


def compile(source: str, *, output: str | None, **options: Any) -> int:
    """Compile a source to `output`, or to a .glb beside it."""
    wanted = Wanted(**options)
    target = target_of(source, output)
    refuse_nonsense(source, target, wanted)
    data, name = source_of(source)
    if wanted.emit is not None:
        emit(data, name, wanted)
    asset = compile_source(data, name, wanted)
    if asset is None:
        return Exit.FINDINGS
    report = asset.report
    if wanted.warn_as_error is not None or wanted.ignore is not None:
        from pantin.report.warning_policy import apply_policy

        report = apply_policy(report, ids(wanted.warn_as_error), ids(wanted.ignore))
    print_report(report)
    if not report.ok:
        return Exit.FINDINGS
    with unreadable(target):
        code = finish(save_asset(asset, target))
    if wanted.manifest is not None:
        from pantin.cli.manifest import write_manifest

        outputs = [target, *([wanted.emit] if wanted.emit not in (None, STANDARD) else [])]
        write_manifest(wanted.manifest, asset.origin.inputs if asset.origin else (), outputs, wanted)
    return code


def target_of(source: str, output: str | None) -> str:
    from pantin.formats.registry import stem_of

    if output is None and source != STANDARD:
        return str(Path(source).parent / f"{stem_of(source)}.glb")
    target = STANDARD if output is None else output
    require_target(target)
    return target


def refuse_nonsense(source: str, target: str, wanted: Wanted) -> None:
    """Raise `UsageError` for options that do not go together, or not with the source."""
    from pantin.formats.registry import by_suffix

    format = by_suffix(source)
    if format is not None and not format.is_source:
        raise UsageError(f"{source} is a model, not a Rigy source; pantin convert reads models")
    refuse_model_options(wanted.pose, wanted.bake_skin, wanted.clips, wanted.profile)
    if wanted.emit == STANDARD and target == STANDARD:
        raise UsageError("--emit and --output cannot both be standard output")
    if wanted.manifest is not None and target == STANDARD:
        raise UsageError("--manifest names the files that were written: choose one with --output")
    taken = {Path(source).absolute()}
    for path in (target, wanted.emit, wanted.manifest):
        if path is None or path == STANDARD:
            continue
        if Path(path).absolute() in taken:
            raise UsageError(f"{path} would be overwritten: source and outputs must be different files")
        taken.add(Path(path).absolute())


def refuse_model_options(pose: str | None, bake_skin: bool, clips: bool, profile: str) -> None:
    """Raise `UsageError` for options about the model that do not go together."""
    if (pose is not None) != bake_skin:
        raise UsageError("--pose and --bake-skin belong together: --pose needs --bake-skin, and the reverse")
    if clips and pose is not None:
        raise UsageError("--clips needs the skeleton, which --bake-skin leaves out: choose one of them")
    if clips and profile != "standard":
        raise UsageError("--clips needs --profile standard: in the other one, poses have no rest pose")


def options_of_each(
    *,
    bake_skin: bool,
    emit: str | None,
    comments: str,
    warn_as_error: str | None,
    ignore: str | None,
    **options: Any,
) -> dict[str, Any]:
    """The options as the verb of batches takes them. Raises `UsageError`."""
    if emit is not None:
        raise UsageError("--emit writes the document of one source: leave it out with many")
    refuse_model_options(options["pose"], bake_skin, options["clips"], options["profile"])
    return options | {"as_errors": sorted(ids(warn_as_error)), "ignored": sorted(ids(ignore))}


def emit(source: str | bytes, name: str, wanted: Wanted) -> None:
    """Write the expanded source; one that cannot be expanded is left to the compiler, which says why."""
    import pantin
    from pantin.base.files import atomic_write
    from pantin.cli.streams import write_standard_output

    assert wanted.emit is not None
    with unreadable(name):
        try:
            text = pantin.expand(source, name=name, comments=wanted.comments, profile=wanted.profile).encode()
        except pantin.BadFile:
            return
        if wanted.emit == STANDARD:
            write_standard_output(text)
        else:
            atomic_write(Path(wanted.emit), [text])


def compile_source(source: str | bytes, name: str, wanted: Wanted) -> Asset | None:
    """What the source compiles to; None, with its findings printed, where it does not."""
    import pantin

    with refused(name):
        try:
            return pantin.compile(
                source,
                name=name,
                profile=wanted.profile,
                pose=wanted.pose,
                clips=wanted.clips,
                allow_outside=wanted.allow_outside,
            )
        except pantin.BadFile as error:
            if error.report.ok:
                raise UsageError(
                    f"{name} is a contract: it describes models, and has none to compile"
                ) from None
            print_report(error.report)
            return None


COMMAND = Command(
    "compile",
    compile,
    arguments=(
        Argument(
            "source",
            "A .rigy.yaml or .rigs.yaml file, or many: files, folders, patterns, @lists and URLs. - is "
            "standard input, which can import nothing.",
            many=True,
            suffixes="rigy",
        ),
    ),
    options=(
        Option(
            "output",
            File,
            "The file to write: .glb, .gltf, or what else `pantin convert` writes; or a folder for many. "
            "- is standard output, as .glb.",
            short="-o",
        ),
        Option(
            "profile",
            str,
            "The specification, or the bytes of the language's published suite.",
            "standard",
            choices=("standard", "reference"),
        ),
        Option("pose", str, "The id of one of the document's poses, to bake with --bake-skin."),
        Option(
            "bake_skin",
            bool,
            "Move the vertices to where the pose puts them, and leave the skin out.",
            False,
            negative="--no-bake-skin",
        ),
        Option(
            "clips",
            bool,
            "Write the poses of each document as an animation: rest, each pose, rest, one second each.",
            False,
        ),
        Option(
            "emit",
            File,
            "Also write the document as it is after preprocessing; - is standard output.",
        ),
        Option(
            "comments",
            str,
            "What --emit does with comments: the author's, none, or which step made each item.",
            "keep",
            choices=("keep", "drop", "provenance"),
        ),
        Option(
            "manifest",
            File,
            "Also write a JSON file with the SHA-256 of every file that was read and written; for many "
            "sources, the file that lists what is done.",
        ),
        Option(
            "warn_as_error",
            str,
            "Warnings that are errors: rule ids with commas between them, such as W01,W03, or all.",
        ),
        Option("ignore", str, "Warnings and notes to leave out: rule ids with commas between them."),
        FORCE,
        ALLOW_OUTSIDE,
        *writing_without("manifest"),
    ),
    notes="""Without --output the model goes into a .glb beside the source. The same source gives the same
    bytes on every machine.""",
    examples="""
        pantin compile examples/rigy/arm.rigy.yaml -o arm.glb
        pantin compile examples/rigy/scene.rigs.yaml -o scene.gltf
        pantin compile examples/rigy/arm.rigy.yaml -o arm.g4b
        pantin compile examples/rigy/car.rigy.yaml -o car.glb --emit plain.yaml
        pantin compile examples/rigy/arm.rigy.yaml -o - | pantin inspect -
        pantin compile examples/rigy/ -o models/ -j 2
    """,
    many=Many("compile", options_of_each, target="output", own=("manifest",)),
)
