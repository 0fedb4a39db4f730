"""Rigy texts among the files that Pantin reads: compiled, judged, summarised."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.assets.recognition import PLAIN, RIGY_SUFFIXES
from pantin.report import Report

if TYPE_CHECKING:
    from pantin.assets.asset import Asset, Source
    from pantin.limits import Limits
    from pantin.rigy import Compiled
    from pantin.rigy.summary import Summary


def loaded(source: Source, name: str, limits: Limits, allow_outside: bool) -> Asset:
    """As `pantin.load`, for a text."""
    return compiled(source, name, "standard", limits, allow_outside)


def compiled(
    source: Source, name: str, profile: str, limits: Limits, allow_outside: bool, pose: str | None = None
) -> Asset:
    """The asset that a text compiles to: its rig, the GLB that holds it, and what was found in the text."""
    from pantin.assets.gltf import GltfAsset
    from pantin.errors import BadFile
    from pantin.formats.gltf.new import REFERENCE, STANDARD, write
    from pantin.formats.gltf.new.losses import solvers_lost
    from pantin.formats.lifted import Lifted

    try:
        made = made_from(source, profile, limits, allow_outside, pose)
    except BadFile as error:
        raise BadFile(replace(error.report, path=name)) from None
    layout = {"standard": STANDARD, "reference": REFERENCE}[made.profile]
    asset = GltfAsset(write(made.rig, layout, name=f"{stem_of(name)}.glb"), name)
    asset.lifted = Lifted(made.rig, ())
    asset.from_file = False
    asset.losses = tuple(solvers_lost(made.rig))
    asset.report = replace(made.report, path=name)
    asset.inputs = made.inputs
    return asset


def made_from(
    source: Source, profile: str, limits: Limits, allow_outside: bool, pose: str | None
) -> Compiled:
    from pantin.rigy import compile_file, compile_text

    if isinstance(source, bytes):
        return compile_text(source, profile=profile, limits=limits, allow_outside=allow_outside, pose=pose)
    return compile_file(Path(source), profile=profile, limits=limits, allow_outside=allow_outside, pose=pose)


def expanded(source: Source, name: str, comments: str, profile: str) -> str:
    """A document after preprocessing; raises `BadFile` for a text that cannot be expanded."""
    from pantin.files import read
    from pantin.limits import Limits
    from pantin.rigy.expanded import expanded_text

    limits = Limits()
    text = source if isinstance(source, bytes) else bytes(read(Path(source), limits.yaml_bytes))
    return expanded_text(text, comments=comments, path=name, profile=profile, limits=limits)


def judged(source: Source, name: str, limits: Limits, allow_outside: bool) -> Report:
    """As `pantin.check`, for a text."""
    from pantin.rigy import check_file, check_text

    if isinstance(source, bytes):
        report = check_text(source, limits=limits, allow_outside=allow_outside)
    else:
        report = check_file(Path(source), limits=limits, allow_outside=allow_outside)
    return replace(report, path=name)


def summarised(source: Source, limits: Limits, *, gaps: bool = False) -> Summary:
    """What is inside a text, as far as it can be read; with `gaps`, how far its primitives are apart."""
    from pantin.files import read
    from pantin.rigy.summary import summarise

    if isinstance(source, bytes):
        return summarise(source, limits=limits, gaps=gaps)
    path = Path(source)
    return summarise(bytes(read(path, limits.yaml_bytes)), path=path, limits=limits, gaps=gaps)


def stem_of(name: str | os.PathLike[str]) -> str:
    """`arm` of `models/arm.rigy.yaml`."""
    last = Path(name).name
    found = next((one for one in (*RIGY_SUFFIXES, *PLAIN) if last.lower().endswith(one)), Path(last).suffix)
    return last[: len(last) - len(found)] or last
