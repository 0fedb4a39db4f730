"""`slim`: a copy of an asset that is as small as possible, with a bound on how far any vertex moves."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from pantin.base.errors import Unsupported
from pantin.base.options import Option
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import ALLOW_OUTSIDE, FORCE, SOURCES, target
from pantin.verbs.verb import Done, Files, Parameter, Verb

if TYPE_CHECKING:
    from pantin.formats.format import Format
    from pantin.formats.gltf.slim.run import SlimRun, SlimStep
    from pantin.rig import Clip, Rig
    from pantin.verbs.model import Model

DEFAULT_ERROR = 6e-5
"""Of the longest side of the rest bounding box: 0.1 mm for a model of 1.7 m."""

UNITS = {"mm": 1e-3, "cm": 1e-2, "m": 1.0}


class Slimmed(Asset):
    """A slimmed asset.

    bound, max_error           the distance that no vertex may move, and the largest that was measured
    clip, time, vertex         where it was measured: the name or index of the clip (None: at rest), seconds,
                               and the mesh with the number of the vertex
    bytes_before, bytes_after  the size of the file with its buffers
    keys_before, keys_after    the keys of all channels
    triangles_before, triangles_after  the triangles of all meshes in the scene
    posed_error                the largest distance of the old surface to the new one, and back, that was
                               measured: at rest, in every clip, blend shape and expression, in random poses
    steps                      a `SlimStep` for each step that was run
    frozen                     extensions that may have indices: what they could refer to was not renumbered

    >>> slimmed = pantin.slim(pantin.load("examples/arm.glb"))
    >>> slimmed.max_error <= slimmed.bound
    True
    """

    bound: float
    max_error: float
    clip: str | int | None
    time: float
    vertex: str
    bytes_before: int
    bytes_after: int
    keys_before: int
    keys_after: int
    triangles_before: int
    triangles_after: int
    posed_error: float
    steps: list[SlimStep]
    frozen: tuple[str, ...]

    def describe(self) -> str:
        """What was saved, in a line."""
        size = f"{self.bytes_before:,} -> {self.bytes_after:,} bytes"
        keys = f"{self.keys_before:,} -> {self.keys_after:,} keys"
        if self.triangles_after != self.triangles_before:
            triangles = f"{self.triangles_before:,} -> {self.triangles_after:,} triangles"
            return f"{size}, {keys}, {triangles}, largest posed error {self.posed_error:.3g}"
        return f"{size}, {keys}, largest error {self.max_error:.3g} (bound {self.bound:.3g})"

    def to_builtins(self) -> dict[str, Any]:
        """What `--format json` prints."""
        return {
            "bytes_before": self.bytes_before,
            "bytes_after": self.bytes_after,
            "keys_before": self.keys_before,
            "keys_after": self.keys_after,
            "max_error": self.max_error,
            "bound": self.bound,
            "triangles_before": self.triangles_before,
            "triangles_after": self.triangles_after,
            "posed_error": self.posed_error,
            "steps": [step.to_builtins() for step in self.steps],
        }


def slim(
    asset: Model,
    *,
    skin_error: float | str | None = None,
    triangles: float | None = None,
    triangles_error: float | str | None = None,
    influences: int | None = None,
    quantize: bool = False,
    meshopt: bool = False,
    drop_unused_shapes: bool = False,
    keep: Collection[str] = (),
) -> Slimmed:
    """A copy of a glTF asset that is as small as possible: at no time of any clip does a posed vertex move by
    more than `skin_error`.

    skin_error          a distance in the unit of the file, or a string with a unit ("0.1mm"); by default 6e-5
                        of the longest side of the rest bounding box. With 0 nothing changes that moves
                        a vertex at all.
    triangles           the most triangles in all, or a share of them up to 1: one budget for all meshes,
                        spent where it costs least. Vertices that are left do not move
    triangles_error     as few triangles as this distance allows, measured on the posed skin
    influences          the most joints that move a vertex
    quantize            store positions, normals, weights and rotations as small integers
    meshopt             compress the data; needs the extra `meshopt`
    drop_unused_shapes  drop morph targets that neither a clip nor an expression uses
    keep                names of nodes that stay, even if they move nothing

    Objects are renumbered. Where an extension that Pantin does not know may hold indices, what it could refer
    to is not; `frozen` lists such extensions. FBX and USD become glTF. Of a file with broken indices or data,
    what a rig holds is slimmed, and the rest reported. Raises `Unsupported` for other
    formats.

    >>> small = pantin.slim(pantin.load("examples/arm.glb"))
    >>> small.max_error <= small.bound, small.bytes_after < small.bytes_before
    (True, True)
    """
    asset = _as_gltf(Asset.of(asset))
    edits = asset.format.edits
    if edits is None or edits.slim is None:
        raise Unsupported(f"{asset.path}: slim works on glTF files; convert it to .glb first")
    if influences is not None and influences < 1:
        raise ValueError(f"influences must be at least 1, not {influences}")
    if triangles is not None and not (math.isfinite(triangles) and triangles > 0):
        raise ValueError(
            f"triangles must be a share up to 1, such as 0.25, or a number, such as 5000, not {triangles:g}"
        )
    error = None if triangles_error is None else _distance(triangles_error, "triangles error")
    rig = asset.rig
    names = {name for name in rig.nodes.names if name is not None}
    for name in keep:
        if name not in names:
            raise ValueError(f"there is no node {name!r} to keep")
    run: SlimRun = edits.slim(asset.document, rig, _bound(rig, skin_error), keep)
    if triangles is not None or error:
        run.triangles(triangles, error)
    run.lossless(drop_unused_shapes)
    if run.bound > 0:
        run.geometry(influences, quantize, meshopt)
    run.keys(quantize and run.bound > 0)
    run.pack(meshopt)
    return _result(asset, run)


def _as_gltf(asset: Asset) -> Asset:
    """An asset of FBX or USD, which are written from their rigs, as glTF, and the rig of a broken glTF file;
    any other as it is."""
    is_model = asset.format.holds("skins") and asset.format.holds("clips")
    if asset.format.rewritten and is_model:
        return asset.editable_copy()
    edits = asset.format.edits
    is_sound = edits is None or edits.is_sound is None or edits.is_sound(asset.document)
    return asset if is_sound else asset.copy_of_rig()


def _bound(rig: Rig, given: float | str | None) -> float:
    """The bound in the unit of the file."""
    from pantin.operations.comparison.vertices import VertexTable, longest_side

    if given is None:
        return DEFAULT_ERROR * longest_side(VertexTable.from_rig(rig).rest)
    return _distance(given, "skin error")


def _distance(given: float | str, what: str) -> float:
    """A distance in the unit of the file."""
    if isinstance(given, str):
        found = re.fullmatch(r"\s*([-+0-9.eE]+)\s*(mm|cm|m)?\s*", given)
        try:
            number = float(found[1]) if found else math.nan
        except ValueError:
            number = math.nan
        given = number * UNITS.get((found[2] if found else None) or "m", 1.0)
    if not (math.isfinite(given) and given >= 0):
        raise ValueError(f"{what} must be a distance of at least 0, such as 0.1mm, 0.02cm or 0.001")
    return given


def _result(asset: Asset, run: SlimRun) -> Slimmed:
    worst = run.worst
    findings = [*asset.carried, *run.findings()]
    slimmed = Slimmed(asset.path, asset.format, document=run.document, findings=findings)
    slimmed.bound, slimmed.max_error = run.bound, worst.error
    clips: list[Clip] = [clip for clip in asset.rig.clips if clip.channels]
    clip = None if worst.clip is None else clips[worst.clip]
    slimmed.clip = None if clip is None else clip.name or worst.clip
    slimmed.time, slimmed.vertex = worst.time, _vertex(run.rig, worst.vertex)
    slimmed.bytes_before, slimmed.bytes_after = run.before, run.size
    slimmed.keys_before, slimmed.keys_after = run.keys_before, run.key_count
    slimmed.triangles_before, slimmed.triangles_after = run.triangles_before, run.triangles_after
    slimmed.posed_error = run.simplified_error + worst.error
    slimmed.steps, slimmed.frozen = run.steps, run.frozen.extensions
    return slimmed


def _vertex(rig: Rig, vertex: int) -> str:
    from pantin.operations.comparison.vertices import VertexTable

    table = VertexTable.from_rig(rig)
    part = next((part for part in table.parts if vertex < part.vertices.stop), None)
    return "" if part is None else table.vertex_name(part, vertex - part.first)


def slim_file(
    files: Files,
    *,
    keep: Collection[str] = (),
    allow_outside: bool = False,
    dry_run: bool = False,
    **options: Any,
) -> Done:
    """Slim a file; nothing is written without a target, or with `dry_run`. Of many files, some may lack the
    nodes to keep."""
    from pantin.formats.registry import by_suffix
    from pantin.report import Report

    asset = _as_gltf(files.load(allow_outside))
    if files.target and by_suffix(files.target) != asset.format:
        raise ValueError(f"slim writes the format that it reads: {files.target} is not {asset.format.name}")
    missing = [name for name in keep if name not in asset.rig.nodes.names] if files.makes_folder else []
    slimmed = slim(asset, keep=[name for name in keep if name not in missing], **options)
    writes = files.target and not dry_run
    report = files.save(slimmed) if writes else Report(slimmed.path, "glb", slimmed.findings)
    notes = [f"{files.name}: there is no node {name!r} to keep" for name in missing]
    if files.makes_folder:
        return Done(report, asset, (*notes, f"{files.target}: {slimmed.describe()}"))
    return Done(report, asset, tuple(notes), value=slimmed)


def can_slim(format: Format | None) -> bool:
    return format is not None and format.edits is not None and format.edits.slim is not None


VERB = Verb(
    slim,
    Parameter(
        "skin_error",
        "How far a posed vertex may move: 0.1mm, 0.02cm, 0.001m, or a number in the unit of the file. 0: "
        "only what changes nothing. Without it: 6e-5 of the longest side of the rest bounding box.",
    ),
    Parameter(
        "triangles",
        "At most this many triangles in all, or this share of them (up to 1). One budget for the whole file, "
        "spent where it costs least on the posed skin.",
    ),
    Parameter(
        "triangles_error",
        "As few triangles as this distance of the posed skin allows (units as in --skin-error); with "
        "--triangles: whichever stops first.",
    ),
    Parameter("influences", "The most joints that move a vertex."),
    Parameter("quantize", "Store positions, normals, weights and rotations as small integers."),
    Parameter("meshopt", "Compress the data with meshoptimizer; needs the extra meshopt."),
    Parameter("drop_unused_shapes", "Drop morph targets that neither a clip nor an expression uses."),
    Parameter("keep", "The name of a node that stays, even if it moves nothing.", repeated=True),
    Option(
        "dry_run",
        bool,
        "Write nothing: print what would be saved, or of many files which would be written.",
        False,
        group="command",
    ),
    Option(
        "format",
        str,
        "Text for people, or one JSON document.",
        "text",
        choices=("text", "json"),
        group="command",
    ),
    FORCE,
    ALLOW_OUTSIDE,
    arguments=(
        SOURCES,
        target("The file to write, or the folder for many; - is standard output, as .glb.", required=False),
    ),
    each=slim_file,
    stores=(),
    takes=can_slim,
    keeps_format=True,
    own=("dry_run",),
    notes="""At no time of any clip does a posed vertex move by more than the skin error: it is measured over
    every clip, sampled at ten times the key rate. Objects are renumbered, except those that an extension
    which Pantin does not know could refer to.""",
    examples="""
        pantin slim examples/arm.glb arm-small.glb
        pantin slim examples/arm.glb arm-small.glb --skin-error 0.5mm --quantize
        pantin slim examples/arm.glb arm-coarse.glb --triangles 0.5
        pantin slim examples/arm.glb --dry-run --format json
        pantin slim examples/springs/ small/ -j 2 --report-file r.jsonl
    """,
)
