"""`compile`: a model from Rigy source."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Literal

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments
from pantin.base.options import Argument, File, Option
from pantin.verbs.parameters import ALLOW_OUTSIDE, FORCE
from pantin.verbs.verb import Done, Files, Parameter, Verb

if TYPE_CHECKING:
    from pantin.base.limits import Limits
    from pantin.formats.format import Format
    from pantin.formats.registry import Source
    from pantin.verbs.asset import Asset


@check_arguments
@any_numbers
def compile(
    source: Source,
    *,
    profile: Literal["standard", "reference"] = "standard",
    pose: str | None = None,
    clips: bool = False,
    name: str | None = None,
    limits: Limits | None = None,
    allow_outside: bool = False,
) -> Asset:
    """Compile a Rigy document (.rigy.yaml) or scene (.rigs.yaml).

    `profile` is "standard", or "reference" for the same bytes as the published suite of the language. `pose`
    is the id of a pose of the document: its meshes are baked in that pose, without skins. With `clips`, each
    document that has poses gives a clip: rest, each pose in the order of the document, rest, one second each.
    Raises `BadFile`, whose report has every finding, `OSError`, and `ValueError` for an unknown pose, or for
    clips of documents without poses.

    >>> arm = pantin.compile("examples/rigy/arm.rigy.yaml")
    >>> pantin.save(arm, "out/arm.glb").ok
    True
    """
    from pantin.formats.registry import name_of, seekable
    from pantin.formats.rigy import FORMAT
    from pantin.verbs.load import DEFAULT_LIMITS, load_as

    called = name_of(source, name)
    content = seekable(source, limits or DEFAULT_LIMITS)
    options = {"profile": profile, "pose": pose, "clips": clips}
    compiled = load_as(
        FORMAT, content, called, limits=limits or DEFAULT_LIMITS, allow_outside=allow_outside, **options
    )
    compiled.findings = ()  # the language defines what a compiled model has: nothing is dropped
    return compiled


def compile_file(
    files: Files, *, as_errors: Collection[str] = (), ignored: Collection[str] = (), **options: Any
) -> Done:
    """Compile a source; one that has errors, or warnings that count as errors, is not written."""
    from pantin.base.errors import BadFile
    from pantin.base.records import replace
    from pantin.report.warning_policy import apply_policy

    try:
        asset = compile(files.source, name=files.name, **options)
    except BadFile as error:
        if error.report.ok:
            message = f"{files.name} is a contract: it describes models, and has none to compile"
            raise ValueError(message) from None
        return Done(error.report, failed=True)
    report = apply_policy(asset.report, as_errors, ignored)
    if not report.ok:
        return Done(report, asset)
    lost = files.save(asset)
    return Done(replace(report, findings=(*report.findings, *lost.findings)), asset)


def prepare(
    *,
    bake_skin: bool = False,
    warn_as_error: str | None = None,
    ignore: str | None = None,
    pose: str | None = None,
    clips: bool = False,
    **options: Any,
) -> dict[str, Any]:
    """Refuse options about the model that do not go together, and read the ids of rules."""
    from pantin.verbs.explain import parse_rule_ids

    if (pose is not None) != bake_skin:
        raise ValueError("--pose requires --bake-skin, and --bake-skin requires --pose")
    if clips and pose is not None:
        raise ValueError("--clips needs the skeleton, which --bake-skin leaves out: choose one of them")
    if clips and options.get("profile") == "reference":
        raise ValueError(
            "--clips needs --profile standard: in the profile reference, poses have no rest pose"
        )
    options |= {"pose": pose, "clips": clips}
    return options | {
        "as_errors": sorted(parse_rule_ids(warn_as_error)),
        "ignored": sorted(parse_rule_ids(ignore)),
    }


def is_source(format: Format | None) -> bool:
    return format is not None and format.is_source


VERB = Verb(
    compile,
    Option(
        "output",
        File,
        "The file to write: .glb, .gltf, or what else `pantin convert` writes; or a folder for many. "
        "- is standard output, as .glb.",
        short="-o",
        group="command",
    ),
    Parameter(
        "profile",
        "standard: follow the specification; reference: the same bytes as the published test suite.",
        choices=("standard", "reference"),
    ),
    Parameter("pose", "The id of one of the document's poses, to bake with --bake-skin."),
    Option(
        "bake_skin",
        bool,
        "Bake the pose into the vertices, and drop the skin.",
        False,
        negative="--no-bake-skin",
    ),
    Parameter(
        "clips",
        "Write the poses of each document as an animation: rest, each pose, rest, one second each.",
    ),
    Option(
        "emit",
        File,
        "Also write the preprocessed document; - is standard output. symmetry lists what mirroring "
        "created: bones, primitives, ranges and maps.",
        group="command",
    ),
    Option(
        "comments",
        str,
        "Comments in the output of --emit: the author's, none, or the step that created each item.",
        "keep",
        choices=("keep", "drop", "provenance"),
        group="command",
    ),
    Option(
        "manifest",
        File,
        "Also write a JSON file with the SHA-256 of every file that was read and written; for many "
        "sources, the file that records finished work.",
        group="command",
    ),
    Option(
        "warn_as_error",
        str,
        "Treat these warnings as errors: comma-separated rule ids, such as W01,W03, or all.",
    ),
    Option("ignore", str, "Warnings and notes to ignore: comma-separated rule ids."),
    FORCE,
    ALLOW_OUTSIDE,
    arguments=(
        Argument(
            "source",
            "A .rigy.yaml or .rigs.yaml file, or many: files, folders, patterns, @lists and URLs. - is "
            "standard input, which cannot import files.",
            many=True,
            suffixes="rigy",
        ),
    ),
    target="output",
    each=compile_file,
    prepare=prepare,
    stores=(),
    suffix=".glb",
    takes=is_source,
    own=("manifest",),
    single={"emit": "--emit writes the document of one source: leave it out with many"},
    notes="""Without --output, writes a .glb next to the source. The same source gives the same
    bytes on every machine.""",
    examples="""
        pantin compile examples/rigy/arm.rigy.yaml -o arm.glb
        pantin compile examples/rigy/scene.rigs.yaml -o scene.gltf
        pantin compile examples/rigy/arm.rigy.yaml -o arm.g4b
        pantin compile examples/rigy/car.rigy.yaml -o car.glb --emit plain.yaml
        pantin compile examples/rigy/arm.rigy.yaml -o - | pantin inspect -
        pantin compile examples/rigy/ -o models/ -j 2
    """,
)
