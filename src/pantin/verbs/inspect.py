"""`inspect`: a summary of the content of a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments
from pantin.base.options import Option
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import ALLOW_OUTSIDE, FILES, VARIANT
from pantin.verbs.verb import Done, Files, Parameter, Verb

if TYPE_CHECKING:
    from pantin.base.limits import Limits
    from pantin.formats.summary import Summary
    from pantin.verbs.model import Model


class Inspection(NamedTuple):
    """The content of a file: `summary` has the members of its format, named by `kind`.

    kind    the name of a format with its own summary, or "outline"
    faults  why parts of the file could not be read
    failed  whether a geometry check of a Rigy document fails

    >>> content = pantin.inspect("examples/arm.glb")
    >>> content.kind, content.readable
    ('glTF', True)
    """

    path: str
    kind: str
    summary: Summary

    def __repr__(self) -> str:
        return f"<Inspection {self.path!r} {type(self.summary).__name__}>"

    @property
    def readable(self) -> bool:
        return self.summary.readable

    @property
    def faults(self) -> tuple[str, ...]:
        return self.summary.faults

    @property
    def failed(self) -> bool:
        return self.summary.failed

    def replace(self, **changes: Any) -> Inspection:
        """A copy with other values of these members."""
        return self._replace(**changes)

    def to_builtins(self) -> dict[str, Any]:
        """The JSON document that `pantin inspect --format json` prints."""
        import msgspec

        return {"path": self.path, **msgspec.to_builtins(self.summary)}


@check_arguments
@any_numbers
def inspect(
    source: Model,
    *,
    name: str | None = None,
    gaps: bool = False,
    limits: Limits | None = None,
    allow_outside: bool = False,
    variants: Mapping[str, str] | None = None,
) -> Inspection:
    """Summarise an asset, a file, or its bytes (called `name`); of a damaged file, the parts that are valid.
    `to_builtins()` of the result has the tables as plain data.

    With `gaps`, include the distance between each two primitives of a Rigy document. References must stay
    inside the folder of the file unless `allow_outside`. `variants` are those of `load`. Raises what `load`
    raises.

    >>> inspection = pantin.inspect("examples/arm.glb")
    >>> inspection.kind, inspection.to_builtins()["skins"][0]["joints"]
    ('glTF', 3)
    """
    from pantin.formats.registry import name_of, seekable
    from pantin.rig import Rig
    from pantin.verbs.load import DEFAULT_LIMITS, load_as, read_as, recognise_or_raise, variant_options

    limits = limits or DEFAULT_LIMITS
    if isinstance(source, Rig):
        source = Asset.from_model(source)
    if isinstance(source, Asset):
        size = 0 if source.format.summarise else len(getattr(source.document, "data", b""))
        return _inspect(source, size, gaps)
    called, source = name_of(source, name), seekable(source, limits)
    format = recognise_or_raise(source, called, limits)
    chosen = variant_options(format, called, variants)
    if format.summarise is not None:
        document = read_as(format, source, called, limits, allow_outside, **chosen)
        return _inspect(Asset(called, format, document=document), 0, gaps)
    asset = load_as(format, source, called, limits=limits, allow_outside=allow_outside, **chosen)
    size = len(source) if isinstance(source, bytes) else source.stat().st_size
    # A format that is only read gives a rig, which would be described as the glTF that it can be saved as.
    return _outline(asset, size, asset.report.format) if asset.from_rig else _inspect(asset, size, gaps)


def _inspect(asset: Asset, size: int, gaps: bool) -> Inspection:
    """An asset as it is now, with its edits; `size` in bytes."""
    if asset.format.summarise is not None:
        summary = asset.format.summarise(asset.document, lambda: asset.rig, gaps=gaps)
        return Inspection(asset.path, asset.format.name, summary)
    return _outline(asset, size, asset.kind)


def _outline(asset: Asset, size: int, kind: str) -> Inspection:
    """What the rig of an asset holds; `kind` is the format of its file."""
    from pantin.verbs.summary import summarise_asset

    about = {} if asset.from_rig else asset.format.about(asset.document)
    return Inspection(asset.path, "outline", summarise_asset(asset, size, kind, **about))


def inspect_file(files: Files, **options: Any) -> Done:
    """Inspect a file."""
    from pantin.base.errors import PantinError
    from pantin.report import Report

    inspection = inspect(files.source, name=files.name, **options)
    if not inspection.readable:
        raise PantinError(f"{files.name}: {inspection.faults[0]}")
    return Done(Report(files.name, ""), failed=inspection.failed, value=inspection)


VERB = Verb(
    inspect,
    Option(
        "format",
        str,
        "Text, one JSON document, or a CSV table with a row for each file.",
        "text",
        choices=("text", "json", "csv"),
        group="command",
    ),
    Option(
        "faces",
        bool,
        "Rigy sources: also list the planes of flat faces. JSON always has them.",
        False,
        negative="--no-faces",
        group="command",
    ),
    Parameter(
        "gaps",
        "Rigy sources: list gaps and overlaps between primitives.",
        negative="--no-gaps",
    ),
    Option(
        "weights",
        bool,
        "Rigy sources: list the bones that move each primitive. JSON always has them.",
        False,
        group="command",
    ),
    Option("all", bool, "Show all tables, with all rows.", False, group="command"),
    Option(
        "section",
        str,
        "Show these tables, comma-separated: nodes, meshes, materials, skins, springs, …",
        (),
        repeated=True,
        group="command",
    ),
    Option(
        "sort",
        str,
        "Sort the table of a folder by a column: path, bytes, triangles, joints, seconds, license, …",
        group="command",
    ),
    ALLOW_OUTSIDE,
    VARIANT,
    arguments=(FILES,),
    sources="files",
    each=inspect_file,
    notes="""A file is described by the lines that matter and its tree of nodes; a folder, or several files,
    by a table with a row for each.

    The geometry_checks of a Rigy document are answered too: the exit code is 1 where one of them
    fails.""",
    examples="""
        pantin inspect examples/arm.glb
        pantin inspect examples/arm.glb --format json
        pantin inspect examples/arm.glb --section skins,clips
        pantin inspect examples/ --sort triangles
        pantin inspect examples/ --format csv
        pantin inspect examples/g4mf/creature.g4b
        pantin inspect examples/rigy/arm.rigy.yaml --gaps
        pantin inspect examples/rigy/humanoid.rigy.yaml --weights
        pantin inspect examples/ --include '*.glb' --format json
    """,
)
