"""Files of any format: `load`, `check`, `save`, `convert`, and the `Asset` that they work with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base import files
from pantin.base.errors import BadFile, LimitExceeded, MissingExtra, Unsupported
from pantin.base.gc_pause import pause_gc
from pantin.base.limits import Limits
from pantin.formats.edits import Edits
from pantin.formats.file_rules import missing_extra, unknown_format
from pantin.formats.format import Condition, Format, SourceDocument, WriteOptions, over_limit_report
from pantin.formats.lookup import index_of
from pantin.formats.registry import (
    Source,
    by_suffix,
    declared_options,
    list_formats,
    name_of,
    recognise,
    register,
    seekable,
    start_of,
    stem_of,
    target_format,
    unregister,
)
from pantin.report import CATALOGUE, Report, Rule
from pantin.verbs.asset import Asset
from pantin.verbs.discovery import readable_suffixes, walk_models
from pantin.verbs.partial import MotionAsset, ShapeAsset

if TYPE_CHECKING:
    from pantin.formats.g4mf.dialects import Dialect
    from pantin.report.explanation import Explanation
    from pantin.rig import Rig

__all__ = [
    "Asset",
    "Condition",
    "Edits",
    "Format",
    "MotionAsset",
    "ShapeAsset",
    "Source",
    "WriteOptions",
    "by_suffix",
    "check",
    "compile",
    "convert",
    "declared_options",
    "explain",
    "index_of",
    "list_formats",
    "load",
    "readable_suffixes",
    "recognise",
    "register",
    "rule_families",
    "rules",
    "save",
    "stem_of",
    "target_format",
    "unregister",
    "walk_models",
]

DEFAULT_LIMITS = Limits()


def load(
    source: Source,
    *,
    name: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    allow_outside: bool = False,
    variants: Mapping[str, str] | None = None,
) -> Asset:
    """Read a file, or the bytes of a file called `name`; a damaged file as far as it can be used.

    A Rigy source is compiled. References to other files must stay inside the folder of the file unless
    `allow_outside`. `variants` chooses variants of a USD stage by the names of their sets, such as
    `{"animation": "Walk"}`; `ValueError` lists those that there are. Raises `OSError` if the file cannot be
    read, `BadFile` if nothing in it can be used, `Unsupported` for another version of its format, and
    `LimitExceeded`.

    >>> pantin.load("examples/arm.glb").rig.nodes.names
    ('shoulder', 'elbow', 'wrist', 'arm')
    """
    called, source = name_of(source, name), seekable(source, limits)
    format = recognise_or_raise(source, called, limits)
    chosen = variant_options(format, called, variants)
    return load_as(format, source, called, limits=limits, allow_outside=allow_outside, **chosen)


def check(
    source: Source,
    *,
    name: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    allow_outside: bool = False,
    variants: Mapping[str, str] | None = None,
) -> Report:
    """Check a file, or the bytes of a file called `name`, with the `variants` that `load` takes.

    Returns a report for any content. Raises `OSError` if the file cannot be opened.

    >>> pantin.check("examples/arm.glb").ok
    True
    >>> [finding.rule for finding in pantin.check("examples/loose.glb").warnings]
    ['RIG-WEIGHTS_NOT_ONE']
    """
    with pause_gc():  # until the asset is gone: a collection before would go through all of it
        return examine(source, name=name, limits=limits, allow_outside=allow_outside, variants=variants)[0]


def examine(
    source: Source,
    *,
    name: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    allow_outside: bool = False,
    variants: Mapping[str, str] | None = None,
) -> tuple[Report, Asset | None]:
    """The report of `check`, and the asset that it is about, where the file has one."""
    called, format = name_of(source, name), None
    try:
        source = seekable(source, limits)
        format = recognise_or_raise(source, called, limits)
        chosen = variant_options(format, called, variants)
        document = read_as(format, source, called, limits, allow_outside, **chosen)
        asset = Asset(called, format, document=document)
        return asset.report, asset
    except BadFile as error:
        return error.report, None
    except LimitExceeded as error:
        return (format.over_limit if format else over_limit_report)(called, error), None
    except MissingExtra as error:
        return Report(called, "", tuple(missing_extra(error))), None


def compile(
    source: Source,
    *,
    profile: str = "standard",
    pose: str | None = None,
    clips: bool = False,
    name: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
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
    from pantin.formats.rigy import FORMAT

    called = name_of(source, name)
    source = source if isinstance(source, bytes) else Path(source)
    options = {"profile": profile, "pose": pose, "clips": clips}
    compiled = load_as(FORMAT, source, called, limits=limits, allow_outside=allow_outside, **options)
    compiled.findings = ()  # the language defines what a compiled model has: nothing is dropped
    return compiled


def save(asset: Asset | Rig, path: str | os.PathLike[str], *, force: bool = False) -> Report:
    """Write an asset or a rig to `path`, with the other files that it names; the suffix chooses the format.

    All files are replaced together: a crash leaves the old files or the new ones. A file that is read-only is
    refused unless `force`. An unchanged asset keeps every byte in its own format. The report lists what was
    dropped. Raises `ValueError` for an unknown suffix, and `Unsupported` for an asset that the format
    cannot store at all.

    >>> asset = pantin.load("examples/arm.glb")
    >>> pantin.save(asset, "out/copy.glb").ok
    True
    """
    from pantin.verbs.conversion import write

    with files.replace_read_only(force):
        return write(Asset.of(asset), path)


def convert(
    source: Source | Asset,
    target: str | os.PathLike[str],
    *,
    name: str | None = None,
    embed: bool | None = None,
    dialect: Dialect | None = None,
    omit_inferable: bool = False,
    vrm: str | None = None,
    bake: bool = False,
    bake_springs: bool = False,
    clip: int | str | None = None,
    fps: float | None = None,
    scale: float | None = None,
    limits: Limits = DEFAULT_LIMITS,
    allow_outside: bool = False,
    variants: Mapping[str, str] | None = None,
    force: bool = False,
    **options: Any,
) -> Report:
    """Read `source`, or take an asset, and write it as `target`, whose suffix chooses the format; the report
    lists what was dropped.

    `embed` stores the data of buffers and images inside a `.gltf` (True) or in files beside it (False). G4MF
    is written in its newest form, or in an older `dialect`; `omit_inferable` omits vertex group names that
    equal the names of the bones. `vrm` "1" makes a VRM 0.x one of VRM 1.0. `clip` is the clip that a `.bvh`
    or `.vrma` stores, by index or name; without it, the first. `fps` is the frame rate of a `.bvh`. `scale`
    multiplies the positions of a motion: 0.01 for a `.bvh` in centimetres. `bake_springs` puts the motion of
    springs and constraints into the clips, and adds a clip for each expression, for formats without them.
    `bake` freezes the rest pose into the meshes, for readers without skins and blend shapes; with `clip`,
    every frame of it, `fps` (30) a second, each below a node of its own; only the first is visible.
    `variants` are those of `load`. `force` replaces files that are read-only. `options` are those of formats
    of other packages. Raises what `load` and `save` raise, and `ValueError` for an option that the format of
    the target does not take.

    >>> pantin.convert("examples/arm.glb", "out/arm.gltf").ok
    True
    """
    from pantin.verbs.conversion import write

    target_format(target)
    if vrm not in (None, "1"):
        raise ValueError(f'vrm must be "1", not {vrm!r}: VRM 1.0 is the version that Pantin writes')
    asset = source
    if not isinstance(asset, Asset):
        asset = load(asset, name=name, limits=limits, allow_outside=allow_outside, variants=variants)
    if vrm is not None:
        from pantin.verbs.migrate import migrate_vrm

        asset = migrate_vrm(asset)
    if bake_springs:
        from pantin.verbs.bake import bake_clips

        asset = bake_clips(asset)
    if bake:
        from pantin.verbs.frame_baking import bake_into_meshes

        asset, clip, fps = bake_into_meshes(asset, clip, fps), None, None
    if scale is not None and not any(option.name == "scale" for option in target_format(target).options):
        asset, scale = scale_asset(asset, scale), None
    chosen: dict[str, Any] = {"embed": embed, "dialect": dialect, "omit_inferable": omit_inferable or None}
    chosen |= {"clip": clip, "fps": fps, "scale": scale, **options}
    values = {option: value for option, value in chosen.items() if value is not None}
    with files.replace_read_only(force):
        return write(asset, target, values, upgrade=True)


def scale_asset(asset: Asset, factor: float) -> Asset:
    """A motion in another unit of length; the report of saving it lists what its rig does not hold."""
    from pantin.operations.edit.scale_motion import scale_motion
    from pantin.verbs.conversion import not_lifted

    findings = () if asset.from_rig else tuple(not_lifted(asset))
    return Asset.of_rig(scale_motion(asset.rig, factor), asset.path, findings=findings)


def rules() -> dict[str, Rule[...]]:
    """Every rule of every format, by id."""
    verbs = (
        "bake",
        "conversion",
        "dropped",
        "retarget",
        "slim",
    )
    modules = ["pantin.checks", "pantin.formats.file_rules", *(f"pantin.verbs.{verb}" for verb in verbs)]
    for module in modules:
        import_module(module)  # which registers the rules in it
    for format in list_formats():
        format.load_rules()
    return dict(CATALOGUE)


GENERAL_FAMILIES = {
    "FILE": "about a whole file of any format",
    "LOSS": "about what a conversion drops",
    "RIG": "about rigs of any format",
}


def rule_families() -> dict[str, str]:
    """The prefixes of rule ids, with a description of each."""
    of_formats = {name: line for format in list_formats() for name, line in format.families.items()}
    return {**GENERAL_FAMILIES, **of_formats}


def explain(name: str | None = None) -> tuple[Explanation, ...]:
    """The documentation of rules: of the rules called `name`, with or without the prefix, or of a family; of
    all rules without a name.

    Raises `ValueError` for an unknown name.

    >>> pantin.explain("GLTF-NODE_LOOP")[0].severity
    'error'
    """
    from pantin.report.catalogue import did_you_mean, families, lookup
    from pantin.report.explanation import explain

    known = rules()
    grouped = families(known)
    matches = tuple(known.values()) if name is None else lookup(name, known)
    if name is not None and not matches:
        matches = grouped.get(name.upper(), ())
        if not matches:
            hint = did_you_mean(name, [*known, *grouped])
            raise ValueError(f"no rule matches {name!r}.{hint} `pantin explain` lists the families.")
    return tuple(explain(rule) for rule in matches)


def variant_options(format: Format, name: str, variants: Mapping[str, str] | None) -> dict[str, Any]:
    """What a reader is given of chosen variants. Raises `ValueError` for a format that has none."""
    if not variants:
        return {}
    if "variants" not in format.read_options:
        raise ValueError(f"{name}: {format.name} files have no variants")
    return {"variants": variants}


def read_as(
    format: Format, source: Path | bytes, name: str, limits: Limits, allow_outside: bool, **options: Any
) -> Any:
    """The document in a file of this format; raises `BadFile` if there is none."""
    assert format.read is not None
    resolver = files.Resolver(None if isinstance(source, bytes) else source.parent, allow_outside)
    with format.naming_extra():
        return format.read(source, name=name, limits=limits, resolver=resolver, **options)


def load_as(
    format: Format,
    source: Path | bytes,
    name: str,
    *,
    limits: Limits = DEFAULT_LIMITS,
    allow_outside: bool = False,
    **options: Any,
) -> Asset:
    """As `load`, for a file of this format; `options` go to its reader."""
    document = read_as(format, source, name, limits, allow_outside, **options)
    asset = Asset(name, format, document=document)
    try:
        if format.condition(document) is Condition.EMPTY:
            raise BadFile(asset.report)
    except Unsupported as error:
        raise error if name in str(error) else Unsupported(f"{name}: {error}") from None
    if format.lower is not None:
        return asset
    # A format that cannot be written has no document to keep: the result is a rig.
    from pantin.verbs.conversion import not_lifted

    origin = document if isinstance(document, SourceDocument) else None
    findings = tuple(not_lifted(asset))
    return Asset.of_rig(asset.rig, name, report=asset.report, origin=origin, findings=findings)


def recognise_or_raise(source: Path | bytes, name: str, limits: Limits) -> Format:
    """The format of a file; raises `BadFile` if it is unknown, and `OSError` if the file cannot be read."""
    format = recognise(source, name)
    if format is None:
        if not isinstance(source, bytes):
            files.read(source, limits.file_bytes)
        raise BadFile(Report(name, "", tuple(unknown_format(name, start_of(source)))))
    return format
