"""`derive_skeletons` and `strip_skeletons`: add explicit skeletons to an asset, and remove them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments
from pantin.base.errors import BadFile
from pantin.base.options import Option
from pantin.base.short_repr import short_value
from pantin.verbs.asset import Asset
from pantin.verbs.editing import edit_of
from pantin.verbs.parameters import ALLOW_OUTSIDE, FORCE, SOURCES, target
from pantin.verbs.verb import Done, Files, Parameter, Verb, default_of

if TYPE_CHECKING:
    from pantin.formats.gltf.model_edits import SkeletonExtension
    from pantin.operations.edit.skeletons import Merge
    from pantin.verbs.model import Model
    from pantin.verbs.skeleton_outlines import SkeletonOutline


class WithSkeletons(Asset):
    """An asset with explicit skeletons; `skeletons` lists them, joint by joint.

    >>> len(pantin.derive_skeletons("examples/arm.glb").skeletons)
    1
    """

    skeletons: list[SkeletonOutline]


@check_arguments
@any_numbers
def derive_skeletons(
    asset: Model, *, as_: SkeletonExtension = "staik", merge: Merge = "overlap", fix: bool = False
) -> WithSkeletons:
    """The asset with explicit skeletons, derived from its skins.

    as_    the extension that stores them: "staik" (`STAIK_skeletons`) or "khr" (`KHR_skeleton_bone`)
    merge  which skins share a skeleton: those whose joints "overlap"; also those that are children of a joint
           of another ("touching"); also those that are children of one node ("siblings"). For "staik" only:
           in `KHR_skeleton_bone`, bones that touch are one skeleton
    fix    add a root node if the joints of a skin have no common root; "khr" always adds those it needs

    Returns a copy. Raises `BadFile`, whose report says why, if no skeletons can be derived, and `Unsupported`
    for a format without skeletons.

    >>> asset = pantin.load("examples/skeletons/plain.gltf")
    >>> [len(skeleton.joints) for skeleton in pantin.derive_skeletons(asset).skeletons]
    [3, 1]
    >>> [skeleton.root for skeleton in pantin.derive_skeletons(asset, as_="khr").skeletons]
    [0]
    """
    from pantin.operations.edit.skeletons import Merge
    from pantin.report import Report
    from pantin.verbs.skeleton_outlines import outline_skeletons

    if not isinstance(merge, str) or merge not in get_args(Merge):
        raise ValueError(f"merge must be one of {', '.join(get_args(Merge))}, not {short_value(merge)}")
    if not isinstance(as_, str) or as_ not in ("staik", "khr"):
        raise ValueError(f'as_ must be "staik" or "khr", not {short_value(as_)}')
    if as_ == "khr" and merge != "overlap":
        raise ValueError('merge requires as_="staik": as "khr", bones that touch are one skeleton')
    asset = Asset.from_model(asset)
    derive = edit_of(asset, "derive_skeletons")
    document = asset.document.copy()
    derivation = derive(document, merge, fix, as_)
    if derivation.refused:
        findings = asset.format.locate(document, derivation.refused)
        raise BadFile(Report(asset.path, asset.kind, tuple(findings)))
    result = WithSkeletons(asset.path, asset.format, document=document, findings=asset._carried)
    result.skeletons = outline_skeletons(derivation.rig, derivation.derived)
    return result


@check_arguments
def strip_skeletons(asset: Model) -> Asset:
    """A copy of the asset without explicit skeletons; its skins keep their bind pose.

    >>> asset = pantin.load("examples/skeletons/explicit.gltf")
    >>> pantin.strip_skeletons(asset).rig.skeletons
    ()
    """
    asset = Asset.from_model(asset)
    strip = edit_of(asset, "strip_skeletons")
    document = asset.document.copy()
    strip(document)
    return Asset(asset.path, asset.format, document=document, findings=asset._carried)


def derive_file(files: Files, *, strip: bool = False, allow_outside: bool = False, **options: Any) -> Done:
    """Write a file with explicit skeletons, or without."""
    asset = files.load(allow_outside)
    try:
        derived = strip_skeletons(asset) if strip else derive_skeletons(asset, **options)
    except BadFile as error:
        possible = not options.get("fix") and any(finding.fix for finding in error.report.findings)
        hint = "--fix adds a root node" if possible else "nothing is written"
        note = f"{files.name}: no skeletons can be derived; {hint}"
        return Done(error.report, asset, (note,), failed=True)
    notes: tuple[str, ...] = ()
    if isinstance(derived, WithSkeletons) and not derived.skeletons:
        notes = (f"{asset.path} has no skin to derive a skeleton from, so {files.target} has none",)
    return Done(files.save(derived), asset, notes)


def require_one_way(*, strip: bool = False, **options: Any) -> dict[str, Any]:
    """Refuse options that exclude each other."""
    names = {name for name in ("as_", "merge", "fix") if name in options}
    chosen = {name for name in names if options[name] != default_of(derive_skeletons, name)}
    if strip and chosen:
        raise ValueError("--strip cannot be combined with other options")
    if {"as_", "merge"} <= chosen:
        raise ValueError("--merge requires --as staik: as khr, bones that touch are one skeleton")
    if strip:
        return {name: value for name, value in options.items() if name not in names} | {"strip": True}
    return options


VERB = Verb(
    derive_skeletons,
    Parameter(
        "as_",
        "How skeletons are stored: as lists of joints (staik), or as marked bones (khr).",
        choices=("staik", "khr"),
    ),
    Parameter(
        "merge",
        "Which skins share a skeleton: those whose joints overlap; also those that are children of a "
        "joint of another (touching); also those that are children of one node (siblings).",
        choices=("overlap", "touching", "siblings"),
    ),
    Parameter("fix", "Add a root node where the joints of a skin have none in common."),
    Option("strip", bool, "Remove both extensions; skins keep the pose they are bound in.", False),
    Option(
        "report",
        bool,
        "Print the tree of each skeleton, with the skins that use each joint, and write nothing.",
        False,
        group="command",
    ),
    Option(
        "format",
        str,
        "Text, or one JSON document: the report, or the findings if no skeletons can be derived.",
        "text",
        choices=("text", "json"),
        group="command",
    ),
    FORCE,
    ALLOW_OUTSIDE,
    arguments=(
        SOURCES,
        target(
            "The file to write, or the folder for many files; - is standard output, as .glb.",
            required=False,
        ),
    ),
    each=derive_file,
    prepare=require_one_way,
    stores=("skeletons", "nodes"),
    single={"report": "--report prints the skeletons of one file"},
    examples="""
        pantin skeletons examples/skeletons/plain.gltf out.gltf
        pantin skeletons examples/skeletons/plain.gltf out.gltf --merge touching
        pantin skeletons examples/skeletons/plain.gltf out.gltf --as khr
        pantin skeletons examples/skeletons/plain.gltf --report
        pantin skeletons examples/skeletons/explicit.gltf plain.gltf --strip
    """,
)
