"""Assets written in any format: as documents within a family of formats, by way of the rig between them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from pantin.assets.asset import Asset
from pantin.assets.posing import GEOMETRY
from pantin.assets.recognition import G4MF_SUFFIXES, GLTF_SUFFIXES
from pantin.errors import Unsupported
from pantin.formats.g4mf.dialects import Dialect
from pantin.report import Finding, Report, rule
from pantin.report.tally import counted

if TYPE_CHECKING:
    from pantin.assets.g4mf import G4mfAsset
    from pantin.formats.g4mf.document import Document as G4mfDocument
    from pantin.formats.gltf.document import Document
    from pantin.rig import Rig

Target: TypeAlias = Literal["glTF", "G4MF", "OFF", "geometry"]

SUFFIXES: dict[str, Target] = {
    **dict.fromkeys(GLTF_SUFFIXES, "glTF"),
    **dict.fromkeys(sorted(G4MF_SUFFIXES), "G4MF"),
    **dict.fromkeys([".off", ".4off", ".noff"], "OFF"),
    **dict.fromkeys(sorted(GEOMETRY), "geometry"),
}
"""What can be written, by the suffix of its name."""


@dataclass(frozen=True, slots=True)
class Choices:
    """How to write a file.

    embed           the data of a .gltf inside it, or in files beside it; None: as it is
    dialect         the form of a G4MF file; None: as it is, and the newest for a new one
    omit_inferable  without the names of groups of a G4MF file that are those of the bones
    upgrade         a G4MF file of an older form becomes one of the newest
    """

    embed: bool | None = None
    dialect: Dialect | None = None
    omit_inferable: bool = False
    upgrade: bool = False


def family_of(target: str | os.PathLike[str]) -> Target:
    """The family of formats that a name asks for; raises `ValueError` with those that can be written."""
    suffix = Path(target).suffix.lower()
    if suffix not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        if not suffix:
            raise ValueError(f"{os.fspath(target)}: the name has no suffix; the format goes by it: {known}")
        raise ValueError(f"{os.fspath(target)}: {suffix} is not written; {known} are")
    return SUFFIXES[suffix]


def written(asset: Asset, target: str | os.PathLike[str], choices: Choices) -> Report:
    """Write an asset as the format that the name of `target` asks for; the report says what did not cross."""
    family = family_of(target)
    if family != "G4MF" and (choices.dialect or choices.omit_inferable):
        raise ValueError(f"{os.fspath(target)}: dialects and names of groups are for .g4b and .g4tf alone")
    if family != "glTF" and choices.embed is not None:
        raise ValueError(f"{os.fspath(target)}: only a .gltf has its data inside or beside it")
    writer = {"glTF": _gltf, "G4MF": _g4mf, "OFF": _off, "geometry": _geometry}[family]
    return writer(asset, Path(target), choices)


def _gltf(asset: Asset, target: Path, choices: Choices) -> Report:
    from pantin.assets.gltf import GltfAsset
    from pantin.formats.gltf.save import target_kind, write

    if isinstance(asset, GltfAsset):
        document, found = asset.document, list(asset.losses)
    else:
        document, found = new_gltf(asset.rig, name=f"{Path(asset.path).stem}.glb")
        found = [*left_behind(asset), *found]
    found += write(document, target, embed=choices.embed)
    return Report(asset.path, target_kind(target, document.kind), tuple(found))


def new_gltf(rig: Rig, *, name: str = "rig.glb") -> tuple[Document, list[Finding]]:
    """A new glTF document with the rig, its skeletons and springs, and what it does not hold.

    Raises `Unsupported` for a rig that is not in 3D.
    """
    from pantin.edit.parts import Parts
    from pantin.edit.rooting import beside_their_roots
    from pantin.edit.skeletons import derive, with_skeletons
    from pantin.edit.splitting import as_carried, split_corners
    from pantin.formats.gltf import ext
    from pantin.formats.gltf.edits import move_mesh_to_child
    from pantin.formats.gltf.lift import lift
    from pantin.formats.gltf.new import losses, write

    rig = beside_their_roots(rig)
    document = write(split_corners(rig), name=name)
    whole = rig
    if rig.skeletons:
        parts = Parts.of(lift(document).rig)
        parts.skeletons = list(rig.skeletons)
        whole = parts.rig()
        derived = derive(whole)
        for node in derived.promoted:
            move_mesh_to_child(document, node)
        whole = replace(whole, skeletons=()) if derived.apart else with_skeletons(whole, derived)
        whole = replace(whole, springs=rig.springs)
    ext.lower(document, whole)
    return document, losses(as_carried(rig))


def _g4mf(asset: Asset, target: Path, choices: Choices) -> Report:
    from pantin.assets.g4mf import G4mfAsset
    from pantin.formats.g4mf.save import target_kind, write

    if isinstance(asset, G4mfAsset):
        document = _of_dialect(asset, choices)
        found: list[Finding] = []
    else:
        document, found = new_g4mf(asset.rig, choices, name=f"{Path(asset.path).stem}.g4b")
        found = [*left_behind(asset), *found]
    found += write(document, target)
    return Report(asset.path, target_kind(target, document.kind), tuple(found))


def new_g4mf(rig: Rig, choices: Choices, *, name: str = "rig.g4b") -> tuple[G4mfDocument, list[Finding]]:
    """A new G4MF document with the rig, and what it does not hold.

    Raises `Unsupported`, with a reason, for skins that the format cannot say.
    """
    from pantin.edit.rooting import rooted
    from pantin.formats.g4mf.lower import lower
    from pantin.formats.g4mf.lower.losses import skeletons_merged

    whole = rooted(rig)
    dialect = choices.dialect or "newest"
    made = lower(whole, dialect=dialect, omit_inferable=choices.omit_inferable, name=name)
    return made.document, [*made.findings, *skeletons_merged(len(rig.skeletons), len(whole.skeletons))]


def _of_dialect(asset: G4mfAsset, choices: Choices) -> G4mfDocument:
    """The document of a G4MF asset in the form asked for: edits of it, so that all else stays."""
    from pantin.formats.g4mf.accessor import AccessorFault
    from pantin.formats.g4mf.dialects import older_forms
    from pantin.formats.g4mf.downgrade import downgrade
    from pantin.formats.g4mf.group_names import omit_inferable_names
    from pantin.formats.g4mf.upgrade import upgrade

    document = asset.document
    try:
        if choices.dialect == "2026-01":
            document = downgrade(document)
        elif (choices.upgrade or choices.dialect == "newest") and any(older_forms(document)):
            document = upgrade(document)
    except AccessorFault as fault:
        raise Unsupported(f"{asset.path} cannot be brought into the form asked for: {fault}") from None
    return omit_inferable_names(document) if choices.omit_inferable else document


def _off(asset: Asset, target: Path, choices: Choices) -> Report:
    from pantin.assets import off

    off.write(asset, target)
    found = [] if asset.family == "OFF" else [*left_behind(asset), *rig_lost(asset.rig, "OFF")]
    return Report(asset.path, "off", tuple(found))


def _geometry(asset: Asset, target: Path, choices: Choices) -> Report:
    from pantin.assets.posing import write_geometry

    report = write_geometry(asset, asset.rig.rest_pose(), target)
    return replace(report, findings=(*report.findings, *rig_lost(asset.rig, target.suffix.lower())))


def left_behind(asset: Asset) -> Iterator[Finding]:
    """What of an asset's file is no part of its rig."""
    from pantin.assets.g4mf import G4mfAsset
    from pantin.assets.gltf import GltfAsset

    yield from asset.lifted.findings
    if isinstance(asset, G4mfAsset):
        from pantin.formats.g4mf import unlifted as g4mf

        yield from not_in_rig(g4mf.unlifted(asset.document))
    elif isinstance(asset, GltfAsset) and asset.from_file:
        from pantin.formats.gltf import unlifted as gltf

        yield from not_in_rig(gltf.unlifted(asset.document))


