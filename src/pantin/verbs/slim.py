"""`slim`: a copy of an asset that is as small as possible, with a bound on how far any vertex moves."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments
from pantin.base.errors import Unsuitable
from pantin.base.options import Option
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import ALLOW_OUTSIDE, FORCE, SOURCES, TEXT_OR_JSON, target
from pantin.verbs.verb import Done, Files, Parameter, Verb

if TYPE_CHECKING:
    from pantin.formats.format import Format
    from pantin.formats.gltf.slim.run import SlimRun
    from pantin.formats.gltf.slim.steps import SlimLevel, SlimStep
    from pantin.formats.gltf.slim.textures import TextureStep
    from pantin.rig import Clip, Rig
    from pantin.verbs.model import Model

DEFAULT_ERROR = 6e-5
"""As a share of the longest side of the rest bounding box: 0.1 mm for a model of 1.7 m."""

UNITS = {"mm": 1e-3, "cm": 1e-2, "m": 1.0}

TEXTURES = ("webp", "jpeg", "png", "ktx2", "keep")

PRESETS: dict[str, dict[str, Any]] = {
    "web": {
        "quantize": True,
        "meshopt": True,
        "textures": "webp",
        "texture_size": 2048,
        "drop_unused_colors": True,
        "skin_error": "0.045%",
        "triangles_error": "0.005%",
    },
    "game": {"influences": 4, "texture_size": 2048, "skin_error": "0.02%", "triangles_error": "0.03%"},
    "avatar": {"influences": 4, "texture_size": 2048, "triangles": 70_000},
}
"""Options by the name of a preset. Both errors of `web` together are 0.05 % of the size. `game` is what every
engine reads, `avatar` what readers of VRM do: 70,000 triangles are the most for the rank "Good" of VRChat on
computers; VRM allows four joints for a vertex, and no image formats but PNG and JPEG."""


def describe_preset(name: str) -> str:
    """The options of a preset, as they are written."""
    words = []
    for option, value in PRESETS[name].items():
        flag = "--" + option.replace("_", "-")
        words.append(flag if value is True else f"{flag} {value}")
    return " ".join(words)


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
    levels                     a `SlimLevel` for each lower level of detail
    textures                   a `TextureStep` for each image, where images were to be encoded again
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
    levels: list[SlimLevel]
    textures: list[TextureStep]
    frozen: tuple[str, ...]

    def describe(self) -> str:
        """One line on the savings."""
        parts = [f"{self.bytes_before:,} -> {self.bytes_after:,} bytes"]
        if self.keys_before:
            parts.append(f"{self.keys_before:,} -> {self.keys_after:,} keys")
        if self.triangles_after != self.triangles_before:
            parts.append(f"{self.triangles_before:,} -> {self.triangles_after:,} triangles")
            parts.append(f"largest posed error {self.posed_error:.3g}")
        elif self.max_error or self.keys_before:
            parts.append(f"largest error {self.max_error:.3g} (bound {self.bound:.3g})")
        else:
            parts.append("no vertex moves")
        return ", ".join(parts)

    def to_builtins(self) -> dict[str, Any]:
        """The data for `--format json`."""
        textures = [texture.to_builtins() for texture in self.textures]
        levels = [level.to_builtins() for level in self.levels]
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
            **({"levels": levels} if levels else {}),
            **({"textures": textures} if textures else {}),
        }


@check_arguments
@any_numbers
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
    drop_unused_colors: bool = False,
    lod: Sequence[float] = (),
    separate_lods: bool = False,
    textures: Literal["webp", "jpeg", "png", "ktx2", "keep"] | None = None,
    texture_size: int | None = None,
    preset: Literal["web", "game", "avatar"] | None = None,
    keep: Collection[str] = (),
    effort: bool = False,
) -> Slimmed:
    """A copy of a glTF asset that is as small as possible: at no time of any clip does a posed vertex move by
    more than `skin_error`.

    skin_error          a distance in the unit of the file, or a string with a unit ("0.1mm", or "0.01%" of
                        the longest side of the rest bounding box); by default 6e-5 of that side. With 0
                        nothing changes that moves a vertex at all.
    triangles           the most triangles in all, or a share of them up to 1: one budget for all meshes,
                        spent where it costs least. Vertices that are left do not move
    triangles_error     as few triangles as this distance allows, measured on the posed skin
    influences          the most joints that move a vertex
    quantize            store positions, normals, weights and rotations as small integers
    meshopt             compress the data; needs the extra `meshopt`
    drop_unused_shapes  drop morph targets that neither a clip nor an expression uses
    drop_unused_colors  drop vertex colours but the first set, the only one that materials show
    lod                 levels of detail (MSFT_lod) as shares of the triangles, each less than the one
                        before; the first level stays the model itself
    separate_lods       also keep each lower level as its own document, in `levels`
    textures            encode images again: "webp", "jpeg", "png" or "ktx2"; "keep" leaves them as they are
    texture_size        the most pixels of the longer side of a texture
    preset              options for a purpose, "web", "game" or "avatar"; options that you give override them
    keep                names of nodes that stay, even if they move nothing
    effort              search longer for keys to drop: fit splines, and correct errors of joints in their
                        children

    Objects are renumbered, except those that an unknown extension may refer to; `frozen` lists such
    extensions. FBX and USD become glTF. If a file has broken indices or data, only the part that can be read
    into a rig is kept, and the report lists the rest. Raises `Unsupported` for other formats.

    >>> small = pantin.slim(pantin.load("examples/arm.glb"))
    >>> small.max_error <= small.bound, small.bytes_after < small.bytes_before
    (True, True)
    """
    stated: dict[str, Any] = {
        "skin_error": skin_error,
        "triangles": triangles,
        "triangles_error": triangles_error,
        "influences": influences,
        "quantize": quantize or None,
        "meshopt": meshopt or None,
        "drop_unused_colors": drop_unused_colors or None,
        "textures": textures,
        "texture_size": texture_size,
    }
    asset = _as_gltf(Asset.from_model(asset))
    edits = asset.format.edits
    if edits is None or edits.slim is None:
        raise Unsuitable(f"{asset.path}: slim works on glTF files; convert it to .glb first")
    wanted = _Wanted(**_with_preset(preset, stated))
    wanted.check()
    _check_levels(lod)
    rig = asset.rig
    names = {name for name in rig.nodes.names if name is not None}
    for name in keep:
        if name not in names:
            raise ValueError(f"there is no node {name!r} to keep")
    size = _size(rig)
    bound = DEFAULT_ERROR * size if wanted.skin_error is None else _distance(wanted.skin_error, size)
    run: SlimRun = edits.slim(asset.document, rig, bound, keep)
    error = None if wanted.triangles_error is None else _distance(wanted.triangles_error, size)
    if wanted.triangles is not None or error:
        run.triangles(wanted.triangles, error)
    run.weld(wanted.quantize and run.bound > 0, wanted.meshopt, wanted.drop_unused_colors)
    run.lossless(drop_unused_shapes)
    if run.bound > 0:
        run.geometry(wanted.influences, wanted.quantize, wanted.meshopt)
    quantize = wanted.quantize and run.bound > 0
    run.keys(quantize, effort, wanted.meshopt)
    if wanted.textures not in (None, "keep") or wanted.texture_size is not None:
        encoding = None if wanted.textures == "keep" else wanted.textures
        run.recode_textures(encoding, wanted.texture_size, only_smaller=textures is None)
    run.pack(wanted.meshopt, quantize)
    if lod and run.triangles_before:
        run.add_levels(lod, wanted.meshopt, separate_lods)
    return _result(asset, run)


class _Wanted(NamedTuple):
    """The options that a preset may set."""

    skin_error: float | str | None = None
    triangles: float | None = None
    triangles_error: float | str | None = None
    influences: int | None = None
    quantize: bool = False
    meshopt: bool = False
    drop_unused_colors: bool = False
    textures: str | None = None
    texture_size: int | None = None

    def check(self) -> None:
        """Raises `ValueError` for a value that means nothing."""
        if self.influences is not None and self.influences < 1:
            raise ValueError(f"influences must be at least 1, not {self.influences}")
        if self.triangles is not None and not (math.isfinite(self.triangles) and self.triangles > 0):
            raise ValueError(
                f"triangles must be a share up to 1, such as 0.25, or a number, such as 5000, not "
                f"{self.triangles:g}"
            )
        if self.textures is not None and self.textures not in TEXTURES:
            raise ValueError(f"textures must be one of {', '.join(TEXTURES)}, not {self.textures!r}")
        if self.texture_size is not None and self.texture_size < 1:
            raise ValueError(f"texture size must be at least 1 pixel, not {self.texture_size}")
        for what, bound in (("skin error", self.skin_error), ("triangles error", self.triangles_error)):
            if bound is not None:
                _distance(bound, 1.0, what)


def _check_levels(shares: Sequence[float]) -> None:
    """Raises `ValueError` for shares that are no levels."""
    descending = all(a > b for a, b in pairwise((1.0, *shares)))
    if not (descending and all(share > 0 for share in shares)):
        listed = ", ".join(f"{share:g}" for share in shares)
        raise ValueError(
            "levels of detail must be shares below 1, each less than the one before, such as 0.5,0.25, not "
            f"{listed}"
        )


def _with_preset(preset: str | None, stated: dict[str, Any]) -> dict[str, Any]:
    """The options that are given, and those of a preset for the others."""
    if preset is not None and preset not in PRESETS:
        raise ValueError(f"there is no preset {preset!r}; there are {', '.join(PRESETS)}")
    chosen = dict(PRESETS[preset]) if preset is not None else {}
    if stated["triangles"] is not None or stated["triangles_error"] is not None:
        # How many triangles are left is said: the preset does not stop before that.
        chosen.pop("triangles", None)
        chosen.pop("triangles_error", None)
    return chosen | {name: value for name, value in stated.items() if value is not None}


def _as_gltf(asset: Asset) -> Asset:
    """An asset of FBX or USD, which are written from their rigs, as glTF, and the rig of a broken glTF file;
    any other as it is."""
    is_model = asset.format.holds("skins") and asset.format.holds("clips")
    if asset.format.rewritten and is_model:
        return asset._editable_copy()
    edits = asset.format.edits
    is_sound = edits is None or edits.is_sound is None or edits.is_sound(asset.document)
    return asset if is_sound else asset._copy_of_rig()


def _size(rig: Rig) -> float:
    """The longest side of the rest bounding box."""
    from pantin.operations.comparison.vertices import VertexTable, longest_side

    return longest_side(VertexTable.from_rig(rig).rest)


def _distance(text: float | str, size: float, what: str = "skin error") -> float:
    """A distance in the unit of the file; per cent are those of the size of the model."""
    units = UNITS | {"%": size / 100, "": 1.0}
    if isinstance(text, str):
        match = re.fullmatch(r"\s*([-+0-9.eE]+)\s*(mm|cm|m|%)?\s*", text)
        try:
            number = float(match[1]) if match else math.nan
        except ValueError:
            number = math.nan
        text = number * units[(match[2] if match else None) or ""]
    if not (math.isfinite(text) and text >= 0):
        raise ValueError(f"{what} must be a distance of at least 0, such as 0.1mm, 0.02cm, 0.001 or 0.01%")
    return text


def _result(asset: Asset, run: SlimRun) -> Slimmed:
    worst = run.worst
    findings = [*asset._carried, *run.findings()]
    slimmed = Slimmed(asset.path, asset.format, document=run.document, findings=findings)
    slimmed.bound, slimmed.max_error = run.bound, worst.error
    clips: list[Clip] = [clip for clip in asset.rig.clips if clip.channels]
    clip = None if worst.clip is None else clips[worst.clip]
    slimmed.clip = None if clip is None else clip.name or worst.clip
    slimmed.time, slimmed.vertex = worst.time, _vertex(run.rig, worst.vertex)
    slimmed.bytes_before, slimmed.bytes_after = run.before, run.size
    slimmed.keys_before, slimmed.keys_after = run.keys_before, run.key_count
    slimmed.triangles_before, slimmed.triangles_after = run.triangles_before, run.triangles_after
    slimmed.posed_error = run.simplified_error + max(worst.error, run.pose_error)
    slimmed.steps, slimmed.textures, slimmed.frozen = run.steps, run.textures, run.frozen.extensions
    slimmed.levels = run.levels
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

    loaded = files.load(allow_outside)
    asset = _as_gltf(loaded)
    if files.target and by_suffix(files.target) != asset.format:
        if loaded.format != asset.format:
            raise ValueError(
                f"slim writes {asset.format.name}: {files.target} is not; use .glb, .gltf or .vrm"
            )
        raise ValueError(f"slim keeps the format of its source: {files.target} is not {asset.format.name}")
    missing = [name for name in keep if name not in asset.rig.nodes.names] if files.makes_folder else []
    slimmed = slim(asset, keep=[name for name in keep if name not in missing], **options)
    writes = files.target and not dry_run
    report = files.save(slimmed) if writes else Report(slimmed.path, "glb", slimmed.findings)
    if writes:
        _save_levels(slimmed, files)
    notes = [f"{files.name}: there is no node {name!r} to keep" for name in missing]
    if files.makes_folder:
        return Done(report, asset, (*notes, f"{files.target}: {slimmed.describe()}"))
    return Done(report, asset, tuple(notes), value=slimmed)


def _save_levels(slimmed: Slimmed, files: Files) -> None:
    """Write each lower level to a file beside the target: out-lod1.glb, out-lod2.glb."""
    target = Path(files.target)
    for number, level in enumerate(slimmed.levels, 1):
        if level.document is not None:
            beside = target.with_name(f"{target.stem}-lod{number}{target.suffix}")
            lower = Asset(slimmed.path, slimmed.format, document=level.document)
            files._replace(target=str(beside)).save(lower)


def can_slim(format: Format | None) -> bool:
    return format is not None and format.edits is not None and format.edits.slim is not None


VERB = Verb(
    slim,
    Parameter(
        "skin_error",
        "How far a posed vertex may move: 0.1mm, 0.02cm, 0.001m, 0.01% of the size, or a number in the unit "
        "of the file. 0: lossless steps only. Without it: 6e-5 of the longest side of the rest "
        "bounding box.",
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
    Parameter("influences", "Maximum number of influences per vertex."),
    Parameter("quantize", "Store positions, normals, weights and rotations as small integers."),
    Parameter("meshopt", "Compress with meshoptimizer; needs the extra meshopt."),
    Parameter("drop_unused_shapes", "Drop morph targets that neither a clip nor an expression uses."),
    Parameter(
        "drop_unused_colors", "Drop all vertex colours but the first set, the only one that materials show."
    ),
    Parameter(
        "lod",
        "Levels of detail as shares of the triangles, such as 0.5,0.25,0.1. The first level stays "
        "the model itself.",
        parser="a,b,c",
    ),
    Parameter("separate_lods", "Also write each lower level to a file, numbered from 1."),
    Parameter(
        "textures",
        "Re-encode images. Normal maps and masks are treated as data. keep: leave them unchanged.",
        choices=TEXTURES,
    ),
    Parameter("texture_size", "Maximum pixels of the longer side of a texture; proportions are kept."),
    Parameter(
        "preset",
        "Options for a purpose; options that you give override them. "
        + " ".join(f"{name}: {describe_preset(name)}." for name in PRESETS)
        + " A preset keeps images that would grow.",
        choices=tuple(PRESETS),
    ),
    Parameter("keep", "Keep this node, even if it is unused.", repeated=True),
    Parameter(
        "effort",
        "Search longer for keys to drop: fit splines, and correct errors of joints in their children.",
    ),
    Option(
        "dry_run",
        bool,
        "Print the savings without writing; for many files, list those that would be written.",
        False,
        group="command",
    ),
    TEXT_OR_JSON,
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
    every clip, sampled at ten times the key rate. Objects are renumbered, except where an
    unknown extension could refer to them.""",
    examples="""
        pantin slim examples/arm.glb arm-small.glb
        pantin slim examples/arm.glb arm-small.glb --skin-error 0.5mm --quantize
        pantin slim examples/arm.glb arm-coarse.glb --triangles 0.5
        pantin slim examples/arm.glb arm-web.glb --preset web
        pantin slim examples/retarget/mannequin.glb levels.glb --lod 0.5,0.25
        pantin slim examples/arm.glb --dry-run --format json
        pantin slim examples/springs/ small/ -j 2 --report-file r.jsonl
    """,
)