@rule("LOSS-UNLIFTED", "warning", "{what} did not cross: {count}")
def not_in_rig(found: Iterable[tuple[str, int, str]]) -> Iterator[Finding]:
    """A file holds nothing but a rig when it becomes a format of another family.

    Why: what crosses is the rig: nodes, meshes, skins, skeletons, blend shapes, and of materials the name and
    base colour. Textures, cameras, lights, physics and what extensions add have no place in it.
    Mend: add them to the new file again.
    Source: the model of a rig that all formats share (docs/architecture.md).
    """
    for what, count, place in found:
        yield not_in_rig.at(place, what=what, count=f"{count:,}")


@rule("LOSS-GEOMETRY", "warning", "{what} did not cross: {format} holds a shape at rest")
def rig_lost(rig: Rig, format: str) -> Iterator[Finding]:
    """A rig is nothing but geometry when it becomes OFF, OBJ, STL or NPZ.

    Why: these formats have no place for what moves it, nor for materials.
    Mend: keep the rig in another format; pose it first where another pose than rest is wanted.
    Source: the OFF format of Geomview; Wavefront OBJ; STL.
    """
    for what, count in (
        ("skin", len(rig.skins)),
        ("blend shape", sum(mesh.targets for mesh in rig.meshes)),
        ("clip", len(rig.clips)),
        ("material", len(rig.materials)),
    ):
        if count:
            yield rig_lost.at(what=counted(count, what), format=format)
